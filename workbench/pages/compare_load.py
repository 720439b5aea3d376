"""What the Compare page shows, read from the store in one go (in the reader thread). No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ErrorCurve:
    """Validation error of one row of the table: percent over epochs; ``low`` and ``high`` are mean ± s.d. over seeds.

    ``unequal`` says that not all seeds have all points; the curve then stops at the shortest.
    """

    x: Floats
    y: Floats
    low: Floats | None = None
    high: Floats | None = None
    unequal: bool = False


@dataclass(frozen=True, eq=False)
class View:
    """A comparison (``engine.analysis.compare.Comparison``) with the curves of its rows, by the row's first run."""

    comparison: Any
    curves: Mapping[int, ErrorCurve] = field(default_factory=dict)
    running: int = 0
    missing: int = 0
    baseline: int = 0
    against: Mapping[int, Any] = field(default_factory=dict)
    """Each row's difference (``engine.analysis.differences.Difference``) to the row whose first run is ``baseline``."""


def load(store: Any, ids: Sequence[int], all_settings: bool, group_seeds: bool, baseline: int = 0) -> View:
    """The comparison of runs ``ids`` in that order; runs that were deleted meanwhile are left out and counted.

    ``baseline`` is the first run of the row that others are held against; no such row: the first.
    """
    from engine.analysis import results
    from engine.analysis.compare import compare
    from engine.store import metrics, runs

    found = {row.id: row for row in runs.runs(store, ids=list(ids), archived=None)} if ids else {}
    rows = [found[i] for i in ids if i in found]
    if not rows:
        return View(None, missing=len(ids))
    experiments = runs.experiments(store, [r.id for r in rows])
    tests = {number: results.tests(each) for number, each in results.of_runs(store, experiments).items()}
    comparison = compare(rows, experiments, all_settings=all_settings, group_seeds=group_seeds, tests=tests)
    raw = metrics.curves(store, [r.id for r in rows], ["validation/error"])
    single: dict[int, tuple[Floats, Floats]] = {}
    for row in rows:
        curve = raw.get((row.id, "validation/error"))
        if curve is not None and len(curve.step):
            single[row.id] = _by_epoch(curve, runs.stages(store, row.id))
    curves = {
        r.runs[0]: made
        for r in comparison.rows
        if (made := merged([single[i] for i in r.runs if i in single]))
    }
    against = next((r for r in comparison.rows if r.runs[0] == baseline), comparison.rows[0])
    return View(comparison, curves, sum(r.active for r in rows), len(ids) - len(rows), against.runs[0],
                _differences(store, comparison, against, found))  # fmt: skip


def _differences(store: Any, comparison: Any, baseline: Any, found: Mapping[int, Any]) -> Mapping[int, Any]:
    if len(comparison.rows) < 2:
        return {}
    from engine.analysis.differences import against

    others = {r.runs[0]: [found[i] for i in r.runs] for r in comparison.rows if r is not baseline}
    return against(store, [found[i] for i in baseline.runs], others)


def recent(store: Any, limit: int = 40) -> list[tuple[int, str, str]]:
    """(id, name, status) of the newest runs, for the menu that adds them."""
    from engine.store import runs

    return [(row.id, row.name, row.status) for row in runs.runs(store, limit=limit)]


def _by_epoch(curve: Any, stages: Sequence[Any]) -> tuple[Floats, Floats]:
    """(epochs, values) within the stage that was measured last; earlier stages had other texts and epochs."""
    step = np.asarray(curve.step, float)
    for stage in reversed(stages):
        per, inside = stage.info.get("steps_per_epoch"), step > stage.first_step
        if per and inside.any():
            return (step[inside] - stage.first_step) / float(per), curve.value[inside]
    return step, curve.value


def merged(curves: list[tuple[Floats, Floats]]) -> ErrorCurve | None:
    """One curve over repetitions: the mean at the points that all have, with the sample standard deviation."""
    if not curves:
        return None
    if len(curves) == 1:
        return ErrorCurve(*curves[0])
    length = min(len(x) for x, _ in curves)
    x = curves[0][0][:length]
    values = np.stack([y[:length] for _, y in curves])
    mean, sd = values.mean(0), values.std(0, ddof=1)
    return ErrorCurve(x, mean, mean - sd, mean + sd, unequal=any(len(c[0]) != length for c in curves))
