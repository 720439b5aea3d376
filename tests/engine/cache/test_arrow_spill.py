"""Large tables go to disk as they are read; what is read is the same."""

from __future__ import annotations

import csv
import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from engine.cache import arrow_spill
from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.spec.data import DataSource

SCHEMA = pa.schema([("text", pa.large_string())])


def batches(count: int, asked: list[int]) -> Iterator[pa.RecordBatch]:
    for number in range(count):
        asked.append(number)
        yield pa.record_batch(
            [pa.array([f"{number} {row}" for row in range(100)], pa.large_string())], schema=SCHEMA
        )


def test_a_full_disk_is_explained(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> Iterator[pa.RecordBatch]:
        yield from batches(3, [])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(arrow_spill, "MEMORY_LIMIT", 0)
    with pytest.raises(UserError, match="no space is left"):
        arrow_spill.spill_table(SCHEMA, full())


def test_a_data_set_is_the_same_however_little_is_held(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [(f"{'good' if n % 3 else 'bad'}", f"text {n} \u00fc", f"more {n}") for n in range(300)]
    rows[7] = ("", "no label", "x")
    rows[290] = ("good", "  ", "")
    with (tmp_path / "train.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("label", "title", "text"), *rows])
    source = DataSource.model_validate(
        {"source": str(tmp_path / "train.csv"), "format": {"kind": "csv", "incomplete": "skip"}}
    )
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "one"))
    first = load_dataset(source)
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "two"))
    monkeypatch.setattr(arrow_spill, "MEMORY_LIMIT", 0)
    monkeypatch.setattr(arrow_spill, "BATCH_ROWS", 17)
    second = load_dataset(source)
    assert second.fingerprint == first.fingerprint and second.notes == first.notes
    assert first.classes == ("bad", "good")
    for name, split in first.splits.items():
        other = second.splits[name]
        assert list(split.texts) == list(other.texts)
        assert split.labels.tolist() == other.labels.tolist() and split.rows.tolist() == other.rows.tolist()
    kept = {row for split in second.splits.values() for row in split.rows.tolist()}
    assert kept == set(range(2, 302)) - {9, 292}, "a header counts as row 1"


def test_reading_csv_does_not_load_pandas(tmp_path: Path, home: Path) -> None:
    rows = [("label", "text"), *((n % 2, f"text {n}") for n in range(40))]
    with (tmp_path / "train.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    program = """
import sys
from engine.data.dataset import load_dataset
from engine.spec.data import DataSource

found = load_dataset(DataSource(source=sys.argv[1]))
print(len(found.splits["train"].labels), "pandas" in sys.modules)
"""
    root = str(Path(arrow_spill.__file__).resolve().parents[2])
    said = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "train.csv")],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": root},
        check=True,
    )
    assert said.stdout.split()[1] == "False"
