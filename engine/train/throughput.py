"""Training speed, and the load of the machine."""

from __future__ import annotations

import time

import psutil
import torch

WINDOW_SECONDS = 1.0
"""Speeds are means over at least this time."""
CONTEXT_GB = 0.5
"""Approximate GPU memory of a process that the driver itself uses (kernels, stack)."""


class Throughput:
    """Texts and real tokens per second since the last report, without pauses."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Restart the measurement after a pause."""
        self._began, self._texts, self._tokens = time.perf_counter(), 0, 0

    def add(self, texts: int, tokens: int) -> None:
        """Count an update."""
        self._texts += texts
        self._tokens += tokens

    def values(self) -> dict[str, float]:
        """Return the speeds and the load of the machine as metrics. Empty within a second of the last report."""
        passed = time.perf_counter() - self._began
        if passed < WINDOW_SECONDS:
            return {}
        values = {
            "speed/texts_per_second": self._texts / passed,
            "speed/tokens_per_second": self._tokens / passed,
            "system/cpu": psutil.cpu_percent(),
            "system/memory_gb": psutil.Process().memory_info().rss / 2**30,
        }
        if torch.cuda.is_initialized():
            values["system/gpu_memory_gb"] = torch.cuda.memory_reserved() / 2**30 + CONTEXT_GB
        self.restart()
        return values
