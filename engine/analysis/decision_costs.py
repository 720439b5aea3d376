"""Read what errors cost: a matrix of classes, or for each label that of giving it wrongly and that of missing it."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from pathlib import Path

from engine.errors import UserError, printable
from engine.spec.sweep import require_one_value

LABEL_COSTS = ("given wrongly", "missed")
"""The columns of costs of labels."""
Costs = tuple[tuple[float, ...], ...]
"""A row for each class or label, in their order, with the costs of ``LABEL_COSTS`` or of each answer."""


def read_costs(file: Path, classes: Sequence[str], several: bool = False) -> Costs:
    """Return the costs of a CSV whose head names the answers and whose first column the true classes::

        true,ham,spam
        ham,0,5
        spam,1,0

    Where a text may have ``several`` labels, what it costs to give each wrongly and to miss it::

        label,given wrongly,missed
        politics,1,1
        violence,1,10

    The least expected cost is that of giving a label from the probability ``label_threshold`` on. Raises UserError for
    a class that lacks or is unknown, for what is no number, and for costs of labels that are none of errors.
    """
    columns, corner = (LABEL_COSTS, "label") if several else (classes, "true")
    remedy = f"Its header is {corner},{','.join(columns)}, and its first column lists {', '.join(classes)}."
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            rows = [row for row in csv.reader(lines) if any(cell.strip() for cell in row)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"the costs cannot be read: {error}.", place=str(file)) from None
    header = [cell.strip() for cell in rows[0][1:]] if rows else []
    if sorted(header) != sorted(columns):
        raise UserError(
            f"the costs are not of the {len(classes)} classes.", place=f"{file}, row 1", remedy=remedy
        )
    costs: dict[tuple[str, str], float] = {}
    for number, row in enumerate(rows[1:], 2):
        name, place = row[0].strip(), f"{file}, row {number}"
        if name not in classes or (name, header[0]) in costs or len(row) != len(header) + 1:
            raise UserError(
                f"'{name}' is not a class, occurs twice, or does not have one cost for each class.",
                place=place,
                remedy=remedy,
            )
        costs |= {(name, column): _cost(cell, place) for column, cell in zip(header, row[1:], strict=True)}
    if missing := [name for name in classes if (name, header[0]) not in costs]:
        raise UserError(f"there is no row for '{missing[0]}'.", place=str(file), remedy=remedy)
    return _rows(costs, classes, several, str(file))


def given_costs(file: Path | None, entries: Sequence[str], classes: Sequence[str], several: bool) -> Costs:
    """Return the costs of a file, else of single entries: ``TRUE:ANSWER=COST``, or of ``several`` labels
    ``LABEL:missed=COST`` and ``LABEL:given wrongly=COST``.

    What no entry names costs 1, a right answer 0. Names may hold ``:`` and ``=`` themselves. Example: of ham and spam,
    ``spam:ham=5`` is ((0, 1), (5, 0)).

    Raises UserError for what is no such entry, and as ``read_costs``.
    """
    if file is not None:
        return read_costs(file, classes, several)
    columns, form = (LABEL_COSTS, "LABEL:missed=COST") if several else (classes, "TRUE:ANSWER=COST")
    places = {f"{row}:{column}": (row, column) for row in classes for column in columns}
    costs: dict[tuple[str, str], float] = {}
    for entry in entries:
        name, _, number = entry.rpartition("=")
        if name.strip() not in places:
            raise UserError(
                f"names no cost; the form is {form}.",
                place=f"--cost {printable(entry, 60)}",
                remedy=f"For example --cost '{next(iter(list(places)[1:]), form)}=5'.",
            )
        cost = _cost(number, f"--cost {printable(entry, 60)}")
        first = costs.setdefault(places[name.strip()], cost)
        require_one_value(first, cost, place=f"--cost {printable(name.strip(), 60)}")
    return _rows(costs, classes, several, "--cost")


def _cost(text: str, place: str) -> float:
    try:
        cost = float(text)
    except ValueError:
        cost = math.nan
    if not math.isfinite(cost):
        raise UserError("a cost is not a finite number.", place=place, remedy="Write a number.")
    return cost


def _rows(costs: dict[tuple[str, str], float], classes: Sequence[str], several: bool, place: str) -> Costs:
    columns = LABEL_COSTS if several else classes
    rows = tuple(
        tuple(costs.get((row, column), float(several or row != column)) for column in columns)
        for row in classes
    )
    for name, row in zip(classes, rows, strict=True) if several else ():
        if min(row) < 0 or max(row) == 0:
            raise UserError(
                f"the costs of '{name}' are not costs of errors.",
                place=place,
                remedy="Write numbers of 0 or more, not both 0.",
            )
    return rows


def label_threshold(wrongly: float, missed: float) -> float:
    """Return the probability from which giving a label costs less than leaving it out (Elkan 2001, 2.2).

    Example: where missing it costs nine times as much, it is 0.1.
    """
    return wrongly / (wrongly + missed)
