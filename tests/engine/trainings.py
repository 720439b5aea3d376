"""Trainings of tests: up to an event, what they have said, and the weights that they have left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file

from engine.compute.device import choose_device
from engine.events import Event, RunNotice, StepMetrics
from engine.spec.experiment import Experiment
from engine.stages.base import StageContext, prepare_stage
from engine.train.loop import train
from engine.train.trainer import Trainer


def context_of(experiment: Experiment, folder: Path) -> StageContext:
    """Return what the first stage of a run trains in."""
    return StageContext(experiment, 0, experiment.encoder, choose_device(experiment.compute), folder)


def prepared(experiment: Experiment, folder: Path) -> Any:
    """Return the task of the first stage, ready for the loop."""
    return prepare_stage(experiment.stages[0], context_of(experiment, folder), lambda *_: None)


def trainer_of(experiment: Experiment, folder: Path) -> Trainer:
    """Return the trainer of the first stage."""
    return Trainer(prepared(experiment, folder), context_of(experiment, folder))


def stopped_at(
    experiment: Experiment, folder: Path, stop: Callable[[Event], bool], **options: Any
) -> list[Event]:
    """Take the events of a run up to the first that ``stop`` is true of, then stop asking."""
    seen: list[Event] = []
    events = train(experiment, folder, **options)
    for event in events:
        seen.append(event)
        if stop(event):
            break
    events.close()  # type: ignore[attr-defined]
    return seen


def run_until(experiment: Experiment, folder: Path, step: int | None = None, **options: Any) -> list[Event]:
    """Take the events of a run until update ``step`` is reported, all where it is None."""

    def is_there(event: Event) -> bool:
        return step is not None and isinstance(event, StepMetrics) and event.step >= step

    return stopped_at(experiment, folder, is_there, **options)


def losses(events: list[Event]) -> dict[int, float]:
    """Return the training loss of each update that has one."""
    found = [event for event in events if isinstance(event, StepMetrics) and "train/loss" in event.values]
    return {event.step: event.values["train/loss"] for event in found}


def notes(events: list[Event]) -> str:
    """Return what a run has said, a line for each note."""
    return "\n".join(event.text for event in events if isinstance(event, RunNotice))


def weights(folder: Path) -> dict[str, torch.Tensor]:
    """Return all tensors below a folder, heads included, by their file and name."""
    found: dict[str, torch.Tensor] = {}
    for file in sorted(folder.rglob("*.safetensors")):
        name = file.relative_to(folder).as_posix()
        found |= {f"{name}:{key}": value for key, value in load_file(file).items()}
    assert found
    return found


def assert_same(one: Path, other: Path) -> None:
    """Assert that two folders hold the same tensors, bit for bit."""
    expected, found = weights(one), weights(other)
    assert expected.keys() == found.keys()
    assert [name for name, value in expected.items() if not torch.equal(value, found[name])] == []
