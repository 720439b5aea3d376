"""The startup timeline: the seconds between the start of a training process and its first update."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import psutil

from engine.events import Event, PhaseKind, PhaseProgress, RunNotice, StepMetrics


class StartupTimeline:
    """The parts of a process's time up to its first update, in order, in seconds. They add up to ``total``.

    ``process``: the interpreter and this program's own modules. ``claim``: becoming the run's process. ``imports``:
    torch, transformers and the engine. ``device``: choosing device, precision and kernels. Then the kinds of phases
    (``events.PhaseKind``): ``data``, ``encoder``, ``measuring`` (forgetting, before anything is trained), ``update``
    (the first one itself) and others.

    Args:
        started: when the process was started (seconds since 1970).
        clock: seconds since 1970.

    Attributes:
        parts: seconds of each part.
        complete: whether the first update was made.
        cpu_seconds: processor time up to then.
    """

    def __init__(self, started: float, clock: Callable[[], float] = time.time) -> None:
        self.parts: dict[str, float] = {}
        self.complete = False
        self.cpu_seconds = 0.0
        self._clock, self._last, self._part = clock, started, "process"

    @classmethod
    def of_current_process(cls) -> StartupTimeline:
        """Return a timeline that began when the system started this process."""
        return cls(min(time.time(), psutil.Process(os.getpid()).create_time()))

    @property
    def total(self) -> float:
        """Seconds from the start of the process to the last change of parts."""
        return sum(self.parts.values())

    def begin(self, part: str) -> None:
        """Begin ``part``, to which the time belongs from now on."""
        now = self._clock()
        self.parts[self._part] = self.parts.get(self._part, 0.0) + max(0.0, now - self._last)
        self._last, self._part = now, part

    def observe(self, event: Event) -> bool:
        """Observe an event of the loop. Return true for the first update, with which the timeline is complete."""
        if self.complete:
            return False
        if isinstance(event, StepMetrics) and "train/loss" in event.values:
            self.begin("")
            self.complete, self.cpu_seconds = True, time.process_time()
            return True
        if isinstance(event, PhaseProgress):
            self.begin(event.kind)
        elif isinstance(event, RunNotice) and self._part == "device":
            self.begin(PhaseKind.PREPARING)  # the loop's first note says what was chosen
        return False

    def as_seconds(self) -> dict[str, float]:
        """Return ``total``, the time of all threads as ``processor``, and the parts of at least 0.005 seconds."""
        parts = {name: round(value, 2) for name, value in self.parts.items() if value >= 0.005}
        return {"total": round(self.total, 2), "processor": round(self.cpu_seconds, 2)} | parts

    def __str__(self) -> str:
        parts = self.as_seconds()
        total, processor = parts.pop("total"), parts.pop("processor")
        shares = ", ".join(f"{name} {value:.1f}" for name, value in parts.items())
        return f"first update after {total:.1f} s ({processor:.1f} s of processor time): {shares}"
