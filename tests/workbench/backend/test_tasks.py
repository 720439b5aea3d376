"""Work in threads: delivered here, once, and only to the living."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from pytestqt.qtbot import QtBot

from engine.errors import UserError
from workbench.backend.tasks import TaskRunner

pytestmark = pytest.mark.gui


def test_the_result_comes_back_in_this_thread(qtbot: QtBot) -> None:
    background = TaskRunner()
    found: list[tuple[int, int, int]] = []
    background.run(
        lambda a, b: (a + b, threading.get_ident()),
        2,
        3,
        then=lambda result: found.append((*result, threading.get_ident())),
    )
    qtbot.waitUntil(lambda: bool(found))
    total, there, here = found[0]
    assert total == 5 and here == threading.get_ident() != there


def test_errors_come_back_as_sentences(qtbot: QtBot) -> None:
    background = TaskRunner()
    told: list[str] = []

    def bad() -> None:
        raise UserError("cannot be read.", place="a.toml", remedy="Mend it.")

    background.run(bad, failed=told.append)
    background.run(lambda: 1 / 0, failed=told.append)
    qtbot.waitUntil(lambda: len(told) == 2)
    assert "a.toml: cannot be read. Mend it." in told
    assert any("ZeroDivisionError" in text for text in told)


def test_only_the_last_of_a_slot_is_delivered(qtbot: QtBot) -> None:
    background = TaskRunner()
    gate, found = threading.Event(), []
    background.run(lambda: gate.wait(5) and 1, then=found.append, slot="same")
    background.run(lambda: 2, then=found.append, slot="same")
    background.run(lambda: 3, then=found.append)
    qtbot.waitUntil(lambda: len(found) == 2)
    gate.set()
    background.wait()
    QCoreApplication.processEvents()
    assert sorted(found) == [2, 3]


def test_nothing_is_delivered_to_what_is_gone(qtbot: QtBot) -> None:
    owner = QObject()
    background = TaskRunner(owner)
    gate, found = threading.Event(), []
    background.run(lambda: gate.wait(5), then=found.append)
    owner.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gate.set()
    TaskRunner().wait()
    QCoreApplication.processEvents()
    assert found == []
