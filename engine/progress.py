"""Long preparations inside a generator: the work runs in a thread, its progress comes out as events."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator
from typing import TypeVar

from engine.events import Event, PhaseProgress

T = TypeVar("T")
ReportProgress = Callable[[str, int, int], None]
"""``say("Tokenising", 1200, 4000)``: what is being done and how far it is; 0 of 0 when it cannot be counted."""


def with_progress(work: Callable[[ReportProgress], T]) -> Generator[Event, None, T]:
    """Runs ``work(say)`` and yields a ``Phase`` for each ``say``; the generator's return value is the work's.

    Use as ``result = yield from with_progress(...)``. What the work raises is raised here.
    """
    said: queue.Queue[PhaseProgress | None] = queue.Queue()
    outcome: list[T] = []
    failure: list[BaseException] = []

    def say(text: str, done: int, total: int) -> None:
        said.put(PhaseProgress(text, done, total))

    def run() -> None:
        try:
            outcome.append(work(say))
        except BaseException as error:  # handed over to the generator, which raises it
            failure.append(error)
        finally:
            said.put(None)

    thread = threading.Thread(target=run, name="preparation", daemon=True)
    thread.start()
    while (phase := said.get()) is not None:
        yield phase
    thread.join()
    if failure:
        raise failure[0]
    return outcome[0]
