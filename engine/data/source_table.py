"""``SourceTable``: what a reader returns, before columns get a meaning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa

from engine.cache import arrow_spill
from engine.data.arrow_columns import string_array


@dataclass(frozen=True)
class SourceTable:
    """Records of one file (or of one split of a folder) as they stand there.

    Attributes:
        data: the columns, strings for text formats. Columns without a name are called "1", "2", ...
        rows: number of each record in its file, int64 [n]; a header counts as row 1, as in a spreadsheet.
        place: the file or folder, for messages.
        text_columns: the columns that hold the text when the format itself says so (0-based), else empty.
        label_column: the column that holds the label when the format itself says so (0-based), else -1.
        has_header: whether the columns have names of their own.
        class_orders: by column, its class names in the format's own order, where the format knows it.
        class_names: names for labels that are numbers, in order, from a file beside the data.
        record_files: the file of each record when every record is a file of its own.
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
    detection: Mapping[str, object] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return list(self.data.column_names)

    def __len__(self) -> int:
        return len(self.rows)

    def describe_record(self, index: int) -> str:
        """Return record ``index`` (0-based) in words: ``reviews.csv, row 18``, or the file that it is."""
        if self.record_files:
            return str(self.record_files[index])
        return f"{Path(self.place).name}, row {self.rows[index]}"


def table_from_batches(names: Sequence[str], batches: Iterable[Sequence[Sequence[str]]]) -> pa.Table:
    """Return an Arrow table of strings from batches of columns, each batch read once.

    ``batch[column]`` is a list of strings.
    """
    schema = pa.schema([(name, pa.large_string()) for name in names])
    return arrow_spill.spill_table(
        schema,
        (pa.record_batch([string_array(column) for column in batch], schema=schema) for batch in batches),
    )
