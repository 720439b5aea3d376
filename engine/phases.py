"""The kinds of phases that a run goes through."""

from __future__ import annotations

from enum import StrEnum


class PhaseKind(StrEnum):
    """Kind of a phase; the names under which a run's start is timed (``engine.launch.startup_timeline``)."""

    PREPARING = "preparing"
    DATA = "data"
    ENCODER = "encoder"
    FINGERPRINT = "fingerprint"
    UPDATES = "update"
    EVALUATION = "evaluation"
    PROBES = "measuring"
    SAVING = "saving"
    WAITING = "waiting"
