"""``palimpsest new-encoder``: from texts to a folder, and what it says on bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.app import app
from engine.errors import UserError

pytestmark = pytest.mark.usefixtures("home")


def test_an_encoder_is_made_of_data_sets_and_text_files(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("天气很好。\n\nThe river runs.\n\n" * 100, encoding="utf-8")
    folder = tmp_path / "encoder"
    options = ["--text", str(tmp_path / "lines.txt"), "--data", "samples:questions", "--vocabulary", "500"]
    size = ["--layers", "1", "--hidden", "16", "--heads", "2", "--positions", "32", "--cased", "--json"]
    made = CliRunner().invoke(app, ["new-encoder", str(folder), *options, *size], catch_exceptions=False)
    assert made.exit_code == 0
    record = json.loads(made.stdout)
    assert record["vocabulary"] == 500 and record["layers"] == 1 and record["folder"] == str(folder)
    assert record["documents"] > 100 and "Counting characters" in made.stderr
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    assert config["vocab_size"] == 500 and config["max_position_embeddings"] == 32
    words = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    assert {"[MASK]", "What", "气"} <= set(words)


def test_bad_input_ends_before_anything_is_read_or_written(tmp_path: Path) -> None:
    cases = [
        (["--hidden", "30", "--heads", "4", "--text", "gone.txt"], "cannot be shared by 4 heads"),
        ([], "Give --data or --text"),
        (["--text", str(tmp_path / "gone.txt")], r"gone\.txt: there is no such file"),
    ]
    for options, message in cases:
        with pytest.raises(UserError, match=message):
            CliRunner().invoke(app, ["new-encoder", str(tmp_path / "new"), *options], catch_exceptions=False)
    assert not (tmp_path / "new").exists()
