"""Long preparations inside a generator: the work runs in a thread, its progress comes out as events."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from engine.events import Event, PhaseKind, PhaseProgress

T = TypeVar("T")
ReportProgress = Callable[[str, int, int], None]
"""``report("Tokenising", 1200, 4000)``: what is being done and how far it is; 0 of 0 when it cannot be counted."""

_kind = ContextVar("kind of phase", default=PhaseKind.PREPARING)


@contextmanager
def phase_kind(kind: PhaseKind) -> Iterator[None]:
    """Within, what is reported to ``with_progress`` is about ``kind``."""
    token = _kind.set(kind)
    try:
        yield
    finally:
        _kind.reset(token)


def with_progress(
    work: Callable[[ReportProgress], T], kind: PhaseKind = PhaseKind.PREPARING
) -> Generator[Event, None, T]:
    """Run ``work(report)`` and yield a ``PhaseProgress`` for each ``report``; return what the work returns.

    Use as ``result = yield from with_progress(...)``. What the work raises is raised here.

    Args:
        kind: what the work is about, where it does not say otherwise (``phase_kind``).
    """
    reported: queue.Queue[PhaseProgress | None] = queue.Queue()
    outcome: list[T] = []
    failure: list[BaseException] = []

    def report(text: str, done: int, total: int) -> None:
        reported.put(PhaseProgress(text, done, total, _kind.get()))

    def run() -> None:
        try:
            with phase_kind(kind):
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
