"""Writers of curves for other programs. Their public clients are imported on use.

A separate process reads the store for ``palimpsest export-log``, so neither a slow server nor a lost connection can
delay or end a run.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Protocol

from engine.errors import UserError
from engine.file_names import file_name
from engine.store import metrics, runs
from engine.store.database import Store
from engine.store.rows import RunRow

Settings = Mapping[str, str | int | float | bool]


@dataclass(frozen=True, slots=True)
class Point:
    """Measure at an update. ``time`` is in seconds since 1970."""

    key: str
    step: int
    time: float
    value: float


@dataclass(frozen=True)
class Destination:
    """Subject and target of an export.

    Attributes:
        run: the run's name.
        project: its project in the other program.
        place: its folder or address. Empty: the client's default.
        settings: of the run, by dotted name.
    """

    run: str
    project: str
    place: str
    settings: Settings


class LogWriter(Protocol):
    """Passes points to a client. Created with a ``Destination``."""

    def write(self, points: Sequence[Point]) -> None:
        """Write points, ordered by step within each call."""

    def close(self, status: str) -> str:
        """End with the run's status, and return a description of the location of the curves."""


MAX_METRICS, MAX_PARAMETERS = 1000, 100
"""Largest batch that MLflow accepts."""
_MLFLOW_STATUS = {"finished": "FINISHED", "failed": "FAILED", "stopped": "KILLED"}
_WANDB_STEP = "train/global_step"
"""Name of the update in logs of the Trainer of transformers."""


class MlflowWriter:
    """Writes to ``place`` (sqlite:///FILE, a server's address), or to the configured MLflow server."""

    def __init__(self, dest: Destination) -> None:
        from mlflow import MlflowClient
        from mlflow.entities import Param

        self.client = client = MlflowClient(dest.place or None)
        existing = client.get_experiment_by_name(dest.project)
        experiment = client.create_experiment(dest.project) if existing is None else existing.experiment_id
        self.run: str = client.create_run(experiment, run_name=dest.run).info.run_id
        parameters = [Param(_mlflow_name(name), str(value)) for name, value in dest.settings.items()]
        for start in range(0, len(parameters), MAX_PARAMETERS):
            self.client.log_batch(self.run, params=parameters[start : start + MAX_PARAMETERS])

    def write(self, points: Sequence[Point]) -> None:
        from mlflow.entities import Metric

        metrics = [
            Metric(_mlflow_name(each.key), each.value, int(1000 * each.time), each.step) for each in points
        ]
        for start in range(0, len(metrics), MAX_METRICS):
            self.client.log_batch(self.run, metrics=metrics[start : start + MAX_METRICS])

    def close(self, status: str) -> str:
        self.client.set_terminated(self.run, _MLFLOW_STATUS.get(status, "RUNNING"))
        return f"MLflow: run {self.run} at {self.client.tracking_uri}."


def _mlflow_name(text: str) -> str:
    """Return a name that MLflow accepts, with letters, digits and a few signs."""
    return re.sub(r"[^\w\-./: ]", "_", text)


class TensorBoardWriter:
    """Writes a folder for the run below ``place``, by default ``runs`` in the working folder."""

    def __init__(self, dest: Destination) -> None:
        from tensorboardX import SummaryWriter

        self.folder = Path(dest.place or "runs") / file_name(dest.run, "run")
        if self.folder.exists():
            raise UserError(
                "already exists.", place=str(self.folder), remedy="Name another folder with --into."
            )
        self.writer = SummaryWriter(str(self.folder))
        self.writer.add_text("settings", f"```\n{json.dumps(dict(dest.settings), indent=1)}\n```")

    def write(self, points: Sequence[Point]) -> None:
        for each in points:
            self.writer.add_scalar(each.key, each.value, each.step, each.time)
        self.writer.flush()

    def close(self, status: str) -> str:
        self.writer.close()
        return f"{self.folder}: TensorBoard's event files (tensorboard --logdir {self.folder.parent})."


class TrackioWriter:
    """Writes a run of ``project``. ``place`` is the id of a Space. Without one the run stays on this machine."""

    def __init__(self, dest: Destination) -> None:
        import trackio

        self.project = dest.project
        self.run = trackio.init(
            project=dest.project,
            name=dest.run,
            space_id=dest.place or None,
            config=dict(dest.settings),
            auto_log_gpu=False,
            auto_log_cpu=False,
        )

    def write(self, points: Sequence[Point]) -> None:
        for step, step_points in groupby(points, key=lambda each: each.step):
            self.run.log({each.key: each.value for each in step_points}, step=step)

    def close(self, status: str) -> str:
        self.run.finish()
        return f"Trackio: project {self.project} (trackio show --project {self.project})."


class WandbWriter:
    """Writes a run of ``project``. ``place`` is the folder for its local files."""

    def __init__(self, dest: Destination) -> None:
        import wandb

        self.run = wandb.init(
            project=dest.project,
            name=dest.run,
            dir=dest.place or None,
            config=dict(dest.settings),
            reinit="create_new",
        )
        # Measures of forgetting arrive after losses of later updates, so steps may not be required to be ordered.
        self.run.define_metric("*", step_metric=_WANDB_STEP)

    def write(self, points: Sequence[Point]) -> None:
        for step, step_points in groupby(points, key=lambda each: each.step):
            self.run.log({_WANDB_STEP: step, **{each.key: each.value for each in step_points}})

    def close(self, status: str) -> str:
        place = self.run.url or self.run.dir
        self.run.finish(exit_code=int(status == "failed"))
        return f"Weights & Biases: {place}."


WRITERS: dict[str, tuple[str, type[LogWriter]]] = {
    "tensorboard": ("tensorboardX", TensorBoardWriter),
    "mlflow": ("mlflow", MlflowWriter),
    "wandb": ("wandb", WandbWriter),
    "trackio": ("trackio", TrackioWriter),
}
"""Required package and writer by program."""
POLL_SECONDS = 2.0
"""Seconds between two polls of a running run."""


def open_writer(name: str) -> Callable[[Destination], LogWriter]:
    """Return the writer class for a program. Raises UserError if it is unknown or its client is not installed."""
    if name not in WRITERS:
        raise UserError(f"'{name}' is not known.", place="--to", remedy=f"Use {', '.join(WRITERS)}.")
    package, writer = WRITERS[name]
    if find_spec(package) is None:
        raise UserError(
            f"{package} is not installed.", place="--to", remedy=f"Install it with: pip install {package}"
        )
    return writer


def export_log(
    path: Path, run: str, tool: str, address: str = "", project: str = "palimpsest", *, follow: bool = False
) -> tuple[int, str]:
    """Export all curves of a run through the client of a program, and return the number of points and their location.

    ``follow``: continue until the run has ended.

    Raises UserError for an unknown run or program, and with the client's message if it cannot write.
    """
    make_writer = open_writer(tool)
    with Store(path, read_only=True) as store:
        row = runs.find_run(store, run)
        settings = dict(_flatten(runs.get_experiment(store, row.id).model_dump(mode="json")))
    count = 0
    last_steps: dict[tuple[int, str], int] = {}
    try:
        writer = make_writer(Destination(row.name, project, address, settings))
        while True:
            with Store(path, read_only=True) as store:
                row = runs.get_run(store, row.id)  # before its points, so that they include its last update
                points = _read_points(store, row, last_steps)
            writer.write(points)
            count += len(points)
            if not follow or row.status not in ("queued", "running"):
                return count, writer.close(row.status)
            time.sleep(POLL_SECONDS)
    except UserError:
        raise
    except Exception as error:  # clients raise errors of any type, and our data are safe
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise UserError(
            f"its client could not write ({reason}).",
            place=tool,
            remedy="The run and its curves are in the store. Try again when it can.",
        ) from error


def _read_points(store: Store, row: RunRow, last_steps: dict[tuple[int, str], int]) -> list[Point]:
    """Return the points after ``last_steps``, ordered by step, and update ``last_steps``."""
    curves = metrics.read_curves(store, [row.id], metrics.list_metric_keys(store, [row.id]), last_steps)
    start = row.started or row.created
    points = [
        Point(key, step, start + seconds, value)
        for (_, key), curve in curves.items()
        for step, seconds, value in zip(
            curve.step.tolist(), curve.time.tolist(), curve.value.tolist(), strict=True
        )
    ]
    last_steps.update({pair: int(curve.step[-1]) for pair, curve in curves.items()})
    return sorted(points, key=lambda each: (each.step, each.key))


def _flatten(value: object, name: str = "") -> Iterator[tuple[str, str | int | float | bool]]:
    """Yield the settings of a design by dotted name, without empty ones."""
    if isinstance(value, dict | list):
        members = value.items() if isinstance(value, dict) else enumerate(value, 1)
        for key, each in members:
            yield from _flatten(each, f"{name}.{key}" if name else str(key))
    elif isinstance(value, str | int | float | bool) and value != "":
        yield name, value
