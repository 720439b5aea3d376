"""Small pieces of work off the GUI thread that need no store: reading a file, asking the machine."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal
from shiboken6 import isValid

from engine.errors import UserError


def make_debounce_timer(parent: QObject, milliseconds: int, call: Callable[[], object]) -> QTimer:
    """A timer that calls once, ``milliseconds`` after its last ``start()``: what many changes need only
    once."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(call)
    return timer


@dataclass(frozen=True)
class _TaskResult:
    """What a piece of work came to, and for whom."""

    owner: weakref.ref[TaskRunner]
    slot: str
    number: int
    then: Callable[[Any], None] | None
    failed: Callable[[str], None] | None
    result: Any
    problem: str | None


class _ResultDispatcher(QObject):
    """Carries outcomes to the GUI thread. It outlives every sender and receiver, so neither can be caught
    half gone."""

    arrived = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.pool = QThreadPool()
        self.pool.setMaxThreadCount(3)
        self.arrived.connect(self._hand_over)

    def _hand_over(self, outcome: _TaskResult) -> None:
        owner = outcome.owner()
        if owner is not None and isValid(owner):
            owner.deliver(outcome)


_dispatchers: list[_ResultDispatcher] = []


class TaskRunner(QObject):
    """Runs functions in threads and hands their results to callbacks in the GUI thread, where it has to be
    made.

    Nothing is delivered once this object is gone.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        if not _dispatchers:
            _dispatchers.append(_ResultDispatcher())
        self._latest: dict[str, int] = {}
        self._count = 0

    def run(
        self,
        work: Callable[..., Any],
        *args: Any,
        then: Callable[[Any], None] | None = None,
        failed: Callable[[str], None] | None = None,
        slot: str = "",
    ) -> None:
        """Call ``work(*args)`` in a thread, then ``then(result)`` or ``failed(sentence)`` here.

        Of several calls with one ``slot`` only the last one's result is delivered.
        """
        self._count += 1
        number, post, owner = self._count, _dispatchers[0], weakref.ref(self)
        if slot:
            self._latest[slot] = number

        def job() -> None:
            result: Any = None
            problem: str | None = None
            try:
                result = work(*args)
            except UserError as error:
                problem = str(error)
            except Exception as error:  # a mistake of ours must reach the user too, not vanish in a thread
                problem = f"{type(error).__name__}: {error}"
            post.arrived.emit(_TaskResult(owner, slot, number, then, failed, result, problem))

        post.pool.start(job)

    def wait(self, milliseconds: int = 5000) -> bool:
        """Wait for what is under way (its results are delivered by the event loop afterwards)."""
        return bool(_dispatchers[0].pool.waitForDone(milliseconds))

    def deliver(self, outcome: _TaskResult) -> None:
        """Call back, unless the same has been asked again since."""
        if outcome.slot and self._latest.get(outcome.slot) != outcome.number:
            return
        if outcome.problem is not None:
            if outcome.failed is not None:
                outcome.failed(outcome.problem)
        elif outcome.then is not None:
            outcome.then(outcome.result)
