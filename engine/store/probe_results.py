"""Probe results other than plain metrics: maps of layers and heads, and example forgetting of training texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from engine.store.database import Store
from engine.store.metrics import MetricCurve

FORGOTTEN_PAGE_SIZE = 200


@dataclass(frozen=True, slots=True, eq=False)
class MapSeries(MetricCurve):
    """A map along a run, by increasing step.

    ``value`` is float64 [n, rows] or [n, rows, columns], NaN where nothing could be measured.
    """


@dataclass(frozen=True, slots=True)
class ForgottenText:
    """A training text: its row in the source, and how often it was forgotten (Toneva et al. 2019).

    ``learnt_step`` and ``last_step`` are None for never.
    """

    stage: int
    task: str
    source_row: int
    label: str
    seen: int
    forgotten: int
    learnt_step: int | None
    last_step: int | None
    right_last: bool


def add_maps(store: Store, run_id: int, step: int, time: float, maps: Mapping[str, np.ndarray]) -> None:
    """Write the maps measured at one step, replacing those of the same key and step."""
    sql = (
        "INSERT OR REPLACE INTO probe_maps (run_id, key, step, time, shape, value) VALUES (?, ?, ?, ?, ?, ?)"
    )
    rows = [
        (run_id, key, step, time, json.dumps(value.shape), json.dumps(_numbers(value)))
        for key, value in maps.items()
    ]
    with store.transaction():
        store.connection.executemany(sql, rows)


def read_maps(
    store: Store,
    run_ids: Iterable[int],
    keys: Iterable[str],
    after_steps: Mapping[tuple[int, str], int] | None = None,
) -> dict[tuple[int, str], MapSeries]:
    """Return maps by (run, key): all of them, or only those after ``after_steps``. Pairs without maps are absent.

    If the shape of a map changes (a stage with another encoder), only the maps since the last change are returned.
    """
    last_steps, metrics = after_steps or {}, list(keys)
    sql = "SELECT step, time, shape, value FROM probe_maps WHERE run_id = ? AND key = ? AND step > ? ORDER BY step"
    maps: dict[tuple[int, str], MapSeries] = {}
    for number in run_ids:
        for key in metrics:
            rows = store.execute(sql, (number, key, last_steps.get((number, key), -1))).fetchall()
            rows = [row for row in rows if row["shape"] == rows[-1]["shape"]]
            if rows:
                shape = json.loads(rows[0]["shape"])
                values = [np.array(json.loads(row["value"]), np.float64).reshape(shape) for row in rows]
                maps[number, key] = MapSeries(
                    np.array([row["step"] for row in rows], np.int64),
                    np.array([row["time"] for row in rows], np.float64),
                    np.stack(values),
                )
    return maps


def list_map_keys(store: Store, run_ids: Iterable[int]) -> list[str]:
    """Return the maps that any of the runs has, sorted."""
    sql = "SELECT DISTINCT key FROM probe_maps WHERE run_id IN (SELECT value FROM json_each(?)) ORDER BY key"
    return [row[0] for row in store.execute(sql, (json.dumps(list(run_ids)),))]


def initial_measures(store: Store, run_ids: Iterable[int]) -> dict[int, dict[str, float]]:
    """Return, by run, the retention and knowledge metrics of its initial encoder (step 0)."""
    numbers = list(run_ids)
    sql = """SELECT m.run_id, m.key, m.value FROM summary s
             JOIN metrics m ON m.run_id = s.run_id AND m.key = s.key AND m.step = 0
             WHERE s.run_id IN (SELECT value FROM json_each(?)) AND m.value IS NOT NULL
               AND (s.key LIKE 'retention/%' OR s.key LIKE 'knowledge/%')"""
    measures: dict[int, dict[str, float]] = {number: {} for number in numbers}
    for number, key, value in store.execute(sql, (json.dumps(numbers),)):
        measures[number][key] = value
    return measures


def set_example_forgetting(
    store: Store, run_id: int, rows: Iterable[tuple[object, ...]], stage: int, task: str
) -> None:
    """Replace the example forgetting of one stage and task.

    ``rows`` hold (source_row, label, seen, forgotten, learnt_step, last_step, right_last).
    """
    sql = "INSERT OR REPLACE INTO example_forgetting VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    with store.transaction():
        store.execute(
            "DELETE FROM example_forgetting WHERE run_id = ? AND stage = ? AND task = ?",
            (run_id, stage, task),
        )
        store.connection.executemany(sql, ((run_id, stage, task, *row) for row in rows))


def list_forgotten_texts(
    store: Store,
    run_id: int,
    *,
    stage: int | None = None,
    task: str | None = None,
    offset: int = 0,
    limit: int = FORGOTTEN_PAGE_SIZE,
) -> list[ForgottenText]:
    """Return a page of the texts that one stage and task forgot, most often forgotten first."""
    sql = """SELECT stage, task, source_row, label, seen, forgotten, learnt_step, last_step, right_last
             FROM example_forgetting WHERE run_id = ? AND forgotten > 0
             AND (? IS NULL OR stage = ?) AND (? IS NULL OR task = ?)
             ORDER BY forgotten DESC, last_step DESC, stage, task, source_row LIMIT ? OFFSET ?"""
    rows = store.execute(sql, (run_id, stage, stage, task, task, limit, offset))
    return [ForgottenText(**dict(row) | {"right_last": bool(row["right_last"])}) for row in rows]


def forgetting_counts(store: Store, run_id: int) -> dict[tuple[int, str], dict[str, int]]:
    """Return counts of example forgetting by (stage, task).

    They count ``texts``, ``forgotten`` texts, ``events`` of forgetting, ``never`` learnt texts, and ``unforgettable``
    texts (learnt and never forgotten).
    """
    sql = """SELECT stage, task, count(*), sum(forgotten > 0), sum(forgotten), sum(learnt_step IS NULL),
                    sum(learnt_step IS NOT NULL AND forgotten = 0)
             FROM example_forgetting WHERE run_id = ? GROUP BY stage, task ORDER BY stage, task"""
    names = ("texts", "forgotten", "events", "never", "unforgettable")
    return {
        (row[0], row[1]): dict(zip(names, tuple(row)[2:], strict=True))
        for row in store.execute(sql, (run_id,))
    }


def _numbers(value: np.ndarray) -> list[float | None]:
    return [
        float(number) if np.isfinite(number) else None for number in np.asarray(value, np.float64).ravel()
    ]
