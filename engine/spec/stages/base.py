"""``Stage``: what every phase of a run has. A run is an ordered list of stages; all share one step axis."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

from pydantic import field_validator

from engine.spec.base import Choice, field
from engine.spec.freezing import Freezing, NoFreezing
from engine.spec.mitigation import (
    Adapter,
    Anchor,
    Consolidation,
    Distillation,
    NoAdapter,
    NoAnchor,
    NoConsolidation,
    NoDistillation,
    NoReplay,
    Replay,
)
from engine.spec.optimizers import AdamWOptions, Optimizer
from engine.spec.schedules import Schedule, SlantedTriangularSchedule

MITIGATION_SECTION = "Against forgetting"
"""The section of the strategies that keep what was known."""

_START = re.compile(r"^(|encoder|[1-9]\d*(@[1-9]\d*)?)$")


class Stage(Choice):
    """One phase of training: data, an objective and how to optimise it."""

    noun: ClassVar[str] = "stage"
    sections: ClassVar[tuple[str, ...]] = (
        "Data and texts",
        "Masking",
        "Features",
        "Optimisation",
        "Freezing",
        MITIGATION_SECTION,
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
        lambda: SlantedTriangularSchedule(),
        label="Schedule",
        help="How the rate moves from the first update to the last.",
        section="Optimisation",
    )
    optimizer: Optimizer = field(
        lambda: AdamWOptions(),
        label="Optimiser",
        help="The update rule.",
        section="Optimisation",
        advanced=True,
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
        help="Largest norm of the gradient; 0: no clipping.",
        ge=0.0,
        section="Optimisation",
        advanced=True,
    )
    clip: Literal["all", "tensor"] = field(
        "all",
        label="Clipped",
        help="Whose norm is bounded: that of all parameters together, or of each tensor by itself.",
        source="tensor: Sun et al. 2019, code",
        choices={"all": "Together", "tensor": "Tensor by tensor (original)"},
        section="Optimisation",
        advanced=True,
        beside=True,
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
    anchor: Anchor = field(
        lambda: NoAnchor(),
        label="Anchor",
        help="Pulls weights back to where they were when the stage began.",
        source="Li et al. 2018",
        section=MITIGATION_SECTION,
    )
    consolidation: Consolidation = field(
        lambda: NoConsolidation(),
        label="Consolidation",
        help="The same, for each weight as much as it mattered for what was known before.",
        source="Kirkpatrick et al. 2017",
        section=MITIGATION_SECTION,
    )
    mixout: float = field(
        0.0,
        label="Mixout",
        help="The probability with which, at each update, a weight of the encoder's matrices is put back to where "
        "it was when the stage began; 0: off. The paper uses 0.7 to 0.9, in place of dropout.",
        source="Lee et al. 2020",
        ge=0.0,
        lt=1.0,
        section=MITIGATION_SECTION,
    )
    mixout_of: Literal["weights", "inputs"] = field(
        "weights",
        label="Mixout draws",
        help="Each weight by itself, as in the paper; or all weights of one input together, as in the authors' code.",
        source="Lee et al. 2020; inputs: their code",
        choices={"weights": "Each weight", "inputs": "Each input (authors' code)"},
        section=MITIGATION_SECTION,
        advanced=True,
    )
    replay: Replay = field(
        lambda: NoReplay(),
        label="Replay",
        help="Trains on what was learnt before along with the new task.",
        section=MITIGATION_SECTION,
    )
    distillation: Distillation = field(
        lambda: NoDistillation(),
        label="Distillation",
        help="The model as it was teaches what it knew.",
        source="Li & Hoiem 2016",
        section=MITIGATION_SECTION,
    )
    adapter: Adapter = field(
        lambda: NoAdapter(),
        label="Adapter",
        help="Small new weights learn in place of the encoder's own.",
        section=MITIGATION_SECTION,
    )
    start: str = field(
        "",
        label="Starts from",
        help="Empty: the stage before. 'encoder': the run's own encoder. '1': the result of stage 1; "
        "'1@5000': stage 1 as it stood after 5,000 updates, where it kept that step.",
        suggest="starts",
        section="Early stopping and checkpoints",
        advanced=True,
    )
    seed: int | None = field(
        None,
        label="Stage seed",
        help="A seed of its own for this stage. Runs that repeat the rest with other seeds then share this stage.",
        ge=0,
        section="Early stopping and checkpoints",
        advanced=True,
    )

    @field_validator("start")
    @classmethod
    def _start_readable(cls, value: str) -> str:
        if not _START.match(value.strip()):
            raise ValueError(f"'{value}' is no start; leave it empty or write encoder, 1 or 1@5000")
        return value.strip()

    def origin(self, index: int) -> tuple[int, int | None]:
        """Where this stage, number ``index`` from 0, starts: (stage, update).

        Stage 0 is the run's encoder, 1 the first stage; the update is None for a stage's chosen result.
        """
        if not self.start:
            return index, None
        if self.start == "encoder":
            return 0, None
        stage, _, step = self.start.partition("@")
        return int(stage), int(step) if step else None

    def kept_steps(self) -> tuple[int, ...]:
        """The updates whose weights are kept as possible starts of later stages, ascending."""
        return ()
