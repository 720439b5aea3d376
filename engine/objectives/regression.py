"""Regression: the head's one output is the number itself, standardised by the training targets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from engine.errors import UserError
from engine.metrics.base import Needs
from engine.objectives.base import LabelObjective, Reduction
from engine.spec.base import field

if TYPE_CHECKING:
    import numpy as np
    from torch import Tensor


class Regression(LabelObjective):
    """Learns a number by its squared or absolute distance.

    Numbers are standardised for training by the mean and standard deviation of the training targets, so that the rate
    need not depend on their unit. Predictions and metrics are in the unit of the data. The loss is that of standardised
    numbers: for the squared distance, 1 is that of always predicting the training mean.
    """

    title: ClassVar[str] = "Regression"
    kind: Literal["regression"] = "regression"
    target: ClassVar[str] = "number"
    provides: ClassVar[Needs] = "predictions"
    main_metric: ClassVar[str] = "rmse"
    problem_type: ClassVar[str] = "regression"

    distance: Literal["squared", "absolute"] = field(
        "squared", "Distance", choices={"squared": "Squared", "absolute": "Absolute"}, later=True
    )
    """Squared learns the mean, absolute the median, on which outliers have less effect."""
    center: float | None = field(None, "Centre", role="record", exclude_if=lambda value: value is None)
    """The mean of the training targets. Written by the engine."""
    scale: float | None = field(None, "Scale", role="record", exclude_if=lambda value: value is None)
    """The standard deviation of the training targets. Written by the engine."""

    def fitted(self, labels: np.ndarray, classes: Sequence[str]) -> Self:
        """Return the objective with centre and scale of the training targets ``labels``, float64 [n].

        Raises UserError when all targets are equal.
        """
        scale = float(labels.std())
        if not scale > 0:
            raise UserError(
                f"all {len(labels):,} training targets are {float(labels[0]):g}.",
                place="data.label",
                remedy="Regression needs different numbers. Check the label column.",
            )
        return self.model_copy(update={"center": float(labels.mean()), "scale": scale})

    def outputs(self, classes: int) -> int:
        return 1

    def loss(self, logits: Tensor, targets: Tensor, reduction: Reduction = "sum") -> Tensor:
        from torch.nn import functional

        # In double precision: targets may be large numbers that differ little.
        standardised = ((targets.double() - (self.center or 0.0)) / (self.scale or 1.0)).to(logits.dtype)
        distance = functional.mse_loss if self.distance == "squared" else functional.l1_loss
        return distance(logits[:, 0], standardised, reduction=reduction)

    def decode(self, logits: Tensor) -> Tensor:
        return logits[:, 0].double() * (self.scale or 1.0) + (self.center or 0.0)

    def answer_in_numpy(self, classes: Sequence[str]) -> str:
        return f"print(logits[:, 0] * {self.scale or 1.0} + {self.center or 0.0})"
