"""Limits on the size of a file: anything larger is not a data set, or would not fit into memory.

Without them a line of gigabytes, a million columns, or a few bytes that unpack to billions of rows would block the
program. They are far above what texts need: the longest novels have some ten million characters.
"""

from __future__ import annotations

from pathlib import Path

from engine.errors import UserError

MOST_LINE_BYTES = 64 << 20
"""Bytes of a line of a text file."""
MOST_COLUMNS = 20_000
"""Columns of a table."""
MOST_ROWS = 500_000_000
"""Rows of a table."""
MOST_UNPACKED_BYTES = 64 << 30
"""Bytes that a packed file may unpack to, whatever its own size."""


def require_line(before: int, block: bytes, path: Path) -> int:
    """Return the length in bytes of the unfinished line at the end of ``block``, which continues a line of ``before``
    bytes.

    Raises UserError when the line is longer than ``MOST_LINE_BYTES``.
    """
    first, last = block.find(b"\n"), block.rfind(b"\n")
    if before + (len(block) if first < 0 else first) > MOST_LINE_BYTES:
        raise UserError(
            f"a line has more than {MOST_LINE_BYTES >> 20} MB.",
            place=path.name,
            remedy="Write each text and its label as a row of its own.",
        )
    return before + len(block) if last < 0 else len(block) - last - 1


def require_columns(count: int, place: str | Path) -> None:
    """Raise UserError when a table has more than ``MOST_COLUMNS`` columns."""
    if count > MOST_COLUMNS:
        raise UserError(
            f"the table has {count:,} columns or more; {MOST_COLUMNS:,} are read.",
            place=str(place),
            remedy="Keep the columns of the text and the label.",
        )


def require_rows(count: int, place: str | Path) -> None:
    """Raise UserError when a table has more than ``MOST_ROWS`` rows."""
    if count > MOST_ROWS:
        raise UserError(
            f"the table has {count:,} rows; {MOST_ROWS:,} are read.",
            place=str(place),
            remedy="Read a part of it.",
        )


def require_unpacked(size: int, place: str | Path) -> None:
    """Raise UserError when a packed file unpacks to more than ``MOST_UNPACKED_BYTES``."""
    if size > MOST_UNPACKED_BYTES:
        raise UserError(
            f"the file unpacks to {size / 1e9:,.0f} GB; {MOST_UNPACKED_BYTES / 1e9:,.0f} GB are read.",
            place=str(place),
            remedy="Check where it comes from, or unpack it yourself.",
        )
