"""Batches made ahead of their turn: the same ones, whatever happens in between."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.data.tokens import TokenBatch
from engine.events import StepMetrics
from engine.spec.experiment import Experiment
from engine.stages import prefetch as module
from engine.stages.prefetch import DeviceBatches, Prefetcher
from engine.train.loop import train

CPU = torch.device("cpu")


class Counted:
    """A task of 6 updates whose micro-batches are their numbers; notes who made which."""

    steps = 6

    def __init__(self) -> None:
        self.made: list[tuple[int, str]] = []
        self.moved: list[str] = []
        self.broken = -1

    def micro_batches(self, step: int) -> list[Any]:
        self.made.append((step, threading.current_thread().name.split("_")[0]))
        if step == self.broken:
            raise ValueError(f"update {step}")
        return [f"{step}a", f"{step}b"]

    def prefetch(self, part: str) -> None:
        self.moved.append(part)


def test_the_next_batch_is_made_and_moved_in_a_thread_while_this_one_is_used() -> None:
    task = Counted()
    feed = Prefetcher(task, CPU, prefetch=True)  # type: ignore[arg-type]
    assert [feed.micro_batches(step) for step in range(6)] == [[f"{n}a", f"{n}b"] for n in range(6)]
    feed.close()
    assert task.made == [(step, "prefetch") for step in range(6)]  # each once, and none beyond the last
    assert task.moved == [f"{n}{letter}" for n in range(6) for letter in "ab"]


def test_any_update_can_be_asked_for_and_what_is_not_wanted_is_forgotten() -> None:
    task = Counted()
    feed = Prefetcher(task, CPU, prefetch=True)  # type: ignore[arg-type]
    assert feed.micro_batches(3) == ["3a", "3b"]
    feed.discard()
    assert feed.micro_batches(4) == ["4a", "4b"] and feed.micro_batches(1) == ["1a", "1b"]
    feed.close()
    assert threading.active_count() == len(threading.enumerate())
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("prefetch")]


def test_what_fails_in_the_thread_is_raised_when_its_turn_comes() -> None:
    task = Counted()
    task.broken = 1
    feed = Prefetcher(task, CPU, prefetch=True)  # type: ignore[arg-type]
    assert feed.micro_batches(0) == ["0a", "0b"]
    with pytest.raises(ValueError, match="update 1"):
        feed.micro_batches(1)
    feed.close()


def test_in_line_nothing_is_made_ahead() -> None:
    task = Counted()
    feed = Prefetcher(task, CPU, prefetch=False)  # type: ignore[arg-type]
    assert feed.micro_batches(2) == ["2a", "2b"]
    assert task.made == [(2, threading.current_thread().name.split("_")[0])] and not task.moved
    feed.close()


def test_what_was_moved_ahead_lives_as_long_as_its_batch() -> None:
    moved: list[int] = []

    def move(batch: TokenBatch) -> int:
        moved.append(len(batch.ids))
        return len(batch.ids)

    none = np.zeros(0, np.int64)
    tensors: DeviceBatches[TokenBatch, int] = DeviceBatches(move)
    early, late = (TokenBatch(np.zeros(n, np.int64), none, none, none, none) for n in (3, 4))
    tensors.prefetch(early)
    assert tensors(early) == 3 and tensors(early) == 3 and tensors(late) == 4 and tensors(late) == 4
    assert moved == [3, 4, 4]
    assert len(tensors) == 1
    del early
    gc.collect()
    assert len(tensors) == 0


@pytest.mark.usefixtures("home")
def test_a_run_fed_by_the_thread_is_the_run_without(
    make: Callable[..., Experiment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment = make(augmentation={"kind": "random_cut", "copies": 2}, compute={"micro_batches": 2})

    def losses(folder: str) -> list[tuple[int, float]]:
        events = train(experiment, tmp_path / folder)
        return [(e.step, e.values["train/loss"]) for e in events if isinstance(e, StepMetrics)]

    in_line = losses("in line")
    monkeypatch.setattr(module, "PREFETCH_DEVICES", ("cpu",))
    assert losses("ahead") == in_line
