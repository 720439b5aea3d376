"""Work off the GUI thread: functions run in threads, callbacks stay in the GUI thread.

A callback is a bound method of a widget. If a thread held the last reference to it, the widget would be destroyed in
that thread. A thread therefore gets a number and a function, and returns the number and the outcome. The callbacks of
that number wait in :class:`TaskRunner`, in the GUI thread, until they are called or dropped.
"""

from __future__ import annotations

import sys
import threading
import traceback
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, TypeVar, TypeVarTuple

from PySide6.QtCore import QCoreApplication, QObject, QThreadPool, QTimer, Signal
from shiboken6 import isValid

from engine.errors import UserError
from engine.faults import report_fault
from engine.installation import engine_missing_error
from workbench.engine_texts import sentence_text

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
OnFailure = Callable[[str], object]

MAX_THREADS = 8


def make_debounce_timer(parent: QObject, milliseconds: int, call: Callable[[], object]) -> QTimer:
    """Return a timer that calls once, ``milliseconds`` after its last ``start()``."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(call)
    return timer


def error_sentence(error: Exception) -> str:
    """Return an error as a sentence for the user. An internal error names its file."""
    if isinstance(error, UserError):
        return sentence_text(str(error))
    if lacking := engine_missing_error(error):
        return sentence_text(str(lacking))
    traceback.print_exception(error)
    sentence = report_fault(error)
    return sentence[:1].upper() + sentence[1:]


class FaultHook(QObject):
    """The handler of uncaught exceptions: each is written to a file and shown in a notice.

    Python calls it for slots and events of the GUI thread and for Python's own threads.

    Args:
        report: shows the sentence; called in the GUI thread.
    """

    _caught = Signal(str)

    def __init__(self, report: Callable[[str], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._report = report
        self._caught.connect(self._show)
        sys.excepthook = self.catch
        threading.excepthook = lambda fault: self.catch(fault.exc_type, fault.exc_value)

    def catch(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None = None
    ) -> None:
        """Handle an uncaught exception of any thread."""
        if not isinstance(error, Exception):
            sys.__excepthook__(kind, error or kind(), trace)
        elif isValid(self):
            self._caught.emit(error_sentence(error))

    def remove(self) -> None:
        """Restore both hooks of Python."""
        sys.excepthook, threading.excepthook = sys.__excepthook__, threading.__excepthook__

    def _show(self, sentence: str) -> None:
        self._report(sentence)


@dataclass(frozen=True)
class _PendingCall:
    """Callbacks of one pending outcome. Never leaves the GUI thread."""

    then: Callable[[Any], object] | None  # Any: each call has its own type of result
    failed: OnFailure | None
    owner: QObject | None
    slot: str


class TaskRunner(QObject):
    """Run functions in threads and pass their results to callbacks in the GUI thread, where the runner must be
    created.

    Nothing is delivered to a destroyed owner, or if a newer call of the same owner and slot exists.
    """

    error = Signal(str)
    """Work without a ``failed`` callback failed."""
    dropped = Signal(int)
    """The outcome of this number is no longer needed."""
    _finished = Signal(int, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(MAX_THREADS)
        self._count = 0
        self._pending: dict[int, _PendingCall] = {}
        self._latest: dict[tuple[int, str], int] = {}
        self._owners = weakref.WeakSet[QObject]()
        # A bound method of an object of the GUI thread: whoever emits, it runs there.
        self._finished.connect(self._deliver)

    def run(
        self,
        work: Callable[[*Ts], T],
        *args: *Ts,
        then: Callable[[T], object] | None = None,
        failed: OnFailure | None = None,
        owner: QObject | None = None,
        slot: str = "",
    ) -> None:
        """Call ``work(*args)`` in a thread, then ``then(result)`` or ``failed(sentence)`` here.

        Args:
            work: the function to call. Neither it nor ``args`` may hold a widget.
            args: its arguments.
            then: takes the result.
            failed: takes the error as a sentence. Without it ``error`` is emitted.
            owner: the object that the outcome is for. Nothing is delivered once it is destroyed.
            slot: a newer call of the same owner and slot cancels this one.
        """
        number = self.register(then, failed, owner, slot)
        self.start(number, lambda: work(*args))

    def register(
        self,
        then: Callable[[Any], object] | None,
        failed: OnFailure | None,
        owner: QObject | None,
        slot: str = "",
    ) -> int:
        """Keep callbacks for work that :meth:`perform` does later, in any thread. Return its number."""
        if owner is not None and owner not in self._owners:
            self._watch(owner)
        older = self._latest.get((id(owner), slot), 0) if slot else 0
        self.drop(older)  # may itself start work: ending a process
        self._count += 1
        if slot:
            self._latest[id(owner), slot] = self._count
        self._pending[self._count] = _PendingCall(then, failed, owner, slot)
        return self._count

    def start(self, number: int, work: Callable[[], object]) -> None:
        """Perform ``work`` in a thread of the pool."""
        self._pool.start(lambda: self.perform(number, work))

    def perform(self, number: int, work: Callable[[], object]) -> None:
        """Do ``work`` in any thread, unless it was dropped, and send the outcome to the GUI thread."""
        if number not in self._pending:
            return
        try:
            outcome: tuple[object, str | None] = work(), None
        except Exception as error:  # internal errors must reach the user too, not vanish in a thread
            outcome = None, error_sentence(error)
        try:
            self._finished.emit(number, *outcome)
        except RuntimeError:  # the signal's source has been deleted
            if isValid(self):
                raise
            # The runner ended before the work did: the outcome is no longer needed.

    def fail(self, number: int, problem: str) -> None:
        """Report in the GUI thread that the work of ``number`` failed."""
        self._deliver(number, None, problem)

    def busy(self, owner: QObject, slot: str) -> bool:
        """Return whether an outcome of this slot is still pending."""
        return (id(owner), slot) in self._latest

    def is_pending(self, number: int) -> bool:
        """Return whether the outcome of ``number`` is still needed."""
        return number in self._pending

    def drop(self, number: int) -> None:
        """Remove the callbacks of ``number``: nothing is delivered any more."""
        if self._pop(number) is not None:
            self.dropped.emit(number)

    def wait(self) -> None:
        """Wait until the threads of the pool are idle. The event loop delivers their outcomes afterwards."""
        self._pool.waitForDone()

    def _pop(self, number: int) -> _PendingCall | None:
        call = self._pending.pop(number, None)
        if call is not None and call.slot:
            self._latest.pop((id(call.owner), call.slot), None)
        return call

    def _watch(self, owner: QObject) -> None:
        """Drop the calls of ``owner`` once it is destroyed."""
        self._owners.add(owner)
        reference = weakref.ref(self)

        def drop() -> None:  # not a method: the runner may end together with its owner
            runner = reference()
            if runner is not None and isValid(runner):
                runner._drop_orphans()

        owner.destroyed.connect(drop)

    def _drop_orphans(self) -> None:
        """Drop the calls of a destroyed owner."""
        for number, call in list(self._pending.items()):
            if call.owner is not None and not isValid(call.owner):
                self.drop(number)

    def _deliver(self, number: int, result: object, problem: str | None) -> None:
        call = self._pop(number)
        if call is None or (call.owner is not None and not isValid(call.owner)):
            return
        if problem is None:
            if call.then is not None:
                call.then(result)
        elif call.failed is not None:
            call.failed(problem)
        else:
            self.error.emit(problem)


def application_tasks() -> TaskRunner:
    """Return the task runner of the application, for work without a store: writing a picture, reading a file."""
    application = QCoreApplication.instance()
    assert application is not None
    runner = application.findChild(TaskRunner, "tasks")
    if runner is None:
        runner = TaskRunner(application)
        runner.setObjectName("tasks")
    return runner


class Steps(QObject):
    """Run a generator to its next ``yield`` in each turn of the event loop, the first time at once.

    Filling a table and five plots in one call would block the window noticeably; each of them alone does not. New
    steps replace unfinished ones, so they must show everything that those would have shown.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._steps: Iterator[None] = iter(())
        self._later = QTimer(self, interval=0, singleShot=True)
        self._later.timeout.connect(self._next)

    def begin(self, steps: Iterator[None]) -> None:
        """Run the first of ``steps`` now, and each of the others in a later turn."""
        self._later.stop()
        self._steps = steps
        self._next()

    def are_under_way(self) -> bool:
        """Return whether steps remain."""
        return self._later.isActive()

    def stop(self) -> None:
        """Drop the remaining steps."""
        self._later.stop()
        self._steps = iter(())

    def _next(self) -> None:
        for _ in self._steps:
            self._later.start()
            return
        # The timer has stopped, and may be destroyed: the last step may have held the last reference to the owner.
        self._steps = iter(())
