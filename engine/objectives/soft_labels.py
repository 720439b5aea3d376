"""Soft labels: a probability of each class for each text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.metrics.base import Outcomes
from engine.objectives.base import LabelObjective, Reduction
from engine.objectives.classification import CrossEntropyObjective

if TYPE_CHECKING:
    from torch import Tensor


class SoftLabelClassification(CrossEntropyObjective, LabelObjective):
    """Learns from class probabilities, for example of annotators who disagreed, by cross-entropy with the
    whole distribution.

    The loss of a text is −Σ_c q_c log p_c in nats, q its probabilities: never below their own entropy. Error and the
    other metrics of classes are measured against the likeliest class of each text (Peterson et al. 2019, Uma et al.
    2021, 4.3).
    """

    title: ClassVar[str] = "Soft labels"
    kind: Literal["soft_label"] = "soft_label"
    target: ClassVar[str] = "distribution"
    measured_as: ClassVar[tuple[str, ...]] = ("class",)
    main_metric: ClassVar[str] = "error"
    problem_type: ClassVar[str] = "single_label_classification"
    decided_by_rule: ClassVar[bool] = True

    def loss(self, logits: Tensor, targets: Tensor, reduction: Reduction = "sum") -> Tensor:
        from torch.nn import functional

        return functional.cross_entropy(logits, targets.to(logits.dtype), reduction=reduction)

    def correct(self, logits: Tensor, targets: Tensor) -> Tensor:
        return self.decode(logits) == targets.argmax(-1)

    def outcomes(self, logits: Tensor, targets: Tensor, classes: Sequence[str]) -> Outcomes:
        """Return the outcomes with the most probable class of each text as target, and losses of the distributions."""
        outcomes = super().outcomes(logits, targets, classes)
        return replace(outcomes, targets=targets.argmax(-1).numpy())
