"""Faults of Palimpsest itself: errors that no known input causes. The user gets a sentence, a file the traceback."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
import traceback
from pathlib import Path

from engine import paths, private_files
from engine.errors import UserError, printable
from engine.redaction import redact

EXIT_FAULT = 70
"""The exit code of a program that is at fault itself (``EX_SOFTWARE`` of BSD's sysexits.h)."""


def report_fault(error: BaseException) -> str:
    """Write the traceback of ``error`` to a file of its own, and return the sentence that names it.

    The file is in ``faults`` of the user's folder, or where that cannot be written, in the system's temporary one.
    """
    text = redact(_describe(error))
    reason = redact(printable(f"{type(error).__name__}: {error}", 300))
    for folder in _folders():
        try:
            private_files.make_folder(folder)
            name = time.strftime("fault-%Y%m%d-%H%M%S-")
            handle, file = tempfile.mkstemp(".txt", name, folder)  # readable by nobody else
            with open(handle, "w", encoding="utf-8", errors="backslashreplace") as out:
                out.write(text)
        except OSError:
            continue
        return f"this is a fault of Palimpsest ({reason}). Its traceback is in {printable(file, 300)}"
    return f"this is a fault of Palimpsest ({reason}). Its traceback could not be written anywhere."


def _folders() -> list[Path]:
    temporary = Path(tempfile.gettempdir())
    try:
        return [paths.home() / "faults", temporary]
    except UserError:
        return [temporary]


def _describe(error: BaseException) -> str:
    """Return the traceback, and what is needed to reproduce the fault: versions, system and arguments."""
    about = [
        f"Palimpsest on Python {platform.python_version()}, {platform.platform()}",
        f"Arguments: {[printable(each, 500) for each in sys.argv[1:]]}",
        f"Folder: {printable(os.getcwd(), 300) if os.path.isdir('.') else 'gone'}",
        "",
    ]
    return "\n".join(about) + "".join(traceback.format_exception(error))
