"""Forms of labels that are not class names: lists of labels, grades, numbers.

A column is read as classes unless the target defines another form. For these forms classes are probably not meant.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.formatting.phrases import phrase
from engine.json_types import JsonObject
from engine.spec.command_line import to_inline_toml
from engine.spec.data import DataSource
from engine.spec.targets import ClassTarget, LabelSetTarget, read_list

DELIMITERS = (";", "|", ",")
"""Delimiters of labels, in the order in which they are tried."""
_IN_NAMES = ","
"""Occurs in ordinary class names too (Paris, France), so more evidence is required."""
MOST_GRADES = 11
"""More distinct whole numbers than 0 to 10 are counts or codes rather than grades."""


@dataclass(frozen=True, slots=True)
class LabelForm:
    """Form of labels.

    Attributes:
        message: what the labels look like, and what else they may be.
        target: the value of ``target`` (``engine.spec.targets``) for this form.
    """

    message: str
    target: JsonObject

    @property
    def setting(self) -> str:
        """The value of ``target`` as a TOML table has it between its braces."""
        return ", ".join(f"{name} = {to_inline_toml(value)}" for name, value in self.target.items())


def find_label_form(classes: Sequence[str], *, grades: bool = True) -> LabelForm | None:
    """Return the form of the names in ``classes``, or None where they look like class names.

    ``grades``: whether consecutive whole numbers count as grades. They may also be codes of classes.

    Example: ``["bug", "login", "bug;login"]`` are lists of the two labels ``bug`` and ``login``.
    """
    return (
        _lists(classes)
        or _delimited(classes)
        or (find_grades(classes) if grades else None)
        or find_number_form(classes, fractions=True)
    )


def form_of_labels(source: DataSource, classes: Sequence[str]) -> LabelForm | None:
    """Return the form of the classes of a data set, or None where its classes, or another target, were declared.

    Lists of labels may still use another separator than the declared one.
    """
    target = source.target
    if source.classes:
        return None
    if isinstance(target, LabelSetTarget) and not target.columns:
        return _delimited(classes, [sign for sign in DELIMITERS if sign != target.delimiter])
    return find_label_form(classes) if target == ClassTarget() else None


def find_number_form(classes: Sequence[str], *, fractions: bool) -> LabelForm | None:
    """Return the form of measured numbers for the names in ``classes``, or None where they do not look like it.

    ``fractions``: whether one of them must have a fraction, since whole numbers may be codes of classes.

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


def _lists(classes: Sequence[str]) -> LabelForm | None:
    """Return the form of lists in the notation of JSON, Python or NumPy. Lists of one label each are classes."""
    lists = [items for name in classes if (items := read_list(name)) is not None]
    if len(lists) < 2 or 2 * len(lists) < len(classes):
        return None
    labels = {str(label) for each in lists for label in each}
    if all(len(each) == 1 for each in lists) or len(labels) < 2:
        return None
    lengths = {len(each) for each in lists}
    if (
        len(lengths) == 1
        and labels <= {"0", "1"}
        and any(len(set(map(str, each))) < len(each) for each in lists)
    ):
        message = phrase("Labels are lists of {many} values 0 or 1, one for each label", many=lengths.pop())
        return LabelForm(message, {"kind": "labels", "zeros_and_ones": True})
    message = phrase("Labels are lists, of {many} different labels", many=len(labels))
    return LabelForm(message, {"kind": "labels"})


def _delimited(classes: Sequence[str], delimiters: Sequence[str] = DELIMITERS) -> LabelForm | None:
    for delimiter in delimiters:
        lists = [[part.strip() for part in name.split(delimiter)] for name in classes]
        several = [each for each in lists if len(each) > 1]
        uses = Counter(label for each in lists for label in each)
        if not several or "" in uses:
            continue
        if delimiter == _IN_NAMES:
            # Names that hold a comma share no parts with others: "Washington, D.C.".
            is_list = (
                len(several) > 1
                and len(uses) < len(classes)
                and all(uses[label] > 1 for each in several for label in each)
            )
        else:
            is_list = all(any(uses[label] > 1 for label in each) for each in several)
        if is_list:
            example = delimiter.join(several[0])
            message = phrase(
                "Class names look like lists of {many} labels ('{shown}'): a text may have several",
                many=len(uses),
                shown=example,
            )
            return LabelForm(message, {"kind": "labels", "delimiter": delimiter})
    return None


def find_grades(classes: Sequence[str]) -> LabelForm | None:
    """Return the form of consecutive numbers, perhaps with one word (1 star, 2 stars), or None for other classes."""
    parts = [_GRADE.fullmatch(name) for name in classes]
    if (
        not 3 <= len(classes) <= MOST_GRADES
        or len({part and (part[2] or "").rstrip("s") for part in parts}) > 1
    ):
        return None
    by_number = sorted((int(part[1]), name) for part, name in zip(parts, classes, strict=True) if part)
    numbers = [number for number, _ in by_number]
    if len(numbers) < len(classes) or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return None
    message = phrase(
        "Classes are the numbers {least} to {most}: if they are grades, their order can be learnt",
        least=numbers[0],
        most=numbers[-1],
    )
    words = [name for _, name in by_number]
    return LabelForm(
        message, {"kind": "rank"} if all(map(str.isdecimal, words)) else {"kind": "rank", "order": words}
    )


_GRADE = re.compile(r"(\d{1,2})( \w{1,10})?", re.ASCII)
