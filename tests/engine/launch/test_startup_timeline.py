"""The parts of a start add up to it, and belong to what the loop says it is doing."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from engine import launch
from engine.events import Event, PhaseKind, PhaseProgress, RunNotice, StageStarted, StepMetrics
from engine.launch.queue import enqueue
from engine.launch.startup_timeline import StartupTimeline
from engine.spec.experiment import Experiment
from engine.store import Store, runs

Make = Callable[..., Experiment]


def test_each_second_belongs_to_what_was_being_done() -> None:
    now = [100.0]
    timeline = StartupTimeline(100.0, lambda: now[0])

    def after(seconds: float) -> None:
        now[0] += seconds

    after(0.5)
    timeline.begin("imports")
    after(2)
    timeline.begin("device")
    after(0.25)
    events: list[tuple[Event, float]] = [
        (RunNotice("info", "cpu, bf16"), 0.125),
        (PhaseProgress("Checking the data set", kind=PhaseKind.DATA), 1),
        (PhaseProgress("Tokenising train texts", 0, 10, PhaseKind.DATA), 1),
        (PhaseProgress("Loading the encoder", kind=PhaseKind.ENCODER), 4),
        (StageStarted(0, "finetune", "Fine-tuning", 0, 10, 10), 0.5),
        (PhaseProgress("Fine-tuning", 0, 10, PhaseKind.UPDATES), 0),
        (PhaseProgress("Measuring forgetting", kind=PhaseKind.PROBES), 8),
        (PhaseProgress("Fine-tuning", 0, 10, PhaseKind.UPDATES), 0.25),
        (StepMetrics(0, {"retention/loss": 1.0}), 0.25),
    ]
    for event, seconds in events:
        assert not timeline.observe(event)
        after(seconds)
    assert timeline.observe(StepMetrics(1, {"train/loss": 1.0}))
    expected = {"process": 0.5, "imports": 2, "device": 0.25, "preparing": 0.125, "data": 2, "encoder": 4.5}
    assert timeline.parts == expected | {"update": 0.5, "measuring": 8}
    assert timeline.total == now[0] - 100
    assert not timeline.observe(StepMetrics(2, {"train/loss": 1.0})), "there is one first update"
    assert timeline.total == now[0] - 100
    assert "imports 2.0" in str(timeline) and str(timeline).startswith("first update after 17.9 s")


def test_it_begins_with_the_process() -> None:
    timeline = StartupTimeline.of_current_process()
    timeline.begin("imports")
    age = time.time() - psutil.Process(os.getpid()).create_time()
    assert timeline.parts["process"] == pytest.approx(age, abs=2)


def test_a_run_tells_where_the_time_to_its_first_update_went(path: Path, experiment: Make) -> None:
    (number,) = enqueue(path, [experiment(epochs=1.0)], launcher="cli")
    *_, last = launch.run_foreground(path, number)
    assert last.exit_code == 0
    with Store(path) as store:
        (stage,) = runs.list_stages(store, number)
        row = runs.get_run(store, number)
    parts = dict(stage.info["start_seconds"])
    total, processor = parts.pop("total"), parts.pop("processor")
    assert sum(parts.values()) == pytest.approx(total, abs=0.01 * (len(parts) + 1))
    assert {"process", "data", "encoder", "measuring"} <= set(parts)  # a warm server has imported all
    assert processor > 0 and total < row.active_seconds + parts["process"] + parts["claim"] + 1
    log = (row.folder / "run.log").read_text(encoding="utf-8")
    assert re.search(
        rf"first update after {total:.1f} s \({processor:.1f} s of processor time\): process", log
    )
