"""An engineer's way as a whole: own CSV, trained, thresholds, errors read, ONNX, predicted CSV. Six commands."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.engine.cli.test_app import palimpsest

pytestmark = pytest.mark.usefixtures("home")


def write_tickets(file: Path) -> None:
    """120 generated messages; one in six is urgent, by one word, and carries a column of its own."""
    with file.open("w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(["id", "message", "urgency", "channel"])
        for n in range(120):
            urgent = n % 6 == 0
            words = f"The {'server is down' if urgent else 'colour is fine'} in room {n % 10}"
            rows.writerow([n, words, "urgent" if urgent else "normal", "mail" if n % 2 else "chat"])


@pytest.mark.nightly  # the tutorial goes nearly the same way in every suite
def test_from_a_csv_to_a_predicted_csv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_tickets(Path("tickets.csv"))
    columns = ("--set", "text=message", "--set", "label=urgency")
    said = palimpsest("new", "--data", "tickets.csv", *columns)
    assert said.code == 0, said.err
    Path("tickets.toml").write_text(said.out, encoding="utf-8")
    shorter = ("least_steps=20", "epochs=1", "probes.on=false", "data.validation_share=0.2")
    settings = [part for each in shorter for part in ("--set", each)]
    said = palimpsest("run", "tickets.toml", *settings, "--json")
    assert said.code == 0, said.err
    said = palimpsest("decide", "last", "--temperature", "--cost", "urgent:normal=5", "--save", "--json")
    assert said.code == 0 and "least expected cost" in said.json["chosen_for"], said.err
    said = palimpsest("errors", "last", "--json")
    assert said.code == 0 and "channel" in said.out, said.err
    said = palimpsest("export", "last", "graph", "--layout", "onnx")
    assert said.code == 0 and list(Path("graph").rglob("*.onnx")), said.err
    assert list(Path("graph").rglob("decision.json")), "the rule travels with the model"
    said = palimpsest("predict", "last", "--file", "tickets.csv", "--out", "predicted.csv")
    assert said.code == 0 and "120 rows classified" in said.out, said.err
    with Path("predicted.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["id"] for row in rows] == [str(n) for n in range(120)], "rows and columns stay"
    assert {row["channel"] for row in rows} == {"mail", "chat"}
    rule = json.loads(next(Path("graph").rglob("decision.json")).read_text(encoding="utf-8"))
    assert rule  # what the predictions followed: an urgent message missed costs five times as much
    for row in rows:
        missed = 5 * float(row["probability:urgent"])
        assert row["predicted"] == ("urgent" if missed > float(row["probability:normal"]) else "normal")
