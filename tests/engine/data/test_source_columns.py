"""Columns beside text and label are found again by the rows of a split, whichever file they came from."""

from __future__ import annotations

from pathlib import Path

from engine.data.dataset import load_dataset
from engine.data.source_columns import column_cells, further_columns, read_split_table
from engine.spec.data import DataSource


def test_cells_belong_to_the_rows_of_their_split(home: Path, tmp_path: Path) -> None:
    for name, count in (("train.csv", 60), ("test.csv", 20)):
        lines = [f"{name} text {n},{'ab'[n % 2]},{name[:2]}{n}" for n in range(count)]
        (tmp_path / name).write_text("\n".join(["text,label,place", *lines]) + "\n", encoding="utf-8")
    data = load_dataset(DataSource(source=str(tmp_path / "train.csv")))
    assert further_columns(data) == ["place"]
    for name, split in data.splits.items():
        table = read_split_table(data, name)
        cells = column_cells(table, "place", split.rows)
        start = "te" if name == "test" else "tr"
        assert cells == [f"{start}{text.rpartition(' ')[2]}" for text in split.texts]


def test_a_set_of_text_and_label_has_no_further_columns(home: Path, tmp_path: Path) -> None:
    lines = [f"text {n},{'ab'[n % 2]}" for n in range(40)]
    (tmp_path / "all.csv").write_text("\n".join(["text,label", *lines]) + "\n", encoding="utf-8")
    assert further_columns(load_dataset(DataSource(source=str(tmp_path / "all.csv")))) == []
