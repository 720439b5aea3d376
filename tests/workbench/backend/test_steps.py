"""Steps: one in each turn of the event loop."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot

from tests import patience
from workbench.backend.tasks import Steps


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
