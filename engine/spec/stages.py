"""The stages a run can consist of. A run is an ordered list of them; all share one step axis."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

from pydantic import field_validator

from engine.spec.base import Choice, Model, field
from engine.spec.batching import Batching, RandomBatches
from engine.spec.data import DataSource
from engine.spec.decay import LayerDecay, NoDecay
from engine.spec.freezing import Freezing, NoFreezing
from engine.spec.optimizers import AdamW, Optimizer
from engine.spec.schedules import Linear, Schedule, SlantedTriangular
from engine.spec.truncation import Head, Truncation

_LAYERS = re.compile(r"^(pooler|all|last|-?\d+(\.\.-?\d+)?)(\s*,\s*(last|-?\d+(\.\.-?\d+)?))*$")


class Stage(Choice):
    """One phase of training: data, an objective and how to optimise it."""

    noun: ClassVar[str] = "stage"
    sections: ClassVar[tuple[str, ...]] = (
        "Data and texts",
        "Features",
        "Optimisation",
        "Freezing",
        "Early stopping and checkpoints",
    )
    """The folds of a stage's form in their order; a section not named here comes after these."""

    learning_rate: float = field(
        2e-5,
        label="Learning rate",
        help="The peak rate of the top layer. 2e-5 to 5e-5 for BERT-base; small encoders take more.",
        source="Sun et al. 2019, 5.1",
        gt=0.0,
        lt=1.0,
        log=True,
        section="Optimisation",
    )
    schedule: Schedule = field(
        lambda: SlantedTriangular(),
        label="Schedule",
        help="How the rate moves from the first update to the last.",
        section="Optimisation",
    )
    optimizer: Optimizer = field(
        lambda: AdamW(), label="Optimiser", help="The update rule.", section="Optimisation", advanced=True
    )
    weight_decay: float = field(
        0.01,
        label="Weight decay",
        help="Decoupled decay of all weights but biases and normalisation.",
        source="Sun et al. 2019, code",
        ge=0.0,
        lt=1.0,
        section="Optimisation",
    )
    clip_norm: float = field(
        1.0,
        label="Gradient clipping",
        help="Largest norm of the gradient over all parameters; 0: no clipping.",
        ge=0.0,
        section="Optimisation",
        advanced=True,
    )
    max_length: int = field(
        0,
        label="Length",
        unit="tokens",
        help="Longest input, special tokens included; 0: as long as the encoder reads.",
        source="Sun et al. 2019, 5.1 (512)",
        ge=0,
        section="Data and texts",
    )
    batch_size: int = field(
        24,
        label="Batch size",
        unit="texts",
        help="Texts per update.",
        source="Sun et al. 2019, 5.1",
        ge=1,
        section="Optimisation",
        beside=True,
    )
    dropout: float = field(
        0.1,
        label="Dropout",
        help="Dropout of the head and, throughout, of the encoder.",
        source="Sun et al. 2019, 5.1",
        ge=0.0,
        lt=1.0,
        section="Features",
    )
    freezing: Freezing = field(
        lambda: NoFreezing(),
        label="Freezing",
        help="Which parts of the encoder keep their weights.",
        section="Freezing",
    )


class Features(Model):
    """What the head sees of the encoder (Sun et al. 2019, 5.3.2)."""

    layers: str = field(
        "last",
        label="Layers",
        help="'last', 'all', 'pooler', layer numbers from 1 (0 is the embedding output, -1 the top) "
        "and ranges: '9..12', '1, 6, last'.",
        source="Sun et al. 2019, Table 3",
    )
    combine: Literal["concat", "mean", "max"] = field(
        "concat",
        label="Combine layers",
        help="How several layers become one vector.",
        source="Sun et al. 2019, Table 3",
        choices={"concat": "Concatenate", "mean": "Mean", "max": "Maximum"},
    )
    tokens: Literal["cls", "mean", "max"] = field(
        "cls",
        label="Tokens",
        help="Which tokens of a layer are used: the first ([CLS]), or the mean or maximum of all.",
        choices={"cls": "[CLS]", "mean": "Mean", "max": "Maximum"},
        beside=True,
    )

    @field_validator("layers")
    @classmethod
    def _readable(cls, value: str) -> str:
        if not _LAYERS.match(value.strip()):
            raise ValueError(
                f"'{value}' is no layer choice; write e.g. last, all, pooler, 11, -1, 9..12 or '1, 6, last'"
            )
        return value.strip()

    def indices(self, layers: int) -> tuple[int, ...]:
        """The chosen hidden states of an encoder of ``layers`` layers: 0 = embedding output, ``layers`` = top.

        The pooler is built on the top layer, so 'pooler' gives the top. Raises ValueError for an index out of range.
        """
        if self.layers == "all":
            return tuple(range(1, layers + 1))
        found: list[int] = []
        for part in self.layers.split(","):
            ends = [self._index(end, layers) for end in part.strip().split("..")]
            low, high = ends[0], ends[-1]
            found += range(low, high + 1) if low <= high else range(low, high - 1, -1)
        return tuple(dict.fromkeys(found))

    @staticmethod
    def _index(text: str, layers: int) -> int:
        index = layers if text in ("last", "pooler") else int(text)
        index = index + layers + 1 if index < 0 else index
        if not 0 <= index <= layers:
            raise ValueError(f"there is no layer {text}: the encoder has {layers}")
        return index


class Finetune(Stage):
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
        lambda: Head(),
        label="Keep of long texts",
        help="What is kept of texts longer than the length.",
        source="Sun et al. 2019, Table 2",
        section="Data and texts",
    )
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


class FurtherPretrain(Stage):
    """Goes on with masked-language modelling on plain text (Devlin et al. 2019, 3.1; Sun et al. 2019, 5.2)."""

    title: ClassVar[str] = "Further pre-training"
    kind: Literal["further_pretrain"] = "further_pretrain"
    essential: ClassVar[tuple[str, ...]] = (
        "corpus",
        "max_length",
        "masked_share",
        "learning_rate",
        "steps",
        "batch_size",
    )
    corpus: list[str] = field(
        label="Corpus",
        help="Plain text files or folders of them, UTF-8; a blank line ends a document.",
        min_length=1,
        suggest="texts",
        section="Data and texts",
    )
    held_out: list[str] = field(
        [],
        label="Held-out text",
        help="Text on which the loss is measured; empty: one document in a hundred.",
        suggest="texts",
        section="Data and texts",
    )
    steps: int = field(
        10_000,
        label="Steps",
        unit="updates",
        help="Optimiser updates.",
        source="Sun et al. 2019, 5.4.1",
        ge=1,
        section="Optimisation",
    )
    batch_size: int = field(
        32,
        label="Batch size",
        unit="windows",
        help="Windows of text per update.",
        ge=1,
        section="Optimisation",
        beside=True,
    )
    learning_rate: float = field(
        5e-5,
        label="Learning rate",
        help="The peak rate.",
        source="Sun et al. 2019, 5.1",
        gt=0.0,
        lt=1.0,
        log=True,
        section="Optimisation",
    )
    schedule: Schedule = field(
        lambda: Linear(),
        label="Schedule",
        help="How the rate moves from the first update to the last.",
        section="Optimisation",
    )
    max_length: int = field(
        128,
        label="Length",
        unit="tokens",
        help="Tokens per window, special tokens included; 0: as long as the encoder reads.",
        source="Sun et al. 2019, 5.1",
        ge=0,
        section="Data and texts",
    )
    masked_share: float = field(
        0.15,
        label="Masked share",
        help="Share of tokens to predict: 80 % become [MASK], 10 % a random token, 10 % stay.",
        source="Devlin et al. 2019, A.1",
        gt=0.0,
        lt=0.9,
        section="Data and texts",
    )
    evaluate_every: int = field(
        500,
        label="Evaluate every",
        unit="updates",
        help="Updates between measurements on the held-out text.",
        ge=1,
        section="Early stopping and checkpoints",
    )
