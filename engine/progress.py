"""Report the progress of long preparations as events: the work runs in a thread, the caller is a generator."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from engine.events import Event, PhaseKind, PhaseProgress

T = TypeVar("T")
ReportProgress = Callable[[str, int, int], None]
"""Progress callback ``report("Tokenising", 1200, 4000)``: text, done, total. 0 of 0 when it cannot be counted."""


def ignore_progress(text: str, done: int, total: int) -> None:
    """Take progress that nobody wants to hear of."""


_kind: ContextVar[PhaseKind] = ContextVar("kind of phase")


@contextmanager
def phase_kind(kind: PhaseKind) -> Iterator[None]:
    """Set the kind of phase for all progress reported inside the block (``with_progress``)."""
    token = _kind.set(kind)
    try:
        yield
    finally:
        _kind.reset(token)


def with_progress(
    work: Callable[[ReportProgress], T], kind: PhaseKind | None = None
) -> Generator[Event, None, T]:
    """Run ``work(report)``, yield a ``PhaseProgress`` for each ``report`` and return the result of the work.

    Use as ``result = yield from with_progress(...)``. Exceptions of the work are raised here.

    Args:
        work: the function to run in a thread, which receives the progress callback.
        kind: kind of phase, unless the work sets another (``phase_kind``). None: preparing.
    """
    from engine.events import PhaseKind, PhaseProgress  # here: whoever only hands a report on needs no events

    reported: queue.Queue[PhaseProgress | None] = queue.Queue()
    outcome: list[T] = []
    failure: list[BaseException] = []

    def report(text: str, done: int, total: int) -> None:
        reported.put(PhaseProgress(text, done, total, _kind.get(PhaseKind.PREPARING)))

    def run() -> None:
        try:
            with phase_kind(kind or PhaseKind.PREPARING):
                outcome.append(work(report))
        except BaseException as error:  # handed over to the generator, which raises it
            failure.append(error)
        finally:
            reported.put(None)

    thread = threading.Thread(target=run, name="preparation", daemon=True)
    thread.start()
    while (phase := reported.get()) is not None:
        yield phase
    thread.join()
    if failure:
        raise failure[0]
    return outcome[0]
