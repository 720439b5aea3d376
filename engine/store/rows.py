"""Records of rows in the store."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Literal

from engine.errors import printable

RunStatus = Literal["queued", "running", "stopped", "finished", "failed", "interrupted", "out_of_memory"]
RUN_STATUSES: tuple[RunStatus, ...] = (
    "queued",
    "running",
    "stopped",
    "finished",
    "failed",
    "interrupted",
    "out_of_memory",
)

SERIES_COLOURS, SERIES_DASHES = 8, 4
"""Number of series colours and dash patterns in plots."""
REUSED_KEY = "reused"
"""Key of the source run in the record of a reused stage."""


def stored_types(record: type) -> tuple[type | tuple[type, ...], ...]:
    """Return, for each field of a record, the Python types of a sound SQLite value."""
    return tuple(
        (int, float, type(None)) if str(each.type).startswith(("int", "float", "bool")) else str
        for each in fields(record)
    )


def require_types(values: Iterable[object], types: Iterable[type | tuple[type, ...]]) -> None:
    """Raise ValueError if a value has another type than the schema requires.

    The store's ``with`` block adds the location.
    """
    if not all(map(isinstance, values, types)):
        raise ValueError("a row of the store holds values of other types")


def path_inside(folder: Path, text: str) -> Path:
    """Return the path that a row names inside ``folder``.

    Raises ValueError for a path outside of it, because a store may come from anybody.
    """
    parts = text.replace("\\", "/").split("/")
    if not text or "\0" in text or ".." in parts or not parts[0] or ":" in parts[0][1:2]:
        raise ValueError(f"a row of the store names '{printable(text, 80)}', which leads out of its folder")
    return folder / text


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run as tables show it: everything except its specification.

    Times are seconds since 1970 (UTC). ``active_seconds`` and ``eta_seconds`` are durations. ``progress`` is 0..1.
    ``metric`` is the main metric of the last stage's objective (error in percent for classes). ``validation_best``,
    ``validation_last`` and ``test`` are its values, ``test`` at the checkpoint selected by validation.
    ``validation_best_step`` is None for a run without an encoder, which has no updates. ``retention_rise`` is the
    increase of the loss on general text since before training. It is measured at the selected checkpoint of the last
    stage, or for an active run at its last measurement. Unknown values are None. ``sweep_id`` is None for a run outside
    of sweeps. ``precision`` is ``fp32`` or ``bf16``, empty until it is resolved. ``trial`` is the number of the run's
    trial in its search. ``place`` is the compute target, empty for this computer, and ``place_trouble`` why it cannot
    be reached now.
    """

    id: int
    name: str
    status: RunStatus
    phase: str
    phase_done: int
    phase_total: int
    reason: str
    step: int
    steps: int
    progress: float | None
    eta_seconds: float | None
    recipe: str
    group_name: str
    sweep_id: int | None
    identity: str
    group_identity: str
    precision: str
    encoder: str
    data: str
    seed: int
    device: str
    launcher: str
    resume: bool
    host: str
    pid: int | None
    pid_started: float | None
    heartbeat: float | None
    created: float
    queued: float | None
    started: float | None
    finished: float | None
    active_seconds: float
    folder: Path = field(compare=False)  # determined by the number, and paths are slow to compare
    slot: int
    notes: str
    tags: tuple[str, ...]
    archived: bool
    validation_best: float | None
    validation_best_step: int | None
    validation_last: float | None
    test: float | None
    validation_loss_best: float | None
    test_loss: float | None
    heldout_best: float | None
    heldout_last: float | None
    retention_rise: float | None
    metric: str = "error"
    place: str = ""
    place_trouble: str = ""
    trial: int | None = None

    @property
    def repetition_key(self) -> tuple[str, str]:
        """Equal for runs that differ only in their seeds: settings and precision."""
        return self.group_identity, self.precision

    @property
    def style(self) -> int:
        """Plot style of the run, 1 to 32: its colour, with the next dash pattern after every eight runs.

        Example: run 3 with colour 3 has style 3. Run 11 with the same colour has style 11, colour 3 with the next dash
        pattern.
        """
        return self.slot + SERIES_COLOURS * ((self.id - 1) // SERIES_COLOURS % SERIES_DASHES)

    @property
    def final_best(self) -> float | None:
        """Best validation error of a finished run, else None."""
        return self.validation_best if self.status == "finished" else None

    @property
    def final_test(self) -> float | None:
        """Test result of a finished run. Before the end, a result may belong to an earlier stage."""
        return self.test if self.status == "finished" else None

    @property
    def forgot(self) -> float | None:
        """Factor by which the perplexity on general text has grown since before training. Above 1 means forgetting."""
        if self.retention_rise is None:
            return None
        return math.exp(self.retention_rise) if self.retention_rise < 700 else math.inf

    @property
    def active(self) -> bool:
        """Whether the run is running or queued."""
        return self.status in ("queued", "running")

    @property
    def resumable(self) -> bool:
        """Whether the run ended prematurely and can be resumed (from its last checkpoint, if it has one)."""
        return self.status in ("stopped", "failed", "interrupted", "out_of_memory")


@dataclass(frozen=True, slots=True)
class StageRow:
    """A stage of a run. ``first_step`` and ``steps`` are updates on the run's step axis."""

    position: int
    kind: str
    title: str
    first_step: int
    steps: int
    info: dict[str, object]

    @property
    def source_run(self) -> str:
        """Number of the run that trained a reused stage. Empty if this run trained it."""
        source = self.info.get(REUSED_KEY)
        return str(source.get("run", "")) if isinstance(source, dict) else ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A note of a run."""

    id: int
    time: float
    level: str
    text: str


@dataclass(frozen=True, slots=True)
class Artefact:
    """A file or folder that a run has saved.

    ``kind`` is last, best (checkpoints), stage (a model) or export.
    """

    kind: str
    path: Path
    step: int
    bytes: int
    created: float
