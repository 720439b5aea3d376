"""How fast this computer trains: by earlier runs with the encoder, else by a short trial, or assumed of a GPU.

One estimate for all that say how long a run will take: the Design page and ``palimpsest reproduce``.
"""

from __future__ import annotations

import math
import os
import platform
import statistics
import sys
import time
from collections.abc import Sequence

import numpy as np

from engine.analysis.estimate import SMALL_MODEL_SHARE, TrainingSpeed
from engine.processor import processor_field
from engine.store import metrics, model_paths, runs
from engine.store.database import Store

GPU_FLOPS = 2e13
"""Multiplications and additions per second assumed of a GPU on which no run has finished yet."""
RECENT_RUNS = 40
"""How many of the newest finished runs are looked through for those with an encoder."""
_SPEED_KEY = "speed/tokens_per_second"
_SIZE, _PRODUCTS = 64, 16
"""Of a round: matrices as large as a library keeps in one thread, and enough of them to be timed."""


def recorded_speed(store: Store, encoder: str, place: str = "") -> TrainingSpeed | None:
    """Return the median speed of the latest finished runs with ``encoder`` at a place. Empty: on this computer.

    None where there are none. Raises UserError as ``model_paths.resolve_encoders`` does.
    """
    source = model_paths.recorded_encoder(store, encoder)
    rows = [
        row
        for row in runs.list_runs(store, limit=RECENT_RUNS, status=["finished"], archived=None)
        if row.encoder == source and row.place == place and (place or row.host in ("", None, platform.node()))
    ]
    curves = metrics.read_curves(store, [row.id for row in rows], [_SPEED_KEY])
    return median_speed([float(np.median(curve.value)) for curve in curves.values() if len(curve.value)])


def median_speed(tokens_per_second: Sequence[float]) -> TrainingSpeed | None:
    """Return the median speed of earlier runs, or None when there are none."""
    valid = [value for value in tokens_per_second if value > 0 and math.isfinite(value)]
    return TrainingSpeed(tokens_per_second=statistics.median(valid), run_count=len(valid)) if valid else None


def unrecorded_speed(devices: Sequence[str]) -> TrainingSpeed:
    """Return the speed of this computer, which has ``devices``, with an encoder that no run has finished with."""
    if any(device.startswith("cuda") for device in devices):
        return TrainingSpeed(flops_per_second=GPU_FLOPS, assumed=True)
    return measure_speed()


def measure_speed(rounds: int = 200) -> TrainingSpeed:
    """Measure the speed of this CPU's matrix products, less the loss of small encoders; some 20 ms, off the GUI thread.

    Several small products, which the library does not divide among threads, in one thread. What counts is its processor
    time, not the clock on the wall, and the best of many short rounds. So other load on the computer matters little, as
    it does for products that wait for a second thread. A run has as many threads as there are cores, or are allowed.
    """
    random = np.random.default_rng(0)
    a, b = (random.standard_normal((count, _SIZE, _SIZE), dtype=np.float32) for count in (_PRODUCTS, 1))
    # Windows counts processor time in ticks that are longer than a round.
    clock = time.perf_counter if sys.platform == "win32" else time.thread_time
    best = math.inf
    for _ in range(rounds):
        start = clock()
        a @ b
        best = min(best, max(clock() - start, 1e-9))
    one_thread = _PRODUCTS * 2 * _SIZE**3 / best
    return TrainingSpeed(
        flops_per_second=SMALL_MODEL_SHARE * one_thread * _threads(),
        bf16_speedup=expected_bf16_speedup(processor_field("flags")),
    )


def _threads() -> int:
    """Return the number of cores that a run uses by default."""
    import psutil  # the Design page imports this module, and measures later, on another thread

    cores = psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
    return min(int(os.environ.get("OMP_NUM_THREADS") or 0) or cores, cores)


def expected_bf16_speedup(flags: str) -> float:
    """Return the speed of bfloat16 products relative to 32-bit ones on a CPU with these flags (``/proc/cpuinfo``)."""
    words = set(flags.split())
    return 5.0 if "amx_bf16" in words else 2.0 if "avx512_bf16" in words else 1.0
