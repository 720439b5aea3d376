"""Probes of forgetting during training. They do not affect it."""

from __future__ import annotations

from typing import ClassVar

from engine.spec.base import Role, SpecModel, field
from engine.spec.data import DataSource
from engine.spec.mitigation import TEXT_HELP


class ProbingTask(SpecModel):
    """A task that a linear probe learns from frozen outputs."""

    fields_role: ClassVar[Role] = "how"
    essential: ClassVar[tuple[str, ...]] = ("data",)
    name: str = field("", "Name")
    """The name of its curve; empty: the data set's name."""
    data: DataSource = field(label="Data set")
    """Texts and labels that the probe learns from and is tested on."""
    texts: int = field(300, "Texts", ge=10, same_row=True)
    """The number of training texts, and the largest number of validation texts."""


class Probes(SpecModel):
    """Measures of forgetting, where they read, and how much of the run's time they may take."""

    fields_role: ClassVar[Role] = "how"
    obsolete_fields: ClassVar[frozenset[str]] = frozenset({"pseudo"})
    essential: ClassVar[tuple[str, ...]] = (
        "on",
        "retention",
        "drift",
        "similarity",
        "attention",
        "earlier",
        "examples",
    )
    on: bool = field(True, "Measure forgetting")
    """Off: none of the following is measured."""
    retention: bool = field(True, "Language", source="Mosbach et al. 2020, 4.1")
    """Loss of the encoder under the original masked-word head, on general text; always the same words
    masked."""
    drift: bool = field(True, "Drift")
    """Distance of the weights from the pre-trained ones, per layer and kind."""
    similarity: bool = field(True, "Representation", source="Kornblith et al. 2019")
    """Linear CKA, and distance after the best rotation, between the layers' outputs now and before."""
    attention: bool = field(True, "Attention")
    """Jensen–Shannon divergence between each head's attention now and before."""
    earlier: bool = field(True, "Earlier tasks", source="Lopez-Paz & Ranzato 2017; Chaudhry et al. 2018")
    """Validation error of the tasks of earlier stages, each with its own head."""
    examples: bool = field(True, "Examples", source="Toneva et al. 2019")
    """Training texts that were classified correctly at first and wrongly later."""
    known: list[ProbingTask] = field([], "Abilities", section="Abilities")
    """Tasks that a linear probe learns from each layer's frozen outputs, throughout training."""
    text: str = field(
        "", label="General text", help=TEXT_HELP, suggest="general texts", section="Text and schedule"
    )
    texts: int = field(64, "Passages", ge=4, section="Text and schedule")
    """The number of passages of general text that are read each time."""
    length: int = field(64, "Length", unit="tokens", ge=8, section="Text and schedule", same_row=True)
    """Longest passage, special tokens included."""
    points: int = field(20, "Points", unit="per stage", ge=1, section="Text and schedule")
    """Number of evenly spaced measurements in each stage, besides those at its beginning, evaluations and end."""
    budget: float = field(
        5.0, "Time", unit="% of the run", gt=0.0, le=100.0, section="Text and schedule", same_row=True
    )
    """Points are skipped while measuring takes more than this share; the beginning and the end are always
    measured. 100: none is skipped."""
