"""Report progress of long preparations as events. The work runs in a thread, and the caller is a generator."""

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
"""Progress callback ``report("Tokenising", 1200, 4000)``: text, done, total. 0 of 0 if progress cannot be counted."""


def ignore_progress(text: str, done: int, total: int) -> None:
    """Ignore a progress report."""


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
    """Run ``work(report)``, yield a ``PhaseProgress`` for each ``report``, and return the result of the work.

    Use it as ``result = yield from with_progress(...)``. Exceptions of the work are raised here.

    Args:
        work: the function to run in a thread. It receives the progress callback.
        kind: the kind of phase unless the work sets another (``phase_kind``). None: preparing.
    """
    from engine.events import PhaseKind, PhaseProgress  # here: passing a callback on needs no events

    phases: queue.Queue[PhaseProgress | None] = queue.Queue()
    outcome: list[T] = []
    failure: list[BaseException] = []

    def report(text: str, done: int, total: int) -> None:
        phases.put(PhaseProgress(text, done, total, _kind.get(PhaseKind.PREPARING)))

    def run() -> None:
        try:
            with phase_kind(kind or PhaseKind.PREPARING):
                outcome.append(work(report))
        except BaseException as error:  # the generator raises it
            failure.append(error)
        finally:
            phases.put(None)

    thread = threading.Thread(target=run, name="preparation", daemon=True)
    thread.start()
    while (phase := phases.get()) is not None:
        yield phase
    thread.join()
    if failure:
        raise failure[0]
    return outcome[0]
