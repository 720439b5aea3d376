"""Choose margins within which results count as equal, and plan samples that find a difference of that size."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from engine.analysis.verdicts.crossed_effects import CrossedEstimate, SampledUnits, VarianceComponents
from engine.analysis.verdicts.tested_runs import Sample
from engine.errors import UserError
from engine.formatting.templates import state
from engine.metrics.base import Metric, known_metrics
from engine.spec.checks.findings import LEAST_TEST_TEXTS

_BY_TEXTS = ((10_000, 1.0), (2_000, 2.0), (500, 3.0), (200, 5.0), (0, 10.0))
"""From so many test texts on, the margin in points that equal strategies can be shown to stay within."""
ALPHA = 0.05
POWER = 0.8
MAX_UNITS, MAX_TEXTS = 100, 10_000_000
FEW_UNITS = 5
"""Seeds below which a required sample size is called rough (docs/statistics.md quantifies this)."""


def default_margin(metric: Metric, texts: int) -> float:
    """Return the margin for a test split of ``texts`` texts: 1 to 10 points; a hundredth where it is no percentage.

    It goes by the number of texts alone, so that no result chooses it. Fewer texts leave more noise: a margin that can
    never be reached would make *equivalent* an empty word (docs/statistics.md has how often it is reached).
    """
    points = default_points(texts)
    return points if metric.unit == "%" else points / 100


def default_points(texts: int) -> float:
    """Return the margin for a test split of ``texts`` texts in points of a percentage."""
    return next(points for least, points in _BY_TEXTS if texts >= least)


def margin_for(name: str, points: float) -> float:
    """Return a margin in points in the unit of the metric ``name``: a hundredth of it where that is no percentage.

    An unknown metric is taken for a percentage.
    """
    metric = known_metrics().get(name)
    return points if metric is None or metric.unit == "%" else points / 100


def check_margin(margin: float, unit: str = "%") -> float:
    """Return ``margin`` as it is. Raises UserError unless it is above 0; of percentages, below 100 points."""
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
    """Sample size required to find a difference of the margin with the power ``POWER``.

    Attributes:
        difference: the margin in words: ``0.3 points``.
        unit: what must increase, ``seeds`` or ``checkpoints``; ``texts`` where more seeds do not help.
        have: how many there are now, on ``texts`` texts.
        units: how many it takes on the same texts; None where no number is enough.
        needed_texts: how many texts it takes with the same seeds; None where no number is enough.
        family: how many comparisons are judged together: the difference is to be found at the level that Holm's
            procedure asks of the first of them.
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
    """Return the sample size required to find a difference of the margin, at the noise measured so far.

    A sample is enough when the half intervals of 1 - level and of 2 power - 1 together are no more than the margin:
    (t + t') s.e. in the usual formula, with the quantiles of the same distribution. The level is the one that the
    difference will be judged at: ``ALPHA`` / ``family``, which Holm's procedure asks of the smallest p (of the others
    less).

    Args:
        estimate: the difference as it stands.
        margin, difference: the difference to be found, also in words.
        sample: the present sample of the estimate.
        family: how many comparisons are corrected together.
    """
    parts, arms, texts_now = estimate.components, 1 if sample.paired else 2, estimate.texts
    count, unit = sample.count, sample.unit
    if unit == "texts":
        parts = VarianceComponents(0.0, estimate.text_variance * texts_now, 0.0)
    if parts is None or not texts_now:
        return NeededSample(difference, unit, count, texts_now, None, None, family)
    components = parts

    def enough(units: int, texts: int) -> bool:
        spread = (components.seed + components.rest / texts) / arms
        units_ = () if unit == "texts" else (SampledUnits(spread, units, units - 1),) * arms
        planned = CrossedEstimate(0.0, units_, components.text / texts, texts)
        return planned.half_width(1 - ALPHA / family) + planned.half_width(2 * POWER - 1) <= margin

    # With fewer texts than are judged no number of seeds is enough, however large the margin.
    more_units = unit != "texts" and texts_now >= LEAST_TEST_TEXTS
    units = _least(lambda units: enough(units, texts_now), 2, MAX_UNITS) if more_units else None
    texts = _least(lambda texts: enough(count, texts), LEAST_TEST_TEXTS, MAX_TEXTS)
    return NeededSample(difference, unit, count, texts_now, units, texts, family)


def _least(enough: Callable[[int], bool], low: int, high: int) -> int | None:
    """Return the least number from ``low`` to ``high`` that is enough, by bisection; None where ``high`` is not."""
    if not enough(high):
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return low


def _round_up(number: int) -> int:
    """Round up to two digits, for these are estimates: 3,841 to 3,900."""
    step = 10 ** max(0, len(str(number)) - 2)
    return math.ceil(number / step) * step
