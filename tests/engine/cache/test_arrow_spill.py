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

from engine import paths
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


@pytest.mark.parametrize("held", [0, 3000, 1 << 30])
def test_a_table_is_the_same_on_disk(held: int, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow_spill, "MEMORY_LIMIT", held)
    asked: list[int] = []
    before = pa.total_allocated_bytes()
    found = arrow_spill.spill_table(SCHEMA, batches(20, asked))
    assert asked == list(range(20)) and found.num_rows == 2000
    assert found["text"].to_pylist() == [f"{n} {row}" for n in range(20) for row in range(100)]
    if held < 1 << 30:
        # The strings are the file's, not memory of Arrow's; its name is gone where open files may lose theirs.
        assert pa.total_allocated_bytes() - before < 5000
        assert os.name == "nt" or list((paths.cache_folder() / "spool").iterdir()) == []
    assert arrow_spill.spill_table(SCHEMA, iter([])).num_rows == 0


def test_what_was_left_behind_goes_a_day_later(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow_spill, "MEMORY_LIMIT", 0)
    left, new = paths.cache_folder() / "spool" / "old.arrow", paths.cache_folder() / "spool" / "new.arrow"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"x")
    new.write_bytes(b"x")
    os.utime(left, (1, 1))
    arrow_spill.spill_table(SCHEMA, batches(1, []))
    assert not left.exists() and new.exists()


@pytest.mark.parametrize("held", [0, 2000, 1 << 30])
def test_columns_that_come_later(held: int, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow_spill, "MEMORY_LIMIT", held)
    made = [
        pa.record_batch(
            {f"column {n}": pa.array([f"{row}" * 50 for row in range(30)]) for n in range(number)}
        )
        for number in range(1, 6)
    ]
    found = arrow_spill.spill_batches(iter(made))
    assert len(found) == 5 and all(a.equals(b) for a, b in zip(found, made, strict=True))


def test_nothing_is_left_when_it_is_ended(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended() -> Iterator[pa.RecordBatch]:
        yield from batches(3, [])
        raise KeyboardInterrupt

    monkeypatch.setattr(arrow_spill, "MEMORY_LIMIT", 0)
    with pytest.raises(KeyboardInterrupt):
        arrow_spill.spill_table(SCHEMA, ended())
    assert list((paths.cache_folder() / "spool").iterdir()) == []


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
