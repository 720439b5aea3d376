"""Class names: reading them from a file next to the data, and sorting."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from engine.formatting.numbers import read_index

CLASS_FILES = tuple(
    "classes.txt class.txt labels.txt id2label.json label2id.json labels.json labels.csv".split()
)
"""Class names by line, in the order of the labels (Zhang et al. 2015 count from 1, others from 0) or with numbers."""
_MOST_BYTES = 1 << 20
_NUMBERED = re.compile(r"(\d+)[\s,;:=]\s*(.+)|(.+?)\s*[\t,;:=]\s*(\d+)")

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def find_class_file(path: Path) -> Path | None:
    """Return the file of class names in the folder of ``path``, or None."""
    for name in CLASS_FILES:
        candidate = path.parent / name
        if candidate.is_file() and candidate != path:
            return candidate
    return None


def read_class_names(file: Path) -> tuple[str, ...]:
    """Return the names in ``file``: its lines without trailing blank ones, or in the order of their numbers.

    Numbers are before or after the names, below a header or without one. Empty for a table of something else.
    """
    with file.open("rb") as stream:
        text = stream.read(_MOST_BYTES).decode("utf-8-sig", "replace")
    names = [line.strip() for line in (_json_lines(text) if file.suffix == ".json" else text.splitlines())]
    while names and not names[-1]:
        names.pop()
    pairs = [match for name in names if (match := _NUMBERED.fullmatch(name))]
    numbered = {int(match[1] or match[4]): (match[2] or match[3]).strip('" ') for match in pairs}
    first = min(numbered, default=0)
    is_whole = sorted(numbered) in ([*range(len(pairs))], [*range(1, len(pairs) + 1)])
    if len(pairs) >= max(2, len(names) - 1) and is_whole and len(set(numbered.values())) == len(pairs):
        return tuple(numbered[first + index] for index in range(len(pairs)))
    return () if file.suffix == ".csv" else tuple(names)


def _json_lines(text: str) -> list[str]:
    """Return the names in a JSON list, or the numbers and names of an object, as lines."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if isinstance(value, dict):
        return [f"{key}\t{name}" for key, name in value.items()]
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def name_numeric_labels(
    labels: Iterable[str], names: tuple[str, ...], *, uses_last: bool = False
) -> dict[str, str]:
    """Return the name of each numeric label if all labels are indices of ``names``, else an empty dict.

    Indices start at 0 if a 0 occurs, else at 1. ``uses_last``: the last name must have a label.
    """
    cells = set(labels)
    numbers = {cell: number for cell in cells if (number := read_index(cell)) is not None}
    if not cells or len(numbers) < len(cells):
        return {}
    first = 0 if 0 in numbers.values() else 1
    last = max(numbers.values()) - first
    if last >= len(names) or (uses_last and last < len(names) - 1):
        return {}
    return {cell: names[number - first] for cell, number in numbers.items()}


def order_classes(labels: Iterable[str]) -> tuple[str, ...]:
    """Return the distinct labels in order: numbers by value, words alphabetically."""
    cells = set(labels)
    if all(_NUMBER.fullmatch(cell) for cell in cells):
        return tuple(sorted(cells, key=lambda cell: (float(cell), cell)))
    return tuple(sorted(cells, key=lambda cell: (cell.casefold(), cell)))
