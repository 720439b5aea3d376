"""Estimate the difference between the errors of two strategies, with test texts and training seeds as samples.

Every run of a strategy is tested on the same texts, so texts and seeds are crossed random effects. With k seeds and n
texts the variance of a mean difference is

    Var = σ²_seed / k + σ²_text / n + σ²_rest / (k n)                                                         (1)

The components are estimated by the mean squares of a two-way table without replication (Searle, Casella and McCulloch
1992, Variance Components, chapter 4). The text part has hundreds of degrees of freedom and counts as known. The seed
part has k - 1, and the difference is distributed around its estimate as

    a₁ t(ν₁) + a₂ t(ν₂) + b Z                                                                                 (2)

a sum of Student's t for the seeds of each strategy (one t for pairs of seeds) and a normal for the texts. This is the
Behrens-Fisher solution (Fisher 1935), and with flat priors also the posterior (Patil 1965). Its intervals never have
less than the nominal coverage. With two or three seeds they are conservative (figures in docs/statistics.md).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.analysis.verdicts.tested_runs import Sample
from engine.errors import UserError
from engine.formatting.templates import state
from engine.metrics.base import Metric, known_metrics
from engine.spec.checks.findings import LEAST_TEST_TEXTS

Floats = NDArray[np.float64]
_NO_VARIANCE = 1e-10
"""Variance below which units count as equal, well below the effect of rounding."""
_NODES, _WEIGHTS = (np.asarray(each, np.float64) for each in np.polynomial.legendre.leggauss(48))
# Quantiles u⁴ for u in 0..1: dense near 0, where a small χ² makes the tail.
_PROBABILITIES, _SHARES = ((_NODES + 1) / 2) ** 4, _WEIGHTS * 2 * ((_NODES + 1) / 2) ** 3


@dataclass(frozen=True)
class SampledUnits:
    """Noise of the seeds or checkpoints of one strategy.

    Attributes:
        spread: variance between the units, in squared units of the mean.
        count: number of units.
        df: degrees of freedom of ``spread``: ``count`` - 1, or more after moderation.
    """

    spread: float
    count: int
    df: float

    @property
    def variance(self) -> float:
        """The variance of the mean over the units."""
        return self.spread / self.count


Moderation = Callable[[SampledUnits], SampledUnits]


@dataclass(frozen=True)
class VarianceComponents:
    """Variances of equation (1) per seed and per text, in squared units of the mean, for planning further runs."""

    seed: float
    text: float
    rest: float


@dataclass(frozen=True)
class CrossedEstimate:
    """Mean with its distribution, equation (2).

    Attributes:
        mean: the estimate.
        units: the parts a₁ t(ν₁), a₂ t(ν₂). Empty for single runs, whose estimate holds for these weights only.
        text_variance: b².
        texts: n.
        components: variances per seed and per text, None without several units.
    """

    mean: float
    units: tuple[SampledUnits, ...]
    text_variance: float
    texts: int
    components: VarianceComponents | None = None

    @property
    def shows_no_noise(self) -> bool:
        """Whether the noise of texts is unknown and the seeds do not differ, so that there is no interval."""
        return not self.texts and all(unit.variance < _NO_VARIANCE for unit in self.units)

    @cached_property
    def _mixture(self) -> tuple[Floats, Floats]:
        """Shares and standard deviations of the normal mixture that represents the distribution.

        Student's t is a normal whose variance is divided by χ²(ν) / ν. The integral over χ² uses its quantiles.
        """
        shares, variances = np.ones(1), np.full(1, self.text_variance)
        for unit in self.units:
            variances = (variances[:, None] + unit.variance * _inverse_chi2(unit.df)).ravel()
            shares = (shares[:, None] * _SHARES).ravel()
        return shares, np.sqrt(variances)

    def tail(self, distance: float) -> float:
        """Return the one-sided probability that the error of the estimate exceeds ``distance``."""
        from scipy import special

        shares, scales = self._mixture
        return float(shares @ special.ndtr(-distance / scales))

    def half_width(self, level: float = 0.95) -> float:
        """Return half the width of the central interval of ``level``."""
        from scipy import optimize

        alpha, high = (
            (1 - level) / 2,
            float(np.sqrt(self.text_variance + sum(u.variance for u in self.units))),
        )
        while self.tail(high) > alpha:
            high *= 2
        return float(optimize.brentq(lambda x: self.tail(x) - alpha, 0.0, high, xtol=1e-9, rtol=1e-9))

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return the central interval of ``level``."""
        half = self.half_width(level)
        return self.mean - half, self.mean + half

    def p_value(self) -> float:
        """Return the two-sided p of no difference."""
        return min(1.0, 2 * self.tail(abs(self.mean)))

    def equivalence_p(self, margin: float) -> float:
        """Return the p of the two one-sided tests (Schuirmann 1987) that the difference lies within ± ``margin``."""
        return max(self.tail(margin - self.mean), self.tail(margin + self.mean))


@lru_cache(maxsize=256)
def _inverse_chi2(df: float) -> Floats:
    """Return ν / χ²(ν) at the quantiles over which the mixture is integrated."""
    from scipy import stats  # a second to import: not while the window opens

    return np.asarray(df / stats.chi2.ppf(_PROBABILITIES, df), np.float64)


def estimate_difference(
    arms: Sequence[Sequence[NDArray[np.floating]]],
    pseudo_range: float = 1.0,
    sizes: Sequence[int] = (),
    moderate: Moderation | None = None,
) -> CrossedEstimate:
    """Return the estimate of the sum of the means of the arms.

    A single arm holds paired differences, first minus second, per unit. Two arms hold the values of the first strategy
    and the negative values of the second. The value of an arm for a text is the mean over its units.

    Args:
        arms: for each arm, one array [k, n] per task: values (100 for wrong, 0 for right) of k units (seeds, or means
            over the seeds of a checkpoint) on n texts or groups of texts, in the same order everywhere. Tasks have
            equal weights.
        pseudo_range: distance of the two pseudo-observations, in the unit of the arms.
        sizes: number of texts by task, if columns are groups of texts.
        moderate: function that moderates the noise of units (``moderation``).

    Example:
        Two seeds, three texts: D = [[1, 0, 0], [1, 1, 0]]. Means: 1/2 overall, (1/3, 2/3) by seed, (1, 1/2, 0) by
        text. Rest: squares 1/3 over (2 - 1)(3 - 1): 1/6. Seeds: variance of their means 1/18, over 2: 1/36. Texts:
        squares 1/2, and 1 for two imaginary texts: 3/2 over (3 + 1)(3 + 2) is 3/40; less the rest's 1/6 / 6 = 1/36
        that the seeds' part already holds: 17/360.
    """
    tasks = len(arms[0])
    tables = [[np.asarray(values, np.float64) for values in arm] for arm in arms]
    mean = sum(float(values.mean()) for arm in tables for values in arm) / tasks
    texts = min(sizes or [values.shape[1] for values in tables[0]])
    spread = 0.0
    for task in range(tasks):
        per_text = np.sum([arm[task].mean(0) for arm in tables], axis=0)
        # Two pseudo-observations, one on each side (Agresti and Min 2005): few disagreements do not mean no noise.
        squares = float(np.sum((per_text - per_text.mean()) ** 2)) + pseudo_range**2
        spread += squares / ((len(per_text) + 1) * (len(per_text) + 2)) / tasks**2
    units, overlap, rest = [], 0.0, 0.0
    for arm in tables:
        k = len(arm[0])
        if k < 2:
            continue
        noise = sum(_residual(values) / values.shape[1] for values in arm) / tasks**2
        spread_of_units = float(np.mean([values.mean(1) for values in arm], axis=0).var(ddof=1))
        seed_noise = SampledUnits(spread_of_units, k, k - 1)
        units.append(seed_noise if moderate is None else moderate(seed_noise))
        # The residual noise within the seed part is not counted twice. The sum is at least the noise of texts.
        overlap += min(noise / k, units[-1].variance)
        rest += noise
    text_variance = max(0.0, spread - overlap)
    components = None
    if len(units) == len(arms):
        between = sum(unit.spread for unit in units)
        components = VarianceComponents(max(0.0, between - rest), text_variance * texts, rest * texts)
    return CrossedEstimate(mean, tuple(units), text_variance, texts, components)


def _residual(table: Floats) -> float:
    """Return the residual mean square of a table [k, n]. It is 0 for k = 1, where texts and residuals coincide."""
    k, n = table.shape
    if k < 2 or n < 2:
        return 0.0
    rest = table - table.mean(0) - table.mean(1, keepdims=True) + table.mean()
    return float(np.sum(rest**2)) / ((k - 1) * (n - 1))


MAX_PRIOR_DF = 4.0
"""Maximum degrees of freedom that the variances of other strategies add."""
NOISY = 2.0
"""Multiple of the median variance above which a strategy is not moderated."""
MIN_STRATEGIES, MIN_SEEDS = 4, 3


def moderation(strategies: Collection[SampledUnits]) -> Moderation | None:
    """Return the function that moderates the variances of strategies compared together (Smyth 2004).

    Variances are assumed to vary around a common one, s0² with d0 degrees of freedom, both estimated from their
    logarithms. The variance of a strategy becomes (d0 s0² + d s²) / (d0 + d) with d0 + d degrees of freedom. The
    estimate of d0 from few strategies is poor, so it is at most ``MAX_PRIOR_DF``, and a noisy strategy keeps its own
    variance (``NOISY``). With these limits the rate of false differences is at most 6 % in all simulated populations
    (docs/statistics.md).

    None for fewer than four strategies with three seeds, and if seeds do not differ.

    Args:
        strategies: the noise of each strategy, including the baseline.
    """
    replicated = [units for units in strategies if units.count >= MIN_SEEDS]
    median = float(np.median([units.spread for units in replicated])) if replicated else 0.0
    if len(replicated) < MIN_STRATEGIES or median < _NO_VARIANCE:
        return None
    from scipy import special

    df = np.array([units.df for units in replicated])
    spreads = np.maximum([units.spread for units in replicated], 1e-4 * median)
    logs = np.log(spreads) - special.digamma(df / 2) + np.log(df / 2)
    excess = float(logs.var(ddof=1) - special.polygamma(1, df / 2).mean())
    prior_df, average = MAX_PRIOR_DF, float(spreads.mean())  # chance explains their differences
    if excess > 0:
        prior = _inverse_trigamma(excess)
        prior_df = min(MAX_PRIOR_DF, 2 * prior)
        average = float(np.exp(logs.mean() + special.digamma(prior)) / prior)

    def moderate(units: SampledUnits) -> SampledUnits:
        if units.count < MIN_SEEDS or units.spread > NOISY * median:
            return units
        spread = (prior_df * average + units.df * units.spread) / (prior_df + units.df)
        return replace(units, spread=spread, df=prior_df + units.df)

    return moderate


def _inverse_trigamma(value: float) -> float:
    """Return x with ψ'(x) = ``value`` > 0."""
    from scipy import optimize, special

    return float(optimize.brentq(lambda x: special.polygamma(1, x) - value, 1e-8, 1e8, xtol=1e-10))


_BY_TEXTS = ((10_000, 1.0), (2_000, 2.0), (500, 3.0), (200, 5.0), (0, 10.0))
"""Minimum number of test texts, and the margin in points that is reachable for equal strategies."""
ALPHA = 0.05
POWER = 0.8
MAX_UNITS, MAX_TEXTS = 100, 10_000_000
FEW_UNITS = 5
"""Number of seeds below which a required sample size is reported as rough (quantified in docs/statistics.md)."""


def default_margin(metric: Metric, texts: int) -> float:
    """Return the equivalence margin for a test split of ``texts`` texts: 1 to 10 points, or a hundredth of it.

    The hundredth applies to metrics that are not percentages. The margin depends only on the number of texts, not on
    results. With few texts a small margin could never be reached (docs/statistics.md has frequencies).
    """
    points = default_points(texts)
    return points if metric.unit == "%" else points / 100


def default_points(texts: int) -> float:
    """Return the equivalence margin for a test split of ``texts`` texts, in percentage points."""
    return next(points for least, points in _BY_TEXTS if texts >= least)


def margin_for(name: str, points: float) -> float:
    """Return a margin of percentage points in the unit of the metric ``name``: a hundredth if it is not a percentage.

    An unknown metric counts as a percentage.
    """
    metric = known_metrics().get(name)
    return points if metric is None or metric.unit == "%" else points / 100


def check_margin(margin: float, unit: str = "%") -> float:
    """Return ``margin`` unchanged. Raises UserError unless it is above 0, and for percentages below 100."""
    if not (math.isfinite(margin) and margin > 0 and (margin < 100 or unit != "%")):
        reason = (
            "no experiment can show that two results are exactly equal, only that they differ by less than a margin."
            if margin == 0
            else "any two results would count as equal."
            if margin > 0
            else "it must be a number above 0."
        )
        raise UserError(
            f"a margin of {margin:g}{' points' if unit == '%' else ''} cannot be used: {reason}",
            place="margin",
            remedy="Give the smallest difference that would matter to you"
            + (", in points, such as 1." if unit == "%" else ", in the unit of the metric."),
        )
    return margin


@dataclass(frozen=True)
class NeededSample:
    """Sample size required to detect a difference of the margin with the power ``POWER``.

    Attributes:
        difference: the margin in words: ``0.3 points``.
        unit: the unit to increase, ``seeds`` or ``checkpoints``; ``texts`` if more seeds do not help.
        have: present number of units, on ``texts`` texts.
        units: required number of units on the same texts; None if no number is enough.
        needed_texts: required number of texts with the same seeds; None if no number is enough.
        family: number of comparisons tested together. The level is that of the first step of Holm's procedure.
    """

    difference: str
    unit: str
    have: int
    texts: int
    units: int | None
    needed_texts: int | None
    family: int = 1

    def to_sentence(self) -> str:
        """Return ``About 9 seeds or 4,000 test texts would find 0.3 points in 80 % of cases.``"""
        texts = None if self.needed_texts is None else _round_up(self.needed_texts)
        return state("verdicts", "needed", self, texts, POWER, self.have < FEW_UNITS)


def plan_sample(
    estimate: CrossedEstimate,
    margin: float,
    difference: str,
    sample: Sample,
    family: int = 1,
) -> NeededSample:
    """Return the sample size required to detect a difference of the margin, given the noise measured so far.

    A sample suffices if the half-widths of the intervals at 1 - level and 2 power - 1 sum to at most the margin. The
    usual formula for this is (t + t') s.e.; here the quantiles come from the distribution of the estimate. The level is
    ``ALPHA`` / ``family``, which Holm's procedure requires for the smallest p.

    Args:
        estimate: the present difference.
        margin, difference: the difference to detect, as a number and in words.
        sample: the present sample of the estimate.
        family: number of comparisons adjusted together.
    """
    parts, arms, present_texts = estimate.components, 1 if sample.paired else 2, estimate.texts
    count, unit = sample.count, sample.unit
    if unit == "texts":
        parts = VarianceComponents(0.0, estimate.text_variance * present_texts, 0.0)
    if parts is None or not present_texts:
        return NeededSample(difference, unit, count, present_texts, None, None, family)
    components = parts

    def is_enough(units: int, texts: int) -> bool:
        spread = (components.seed + components.rest / texts) / arms
        units_ = () if unit == "texts" else (SampledUnits(spread, units, units - 1),) * arms
        planned = CrossedEstimate(0.0, units_, components.text / texts, texts)
        return planned.half_width(1 - ALPHA / family) + planned.half_width(2 * POWER - 1) <= margin

    # Below the minimum number of texts for a test, no number of seeds is enough.
    can_add_units = unit != "texts" and present_texts >= LEAST_TEST_TEXTS
    units = _smallest(lambda units: is_enough(units, present_texts), 2, MAX_UNITS) if can_add_units else None
    texts = _smallest(lambda texts: is_enough(count, texts), LEAST_TEST_TEXTS, MAX_TEXTS)
    return NeededSample(difference, unit, count, present_texts, units, texts, family)


def _smallest(is_enough: Callable[[int], bool], low: int, high: int) -> int | None:
    """Return the smallest sufficient number from ``low`` to ``high`` by bisection, or None if ``high`` is too small."""
    if not is_enough(high):
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle + 1, high)
    return low


def _round_up(number: int) -> int:
    """Round up to two digits, the precision of such an estimate: 3,841 to 3,900."""
    step = 10 ** max(0, len(str(number)) - 2)
    return math.ceil(number / step) * step
