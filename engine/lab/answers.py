"""Results of the laboratory: JSON objects that its server writes and the window reads without torch."""

from __future__ import annotations

from typing import TypedDict

Matrix = list[list[float]]


class LabPrediction(TypedDict):
    """Prediction for a text with its tokenisation.

    ``words`` are [first character, end, whether any of its tokens is read]. ``milliseconds`` is the time for tokenising
    and computing. A model without classes has empty ``classes`` and ``probabilities``, and ``predicted`` 0. For
    multi-label models ``predicted`` is the most likely class, and ``answer`` names all predicted classes. ``rule`` is
    the purpose of the active decision rule, empty without one. If the rule withholds the answer (``withheld``),
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
"""Contribution of each word to a logit. ``words`` are those of a prediction, with the contribution appended."""


class HeadAttention(TypedDict):
    """Attention of one head [T, T] before and after training, and the divergence of all heads, [L, H].

    ``layer`` and ``head`` are numbered from 1.
    """

    tokens: list[str]
    layer: int
    head: int
    before: Matrix
    after: Matrix
    divergence: Matrix


class SourceTexts(TypedDict):
    """Texts of source rows in the requested order, None for a row that does not exist."""

    texts: list[str | None]


class SampleText(TypedDict):
    """Text of the test split with its class and source row."""

    text: str
    label: str
    row: int
