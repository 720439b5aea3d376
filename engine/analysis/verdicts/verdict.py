"""Judge whether two strategies' results differ, are equivalent, or cannot be told apart, and what it would take.

The noise is that of ``engine.analysis.verdicts.crossed_effects``; docs/statistics.md states the method and how well
it keeps its error rates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.analysis.verdicts.crossed_effects import CrossedEstimate, estimate_difference
from engine.analysis.verdicts.margin import check_margin, default_margin
from engine.analysis.verdicts.sample_size import ALPHA, NeededSample, plan_sample
from engine.analysis.verdicts.statistics import RopePosterior, adjust_holm
from engine.analysis.verdicts.tested_runs import Arms, Arrangement, TestedRuns, VerdictScope, arrange_runs
from engine.formatting.numbers import percent_text
from engine.json_types import JsonObject
from engine.metrics.base import Metric, known_metrics
from engine.spec.checks.findings import LEAST_TEST_TEXTS, too_few_test_texts

DifferenceVerdict = Literal["better", "worse", "equivalent", "cannot tell"]


@dataclass(frozen=True)
class MetricDifference:
    """Test result of a strategy less that of the baseline, in the metric's unit (percentage points of error).

    Attributes:
        metric: what is compared, in whose direction a difference is better or worse.
        low, high: the interval of level 1 - ``ALPHA``.
        p, equivalence_p: of no difference (two-sided), and of a difference beyond ± ``margin`` (two one-sided tests).
        adjusted_p, adjusted_equivalence_p: the same, corrected for all differences shown together.
        method: what was compared, in words; ``note`` what must be known of it.
        n: units of the comparison: pairs of seeds, seeds, or 1.
        texts: size of the test split.
        unit: what they are, ``seeds`` or ``checkpoints``, or ``texts`` where no side depends on a seed; ``paired``
            whether both strategies have the same.
        estimate: the difference with its noise, from which all of this comes.
        posterior: probabilities of a difference below -``margin``, within the margin, above it.
        needed: what it would take to tell; None until ``plan_further`` was asked.
        family: how many differences are corrected together.
    """

    metric: Metric
    mean: float
    low: float
    high: float
    p: float
    equivalence_p: float
    margin: float
    method: str
    n: int
    unit: str
    paired: bool
    texts: int
    scope: VerdictScope
    estimate: CrossedEstimate
    posterior: RopePosterior
    note: str = ""
    needed: NeededSample | None = None
    adjusted_p: float = 1.0
    adjusted_equivalence_p: float = 1.0
    verdict: DifferenceVerdict = "cannot tell"
    family: int = 1

    @property
    def answer(self) -> str:
        """The verdict with its scope: ``better``, ``worse, these weights``."""
        scope = {"seeds": "", "checkpoint": ", this checkpoint", "weights": ", these weights"}[self.scope]
        return self.verdict if self.verdict == "cannot tell" else f"{self.verdict}{scope}"

    @property
    def scope_words(self) -> str:
        """How far the verdict reaches, behind it in a sentence; nothing where it is about all seeds."""
        return {"seeds": "", "checkpoint": ", for this checkpoint", "weights": ", for these weights only"}[
            self.scope
        ]

    @property
    def pairing_words(self) -> str:
        """``method`` without its texts, for results whose texts are counted or called otherwise."""
        return self.method.removesuffix(f", {self.texts:,} test texts")

    @property
    def has_too_few_texts(self) -> bool:
        """Whether the test split is too small to say anything: then neither interval nor p is shown."""
        return 0 < self.texts < LEAST_TEST_TEXTS

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The interval as it is shown; None on too few texts, and where no noise is known."""
        hidden = self.has_too_few_texts or self.estimate.shows_no_noise
        return None if hidden else (self.low, self.high)

    @property
    def shown_p(self) -> float | None:
        """The adjusted p as it is shown; None on too few texts, and where their noise is not known."""
        return None if self.texts < LEAST_TEST_TEXTS else self.adjusted_p

    @property
    def sides(self) -> tuple[str, str]:
        """What a difference below and above zero is called: ``fewer errors``, ``more errors``."""
        if self.metric.counts_errors:
            return "fewer errors", "more errors"
        return f"lower {self.metric.title}", f"higher {self.metric.title}"

    @property
    def margin_words(self) -> str:
        """The margin with its unit: ``0.3 points``."""
        return amount(self.margin, self.metric)

    def to_sentence(self) -> str:
        """Return ``difference 0.40 points, 95 % interval -0.30 to 1.10: cannot tell (paired by 3 seeds, ...)``."""
        low_side, high_side = self.sides
        words = self.verdict if self.verdict == "cannot tell" else f"equivalent within {self.margin_words}"
        if self.verdict in ("better", "worse"):
            words = high_side if self.mean > 0 else low_side
            words += "" if self.metric.counts_errors else f", {self.verdict}"
            if self.adjusted_equivalence_p < ALPHA:
                words += f", but by less than {self.margin_words}"
        words += self.scope_words
        unit = f" {self.metric.difference_unit}" if self.metric.difference_unit else ""
        of = "" if self.metric.counts_errors else f" of {self.metric.title}"
        interval = ""
        if self.bounds is not None:
            low, high = self.bounds
            interval = f", 95 % interval {self._rounded(low)} to {self._rounded(high)}"
        p = "" if self.shown_p is None else f", {p_words(self.shown_p)}"
        return f"difference{of} {self._rounded(self.mean)}{unit}{interval}: {words} ({self.method}{p})"

    def _rounded(self, value: float) -> str:
        digits = self.metric.digits
        return f"{round(value, digits) + 0.0:.{digits}f}"  # no minus before a zero

    def as_json(self) -> JsonObject:
        """Return the verdict with its figures, as ``palimpsest compare --test --format json`` has them."""
        needed = self.needed
        low, high = self.bounds or (None, None)
        return {
            "metric": self.metric.name,
            "difference": self.mean,
            "low": low,
            "high": high,
            "level": 1 - ALPHA,
            "p": self.shown_p,
            "equivalence_p": None if self.shown_p is None else self.adjusted_equivalence_p,
            "margin": self.margin,
            "verdict": self.verdict,
            "scope": self.scope,
            "method": self.method,
            "unit": self.unit,
            "n": self.n,
            "texts": self.texts,
            "note": self.note,
            "needed": None if needed is None else {"units": needed.units, "texts": needed.needed_texts},
        }

    def posterior_sentence(self) -> str:
        """Return ``Posterior with flat priors: 80 % fewer errors, 15 % the same within 0.3 points, 5 % more errors``.

        Empty without an interval.
        """
        if self.bounds is None:
            return ""
        low_side, high_side = self.sides
        p = self.posterior
        return (
            f"Posterior with flat priors: {percent_text(p.left)} {low_side}, "
            f"{percent_text(p.rope)} the same within {self.margin_words}, {percent_text(p.right)} {high_side}"
        )


def p_words(p: float) -> str:
    """Return ``p 0.038``; so far out that no approximation is good, ``p < 0.0001``."""
    return "p < 0.0001" if p < 1e-4 else f"p {p:.2g}"


def amount(difference: float, metric: Metric) -> str:
    """Return a difference in words, ``0.3 points``; of a metric without a unit its title follows."""
    return f"{difference:g} {metric.difference_unit or f'of {metric.title}'}"


def judge_runs(
    first: TestedRuns,
    second: TestedRuns,
    margin: float | None = None,
    metric: Metric | None = None,
) -> MetricDifference:
    """Return the difference of two strategies, judged as if it were the only one.

    Args:
        first, second: their runs; how they are lined up says ``arrange_runs``.
        margin: the difference within which results count as equal; None: the metric's default.
        metric: what the values of the runs are of; None: error.

    Raises UserError for a margin that is not above 0.
    """
    metric = metric or known_metrics()["error"]
    margin = check_margin(default_margin(metric) if margin is None else margin, metric.unit)
    lined = arrange_runs(first, second)
    estimate = estimate_difference(lined.arms, _one_text(first, second, lined.arms, metric), first.sizes)
    return describe_estimate(
        estimate,
        metric,
        margin,
        method=f"{lined.method}, {estimate.texts:,} test texts",
        n=lined.count,
        unit=lined.unit,
        paired=len(lined.arms) == 1,
        scope=lined.scope,
        note=_note(first, second, lined, estimate.texts, metric),
    )


def describe_estimate(
    estimate: CrossedEstimate,
    metric: Metric,
    margin: float,
    *,
    method: str,
    n: int,
    unit: str,
    paired: bool,
    scope: VerdictScope = "seeds",
    note: str = "",
) -> MetricDifference:
    """Return what an estimate says by itself: interval, p and posterior; without test texts there is no p."""
    low, high = estimate.interval(1 - ALPHA)
    reach = (
        100.0 if metric.unit == "%" else np.inf
    )  # of few seeds a t reaches beyond what two results can differ by
    left, right = estimate.tail(estimate.mean + margin), estimate.tail(margin - estimate.mean)
    made = MetricDifference(
        metric=metric,
        mean=estimate.mean,
        low=max(low, -reach),
        high=min(high, reach),
        p=estimate.p_value() if estimate.texts else 1.0,
        equivalence_p=estimate.equivalence_p(margin) if estimate.texts else 1.0,
        margin=margin,
        method=method,
        n=n,
        unit=unit,
        paired=paired,
        texts=estimate.texts,
        scope=scope,
        estimate=estimate,
        posterior=RopePosterior(left, max(0.0, 1 - left - right), right),
        note=note,
    )
    return correct_family([made])[0]


def _one_text(first: TestedRuns, second: TestedRuns, arms: Arms, metric: Metric) -> float:
    """Return how far apart the two imaginary texts are: never farther than two texts are for a single run.

    Of percentages 100 points where no difference is wider, for a text that is right or wrong is worth that much. Of
    others, whose values do not tie, the range of the differences found.

    Example:
        Error: a run's values are 0 and 100, so 100, however many texts the runs disagree on.
    """
    in_a_run = max(float(np.ptp(values, axis=1).max()) for runs in (first, second) for values in runs.values)
    between = max(
        float(np.ptp(np.sum([arm[task].mean(0) for arm in arms], axis=0))) for task in range(len(arms[0]))
    )
    columns = max(values.shape[1] / size for values, size in zip(first.values, first.sizes, strict=True))
    least = 100.0 * columns if metric.unit == "%" else 0.0
    return min(in_a_run, max(least, between)) or in_a_run or least or 1e-9


def correct_family(family: Sequence[MetricDifference]) -> list[MetricDifference]:
    """Return the differences with their p corrected for each other, and the verdicts that follow.

    Of a pair's two null hypotheses (no difference; a difference beyond the margin) one at most is true, so with m
    pairs m of 2 m are true at most: Holm's procedure with Shaffer's (1986) multipliers. The chance of any false
    statement stays below alpha. What is not judged, for there are too few texts or none, states nothing and counts for
    nothing.
    """
    can_be_judged = [made.texts >= LEAST_TEST_TEXTS for made in family]
    m = max(1, sum(can_be_judged))
    asked = [
        (made.p, made.equivalence_p) if can else (None, None)
        for made, can in zip(family, can_be_judged, strict=True)
    ]
    ps = adjust_holm([p for pair in asked for p in pair], most_true=m)
    judged = []
    for place, made in enumerate(family):
        differs, equal = (1.0 if p is None else p for p in ps[2 * place : 2 * place + 2])
        verdict = _find_verdict(made, differs, equal) if can_be_judged[place] else "cannot tell"
        judged.append(
            replace(made, adjusted_p=differs, adjusted_equivalence_p=equal, verdict=verdict, family=m)
        )
    return judged


def correct_by_name(judged: Mapping[str, MetricDifference]) -> dict[str, MetricDifference]:
    """Return ``correct_family`` of differences that have names."""
    return dict(zip(judged, correct_family(list(judged.values())), strict=True))


def _find_verdict(made: MetricDifference, differs: float, equal: float) -> DifferenceVerdict:
    """Return what the adjusted p of no difference, and of one beyond the margin, say."""
    if differs < ALPHA:
        more_is_better = made.metric.direction == "max"
        return "better" if (made.mean > 0) == more_is_better else "worse"
    return "equivalent" if equal < ALPHA else "cannot tell"


def plan_further(made: MetricDifference) -> NeededSample:
    """Return what it would take to find a difference of the margin."""
    return plan_sample(
        made.estimate,
        made.margin,
        made.margin_words,
        made.n,
        made.unit,
        made.paired,
        made.family,
    )


def _note(first: TestedRuns, second: TestedRuns, lined: Arrangement, texts: int, metric: Metric) -> str:
    """Return what must be known of a comparison, in sentences; empty where there is nothing."""
    arms, scope = lined.arms, lined.scope
    said = [few] if (few := too_few_test_texts(texts)) else []
    if scope == "weights":
        said.append(
            "One run of each counts: the interval holds for these weights only; another seed may turn it round."
        )
    if scope == "checkpoint":
        which = " and ".join(
            name for name, runs in (("the first", first), ("the second", second)) if runs.shared_checkpoint
        )
        said.append(
            f"All runs of {which} strategy share one trained checkpoint: the interval holds for that checkpoint only."
        )
    said += lined.left_out
    if first.seedless and second.seedless:
        said.append("Neither depends on a seed, so test texts are the only noise.")
    if any(values.shape[1] != size for values, size in zip(first.values, first.sizes, strict=True)):
        groups = min(values.shape[1] for values in first.values)
        said.append(f"The noise of texts is that of a jackknife over {groups} groups of them.")
    per_text = [np.sum([arm[task].mean(0) for arm in arms], axis=0) for task in range(len(arms[0]))]
    if not any(np.any(values) for values in per_text):
        said.append(_agreement(arms, metric))
    elif scope != "weights" and len(arms) == 1:
        means = np.mean([values.mean(1) for values in arms[0]], axis=0)
        if len(means) > 1 and np.ptp(means) < 1e-6:
            said.append(
                f"All {len(means)} pairs differ by the same amount; so few cannot show that seeds make no difference, "
                "so they count with the noise of single texts."
            )
    return " ".join(said)


def _agreement(arms: Arms, metric: Metric) -> str:
    """Return what is said of runs whose mean on each text is the same: that may still hide other runs for each text."""
    if len(arms) == 1:
        exactly = not any(np.any(values) for values in arms[0])
    else:
        exactly = all(len(values) == 1 for arm in arms for values in arm)
    if metric.counts_errors:
        return (
            "Both are wrong on exactly the same test texts."
            if exactly
            else "Over their runs both are wrong equally often on every test text."
        )
    return (
        "Both have exactly the same values on all test texts."
        if exactly
        else "Over their runs both have the same mean values on all test texts."
    )
