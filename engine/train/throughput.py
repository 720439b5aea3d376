"""How fast a stage is being trained, and what the machine is doing meanwhile."""

from __future__ import annotations

import time

import psutil
import torch

WINDOW_SECONDS = 1.0
"""Speeds are means over at least so long."""


class Throughput:
    """Texts and real tokens per second since the last report, pauses left out."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Begin anew after something else than training took time."""
        self._began, self._texts, self._tokens = time.perf_counter(), 0, 0

    def add(self, texts: int, tokens: int) -> None:
        """Count an update."""
        self._texts += texts
        self._tokens += tokens

    def values(self) -> dict[str, float]:
        """The speeds and the load of the machine as metrics; empty while a report is less than a second old."""
        passed = time.perf_counter() - self._began
        if passed < WINDOW_SECONDS:
            return {}
        values = {
            "speed/texts_per_second": self._texts / passed,
            "speed/tokens_per_second": self._tokens / passed,
            "system/cpu": psutil.cpu_percent(),
            "system/memory_gb": psutil.Process().memory_info().rss / 2**30,
        }
        if torch.cuda.is_available():
            free, size = torch.cuda.mem_get_info()
            values["system/gpu_memory_gb"] = (size - free) / 2**30
        self.restart()
        return values
