"""Work in threads: delivered here, once, and only to the living; threads never hold a widget."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from engine.errors import UserError
from tests import patience
from workbench.backend.tasks import FaultHook, TaskRunner, application_tasks

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


def test_only_the_last_of_a_slot_is_delivered(qtbot: QtBot, tasks: TaskRunner) -> None:
    gate, found = threading.Event(), []
    owner = QObject()
    dropped: list[int] = []
    tasks.dropped.connect(dropped.append)
    tasks.run(lambda: gate.wait(5) and 1, then=found.append, owner=owner, slot="same")
    tasks.run(lambda: 2, then=found.append, owner=owner, slot="same")
    tasks.run(lambda: 3, then=found.append, owner=owner)
    tasks.run(lambda: 4, then=found.append, owner=QObject(tasks), slot="same")
    assert dropped == [1] and tasks.busy(owner, "same")
    qtbot.waitUntil(lambda: len(found) == 3)
    gate.set()
    tasks.wait()
    QCoreApplication.processEvents()
    assert sorted(found) == [2, 3, 4]
    assert not tasks.busy(owner, "same")


def test_nothing_is_delivered_to_what_is_gone(qtbot: QtBot, tasks: TaskRunner) -> None:
    owner = QObject()
    gate, found = threading.Event(), []
    tasks.run(lambda: gate.wait(5), then=found.append, owner=owner)
    owner.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not tasks.is_wanted(1)
    gate.set()
    tasks.wait()
    QCoreApplication.processEvents()
    assert found == []


class _Page(QWidget):
    def take(self, result: object) -> None:
        raise AssertionError("it is gone")


def test_a_widget_freed_while_its_work_runs_dies_in_this_thread(qtbot: QtBot, tasks: TaskRunner) -> None:
    died_in: list[int] = []
    gate, begun = threading.Event(), threading.Event()

    def work() -> int:
        begun.set()
        gate.wait(5)
        return 1

    # Only reference counts decide, as in the window: nothing is collected during a test (tests/conftest.py).
    page = _Page()
    weakref.finalize(page, lambda: died_in.append(threading.get_ident()))
    tasks.run(work, then=page.take, owner=page)
    assert begun.wait(patience.seconds(5))
    page.deleteLater()
    del page
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gate.set()
    tasks.wait()
    qtbot.waitUntil(lambda: bool(died_in))
    assert died_in == [threading.get_ident()]


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
