"""Baselines: they learn the labels of one data set without training an encoder.

They are fitted in seconds, and are ordinary runs otherwise, with the same splits, test texts and metrics. Every
fine-tuned encoder should be compared with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from engine.objectives.base import LabelObjective
from engine.spec.base import field
from engine.spec.checks.findings import DataFacts, EncoderFacts, PlacedFindings, fault
from engine.spec.data import DataSource
from engine.spec.stages.base import UntrainedStage
from engine.spec.stages.labelled_task import LabelledTask, default_objective
from engine.spec.truncation import HeadTruncation

BaselineKind = Literal["bag_of_words", "frozen", "setfit", "prototypes"]
BASELINE_KINDS: dict[BaselineKind, str] = {
    "bag_of_words": "Bag of words",
    "frozen": "Frozen encoder",
    "setfit": "SetFit",
    "prototypes": "Class names",
}
"""Label of each kind, by its name on the command line, cheapest first."""


def objective_of(data: DataSource) -> LabelObjective | None:
    """Return the objective for the labels of ``data``, or None if no linear model supports them."""
    target = data.effective.target.kind
    if target == default_objective().target:
        return default_objective()
    kinds = ("multi_label", "ordinal", "regression")
    objectives = LabelObjective.known_options()
    return next(
        (
            LabelObjective.choose(kind)
            for kind in kinds
            if kind in objectives and objectives[kind].target == target
        ),
        None,
    )


class Baseline(UntrainedStage):
    """Learns the labels of one data set without training an encoder."""

    objectives: ClassVar[tuple[str, ...]] = ("single_label", "multi_label", "ordinal", "regression")
    fitted_at_once: ClassVar[bool] = True

    data: DataSource = field(label="Data set", section="Data and texts")
    """The texts and labels."""

    def labelled_tasks(self) -> tuple[LabelledTask, ...]:
        objective = objective_of(self.data) or default_objective()
        return (LabelledTask(self.data, HeadTruncation(), objective=objective),)

    def rung(self) -> BaselineKind | None:
        """Return its kind in the learning curve of baselines, or None."""
        return None

    def inputs_read(self, rows: Sequence[int]) -> list[float]:
        return [0.0] * len(rows)  # for training, by an encoder

    def findings(self, encoder: EncoderFacts | None, data: DataFacts | None) -> PlacedFindings:
        objective = objective_of(self.data)
        if objective is None or objective.kind not in self.objectives:
            yield fault("data", f"{self.title}: it cannot learn labels of this kind.")
