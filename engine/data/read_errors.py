"""Conversion of all errors that reading data raises into ``UserError``.

Readers and labelling report faults that they can locate, with the row. This module handles errors that the operating
system, Arrow, codecs and the interpreter raise themselves.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import TooLittleMemoryError, UserError, file_error, out_of_memory, printable


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
        if out_of_memory(error):
            raise TooLittleMemoryError(
                "there is not enough memory to read it.", place=where, remedy="Read a smaller part of it."
            ) from error
        reason = printable((str(error).splitlines() or [type(error).__name__])[0], 200)
        raise UserError(
            f"the data cannot be read ({reason}).", place=where, remedy="Check that the file is whole."
        ) from error


def _library_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions that libraries raise for bad data. Arrow's are included once it is loaded, which takes a
    while.
    """
    arrow = getattr(sys.modules.get("pyarrow"), "ArrowException", csv.Error)
    return (arrow, csv.Error, OverflowError, MemoryError)
