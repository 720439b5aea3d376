"""Faults: errors that no known input causes. The user gets one sentence, and a file gets the traceback."""

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
"""Exit code of an internal fault (``EX_SOFTWARE`` in BSD's sysexits.h)."""


def report_fault(error: BaseException) -> str:
    """Write the traceback of ``error`` to a new file, and return a sentence that names it.

    The file is in ``faults`` of the home folder, or in the system's temporary folder if that is not writable.
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
    """Return the traceback with the facts needed to reproduce it: versions, system and arguments."""
    about = [
        f"Palimpsest on Python {platform.python_version()}, {platform.platform()}",
        f"Arguments: {[printable(each, 500) for each in sys.argv[1:]]}",
        f"Folder: {printable(os.getcwd(), 300) if os.path.isdir('.') else 'gone'}",
        "",
    ]
    return "\n".join(about) + "".join(traceback.format_exception(error))
