"""Multi-label classification: any number of labels for each text, each decided independently."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from pydantic import model_validator

from engine.errors import UserError
from engine.json_types import JsonObject
from engine.metrics.base import Needs
from engine.objectives.base import LabelObjective, Reduction, TrainingLoss
from engine.objectives.classification import parse_weights
from engine.spec.base import field

if TYPE_CHECKING:
    import numpy as np
    from torch import Tensor


class MultiLabelClassification(LabelObjective):
    """Decides for each label whether a text has it, by binary cross-entropy; labels with a
    probability of 0.5 or more are predicted.

    The loss of a text is the mean over its C labels, in nats, as in transformers. Thresholds other than 0.5 are tuned
    when a run is finished (``palimpsest decide``). Weights of positives change the training loss alone.
    """

    title: ClassVar[str] = "Multi-label classification"
    kind: Literal["multi_label"] = "multi_label"
    target: ClassVar[str] = "labels"
    provides: ClassVar[Needs] = "probabilities"
    main_metric: ClassVar[str] = "micro_f1"
    loss_unit: ClassVar[str] = "nats"
    problem_type: ClassVar[str] = "multi_label_classification"
    decided_by_rule: ClassVar[bool] = True

    positive_weights: Literal["none", "balanced", "given"] = field(
        "none",
        "Positive weights",
        choices={
            "none": "All texts alike",
            "balanced": "Balanced: texts without / texts with the label",
            "given": "As given",
        },
    )
    """The weight of a text that has a label in this label's training loss, where a text without it has 1; above 1
    finds more of a rare label, with more false alarms."""
    largest_weight: float = field(20.0, "At most", ge=1.0)
    """The upper limit of balanced weights, so that a rare label does not dominate."""
    given_weights: list[str] = field([], "Given weights")
    """LABEL=WEIGHT for each label whose positive weight is not 1: threat=5."""

    @model_validator(mode="after")
    def _check_weights(self) -> Self:
        weights = parse_weights(self.given_weights)
        if self.positive_weights == "given" and not weights:
            raise ValueError("given positive weights are needed: given_weights = ['threat=5']")
        if self.positive_weights != "given" and weights:
            raise ValueError("given_weights count only with positive_weights = 'given'")
        return self

    def weights(self, labels: np.ndarray, classes: Sequence[str]) -> np.ndarray | None:
        """Return the weight of positives of each label, float64 [C]. None: all 1.

        Args:
            labels: rows of 0 and 1 of the training split, [n, C].
            classes: the names of the C labels.

        Raises UserError when a given weight names no label.

        Example: labels [[1, 0], [0, 0], [0, 1], [0, 1]] have the balanced weights [3, 1].
        """
        import numpy as np

        if self.positive_weights == "none":
            return None
        if self.positive_weights == "given":
            by_name = parse_weights(self.given_weights)
            if unknown := [name for name in by_name if name not in classes]:
                raise UserError(
                    f"'{unknown[0]}' is not a label of the data set.",
                    place="objective.given_weights",
                    remedy=f"Its labels are {', '.join(classes[:12])}{', ...' if len(classes) > 12 else ''}.",
                )
            return np.array([by_name.get(name, 1.0) for name in classes])
        positives = labels.sum(axis=0)
        return np.minimum((len(labels) - positives) / np.maximum(positives, 1), self.largest_weight)

    def training_loss(self, labels: np.ndarray, classes: Sequence[str]) -> TrainingLoss:
        """Return Σ mean_c −(w_c y_c log p_c + (1 − y_c) log(1 − p_c)), w the weights of positives."""
        weights = self.weights(labels, classes)
        if weights is None:
            return self.loss

        def weighted(logits: Tensor, targets: Tensor) -> Tensor:
            from torch.nn import functional

            return functional.binary_cross_entropy_with_logits(
                logits, targets.to(logits.dtype), pos_weight=logits.new_tensor(weights), reduction="sum"
            ) / logits.size(-1)

        return weighted

    def describe_training(self, labels: np.ndarray, classes: Sequence[str]) -> JsonObject:
        weights = self.weights(labels, classes)
        if weights is None:
            return {}
        rounded = {name: round(float(w), 6) for name, w in zip(classes, weights, strict=True)}
        return {"positive_weights": rounded}

    def loss(self, logits: Tensor, targets: Tensor, reduction: Reduction = "sum") -> Tensor:
        from torch.nn import functional

        losses = functional.binary_cross_entropy_with_logits(
            logits, targets.to(logits.dtype), reduction="none"
        ).mean(-1)
        return losses.sum() if reduction == "sum" else losses

    def decode(self, logits: Tensor) -> Tensor:
        return (logits >= 0).double()

    def probabilities(self, logits: Tensor) -> Tensor:
        return logits.sigmoid()

    def answer_in_numpy(self, classes: Sequence[str]) -> str:
        names = json.dumps(list(classes), ensure_ascii=False)
        return f"print([[name for name, own in zip({names}, row) if own >= 0] for row in logits])"

    def correct(self, logits: Tensor, targets: Tensor) -> Tensor:
        """Return for which texts all labels are correct, bool [B]."""
        return ((logits >= 0) == (targets > 0)).all(-1)
