"""Batches made ahead of their turn: the same ones, whatever happens in between."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.events import StepMetrics
from engine.spec.experiment import Experiment
from engine.stages import prefetch as module
from engine.stages.prefetch import Prefetcher
from engine.train.loop import train

CPU = torch.device("cpu")


class Broken:
    """A task of 6 updates whose second batch cannot be made."""

    steps = 6

    def micro_batches(self, step: int) -> list[Any]:
        if step == 1:
            raise ValueError(f"update {step}")
        return [f"{step}a", f"{step}b"]

    def prefetch(self, part: str) -> None:
        pass


def test_what_fails_in_the_thread_is_raised_when_its_turn_comes() -> None:
    feed = Prefetcher(Broken(), CPU, prefetch=True)  # type: ignore[arg-type]
    assert feed.micro_batches(0) == ["0a", "0b"]
    with pytest.raises(ValueError, match="update 1"):
        feed.micro_batches(1)
    feed.close()


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
