"""Write training runs of other programs into the store: finished ones at once, running ones continuously."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from engine import paths
from engine.errors import UserError
from engine.events import Evaluation, ProbeMeasured, StageStarted, StepMetrics
from engine.foreign.keys import translate_measure
from engine.launch import starting
from engine.spec.experiment import Compute, Experiment
from engine.spec.probes import Probes
from engine.spec.stages.external import ExternalTraining
from engine.store import metrics, runs
from engine.store.database import Store
from engine.store.rows import RunStatus
from engine.store.writer import RunWriter

MAX_STEPS = 9 * 10**15
"""Largest plausible number of updates, which the store can hold."""


@dataclass(frozen=True)
class ForeignTraining:
    """Contents of a training log.

    Attributes:
        name: name of the run.
        program: the program that wrote the log.
        log: path of the log.
        points: (our key, step, seconds since the start, value).
        steps: number of updates.
        settings: ``name = value``.
        started: start time in seconds since 1970, None if the log does not contain it.
        notes: notes for the user on the import.
    """

    name: str
    program: str
    log: Path
    points: Sequence[metrics.MetricPoint]
    steps: int
    settings: Sequence[str] = ()
    started: float | None = None
    notes: Sequence[str] = field(default=())


def drop_overwritten(points: Iterable[metrics.MetricPoint], notes: list[str]) -> list[metrics.MetricPoint]:
    """Return the points of each curve in the order of time, without points that a later one overwrites.

    A training resumed from a checkpoint repeats the updates since then. A note gives the number of omitted points.
    """
    curves: dict[str, list[metrics.MetricPoint]] = {}
    dropped = 0
    for point in sorted(points, key=lambda point: point[2]):
        curve = curves.setdefault(point[0], [])
        while curve and curve[-1][1] >= point[1]:
            curve.pop()
            dropped += 1
        curve.append(point)
    if dropped:
        notes.append(
            f"{dropped:,} points are left out: the training restarted before them and wrote these steps again."
        )
    return [point for curve in curves.values() for point in curve]


def store_training(store: Store, training: ForeignTraining) -> int:
    """Store a training of another program as a finished run, and return its number.

    Raises UserError if the log contains an implausible number of updates.
    """
    if not all(0 <= step <= MAX_STEPS for step in (training.steps, *(point[1] for point in training.points))):
        raise UserError(
            "a number of updates is below 0 or beyond 9 · 10¹⁵.",
            place=str(training.log),
            remedy="Check that the log is whole.",
        )
    experiment = external_experiment(training.name, training.program, str(training.log), training.settings)
    seconds = max((point[2] for point in training.points), default=0.0)
    start = training.started if training.started is not None else time.time() - seconds
    with _remove_folder_on_error(store) as numbers, store.transaction():
        number = runs.create_run(store, experiment, launcher="cli")
        numbers.append(number)
        stage = experiment.stages[0]
        store.execute(
            """INSERT INTO stages (run_id, position, kind, title, first_step, steps, info)
               VALUES (?, 0, ?, ?, 0, ?, '{}')""",
            (number, stage.kind, type(stage).title, training.steps),
        )
        metrics.add_points(store, number, training.points)
        tests = [
            key for key in dict.fromkeys(point[0] for point in training.points) if key.startswith("test/")
        ]
        metrics.set_best_checkpoint_values(store, number, 0, training.steps, tests)
        for note in training.notes:
            runs.add_message(store, number, note)
        runs.set_run_columns(
            store,
            [number],
            status="finished",
            step=training.steps,
            steps=training.steps,
            progress=1.0,
            started=start,
            finished=start + seconds,
            active_seconds=seconds,
            queued=None,
        )
    return number


@contextmanager
def _remove_folder_on_error(store: Store) -> Iterator[list[int]]:
    """Yield a list for the number of a run. On an error, its empty folder is removed."""
    numbers: list[int] = []
    try:
        yield numbers
    except BaseException:
        for number in numbers:
            with suppress(OSError):
                paths.run_folder(store.path, number).rmdir()
        raise


def external_experiment(name: str, program: str, log: str, settings: Iterable[str]) -> Experiment:
    """Return the experiment that represents a training of another program."""
    stage = ExternalTraining(program=program, log=log, settings=list(settings))
    return Experiment(
        name=name[:200] or program, stages=[stage], probes=Probes(on=False), compute=Compute(device="cpu")
    )


class TrainingRecorder:
    """Recorder of a training of another program in this process, as a run of the store.

    The run is shown as running while this process lives, and as interrupted if it ends without ``finish``. The program
    must check ``stop_requested`` to respond to ``palimpsest stop`` or the window.
    """

    def __init__(self, store: Path, name: str, program: str, settings: Iterable[str], steps: int) -> None:
        with Store(store) as database:
            experiment = external_experiment(name, program, "", settings)
            self.run = runs.create_run(database, experiment, launcher="cli")
            starting.claim_run(database, self.run, launcher="cli")
            starting.reserve_runs(database, [self.run])
            self.folder = runs.get_run(database, self.run).folder
        self._writer = RunWriter(store, self.run)
        stage = experiment.stages[0]
        self._writer.write(
            StageStarted(0, stage.kind, type(stage).title, 0, steps, steps, {"process": os.getpid()})
        )

    @property
    def stop_requested(self) -> bool:
        """Whether the user has requested a stop of the run."""
        return (self.folder / "stop").exists()

    def record(self, step: int, measures: Mapping[str, float]) -> None:
        """Record measures by their names in the other program."""
        values = dict(translate_measure(name, value) for name, value in measures.items())
        for split in ("validation", "test"):
            split_values = {key: value for key, value in values.items() if key.startswith(f"{split}/")}
            if split_values:
                self._writer.write(Evaluation(split, step, split_values))
                values = {key: value for key, value in values.items() if key not in split_values}
        if values:
            self._writer.write(StepMetrics(step, values))

    def record_probes(self, event: ProbeMeasured) -> None:
        """Record the results of probes."""
        self._writer.write(event)

    def note(self, text: str) -> None:
        """Add a line to the run's notes."""
        self._writer.add_message("info", text)

    def finish(self, step: int, status: RunStatus = "finished", reason: str = "") -> None:
        """Record the end of the run. Nothing can be recorded afterwards."""
        self._writer.set_columns(
            status=status,
            reason=reason,
            step=step,
            finished=time.time(),
            phase="",
            phase_done=0,
            phase_total=0,
            eta_seconds=None,
            pid=None,
            pid_started=None,
            **({"progress": 1.0} if status == "finished" else {}),
        )
        self._writer.close()
