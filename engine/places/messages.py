"""``Message``: a JSON object from the other side of a connection, whose values are looked at before they are used."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from engine.json_types import JsonObject

GREETING = b"palimpsest-place "
PROTOCOL = 1
MOST_LINE = 64 << 20
PART_BYTES = 512 << 10
"""Bytes of a file in one request or answer: half a second at 1 MB/s. Curves continue between them."""


class BadMessageError(ValueError):
    """A message lacks a value, or holds one of another kind."""


@dataclass(frozen=True, slots=True)
class Message:
    """A question or an answer: its values by name. Every method raises BadMessageError for a value of another kind."""

    values: Mapping[str, object]

    @classmethod
    def parse(cls, line: bytes) -> Message:
        """Return the message in a line of JSON."""
        try:
            content = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadMessageError(str(error)) from None
        return cls(_table(content, "the message"))

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def text(self, name: str) -> str:
        """Return a text, empty where there is none."""
        value = self.values.get(name, "")
        if not isinstance(value, str):
            raise BadMessageError(f"{name} is no text")
        return value

    def number(self, name: str) -> int:
        """Return a whole number, or the whole number in a text. 0 where there is none."""
        return _number(self.values.get(name, 0), name)

    def flag(self, name: str) -> bool:
        """Return whether something is so."""
        return self.values.get(name) is True

    def seconds(self, name: str) -> float:
        """Return a number that need not be whole."""
        value = self.values.get(name, 0.0)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BadMessageError(f"{name} is no number")
        return float(value)

    def items(self, name: str) -> list[object]:
        """Return a list."""
        value = self.values.get(name, [])
        if not isinstance(value, list):
            raise BadMessageError(f"{name} is no list")
        return value

    def texts(self, name: str) -> list[str]:
        """Return a list of texts."""
        return [str(each) for each in self.items(name)]

    def table(self, name: str) -> JsonObject:
        """Return an object."""
        return _table(self.values.get(name, {}), name)

    def numbers(self, name: str) -> dict[str, int]:
        """Return an object of whole numbers."""
        return {key: _number(value, name) for key, value in self.table(name).items()}


def _table(value: object, name: str) -> JsonObject:
    if not isinstance(value, dict):
        raise BadMessageError(f"{name} is no object")
    return value


def _number(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise BadMessageError(f"{name} is no number")
    return int(value)
