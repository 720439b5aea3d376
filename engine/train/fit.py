"""Runs that train no encoder: each stage is fitted at once, by the module that it names as its runtime.

The counterpart of ``engine.train.loop``, with the same events, so consumers need not distinguish them. There are no
updates and no checkpoints: a run that was stopped starts again. This module does not import torch.
"""

from __future__ import annotations

import importlib
import os
import platform
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Protocol, cast

from engine.cache.program_hash import program_hash
from engine.events import Evaluation, Event, PhaseKind, RunFinished, RunNotice, StageStarted
from engine.json_types import JsonObject
from engine.processor import allowed_threads
from engine.progress import ReportProgress, with_progress
from engine.spec.checks.cross_field import require_runnable
from engine.spec.experiment import Experiment


class StageFit(Protocol):
    """A stage that is fitted at once, with its data read."""

    info: JsonObject
    notes: tuple[str, ...]

    def events(self, first_step: int) -> Iterator[Event]:
        """Yield the events of fitting: evaluations on validation and, last, on test.

        Steps are counted from ``first_step``.
        """
        ...


class FitRuntime(Protocol):
    """The interface of the module that such a stage names as its ``runtime``."""

    def build_fit(self, stage: object, experiment: Experiment, report: ReportProgress) -> StageFit:
        """Read the data of ``stage``. Raises UserError when they cannot be read."""
        ...


def fit(experiment: Experiment, folder: Path) -> Generator[Event, None, None]:
    """Fit all stages of ``experiment``, yielding events. ``folder`` is the run's.

    Raises UserError when the input is invalid, before anything is fitted.
    """
    for text in require_runnable(experiment):
        yield RunNotice("warning", text)
    total = sum(stage.planned_updates([]) for stage in experiment.stages)
    step, results = 0, dict[str, float]()
    for index, stage in enumerate(experiment.stages):
        runtime = cast(FitRuntime, importlib.import_module(stage.runtime))
        stage_fit = yield from with_progress(partial(runtime.build_fit, stage, experiment), PhaseKind.DATA)
        stage_fit.info["computation"] = {
            "device": stage_fit.info.get("device", "cpu"),
            "processor": platform.processor() or platform.machine(),
            "threads": allowed_threads() or os.cpu_count() or 1,
            "program": program_hash()[:16],
        }
        steps = stage.planned_updates([])
        yield StageStarted(index, stage.kind, stage.title, step, steps, total, stage_fit.info)
        for note in stage_fit.notes:
            yield RunNotice("info", note)
        for event in stage_fit.events(step):
            if isinstance(event, Evaluation) and event.split == "test":
                results = dict(event.values)
            yield event
        step += steps
    yield RunFinished(step, results)
