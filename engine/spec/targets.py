"""Targets: the type of a data set's labels, classes or what a module adds (numbers, several classes, shares).

A target says how the cell of the label column becomes a value, once for each different cell. Values are kept
in that type from the Arrow file to the batch and the table of predictions; an objective says how they are
learnt.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.spec.base import Choice

if TYPE_CHECKING:
    import numpy as np


class Target(Choice):
    """What a label is.

    Attributes:
        dtype: of its values: ``int32`` for class numbers, ``float64`` for all others.
        has_classes: whether cells name classes; the data set then has a list of them.
    """

    noun: ClassVar[str] = "target"
    dtype: ClassVar[Literal["int32", "float64"]] = "float64"
    has_classes: ClassVar[bool] = False

    def mentioned_classes(self, cell: str) -> tuple[str, ...]:
        """Return the classes that a cell names; none where labels have no classes."""
        return (cell,) if self.has_classes else ()

    def parse(self, cell: str, classes: Mapping[str, int]) -> float | Sequence[float]:
        """Return the value of a cell: a number, or a row of numbers, as long for every cell.

        Args:
            cell: as it stands in the file, trimmed, not empty.
            classes: the number of each class that cells name.

        Raises ValueError, saying what is wrong with it, for a cell that holds no such label.
        """
        raise AssertionError(f"{type(self).__name__} reads no labels")

    def strata(self, labels: np.ndarray) -> np.ndarray:
        """Return the stratum of each of n labels, int64 [n]; every split is drawn with all strata.

        One stratum by default: a plain random split.
        """
        import numpy

        return numpy.zeros(len(labels), numpy.int64)

    @classmethod
    def show(cls, value: float, classes: Sequence[str]) -> str:
        """Return a label or an answer in words."""
        return f"{value:.6g}"


class NumberTarget(Target):
    """A real number: a rating, a price, a share."""

    title: ClassVar[str] = "A number"
    kind: Literal["number"] = "number"

    def parse(self, cell: str, classes: Mapping[str, int]) -> float | Sequence[float]:
        try:
            value = float(cell)
        except ValueError:
            raise ValueError("it is no number (with a point, not a comma: 3.5)") from None
        if not math.isfinite(value):
            raise ValueError("it is no finite number")
        return value


class ClassTarget(Target):
    """Each text belongs to one class."""

    title: ClassVar[str] = "One class"
    kind: Literal["class"] = "class"
    dtype: ClassVar[Literal["int32", "float64"]] = "int32"
    has_classes: ClassVar[bool] = True

    def parse(self, cell: str, classes: Mapping[str, int]) -> float | Sequence[float]:
        return classes[cell]

    def strata(self, labels: np.ndarray) -> np.ndarray:
        return labels.astype("int64")

    @classmethod
    def show(cls, value: float, classes: Sequence[str]) -> str:
        return classes[int(value)]
