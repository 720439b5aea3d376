"""Definition of each measure of forgetting, and when it misleads: ``resources/forgetting_measures.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass

from engine import paths
from engine.analysis.forgetting.measured import ForgettingRecord


@dataclass(frozen=True)
class MeasureDefinition:
    """A measure: its name, the field of a record that has it, its meaning with the source, and its caveat."""

    name: str
    field: str
    meaning: str
    caveat: str

    def is_measured(self, record: ForgettingRecord) -> bool:
        """Return whether the measure was taken in the run of ``record``. Those of tasks need several of them."""
        value = getattr(record, self.field)
        return len(value) > 1 if self.field == "tasks" else value is not None and value != {}


def used_definitions(records: Iterable[ForgettingRecord]) -> tuple[MeasureDefinition, ...]:
    """Return the definitions of the measures that were taken in any of the runs of ``records``."""
    text = (paths.RESOURCES / "forgetting_measures.toml").read_text(encoding="utf-8")
    measures, measured = [MeasureDefinition(**each) for each in tomllib.loads(text)["measures"]], [*records]
    return tuple(each for each in measures if any(map(each.is_measured, measured)))
