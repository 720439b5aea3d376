"""Durations of runs: the speed of this computer or of earlier runs, and the remaining time of a queue."""

from __future__ import annotations

import heapq
import math
import platform
import sqlite3
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.analysis.estimate import SMALL_MODEL_SHARE, TrainingSpeed
from engine.processor import allowed_threads, processor_field
from engine.store import metrics, model_paths, runs
from engine.store.database import Store

GPU_FLOPS = 2e13
"""Multiplications and additions per second assumed for a GPU without a finished run."""
RECENT_RUNS = 40
"""Number of newest finished runs searched for runs with an encoder."""
_SPEED_KEY = "speed/tokens_per_second"
_SIZE, _PRODUCTS = 64, 16
"""Per round: matrices small enough for a library to use one thread, and enough of them to be timed."""


def recorded_speed(store: Store, encoder: str, place: str = "") -> TrainingSpeed | None:
    """Return the median speed of the latest finished runs with ``encoder`` at ``place`` (empty: this computer).

    None if there are none. Raises the errors of ``model_paths.resolve_encoders``.
    """
    source = model_paths.canonical_encoder(store, encoder)
    rows = [
        row
        for row in runs.list_runs(store, limit=RECENT_RUNS, status=["finished"], archived=None)
        if row.encoder == source and row.place == place and (place or row.host in ("", None, platform.node()))
    ]
    curves = metrics.read_curves(store, [row.id for row in rows], [_SPEED_KEY])
    return median_speed([float(np.median(curve.value)) for curve in curves.values() if len(curve.value)])


def median_speed(tokens_per_second: Sequence[float]) -> TrainingSpeed | None:
    """Return the median speed of earlier runs, or None without runs."""
    valid = [value for value in tokens_per_second if value > 0 and math.isfinite(value)]
    return TrainingSpeed(tokens_per_second=statistics.median(valid), run_count=len(valid)) if valid else None


def unrecorded_speed(devices: Sequence[str]) -> TrainingSpeed:
    """Return the speed of this computer with ``devices``, for an encoder without a finished run."""
    if any(device.startswith("cuda") for device in devices):
        return TrainingSpeed(flops_per_second=GPU_FLOPS, assumed=True)
    return measure_speed()


def measure_speed(rounds: int = 200) -> TrainingSpeed:
    """Measure the speed of this CPU's matrix products, reduced for small encoders; takes 20 ms, off the GUI thread.

    The products are too small for the library to divide among threads. Processor time is measured rather than elapsed
    time, and the fastest of many short rounds counts, so other load on the computer matters little. The result is
    multiplied by the number of threads that a run uses.
    """
    random = np.random.default_rng(0)
    a, b = (random.standard_normal((count, _SIZE, _SIZE), dtype=np.float32) for count in (_PRODUCTS, 1))
    # On Windows the ticks of processor time are longer than a round.
    clock = time.perf_counter if sys.platform == "win32" else time.thread_time
    shortest = math.inf
    for _ in range(rounds):
        start = clock()
        a @ b
        shortest = min(shortest, max(clock() - start, 1e-9))
    one_thread = _PRODUCTS * 2 * _SIZE**3 / shortest
    return TrainingSpeed(
        flops_per_second=SMALL_MODEL_SHARE * one_thread * _threads(),
        bf16_speedup=expected_bf16_speedup(processor_field("flags")),
    )


def _threads() -> int:
    """Return the number of cores that a run uses by default."""
    import psutil  # the Design page imports this module early, and measures later on another thread

    cores = psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
    return min(allowed_threads() or cores, cores)


def expected_bf16_speedup(flags: str) -> float:
    """Return the bfloat16 speed relative to 32 bits on a CPU with these flags (``/proc/cpuinfo``)."""
    flag_set = set(flags.split())
    return 5.0 if "amx_bf16" in flag_set else 2.0 if "avx512_bf16" in flag_set else 1.0


_RECENT = 20
_PLACE = "SELECT place FROM placed_runs p WHERE p.run_id = runs.id"


@dataclass(frozen=True)
class QueueEstimate:
    """Estimated remaining time of a queue.

    Attributes:
        running, queued: number of runs.
        seconds: time until the last run ends, None if no run can be estimated.
        unknown: number of runs that cannot be estimated, not even from similar runs. ``seconds`` is then a lower bound.
        places: the same for each place with active runs, by name ("": this computer). Empty if only this computer has
            any.
        ends: seconds until each run ends, by its number, without runs that cannot be estimated.
    """

    running: int
    queued: int
    seconds: float | None
    unknown: int
    places: tuple[tuple[str, QueueEstimate], ...] = ()
    ends: Mapping[int, float] = field(default_factory=dict, compare=False)


def estimate_queue(store: Store, lanes: int = 1) -> QueueEstimate:
    """Estimate when all runs will have ended if ``lanes`` of them run at once here, in queue order.

    The remaining time of a run is, in this order:

    - if it is running, its own estimate;
    - if it resumes from a checkpoint, its remaining updates at its previous speed;
    - the median time of the latest finished runs at its place with the same settings except seeds, else with the same
      data and encoder, else with the same encoder;
    - the expected time of running runs with the same data and encoder.

    Another place is assumed to keep its present number of concurrent runs.

    Example: one run has 60 s left and two similar runs of 100 s are queued: 260 s in one lane, 160 s in two.
    """
    active: dict[str, list[sqlite3.Row]] = {}
    for row in store.execute(
        "SELECT id, status, eta_seconds, active_seconds, progress, resume, group_identity, data, encoder, "
        f"coalesce(({_PLACE}), '') AS place FROM runs WHERE status IN ('running', 'queued') "
        "ORDER BY status = 'queued', queued, id"
    ):
        active.setdefault(row["place"], []).append(row)
    estimates = {place: _estimate_place(store, place, rows, lanes) for place, rows in sorted(active.items())}
    if not estimates:
        return QueueEstimate(0, 0, None, 0)
    seconds = [estimate.seconds for estimate in estimates.values() if estimate.seconds is not None]
    return QueueEstimate(
        sum(estimate.running for estimate in estimates.values()),
        sum(estimate.queued for estimate in estimates.values()),
        max(seconds, default=None),
        sum(estimate.unknown for estimate in estimates.values()),
        tuple(estimates.items()) if [*estimates] != [""] else (),
        {number: end for estimate in estimates.values() for number, end in estimate.ends.items()},
    )


def _estimate_place(store: Store, place: str, active: Sequence[sqlite3.Row], lanes: int) -> QueueEstimate:
    """Return the estimate for the runs of one place; ``active`` begins with the running ones."""
    running = [row for row in active if row["status"] == "running"]
    ends = {row["id"]: seconds for row in running if (seconds := _remaining_seconds(row)) is not None}
    slots = max(1 if place else lanes, len(running))
    lane_ends = [*ends.values(), *([0.0] * (slots - len(ends)))]
    heapq.heapify(lane_ends)
    typical_times: dict[tuple[str, str, str], float | None] = {}
    for row in active[len(running) :]:
        key = (row["group_identity"], row["data"], row["encoder"])
        if (length := _remaining_seconds(row)) is None:
            if key not in typical_times:
                typical_times[key] = typical_seconds(store, *key, place=place)
                if typical_times[key] is None and not place:  # other computers are better than nothing
                    typical_times[key] = typical_seconds(store, *key)
                if typical_times[key] is None:
                    typical_times[key] = _expected_seconds(running, row)
            length = typical_times[key]
        if length is not None:
            ends[row["id"]] = lane_ends[0] + length
            heapq.heapreplace(lane_ends, ends[row["id"]])
    seconds, unknown = max(ends.values(), default=None), len(active) - len(ends)
    return QueueEstimate(len(running), len(active) - len(running), seconds, unknown, ends=ends)


def _remaining_seconds(row: sqlite3.Row) -> float | None:
    """Return a run's own estimate of its remaining time, or one from its progress up to the checkpoint."""
    if row["eta_seconds"] is not None:
        return float(row["eta_seconds"])
    share = row["progress"] or 0.0
    if not row["resume"] or not 0.0 < share < 1.0 or not row["active_seconds"]:
        return None
    return float(row["active_seconds"]) * (1.0 - share) / share


def _expected_seconds(running: Sequence[sqlite3.Row], row: sqlite3.Row) -> float | None:
    """Return the expected median time of running runs with the data and encoder of ``row``."""
    times = [
        float(run["active_seconds"]) + float(run["eta_seconds"])
        for run in running
        if run["eta_seconds"] is not None and (run["data"], run["encoder"]) == (row["data"], row["encoder"])
    ]
    return statistics.median(times) if times else None


def typical_seconds(
    store: Store, identity: str, data: str, encoder: str, *, place: str | None = None
) -> float | None:
    """Return the median time of the latest finished runs similar to a run, or None if there are none.

    Similar runs have the same settings except seeds, else the same data and encoder, else the same encoder.

    Args:
        store: the store.
        identity, data, encoder: as in the rows of runs.
        place: only runs computed at this place. Empty: this computer. None: any place.
    """
    where = "" if place is None else f"AND coalesce(({_PLACE}), '') = ?"
    for condition, values in (
        ("group_identity = ?", (identity,)),
        ("data = ? AND encoder = ?", (data, encoder)),
        ("encoder = ? AND encoder <> ''", (encoder,)),
    ):
        sql = (
            f"SELECT active_seconds FROM runs WHERE status = 'finished' AND active_seconds > 0 AND {condition} {where} "
            "ORDER BY id DESC LIMIT ?"
        )
        places = () if place is None else (place,)
        if times := [float(row[0]) for row in store.execute(sql, (*values, *places, _RECENT))]:
            return statistics.median(times)
    return None
