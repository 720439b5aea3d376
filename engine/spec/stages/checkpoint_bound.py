"""Bounds on a measure of the selected checkpoint, such as the lowest error with limited forgetting.

A bound is checked at every evaluation, against the measurements there. It depends only on numbers, so a search uses
the same class for its trials.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar, Literal

from engine.spec.base import Choice, field

RETENTION_FACTOR = "retention/factor"
"""Relative perplexity on general text with the original masked-word head, exp(loss now - loss before training).
Derived from stored losses."""
RETENTION_LOSS = "retention/loss"

_MEASURE_HELP = (
    "A key of the store that every evaluation has: retention/factor (perplexity on general text relative to that "
    "before training), drift/all, or a validation metric such as validation/calibration_error."
)


def retention_factor(initial: float, current: float) -> float:
    """Return the ratio of perplexities, exp(current - initial), from losses in nats per word."""
    difference = current - initial
    return math.exp(difference) if difference < 700 else math.inf


def derived_measures(values: Mapping[str, float], initial: Mapping[str, float]) -> dict[str, float]:
    """Return ``values`` with the measures derived from them and from the ``initial`` ones before training."""
    measures = dict(values)
    if RETENTION_LOSS in values and RETENTION_LOSS in initial:
        measures[RETENTION_FACTOR] = retention_factor(initial[RETENTION_LOSS], values[RETENTION_LOSS])
    return measures


class CheckpointBound(Choice):
    """Restricts the evaluations that may choose the selected checkpoint of a stage."""

    noun: ClassVar[str] = "checkpoint bound"

    @property
    def bounded_measure(self) -> str:
        """Key of the bounded measure, "" for none."""
        return ""

    @property
    def needs_probes(self) -> bool:
        """Whether its measure is one of forgetting, which is then measured at every evaluation."""
        return bool(self.bounded_measure) and not self.bounded_measure.startswith("validation/")

    @property
    def violation_patience(self) -> int:
        """Number of consecutive evaluations outside the bound after which a stage ends, 0 for never."""
        return 0

    @property
    def words(self) -> str:
        """The bound in words: ``retention/factor at most 1.5``."""
        return ""

    def excess(self, value: float) -> float:
        """Return by how much ``value`` exceeds the bound, 0 or less within it."""
        return 0.0


class NoBound(CheckpointBound):
    """Every evaluation may."""

    title: ClassVar[str] = "None"
    kind: Literal["none"] = "none"


class MeasureBound(CheckpointBound):
    """A bound on one measure."""

    measure: str = field(RETENTION_FACTOR, label="Measure", help=_MEASURE_HELP, min_length=1)
    value: float = field(1.5, "Bound")
    """The limit; a value equal to it is allowed."""
    patience: int = field(2, "Ends after", unit="evaluations outside", zero="never", ge=0)
    """The stage ends after this many evaluations in a row outside the bound; 0: never."""

    @property
    def bounded_measure(self) -> str:
        return self.measure

    @property
    def violation_patience(self) -> int:
        return self.patience

    @property
    def words(self) -> str:
        return f"{self.measure} {self.title.lower()} {self.value:g}"


class MostBound(MeasureBound):
    """Only evaluations whose measure is at most the bound can be chosen; until there is one, the nearest is."""

    title: ClassVar[str] = "At most"
    kind: Literal["most"] = "most"

    def excess(self, value: float) -> float:
        return math.inf if math.isnan(value) else value - self.value


class LeastBound(MeasureBound):
    """Only evaluations whose measure is at least the bound can be chosen; until there is one, the nearest is."""

    title: ClassVar[str] = "At least"
    kind: Literal["least"] = "least"

    def excess(self, value: float) -> float:
        return math.inf if math.isnan(value) else self.value - value
