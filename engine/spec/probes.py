"""Probes of forgetting while a run trains.

Nothing here changes the training.
"""

from __future__ import annotations

from typing import ClassVar

from engine.spec.base import SpecModel, field
from engine.spec.data import DataSource
from engine.spec.mitigation import TEXT_HELP


def _on(default: bool, label: str, help: str, source: str = "") -> bool:
    value: bool = field(default, label=label, help=help, source=source, role="how")
    return value


class ProbingTask(SpecModel):
    """A task that a linear probe learns from frozen outputs."""

    essential: ClassVar[tuple[str, ...]] = ("data",)
    name: str = field("", "Name", role="how")
    """The name of its curve; empty: the data set's name."""
    data: DataSource = field(label="Data set", role="how")
    """Texts and labels that the probe learns from and is tested on."""
    texts: int = field(300, "Texts", role="how", ge=10, beside=True)
    """The number of training texts, and the largest number of validation texts."""


class Probes(SpecModel):
    """Measures of forgetting, where they read, and how much of the run's time they may take."""

    essential: ClassVar[tuple[str, ...]] = (
        "on",
        "retention",
        "drift",
        "similarity",
        "attention",
        "earlier",
        "examples",
    )
    on: bool = _on(True, "Measure forgetting", "Off: none of what follows is measured.")
    retention: bool = _on(
        True,
        "Language",
        "Loss of the encoder under the original masked-word head, on general text; always the same words masked.",
        "Mosbach et al. 2020, 4.1",
    )
    drift: bool = _on(True, "Drift", "Distance of the weights from the pre-trained ones, per layer and kind.")
    similarity: bool = _on(
        True,
        "Representation",
        "Linear CKA, and distance after the best rotation, between the layers' outputs now and before.",
        "Kornblith et al. 2019",
    )
    attention: bool = _on(
        True, "Attention", "Jensen–Shannon divergence between each head's attention now and before."
    )
    earlier: bool = _on(
        True,
        "Earlier tasks",
        "Validation error of the tasks of earlier stages, each with its own head.",
        "Lopez-Paz & Ranzato 2017; Chaudhry et al. 2018",
    )
    examples: bool = _on(
        True,
        "Examples",
        "Training texts that were classified correctly at first and wrongly later.",
        "Toneva et al. 2019",
    )
    pseudo: bool = field(False, "Pseudo-likelihood", source="Salazar et al. 2020", role="how", advanced=True)
    """Also mask every word of the general text in turn, before and after training; slow."""
    known: list[ProbingTask] = field([], "Abilities", role="how", section="Abilities")
    """Tasks that a linear probe learns from each layer's frozen outputs, throughout training."""
    text: str = field(
        "",
        label="General text",
        help=TEXT_HELP,
        role="how",
        suggest="general texts",
        section="Text and schedule",
    )
    texts: int = field(64, "Passages", role="how", ge=4, section="Text and schedule")
    """The number of passages of general text that are read each time."""
    length: int = field(
        64, "Length", unit="tokens", role="how", ge=8, section="Text and schedule", beside=True
    )
    """Longest passage, special tokens included."""
    points: int = field(20, "Points", unit="per stage", role="how", ge=1, section="Text and schedule")
    """How often each stage is measured, evenly spaced, besides its beginning, its evaluations and its end."""
    budget: float = field(
        5.0,
        "Time",
        unit="% of the run",
        role="how",
        gt=0.0,
        le=100.0,
        section="Text and schedule",
        beside=True,
    )
    """Points are skipped while measuring has taken more than this; beginning and end are always measured.
    100: none is skipped."""
