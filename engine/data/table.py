"""``Table``: what a reader hands over, before columns get a meaning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from engine.data import spool
from engine.data.texts import strings


@dataclass(frozen=True)
class Table:
    """The records of one file (or of one split of a folder), as they stand there.

    Attributes:
        data: the columns, strings for text formats. Columns without a name are called "1", "2", ...
        rows: number of each record in its file, int64 [n]; a header counts as row 1, as in a spreadsheet.
        place: the file or folder, for messages.
        text: the columns that hold the text when the format itself says so (0-based), else empty.
        label: the column that holds the label when the format itself says so (0-based), else -1.
        named: whether the columns have names of their own.
        orders: by column, its class names in the format's own order, where the format knows it.
        numbered: names for labels that are numbers, in order, from a file beside the data.
        origins: the file of each record when every record is a file of its own.
        found: what was detected (encoding, delimiter...), shown to the user.
        notes: sentences about what is odd.
    """

    data: pa.Table
    rows: np.ndarray
    place: Path | str
    text: tuple[int, ...] = ()
    label: int = -1
    named: bool = False
    orders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    numbered: tuple[str, ...] = ()
    origins: Sequence[str] = ()
    found: dict[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self.data.column_names)

    def __len__(self) -> int:
        return len(self.rows)

    def where(self, index: int) -> str:
        """Record ``index`` (0-based) in words: ``reviews.csv, row 18`` or the file it is."""
        if self.origins:
            return str(self.origins[index])
        return f"{Path(self.place).name}, row {self.rows[index]}"


def from_columns(names: Sequence[str], batches: Iterable[Sequence[Sequence[Any]]]) -> pa.Table:
    """An Arrow table of strings from batches of columns (``batch[column]`` is a list of strings), each read once."""
    schema = pa.schema([(name, pa.large_string()) for name in names])
    return spool.table(
        schema,
        (pa.record_batch([strings(column) for column in batch], schema=schema) for batch in batches),
    )
