"""What class names look like when they are not names of classes: lists of labels, grades, numbers.

A column is read as classes unless the target says otherwise; these are the forms where that is probably not meant.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.formatting.phrases import phrase
from engine.spec.data import DataSource
from engine.spec.targets import ClassTarget, LabelSetTarget

DELIMITERS = (";", "|", ",")
"""Looked for in this order."""
_IN_NAMES = ","
"""Stands in ordinary names of classes too (Paris, France): more evidence is asked for."""
MOST_GRADES = 11
"""More different whole numbers than 0 to 10 are rather counts or codes than grades."""


@dataclass(frozen=True, slots=True)
class LabelForm:
    """What labels look like.

    Attributes:
        message: what was seen, and what it would be otherwise.
        target: the value of ``target`` (``engine.spec.targets``) that reads it so.
    """

    message: str
    target: dict[str, str]

    @property
    def setting(self) -> str:
        """The value of ``target`` as a TOML table has it between its braces."""
        return ", ".join(f'{name} = "{value}"' for name, value in self.target.items())


def find_label_form(classes: Sequence[str]) -> LabelForm | None:
    """Return what the names in ``classes`` look like; None where they look like names of classes.

    Example: ``["bug", "login", "bug;login"]`` are lists of the two labels ``bug`` and ``login``.
    """
    return (
        _json_lists(classes)
        or _joined(classes)
        or _grades(classes)
        or find_number_form(classes, fractions=True)
    )


def form_of_labels(source: DataSource, classes: Sequence[str]) -> LabelForm | None:
    """Return what the classes of a data set look like; None where its classes, or another target, were declared.

    Lists of labels may still be joined by another sign than was declared.
    """
    target = source.target
    if source.classes:
        return None
    if isinstance(target, LabelSetTarget) and not target.columns:
        return _joined(classes, [sign for sign in DELIMITERS if sign != target.delimiter])
    return find_label_form(classes) if target == ClassTarget() else None


def find_number_form(classes: Sequence[str], *, fractions: bool) -> LabelForm | None:
    """Return that the names in ``classes`` look like measured numbers; None where they do not.

    ``fractions``: whether one of them has to have some, as whole numbers are as often codes of classes.

    Example: ``["2.5", "3", "4.75"]`` are numbers.
    """
    try:
        numbers = [float(name) for name in classes]
    except ValueError:
        return None
    if len(numbers) < 3 or not all(map(math.isfinite, numbers)):
        return None
    if fractions and all(number.is_integer() for number in numbers):
        return None
    message = phrase(
        "Labels are {many} different numbers, {least} to {most}: they can be learnt as numbers",
        many=len(numbers),
        least=f"{min(numbers):g}",
        most=f"{max(numbers):g}",
    )
    return LabelForm(message, {"kind": "number"})


def _json_lists(classes: Sequence[str]) -> LabelForm | None:
    if not all(name.startswith("[") and name.endswith("]") for name in classes):
        return None
    try:
        lists = [json.loads(name) for name in classes]
    except (ValueError, RecursionError):
        return None
    labels = {label for each in lists for label in each if isinstance(label, str)}
    if len(labels) < 2:
        return None
    message = phrase("Labels are JSON lists, of {many} different labels", many=len(labels))
    return LabelForm(message, {"kind": "labels"})


def _joined(classes: Sequence[str], delimiters: Sequence[str] = DELIMITERS) -> LabelForm | None:
    for delimiter in delimiters:
        lists = [[part.strip() for part in name.split(delimiter)] for name in classes]
        joined = [each for each in lists if len(each) > 1]
        uses = Counter(label for each in lists for label in each)
        if not joined or "" in uses:
            continue
        if delimiter == _IN_NAMES:
            # Names that hold a comma share no parts with others: "Washington, D.C.".
            is_list = (
                len(joined) > 1
                and len(uses) < len(classes)
                and all(uses[label] > 1 for each in joined for label in each)
            )
        else:
            is_list = all(any(uses[label] > 1 for label in each) for each in joined)
        if is_list:
            shown = delimiter.join(joined[0])
            message = phrase(
                "Class names look like lists of {many} labels ('{shown}'): a text may have several",
                many=len(uses),
                shown=shown,
            )
            return LabelForm(message, {"kind": "labels", "delimiter": delimiter})
    return None


def _grades(classes: Sequence[str]) -> LabelForm | None:
    if not 3 <= len(classes) <= MOST_GRADES or not all(
        name.isascii() and name.isdecimal() and len(name) <= 2 for name in classes
    ):
        return None
    numbers = sorted(map(int, classes))
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return None
    message = phrase(
        "Classes are the numbers {least} to {most}: if they are grades, their order can be learnt",
        least=numbers[0],
        most=numbers[-1],
    )
    return LabelForm(message, {"kind": "rank"})
