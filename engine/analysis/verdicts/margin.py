"""The margin within which two results count as equal in practice."""

from __future__ import annotations

import math

from engine.errors import UserError
from engine.metrics.base import Metric, known_metrics

_BY_TEXTS = ((10_000, 1.0), (2_000, 2.0), (500, 3.0), (200, 5.0), (0, 10.0))
"""From so many test texts on, the margin in points that equal strategies can be shown to stay within."""


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
            + (", in points, such as 1." if unit == "%" else ", in the unit of the metric."),
        )
    return margin
