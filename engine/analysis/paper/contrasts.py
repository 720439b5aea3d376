"""Judge the paper's contrasts: where it tells two methods apart, do our runs?

A contrast is a pair of methods under one column whose published errors differ by more than the noise of their test
texts: two independent binomials, for which texts were wrong is not published. The noise of the authors' seeds is not
known; each of their numbers is one run.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Literal

from engine.analysis.paper.published import PublishedTable
from engine.analysis.verdicts.significance import metric_difference
from engine.analysis.verdicts.verdict import MetricDifference, correct_family
from engine.store import Store, runs

ContrastAnswer = Literal["agrees", "disagrees", "cannot tell", "not run"]


@dataclass(frozen=True)
class PaperContrast:
    """Two places of a published table that differ by more than the paper's own noise, and what our runs say.

    Attributes:
        first, second: (row, column) of the two places.
        published: first less second, in points; ``published_half`` half its 95 % interval over test texts.
        ours: the difference of our runs, corrected for all contrasts of the table; None where one has no runs, or
            no predictions for the same texts.
        answer: agrees or disagrees only where ours is better or worse over several seeds.
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

    def to_sentence(self) -> str:
        """Return ``IMDb, head-only less head+tail: paper +0.21 ± 0.40; ours +0.15 (0.02 to 0.28): agrees``."""
        places = [place[0] if place[1] == self.line else place[1] for place in (self.first, self.second)]
        said = f"{self.line}, {places[0]} less {places[1]}: paper {self.published:+.2f} ± {self.published_half:.2f}"
        if self.ours is None:
            return f"{said}: {self.answer}"
        ours = self.ours
        low, high = ours.bounds or (None, None)
        within = "too few test texts" if low is None or high is None else f"{low:+.2f} to {high:+.2f}"
        one = ", one run of each" if ours.scope == "weights" else ""
        one = ", one trained checkpoint" if ours.scope == "checkpoint" else one
        return f"{said}; ours {ours.mean:+.2f} ({within}{one}): {self.answer}"


def published_contrasts(paper: PublishedTable) -> list[PaperContrast]:
    """Return the contrasts of a table, as far as its numbers are known to more than the eye.

    Rows are held against each other within a column, or columns within a row, as ``paper.contrasts`` says.
    """
    if paper.contrasts == "none" or paper.by_eye:
        return []
    own = [row for row in paper.rows if row not in paper.cited]
    if paper.contrasts == "rows":
        lines = [[(row, column) for row in own] for column in paper.columns]
    else:
        lines = [[(row, column) for column in paper.columns] for row in own]
    found = []
    for line in lines:
        for first, second in combinations(line, 2):
            a, b = (paper.values[row][column] for row, column in (first, second))
            texts = paper.test_texts(first[1])
            if a is None or b is None or texts is None:
                continue
            half = 1.96 * math.sqrt((a * (100 - a) + b * (100 - b)) / texts)
            if abs(a - b) > half:
                found.append(PaperContrast(first, second, a - b, half))
    return found


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
    ours = {
        place: made
        for place, each in enumerate(contrasts)
        if cells.get(each.first) and cells.get(each.second)
        if (made := _difference(store.path, tuple(cells[each.first]), tuple(cells[each.second]))) is not None
    }
    judged = dict(zip(ours, correct_family(list(ours.values())), strict=True))
    return tuple(_answered(each, judged.get(place), cells) for place, each in enumerate(contrasts))


def _answered(
    contrast: PaperContrast, ours: MetricDifference | None, cells: Mapping[tuple[str, str], Sequence[int]]
) -> PaperContrast:
    run = bool(cells.get(contrast.first) and cells.get(contrast.second))
    answer: ContrastAnswer = "cannot tell" if run else "not run"
    if ours is not None and ours.scope != "weights" and ours.verdict in ("better", "worse"):
        answer = "agrees" if (ours.mean > 0) == (contrast.published > 0) else "disagrees"
    return PaperContrast(
        contrast.first, contrast.second, contrast.published, contrast.published_half, ours, answer
    )


@lru_cache(maxsize=2048)
def _difference(path: Path, first: tuple[int, ...], second: tuple[int, ...]) -> MetricDifference | None:
    """Compare finished runs once: their predictions do not change, and a table that is looked at is read often."""
    with Store(path, read_only=True) as store:
        found = {row.id: row for row in runs.list_runs(store, ids=[*first, *second], archived=None)}
        return metric_difference(store, [found[i] for i in first], [found[i] for i in second])


def count_answers(contrasts: Sequence[PaperContrast]) -> str:
    """Return how many contrasts agree, disagree, cannot tell and are not run, in a sentence; empty for none."""
    if not contrasts:
        return ""
    counts = {
        answer: sum(each.answer == answer for each in contrasts)
        for answer in ("agrees", "disagrees", "cannot tell", "not run")
    }
    said = (
        f"Of {len(contrasts)} contrasts that lie outside the paper's own noise, ours agrees in {counts['agrees']}, "
        f"disagrees in {counts['disagrees']}, cannot tell in {counts['cannot tell']}; {counts['not run']} not run."
    )
    shared = sum(
        each.answer in ("agrees", "disagrees") and each.ours is not None and each.ours.scope == "checkpoint"
        for each in contrasts
    )
    return f"{said} {shared} of these answers hold for one trained checkpoint only." if shared else said
