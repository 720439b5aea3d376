"""Data of the Compare page, read from the store in one call in the reader thread. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from engine.analysis.verdicts.crossed_effects import margin_for
from workbench.engine_texts import data_titles
from workbench.language import tr_engine

if TYPE_CHECKING:
    from engine.analysis.compared_runs import ComparedRuns
    from engine.analysis.comparison import Comparison, ComparisonRow
    from engine.analysis.curves.compared import MeanCurve
    from engine.analysis.forgetting.measured import ForgettingRecord
    from engine.analysis.forgetting.stability_plasticity import TradeoffPoint
    from engine.analysis.verdicts.verdict import MetricDifference
    from engine.spec.experiment import Experiment
    from engine.store import Store
    from engine.store.rows import RunRow


@dataclass(frozen=True, eq=False)
class ComparisonCurves:
    """The curves of a comparison's rows, by the row's first run.

    Attributes:
        validation: ``key`` (the first run's main metric in validation) over epochs of the last stage.
        levels: the best validation value of rows without a curve (linear baselines).
        retention: perplexity on general text × before, over the run's steps. Bands and means are those of ratios.
        earlier: accuracy on earlier tasks, percent, the mean over those measured, over the run's steps; for tasks
            with another main metric, its score.
        earlier_title: title of ``earlier``.
        stages: (first step, title) of the stages after the first, if all runs have the same ones.
            ``stages_differ`` otherwise.
    """

    key: str
    validation: Mapping[int, MeanCurve]
    levels: Mapping[int, float]
    retention: Mapping[int, MeanCurve]
    earlier: Mapping[int, MeanCurve]
    earlier_title: str
    stages: tuple[tuple[int, str], ...]
    stages_differ: bool


@dataclass(frozen=True, eq=False)
class ComparisonData:
    """A comparison (``engine.analysis.compared_runs.ComparedRuns``) with the data and texts of the page.

    Attributes:
        running: number of its runs that have not ended. ``missing``: number of requested runs not in the store.
        baseline: the first run of the baseline's row. ``baseline_finished``: whether it has a result.
        places: positions of each row, by (x, y) of ``engine.analysis.forgetting.stability_plasticity``, empty where
            nothing was measured.
        interval: whether bands are 95 % intervals of the mean rather than ± s.d.
        retention: each other row's difference from the baseline in forgetting of general text, by its first run.
        further_seeds: seeds required by strategies without a significant difference, by their first run.
        judged_by: name of the metric of ``against``.
        metrics: (title, name) of the available metrics, the main metric first.
        tasks: the evaluation data of each row, by its first run, empty if all are the same.
    """

    answer: ComparedRuns
    curves: ComparisonCurves
    running: int
    missing: int
    baseline: int
    baseline_finished: bool
    retention: Mapping[int, MetricDifference]
    places: Mapping[tuple[str, str], Sequence[TradeoffPoint]]
    interval: bool
    further_seeds: Mapping[int, int]
    judged_by: str
    metrics: tuple[tuple[str, str], ...]
    tasks: Mapping[int, str]

    @property
    def comparison(self) -> Comparison:
        """The table."""
        return self.answer.table

    @cached_property
    def against(self) -> dict[int, MetricDifference]:
        """Each other row's difference from the baseline, by the row's first run."""
        return {self.answer.table.rows[n].runs[0]: each for n, each in self.answer.tests.items()}

    @property
    def grouped(self) -> bool:
        """Whether runs that differ only in their seeds share a row."""
        return any(column.key == "n" for column in self.comparison.columns)


@dataclass(frozen=True)
class _TestResults:
    """Test results by run.

    Attributes:
        errors: the error of each task.
        further: values of the other metrics that have a column.
        stored: these, and every other metric in the store.
    """

    errors: Mapping[int, Mapping[str, float]]
    further: Mapping[int, Mapping[str, float]]
    stored: Mapping[int, Mapping[str, float]]

    def of_tables(self, judged_by: str) -> dict[int, dict[str, float]]:
        """Return the values of the metrics that have a column, and of ``judged_by``."""
        return {
            run: {name: value for name, value in values.items() if name in {*self.further[run], judged_by}}
            for run, values in self.stored.items()
        }


def load_comparison(
    store: Store,
    ids: Sequence[int],
    all_settings: bool,
    group_seeds: bool | None,
    baseline: int = 0,
    interval: bool = False,
    margin: float | None = None,
    metric: str = "",
) -> ComparisonData | None:
    """Return the comparison of the runs ``ids`` in that order. Deleted runs are omitted and counted.

    Args:
        all_settings: whether to have a column for every setting and stored test metric, else only for differing
            settings, for metrics with a column, and for ``metric``.
        group_seeds: whether runs that differ only in their seeds share a row. None: if any strategy has several.
        baseline: a run of the baseline's row; if there is none, ``choose_baseline``.
        interval: whether bands are 95 % intervals of the mean rather than ± s.d.
        margin: equivalence margin in points, or in hundredths for metrics that are no percentages. None: by the size
            of the test split.
        metric: the metric of the verdicts. Default: the first run's main metric.
    """
    from engine.analysis.comparability import read_measured_on
    from engine.analysis.compared_runs import describe_comparison
    from engine.analysis.comparison import compare_runs, repetition_groups
    from engine.analysis.forgetting.measured import read_forgetting
    from engine.analysis.verdicts.verdict import seeds_needed
    from engine.metrics.base import known_metrics
    from engine.store import runs

    by_id = {row.id: row for row in runs.list_runs(store, ids=list(ids), archived=None)} if ids else {}
    rows = [by_id[i] for i in ids if i in by_id]
    if not rows:
        return None
    numbers = [row.id for row in rows]
    experiments = runs.get_experiments(store, numbers)
    results = _read_results(store, experiments)
    choices = _judged_metrics(rows, results.stored)
    judged_by = metric if metric in {name for _, name in choices} else rows[0].metric
    forgetting = read_forgetting(store, numbers)
    if group_seeds is None:
        group_seeds = any(len(group) > 1 for group in repetition_groups(rows))
    comparison = compare_runs(
        rows,
        experiments,
        all_settings=all_settings,
        group_seeds=group_seeds,
        test_errors=results.errors,
        forgetting=forgetting,
        test_metrics=results.stored if all_settings else results.of_tables(judged_by),
        measured_on=read_measured_on(store, numbers),
    )
    pinned = (row for row in comparison.rows if baseline in row.runs)
    reference = next(pinned, None) or choose_baseline(comparison, by_id, experiments)
    answer = describe_comparison(store, comparison, rows)
    if judged_by in known_metrics():
        margin = None if margin is None else margin_for(judged_by, margin)
        answer = answer.with_tests(store, comparison.rows.index(reference), margin, judged_by)
    needed = {comparison.rows[n].runs[0]: units for n, units in seeds_needed(answer.tests).items()}
    return ComparisonData(
        answer,
        curves=_read_curves(store, comparison, rows[0].metric, forgetting, interval),
        running=sum(row.active for row in rows),
        missing=len(ids) - len(rows),
        baseline=reference.runs[0],
        baseline_finished=any(by_id[i].status == "finished" for i in reference.runs),
        retention=_retention(comparison, reference, by_id, experiments, forgetting),
        places=_tradeoff_points(comparison, by_id, forgetting),
        interval=interval,
        further_seeds=needed if group_seeds else {},
        judged_by=judged_by,
        metrics=choices,
        tasks=_tasks(comparison, by_id),
    )


def choose_baseline(
    comparison: Comparison, runs: Mapping[int, RunRow], experiments: Mapping[int, Experiment]
) -> ComparisonRow:
    """Return the default baseline: the plain strategy.

    That is the row with a finished run that has the fewest of the differing settings, because a protection against
    forgetting is such a setting. Ties go to the row queued first. A bag of words is chosen only if at most one row is
    trained by gradient steps.
    """
    settings = [column.key for column in comparison.columns if column.kind == "setting"]

    def finished(row: ComparisonRow) -> bool:
        return any(runs[number].status == "finished" for number in row.runs)

    def fitted(row: ComparisonRow) -> bool:
        return all(stage.fitted_at_once for stage in experiments[row.runs[0]].stages)

    trained = [row for row in comparison.rows if not fitted(row)]
    candidates = trained if len(trained) > 1 else [row for row in comparison.rows if fitted(row)]
    candidates = [row for row in candidates if finished(row)] or [*filter(finished, comparison.rows)]

    def plainness(row: ComparisonRow) -> tuple[int, int]:
        return sum(row.values.get(key) not in (None, False) for key in settings), min(row.runs)

    return min(candidates or comparison.rows, key=plainness)


def _tasks(comparison: Comparison, runs: Mapping[int, RunRow]) -> dict[int, str]:
    if len({row.measured_on for row in comparison.rows}) < 2:
        return {}
    return {row.runs[0]: data_titles(runs[row.runs[0]].data) for row in comparison.rows}


def _read_results(store: Store, experiments: Mapping[int, Experiment]) -> _TestResults:
    from engine.analysis import task_results
    from engine.analysis.split_metrics import stored_test_metrics

    reached = task_results.task_results_of_runs(store, experiments)
    further = {number: task_results.further_metrics(each) for number, each in reached.items()}
    stored = stored_test_metrics(store, list(experiments))
    return _TestResults(
        errors={number: task_results.errors_by_task(each) for number, each in reached.items()},
        further=further,
        stored={number: {**further[number], **values} for number, values in stored.items()},
    )


def _read_curves(
    store: Store,
    comparison: Comparison,
    metric: str,
    forgetting: Mapping[int, ForgettingRecord],
    interval: bool,
) -> ComparisonCurves:
    """Return the curves of the rows. ``metric`` is the main metric, ``forgetting`` the record of each run."""
    from engine.analysis.curves import compared
    from engine.store import runs

    stages = {number: runs.list_stages(store, number) for number in forgetting}
    bounds = {tuple((s.first_step, s.title) for s in each[1:]) for each in stages.values() if each}
    shared = next((each.metric for each in forgetting.values() if each.metric is not None), None)
    title_parts = (shared.score_title, shared.unit) if shared is not None else ("accuracy", "%")
    return ComparisonCurves(
        key=f"validation/{metric}",
        validation=compared.validation_curves(store, comparison, metric, stages, interval),
        levels=compared.fitted_levels(comparison, stages),
        retention=compared.retention_curves(store, comparison, forgetting, interval),
        earlier=compared.earlier_task_curves(store, comparison, forgetting, shared, interval),
        earlier_title=", ".join(tr_engine(part) for part in title_parts if part),
        stages=next(iter(bounds)) if len(bounds) == 1 else (),
        stages_differ=len(bounds) > 1,
    )


def _retention(
    comparison: Comparison,
    reference: ComparisonRow,
    runs: Mapping[int, RunRow],
    experiments: Mapping[int, Experiment],
    forgetting: Mapping[int, ForgettingRecord],
) -> dict[int, MetricDifference]:
    from engine.analysis.forgetting.forgetting_verdict import judge_retention
    from engine.analysis.report.words import judge_each
    from engine.analysis.run_groups import RunGroup

    def group(row: ComparisonRow) -> RunGroup:
        own = tuple(runs[number] for number in row.runs if number in forgetting)
        records = tuple(forgetting[run.id] for run in own)
        return RunGroup(str(row.runs[0]), row.slot, own, records, (), experiments[row.runs[0]])

    base = group(reference)
    others = [group(row) for row in comparison.rows if row is not reference]
    verdicts = judge_each(others, lambda each: judge_retention(each, base))
    return {int(first): difference for first, difference in verdicts.items()}


def _judged_metrics(
    rows: Sequence[RunRow], further: Mapping[int, Mapping[str, float]]
) -> tuple[tuple[str, str], ...]:
    """Return (title, name) of the main metric, of other metrics with a test value of any run, and of the loss."""
    from engine.metrics.base import known_metrics

    metrics = known_metrics()
    tested = [name for row in rows for name in further.get(row.id, {})]
    names = dict.fromkeys(
        [rows[0].metric, *tested, *(["loss"] if any(r.test_loss is not None for r in rows) else [])]
    )
    return tuple((tr_engine(metrics[name].title), name) for name in names if name in metrics)


def queue_seeds(
    store: Store, baseline: Sequence[int], needed: Sequence[tuple[tuple[int, ...], int]]
) -> tuple[int, list[int]]:
    """Queue the seeds that strategies need, each named by its runs; for a worker thread.

    Returns the number of queued runs, and the numbers of all runs of these seeds outside the comparison.
    """
    from engine.launch.further_seeds import queue_further_seeds
    from engine.store import runs

    def rows(numbers: Sequence[int]) -> list[RunRow]:
        return [runs.get_run(store, number) for number in numbers]

    queued, answer = queue_further_seeds(
        store, rows(baseline), [(rows(numbers), units) for numbers, units in needed]
    )
    return len(queued), [*answer, *queued]


def _tradeoff_points(
    comparison: Comparison, rows: Mapping[int, RunRow], forgetting: Mapping[int, ForgettingRecord]
) -> dict[tuple[str, str], Sequence[TradeoffPoint]]:
    from engine.analysis.forgetting.stability_plasticity import PLASTICITY_AXES, STABILITY_AXES, plane_points

    points = {
        (x.key, y.key): plane_points(comparison, rows, forgetting, x, y)
        for x in STABILITY_AXES
        for y in PLASTICITY_AXES
    }
    return {key: group for key, group in points.items() if group}


def recent_runs(store: Store, search: str = "", limit: int = 200) -> list[tuple[int, str, str]]:
    """Return (id, name, status) of the newest runs that match every word, for the list that adds them."""
    from engine.store import runs

    return [(row.id, row.name, row.status) for row in runs.list_runs(store, search, limit=limit)]
