"""Targets: the label type of a data set: one class, ordered classes, several labels, probabilities, a number.

A target parses the cells of the label column, each distinct cell once. If several columns form a label, their cells are
first combined into one cell, a JSON list. Values keep their type from the Arrow file to the batch and the table of
predictions. An objective defines how they are learnt.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, Self, cast

from pydantic import model_validator

from engine.json_types import JsonObject
from engine.spec.base import Choice, field

if TYPE_CHECKING:
    import numpy as np


class Target(Choice):
    """The type of a label.

    Attributes:
        dtype: of its values: ``int32`` for class numbers, ``float64`` for all others.
        has_classes: whether cells name classes. The data set then has a list of them.
        reads_lists: whether a nested value (a list, an object) of JSON lines or Parquet can be a label.
    """

    noun: ClassVar[str] = "target"
    dtype: ClassVar[Literal["int32", "float64"]] = "float64"
    has_classes: ClassVar[bool] = False
    reads_lists: ClassVar[bool] = False

    @property
    def may_be_empty(self) -> bool:
        """Whether an empty cell is a valid label: a text without classes."""
        return False

    def label_columns(self) -> tuple[str, ...]:
        """Return the names of the columns that form a label together. Empty if there is one label column."""
        return ()

    def mentioned_classes(self, cell: str) -> tuple[str, ...]:
        """Return the classes in a cell. Empty if labels have no classes."""
        return (cell,) if self.has_classes else ()

    def arrange(self, present: Collection[str]) -> tuple[str, ...]:
        """Return all classes in order, including those ``present`` in the training part.

        Empty where the order does not matter and the data set determines it. Raises ValueError, with the reason, where
        the order matters but is unknown or incomplete.
        """
        return ()

    def parse(self, cell: str, classes: Mapping[str, int]) -> float | Sequence[float]:
        """Return the value of a cell: a number, or a row of numbers of constant length.

        Args:
            cell: the text of the file, trimmed. Empty only if ``may_be_empty``.
            classes: number by class.

        Raises ValueError, with the reason, for an invalid cell.
        """
        raise AssertionError(f"{type(self).__name__} reads no labels")

    def strata(self, labels: np.ndarray) -> np.ndarray:
        """Return the stratum of each of n labels, int64 [n], for stratified splits.

        It is the single class. Labels without one are one stratum by default, for random splits.
        """
        import numpy

        main = self.main_classes(labels)
        return numpy.zeros(len(labels), numpy.int64) if main is None else main

    def main_classes(self, labels: np.ndarray) -> np.ndarray | None:
        """Return the single class of each of n ``labels``, int64 [n], or None if labels are not single classes."""
        return None

    def count_texts(self, labels: np.ndarray, classes: int) -> np.ndarray:
        """Return the number of texts in each class, int64 [classes]."""
        import numpy

        main = self.main_classes(labels)
        return (
            numpy.bincount(main, minlength=classes) if main is not None else numpy.zeros(classes, numpy.int64)
        )

    def has_class(self, labels: np.ndarray, number: int) -> np.ndarray:
        """Return a mask of the n ``labels`` that are or include the class ``number``, bool [n]."""
        import numpy

        main = self.main_classes(labels)
        return numpy.zeros(len(labels), bool) if main is None else numpy.asarray(main == number)

    def show(self, value: float | Sequence[float], classes: Sequence[str]) -> str:
        """Return a label or a prediction as text."""
        assert not isinstance(value, Sequence)
        return f"{value:.6g}"


class NumberTarget(Target):
    """A real number: a rating, a price, a share."""

    title: ClassVar[str] = "A number"
    kind: Literal["number"] = "number"

    def parse(self, cell: str, classes: Mapping[str, int]) -> float | Sequence[float]:
        try:
            value = read_number(cell)
        except ValueError:
            raise ValueError("it is not a number (with a point, not a comma: 3.5)") from None
        if not math.isfinite(value):
            raise ValueError("it is not a finite number")
        return value


class _OneClass(Target):
    """One class for each text, as a class number."""

    dtype: ClassVar[Literal["int32", "float64"]] = "int32"
    has_classes: ClassVar[bool] = True

    def mentioned_classes(self, cell: str) -> tuple[str, ...]:
        """Return the class of a cell, which may be a list of one. Raises ValueError for another list or object."""
        items = read_list(cell)
        if items is None and isinstance(_json_or_none(cell), dict):
            raise ValueError("it is an object without a name")
        if items is None or any(isinstance(each, dict | list) for each in items):
            return (cell,)
        if len(items) != 1:
            text = "several labels" if items else "no label"
            raise ValueError(f"it lists {text}, but each text has one class")
        return tuple(str(each).strip() for each in items)

    def parse(self, cell: str, classes: Mapping[str, int]) -> float | Sequence[float]:
        return classes[self.mentioned_classes(cell)[0]]

    def main_classes(self, labels: np.ndarray) -> np.ndarray | None:
        return labels.astype("int64")

    def show(self, value: float | Sequence[float], classes: Sequence[str]) -> str:
        assert not isinstance(value, Sequence)
        return classes[int(value)]


class ClassTarget(_OneClass):
    """Each text belongs to one class."""

    title: ClassVar[str] = "One class"
    kind: Literal["class"] = "class"


class RankTarget(_OneClass):
    """Each text belongs to one of several ordered classes: grades, stars, levels of agreement."""

    title: ClassVar[str] = "Ordered classes"
    kind: Literal["rank"] = "rank"

    order: list[str] = field([], "Order")
    """The classes from the lowest to the highest; empty if they are numbers."""

    @model_validator(mode="after")
    def _require_distinct_order(self) -> Self:
        _require_distinct(self.order, "order")
        return self

    def arrange(self, present: Collection[str]) -> tuple[str, ...]:
        if self.order:
            if unknown := sorted(set(present) - set(self.order)):
                raise ValueError(f"'{unknown[0]}' is missing from the order ({', '.join(self.order)})")
            return tuple(self.order)
        try:
            numbers = {name: float(name) for name in present}
        except ValueError:
            listed = ", ".join(sorted(present)[:6])
            raise ValueError(
                f"classes that are not numbers ({listed}) need their order, from the lowest to the highest"
            ) from None
        if not all(map(math.isfinite, numbers.values())):
            raise ValueError("a class that is not a finite number cannot be ordered")
        return tuple(sorted(numbers, key=lambda name: (numbers[name], name)))


class LabelSetTarget(Target):
    """Each text has any number of labels, or none: topics, emotions, kinds of toxicity.

    A cell holds them between delimiters (``news|sport``) or as a list of JSON or Python (``["news", "sport"]``),
    possibly one of 0 and 1 for every label (``[0, 1, 1]``). Or there is a column of 0 and 1 for each label. A value is
    a row of 0 and 1, one for each label.
    """

    title: ClassVar[str] = "Several labels"
    kind: Literal["labels"] = "labels"
    has_classes: ClassVar[bool] = True
    reads_lists: ClassVar[bool] = True

    delimiter: str = field(",", "Label separator", min_length=1)
    """The separator of the labels in a cell. A cell that is a JSON list is read as one."""
    columns: list[str] = field([], "Label columns")
    """Columns of 0 and 1, one for each label and named after it. Empty: the label column has the labels."""

    zeros_and_ones: bool = field(False, "Lists of 0 and 1", later=True)
    """A cell is a list of 0 and 1, one for each label; data.classes names them in that order."""

    @model_validator(mode="after")
    def _can_be_read(self) -> Self:
        _require_distinct(self.columns, "columns")
        if len(self.columns) == 1:
            raise ValueError("one label column is given. Several labels need two or more")
        return self

    @property
    def may_be_empty(self) -> bool:
        return not self.columns

    def label_columns(self) -> tuple[str, ...]:
        return tuple(self.columns)

    def mentioned_classes(self, cell: str) -> tuple[str, ...]:
        if self.columns:
            return tuple(self.columns)
        items = read_list(cell)
        if self.zeros_and_ones:
            if items is None or not set(map(str, items)) <= TRUTHS.keys():
                raise ValueError("it is not a list of 0 and 1")
            return tuple(map(str, range(len(items))))
        if items is None and cell[:1] in ("[", "{"):
            raise ValueError("it begins like a list and cannot be read as one")
        if items is not None and not all(isinstance(name, str | int | float) for name in items):
            raise ValueError("it is a list of something other than labels")
        names = [str(name).strip() for name in (cell.split(self.delimiter) if items is None else items)]
        return tuple(dict.fromkeys(name for name in names if name))

    def arrange(self, present: Collection[str]) -> tuple[str, ...]:
        return tuple(self.columns)

    def parse(self, cell: str, classes: Mapping[str, int]) -> float | Sequence[float]:
        if self.columns:
            return [_truth(value, name) for value, name in zip(json.loads(cell), self.columns, strict=True)]
        row = [0.0] * len(set(classes.values()))
        names = self.mentioned_classes(cell)
        flags = read_list(cell) if self.zeros_and_ones else None
        if flags is not None and len(flags) != len(row):
            raise ValueError(f"it has {len(flags)} values, others have {len(row)}")
        for index, name in enumerate(names):
            row[classes[name]] = 1.0 if flags is None else TRUTHS[str(flags[index])]
        return row

    def strata(self, labels: np.ndarray) -> np.ndarray:
        """Return the rarest label of each text, counted from 1, or 0 for a text without labels.

        Stratified by it, every split gets its share of rare labels. Example: [[1, 1], [1, 0], [0, 0]] gives [2, 1, 0].
        """
        import numpy

        rare_first = numpy.argsort(labels.sum(axis=0), kind="stable")
        has_label = labels[:, rare_first] > 0
        return numpy.where(has_label.any(axis=1), rare_first[has_label.argmax(axis=1)] + 1, 0).astype(
            numpy.int64
        )

    def count_texts(self, labels: np.ndarray, classes: int) -> np.ndarray:
        return labels.reshape(-1, classes).sum(axis=0).astype("int64")

    def has_class(self, labels: np.ndarray, number: int) -> np.ndarray:
        return labels[:, number] > 0

    def show(self, value: float | Sequence[float], classes: Sequence[str]) -> str:
        assert not isinstance(value, float | int)
        names = [name for name, is_set in zip(classes, value, strict=True) if is_set]
        if any(self.delimiter in name for name in names):
            return json.dumps(names, ensure_ascii=False)
        return self.delimiter.join(names)


SUM_TOLERANCE = 0.01
"""Largest deviation of the sum of a text's probabilities from 1. They are normalised."""


class DistributionTarget(Target):
    """Each text has a probability for each class, for example because annotators disagreed.

    A cell is a JSON object (``{"positive": 0.8, "negative": 0.2}``) or a JSON list of all probabilities in the order of
    ``data.classes``. Or there is a column of probabilities for each class.
    """

    title: ClassVar[str] = "Probabilities of classes"
    kind: Literal["distribution"] = "distribution"
    has_classes: ClassVar[bool] = True
    reads_lists: ClassVar[bool] = True

    columns: list[str] = field([], "Class columns")
    """Columns of probabilities, one for each class and named after it. Empty: the label column has the
    probabilities, as a JSON object or list."""

    @model_validator(mode="after")
    def _can_be_read(self) -> Self:
        _require_distinct(self.columns, "columns")
        if len(self.columns) == 1:
            raise ValueError("one class column is given. Probabilities need two or more")
        return self

    def label_columns(self) -> tuple[str, ...]:
        return tuple(self.columns)

    def mentioned_classes(self, cell: str) -> tuple[str, ...]:
        if self.columns:
            return tuple(self.columns)
        content = _json_or_none(cell)
        if isinstance(content, dict):
            return tuple(content)
        return tuple(map(str, range(len(content)))) if isinstance(content, list) else ()

    def arrange(self, present: Collection[str]) -> tuple[str, ...]:
        return tuple(self.columns)

    def parse(self, cell: str, classes: Mapping[str, int]) -> float | Sequence[float]:
        content = _json_or_none(cell)
        if not isinstance(content, dict | list):
            raise ValueError("it is neither a JSON object of probabilities nor a JSON list of them")
        shares = (
            content
            if isinstance(content, dict)
            else dict(zip(self.mentioned_classes(cell), content, strict=True))
        )
        row = [0.0] * len(set(classes.values()))
        for name, value in shares.items():
            row[classes[name]] = _probability(value, name)
        total = math.fsum(row)
        if abs(total - 1) > SUM_TOLERANCE:
            raise ValueError(f"its probabilities sum to {total:.4g}, not 1")
        return [share / total for share in row]

    def main_classes(self, labels: np.ndarray) -> np.ndarray | None:
        return labels.argmax(axis=1).astype("int64")

    def show(self, value: float | Sequence[float], classes: Sequence[str]) -> str:
        if not hasattr(value, "__len__"):  # a prediction is one class
            return classes[int(value)]
        shares = [
            (name, share)
            for name, share in zip(classes, cast("Sequence[float]", value), strict=True)
            if share > 0
        ]
        return ", ".join(f"{name} {share:.3g}" for name, share in sorted(shares, key=lambda each: -each[1]))


def read_number(cell: str) -> float:
    """Return the number in a cell, with a decimal point or comma. Raises ValueError for any other text.

    A comma before exactly three digits is ambiguous (thousands), so it is not accepted.

    >>> read_number("2.5"), read_number("2,5")
    (2.5, 2.5)
    """
    return float(cell.replace(",", ".") if _DECIMAL_COMMA.fullmatch(cell) else cell)


_DECIMAL_COMMA = re.compile(r"[+-]?\d+,(\d{1,2}|\d{4,})")


def read_list(cell: str) -> list[object] | None:
    """Return the values of a list in the notation of JSON, Python or NumPy, or None for any other cell.

    An object has a flag for each value, or is one value with a name.

    >>> read_list("['a', 'b']"), read_list("[0 1]"), read_list('{"a": 1, "b": 0}'), read_list("[sic]")
    (['a', 'b'], [0, 1], ['a'], None)
    >>> read_list('{"name": "a", "id": 3}')
    ['a']
    """
    if cell[:1] not in ("[", "(", "{"):
        return None
    text = cell
    if _NUMPY.fullmatch(text):  # values separated by blanks
        text = re.sub(r"(?<=['\"])\s+(?=['\"])|(?<=\d)\s+(?=\d)", ", ", text)
    content: object = _json_or_none(text)
    if content is None:
        try:
            content = ast.literal_eval(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            return None
    if isinstance(content, dict) and content.keys() == {"choices"}:  # as Label Studio writes several labels
        content = content["choices"]
    if isinstance(content, dict):
        flags = {name: TRUTHS.get(str(value).casefold()) for name, value in content.items()}
        if None not in flags.values():
            return [name for name, value in flags.items() if value]
        names: list[object] = [content[key] for key in _NAME_KEYS if isinstance(content.get(key), str)]
        return names[:1] or None
    return list(content) if isinstance(content, list | tuple | set) else None


_NAME_KEYS = ("name", "label", "value", "title", "text")
"""Keys of the name of a label that is an object, in the order of preference."""
_NUMPY = re.compile(r"""\[\s*(\d+(\s+\d+)+|'[^']*'(\s+'[^']*')+|"[^"]*"(\s+"[^"]*")+)\s*\]""")


def _require_distinct(names: Sequence[str], field_name: str) -> None:
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise ValueError(f"'{repeated}' occurs twice in {field_name}")


def _json_or_none(cell: str) -> JsonObject | list[object] | None:
    try:
        content = json.loads(cell)
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict | list) else None


TRUTHS = dict.fromkeys("0 0.0 false no nein non nee нет 否".split(), 0.0) | dict.fromkeys(
    "1 1.0 true yes ja oui si sí да 是".split(), 1.0
)
"""Values of columns with a flag for each label, casefolded."""


def _truth(value: str, column: str) -> float:
    if (truth := TRUTHS.get(value.casefold())) is None:
        raise ValueError(f"column '{column}' holds '{value}', neither 0 nor 1")
    return truth


def _probability(value: object, name: str) -> float:
    try:
        probability = float(value) if isinstance(value, str | int | float) else math.nan
    except ValueError:
        probability = math.nan
    if not 0 <= probability <= 1:  # rejects NaN too
        raise ValueError(f"the probability of '{name}' is '{value}', not a number from 0 to 1")
    return probability
