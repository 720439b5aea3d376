"""Limits for input files, and messages for read errors."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import TooLittleMemoryError, UserError, file_error, is_out_of_memory, printable

MOST_LINE_BYTES = 64 << 20
"""Maximum size of a line of a text file."""
MOST_COLUMNS = 20_000
"""Maximum number of columns of a table."""
MOST_ROWS = 500_000_000
"""Maximum number of rows of a table."""
MOST_UNPACKED_BYTES = 64 << 30
"""Maximum size of an unpacked file."""


def require_line(pending: int, block: bytes, path: Path) -> int:
    """Return the length in bytes of the unfinished line at the end of ``block``, which continues a line of ``pending``
    bytes.

    Raises UserError when the line is longer than ``MOST_LINE_BYTES``.
    """
    first, last = block.find(b"\n"), block.rfind(b"\n")
    if pending + (len(block) if first < 0 else first) > MOST_LINE_BYTES:
        raise UserError(
            f"a line has more than {MOST_LINE_BYTES >> 20} MB.",
            place=path.name,
            remedy="Write each text and its label as a row of its own.",
        )
    return pending + len(block) if last < 0 else len(block) - last - 1


def require_columns(count: int, place: str | Path) -> None:
    """Raise UserError when a table has more than ``MOST_COLUMNS`` columns."""
    if count > MOST_COLUMNS:
        raise UserError(
            f"the table has {count:,} columns or more; at most {MOST_COLUMNS:,} can be read.",
            place=str(place),
            remedy="Keep the columns of the text and the label.",
        )


def require_rows(count: int, place: str | Path) -> None:
    """Raise UserError when a table has more than ``MOST_ROWS`` rows."""
    if count > MOST_ROWS:
        raise UserError(
            f"the table has {count:,} rows; at most {MOST_ROWS:,} can be read.",
            place=str(place),
            remedy="Read a part of it.",
        )


def require_unpacked(size: int, place: str | Path) -> None:
    """Raise UserError when a packed file unpacks to more than ``MOST_UNPACKED_BYTES``."""
    if size > MOST_UNPACKED_BYTES:
        raise UserError(
            f"the file unpacks to {size / 1e9:,.0f} GB; at most {MOST_UNPACKED_BYTES / 1e9:,.0f} GB can be read.",
            place=str(place),
            remedy="Check where it comes from, or unpack it yourself.",
        )


@contextmanager
def explain_read_errors(place: str | Path) -> Iterator[None]:
    """Raise UserError, with ``place`` unless the error names its file, for errors of reading within the block."""
    where = printable(str(place), 300)
    try:
        yield
    except OSError as error:
        raise file_error(error, where) from error
    except UnicodeError as error:
        raise UserError(
            f"the text contains an invalid character ({printable(str(error), 200)}).",
            place=where,
            remedy="Save it as UTF-8, or name its encoding.",
        ) from error
    except RecursionError as error:
        raise UserError(
            "values are nested too deeply.", place=where, remedy="Write plain rows of text and label."
        ) from error
    except _library_errors() as error:
        if is_out_of_memory(error):
            raise TooLittleMemoryError(
                "there is not enough memory to read it.", place=where, remedy="Read a smaller part of it."
            ) from error
        reason = printable((str(error).splitlines() or [type(error).__name__])[0], 200)
        raise UserError(
            f"the data cannot be read ({reason}).", place=where, remedy="Check that the file is complete."
        ) from error


def _library_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions that libraries raise for bad data. Arrow's are included once it is loaded, which takes a
    while.
    """
    arrow = getattr(sys.modules.get("pyarrow"), "ArrowException", csv.Error)
    return (arrow, csv.Error, OverflowError, MemoryError)
