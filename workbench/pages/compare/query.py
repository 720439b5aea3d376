"""Data of the Compare page, read from the store in one go (in the reader thread). No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.analysis.verdicts.margin import DEFAULT_MARGIN

if TYPE_CHECKING:
    from engine.analysis.comparison import Comparison, ComparisonRow
    from engine.analysis.curves.aligned import MeanCurve
    from engine.analysis.forgetting.measured import ForgettingRecord
    from engine.analysis.forgetting.stability_plasticity import TradeoffPoint
    from engine.analysis.verdicts.verdict import MetricDifference
    from engine.store import Store
    from engine.store.rows import RunRow


@dataclass(frozen=True, eq=False)
class ComparisonData:
    """A comparison (``engine.analysis.comparison.Comparison``) with the curves of its rows, by the row's first run.

    Attributes:
        curves: validation error (``curve_key``: the first run's main metric) over epochs of the last stage.
        retention: perplexity on general text × before, over the run's steps; bands and means are those of ratios.
        earlier: accuracy on earlier tasks, percent, the mean over those measured, over the run's steps; of tasks
            with another main metric its score.
        earlier_title: what ``earlier`` holds, in words.
        stages: (first step, title) of the stages after the first, where all runs have the same.
        places: by (x, y) of ``engine.analysis.forgetting.stability_plasticity`` where each row stands; empty where
            nothing was measured.
        interval: whether bands are 95 % intervals of the mean rather than ± s.d.
    """

    comparison: Comparison
    curves: Mapping[int, MeanCurve] = field(default_factory=dict)
    running: int = 0
    missing: int = 0
    baseline: int = 0
    against: Mapping[int, MetricDifference] = field(default_factory=dict)
    """Each row's difference (``engine.analysis.verdicts.verdict.MetricDifference``) to the row whose first run is
    ``baseline``."""
    retention: Mapping[int, MeanCurve] = field(default_factory=dict)
    earlier: Mapping[int, MeanCurve] = field(default_factory=dict)
    stages: tuple[tuple[int, str], ...] = ()
    places: Mapping[tuple[str, str], Sequence[TradeoffPoint]] = field(default_factory=dict)
    interval: bool = False
    curve_key: str = "validation/error"
    levels: Mapping[int, float] = field(default_factory=dict)
    """The best validation error of rows without a course (linear baselines), which are no ``curves``."""
    earlier_title: str = "accuracy, %"
    looks: str = ""
    """How often the test texts have been looked at, in a sentence; empty where that is not known."""
    further_seeds: Mapping[int, int] = field(default_factory=dict)
    """The seeds that strategies need which cannot be told from the baseline, by their first run."""
    judged_by: str = "error"
    """The name of the metric of ``against``."""
    metrics: tuple[tuple[str, str], ...] = ()
    """(title, name) of the metrics that strategies can be judged by, the main metric first."""
    evidence: tuple[str, ...] = ()
    """What the figures rest on, in sentences (``engine.analysis.evidence``)."""


def load_comparison(
    store: Store,
    ids: Sequence[int],
    all_settings: bool,
    group_seeds: bool,
    baseline: int = 0,
    interval: bool = False,
    margin: float = DEFAULT_MARGIN,
    metric: str = "",
) -> ComparisonData | None:
    """Return the comparison of runs ``ids`` in that order; runs that were deleted meanwhile are left out and counted.

    With ``all_settings`` there is a column for every stored test metric too, else for those that tables have one for
    and the one that is judged by. ``baseline`` is the first run of the row that others are held against; no such row:
    the first. Results of ``metric`` (the first run's main metric unless named) that are nearer than ``margin`` points
    count as equal; of metrics that are no percentages, nearer than a hundredth of that.
    """
    from engine.analysis import task_results
    from engine.analysis.comparability import read_measured_on
    from engine.analysis.comparison import compare_runs
    from engine.analysis.curves.compared import (
        earlier_task_curves,
        fitted_levels,
        retention_curves,
        validation_curves,
    )
    from engine.analysis.evidence import evidence_notes
    from engine.analysis.forgetting import measured
    from engine.analysis.split_metrics import stored_test_metrics
    from engine.analysis.verdicts.further_seeds import seeds_needed
    from engine.analysis.verdicts.odometer import looks_of_runs, looks_sentence
    from engine.store import runs

    found = {row.id: row for row in runs.list_runs(store, ids=list(ids), archived=None)} if ids else {}
    rows = [found[i] for i in ids if i in found]
    if not rows:
        return None
    numbers = [row.id for row in rows]
    experiments = runs.get_experiments(store, numbers)
    reached = task_results.task_results_of_runs(store, experiments)
    tests = {number: task_results.errors_by_task(each) for number, each in reached.items()}
    further = {number: task_results.further_metrics(each) for number, each in reached.items()}
    stored = {
        number: {**further[number], **values}
        for number, values in stored_test_metrics(store, numbers).items()
    }
    choices = _judged_metrics(rows, stored)
    judged_by = metric if metric in {name for _, name in choices} else rows[0].metric
    shown = {
        number: {
            name: value
            for name, value in values.items()
            if all_settings or name in further[number] or name == judged_by
        }
        for number, values in stored.items()
    }
    lost = measured.read_forgetting(store, numbers)
    comparison = compare_runs(rows, experiments, all_settings=all_settings, group_seeds=group_seeds, test_errors=tests,
                         forgetting=lost, test_metrics=shown,
                         measured_on=read_measured_on(store, numbers))  # fmt: skip
    stages = {number: runs.list_stages(store, number) for number in numbers}
    shared = next((each.metric for each in lost.values() if each.metric is not None), None)
    against = next((r for r in comparison.rows if r.runs[0] == baseline), comparison.rows[0])
    differences = _differences(store, comparison, against, found, margin, judged_by)
    bounds = {tuple((s.first_step, s.title) for s in each[1:]) for each in stages.values() if each}
    return ComparisonData(
        comparison,
        validation_curves(store, comparison, rows[0].metric, stages, interval),
        sum(r.active for r in rows),
        len(ids) - len(rows),
        against.runs[0],
        differences,
        retention_curves(store, comparison, lost, interval),
        earlier_task_curves(store, comparison, lost, shared, interval),
        bounds.pop() if len(bounds) == 1 else (),
        _places(comparison, found, lost),
        interval,
        f"validation/{rows[0].metric}",
        fitted_levels(comparison, stages),
        ", ".join(part for part in (shared.score_title, shared.unit) if part) if shared else "accuracy, %",
        looks_sentence(looks_of_runs(store, rows)),
        seeds_needed(differences) if group_seeds else {},
        judged_by,
        choices,
        tuple(evidence_notes(store, numbers)),
    )


def _differences(
    store: Store,
    comparison: Comparison,
    baseline: ComparisonRow,
    found: Mapping[int, RunRow],
    margin: float,
    metric: str,
) -> Mapping[int, MetricDifference]:
    if len(comparison.rows) < 2:
        return {}
    from engine.analysis.verdicts.significance import compare_with_baseline
    from engine.metrics.base import known_metrics

    known = known_metrics().get(metric)
    if known is None:
        return {}
    margin = margin if known.unit == "%" else margin / 100
    others = {r.runs[0]: [found[i] for i in r.runs] for r in comparison.rows if r is not baseline}
    return compare_with_baseline(store, [found[i] for i in baseline.runs], others, margin, metric=metric)


def _judged_metrics(
    rows: Sequence[RunRow], further: Mapping[int, Mapping[str, float]]
) -> tuple[tuple[str, str], ...]:
    """Return (title, name) of the main metric, of further ones that any run has a test value of, and of the loss."""
    from engine.metrics.base import known_metrics

    known = known_metrics()
    there = [name for row in rows for name in further.get(row.id, {})]
    names = dict.fromkeys(
        [rows[0].metric, *there, *(["loss"] if any(r.test_loss is not None for r in rows) else [])]
    )
    return tuple((known[name].title, name) for name in names if name in known)


def queue_seeds(
    store: Store, baseline: Sequence[int], needed: Sequence[tuple[tuple[int, ...], int]]
) -> tuple[int, list[int]]:
    """Queue the seeds that strategies need, each named by its runs; for a worker thread.

    Returns how many runs were queued, and the numbers of all runs of these seeds that were not compared yet.
    """
    from engine.launch.further_seeds import queue_further_seeds
    from engine.store import runs

    def rows(numbers: Sequence[int]) -> list[RunRow]:
        return [runs.get_run(store, number) for number in numbers]

    queued, known = queue_further_seeds(
        store, rows(baseline), [(rows(numbers), units) for numbers, units in needed]
    )
    return len(queued), [*known, *queued]


def _places(
    comparison: Comparison, found: Mapping[int, RunRow], lost: Mapping[int, ForgettingRecord]
) -> dict[tuple[str, str], Sequence[TradeoffPoint]]:
    from engine.analysis.forgetting.stability_plasticity import PLASTICITY_AXES, STABILITY_AXES, place_groups

    made = {
        (x.key, y.key): place_groups(comparison, found, lost, x, y)
        for x in STABILITY_AXES
        for y in PLASTICITY_AXES
    }
    return {key: those for key, those in made.items() if those}


def recent_runs(store: Store, limit: int = 40) -> list[tuple[int, str, str]]:
    """(id, name, status) of the newest runs, for the menu that adds them."""
    from engine.store import runs

    return [(row.id, row.name, row.status) for row in runs.list_runs(store, limit=limit)]
