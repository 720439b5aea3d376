"""Test the paper's contrasts: do our runs confirm the differences between its methods?

A contrast is a pair of methods in one column whose published errors differ by more than the noise of the paper's test
texts. These are treated as independent binomials, because the paper does not publish which texts were wrong. The noise
of the authors' seeds is unknown; each of their numbers is one run.

A significant difference of ours agrees or disagrees with the paper by its direction. A non-significant one disagrees if
the published difference lies outside its 95 % prediction interval for two further runs, the criterion for replications
(Patil, Peng and Leek 2016). The authors' seeds are assumed to vary like ours.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Literal

from engine.analysis.paper.published import PublishedTable
from engine.analysis.verdicts.crossed_effects import ALPHA
from engine.analysis.verdicts.significance import metric_difference
from engine.analysis.verdicts.statistics import adjust_holm
from engine.analysis.verdicts.verdict import MetricDifference
from engine.formatting.phrases import phrase
from engine.formatting.templates import state
from engine.spec.checks.findings import LEAST_TEST_TEXTS
from engine.store import Store, runs

ContrastAnswer = Literal["agrees", "disagrees", "cannot tell", "not run"]
_Z = 1.96
"""Half a 95 % interval in standard errors."""


@dataclass(frozen=True)
class PaperContrast:
    """Two cells of a published table that differ by more than the noise of the paper's test texts, and our answer.

    Attributes:
        first, second: (row, column) of the two cells.
        published: first minus second, in points.
        published_half: half the 95 % interval of ``published`` over test texts.
        ours: the difference of our runs, adjusted for all contrasts of the table. None if a cell has no runs, or no
            predictions for the same texts.
        answer: see ``answer_contrasts``.
    """

    first: tuple[str, str]
    second: tuple[str, str]
    published: float
    published_half: float
    ours: MetricDifference | None = None
    answer: ContrastAnswer = "not run"

    @property
    def line(self) -> str:
        """The column (or row) shared by both cells."""
        return self.first[1] if self.first[1] == self.second[1] else self.first[0]

    @property
    def is_smaller(self) -> bool:
        """Whether ours disagrees by its size, not by its direction."""
        is_significant = self.ours is not None and self.ours.verdict in ("better", "worse")
        return self.answer == "disagrees" and not is_significant

    def p_of_published(self, ours: MetricDifference) -> float:
        """Return the two-sided p of the published difference, or a larger one, between two further runs like ours.

        It is below 5 % if the published difference lies outside the 95 % prediction interval of ours. The noise
        consists of the noise of our estimate, of one further seed per method (as variable as ours), and of the paper's
        test texts. The p is 1 if our difference is not smaller.
        """
        estimate = ours.estimate
        # The mean of k seeds has variance S² / k and a further seed S²: together k + 1 times the variance of the mean.
        units = tuple(replace(unit, spread=unit.spread * (unit.count + 1)) for unit in estimate.units)
        texts = estimate.text_variance + (self.published_half / _Z) ** 2
        toward = ours.mean if self.published > 0 else -ours.mean
        predicted = replace(estimate, units=units, text_variance=texts)
        return min(1.0, 2 * predicted.tail(abs(self.published) - toward))

    def to_sentence(self) -> str:
        """Return ``IMDb, head-only less head+tail: paper +0.21 ± 0.10, ours +0.15 (0.02 to 0.28): agrees``.

        If ours disagrees by its size: ``disagrees, too small``.
        """
        names = [cell[0] if cell[1] == self.line else cell[1] for cell in (self.first, self.second)]
        return state("verdicts", "contrast", self, *names)


def published_contrasts(paper: PublishedTable) -> list[PaperContrast]:
    """Return the contrasts of a table; none for numbers read from a figure by eye.

    Rows are compared within a column, or columns within a row, according to ``paper.contrasts``.
    """
    if paper.contrasts == "none" or paper.by_eye:
        return []
    own_rows = [row for row in paper.rows if row not in paper.cited]
    columns = [column for column in paper.columns if column not in paper.not_contrasted]
    if paper.contrasts == "rows":
        lines = [[(row, column) for row in own_rows] for column in columns]
    else:
        lines = [[(row, column) for column in columns] for row in own_rows]
    contrasts = []
    for line in lines:
        for first, second in combinations(line, 2):
            a, b = (paper.values[row][column] for row, column in (first, second))
            contrast = find_contrast(first, second, a, b, paper.test_texts(first[1]))
            contrasts += [contrast] if contrast is not None else []
    return contrasts


def find_contrast(
    first: tuple[str, str], second: tuple[str, str], a: float | None, b: float | None, texts: int | None
) -> PaperContrast | None:
    """Return the contrast of two cells, or None if their errors are unknown or within their noise.

    Args:
        first, second: (row, column) of each cell.
        a, b: their published errors in percent.
        texts: the size of the test set behind both.
    """
    if a is None or b is None or texts is None:
        return None
    half_width = _Z * math.sqrt((a * (100 - a) + b * (100 - b)) / texts)
    return PaperContrast(first, second, a - b, half_width) if abs(a - b) > half_width else None


def judge_contrasts(
    store: Store, paper: PublishedTable, cells: Mapping[tuple[str, str], Sequence[int]]
) -> tuple[PaperContrast, ...]:
    """Return the contrasts of a table with the answers of our runs, Holm-adjusted.

    Args:
        store: the store of the runs.
        paper: the published table.
        cells: the finished runs of each cell (row, column).
    """
    contrasts = published_contrasts(paper)
    answers: list[PaperContrast] = []
    pairs: dict[int, tuple[PaperContrast, MetricDifference]] = {}
    for index, contrast in enumerate(contrasts):
        first_runs, second_runs = cells.get(contrast.first), cells.get(contrast.second)
        if first_runs and second_runs:
            contrast = replace(contrast, answer="cannot tell")
            ours = _difference(store.path, tuple(first_runs), tuple(second_runs))
            if ours is not None:
                pairs[index] = contrast, ours
        answers.append(contrast)
    answer_of = dict(zip(pairs, answer_contrasts([*pairs.values()]), strict=True))
    return tuple(answer_of.get(index, contrast) for index, contrast in enumerate(answers))


def answer_contrasts(pairs: Sequence[tuple[PaperContrast, MetricDifference]]) -> list[PaperContrast]:
    """Return contrasts with the answers of our differences, Holm-adjusted.

    - *agrees*: our difference is significant and has the paper's direction.
    - *disagrees*: it is significant in the other direction; or it is not significant, and two single runs like the
      authors' would be unlikely to show the published difference.
    - *cannot tell*: all other cases, and single runs. If runs share a trained checkpoint, the variance of other
      checkpoints is unknown, so only a significant difference is an answer.

    Two hypotheses are tested for each contrast: no difference, and a difference equal to the paper's. Each is a family
    with Holm's correction: the chance of any false difference, and of any false *too small*, stays below 5 %.

    Args:
        pairs: contrasts with the difference of our runs, first minus second, each as a single test.
    """
    is_valid = [ours.texts >= LEAST_TEST_TEXTS for _, ours in pairs]
    differ_ps = adjust_holm([ours.p if ok else None for (_, ours), ok in zip(pairs, is_valid, strict=True)])
    equal_ps = adjust_holm(
        [pair.p_of_published(ours) if ok else None for (pair, ours), ok in zip(pairs, is_valid, strict=True)]
    )
    # The adjustment can only remove a verdict. Equivalence within a margin is not tested here.
    return [
        _with_answer(
            pair,
            replace(ours, corrected=(1.0 if p is None else p, 1.0), family=max(1, sum(is_valid))),
            1.0 if equal_p is None else equal_p,
        )
        for (pair, ours), p, equal_p in zip(pairs, differ_ps, equal_ps, strict=True)
    ]


def _with_answer(contrast: PaperContrast, ours: MetricDifference, equal_p: float) -> PaperContrast:
    """Return a contrast with its answer. ``equal_p``: the adjusted p of equality with the paper's difference."""
    is_significant = ours.p < ALPHA
    answer: ContrastAnswer = "cannot tell"
    if is_significant and ours.sample.scope != "weights":
        answer = "agrees" if (ours.mean > 0) == (contrast.published > 0) else "disagrees"
    elif equal_p < ALPHA and ours.sample.scope == "seeds":
        answer = "disagrees"
    return replace(contrast, ours=ours, answer=answer)


@lru_cache(maxsize=2048)
def _difference(path: Path, first: tuple[int, ...], second: tuple[int, ...]) -> MetricDifference | None:
    """Compare and cache: predictions of finished runs do not change, and an open table is read often."""
    with Store(path, read_only=True) as store:
        rows = {row.id: row for row in runs.list_runs(store, ids=[*first, *second], archived=None)}
        return metric_difference(store, [rows[i] for i in first], [rows[i] for i in second])


def count_answers(contrasts: Sequence[PaperContrast]) -> str:
    """Return a sentence with the number of contrasts for each answer, empty without contrasts."""
    if not contrasts:
        return ""
    text = phrase(
        "Of {n} contrasts outside the noise of the paper's test texts, ours agree in {agrees}, disagree in "
        "{disagrees} ({smaller} of these too small) and are inconclusive in {open}; {rest} not run.",
        n=len(contrasts),
        agrees=_count(contrasts, "agrees"),
        disagrees=_count(contrasts, "disagrees"),
        smaller=sum(each.is_smaller for each in contrasts),
        open=_count(contrasts, "cannot tell"),
        rest=_count(contrasts, "not run"),
    )
    number = sum(
        each.answer in ("agrees", "disagrees")
        and each.ours is not None
        and each.ours.sample.scope == "checkpoint"
        for each in contrasts
    )
    if not number:
        return text
    return phrase("{text} {n} of these answers hold for one trained checkpoint only.", text=text, n=number)


def _count(contrasts: Sequence[PaperContrast], answer: ContrastAnswer) -> int:
    return sum(contrast.answer == answer for contrast in contrasts)
