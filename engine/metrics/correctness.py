"""Error and accuracy: the percentages of wrong and right predictions."""

from __future__ import annotations

from engine.metrics.base import Outcomes, register_metric


@register_metric(
    title="error",
    unit="%",
    direction="min",
    needs="totals",
    targets=("class",),
    complement="accuracy",
    counts_errors=True,
)
def error(outcomes: Outcomes) -> float:
    """Percent of texts whose class is predicted wrongly."""
    assert outcomes.correct is not None
    return 100 * ((outcomes.count - outcomes.correct) / outcomes.count)


@register_metric(
    title="accuracy",
    unit="%",
    direction="max",
    needs="totals",
    targets=("class", "token", "next_sentence"),
    tabulated=False,
)
def accuracy(outcomes: Outcomes) -> float:
    """Percent of answers that are right: 100 minus the error."""
    assert outcomes.correct is not None
    return 100 * outcomes.correct / outcomes.count
