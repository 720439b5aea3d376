"""Group the runs of one strategy: their forgetting records, curves and layer profiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.analysis import task_results
from engine.analysis.comparability import MeasuredOn, read_measured_on
from engine.analysis.compared_runs import ComparedRuns, describe_comparison
from engine.analysis.comparison import Comparison, compare_runs, disambiguate, distinctive_names
from engine.analysis.curves.compared import AlignedCurves, align_curves
from engine.analysis.forgetting import measured
from engine.analysis.forgetting.lost_texts import LostTexts, read_lost_texts
from engine.analysis.forgetting.measured import ForgettingRecord, PassageInterval, mean_interval
from engine.analysis.split_metrics import further_test_metrics
from engine.analysis.verdicts.statistics import Spread, geometric_spread, spread
from engine.errors import UserError
from engine.formatting.numbers import read_index
from engine.metrics.base import Metric, known_metrics
from engine.spec.experiment import Experiment
from engine.store import Store, probe_results, runs, summaries
from engine.store import metrics as metric_rows
from engine.store.rows import RunRow, StageRow

LAYER_MAPS = {
    "drift/layers": "drift/all",
    "similarity/cka": "similarity/cka",
    "attention/heads": "attention/change",
}
"""Maps over layers, each with the key of the scalar measured with it."""


@dataclass(frozen=True, eq=False)
class RunGroup:
    """Runs that differ only in their seeds.

    ``slot`` is the colour of the first run, ``measured_on`` the texts of its test error. ``lost_texts`` holds for each
    run the test texts of earlier tasks that it has lost, None where they are not known. It is empty if it was not read.
    """

    name: str
    slot: int
    runs: tuple[RunRow, ...]
    records: tuple[ForgettingRecord, ...]
    stages: tuple[StageRow, ...]
    experiment: Experiment
    measured_on: MeasuredOn | None = None
    lost_texts: tuple[LostTexts | None, ...] = ()

    @property
    def run_ids(self) -> tuple[int, ...]:
        """The runs' numbers."""
        return tuple(run.id for run in self.runs)

    @property
    def factor(self) -> Spread | None:
        """Factor of the perplexity on general text, over the runs."""
        return geometric_spread([record.factor for record in self.records])

    @property
    def factor_interval(self) -> PassageInterval | None:
        """Interval of ``factor`` over passages for these weights, None if unknown."""
        return mean_interval([record.passages for record in self.records])

    def spread_of(self, name: str) -> Spread | None:
        """Return the spread of a measure of ``ForgettingRecord`` over the runs that have it."""
        return spread([getattr(record, name) for record in self.records])

    @property
    def main_metric(self) -> Metric | None:
        """The metric of the runs' results, None if it is not installed."""
        return known_metrics().get(self.runs[0].metric)

    @property
    def test_error(self) -> Spread | None:
        """Test error % of the last tested stage, or the shortfall of another main metric (less is better)."""
        metric = self.main_metric
        return spread(
            [None if run.test is None or metric is None else metric.shortfall(run.test) for run in self.runs]
        )

    @property
    def metric(self) -> Metric | None:
        """The main metric shared by all tasks, None if their metrics differ."""
        return self.records[0].metric

    @property
    def tasks(self) -> tuple[str, ...]:
        """Labels of the tasks."""
        return self.records[0].tasks

    def knowledge(self) -> dict[str, tuple[Spread | None, Spread | None]]:
        """Error % of a linear probe before and after training, by ability."""
        names = dict.fromkeys(name for record in self.records for name in record.knowledge)
        pairs = {
            name: [record.knowledge[name] for record in self.records if name in record.knowledge]
            for name in names
        }
        return {name: (spread([a for a, _ in of]), spread([b for _, b in of])) for name, of in pairs.items()}

    def accuracies(self) -> list[list[Spread | None]]:
        """Test accuracy % (or score) by stage and task: R with a row for each of ``records[0].stages``."""
        shape = self.records[0].by_stage.shape
        matrices = [record.by_stage for record in self.records if record.by_stage.shape == shape]
        return [
            [spread([float(m[i, j]) for m in matrices]) for j in range(shape[1])] for i in range(shape[0])
        ]


def group_runs(store: Store, run_ids: Sequence[int]) -> tuple[list[RunGroup], Comparison]:
    """Return the strategies among ``run_ids`` in order of their first runs, and their comparison.

    Raises UserError for an unknown run, or one whose specification cannot be read.
    """
    numbers = list(dict.fromkeys(run_ids))
    rows = {number: runs.get_run(store, number) for number in numbers}
    experiments = runs.get_experiments(store, numbers)
    records = measured.read_forgetting(store, numbers)
    comparison = _compare(store, [*rows.values()], False, True, None, records)
    short_names = distinctive_names([str(row.values["name"]) for row in comparison.rows])
    names = disambiguate(comparison, short_names)
    named_rows = tuple(
        replace(row, name=name, values={**row.values, "name": name})
        for row, name in zip(comparison.rows, names, strict=True)
    )
    comparison = replace(comparison, rows=named_rows)
    groups = [
        RunGroup(
            str(row.values["name"]),
            row.slot,
            tuple(rows[number] for number in row.runs),
            tuple(records[number] for number in row.runs),
            tuple(runs.list_stages(store, row.runs[0])),
            experiments[row.runs[0]],
            row.measured_on,
            read_lost_texts(store, [records[number] for number in row.runs]),
        )
        for row in comparison.rows
    ]
    return groups, comparison


def compare_stored_runs(
    store: Store,
    rows: Sequence[RunRow],
    *,
    all_settings: bool = False,
    group_seeds: bool = False,
    metrics: Sequence[str] = (),
) -> ComparedRuns:
    """Return the comparison of everything stored about the runs.

    ``metrics``: further metrics whose test values get columns, in addition to the default ones.
    """
    table = _compare(store, rows, all_settings, group_seeds, metrics)
    return describe_comparison(store, table, rows)


def _compare(
    store: Store,
    rows: Sequence[RunRow],
    all_settings: bool,
    group_seeds: bool,
    metrics: Sequence[str] | None,
    forgetting: Mapping[int, ForgettingRecord] | None = None,
) -> Comparison:
    """Return ``compare_runs`` of the stored runs. ``metrics`` None: no columns of further metrics."""
    numbers = [row.id for row in rows]
    experiments = runs.get_experiments(store, numbers)
    results = task_results.task_results_of_runs(store, experiments)
    values: dict[int, dict[str, float]] = {}
    if metrics is not None:
        extra = further_test_metrics(store, numbers, list(metrics)) if metrics else {}
        values = {n: task_results.further_metrics(each) | extra.get(n, {}) for n, each in results.items()}
    return compare_runs(
        rows,
        experiments,
        all_settings=all_settings,
        group_seeds=group_seeds,
        test_errors={number: task_results.errors_by_task(each) for number, each in results.items()},
        test_metrics=values,
        forgetting=measured.read_forgetting(store, numbers) if forgetting is None else forgetting,
        measured_on=read_measured_on(store, numbers),
    )


def group_curves(
    store: Store, strategy: RunGroup, key: str
) -> tuple[list[metric_rows.MetricCurve], AlignedCurves | None]:
    """Return the curves of a metric for all runs that have it, and the same curves on common steps."""
    stored = metric_rows.read_curves(store, strategy.run_ids, [key])
    curves = [stored[number, key] for number in strategy.run_ids if (number, key) in stored]
    return curves, align_curves([(c.step.astype(np.float64), c.value) for c in curves]) if curves else None


def mean_final_map(store: Store, strategy: RunGroup, key: str) -> np.ndarray | None:
    """Return a map of ``LAYER_MAPS`` for the weights selected by the last stage, averaged over the runs.

    A run without selected weights contributes its newest map. None if no run has the map.
    """
    stored = probe_results.read_maps(store, strategy.run_ids, [key])
    maps = [
        series.value[_final_step_index(store, number, LAYER_MAPS[key], series.step)]
        for number in strategy.run_ids
        if (series := stored.get((number, key))) is not None
    ]
    equal_maps = [values for values in maps if values.shape == maps[0].shape]
    return np.mean(equal_maps, axis=0) if equal_maps else None


def _final_step_index(store: Store, number: int, metric: str, steps: np.ndarray) -> int:
    """Return the index in ``steps`` of the selected weights, identified by the value of ``metric``."""
    summary = summaries.read_summaries(store, [number], [metric])[number].get(metric)
    curves = metric_rows.read_curves(store, [number], [metric])
    if summary is None or summary.at_best is None or (number, metric) not in curves:
        return len(steps) - 1
    points = curves[number, metric]
    hits = set(points.step[points.value == summary.at_best].tolist())
    return max((index for index, step in enumerate(steps.tolist()) if step in hits), default=len(steps) - 1)


def resolve_run_arguments(store: Store, texts: Iterable[str]) -> list[int]:
    """Return the runs given by ids, names, ``last``, names of sweeps and ``sweep:3``.

    Raises UserError for an argument that matches none of them, or several sweeps.
    """
    numbers: list[int] = []
    for text in texts:
        numbers += _sweep_runs(store, text) or [runs.find_run(store, text).id]
    return list(dict.fromkeys(numbers))


def _sweep_runs(store: Store, text: str) -> list[int]:
    """Return the runs of the sweep named ``text``, empty if there is no such sweep."""
    if text.isdecimal() or text == "last":
        return []
    prefix, _, digits = text.partition(":")
    number = read_index(digits) if prefix == "sweep" else None
    if number is not None:
        sweeps = [number]
    else:
        sweeps = [
            row[0] for row in store.execute("SELECT id FROM sweeps WHERE name = ? ORDER BY id", (text,))
        ]
    if len(sweeps) > 1:
        raise UserError(
            f"{len(sweeps)} sweeps are called '{text}'.",
            remedy=f"Name one of {', '.join(f'sweep:{sweep_}' for sweep_ in sweeps)}.",
        )
    members = [run for sweep in sweeps for run in runs.list_sweep_runs(store, sweep)]
    if number is not None and not members:
        raise UserError(f"there is no sweep {number}.", remedy="List runs with: palimpsest runs --json")
    return members
