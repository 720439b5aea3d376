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


def read_costs(file: Path, classes: Sequence[str]) -> tuple[tuple[float, ...], ...]:
    """Return the costs of a CSV whose head names the answers and whose first column the true classes, in their order.

    ::

        true,ham,spam
        ham,0,5
        spam,1,0

    Raises UserError for a class that lacks or is unknown, and for what is no number.
    """
    remedy = f"Its head is true,{','.join(classes)}, and so is its first column, downwards."
    return tuple(tuple(row[name] for name in classes) for row in _read_costs(file, classes, classes, remedy))


def read_label_costs(file: Path, labels: Sequence[str]) -> tuple[tuple[float, float], ...]:
    """Return what it costs to give each label wrongly and to miss it, from a CSV with a row for each label.

    ::

        label,given wrongly,missed
        politics,1,1
        violence,1,10

    The least expected cost is that of giving a label from the probability ``label_threshold`` on. Raises UserError as
    ``read_costs``, and for a cost below 0.
    """
    remedy = (
        f"Its head is label,{','.join(LABEL_COSTS)}, and its first column {', '.join(labels)}, downwards."
    )
    found = _read_costs(file, LABEL_COSTS, labels, remedy)
    for name, row in zip(labels, found, strict=True):
        _require_errors_cost(name, list(row.values()), str(file))
    return tuple((row[LABEL_COSTS[0]], row[LABEL_COSTS[1]]) for row in found)


def given_costs(
    file: Path | None, entries: Sequence[str], classes: Sequence[str], several: bool
) -> tuple[tuple[float, ...], ...]:
    """Return the costs of a file, else of single entries: ``TRUE:ANSWER=COST``, or of ``several`` labels
    ``LABEL:missed=COST`` and ``LABEL:given wrongly=COST``.

    What no entry names costs 1, a right answer 0. Example: of ham and spam, ``spam:ham=5`` is ((0, 1), (5, 0)).

    Raises UserError for what is no such entry, and as ``read_costs`` and ``read_label_costs``.
    """
    if file is not None:
        return read_label_costs(file, classes) if several else read_costs(file, classes)
    columns, form = (LABEL_COSTS, "LABEL:missed=COST") if several else (classes, "TRUE:ANSWER=COST")
    found = _parse_entries(entries, classes, columns, form)
    rows = tuple(
        tuple(found.get((row, column), float(several or row != column)) for column in columns)
        for row in classes
    )
    for name, row in zip(classes, rows, strict=True) if several else ():
        _require_errors_cost(name, row, "--cost")
    return rows


def _parse_entries(
    entries: Sequence[str], rows: Sequence[str], columns: Sequence[str], form: str
) -> dict[tuple[str, str], float]:
    """Return the cost of each (row, column) that an entry names; names may hold ``:`` and ``=`` themselves."""
    places = {f"{row}:{column}": (row, column) for row in rows for column in columns}
    found: dict[tuple[str, str], float] = {}
    for entry in entries:
        name, _, number = entry.rpartition("=")
        if name.strip() not in places:
            raise UserError(
                f"names no cost; the form is {form}.",
                place=f"--cost {printable(entry, 60)}",
                remedy=f"For example --cost '{next(iter(list(places)[1:]), form)}=5'.",
            )
        try:
            cost = float(number)
        except ValueError:
            cost = math.nan
        if not math.isfinite(cost):
            raise UserError(
                "a cost is not a finite number.",
                place=f"--cost {printable(entry, 60)}",
                remedy="Write a number.",
            )
        first = found.setdefault(places[name.strip()], cost)
        require_one_value(first, cost, place=f"--cost {printable(name.strip(), 60)}")
    return found


def _require_errors_cost(name: str, row: Sequence[float], place: str) -> None:
    if min(row) < 0 or max(row) == 0:
        raise UserError(
            f"the costs of '{name}' are not costs of errors.",
            place=place,
            remedy="Write numbers of 0 or more, not both 0.",
        )


def label_threshold(wrongly: float, missed: float) -> float:
    """Return the probability from which giving a label costs less than leaving it out (Elkan 2001, 2.2).

    Example: where missing it costs nine times as much, it is 0.1.
    """
    return wrongly / (wrongly + missed)


def _read_costs(
    file: Path, columns: Sequence[str], names: Sequence[str], remedy: str
) -> list[dict[str, float]]:
    """Return a row by column for each of ``names``, in their order, of a CSV with exactly these rows and columns."""
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            rows = [row for row in csv.reader(lines) if any(cell.strip() for cell in row)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"the costs cannot be read: {error}.", place=str(file)) from None
    head = [cell.strip() for cell in rows[0][1:]] if rows else []
    if sorted(head) != sorted(columns):
        raise UserError(
            f"the costs are not of the {len(names)} classes.", place=f"{file}, row 1", remedy=remedy
        )
    found: dict[str, dict[str, float]] = {}
    for number, row in enumerate(rows[1:], 2):
        name = row[0].strip()
        if name not in names or name in found or len(row) != len(head) + 1:
            raise UserError(
                f"'{name}' is not a class, comes twice, or has not one cost for each class.",
                place=f"{file}, row {number}",
                remedy=remedy,
            )
        try:
            costs = [float(cell) for cell in row[1:]]
        except ValueError as error:
            raise UserError(f"{error}.", place=f"{file}, row {number}", remedy="Write numbers.") from None
        if not all(math.isfinite(cost) for cost in costs):
            raise UserError(
                "a cost is not a finite number.", place=f"{file}, row {number}", remedy="Write numbers."
            )
        found[name] = dict(zip(head, costs, strict=True))
    if missing := [name for name in names if name not in found]:
        raise UserError(f"there is no row for '{missing[0]}'.", place=str(file), remedy=remedy)
    return [found[name] for name in names]
