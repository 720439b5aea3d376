"""Columns of a data set's files other than text and label: origin, date, author."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.data.dataset import Dataset, read_tables
from engine.data.inspection.browse import open_cached
from engine.data.read_errors import explain_read_errors
from engine.data.records import Records
from engine.data.source_files import locate_source
from engine.progress import ReportProgress


def read_split_table(dataset: Dataset, split: str, report: ReportProgress | None = None) -> Records:
    """Return the records from which ``split`` was taken, with all their columns; ``Records.rows`` numbers them."""
    part = open_cached(dataset.fingerprint).source_parts[split]
    located = locate_source(dataset.source)
    name = part if part in located.paths else "train"
    with explain_read_errors(dataset.source.source):
        tables = read_tables(replace(located, paths={name: located.paths[name]}), dataset.source, report)
    return tables.get(part) or tables[name]


def column_cells(table: Records, column: str, rows: np.ndarray) -> list[str]:
    """Return the cells of a column in the records of the given ``rows`` [n], as text, empty where there is none."""
    places = {int(row): place for place, row in enumerate(table.rows)}
    cells = table.data.column(table.columns.index(column)).to_pylist()
    values = (cells[places[int(row)]] if int(row) in places else None for row in rows)
    return ["" if cell is None else str(cell).strip() for cell in values]


def further_columns(dataset: Dataset) -> list[str]:
    """Return the names of the columns that are neither text nor label, in file order, without reading the files."""
    columns, text = dataset.detection.get("columns"), dataset.detection.get("text")
    own = {*(text if isinstance(text, list) else []), dataset.detection.get("label")}
    own |= set(dataset.source.target.label_columns())
    return [str(name) for name in (columns if isinstance(columns, list) else []) if name not in own]
