"""Tasks, steps, preferences and memory of the window's process."""

from __future__ import annotations

import ctypes
import gc
import platform
import threading
import weakref
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import psutil
import pytest
from PySide6.QtCore import QByteArray, QObject, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from engine.errors import UserError
from tests import patience
from workbench.backend import gc_timer
from workbench.backend.preferences import Preferences
from workbench.backend.tasks import FaultHook, Steps, TaskRunner, application_tasks

pytestmark = pytest.mark.gui


@pytest.fixture
def tasks(qapp: QApplication) -> Iterator[TaskRunner]:
    runner = TaskRunner()
    yield runner
    runner.wait()


def test_the_result_comes_back_in_this_thread(qtbot: QtBot, tasks: TaskRunner) -> None:
    found: list[tuple[int, int, int]] = []
    tasks.run(
        lambda a, b: (a + b, threading.get_ident()),
        2,
        3,
        then=lambda result: found.append((*result, threading.get_ident())),
    )
    qtbot.waitUntil(lambda: bool(found))
    total, there, here = found[0]
    assert total == 5 and here == threading.get_ident() != there


def test_errors_come_back_as_sentences(qtbot: QtBot, tasks: TaskRunner) -> None:
    told: list[str] = []

    def bad() -> None:
        raise UserError("cannot be read.", place="a.toml", remedy="Mend it.")

    tasks.run(bad, failed=told.append)
    tasks.run(lambda: 1 / 0, failed=told.append)
    tasks.error.connect(told.append)
    tasks.run(bad)  # nobody asked to hear of it: the runner says it
    qtbot.waitUntil(lambda: len(told) == 3)
    assert told.count("a.toml: cannot be read. Mend it.") == 2
    assert any("ZeroDivisionError" in text for text in told)


def test_the_application_has_one_runner(qapp: QApplication) -> None:
    assert application_tasks() is application_tasks()
    assert application_tasks().parent() is qapp


def test_work_that_outlives_its_runner_ends_quietly(qtbot: QtBot) -> None:
    runner = TaskRunner()
    done: list[str] = []
    number = runner.register(done.append, None, None)
    runner.perform(number, lambda: (delete(runner), "too late")[1])
    QApplication.processEvents()
    assert not done


def test_what_nothing_has_caught_is_said_here_and_written_to_a_file(qtbot: QtBot, home: Path) -> None:
    said: list[str] = []
    hook = FaultHook(said.append)
    try:
        hook.catch(ZeroDivisionError, ZeroDivisionError("a slot"))
        thread = threading.Thread(target=lambda: {}["absent"])
        thread.start()
        thread.join()
        qtbot.waitUntil(lambda: len(said) == 2, timeout=patience.milliseconds(5))
    finally:
        hook.remove()
    assert all(each.startswith("This is a fault of Palimpsest (") for each in said)
    files = sorted((home / "faults").iterdir())
    assert len(files) == 2 and all(str(file) in " ".join(said) for file in files)
    assert "KeyError: 'absent'" in "".join(file.read_text(encoding="utf-8") for file in files)


def noted(seen: list[str], name: str) -> Iterator[None]:
    """Three steps, each of which notes that it was taken."""
    for number in range(3):
        seen.append(f"{name} {number}")
        yield


def test_others_have_a_turn_between_two_steps(qtbot: QtBot) -> None:
    owner, seen = QObject(), list[str]()
    steps, other = Steps(owner), QTimer(owner)
    other.timeout.connect(lambda: seen.append("other"))
    other.start(0)
    steps.begin(noted(seen, "step"))
    assert seen == ["step 0"] and steps.are_under_way()
    qtbot.waitUntil(lambda: not steps.are_under_way(), timeout=patience.milliseconds(5))
    places = [seen.index(f"step {number}") for number in range(3)]
    assert all("other" in seen[a:b] for a, b in pairwise(places))


def test_steps_that_come_after_take_the_place_of_those_before(qtbot: QtBot) -> None:
    owner, seen = QObject(), list[str]()
    steps = Steps(owner)
    steps.begin(noted(seen, "first"))
    steps.begin(noted(seen, "second"))
    qtbot.waitUntil(lambda: not steps.are_under_way(), timeout=patience.milliseconds(5))
    assert seen == ["first 0", "second 0", "second 1", "second 2"]


def test_what_was_stopped_goes_no_further(qtbot: QtBot) -> None:
    owner, seen = QObject(), list[str]()
    steps = Steps(owner)
    steps.begin(noted(seen, "step"))
    steps.stop()
    assert not steps.are_under_way()
    after = QTimer(owner, interval=0, singleShot=True)
    with qtbot.waitSignal(after.timeout, timeout=patience.milliseconds(5)):
        after.start()
    assert seen == ["step 0"]


@pytest.fixture(params=["file", "memory"])
def preferences(request: pytest.FixtureRequest, tmp_path: Path) -> Preferences:
    return Preferences(tmp_path / "window.ini" if request.param == "file" else None)


def test_values_come_back_as_the_kind_they_were(preferences: Preferences) -> None:
    assert preferences.get("text_size") == 1.0 and preferences.get("theme") == "system"
    for name, value in [
        ("text_size", 1.5),
        ("theme", "dark"),
        ("count", 3),
        ("on", True),
        ("bytes", QByteArray(b"x")),
    ]:
        preferences.put(name, value)
    assert preferences.get("text_size") == 1.5 and preferences.get("theme") == "dark"
    assert preferences.get("count", 0) == 3 and preferences.get("on", False) is True
    assert preferences.get("bytes") == QByteArray(b"x")
    assert preferences.get("nothing", 7) == 7 and preferences.get("nothing") is None


def test_change_is_told_once(qtbot: QtBot, preferences: Preferences) -> None:
    told: list[str] = []
    preferences.changed.connect(told.append)
    preferences.put("theme", "dark")
    preferences.put("theme", "dark")
    preferences.put("theme", "system")
    assert told == ["theme", "theme"]


def test_file_is_read_again_and_nonsense_in_it_is_ignored(tmp_path: Path) -> None:
    file = tmp_path / "window.ini"
    first = Preferences(file)
    first.put("smoothing", 0.5)
    first.save()
    assert Preferences(file).get("smoothing") == 0.5
    file.write_text("[General]\nsmoothing=a lot\ntext_size=\n", encoding="utf-8")
    again = Preferences(file)
    assert again.get("smoothing") == 0.9 and again.get("text_size") == 1.0


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


def test_holes_between_what_is_in_use_go_back() -> None:
    if platform.libc_ver()[0] != "glibc":
        assert not gc_timer.trim()
        pytest.skip("only glibc can be asked")
    ctypes.CDLL(None).malloc_trim(0)
    process = psutil.Process()
    arrays = [
        np.ones(8_000) for _ in range(1_500)
    ]  # 64 kB each, 96 MB, each smaller than what is mapped by itself
    kept = arrays[::15]  # one in fifteen stays, so that the heap cannot shrink from its end
    del arrays
    gc.collect()
    before = process.memory_info().rss
    assert gc_timer.trim()
    assert before - process.memory_info().rss > 40e6
    assert all(float(each.sum()) == 8_000 for each in kept)
