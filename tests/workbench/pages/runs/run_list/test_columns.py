"""The columns of the table of runs: what a status is in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.store import Store, runs
from tests.workbench.pages.stored import experiment, queued, settle
from workbench.pages.runs.run_list.columns import format_moment, run_status
from workbench.tables import Status

pytestmark = pytest.mark.gui


@pytest.mark.parametrize(
    ("status", "columns", "expected"),
    [
        ("queued", {}, Status("queued", "Queued")),
        ("queued", {"resume": 1}, Status("queued", "Queued, to go on")),
        ("running", {"phase": "Starting"}, Status("running", "Starting", 0.0)),
        (
            "running",
            {"phase": "Reading data", "phase_done": 1200, "phase_total": 4800},
            Status("running", "Reading data, 1,200 of 4,800", 0.0),
        ),
        (
            "running",
            {"phase": "Fine-tuning", "phase_done": 30, "phase_total": 40, "progress": 0.75},
            Status("running", "Fine-tuning, 30 of 40", 0.75),
        ),
        (
            "running",
            {"phase": "Fine-tuning", "pid": 1, "host": "elsewhere", "heartbeat": 1_000_000_000.0},
            Status("warning", f"Not answering since {format_moment(1_000_000_000.0)}"),
        ),
        ("finished", {"active_seconds": 398.0}, Status("finished", "Finished, 6:38")),
        ("stopped", {"step": 1200, "steps": 3000}, Status("stopped", "Stopped at 1,200 of 3,000", None, "Resume")),
        ("interrupted", {"step": 6, "steps": 9}, Status("interrupted", "Interrupted at 6 of 9", None, "Resume")),
        ("out_of_memory", {"step": 3, "steps": 9}, Status("memory", "Out of memory at 3 of 9", None, "Resume")),
        ("failed", {"reason": "the loss is not finite"}, Status("failed", "Failed: the loss is not finite", None,
                                                                "Resume")),
    ],
)  # fmt: skip
def test_every_status_has_its_words(
    store: Path, status: str, columns: dict[str, Any], expected: Status
) -> None:
    number = queued(store, [experiment()])[0]
    settle(store, [number], status, **columns)
    with Store(store) as opened:
        assert run_status(runs.get_run(opened, number)) == expected
