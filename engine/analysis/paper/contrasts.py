"""Judge the paper's contrasts: where two of its methods differ, do our runs agree?

A contrast is a pair of methods under one column whose published errors differ by more than the noise of the paper's
test texts: two independent binomials, for which texts were wrong is not published. The noise of the authors' seeds is
not known; each of their numbers is one run.

Ours agrees or disagrees where a difference is found, in the paper's direction or in the other. It disagrees too where
none is found and the published one is too large for it: beyond the 95 % prediction interval of ours for two further
runs, as replications are judged (Patil, Peng and Leek 2016). The authors' seeds are taken to vary as ours do.
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
    """Two places of a published table that differ by more than the noise of the paper's test texts, and our answer.

    Attributes:
        first, second: (row, column) of the two places.
        published: first less second, in points; ``published_half`` half its 95 % interval over test texts.
        ours: the difference of our runs, corrected for all contrasts of the table; None where one has no runs, or
            no predictions for the same texts.
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
        """The column (or row) that both share."""
        return self.first[1] if self.first[1] == self.second[1] else self.first[0]

    @property
    def is_smaller(self) -> bool:
        """Whether ours disagrees because it is smaller than the paper's, and not because it points the other way."""
        is_significant = self.ours is not None and self.ours.verdict in ("better", "worse")
        return self.answer == "disagrees" and not is_significant

    def p_of_published(self, ours: MetricDifference) -> float:
        """Return the p of finding the published difference, or a larger one, between two further runs like ours.

        Two-sided: below 5 % where the published one lies beyond the 95 % prediction interval of ours. Its noise is that
        of ours, of a further seed of each, as ours show it, and of the paper's test texts. 1 where ours is no smaller.
        """
        estimate = ours.estimate
        # With k seeds the mean varies by S² / k and a further seed by S²: together k + 1 times as much as the mean.
        units = tuple(replace(unit, spread=unit.spread * (unit.count + 1)) for unit in estimate.units)
        texts = estimate.text_variance + (self.published_half / _Z) ** 2
        toward = ours.mean if self.published > 0 else -ours.mean
        predicted = replace(estimate, units=units, text_variance=texts)
        return min(1.0, 2 * predicted.tail(abs(self.published) - toward))

    def to_sentence(self) -> str:
        """Return ``IMDb, head-only less head+tail: paper +0.21 ± 0.10; ours +0.15 (0.02 to 0.28): agrees``.

        Where ours disagrees by its size: ``disagrees, too small``.
        """
        names = [cell[0] if cell[1] == self.line else cell[1] for cell in (self.first, self.second)]
        return state("verdicts", "contrast", self, *names)


def published_contrasts(paper: PublishedTable) -> list[PaperContrast]:
    """Return the contrasts of a table, as far as its numbers are known to more than the eye.

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
    """Return the contrast of two places; None where their errors are not known, or no farther apart than their noise.

    Args:
        first, second: (row, column) of each.
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
    """Return the contrasts of a table with the answers of our runs, corrected for each other.

    Args:
        store: where the runs are.
        paper: the published table.
        cells: the finished runs of each place (row, column).
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
    """Return contrasts with the answers of our differences, corrected for each other.

    *Agrees*: ours is better or worse, as the paper's is. *Disagrees*: it is the other way round; or no difference is
    found, and one run of each, such as the authors have, would not show theirs by chance. Else, and of one run of each,
    *cannot tell*; where runs share a trained checkpoint, how much other checkpoints vary is not known, and only a
    difference is an answer.

    Two hypotheses are tested for each contrast: no difference, and a difference equal to the paper's.
    Each is a family of its own, corrected by Holm's procedure: the chance of any false difference, and of any false
    *too small*, stays below 5 %.

    Args:
        pairs: contrasts with the difference of our runs, first less second, each judged by itself.
    """
    is_valid = [ours.texts >= LEAST_TEST_TEXTS for _, ours in pairs]
    differ_ps = adjust_holm([ours.p if ok else None for (_, ours), ok in zip(pairs, is_valid, strict=True)])
    equal_ps = adjust_holm(
        [pair.p_of_published(ours) if ok else None for (pair, ours), ok in zip(pairs, is_valid, strict=True)]
    )
    # The correction takes a verdict back, and never makes one; equivalence within a margin is not asked here.
    return [
        _with_answer(
            pair,
            replace(ours, corrected=(1.0 if p is None else p, 1.0), family=max(1, sum(is_valid))),
            1.0 if equal_p is None else equal_p,
        )
        for (pair, ours), p, equal_p in zip(pairs, differ_ps, equal_ps, strict=True)
    ]


def _with_answer(contrast: PaperContrast, ours: MetricDifference, equal_p: float) -> PaperContrast:
    """Return a contrast with its answer; ``equal_p``: the corrected p that ours is the difference of the paper."""
    is_significant = ours.p < ALPHA
    answer: ContrastAnswer = "cannot tell"
    if is_significant and ours.sample.scope != "weights":
        answer = "agrees" if (ours.mean > 0) == (contrast.published > 0) else "disagrees"
    elif equal_p < ALPHA and ours.sample.scope == "seeds":
        answer = "disagrees"
    return replace(contrast, ours=ours, answer=answer)


@lru_cache(maxsize=2048)
def _difference(path: Path, first: tuple[int, ...], second: tuple[int, ...]) -> MetricDifference | None:
    """Compare finished runs once: their predictions do not change, and a table that is looked at is read often."""
    with Store(path, read_only=True) as store:
        rows = {row.id: row for row in runs.list_runs(store, ids=[*first, *second], archived=None)}
        return metric_difference(store, [rows[i] for i in first], [rows[i] for i in second])


def count_answers(contrasts: Sequence[PaperContrast]) -> str:
    """Return the number of contrasts with each answer, in a sentence; empty for none."""
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
