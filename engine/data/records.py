"""``Records``: the unchanged rows of one file, for training, preview, versions and prediction alike."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from engine.cache import arrow_spill
from engine.data.arrow_columns import integer_array, string_array


@dataclass(frozen=True)
class Records:
    """Records of one file (or of one split of it), in Arrow batches that may lie on disk.

    Attributes:
        data: the columns, strings for text formats. Columns without a name are called "1", "2", ...
        rows: number of each record in its file, int64 [n]. A header counts as row 1, as in a spreadsheet.
        place: the file or folder, for messages.
        text_columns: the columns that hold the text when the format itself says so (0-based), else empty.
        label_column: the column that holds the label when the format itself says so (0-based), else -1.
        has_header: whether the columns have names of their own.
        class_orders: by column, its class names in the format's own order, where the format knows it.
        class_names: names for labels that are numbers, in order, from a file next to the data.
        record_files: the file of each record when every record is a file of its own.
        target: what the format itself says labels are (the value of ``data.target``), empty where it says nothing.
        nested: keys or columns of lists and objects that became no columns.
        structured: columns of JSON texts, for values that are neither texts nor numbers.
        detection: detected properties (encoding, delimiter...), shown to the user.
        notes: sentences about irregularities.
    """

    data: pa.Table
    rows: np.ndarray
    place: Path | str
    text_columns: tuple[int, ...] = ()
    label_column: int = -1
    has_header: bool = False
    class_orders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    class_names: tuple[str, ...] = ()
    record_files: Sequence[str] = ()
    target: Mapping[str, str] = field(default_factory=dict)
    nested: tuple[str, ...] = ()
    structured: frozenset[str] = frozenset()
    detection: Mapping[str, object] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return list(self.data.column_names)

    @property
    def name(self) -> str:
        """The name of the file or folder, for messages."""
        return str(self.place).replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]

    def __len__(self) -> int:
        return len(self.rows)

    def describe_record(self, index: int) -> str:
        """Return the place of record ``index`` (0-based): ``reviews.csv, row 18``, or the record's file."""
        if self.record_files:
            return str(self.record_files[index])
        return f"{Path(self.place).name}, row {self.rows[index]}"

    def list_records(self, indices: np.ndarray, shown: int = 5) -> str:
        """Return the rows (or files) of some records: ``rows 3, 18, 40, ...``."""
        first = [str(self.record_files[i] if self.record_files else self.rows[i]) for i in indices[:shown]]
        what = "" if self.record_files else "row " if len(indices) == 1 else "rows "
        return f"{what}{', '.join(first)}{', ...' if len(indices) > shown else ''}"

    def keep(self, mask: np.ndarray) -> Records:
        """Return the records for which ``mask``, bool [n], is true."""
        indices = np.flatnonzero(mask)
        files = [self.record_files[i] for i in indices.tolist()] if self.record_files else ()
        return replace(self, data=keep_rows(self.data, mask), rows=self.rows[mask], record_files=files)


def keep_rows(data: pa.Table, mask: np.ndarray) -> pa.Table:
    """Return the rows of ``data`` for which ``mask``, bool [n], is true. A table on disk is not loaded."""

    def batches() -> Iterator[pa.RecordBatch]:
        start = 0
        for batch in data.to_batches(max_chunksize=arrow_spill.BATCH_ROWS):
            yield batch.take(integer_array(np.flatnonzero(mask[start : start + len(batch)])))
            start += len(batch)

    return arrow_spill.spill_table(data.schema, batches())


def table_from_batches(names: Sequence[str], batches: Iterable[Sequence[Sequence[str]]]) -> pa.Table:
    """Return an Arrow table of strings from batches of columns, each batch read once.

    ``batch[column]`` is a list of strings.
    """
    schema = pa.schema([(name, pa.large_string()) for name in names])
    return arrow_spill.spill_table(
        schema,
        (pa.record_batch([string_array(column) for column in batch], schema=schema) for batch in batches),
    )


def records_of_cells(
    rows: Iterable[tuple[int, Sequence[str]]],
    names: Sequence[str],
    place: Path | str,
    *,
    has_header: bool,
    header: Sequence[str] = (),
    detection: Mapping[str, object],
) -> Records:
    """Return rows of cells, each with its number, as records. Each row has a cell for each of ``names``.

    Rows equal to ``header`` are repeated headers: they are left out, and noted.
    """
    numbers, again = array("q"), list[int]()
    title = [cell.strip() for cell in header]

    def batches() -> Iterator[list[tuple[str, ...]]]:
        batch: list[Sequence[str]] = []
        for number, cells in rows:
            if title and cells[0].strip() == title[0] and [cell.strip() for cell in cells] == title:
                again.append(number)
                continue
            numbers.append(number)
            batch.append(cells)
            if len(batch) == arrow_spill.BATCH_ROWS:
                yield list(zip(*batch, strict=True))
                batch = []
        if batch:
            yield list(zip(*batch, strict=True))

    data = table_from_batches(names, batches())
    numbers_text = ", ".join(map(str, again[:5])) + (", ..." if len(again) > 5 else "")
    note = f"The header stands again in {Path(place).name}, row{'s' * (len(again) > 1)} {numbers_text}: left out."
    return Records(
        data,
        np.frombuffer(numbers, np.int64) if numbers else np.zeros(0, np.int64),
        place,
        has_header=has_header,
        detection=detection,
        notes=(note,) if again else (),
    )
