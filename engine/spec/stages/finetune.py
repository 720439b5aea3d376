"""Fine-tuning on labelled texts: what learning one task and learning several have in common, and the former."""

from __future__ import annotations

import math
from typing import ClassVar, Literal

from pydantic import model_validator

from engine.spec.augmentation import Augmentation, NoAugmentation, RandomCut
from engine.spec.base import field
from engine.spec.batching import Batching, RandomBatches
from engine.spec.data import DataSource
from engine.spec.decay import LayerDecay, NoDecay
from engine.spec.features import Features
from engine.spec.stages.base import Stage
from engine.spec.truncation import HeadTruncation, Truncation


class SupervisedStage(Stage):
    """Learning to tell classes apart, with new heads on the encoder."""

    features: Features = field(
        lambda: Features(), label="Features", help="What the head sees of the encoder.", section="Features"
    )
    epochs: float = field(
        3.0,
        label="Epochs",
        help="Passes over the training split; the last one may be partial.",
        source="Sun et al. 2019, 5.1 (at most 4)",
        gt=0.0,
        section="Optimisation",
    )
    least_steps: int = field(
        0,
        label="At least",
        unit="updates",
        help="Train for this many updates even where the epochs are fewer: few texts need many passes. The "
        "evaluations are then spread over the whole.",
        source="Mosbach et al. 2021, 6; Zhang et al. 2021, 5",
        ge=0,
        section="Optimisation",
        advanced=True,
    )
    head_learning_rate: float = field(
        0.0,
        label="Head's rate",
        help="A rate of its own for the head; 0: the stage's rate.",
        ge=0.0,
        lt=1.0,
        log=True,
        section="Optimisation",
        advanced=True,
    )
    decay: LayerDecay = field(
        lambda: NoDecay(),
        label="Layer-wise decay",
        help="How much slower lower layers learn.",
        source="Sun et al. 2019, 5.4.3; Zhang et al. 2021",
        section="Optimisation",
    )
    batching: Batching = field(
        lambda: RandomBatches(),
        label="Batches",
        help="Which texts share an update.",
        section="Optimisation",
        advanced=True,
    )
    evaluations: int = field(
        2,
        label="Evaluations",
        unit="per epoch",
        help="Evaluations on the validation split per epoch.",
        ge=1,
        section="Early stopping and checkpoints",
    )
    best_on: Literal["error", "loss"] = field(
        "error",
        label="Best on",
        help="The validation measure that chooses the tested checkpoint.",
        choices={"error": "Validation error", "loss": "Validation loss"},
        section="Early stopping and checkpoints",
    )
    patience: int = field(
        0,
        label="Patience",
        unit="evaluations",
        help="Stop after this many evaluations without improvement; 0: never.",
        ge=0,
        section="Early stopping and checkpoints",
    )
    reinitialise: int = field(
        0,
        label="Re-initialise",
        unit="top layers",
        help="Draw the pooler and this many top layers anew before training; may steady small data sets.",
        source="Zhang et al. 2021, 4",
        ge=0,
        section="Features",
        advanced=True,
    )

    def count_updates(self, rows: int) -> tuple[int, int]:
        """(updates per epoch, updates in all) for epochs of ``rows`` texts; partial batches and epochs count."""
        per_epoch = math.ceil(rows / self.batch_size)
        return per_epoch, max(1, round(self.epochs * per_epoch), self.least_steps)

    def evaluation_span(self, per_epoch: int, total: int) -> int:
        """The updates over which the evaluations of one epoch are spread: an epoch, or more in a lengthened stage."""
        return max(per_epoch, round(total / max(1.0, self.epochs)))


class Finetune(SupervisedStage):
    """Learns to tell the classes of one data set apart, with a new head on the encoder."""

    title: ClassVar[str] = "Fine-tuning"
    kind: Literal["finetune"] = "finetune"
    essential: ClassVar[tuple[str, ...]] = (
        "data",
        "truncation",
        "max_length",
        "features",
        "learning_rate",
        "decay",
        "epochs",
        "batch_size",
    )
    data: DataSource = field(label="Data set", help="The texts and labels.", section="Data and texts")
    truncation: Truncation = field(
        lambda: HeadTruncation(),
        label="Keep of long texts",
        help="What is kept of texts longer than the length.",
        source="Sun et al. 2019, Table 2",
        section="Data and texts",
    )
    augmentation: Augmentation = field(
        lambda: NoAugmentation(),
        label="Augmentation",
        help="What is done to the training texts to have more of them.",
        section="Data and texts",
        advanced=True,
    )

    @property
    def reads_pairs(self) -> bool:
        """Whether inputs have two segments."""
        return self.data.pair or isinstance(self.augmentation, RandomCut)

    def count_updates(self, rows: int) -> tuple[int, int]:
        return super().count_updates(rows * self.augmentation.inputs_per_text)

    @model_validator(mode="after")
    def _pairs_are_not_cut(self) -> Finetune:
        if self.data.pair and isinstance(self.augmentation, RandomCut):
            raise ValueError("texts of two segments cannot be cut into two; choose one or the other")
        return self
