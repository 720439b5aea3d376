"""The speed of a computer: of earlier runs with the encoder, else of a trial, with the factor of bfloat16 products."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from engine.analysis.durations import (
    GPU_FLOPS,
    expected_bf16_speedup,
    measure_speed,
    median_speed,
    recorded_speed,
    unrecorded_speed,
)
from engine.analysis.estimate import TrainingSpeed
from engine.events import StepMetrics
from engine.reproduction import estimate_hours, plan_reproduction
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests.workbench.pages.stored import experiment, queued, settle


def a_run(path: Path, speeds: list[float], seed: int, host: str, encoder: str = "") -> None:
    """Store a finished run whose tokens per second were ``speeds``."""
    number = queued(path, [experiment(f"seed {seed}", seed=seed)])[0]
    with RunWriter(path, number) as writer:
        for step, speed in enumerate(speeds, 1):
            writer.write(StepMetrics(step, {"speed/tokens_per_second": speed}))
    settle(
        path,
        [number],
        "finished",
        host=host,
        active_seconds=60.0,
        **({"encoder": encoder} if encoder else {}),
    )


def test_speed_of_earlier_runs_is_their_median() -> None:
    assert median_speed([100.0, 300.0, 200.0]) == TrainingSpeed(tokens_per_second=200.0, run_count=3)
    assert median_speed([float("nan"), 0.0]) is None


def test_runs_of_other_computers_and_encoders_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    Store(path).close()
    a_run(path, [10.0, 1000.0, 900.0], 1, platform.node())
    a_run(path, [700.0], 2, platform.node())
    a_run(path, [5.0], 3, "another-computer")
    a_run(path, [7.0], 4, platform.node(), encoder="another-encoder")
    with Store(path) as store:
        encoder = runs.get_run(store, 1).encoder
        assert recorded_speed(store, encoder) == TrainingSpeed(tokens_per_second=800.0, run_count=2)
        assert recorded_speed(store, encoder, place="cluster") is None


def test_a_trial_measures_something_and_knows_what_bfloat16_gains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    found = measure_speed(rounds=2)
    assert 1e8 < found.flops_per_second < 1e15
    cpu = Path("/proc/cpuinfo")
    flags = cpu.read_text(encoding="utf-8") if cpu.exists() else ""
    assert found.bf16_speedup == (5.0 if "amx_bf16" in flags else 2.0 if "avx512_bf16" in flags else 1.0)
    assert (
        expected_bf16_speedup("fma avx512_bf16 amx_bf16")
        > expected_bf16_speedup("fma avx512_bf16")
        > expected_bf16_speedup("fma avx2")
        == 1.0
    )
    assert unrecorded_speed(("cuda:0",)) == TrainingSpeed(flops_per_second=GPU_FLOPS, assumed=True)


def test_a_reproduction_takes_as_long_as_like_runs_took(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        planned = plan_reproduction(store, ["table-4"], "paper", 1)
        assert estimate_hours(store, planned.runs) is None
    a_run(path, [2000.0], 1, platform.node(), encoder="bert-base-uncased")
    with Store(path) as store:
        assert estimate_hours(store, planned.runs) == pytest.approx(len(planned.runs) / 60)
