"""Test whether two strategies' test errors differ by more than chance, with the test that fits the runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.analysis.comparability import comparable_runs
from engine.analysis.statistics import (
    RopePosterior,
    adjust_holm,
    bayesian_t_test,
    bootstrap_difference,
    compare_classifiers,
    compare_paired,
    compare_unpaired,
)
from engine.store import Store, summaries
from engine.store.rows import RunRow

DifferenceVerdict = Literal["better", "worse", "unclear"]
ROPE_POINTS = 0.1
"""Percentage points within which two errors count as equal in practice (ROPE); a choice, shown where it is used."""
ALPHA = 0.05


@dataclass(frozen=True)
class ErrorDifference:
    """Test error of a strategy less that of the baseline, in percentage points; negative is better.

    Attributes:
        low, high: the 95 % interval.
        p: two-sided; ``adjusted_p`` is Holm's for all differences shown together. None: there is no test.
        test_name: the test in words, ``note`` what must be known of it.
        n: pairs of seeds, or runs, or texts.
        posterior: the Bayesian answer over seeds; None for single runs.
        verdict: worse or better where the interval leaves out 0 and the adjusted p is below 0.05, else unclear.
    """

    mean: float
    low: float
    high: float
    p: float | None
    test_name: str
    n: int
    note: str = ""
    exact_p: float | None = None
    posterior: RopePosterior | None = None
    adjusted_p: float | None = None
    verdict: DifferenceVerdict = "unclear"

    def to_sentence(self) -> str:
        """Return ``difference 0.4 points, 95 % interval -0.3 to 1.1: within noise``."""
        words = {"better": "fewer errors", "worse": "more errors", "unclear": "within noise"}[self.verdict]
        p = "" if self.adjusted_p is None else f", p {self.adjusted_p:.2g}"
        return (
            f"difference {self.mean:.2f} points, 95 % interval {self.low:.2f} to {self.high:.2f}: {words} "
            f"({self.test_name}{p})"
        )


def compare_with_baseline(
    store: Store, baseline: Sequence[RunRow], others: Mapping[int, Sequence[RunRow]]
) -> dict[int, ErrorDifference]:
    """Return each strategy's difference to the baseline, corrected for their number.

    Left out are strategies without a test error, and those tested on other texts or for other tasks: such errors are
    never subtracted.

    Args:
        store: where the predictions are stored.
        baseline: the runs of the baseline strategy.
        others: the runs of the other strategies, by any key.
    """
    firsts = {key: runs[0].id for key, runs in others.items() if runs}
    alike = comparable_runs(store, baseline[0].id, firsts.values()) if baseline else set[int]()
    found = {
        key: made
        for key, runs in others.items()
        if firsts.get(key) in alike and (made := error_difference(store, runs, baseline)) is not None
    }
    adjusted = adjust_holm([made.p for made in found.values()])
    return {key: _with_verdict(made, p) for (key, made), p in zip(found.items(), adjusted, strict=True)}


def error_difference(
    store: Store, first: Sequence[RunRow], second: Sequence[RunRow]
) -> ErrorDifference | None:
    """Return the difference of two strategies' test errors; None when it is missing or its size cannot be judged.

    Over seeds that both have: the paired t-test. Over other seeds, two or more each: Welch's. Of single runs on equal
    test texts: the bootstrap over the texts, with McNemar's mid-p.
    """
    a, b = _by_seed(first), _by_seed(second)
    both = sorted(set(a) & set(b))
    if len(both) >= 2:
        pair = compare_paired([a[s] for s in both], [b[s] for s in both])
        assert pair.low is not None and pair.high is not None
        posterior = bayesian_t_test([a[s] - b[s] for s in both], ROPE_POINTS)
        note = "" if pair.p_t is not None else "All seeds differ alike, so there is no t-test."
        return ErrorDifference(
            pair.mean,
            pair.low,
            pair.high,
            pair.p_t,
            f"paired t-test over {len(both)} seeds",
            len(both),
            note,
            pair.p_exact,
            posterior,
        )
    if len(a) >= 2 and len(b) >= 2:
        two = compare_unpaired([*a.values()], [*b.values()])
        return ErrorDifference(
            two.mean, two.low, two.high, two.p, f"Welch's test, {len(a)} and {len(b)} seeds", len(a) + len(b)
        )
    return _single_run_difference(store, _representative_run(first, both), _representative_run(second, both))


def _by_seed(runs: Sequence[RunRow]) -> dict[int, float]:
    """Return test errors of finished runs by seed; of equal seeds the newest run counts."""
    return {run.seed: run.test for run in sorted(_tested(runs), key=lambda r: r.id) if run.test is not None}


def _tested(runs: Sequence[RunRow]) -> list[RunRow]:
    """Return the finished runs: an unfinished one has no test error yet, or only that of an earlier stage."""
    return [run for run in runs if run.status == "finished" and run.test is not None]


def _representative_run(runs: Sequence[RunRow], seeds: Sequence[int]) -> RunRow | None:
    """Return the run that represents a strategy where only one can: one of a common seed, else the newest."""
    return max(_tested(runs), key=lambda run: (run.seed in seeds, run.id), default=None)


def _single_run_difference(
    store: Store, first: RunRow | None, second: RunRow | None
) -> ErrorDifference | None:
    if first is None or second is None or first.id == second.id:
        return None
    one, two = (summaries.read_predictions(store, run.id, "test") for run in (first, second))
    if one is None or two is None or not len(one.labels) or len(one.labels) != len(two.labels):
        return None
    by_row = np.argsort(one.rows, kind="stable"), np.argsort(two.rows, kind="stable")
    same = np.array_equal(one.rows[by_row[0]], two.rows[by_row[1]]) and np.array_equal(
        one.labels[by_row[0]], two.labels[by_row[1]]
    )
    if not same or one.classes != two.classes or not one.classes:
        return None
    wrong = [(s.predicted != s.labels)[order] for s, order in zip((one, two), by_row, strict=True)]
    test = compare_classifiers(*wrong)
    low, high = bootstrap_difference(*wrong)
    mean = 100 * float(wrong[0].mean() - wrong[1].mean())
    n = len(one.labels)
    return ErrorDifference(mean, low, high, test.p_mid, f"bootstrap and McNemar over {n:,} test texts", n,
                      "One run each: another seed may turn it round.", test.p_exact)  # fmt: skip


def _with_verdict(made: ErrorDifference, adjusted: float | None) -> ErrorDifference:
    outside = made.low > 0 or made.high < 0
    sure = outside and adjusted is not None and adjusted < ALPHA
    verdict: DifferenceVerdict = "unclear" if not sure else "worse" if made.mean > 0 else "better"
    return replace(made, adjusted_p=adjusted, verdict=verdict)


def multiple_comparisons_note(count: int) -> str:
    """Return the caution for several differences shown together; empty for one."""
    if count < 2:
        return ""
    return (
        f"{count} comparisons: the p are Holm's, so that the chance of any false alarm stays below 5 %; "
        "the intervals are each for itself."
    )
