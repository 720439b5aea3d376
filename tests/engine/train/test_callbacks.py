"""What happens between updates: who is asked when, and that nothing is lost wherever the consumer stops."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.events import (
    CheckpointSaved,
    Evaluation,
)
from engine.spec.experiment import Experiment
from engine.train.loop import train

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")


def test_checkpoints_are_saved_by_the_clock_and_steps_are_kept_once(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.train import callbacks as module

    now = [0.0]

    def tick() -> float:
        now[0] += 1.0
        return now[0]

    monkeypatch.setattr(module.time, "monotonic", tick)
    first = make(kind="further_pretrain", keep="4, 8", compute={"checkpoint_seconds": 5})
    saved = [event for event in train(first, tmp_path) if isinstance(event, CheckpointSaved)]
    assert [event.step for event in saved if event.slot == "kept"] == [4, 8]
    assert len([event for event in saved if event.slot == "last"]) >= 3


def test_the_best_evaluation_is_the_earliest_of_equals(make: Make, tmp_path: Path) -> None:
    # A rate so low that all evaluations are equal.
    events = list(train(make(learning_rate=1e-9, epochs=3), tmp_path))
    best = [
        event.best
        for event in events
        if isinstance(event, Evaluation) and event.split == "validation" and not event.final
    ]
    assert len(best) > 1 and best[0] and not any(best[1:])
