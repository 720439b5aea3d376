"""Read whole text and JSON files that a user names."""

from __future__ import annotations

import json
import os
from pathlib import Path

from engine.errors import UserError, file_error, printable
from engine.json_types import ParsedJson
from engine.parsing import open_plain_file

MAX_BYTES = 256 << 20
"""Maximum size of a file that is read as a whole."""


def read_text_file(file: Path, *, max_bytes: int = MAX_BYTES, remedy: str = "Check the path.") -> str:
    """Return the text of a UTF-8 file without its byte order mark.

    Args:
        file: the file.
        max_bytes: its maximum size.
        remedy: the remedy if the file is missing.

    Raises UserError when it is missing, not a plain file, too large, unreadable or not UTF-8.
    """
    if not os.path.lexists(file):
        raise UserError("there is no such file.", place=str(file), remedy=remedy)
    with open_plain_file(file) as stream:
        if os.fstat(stream.fileno()).st_size > max_bytes:
            raise UserError(
                f"is larger than {max_bytes >> 20} MB.", place=str(file), remedy="Name a smaller file."
            )
        try:
            content = stream.readall() or b""
        except OSError as error:
            raise file_error(error, file) from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UserError(
            f"is not UTF-8 text (line {line}, byte 0x{content[error.start]:02X}).",
            place=str(file),
            remedy="Save it as UTF-8.",
        ) from None


def read_json_object(file: Path, *, max_bytes: int = MAX_BYTES, place: str = "") -> ParsedJson:
    """Return the object in a JSON file. Raises UserError when the file cannot be read or holds no object."""
    text = read_text_file(file, max_bytes=max_bytes)
    where = place or str(file)
    try:
        value = json.loads(text)
    except RecursionError:
        raise UserError(
            f"'{file}' is nested too deeply.", place=where, remedy="Copy the file again."
        ) from None
    except ValueError as error:
        reason = printable(str(error), 200)
        raise UserError(
            f"'{file}' cannot be read as JSON ({reason}).", place=where, remedy="Copy the file again."
        ) from None
    if not isinstance(value, dict):
        raise UserError(f"'{file}' holds no JSON object.", place=where, remedy="Copy the file again.")
    return value
