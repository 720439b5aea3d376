"""The startup timeline: the time between the start of a training process and its first update."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import psutil

from engine.events import Event, PhaseKind, PhaseProgress, RunNotice, StepMetrics


class StartupTimeline:
    """The parts of a process's time until its first update, in order, in seconds. They add up to ``total``.

    ``process``: the interpreter and this program's modules. ``claim``: claiming the run. ``imports``: torch,
    transformers and the engine. ``device``: choosing device, precision and kernels. Then follow the kinds of phases
    (``events.PhaseKind``): ``data``, ``encoder``, ``measuring`` (forgetting before training), ``update`` (the first
    update) and others.

    Args:
        started: start of the process (seconds since 1970).
        clock: returns seconds since 1970.

    Attributes:
        seconds: duration of each part.
        is_complete: whether the first update is done.
        cpu_seconds: processor time until then.
    """

    def __init__(self, started_at: float, clock: Callable[[], float] = time.time) -> None:
        self.seconds: dict[str, float] = {}
        self.is_complete = False
        self.cpu_seconds = 0.0
        self._clock, self._part_start, self._part = clock, started_at, "process"

    @classmethod
    def of_current_process(cls) -> StartupTimeline:
        """Return a timeline that began when the system started this process."""
        return cls(min(time.time(), psutil.Process(os.getpid()).create_time()))

    @property
    def total(self) -> float:
        """Seconds from the start of the process to the end of the last part."""
        return sum(self.seconds.values())

    def begin(self, part: str) -> None:
        """Begin ``part``. It gets the time from now on."""
        now = self._clock()
        self.seconds[self._part] = self.seconds.get(self._part, 0.0) + max(0.0, now - self._part_start)
        self._part_start, self._part = now, part

    def observe(self, event: Event) -> bool:
        """Process an event of the loop. Return True for the first update, which completes the timeline."""
        if self.is_complete:
            return False
        if isinstance(event, StepMetrics) and "train/loss" in event.values:
            self.begin("")
            self.is_complete, self.cpu_seconds = True, time.process_time()
            return True
        if isinstance(event, PhaseProgress):
            self.begin(event.kind)
        elif isinstance(event, RunNotice) and self._part == "device":
            self.begin(PhaseKind.PREPARING)  # the loop's first note reports the choice
        return False

    def as_seconds(self) -> dict[str, float]:
        """Return ``total``, the time of all threads as ``processor``, and the parts of at least 0.005 seconds."""
        parts = {name: round(value, 2) for name, value in self.seconds.items() if value >= 0.005}
        return {"total": round(self.total, 2), "processor": round(self.cpu_seconds, 2)} | parts

    def __str__(self) -> str:
        parts = self.as_seconds()
        total, processor = parts.pop("total"), parts.pop("processor")
        shares = ", ".join(f"{name} {value:.1f}" for name, value in parts.items())
        return f"first update after {total:.1f} s ({processor:.1f} s of processor time): {shares}"
