"""The parts of a start add up to it, and belong to what the loop says it is doing."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import launch
from engine.launch.queue import enqueue
from engine.spec.experiment import Experiment
from engine.store import Store, runs

Make = Callable[..., Experiment]


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
