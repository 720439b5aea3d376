"""How long runs take: the speed of this computer or of earlier runs, and the time left of a queue."""

from __future__ import annotations

import heapq
import math
import os
import platform
import sqlite3
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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
    source = model_paths.canonical_encoder(store, encoder)
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
    import psutil  # the Design page imports this module, and measures later, on another thread

    cores = psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
    return min(int(os.environ.get("OMP_NUM_THREADS") or 0) or cores, cores)


def expected_bf16_speedup(flags: str) -> float:
    """Return the speed of bfloat16 products relative to 32-bit ones on a CPU with these flags (``/proc/cpuinfo``)."""
    flag_set = set(flags.split())
    return 5.0 if "amx_bf16" in flag_set else 2.0 if "avx512_bf16" in flag_set else 1.0


_RECENT = 20
_PLACE = "SELECT place FROM placed_runs p WHERE p.run_id = runs.id"


@dataclass(frozen=True)
class QueueEstimate:
    """How much is left to do.

    Attributes:
        running, queued: how many runs.
        seconds: until the last ends, None where nothing is known of any.
        unknown: runs of which nothing is known, not even from others like them: ``seconds`` is a lower bound.
        places: the same for each place that has something to do, by its name ("": this computer), where there are
            several, or another one than this computer.
        ends: seconds until each of these runs ends, by its number. Without those of which nothing is known.
    """

    running: int
    queued: int
    seconds: float | None
    unknown: int
    places: tuple[tuple[str, QueueEstimate], ...] = ()
    ends: Mapping[int, float] = field(default_factory=dict, compare=False)


def estimate_queue(store: Store, lanes: int = 1) -> QueueEstimate:
    """Estimate when all runs have ended if ``lanes`` of them run at once here, in the order of the queue.

    A running run takes what it says. One that goes on from a checkpoint takes what is left of its updates, each as long
    as those behind it have taken. Any other queued one takes the median of the last finished runs that differ from it
    in nothing but seeds, else of those on its data with its encoder, else of those with its encoder, each of those that
    its place has computed. Before any has finished, what those on its data with its encoder will have taken that run
    now. A place goes on with as many at once as it runs now.

    Example: one run has 60 s to go, two like runs of 100 s wait: 260 s in one lane, 160 s in two.
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
    """Return the estimate of the runs of one place, those that are running first."""
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
                if typical_times[key] is None and not place:  # what others took is better than nothing
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
    """Return a run's own estimate of its remaining time: while it runs, or from its progress up to a checkpoint."""
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
    """Return the median time of the last finished runs that are like a run in its identity but for seeds, else in its
    data and encoder, else in its encoder, or None where there are none.

    Args:
        store: the store.
        identity, data, encoder: as in the rows of runs.
        place: only those that this place has computed. Empty: this computer. None: any.
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
