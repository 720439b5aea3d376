"""Several runs on one device: the division of threads, and whether a GPU has memory for one more run."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence

from engine.processor import allowed_threads
from engine.store import Store
from engine.store.rows import RunRow

_QUERY_SECONDS = 5.0
"""Interval between two queries of free memory while a run waits for it."""


def threads_per_run(slots: int, devices: int, cores: int | None = None) -> int:
    """Return the CPU threads of each run where ``slots`` runs share each of ``devices`` devices.

    All runs together use at most ``cores`` threads (by default all cores), and each at most ``OMP_NUM_THREADS``.
    Example: 3 slots on each of 2 devices with 16 cores have 16 // 6 = 2 threads each.
    """
    share = max(1, (cores or os.cpu_count() or 1) // (max(1, slots) * max(1, devices)))
    return min(share, allowed_threads() or share)


def thread_limit(slots: int, devices: int, most: int, cores: int | None = None) -> int:
    """Return the CPU threads of each run, at most ``most`` (0: all). 0 leaves the choice to the libraries.

    Example: with 16 cores, 3 slots on each of 2 devices have 2 threads each, with ``most`` = 1 one thread. A single run
    has all.
    """
    share = threads_per_run(slots, devices, cores) if slots > 1 else 0
    return min(share, most) if share and most > 0 else share or max(0, most)


class GpuMemoryAdmission:
    """Decides whether one more run fits on a GPU.

    The memory that a run needs is the peak memory of the last finished run with the same encoder. Without such a run,
    it is admitted. A run before its first update has not allocated its memory yet, so the next run waits for that.
    """

    def __init__(self, device: str) -> None:
        self._device = device
        self._free_gb: float | None = None
        self._checked_at = 0.0

    def has_room(self, store: Store, row: RunRow, running: Sequence[RunRow]) -> bool:
        """Return whether ``row`` may start alongside the runs ``running``."""
        if not self._device.startswith("cuda:"):
            return True
        needed_gb = last_peak_memory(store, row.encoder)
        if needed_gb is None:
            return True
        if any(other.step == 0 for other in running):
            return False
        if time.monotonic() - self._checked_at > _QUERY_SECONDS:
            self._checked_at, self._free_gb = time.monotonic(), free_gpu_memory(self._device)
        return self._free_gb is None or self._free_gb >= needed_gb


def last_peak_memory(store: Store, encoder: str) -> float | None:
    """Return the peak GPU memory in GB of the last finished run of ``encoder``, or None if unknown."""
    sql = """SELECT max(m.value) FROM metrics m WHERE m.key = 'system/gpu_memory_gb' AND m.run_id = (
                 SELECT r.id FROM runs r WHERE r.encoder = ? AND r.status = 'finished' AND EXISTS (
                     SELECT 1 FROM metrics k WHERE k.run_id = r.id AND k.key = 'system/gpu_memory_gb')
                 ORDER BY r.finished DESC LIMIT 1)"""
    peak = store.execute(sql, (encoder,)).fetchone()[0]
    return None if peak is None else float(peak)


def free_gpu_memory(device: str) -> float | None:
    """Return the free memory of a GPU (``cuda:1``) in GB from ``nvidia-smi``, or None if that fails."""
    visible = [name.strip() for name in os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",") if name.strip()]
    number = int(device.partition(":")[2])
    gpu = visible[number] if number < len(visible) else str(number)
    try:
        result = subprocess.run(
            ["nvidia-smi", "--query-gpu=memory.free", "--format=csv,noheader,nounits", "-i", gpu],
            capture_output=True,
            encoding="utf-8",
            timeout=20,
            stdin=subprocess.DEVNULL,
        )
        return float(result.stdout.split()[0]) / 1024 if result.returncode == 0 else None
    except (OSError, subprocess.TimeoutExpired, ValueError, IndexError):
        return None
