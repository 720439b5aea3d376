"""Single-label classification by cross-entropy. The prediction is the class with the largest logit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from pydantic import model_validator

from engine.errors import UserError
from engine.json_types import JsonObject
from engine.metrics.base import Needs, Outcomes
from engine.objectives.base import LabelObjective, Objective, Reduction, TrainingLoss
from engine.spec.base import field

if TYPE_CHECKING:
    import numpy as np
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


LEAST_LOG_PROBABILITY = -690.0
"""Lower bound of log-probabilities in the loss, since a probability that underflows to 0 would make it infinite."""


def outcomes_without_network(log_probs: np.ndarray, labels: np.ndarray, classes: tuple[str, ...]) -> Outcomes:
    """Return the outcomes of ``CrossEntropyObjective`` for log-probabilities [n, C] in NumPy, without torch.

    ``labels`` are int64 [n]. For log [[0.9, 0.1], [0.2, 0.8]] and labels [0, 0] predictions are [0, 1] and losses
    −log 0.9 and −log 0.2.
    """
    import numpy as np

    predicted = log_probs.argmax(1)
    losses = -np.maximum(log_probs[np.arange(len(labels)), labels], LEAST_LOG_PROBABILITY)
    return Outcomes(
        count=len(labels),
        loss=float(losses.sum()),
        correct=int((predicted == labels).sum()),
        targets=labels,
        predicted=predicted,
        probabilities=np.exp(log_probs).astype(np.float32),
        losses=losses,
        classes=classes,
    )


def parse_weights(entries: Sequence[str]) -> dict[str, float]:
    """Return the weights that ``entries`` define, by class: ``["spam=5"]`` gives ``{"spam": 5.0}``.

    Raises ValueError for an entry that is not a class with a number above 0.
    """
    weights: dict[str, float] = {}
    for entry in entries:
        name, _, number = entry.rpartition("=")
        try:
            weight = float(number)
        except ValueError:
            weight = math.nan
        if not name.strip() or not math.isfinite(weight) or weight <= 0:
            raise ValueError(f"'{entry}' is not a class with a weight above 0. Write spam=5")
        weights[name.strip()] = weight
    return weights


class SingleLabelClassification(CrossEntropyObjective, LabelObjective):
    """Learns classes: each text belongs to exactly one.

    Training may weigh classes and texts. Loss and metrics of validation and test are those of plain cross-entropy.
    """

    title: ClassVar[str] = "Single-label classification"
    kind: Literal["single_label"] = "single_label"
    target: ClassVar[str] = "class"
    main_metric: ClassVar[str] = "error"
    problem_type: ClassVar[str] = "single_label_classification"
    decided_by_rule: ClassVar[bool] = True

    class_weights: Literal["none", "balanced", "effective", "given"] = field(
        "none",
        "Class weights",
        source="effective: Cui et al. 2019, eq. 2",
        choices={
            "none": "All texts alike",
            "balanced": "Balanced: 1 / texts of the class",
            "effective": "Effective number of texts",
            "given": "As given",
        },
        later=True,
    )
    """How much a text of each class counts in the training loss. The mean over all training texts is always
    1, so the learning rate need not change."""
    effective_beta: float = field(0.999, "β", source="Cui et al. 2019, 4", ge=0.0, lt=1.0, later=True)
    """Of the effective number (1 − βⁿ)/(1 − β) of a class of n texts: 0 weighs all classes as they are,
    towards 1 as balanced weights do."""
    given_weights: list[str] = field([], "Given weights", later=True)
    """CLASS=WEIGHT for each class whose weight is not 1: spam=5."""
    focal_gamma: float = field(0.0, "Focal γ", source="Lin et al. 2017, eq. 4", ge=0.0, le=10.0, later=True)
    """Focal loss: a text has the weight (1 − p)^γ, where p is the probability of its class, so poorly
    predicted texts count more. 2 is usual, 0 is cross-entropy."""
    label_smoothing: float = field(
        0.0, "Label smoothing", source="Szegedy et al. 2016, 7", ge=0.0, lt=1.0, later=True
    )
    """The share of the target that is spread evenly over all classes; 0.1 is usual."""

    @model_validator(mode="after")
    def _check_weights(self) -> Self:
        weights = parse_weights(self.given_weights)
        if self.class_weights == "given" and not weights:
            raise ValueError("given class weights are needed: given_weights = ['spam=5']")
        if self.class_weights != "given" and weights:
            raise ValueError("given_weights count only with class_weights = 'given'")
        return self

    def weights(self, labels: np.ndarray, classes: Sequence[str]) -> np.ndarray | None:
        """Return the weight of each class, float64 [C], with mean 1 over the texts of ``labels``. None: equal weights.

        Args:
            labels: class numbers of the training split, int64 [n].
            classes: the names of the C classes.

        Raises UserError when a given weight names no class.

        Example: labels [0, 0, 0, 1] have the balanced weights [2/3, 2].
        """
        import numpy as np

        if self.class_weights == "none":
            return None
        counts = np.bincount(labels, minlength=len(classes)).astype(np.float64)
        if self.class_weights == "given":
            by_name = parse_weights(self.given_weights)
            if unknown := [name for name in by_name if name not in classes]:
                names = ", ".join(classes[:12]) + (", ..." if len(classes) > 12 else "")
                raise UserError(
                    f"'{unknown[0]}' is not a class of the data set.",
                    place="objective.given_weights",
                    remedy=f"Its classes are {names}.",
                )
            unscaled = np.array([by_name.get(name, 1.0) for name in classes])
        elif self.class_weights == "balanced":
            unscaled = 1 / np.maximum(counts, 1)
        else:
            beta = self.effective_beta
            unscaled = (
                (1 - beta) / -np.expm1(np.maximum(counts, 1) * np.log(beta)) if beta else np.ones(len(counts))
            )
        return np.asarray(unscaled * len(labels) / (unscaled @ counts), np.float64)

    def training_loss(self, labels: np.ndarray, classes: Sequence[str]) -> TrainingLoss:
        """Return Σ w_y (1 − p_y)^γ Σ_c −q_c log p_c, q the target smoothed over the classes."""
        weights = self.weights(labels, classes)
        if weights is None and not self.focal_gamma and not self.label_smoothing:
            return self.loss
        return _WeightedCrossEntropy(weights, self.focal_gamma, self.label_smoothing)

    def describe_training(self, labels: np.ndarray, classes: Sequence[str]) -> JsonObject:
        weights = self.weights(labels, classes)
        if weights is None:
            return {}
        return {"class_weights": {name: round(float(w), 6) for name, w in zip(classes, weights, strict=True)}}


class _WeightedCrossEntropy:
    """Cross-entropy with class weights, focal weighting and label smoothing."""

    def __init__(self, weights: np.ndarray | None, gamma: float, smoothing: float) -> None:
        self._weights, self._gamma, self._smoothing = weights, gamma, smoothing
        self._device_weights: Tensor | None = None

    def __call__(self, logits: Tensor, targets: Tensor) -> Tensor:
        from torch.nn import functional

        losses = functional.cross_entropy(logits, targets, reduction="none", label_smoothing=self._smoothing)
        if self._gamma:
            # From the log-probability, since 1 − p loses all precision where p is nearly 1.
            log_probs = logits.log_softmax(-1).gather(-1, targets[:, None])[:, 0]
            losses = losses * (-log_probs.expm1()).clamp_min(1e-12) ** self._gamma
        if self._weights is not None:
            losses = losses * self._class_weights(logits)[targets]
        return losses.sum()

    def _class_weights(self, logits: Tensor) -> Tensor:
        """Return the weights on the device of ``logits``, copied there once."""
        if self._device_weights is None or self._device_weights.device != logits.device:
            self._device_weights = logits.new_tensor(self._weights)
        return self._device_weights


SINGLE_LABEL = SingleLabelClassification()


class MaskedWordObjective(CrossEntropyObjective):
    """Prediction of masked tokens (Devlin et al. 2019, 3.1).

    ``engine.kernels.linear_cross_entropy`` computes the same loss from hidden states without storing all logits.
    Only sums are kept, not the probabilities of the vocabulary.
    """

    title: ClassVar[str] = "Masked words"
    target: ClassVar[str] = "token"
    provides: ClassVar[Needs] = "totals"


MASKED_WORDS = MaskedWordObjective()


class NextSentenceObjective(CrossEntropyObjective):
    """Prediction whether segment B is the true next one (0) or a random one (1), from logits [B, 2].

    Devlin et al. 2019, 3.1.
    """

    title: ClassVar[str] = "Next sentence"
    target: ClassVar[str] = "next_sentence"
    provides: ClassVar[Needs] = "totals"
    prefix: ClassVar[str] = "next_"


NEXT_SENTENCE = NextSentenceObjective()
