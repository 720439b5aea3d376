"""A training by another program, as a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import SerializerFunctionWrapHandler, model_serializer

from engine.formatting.phrases import phrase
from engine.json_types import JsonObject
from engine.spec.base import field
from engine.spec.stages.base import Stage
from engine.spec.stages.summary import SummaryFacts


class ExternalTraining(Stage):
    """Was trained by another program: its curves are shown and compared, but it cannot be started here."""

    title: ClassVar[str] = "Trained elsewhere"
    kind: Literal["external"] = "external"
    runtime: ClassVar[str] = "engine.stages.external"
    icon: ClassVar[str] = "import"
    reads_encoder: ClassVar[bool] = False
    essential: ClassVar[tuple[str, ...]] = ("program", "log")
    unused: ClassVar[frozenset[str]] = frozenset(Stage.model_fields) - {"kind"}

    program: str = field("another program", "Program", section="Data and texts")
    """What trained it."""
    log: str = field("", "Log", section="Data and texts")
    """The file that its record was read from."""
    settings: list[str] = field([], "Settings", section="Optimisation")
    """Its settings, as 'name = value'."""

    @model_serializer(mode="wrap")
    def _own_fields_only(self, serialise: SerializerFunctionWrapHandler) -> JsonObject:
        table: dict[str, object] = serialise(self)
        return {name: value for name, value in table.items() if name not in self.unused}

    def planned_updates(self, rows: Sequence[int]) -> int:
        return 1

    def summary(self, facts: SummaryFacts = SummaryFacts()) -> list[str]:  # noqa: B008 - frozen
        return [each for each in (phrase("Trained by {program}", program=self.program), self.log) if each]
