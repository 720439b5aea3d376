"""Negative flips: texts that an older model predicted correctly and a newer one predicts wrongly.

A new model may have a lower error and still break correct predictions. The negative-flip rate is the share of all texts
that go from right to wrong (Yan et al. 2021, "Positive-Congruent Training", equation 1).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.analysis.errors.predicted_split import answer_words, open_predicted_split
from engine.analysis.verdicts.statistics import wilson_interval
from engine.errors import UserError
from engine.metrics.base import error_text
from engine.store.database import Store
from engine.store.rows import RunRow
from engine.store.summaries import answer_names, read_answers


@dataclass(frozen=True)
class FlipCounts:
    """Flip counts of two models on one test split.

    Attributes:
        texts: their number n.
        broken: right under the old model, wrong under the new (negative flips).
        mended: wrong under the old, right under the new.
        wrong_before, wrong_now: wrong under each.
        rows: source rows of the broken texts, int64 [broken].
    """

    texts: int
    broken: int
    mended: int
    wrong_before: int
    wrong_now: int
    rows: np.ndarray

    @property
    def rate(self) -> float:
        """The negative-flip rate in percent of all texts."""
        return 100 * self.broken / self.texts

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval in percent (Wilson 1927)."""
        return wilson_interval(self.broken, self.texts)

    def to_sentence(self) -> str:
        """Return the counts as a sentence."""
        low, high = self.interval
        return (
            f"{self.broken:,} of {self.texts:,} texts were right and are wrong now: {self.rate:.2f} % (95 % interval "
            f"{low:.2f} to {high:.2f}); {self.mended:,} were wrong and are right now. "
            f"{error_text(100 * self.wrong_before / self.texts)} before, "
            f"{error_text(100 * self.wrong_now / self.texts)} now."
        )


@dataclass(frozen=True)
class BrokenText:
    """Text with a negative flip: its source row, its label (which the old model predicted), the new prediction."""

    row: int
    label: str
    now: str
    confidence: float | None
    text: str


def read_broken_texts(
    store: Store, new: RunRow, flips: FlipCounts, split: str, limit: int
) -> list[BrokenText]:
    """Return up to ``limit`` broken texts of ``flips``, the most confident first.

    Raises UserError if the texts no longer exist.
    """
    predicted = open_predicted_split(store, new.id, split)
    predictions = predicted.predictions
    broken = np.flatnonzero(np.isin(predictions.rows, flips.rows))
    surest = broken[np.argsort(-np.nan_to_num(predictions.confidence[broken]), kind="stable")][:limit]
    return [
        BrokenText(int(row), label, now, float(confidence) if np.isfinite(confidence) else None, text)
        for row, label, now, confidence, text in zip(
            predictions.rows[surest],
            answer_words(predictions.labels[surest], predictions.classes),
            answer_words(predictions.predicted[surest], predictions.classes),
            predictions.confidence[surest],
            predicted.texts(surest),
            strict=True,
        )
    ]


def count_flips(store: Store, old: RunRow, new: RunRow, split: str = "test") -> FlipCounts:
    """Compare the stored predictions of two runs text by text.

    Raises UserError if a run has no predictions for the split, or texts or labels differ.
    """
    old_answers, new_answers = (read_answers(store, row.id, split) for row in (old, new))
    for row, answers in ((old, old_answers), (new, new_answers)):
        if answers is None:
            raise UserError(
                f"run {row.id}, {row.name}, has no stored predictions of classes for '{split}'.",
                remedy="Compare runs that were tested, and name the split with --split.",
            )
    assert old_answers is not None and new_answers is not None
    pairs = [(each, np.argsort(each.rows, kind="stable")) for each in (old_answers, new_answers)]
    old_rows, new_rows = (answers.rows[order] for answers, order in pairs)
    # Classes may be in another order, so names are compared.
    old_labels, new_labels = (answer_names(each.labels, each.classes)[order] for each, order in pairs)
    if not np.array_equal(old_rows, new_rows) or not np.array_equal(old_labels, new_labels):
        raise UserError(
            f"runs {old.id} and {new.id} were not tested on the same texts with the same labels.",
            remedy="Test both on one data set.",
        )
    was_right, is_right = (answers.right[order] for answers, order in pairs)
    broken = was_right & ~is_right
    return FlipCounts(
        len(broken),
        int(broken.sum()),
        int((is_right & ~was_right).sum()),
        int((~was_right).sum()),
        int((~is_right).sum()),
        old_rows[broken],
    )
