"""Stored predictions as a table: each text beside its label and what was predicted."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from engine.data.dataset import load_dataset
from engine.delivery.stored_predictions import export_predictions
from engine.errors import UserError
from engine.spec.data import DataSource
from engine.store import Store, probabilities, runs, summaries
from tests.engine.cli.test_app import palimpsest
from tests.engine.lab.trained import trained

DATA = {"source": "samples:questions", "test_rows": 24, "train_rows": 60}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("predictions") / "store.sqlite"
    trained(path, "one", encoder="palimpsest-tiny")
    trained(path, "untested", encoder="palimpsest-tiny", predicted=False)
    return path


def test_every_test_text_stands_beside_its_prediction(store: Path, tmp_path: Path) -> None:
    said = palimpsest("predictions", "one", "--store", store, "--out", tmp_path / "a.csv", "--json").json
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    split = load_dataset(DataSource.model_validate(DATA)).splits["test"]
    with Store(store) as opened:
        kept = summaries.read_predictions(opened, 1)
    assert kept is not None and len(rows) == 24 == said["texts"]
    assert [row["text"] for row in rows] == list(split.texts)
    assert [int(row["row"]) for row in rows] == split.rows.tolist()
    assert [row["gold"] for row in rows] == [kept.classes[n] for n in split.labels]
    assert [row["predicted"] for row in rows] == [kept.classes[n] for n in kept.predicted]
    assert [row["correct"] == "1" for row in rows] == (split.labels == kept.predicted).tolist()
    np.testing.assert_allclose([float(row["confidence"]) for row in rows], kept.confidence, atol=1e-6)
    np.testing.assert_allclose([float(row["loss"]) for row in rows], kept.losses, atol=1e-6)
    assert said["wrong"] == sum(row["correct"] == "0" for row in rows) > 0
    assert said["split"] == "test" and str(tmp_path / "a.csv") in said["said"]


def test_other_formats_hold_the_same(store: Path, tmp_path: Path) -> None:
    with Store(store) as opened:
        for name in ("a.jsonl", "a.parquet"):
            export_predictions(opened, 1, tmp_path / name, with_texts=False)
    lines = (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()
    table = pq.read_table(tmp_path / "a.parquet")
    assert table.column_names == ["row", "gold", "predicted", "correct", "confidence", "loss"]
    for line, row in zip(lines, table.to_pylist(), strict=True):
        assert json.loads(line) == {k: round(v, 6) if isinstance(v, float) else v for k, v in row.items()}


def test_probabilities_are_written_where_they_were_kept(store: Path, tmp_path: Path) -> None:
    with Store(store) as opened:
        kept = summaries.read_predictions(opened, 1)
        assert kept is not None
        chances = np.random.default_rng(1).dirichlet(np.ones(len(kept.classes)), len(kept.rows))
        folder = runs.get_run(opened, 1).folder
        file = probabilities.file_of(folder, 0, "test")
        probabilities.write(file, kept.rows, chances, kept.classes)
        opened.execute(
            "INSERT INTO artefacts (run_id, kind, path, step, bytes, created) VALUES (1, ?, ?, ?, 0, 0)",
            (probabilities.ARTEFACT, file.relative_to(folder).as_posix(), kept.step),
        )
        opened.connection.commit()
        export_predictions(opened, 1, tmp_path / "a.parquet", with_texts=False)
    table = pq.read_table(tmp_path / "a.parquet").to_pandas()
    written = table[[f"probability:{name}" for name in kept.classes]].to_numpy()
    np.testing.assert_allclose(written, chances, rtol=0.01, atol=1e-4)  # as exact as they are kept


def test_what_is_not_there_is_named(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.csv"
    with Store(store) as opened:
        with pytest.raises(UserError, match="no predictions for 'validation'") as error:
            export_predictions(opened, 1, out, "validation")
        assert "Add --split test." in str(error.value)
        with pytest.raises(UserError, match="no stored predictions"):
            export_predictions(opened, 2, out)
        out.write_text("mine", encoding="utf-8")
        with pytest.raises(UserError, match="is there already"):
            export_predictions(opened, 1, out)
        export_predictions(opened, 1, out, overwrite=True)
    assert out.read_text(encoding="utf-8").startswith("row,text,gold")
