"""Answers of the laboratory: JSON objects that its server writes and the window reads, without torch."""

from __future__ import annotations

from typing import TypedDict

Matrix = list[list[float]]


class LabPrediction(TypedDict):
    """Prediction for a text, and how the text was read.

    ``words`` are [first character, end, whether any token of it is read]. ``milliseconds`` is the time of reading
    and computing. A model without classes has no ``classes`` and ``probabilities``, and ``predicted`` 0. For
    multi-label models ``predicted`` is the likeliest class, and ``answer`` names all predicted ones. ``rule`` is the
    purpose of the decision rule in use, empty for none. Where the rule withholds the answer (``withheld``),
    ``answer`` is empty.
    """

    classes: list[str]
    probabilities: list[float]
    predicted: int
    answer: str
    withheld: bool
    rule: str
    tokens: int
    words: list[list[int]]
    milliseconds: float


Explanation = TypedDict(
    "Explanation",
    {
        "method": str,
        "target": int | None,
        "class": str,
        "words": list[tuple[int, int, int, float]],
        "sum": float,
        "difference": float | None,
    },
)
"""Contribution of each word to a logit: ``words`` are as in a prediction, with the contribution."""


class HeadAttention(TypedDict):
    """One head's attention [T, T] to ``tokens`` before and after training, and the divergence of all heads, [L, H].

    ``layer`` and ``head`` are counted from 1.
    """

    tokens: list[str]
    layer: int
    head: int
    before: Matrix
    after: Matrix
    divergence: Matrix


class SourceTexts(TypedDict):
    """Texts of rows of the source, in the order requested, None for a row that does not exist."""

    texts: list[str | None]


class SampleText(TypedDict):
    """Text of the test split, with its class and the row of its source."""

    text: str
    label: str
    row: int
