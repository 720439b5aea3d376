"""Loss and perplexity: from the sum of the losses alone."""

from __future__ import annotations

import math

from engine.metrics.base import Outcomes, register_metric

LARGEST_EXPONENT = 700.0
"""exp of more is infinite in double precision."""


@register_metric(title="loss", direction="min", needs="totals", digits=3)
def loss(outcomes: Outcomes) -> float:
    """The mean loss that training lowers, in the unit of its objective."""
    return outcomes.loss / outcomes.count


@register_metric(title="perplexity", direction="min", needs="totals", targets=("token",))
def perplexity(outcomes: Outcomes) -> float:
    """The number of equally likely words with the same uncertainty: exp of the mean loss."""
    return math.exp(min(outcomes.loss / outcomes.count, LARGEST_EXPONENT))
