"""Record of a training by another program."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.formatting.phrases import phrase
from engine.spec.base import field
from engine.spec.stages.base import UntrainedStage
from engine.spec.stages.summary import SummaryFacts


class ExternalTraining(UntrainedStage):
    """Was trained by another program: its curves are shown and compared, but it cannot be started here."""

    title: ClassVar[str] = "Trained elsewhere"
    kind: Literal["external"] = "external"
    runtime: ClassVar[str] = "engine.stages.external"
    icon: ClassVar[str] = "import"
    reads_encoder: ClassVar[bool] = False
    essential: ClassVar[tuple[str, ...]] = ("program", "log")

    program: str = field("another program", "Program", section="Data and texts")
    """The program that trained it."""
    log: str = field("", "Log", section="Data and texts")
    """The file that its record was read from."""
    settings: list[str] = field([], "Settings", section="Optimisation")
    """Its settings, as 'name = value'."""

    def summary(self, facts: SummaryFacts = SummaryFacts()) -> list[str]:  # noqa: B008 - frozen
        return [each for each in (phrase("Trained by {program}", program=self.program), self.log) if each]
