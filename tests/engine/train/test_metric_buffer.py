"""Measures that come late: the same events in the same order, none lost, and no question that waits for the device."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.events import (
    CheckpointSaved,
    Evaluation,
    Event,
    PhaseProgress,
    ProbeMeasured,
    RunNotice,
    StepMetrics,
)
from engine.spec.experiment import Experiment
from engine.train import metric_buffer as module
from engine.train.checkpoints import Checkpoints
from engine.train.loop import train
from engine.train.trainer import NonFinite, Trainer
from engine.train.update import UpdateResult, UpdateSums

Make = Callable[..., Experiment]
TIMED = ("speed/", "system/", "cost/")


def plain(event: Event) -> Any:
    """What must be equal, with times left out."""
    if isinstance(event, StepMetrics | ProbeMeasured):
        values = {k: v for k, v in event.values.items() if not k.startswith(TIMED)}
        return (type(event).__name__, event.step, values)
    if isinstance(event, Evaluation):
        return ("Evaluation", event.step, event.split, dict(event.values), event.best)
    return (type(event).__name__, event.step) if isinstance(event, CheckpointSaved) else None


def seen(events: list[Event]) -> list[Any]:
    return [found for event in events if (found := plain(event)) is not None]


STAGES: list[dict[str, Any]] = [
    {"evaluations": 2, "mixout": 0.3, "anchor": {"kind": "l2_sp"}},
    {"kind": "further_pretrain", "objective": "mlm_nsp", "segmentation": "lines"},
]


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("fields", STAGES, ids=["finetune", "pretrain"])
def test_late_measures_make_the_same_events(
    fields: dict[str, Any], make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment = make(**fields)
    at_once = list(train(experiment, tmp_path / "at once"))
    monkeypatch.setitem(module.MAX_LAG, "cpu", 4)
    late = list(train(experiment, tmp_path / "late"))
    assert seen(late) == seen(at_once)
    # Whatever else is told, the updates before it have been.
    reached = 0
    for event in late:
        if isinstance(event, StepMetrics):
            reached = event.step
        elif isinstance(event, PhaseProgress) and event.text in ("Evaluating", "Saving a checkpoint"):
            assert event.done == reached


@pytest.mark.usefixtures("home")
def test_stopped_and_resumed_with_measures_under_way_none_is_lost_or_told_twice(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment = make()
    whole = seen(list(train(experiment, tmp_path / "whole")))
    monkeypatch.setitem(module.MAX_LAG, "cpu", 4)
    total = max(step for kind, step, *_ in whole if kind == "StepMetrics")
    parts: list[Event] = []
    # Closed at an update's measures, four updates are ahead of them; the second time, while old ones are being told.
    for stop in (2, 3, 9, total - 1):
        events: Iterator[Event] = train(experiment, tmp_path / "parts", resume=bool(parts))
        for event in events:
            parts.append(event)
            if isinstance(event, StepMetrics) and event.step >= stop:
                break
        events.close()  # type: ignore[attr-defined]
        progress = Checkpoints(tmp_path / "parts" / "checkpoints").read()
        assert progress is not None
        assert [step + 1 for step, _ in progress.untold] == list(range(stop + 1, progress.step + 1))
    parts += train(experiment, tmp_path / "parts", resume=True)
    rates = [found for found in seen(parts) if found[0] in ("StepMetrics", "Evaluation")]
    assert rates == [found for found in whole if found[0] in ("StepMetrics", "Evaluation")]


def collapse(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """Update ``at`` (from 0) computes a loss that is no number."""
    backward = Trainer._backward

    def broken(self: Trainer, number: int, micro_batches: Any) -> UpdateSums:
        sums = backward(self, number, micro_batches)
        if number == at:
            assert sums.loss is not None
            sums.loss = sums.loss * math.nan
        return sums

    monkeypatch.setattr(Trainer, "_backward", broken)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("lag", [0, 4])
def test_a_collapse_is_named_and_reaches_no_checkpoint(
    lag: int, make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collapse(monkeypatch, at=3)
    monkeypatch.setitem(module.MAX_LAG, "cpu", lag)
    told: list[int] = []
    with pytest.raises(NonFinite, match=r"loss of update 4 is not finite; the batch is training rows \d+"):
        for event in train(make(compute={"checkpoint_seconds": 3600}), tmp_path):
            if isinstance(event, StepMetrics):
                told.append(event.step)
    assert told == [1, 2, 3]
    assert Checkpoints(tmp_path / "checkpoints").read() is None


@pytest.mark.gpu
@pytest.mark.usefixtures("home")
def test_an_update_on_a_gpu_waits_for_nothing(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Trainer.step

    def strict(self: Trainer, number: int) -> UpdateResult:
        if number < 3:  # the first ones allocate
            return step(self, number)
        torch.cuda.set_sync_debug_mode("error")
        try:
            return step(self, number)
        finally:
            torch.cuda.set_sync_debug_mode("default")

    monkeypatch.setattr(Trainer, "step", strict)
    events = list(train(make(compute={"device": "cuda", "precision": "bf16"}), tmp_path))
    assert not [e for e in events if isinstance(e, RunNotice) and "memory" in e.text]
