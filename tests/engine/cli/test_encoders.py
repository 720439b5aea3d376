"""``palimpsest encoders rank``: all encoders that are here, compared on the user's texts."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from engine.cli.app import app
from engine.lab.encoder_ranking import CAUTION, local_encoders


def test_all_that_are_here_are_ranked(home: Path, tmp_path: Path) -> None:
    reviews = tmp_path / "reviews.csv"
    rows = [
        f"the {'good' if n % 2 else 'bad'} film number {n % 10},{'pos' if n % 2 else 'neg'}"
        for n in range(60)
    ]
    reviews.write_text("\n".join(["text,label", *rows]) + "\n", encoding="utf-8")
    assert "palimpsest-tiny" in local_encoders()
    store = str(home / "s.sqlite")
    done = CliRunner().invoke(
        app, ["encoders", "rank", str(reviews), "--texts", "30", "--store", store, "--json"]
    )
    assert done.exit_code == 0, done.output
    answer = json.loads(done.stdout)
    names = [each["name"] for each in answer["encoders"]]
    assert sorted(names) == local_encoders() == ["palimpsest-small", "palimpsest-tiny"]
    assert answer["caution"] == CAUTION
