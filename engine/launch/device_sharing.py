"""Several runs on one device: how threads are divided, and whether a GPU has the memory for one more."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence

from engine.store import Store
from engine.store.rows import RunRow

_LOOK_SECONDS = 5.0
"""How often the driver is queried for free memory while a run waits for it."""


def threads_per_run(slots: int, devices: int, cores: int | None = None) -> int:
    """Return the CPU threads of each run where ``slots`` runs share each of ``devices`` devices.

    Together they use no more than ``cores`` (by default those of the machine), and each no more than
    ``OMP_NUM_THREADS`` allows. Example: 3 slots on each of 2 devices with 16 cores have 16 // 6 = 2 threads
    each.
    """
    share = max(1, (cores or os.cpu_count() or 1) // (max(1, slots) * max(1, devices)))
    allowed = os.environ.get("OMP_NUM_THREADS", "")
    return min(share, int(allowed)) if allowed.isdigit() and int(allowed) else share


def thread_limit(slots: int, devices: int, most: int, cores: int | None = None) -> int:
    """Return the CPU threads of each run where it may take ``most`` at most (0: all). 0 leaves them to the libraries.

    Example: of 16 cores 3 slots on each of 2 devices have 2 threads each, with ``most`` = 1 one, and a run alone all.
    """
    share = threads_per_run(slots, devices, cores) if slots > 1 else 0
    return min(share, most) if share and most > 0 else share or max(0, most)


class GpuMemoryAdmission:
    """Decides whether one more run fits on a GPU with the runs that it has.

    The memory that a run needs is taken from the last finished run of the same encoder: the most that its process held
    there, whatever else ran. Without such a run, the run is admitted. A run that has not made an update yet has not
    taken its memory either, so the next one waits for that.
    """

    def __init__(self, device: str) -> None:
        self._device = device
        self._free: float | None = None
        self._checked_at = 0.0

    def has_room(self, store: Store, row: RunRow, running: Sequence[RunRow]) -> bool:
        """Return whether ``row`` may start alongside the runs ``running``."""
        if not self._device.startswith("cuda:"):
            return True
        need = last_peak_memory(store, row.encoder)
        if need is None:
            return True
        if any(other.step == 0 for other in running):
            return False
        if time.monotonic() - self._checked_at > _LOOK_SECONDS:
            self._checked_at, self._free = time.monotonic(), free_gpu_memory(self._device)
        return self._free is None or self._free >= need


def last_peak_memory(store: Store, encoder: str) -> float | None:
    """Return the most GPU memory in GB that the last finished run of ``encoder`` held, or None if unknown."""
    sql = """SELECT max(m.value) FROM metrics m WHERE m.key = 'system/gpu_memory_gb' AND m.run_id = (
                 SELECT r.id FROM runs r WHERE r.encoder = ? AND r.status = 'finished' AND EXISTS (
                     SELECT 1 FROM metrics k WHERE k.run_id = r.id AND k.key = 'system/gpu_memory_gb')
                 ORDER BY r.finished DESC LIMIT 1)"""
    peak = store.execute(sql, (encoder,)).fetchone()[0]
    return None if peak is None else float(peak)


def free_gpu_memory(device: str) -> float | None:
    """Return the free memory of a GPU (``cuda:1``) in GB, according to ``nvidia-smi``. None when that fails."""
    visible = [name.strip() for name in os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",") if name.strip()]
    number = int(device.partition(":")[2])
    which = visible[number] if number < len(visible) else str(number)
    try:
        answer = subprocess.run(
            ["nvidia-smi", "--query-gpu=memory.free", "--format=csv,noheader,nounits", "-i", which],
            capture_output=True,
            encoding="utf-8",
            timeout=20,
            stdin=subprocess.DEVNULL,
        )
        return float(answer.stdout.split()[0]) / 1024 if answer.returncode == 0 else None
    except (OSError, subprocess.TimeoutExpired, ValueError, IndexError):
        return None
