from __future__ import annotations

import gc
import threading
import weakref

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from tests import patience
from workbench.backend import gc_timer


class _Holder(QObject):
    """In a cycle with itself, as widgets with closures are: only the collector frees it."""

    def __init__(self) -> None:
        super().__init__()
        self.myself = self


def test_cycles_with_qt_objects_are_freed_by_the_thread_of_the_collector(qtbot: QtBot, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(gc_timer, "INTERVAL_MS", 5)
    owner = QObject()
    collector = gc_timer.GcTimer(owner)
    died: list[int] = []
    try:
        assert not gc.isenabled()
        held = _Holder()
        weakref.finalize(held, lambda: died.append(threading.get_ident()))
        del held

        def litter() -> None:  # far more than any threshold, in another thread
            for _ in range(20_000):
                cycle: list[object] = []
                cycle.append(cycle)

        worker = threading.Thread(target=litter)
        worker.start()
        worker.join()
        assert died == []
        gc.set_threshold(100, 1, 1)
        qtbot.waitUntil(lambda: bool(died), timeout=patience.milliseconds(10))
        assert died == [threading.get_ident()]
    finally:
        gc.set_threshold(700, 10, 10)
        collector.stop()
        enabled = gc.isenabled()
        gc.disable()  # as the other tests have it
    assert enabled


def test_what_lives_to_the_end_is_left_out_of_later_collections() -> None:
    owner = QObject()
    collector = gc_timer.GcTimer(owner)
    try:
        kept = [[number] for number in range(1000)]
        collector.collect_and_freeze()
        assert gc.get_freeze_count() >= len(kept)
        assert not any(thing is kept for thing in gc.get_objects())
    finally:
        collector.stop()
        gc.disable()  # as the other tests have it
    assert gc.get_freeze_count() == 0
