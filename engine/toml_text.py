"""TOML that a user has written, in a file or at the command line: the one door through which it comes."""

from __future__ import annotations

import tomllib
from pathlib import Path

from engine.errors import UserError, printable
from engine.json_types import ParsedJson
from engine.text_files import read_text_file

_MOST_BYTES = 16 << 20
_MOST_DEPTH = 50


def read_toml(text: str, *, place: str = "") -> ParsedJson:
    """Return the tables of a TOML text that a user has written. Raises UserError that names the line at fault."""
    try:
        tables = tomllib.loads(text)
        if _deeper_than(tables, _MOST_DEPTH):
            raise RecursionError
    except tomllib.TOMLDecodeError as error:
        reason = printable(str(error), 200)
        raise UserError(f"is not valid TOML: {reason}.", place=place, remedy="Fix that line.") from None
    except RecursionError:
        raise UserError("its values are nested too deeply.", place=place, remedy="Fix it.") from None
    except ValueError:  # Python reads no number of more than some thousand digits
        raise UserError("it holds a number that is too long.", place=place, remedy="Fix it.") from None
    return tables


def read_toml_file(file: Path) -> ParsedJson:
    """Return the tables of a user's TOML file. Raises UserError when it is missing, no file, not UTF-8 or no TOML."""
    text = read_text_file(file, max_bytes=_MOST_BYTES, remedy="Check the path, or see palimpsest recipes.")
    return read_toml(text, place=str(file))


def read_toml_value(text: str, *, place: str = "") -> object:
    """Return a value typed at the command line: TOML where it is TOML (2e-5, true, ["a"]), else the word itself.

    Raises UserError for a value that is nested too deeply or a number that is too long.
    """
    try:
        tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    except (RecursionError, ValueError):
        pass  # what is wrong is said below
    return read_toml(f"value = {text}", place=place)["value"]


def _deeper_than(value: object, depth: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return depth == 0 or any(_deeper_than(each, depth - 1) for each in inner)
