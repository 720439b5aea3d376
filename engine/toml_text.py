"""Parse TOML that a user has written, in a file or on the command line."""

from __future__ import annotations

import tomllib
from pathlib import Path

from engine.errors import UserError, printable
from engine.json_types import ParsedJson
from engine.text_files import read_text_file

_MAX_BYTES = 16 << 20
_MAX_DEPTH = 50


def read_toml(text: str, *, place: str = "") -> ParsedJson:
    """Return the tables of a TOML text. Raises UserError that names the invalid line."""
    try:
        tables = tomllib.loads(text)
        if _is_deeper(tables, _MAX_DEPTH):
            raise RecursionError
    except tomllib.TOMLDecodeError as error:
        reason = printable(str(error), 200)
        raise UserError(f"is not valid TOML: {reason}.", place=place, remedy="Fix that line.") from None
    except RecursionError:
        raise UserError("its values are nested too deeply.", place=place, remedy="Fix it.") from None
    except ValueError:  # Python does not parse numbers of several thousand digits
        raise UserError("it holds a number that is too long.", place=place, remedy="Fix it.") from None
    return tables


def read_toml_file(file: Path) -> ParsedJson:
    """Return the tables of a TOML file. Raises UserError when it is missing, not a file, not UTF-8 or invalid."""
    text = read_text_file(file, max_bytes=_MAX_BYTES, remedy="Check the path, or see palimpsest recipes.")
    return read_toml(text, place=str(file))


def read_toml_value(text: str, *, place: str = "") -> object:
    """Return a value from the command line: parsed as TOML if possible (2e-5, true, ["a"]), else the text itself.

    Raises UserError for a value that is nested too deeply or a number that is too long.
    """
    try:
        tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    except (RecursionError, ValueError):
        pass  # reported below
    return read_toml(f"value = {text}", place=place)["value"]


def _is_deeper(value: object, depth: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return depth == 0 or any(_is_deeper(each, depth - 1) for each in inner)
