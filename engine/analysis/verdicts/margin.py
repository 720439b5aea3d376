"""The margin within which two results count as equal in practice."""

from __future__ import annotations

import math

from engine.errors import UserError
from engine.metrics.base import Metric, known_metrics

DEFAULT_MARGIN = 0.3
"""Percentage points; a choice, shown where it is used."""


def default_margin(metric: Metric) -> float:
    """Return 0.3 points for percentages, and 0.003 for metrics that are shares or have a unit of their own."""
    return DEFAULT_MARGIN if metric.unit == "%" else DEFAULT_MARGIN / 100


def margin_for(name: str, points: float) -> float:
    """Return a margin in points in the unit of the metric ``name``: a hundredth of it where that is no percentage.

    An unknown metric is taken for a percentage.
    """
    known = known_metrics().get(name)
    return points if known is None or known.unit == "%" else points / 100


def check_margin(margin: float, unit: str = "%") -> float:
    """Return ``margin`` as it is. Raises UserError unless it is above 0; of percentages, below 100 points."""
    if not (math.isfinite(margin) and margin > 0 and (margin < 100 or unit != "%")):
        why = (
            "no experiment shows that two results are equal to the last text, only that they are nearer than some "
            "margin."
            if margin == 0
            else "any two results would count as equal."
            if margin > 0
            else "it is a distance, a number above 0."
        )
        raise UserError(
            f"a margin of {margin:g}{' points' if unit == '%' else ''} cannot be used: {why}",
            place="margin",
            remedy="Give the smallest difference that would matter to you"
            + (
                f", in points, such as {DEFAULT_MARGIN:g}." if unit == "%" else ", in the unit of the metric."
            ),
        )
    return margin
