"""Class names: reading them from a file next to the data, and sorting."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from engine.formatting.numbers import read_index

CLASS_FILES = ("classes.txt", "class.txt", "labels.txt")
"""One class name per line, in the order of the labels (Zhang et al. 2015 count from 1, others from 0)."""

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def find_class_file(path: Path) -> Path | None:
    """Return the file of class names in the folder of ``path``, or None."""
    for name in CLASS_FILES:
        candidate = path.parent / name
        if candidate.is_file() and candidate != path:
            return candidate
    return None


def read_class_names(file: Path) -> tuple[str, ...]:
    """Return the names in ``file``, without trailing blank lines."""
    names = [line.strip() for line in file.read_text(encoding="utf-8-sig", errors="replace").splitlines()]
    while names and not names[-1]:
        names.pop()
    return tuple(names)


def name_numeric_labels(labels: Iterable[str], names: tuple[str, ...]) -> dict[str, str]:
    """Return the name of each numeric label if all labels are indices of ``names``, else an empty dict.

    Indices start at 0 if a 0 occurs, else at 1.
    """
    cells = set(labels)
    numbers = {cell: number for cell in cells if (number := read_index(cell)) is not None}
    if not cells or len(numbers) < len(cells):
        return {}
    first = 0 if 0 in numbers.values() else 1
    if max(numbers.values()) - first >= len(names):
        return {}
    return {cell: names[number - first] for cell, number in numbers.items()}


def order_classes(labels: Iterable[str]) -> tuple[str, ...]:
    """Return the distinct labels in order: numbers by value, words alphabetically."""
    cells = set(labels)
    if all(_NUMBER.fullmatch(cell) for cell in cells):
        return tuple(sorted(cells, key=lambda cell: (float(cell), cell)))
    return tuple(sorted(cells, key=lambda cell: (cell.casefold(), cell)))
