"""Records that reading the store returns."""

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
"""How many colours and dashes runs are drawn with."""
REUSED = "reused"
"""Name of the entry, in the record of a stage taken from another run, that describes that run."""


def stored_types(record: type) -> tuple[type | tuple[type, ...], ...]:
    """Return, for each field of a record, the types that SQLite gives for a sound value."""
    return tuple(
        (int, float, type(None)) if str(each.type).startswith(("int", "float", "bool")) else str
        for each in fields(record)
    )


def require_types(values: Iterable[object], kinds: Iterable[type | tuple[type, ...]]) -> None:
    """Raise ValueError where a value has another type than the schema requires.

    The store's entry point adds the location.
    """
    if not all(map(isinstance, values, kinds)):
        raise ValueError("a row of the store holds values of other types")


def path_inside(folder: Path, text: str) -> Path:
    """Return the path that a row names below ``folder``.

    Raises ValueError where it leads out of it: a store is a file like any other, and may come from anybody.
    """
    parts = text.replace("\\", "/").split("/")
    if not text or "\0" in text or ".." in parts or not parts[0] or ":" in parts[0][1:2]:
        raise ValueError(f"a row of the store names '{printable(text, 80)}', which leads out of its folder")
    return folder / text


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run as the tables show it: everything but its specification.

    Times are seconds since 1970 (UTC), ``active_seconds`` and ``eta_seconds`` are durations, ``progress`` is 0..1.
    ``metric`` is the main metric of the last stage's objective (error in percent for classes). ``validation_best``,
    ``validation_last`` and ``test``, at the checkpoint that validation chose, are values of it.
    ``validation_best_step`` is None for a run without an encoder, which has no updates. ``retention_rise`` is the
    increase of the loss on general text since before training, at the selected checkpoint of the last stage or, while
    it runs, at its last measurement. Unknown values are None. ``sweep_id`` is None for a run by itself. ``precision``
    is ``fp32`` or ``bf16``, empty until it is resolved. ``trial`` is the number of the run's trial in its search.
    ``place`` is the place that computes the run, empty for this computer, and ``place_trouble`` why it cannot be
    reached now.
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
    folder: Path = field(compare=False)  # follows from its number; paths are slow to compare
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
        """Equal for runs that differ in nothing but their seeds: settings and the precision they were computed in."""
        return self.group_identity, self.precision

    @property
    def style(self) -> int:
        """Series that the run is drawn as wherever it is shown, 1 to 32: its colour, the next dash every eight runs.

        Example: run 3 of colour 3 is series 3. Run 11 of the same colour is 11, the third colour with the next dash.
        """
        return self.slot + SERIES_COLOURS * ((self.id - 1) // SERIES_COLOURS % SERIES_DASHES)

    @property
    def final_best(self) -> float | None:
        """The best validation error of a finished run. None for a failed or unfinished one."""
        return self.validation_best if self.status == "finished" else None

    @property
    def final_test(self) -> float | None:
        """The test result of a finished run. Before that, a result may belong to an earlier stage."""
        return self.test if self.status == "finished" else None

    @property
    def forgot(self) -> float | None:
        """Factor by which the perplexity on general text has grown since before training. Above 1: forgetting."""
        if self.retention_rise is None:
            return None
        return math.exp(self.retention_rise) if self.retention_rise < 700 else math.inf

    @property
    def active(self) -> bool:
        """Whether the run is running or queued."""
        return self.status in ("queued", "running")

    @property
    def resumable(self) -> bool:
        """Whether the run ended before its end and can continue (from its last checkpoint, if it left one)."""
        return self.status in ("stopped", "failed", "interrupted", "out_of_memory")


@dataclass(frozen=True, slots=True)
class StageRow:
    """One stage of a run. ``first_step`` and ``steps`` are updates on the run's single step axis."""

    position: int
    kind: str
    title: str
    first_step: int
    steps: int
    info: dict[str, object]

    @property
    def source_run(self) -> str:
        """Number of the run that the stage was taken from. Empty where this run trained it."""
        reused = self.info.get(REUSED)
        return str(reused.get("run", "")) if isinstance(reused, dict) else ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One note of a run."""

    id: int
    time: float
    level: str
    text: str


@dataclass(frozen=True, slots=True)
class Artefact:
    """A run artefact: a file or folder that a run has left.

    ``kind`` is last, best (checkpoints), stage (a model) or export.
    """

    kind: str
    path: Path
    step: int
    bytes: int
    created: float
