"""Test whether the results of two strategies differ, are equivalent, or neither can be shown.

The noise model is ``engine.analysis.verdicts.crossed_effects``. docs/statistics.md describes the method and its error
rates.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeVar

import numpy as np

from engine.analysis.verdicts.crossed_effects import (
    ALPHA,
    CrossedEstimate,
    Moderation,
    NeededSample,
    SampledUnits,
    check_margin,
    default_margin,
    estimate_difference,
    moderation,
    plan_sample,
)
from engine.analysis.verdicts.statistics import adjust_holm, split_bimodal
from engine.analysis.verdicts.tested_runs import Arms, Arrangement, Sample, TestedRuns, arrange_runs
from engine.formatting.numbers import percent_text, plural
from engine.formatting.phrases import phrase
from engine.formatting.templates import state
from engine.json_types import JsonObject
from engine.metrics.base import Metric, known_metrics
from engine.spec.checks.findings import LEAST_TEST_TEXTS, too_few_test_texts

Verdict = Literal["better", "worse", "equivalent", "cannot tell"]
Key = TypeVar("Key", bound=Hashable)
PILOT_SEEDS = 3
"""Initial number of seeds. One run gives no estimate of the variance between seeds, and two give a very poor one."""


@dataclass(frozen=True)
class MetricDifference:
    """Test result of a strategy minus that of the baseline, in the metric's unit (percentage points of error).

    Attributes:
        metric: the compared metric, whose direction defines better and worse.
        estimate: the difference with its noise, which determines interval, p, verdict and posterior.
        margin: equivalence margin.
        sample: the sample behind the estimate.
        note: sentences that qualify the difference.
        failing: sentences on strategies whose seeds fall into two groups.
        family: number of differences tested together.
        corrected: the Holm-adjusted p of no difference, and of a difference beyond the margin. None: a single test.
    """

    metric: Metric
    estimate: CrossedEstimate
    margin: float
    sample: Sample
    note: str = ""
    failing: str = ""
    family: int = 1
    corrected: tuple[float, float] | None = None

    @property
    def mean(self) -> float:
        """The difference."""
        return self.estimate.mean

    @property
    def texts(self) -> int:
        """The size of the test split, 0 without stored predictions."""
        return self.estimate.texts

    @cached_property
    def _interval(self) -> tuple[float, float]:
        """The 95 % interval, limited to ±100 points for percentages, which the t interval of few seeds may exceed."""
        low, high = self.estimate.interval(1 - ALPHA)
        limit = 100.0 if self.metric.unit == "%" else np.inf
        return max(low, -limit), min(high, limit)

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self._interval[0]

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self._interval[1]

    @cached_property
    def _p_values(self) -> tuple[float, float]:
        if self.corrected is not None or self.texts < LEAST_TEST_TEXTS:
            return self.corrected or (1.0, 1.0)
        return self.estimate.p_value(), self.estimate.equivalence_p(self.margin)

    @property
    def p(self) -> float:
        """The adjusted two-sided p of no difference, 1 without a test."""
        return self._p_values[0]

    @property
    def equivalence_p(self) -> float:
        """The adjusted p of a difference beyond ± ``margin`` (two one-sided tests), 1 without a test."""
        return self._p_values[1]

    @property
    def verdict(self) -> Verdict:
        """The verdict according to the two p values."""
        if self.p < ALPHA:
            return "better" if (self.mean > 0) == (self.metric.direction == "max") else "worse"
        return "equivalent" if self.is_within_margin else "cannot tell"

    @property
    def method(self) -> str:
        """The comparison and its sample in words."""
        return (
            f"{self.sample.method}, {plural(self.texts, 'test text')}" if self.texts else self.sample.method
        )

    @property
    def answer(self) -> str:
        """The verdict with its scope: ``better``, ``worse, these weights``."""
        scope = {"seeds": "", "checkpoint": ", this checkpoint", "weights": ", these weights"}
        return self.verdict if self.verdict == "cannot tell" else f"{self.verdict}{scope[self.sample.scope]}"

    @property
    def has_too_few_texts(self) -> bool:
        """Whether the test split is too small for a test. Interval and p are then not reported."""
        return 0 < self.texts < LEAST_TEST_TEXTS

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The reported interval, None for too few texts, and without an estimate of the noise."""
        return None if self.has_too_few_texts or self.estimate.shows_no_noise else (self.low, self.high)

    @property
    def valid_p(self) -> float | None:
        """The adjusted p if it is valid, None for too few texts, and if their noise is unknown."""
        return None if self.texts < LEAST_TEST_TEXTS else self.p

    @property
    def margin_words(self) -> str:
        """The margin with its unit: ``0.3 points``."""
        return f"{self.margin:g} {self.metric.difference_unit or f'of {self.metric.title}'}"

    @property
    def is_within_margin(self) -> bool:
        """Whether the difference is shown to be smaller than the margin in both directions."""
        return self.equivalence_p < ALPHA

    @cached_property
    def needed(self) -> NeededSample | None:
        """Sample size required for a difference of the margin. None with a verdict, or if none is possible."""
        if self.verdict != "cannot tell" or self.valid_p is None:
            return None
        return plan_sample(self.estimate, self.margin, self.margin_words, self.sample, self.family)

    @property
    def reach(self) -> float | None:
        """The smallest margin at which equal strategies are found equivalent with 80 % power, given the noise."""
        if self.bounds is None or not self.texts:
            return None
        return self.estimate.half_width(1 - 2 * ALPHA / self.family) + self.estimate.half_width(0.8)

    @property
    def open_failures(self) -> str:
        """With *equivalent*: a sentence on the share of failing seeds that the sample cannot exclude. Else empty."""
        if self.verdict != "equivalent" or self.sample.unit == "texts" or self.sample.scope == "weights":
            return ""
        max_share = percent_text(1 - ALPHA ** (1 / self.sample.count))
        return phrase(
            "{n} {unit} without a failure are compatible with up to {most} of {unit} failing.",
            n=self.sample.count, unit=self.sample.unit, most=max_share,
        )  # fmt: skip

    @property
    def remarks(self) -> str:
        """All notes on the difference."""
        return " ".join(remark for remark in (self.note, self.failing, self.open_failures) if remark)

    def to_sentence(self) -> str:
        """Return ``difference 0.40 points, 95 % interval -0.30 to 1.10: cannot tell (paired by 3 seeds, ...)``."""
        return state("verdicts", "verdict", self, "" if self.valid_p is None else p_words(self.valid_p))

    def posterior_sentence(self) -> str:
        """Return ``Posterior with flat priors: 80 % fewer errors, 15 % equivalent within 0.3 points, 5 % more errors``.

        Empty without an interval.
        """
        return "" if self.bounds is None else state("verdicts", "posterior", self, *self._posterior)

    @property
    def _posterior(self) -> tuple[float, float, float]:
        """Probabilities of a difference below -``margin``, within the margin, and above it."""
        below = self.estimate.tail(self.estimate.mean + self.margin)
        above = self.estimate.tail(self.margin - self.estimate.mean)
        return below, max(0.0, 1 - below - above), above

    def as_json(self) -> JsonObject:
        """Return the verdict with its figures as JSON values, for ``palimpsest compare --test --format json``."""
        needed = self.needed
        low, high = self.bounds or (None, None)
        return {
            "metric": self.metric.name,
            "difference": self.mean,
            "low": low,
            "high": high,
            "level": 1 - ALPHA,
            "p": self.valid_p,
            "equivalence_p": None if self.valid_p is None else self.equivalence_p,
            "margin": self.margin,
            "reach": self.reach,
            "verdict": self.verdict,
            "scope": self.sample.scope,
            "method": self.method,
            "unit": self.sample.unit,
            "n": self.sample.count,
            "texts": self.texts,
            "note": self.remarks,
            "posterior": None if self.bounds is None else list(self._posterior),
            "needed": None if needed is None else {"units": needed.units, "texts": needed.needed_texts},
        }


def p_words(p: float) -> str:
    """Return ``p 0.038``, or ``p < 0.0001`` for values too small for the approximation."""
    return "p < 0.0001" if p < 1e-4 else f"p {p:.2g}"


def judge_runs(
    first: TestedRuns, second: TestedRuns, margin: float | None = None, metric: Metric | None = None
) -> MetricDifference:
    """Return the difference between two strategies as a single test.

    Args:
        first, second: their runs, arranged by ``arrange_runs``.
        margin: equivalence margin. None: the default for the number of texts.
        metric: the metric of the runs' values. None: error.

    Raises UserError for a margin that is not above 0.
    """
    return _judge(first, second, arrange_runs(first, second), margin, metric or known_metrics()["error"])


def judge_strategies(
    others: Mapping[Key, TestedRuns],
    baseline: TestedRuns,
    margin: float | None = None,
    metric: Metric | None = None,
) -> dict[Key, MetricDifference]:
    """Return the difference of each strategy to the baseline, each as a single test.

    With at least four strategies of three seeds, including the baseline, the variances between seeds are moderated over
    all strategies (``crossed_effects.moderation``). Runs are then unpaired, so that each strategy has its own variance.
    """
    metric = metric or known_metrics()["error"]
    pairings = {key: arrange_runs(runs_, baseline) for key, runs_ in others.items()}
    seeded = [
        k for k, each in pairings.items() if each.sample.unit == "seeds" and each.sample.scope != "weights"
    ]
    noisy = [others[key] for key in seeded if not others[key].seedless]
    units = [_units_of(runs) for runs in (*noisy, *([baseline] if noisy and not baseline.seedless else []))]
    moderate = moderation(units)
    if moderate is not None:
        for key in seeded:
            unpaired = arrange_runs(others[key], baseline, unpaired=True)
            words = f"{unpaired.sample.method}, variances moderated over {len(units)} strategies"
            pairings[key] = replace(unpaired, sample=replace(unpaired.sample, method=words))
    return {
        key: _judge(runs_, baseline, pairings[key], margin, metric, moderate if key in seeded else None)
        for key, runs_ in others.items()
    }


def _judge(
    first: TestedRuns,
    second: TestedRuns,
    arrangement: Arrangement,
    margin: float | None,
    metric: Metric,
    moderate: Moderation | None = None,
) -> MetricDifference:
    """Return the difference between two strategies with arranged runs."""
    texts = min(first.sizes)
    margin = check_margin(default_margin(metric, texts) if margin is None else margin, metric.unit)
    pseudo_range = _pseudo_range(first, second, arrangement.arms, metric)
    estimate = estimate_difference(arrangement.arms, pseudo_range, first.sizes, moderate)
    note, failing = _note(first, second, arrangement, texts, metric), _failing(first, second, metric)
    return MetricDifference(metric, estimate, margin, arrangement.sample, note, failing)


def _units_of(runs: TestedRuns) -> SampledUnits:
    """Return the noise of the seeds of a strategy."""
    means = np.mean([values.mean(1, dtype=np.float64) for values in runs.values], axis=0)
    return SampledUnits(float(means.var(ddof=1)), len(means), len(means) - 1)


def correct_family(differences: Mapping[Key, MetricDifference]) -> dict[Key, MetricDifference]:
    """Return the differences by name with Holm-adjusted p values, which determine the verdicts.

    The p values of no difference form one family and those of equivalence another. The chance of any false difference,
    and of any false equivalence, stays below 5 %. Differences on too few texts are not tested and do not count.
    """
    family = list(differences.values())
    is_judged = [difference.texts >= LEAST_TEST_TEXTS for difference in family]

    def corrected(ps: Iterable[float]) -> list[float]:
        tested_ps = [p if ok else None for p, ok in zip(ps, is_judged, strict=True)]
        return [1.0 if p is None else p for p in adjust_holm(tested_ps)]

    differ_ps = corrected(difference.estimate.p_value() for difference in family)
    equal_ps = corrected(difference.estimate.equivalence_p(difference.margin) for difference in family)
    return {
        key: replace(difference, family=max(1, sum(is_judged)), corrected=(p, equal_p))
        for (key, difference), p, equal_p in zip(differences.items(), differ_ps, equal_ps, strict=True)
    }


def _pseudo_range(first: TestedRuns, second: TestedRuns, arms: Arms, metric: Metric) -> float:
    """Return the distance of the two pseudo-observations (Agresti and Min 2005), at most the range of a single run.

    For percentages it is at least 100 points, the difference between a right and a wrong text. For other metrics, whose
    values have no ties, it is the range of the differences.

    Example:
        For the error, values of a run are 0 and 100, so it is 100 for any number of disagreements.
    """
    run_range = max(float(np.ptp(values, axis=1).max()) for runs in (first, second) for values in runs.values)
    difference_range = max(float(np.ptp(values)) for values in _per_text(arms))
    columns = max(values.shape[1] / size for values, size in zip(first.values, first.sizes, strict=True))
    min_range = 100.0 * columns if metric.unit == "%" else 0.0
    return min(run_range, max(min_range, difference_range)) or run_range or min_range or 1e-9


def _per_text(arms: Arms) -> list[np.ndarray]:
    """Return the mean difference on each text, by task."""
    return [np.sum([arm[task].mean(0) for arm in arms], axis=0) for task in range(len(arms[0]))]


def _note(first: TestedRuns, second: TestedRuns, arrangement: Arrangement, texts: int, metric: Metric) -> str:
    """Return the notes on a comparison as one text, empty without notes."""
    arms, sample = arrangement.arms, arrangement.sample
    flags = ((name, runs.shared_checkpoint) for name, runs in (("the first", first), ("the second", second)))
    sizes = zip(first.values, first.sizes, strict=True)
    is_grouped = any(values.shape[1] != size for values, size in sizes)
    # Strategies with equal means for each text may still differ in single runs.
    is_single = all(len(values) == 1 for arm in arms for values in arm)
    means = np.mean([values.mean(1) for values in arms[0]], axis=0)
    equal_means = sample.scope != "weights" and sample.paired and len(means) > 1 and np.ptp(means) < 1e-6
    return state(
        "verdicts",
        "note",
        too_few_test_texts(texts),
        sample.scope,
        [name for name, is_shared in flags if is_shared],
        arrangement.left_out,
        first.seedless and second.seedless,
        min(values.shape[1] for values in first.values) if is_grouped else 0,
        not any(np.any(values) for values in _per_text(arms)),
        is_single or (len(arms) == 1 and not any(np.any(values) for values in arms[0])),
        metric.counts_errors,
        len(means) if equal_means else 0,
    )


def _failing(first: TestedRuns, second: TestedRuns, metric: Metric) -> str:
    """Return a sentence for each strategy whose seeds fall into two groups (some failed), else an empty text."""
    sentences = []
    for name, runs in (("first", first), ("second", second)):
        results = np.mean([values.mean(1) for values in runs.values], axis=0)
        if metric.unit == "%" and (groups := split_bimodal(results.tolist())):
            texts = ([f"{value:.1f}" for value in group] for group in groups)
            sentences.append(state("verdicts", "failing", name, *texts))
    return " ".join(sentences)


def multiple_comparisons_note(tests: Iterable[MetricDifference]) -> str:
    """Return the note on multiple comparisons, empty for a single one."""
    if (count := sum(test.valid_p is not None for test in tests)) < 2:
        return ""
    return phrase(
        "{n} comparisons: p values are Holm-adjusted, so the chance of any false difference, and of any "
        "false equivalence, stays below 5 %; the intervals are not adjusted.",
        n=count,
    )


def margin_note(tests: Iterable[MetricDifference]) -> str:
    """Return a sentence on the margin and the margin reachable at the present noise, empty without verdicts."""
    ranges = [
        (reach, test) for test in tests if test.valid_p is not None and (reach := test.reach) is not None
    ]
    if not ranges:
        return ""
    test, reaches = ranges[0][1], [reach for reach, _ in ranges]
    smallest, largest = (f"{reach:.2g}" for reach in (min(reaches), max(reaches)))
    return phrase(
        "The equivalence margin is {margin}; at the noise found here, equal strategies are found equivalent "
        "in 80 % of cases with a margin of {reach} or more.",
        margin=test.margin_words,
        reach=smallest if smallest == largest else phrase("{least} to {most}", least=smallest, most=largest),
    )


def open_failures_note(tests: Iterable[MetricDifference]) -> str:
    """Return the note on failing seeds for a table that contains *equivalent*, else an empty text."""
    return " ".join(dict.fromkeys(text for test in tests if (text := test.open_failures)))


def seeds_needed(tests: Mapping[int, MetricDifference]) -> dict[int, int]:
    """Return, by key, the number of seeds that each undecided strategy needs for a verdict against the baseline.

    Strategies are omitted if more seeds on the same texts do not help: with too few texts for a test, or if the sample
    consists of trained checkpoints.
    """
    seeds = {}
    for key, test in tests.items():
        if test.sample.unit != "seeds" or test.valid_p is None or test.verdict in ("better", "worse"):
            continue
        units = test.needed.units if test.needed is not None else None
        # Equivalence of single runs concerns these weights, and seeds may still differ.
        if test.sample.count < PILOT_SEEDS and (test.needed is not None or test.sample.scope == "weights"):
            units = max(PILOT_SEEDS, units or 0)
        if units is not None and units > test.sample.count:
            seeds[key] = units
    return seeds
