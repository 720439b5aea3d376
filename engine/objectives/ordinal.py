"""Ordinal classification: classes that have an order, one threshold after the other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.metrics.base import Needs
from engine.objectives.base import LabelObjective, Reduction

if TYPE_CHECKING:
    from torch import Tensor


class OrdinalClassification(LabelObjective):
    """Learns classes that have an order, so that an answer next to the true class is better than one far from it.

    The head has an output for each of the C − 1 thresholds: whether the class is above it, given that it is above the
    one before (CORN: Shi, Cao & Raschka 2023, 3.3, the sequential model of Tutz 1991). The product of these
    probabilities can only fall, so ranks are consistent. The loss is −log p of the true class, in nats. The answer is
    the median of the classes' probabilities, which has the least expected distance in ranks.
    """

    title: ClassVar[str] = "Ordinal classification"
    kind: Literal["ordinal"] = "ordinal"
    target: ClassVar[str] = "rank"
    measured_as: ClassVar[tuple[str, ...]] = ("rank", "class")
    provides: ClassVar[Needs] = "probabilities"
    main_metric: ClassVar[str] = "rank_mae"
    loss_unit: ClassVar[str] = "nats"

    def outputs(self, classes: int) -> int:
        return max(1, classes - 1)

    def log_probabilities(self, logits: Tensor) -> Tensor:
        """Return the log-probability of each class, [B, C], from logits [B, C − 1].

        log p(k) is the sum of log σ of the logits before k, and of log (1 − σ) of the k-th, except for the last class.
        """
        from torch.nn import functional

        above = functional.pad(functional.logsigmoid(logits).cumsum(-1), (1, 0))
        return above + functional.pad(functional.logsigmoid(-logits), (0, 1))

    def loss(self, logits: Tensor, targets: Tensor, reduction: Reduction = "sum") -> Tensor:
        losses = -self.log_probabilities(logits).gather(-1, targets.long()[:, None])[:, 0]
        return losses.sum() if reduction == "sum" else losses

    def decode(self, logits: Tensor) -> Tensor:
        """Return the median class: the number of thresholds exceeded with a probability above 0.5."""
        return (logits.sigmoid().cumprod(-1) > 0.5).sum(-1)

    def probabilities(self, logits: Tensor) -> Tensor:
        return self.log_probabilities(logits).exp()

    def correct(self, logits: Tensor, targets: Tensor) -> Tensor:
        return self.decode(logits) == targets

    def answer_in_numpy(self, classes: Sequence[str]) -> str:
        names = json.dumps(list(classes), ensure_ascii=False)
        return f"print([{names}[n] for n in ((1 / (1 + numpy.exp(-logits))).cumprod(-1) > 0.5).sum(-1)])"
