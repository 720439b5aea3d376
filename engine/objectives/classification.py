"""Classification into one of several classes by cross-entropy; the prediction is the class with the largest logit."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from engine.objectives.base import LabelObjective, Objective, Reduction

if TYPE_CHECKING:
    from torch import Tensor


class CrossEntropyObjective(Objective):
    """Cross-entropy where exactly one of C classes is right: −log p of it, with p = softmax(logits), in nats.

    Targets are int64 [B].
    """

    loss_unit: ClassVar[str] = "nats"

    def loss(self, logits: Tensor, targets: Tensor, reduction: Reduction = "sum") -> Tensor:
        from torch.nn import functional

        return functional.cross_entropy(logits, targets, reduction=reduction)

    def log_probabilities(self, logits: Tensor) -> Tensor:
        """Return the log-probability of each class, [B, C]."""
        return logits.log_softmax(-1)

    def decode(self, logits: Tensor) -> Tensor:
        return logits.argmax(-1)

    def probabilities(self, logits: Tensor) -> Tensor:
        return self.log_probabilities(logits).exp()

    def correct(self, logits: Tensor, targets: Tensor) -> Tensor:
        return self.decode(logits) == targets


class SingleLabelClassification(CrossEntropyObjective, LabelObjective):
    """Tells classes apart: each text belongs to exactly one."""

    title: ClassVar[str] = "Single-label classification"
    kind: Literal["single_label"] = "single_label"
    target: ClassVar[str] = "class"
    main_metric: ClassVar[str] = "error"
    problem_type: ClassVar[str] = "single_label_classification"


SINGLE_LABEL = SingleLabelClassification()
