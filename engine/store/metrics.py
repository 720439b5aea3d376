"""Metric curves: read in full or incrementally as arrays, and written together with their summary."""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.metrics.keys import find_direction
from engine.store.database import Store
from engine.store.tables import run_tables

if TYPE_CHECKING:
    import numpy as np

MetricPoint = tuple[str, int, float, float]
"""Key, step, time (active seconds of the run), value."""
MIN_HEAD_GAIN = 1.0
"""Nats per hidden word by which a fitted masked-word head must beat word frequencies to measure language."""
_HEAD_LOSS, _FREQUENCY_LOSS = (
    f"CAST(json_extract(h.info, '$.probes.retention.{name}') AS REAL)"
    for name in ("held_out_loss", "frequency_loss")
)
_IS_WEAK = f"iif(json_valid(h.info), {_HEAD_LOSS} >= {_FREQUENCY_LOSS} - {MIN_HEAD_GAIN}, 0)"
LANGUAGE_RISE = f"""(
    SELECT coalesce(s.at_best, s.last) - m.value
    FROM summary s JOIN metrics m ON m.run_id = s.run_id AND m.key = s.key AND m.step = 0
    WHERE s.run_id = r.id AND s.key = 'retention/loss'
      AND NOT EXISTS (SELECT 1 FROM stages h WHERE h.run_id = r.id AND {_IS_WEAK})
)"""
"""SQL: the increase of the loss on general text in run ``r``. NULL where a weak head makes it meaningless."""


@dataclass(frozen=True, slots=True)
class MetricCurve:
    """A metric along a run, by increasing step.

    Attributes:
        step: int64 [n], updates done.
        time: float64 [n], active seconds of the run, without pauses.
        value: float64 [n], NaN if not finite.
    """

    step: np.ndarray
    time: np.ndarray
    value: np.ndarray

    def __len__(self) -> int:
        return len(self.step)


def read_curves(
    store: Store,
    run_ids: Iterable[int],
    keys: Iterable[str],
    after_steps: Mapping[tuple[int, str], int] | None = None,
) -> dict[tuple[int, str], MetricCurve]:
    """Return the curves of runs, or only their new points.

    Args:
        store: the store.
        run_ids: the runs.
        keys: the metrics.
        after_steps: the last step already read, by (run, key). Only later points are returned.

    Returns:
        Curves by (run, key). A pair without (new) points is absent. A run that was killed and resumed repeats the steps
            since its checkpoint with the same values. These are not new points.
    """
    import numpy as np

    last_steps, metrics = after_steps or {}, list(keys)
    sql = "SELECT step, time, value FROM metrics WHERE run_id = ? AND key = ? AND step > ? ORDER BY step"
    curves: dict[tuple[int, str], MetricCurve] = {}
    cursor = store.connection.cursor()
    cursor.row_factory = None  # plain tuples are faster, and no column is read by name
    for number in run_ids:
        for key in metrics:
            rows = cursor.execute(sql, (number, key, last_steps.get((number, key), -1))).fetchall()
            if rows:
                steps, times, values = zip(*rows, strict=True)
                curves[number, key] = MetricCurve(
                    np.array(steps, np.int64),
                    np.array(times, np.float64),
                    np.array(values, np.float64),  # None becomes NaN
                )
    return curves


def list_metric_keys(store: Store, run_ids: Iterable[int]) -> list[str]:
    """Return the metrics that any of the runs has, sorted."""
    sql = "SELECT DISTINCT key FROM summary WHERE run_id IN (SELECT value FROM json_each(?)) ORDER BY key"
    return [row[0] for row in store.execute(sql, (json.dumps(list(run_ids)),))]


def latest_values(store: Store, run_id: int) -> dict[str, float]:
    """Return the last value of every metric of a run, NaN if not finite."""
    sql = "SELECT key, last FROM summary WHERE run_id = ?"
    return {key: float("nan") if last is None else float(last) for key, last in store.execute(sql, (run_id,))}


_INSERT_POINT = "INSERT OR REPLACE INTO metrics (run_id, key, step, time, value) VALUES (?, ?, ?, ?, ?)"
# :sign inverts the comparison for metrics where more is better. Ties keep the earlier step. Expressions on the
# right see the row before the update.
_BETTER = "excluded.best IS NOT NULL AND (best IS NULL OR (excluded.best - best) * :sign < 0)"
_UPSERT_STAGE_SUMMARY = f"""
INSERT INTO stage_summary (run_id, key, position, best, best_step, last, last_step)
VALUES (:run, :key, :position, :best, :best_step, :last, :last_step)
ON CONFLICT (run_id, key, position) DO UPDATE SET
    best = CASE WHEN {_BETTER} THEN excluded.best ELSE best END,
    best_step = CASE WHEN {_BETTER} THEN excluded.best_step ELSE best_step END,
    last = CASE WHEN excluded.last_step >= last_step THEN excluded.last ELSE last END,
    last_step = max(excluded.last_step, last_step)
"""
_COPY_LAST_STAGE_SUMMARY = """
INSERT OR REPLACE INTO summary (run_id, key, best, best_step, last, last_step, at_best)
SELECT run_id, key, best, best_step, last, last_step, at_best FROM stage_summary
WHERE run_id = ? AND key = ? ORDER BY position DESC LIMIT 1
"""

_SET_BEST_CHECKPOINT_VALUE = """
UPDATE stage_summary SET at_best = CASE WHEN last_step <= :step THEN last ELSE (
    SELECT value FROM metrics WHERE run_id = :run AND key = :key AND step <= :step AND step > coalesce(
        (SELECT nullif(first_step, 0) FROM stages WHERE run_id = :run AND position = :at), -1)
    ORDER BY step DESC LIMIT 1) END
WHERE run_id = :run AND position = :at AND key = :key
"""


def add_points(store: Store, run_id: int, points: Iterable[MetricPoint]) -> None:
    """Write points, replacing those of the same key and step, and update the summary.

    Each stage has its own summary, because values of two stages are not comparable. The run's summary is that of the
    last stage that has measured the key.
    """
    with store.transaction():
        stages = StageLookup(store, run_id)
        by_key: dict[str, dict[int, list[MetricPoint]]] = {}
        for point in points:
            by_key.setdefault(point[0], {}).setdefault(stages.position_of(point[1]), []).append(point)
        for key, by_stage in by_key.items():
            for position, stage_points in by_stage.items():
                # SQLite stores NaN as NULL. It would store infinities, which break readers that expect numbers.
                rows = [
                    (run_id, key, step, time, finite_or_none(value)) for _, step, time, value in stage_points
                ]
                store.connection.executemany(_INSERT_POINT, rows)
                store.execute(
                    _UPSERT_STAGE_SUMMARY, _summary(run_id, key, stage_points) | {"position": position}
                )
            store.execute(_COPY_LAST_STAGE_SUMMARY, (run_id, key))


class StageLookup:
    """Lookup of the stage of a run by step."""

    def __init__(self, store: Store, run_id: int) -> None:
        sql = "SELECT first_step, position FROM stages WHERE run_id = ? ORDER BY position"
        self._starts = [tuple(row) for row in store.execute(sql, (run_id,))]

    def position_of(self, step: int) -> int:
        """Return the stage (from 0) that made update ``step``.

        The first update of a stage is its start + 1.
        """
        return self._starts[max(0, bisect_left(self._starts, (step,)) - 1)][1] if self._starts else 0


def set_best_checkpoint_values(
    store: Store, run_id: int, position: int, step: int, keys: Iterable[str] | None = None
) -> None:
    """Set a stage's values at the checkpoint that validation selected after ``step``, for ``keys`` or all keys.

    Each is the last value measured up to then. A killed and resumed run may have measured later values too.
    """
    with store.transaction():
        sql = "SELECT key FROM stage_summary WHERE run_id = ? AND position = ?"
        measured_keys = [row[0] for row in store.execute(sql, (run_id, position))]
        selected_keys = measured_keys if keys is None else [key for key in keys if key in measured_keys]
        for key in selected_keys:
            store.execute(
                _SET_BEST_CHECKPOINT_VALUE, {"run": run_id, "at": position, "key": key, "step": step}
            )
            store.execute(_COPY_LAST_STAGE_SUMMARY, (run_id, key))


def set_best_checkpoint_value(store: Store, run_id: int, position: int, key: str, value: float) -> None:
    """Set the value of ``key`` at the selected checkpoint of stage ``position``."""
    with store.transaction():
        sql = "UPDATE stage_summary SET at_best = ? WHERE run_id = ? AND position = ? AND key = ?"
        store.execute(sql, (finite_or_none(value), run_id, position, key))
        store.execute(_COPY_LAST_STAGE_SUMMARY, (run_id, key))


def finite_or_none(value: float) -> float | None:
    """Return ``value``, or None if it is not finite."""
    return float(value) if math.isfinite(value) else None


def _summary(run_id: int, key: str, points: list[MetricPoint]) -> dict[str, object]:
    goal = find_direction(key)
    sign = -1 if goal == "max" else 1
    usable = [(sign * value, step) for _, step, _, value in points if math.isfinite(value)] if goal else []
    best, best_step = min(usable) if usable else (None, None)
    _, last_step, _, last = max(points, key=lambda point: point[1])
    return {
        "run": run_id,
        "key": key,
        "sign": sign,
        "best": None if best is None else float(sign * best),
        "best_step": best_step,
        "last": finite_or_none(last),
        "last_step": last_step,
    }


def recompute_summaries(store: Store, run_id: int) -> None:
    """Recompute the summaries of a run from its points.

    A resumed run measures some steps twice. On non-deterministic hardware the second value may differ, and the running
    summary would keep a best value that no longer exists.
    """
    with store.transaction():
        names = [row[0] for row in store.execute("SELECT key FROM summary WHERE run_id = ?", (run_id,))]
        stages = StageLookup(store, run_id)
        for key in names:
            by_stage: dict[int, list[MetricPoint]] = {}
            sql = "SELECT step, value FROM metrics WHERE run_id = ? AND key = ?"
            for step, value in store.execute(sql, (run_id, key)):
                point = (key, step, 0.0, float("nan") if value is None else value)
                by_stage.setdefault(stages.position_of(step), []).append(point)
            for position, points in by_stage.items():
                sql = """UPDATE stage_summary SET best = :best, best_step = :best_step, last = :last,
                         last_step = :last_step WHERE run_id = :run AND key = :key AND position = :position"""
                store.execute(sql, _summary(run_id, key, points) | {"position": position})
            store.execute(_COPY_LAST_STAGE_SUMMARY, (run_id, key))


def clear_measurements(store: Store, run_id: int) -> None:
    """Delete all measurements of a run that starts from scratch."""
    with store.transaction():
        for table in run_tables():
            if table != "messages":
                store.execute(f"DELETE FROM {table} WHERE run_id = ?", (run_id,))


def weak_heads(store: Store, run_ids: Iterable[int]) -> dict[int, str]:
    """Return the runs whose loss on general text is meaningless, each with the reason (``describe_weak_head``)."""
    sql = f"""SELECT h.run_id, {_HEAD_LOSS}, {_FREQUENCY_LOSS} FROM stages h
              WHERE h.run_id IN (SELECT value FROM json_each(?)) AND {_IS_WEAK} ORDER BY h.position"""
    rows = store.execute(sql, (json.dumps(list(run_ids)),)).fetchall()
    return {number: describe_weak_head(*losses) for number, *losses in rows}


def describe_weak_head(head_loss: float, frequency_loss: float) -> str:
    """Return a sentence on why the loss of a fitted masked-word head does not measure language. Empty if it does.

    Args:
        head_loss: its loss on held-out passages before training, in nats per hidden word.
        frequency_loss: the loss of predicting each word by its frequency.
    """
    if head_loss < frequency_loss - MIN_HEAD_GAIN:
        return ""
    return (
        "Forgetting of language is not shown. The encoder has no masked-word head, and the one fitted to it is hardly "
        f"better than word frequencies ({head_loss:.2f} against {frequency_loss:.2f} nats). "
        "Changes of its loss are not changes of language."
    )
