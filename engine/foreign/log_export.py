"""``palimpsest export-log``: export of a run's curves to the tracking program of a team.

A separate process reads the store, so neither a slow server nor a lost connection can delay or end a run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from engine.errors import UserError
from engine.foreign.writers import (
    Destination,
    LogWriter,
    MlflowWriter,
    Point,
    TensorBoardWriter,
    TrackioWriter,
    WandbWriter,
)
from engine.store import metrics, runs
from engine.store.database import Store
from engine.store.rows import RunRow

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
