"""Speeds are means over the time that was spent on updates."""

from __future__ import annotations

import pytest

from engine.train import throughput as module
from engine.train.throughput import Throughput


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [50.0]
    monkeypatch.setattr(module.time, "perf_counter", lambda: now[0])
    return now


def test_a_speed_is_what_was_done_over_the_time_it_took(clock: list[float]) -> None:
    speed = Throughput()
    speed.add(8, 100)
    clock[0] += 0.5
    assert speed.values() == {}, "too short to say"
    speed.add(8, 140)
    clock[0] += 1.5
    values = speed.values()
    assert (values["speed/texts_per_second"], values["speed/tokens_per_second"]) == (8, 120)
    assert values["system/memory_gb"] > 0
    assert speed.values() == {}, "a report begins a new window"


def test_a_pause_does_not_count(clock: list[float]) -> None:
    speed = Throughput()
    speed.add(8, 100)
    clock[0] += 600  # an evaluation
    speed.restart()
    speed.add(4, 30)
    clock[0] += 2
    assert speed.values()["speed/texts_per_second"] == 2


def test_memory_of_a_gpu_is_what_the_run_holds_and_not_its_neighbours(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module.torch.cuda, "memory_reserved", lambda: 3 * 2**30)
    speed = Throughput()
    clock[0] += 2
    assert "system/gpu_memory_gb" not in speed.values(), "a run on the processor has not opened the GPU"
    monkeypatch.setattr(module.torch.cuda, "is_initialized", lambda: True)
    clock[0] += 2
    assert speed.values()["system/gpu_memory_gb"] == 3 + module.CONTEXT_GB
