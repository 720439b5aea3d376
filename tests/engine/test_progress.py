"""Work in a thread tells what it does as events, and what it is about."""

from __future__ import annotations

import threading

import pytest

from engine.events import Event, PhaseKind, PhaseProgress
from engine.progress import ReportProgress, phase_kind, with_progress


def test_reports_come_out_in_order_and_the_result_is_returned() -> None:
    def work(report: ReportProgress) -> str:
        report("Reading", 1, 2)
        with phase_kind(PhaseKind.ENCODER):
            report("Loading the encoder", 0, 0)
        report("Counting", 0, 0)
        return threading.current_thread().name

    seen: list[Event] = []
    generator = with_progress(work, PhaseKind.DATA)
    while True:
        try:
            seen.append(next(generator))
        except StopIteration as end:
            assert end.value == "preparation"
            break
    assert seen == [
        PhaseProgress("Reading", 1, 2, PhaseKind.DATA),
        PhaseProgress("Loading the encoder", 0, 0, PhaseKind.ENCODER),
        PhaseProgress("Counting", 0, 0, PhaseKind.DATA),
    ]


def test_what_the_work_raises_is_raised_where_it_is_awaited() -> None:
    def work(report: ReportProgress) -> None:
        report("Reading", 0, 0)
        raise ValueError("no such file")

    generator = with_progress(work)
    assert next(generator) == PhaseProgress("Reading", kind=PhaseKind.PREPARING)
    with pytest.raises(ValueError, match="no such file"):
        next(generator)
