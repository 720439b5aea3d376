"""Files in, the same rows with predictions out; the model is one as training leaves it."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from engine.delivery.finished_model import find_finished_model
from engine.model.predict import predict
from tests.engine.cli.test_app import palimpsest
from tests.engine.lab.trained import trained

TEXTS = ["Who wrote it?", "How many cities are there?", "=What is that?", "Where is the river, and when?"]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("predict") / "store.sqlite"
    trained(path, "one", encoder="palimpsest-tiny")
    return path


@pytest.fixture(scope="module")
def expected(store: Path) -> list[tuple[str, float]]:
    found = predict(find_finished_model(store, "1").load(), TEXTS)
    return [(each.label, max(each.probabilities)) for each in found]


def test_a_table_comes_back_with_its_rows_and_predictions(
    store: Path, expected: list[tuple[str, float]], tmp_path: Path
) -> None:
    file, out = tmp_path / "new.csv", tmp_path / "out.csv"
    rows = "".join(f"{n}|{text}|{n * 2}\n" for n, text in enumerate([*TEXTS, ""]))
    file.write_text("id|question|predicted\n" + rows, encoding="utf-8")
    said = palimpsest("predict", "1", "--store", store, "--file", file, "--out", out)
    assert said.code == 0 and "4 rows classified" in said.out
    assert "pipe between fields, the first row names the columns (id, question, predicted)" in said.err
    assert "Classified is question" in said.err
    assert "1 row has no text and no prediction (the first: row 6)" in said.err
    assert "1 cell begins like a formula" in said.err
    with out.open(encoding="utf-8", newline="") as stream:
        found = list(csv.DictReader(stream))
    assert [row["id"] for row in found] == ["0", "1", "2", "3", "4"]
    assert [row["predicted"] for row in found] == ["0", "2", "4", "6", "8"]  # the file's own column
    assert [row["question"] for row in found] == [*TEXTS[:2], "'=What is that?", TEXTS[3], ""]
    assert [row["predicted_2"] for row in found] == [label for label, _ in expected] + [""]
    chances = [name for name in found[0] if name.startswith("probability:")]
    for row, (label, sure) in zip(found, expected, strict=False):
        assert float(row["confidence"]) == pytest.approx(sure, abs=1e-5)
        assert float(row[f"probability:{label}"]) == pytest.approx(sure, abs=1e-5)
        assert sum(float(row[name]) for name in chances) == pytest.approx(1, abs=1e-5)
    again = palimpsest("predict", "1", "--store", store, "--file", file, "--out", out)
    assert again.code == 2 and "is there already" in again.err


def test_formats_in_and_out_and_standard_input(
    store: Path, expected: list[tuple[str, float]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "".join(json.dumps({"text": text, "more": [1, {"a": 2}]}) + "\n" for text in TEXTS)
    file = tmp_path / "new.jsonl"
    file.write_text(lines, encoding="utf-8")
    labels = [label for label, _ in expected]
    said = palimpsest("predict", "1", "--store", store, "--file", file)
    rows = [json.loads(line) for line in said.out.splitlines()]
    assert [row["predicted"] for row in rows] == labels and rows[0]["more"] == [1, {"a": 2}]
    palimpsest("predict", "1", "--store", store, "--file", file, "--out", tmp_path / "a.parquet")
    palimpsest(
        "predict", "1", "--store", store, "--file", tmp_path / "a.parquet", "--out", tmp_path / "b.tsv"
    )
    assert pq.read_table(tmp_path / "a.parquet")["predicted"].to_pylist() == labels
    with (tmp_path / "b.tsv").open(encoding="utf-8", newline="") as stream:
        found = list(csv.DictReader(stream, delimiter="\t"))
    assert [row["predicted_2"] for row in found] == labels

    class Input:
        buffer = io.BytesIO(b"text\n" + "\n".join(f'"{text}"' for text in TEXTS).encode() + b"\n")

    monkeypatch.setattr(sys, "stdin", Input)
    piped = palimpsest("predict", "1", "--store", store, "--file", "-", "--format", "csv", "--json")
    assert [row["label"] for row in piped.json] == labels and piped.json[0]["row"] == 2


def test_columns_are_asked_for_and_headers_never_classified(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "new.csv"
    file.write_text("alpha,beta\nWho wrote it?,How many are there?\nWhere?,Why?\n", encoding="utf-8")
    said = palimpsest("predict", "1", "--store", store, "--file", file, "--json")
    assert said.code == 2 and "which column holds the text" in said.err
    rows = palimpsest(
        "predict", "1", "--store", store, "--file", file, "--header", "yes", "--column", "beta", "--json"
    )
    assert [row["text"] for row in rows.json] == ["How many are there?", "Why?"]
    wrong = palimpsest("predict", "1", "--store", store, "--file", file, "--header", "maybe")
    assert wrong.code == 2 and "--header" in wrong.err
    twice = palimpsest("predict", "1", "--store", store, "--file", file, "--text", "x")
    assert twice.code == 2 and "--text" in twice.err and "--file" in twice.err
