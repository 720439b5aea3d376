"""Read from the store all measures of forgetting of a run, in one record."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.analysis.forgetting import continual
from engine.analysis.forgetting.retention import PassageInterval, passage_interval
from engine.errors import UserError
from engine.metrics.base import Metric, known_metrics
from engine.spec.experiment import Experiment
from engine.spec.stages.checkpoint_bound import retention_factor
from engine.spec.task_names import stage_ancestors, task_labels
from engine.store import Store, metrics, probe_results, runs, summaries
from engine.store.metrics import MetricCurve, StageLookup, weak_heads
from engine.store.summaries import MetricSummary

PASSAGES = "retention/passages"
"""The map of losses by passage (``engine.probes.retention``)."""


def _empty_matrix() -> np.ndarray:
    return np.zeros((0, 0))


@dataclass(frozen=True, eq=False)
class ForgettingRecord:
    """All measures of forgetting of one run; None or empty where they were not measured.

    "After" are the weights selected by the last stage, or, while it runs, those measured last. Losses in nats per
    masked word, errors and accuracies in percent, differences of them in percentage points. The formulas are those of
    ``engine.analysis.forgetting.continual``, applied to the line of stages on which the last stage builds. They are
    published for accuracies; for a task of another objective the score of its main metric takes their place
    (``Metric.score``), and tasks with different metrics have no means.

    Attributes:
        loss_before, loss_after: of the original masked-word head on general text, at step 0 and after.
        accuracy_before, accuracy_after: % of masked words that it predicts correctly.
        knowledge: by ability: error % of a linear probe before and after.
        tasks: labels ``K:NAME`` of the T tasks in order, K the number of the stage that teaches it.
        metrics: the main metric of each task, ``error`` where it has classes.
        matrix: [T, T] R[i, j]: test accuracy % on task j after the stage that taught task i; NaN where unknown.
        passages: [2, P] of each passage of general text: the sum of (loss after − loss before) over its masked words,
            and their number; [2, 0] where it was not kept.
        stages, by_stage: the same for S stages of these numbers, [S, T]: those that teach and those that follow one.
        line: of the rows of ``by_stage`` those of the stages on which the last tested one builds, and that one last.
        min_accuracy: mean over earlier tasks of their lowest validation accuracy since they were learnt.
        drift, similarity, attention: ``drift/all``, ``similarity/cka``, ``attention/change`` after.
        forgotten_examples: % of the training texts of the last stage that measured it.
        cost_share: % of the run's time spent on probes.
        weak_head: why ``factor`` is not known although losses are, in a sentence: the masked-word head that was fitted
            predicts hardly better than word frequencies; empty where it is sound.
    """

    run_id: int
    loss_before: float | None = None
    loss_after: float | None = None
    accuracy_before: float | None = None
    accuracy_after: float | None = None
    knowledge: dict[str, tuple[float, float]] = field(default_factory=dict)
    tasks: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    matrix: np.ndarray = field(default_factory=_empty_matrix)
    average_accuracy: float | None = None
    forgetting: float | None = None
    backward_transfer: float | None = None
    forward_transfer: float | None = None
    worst_case_accuracy: float | None = None
    drift: float | None = None
    similarity: float | None = None
    attention: float | None = None
    forgotten_examples: float | None = None
    cost_share: float | None = None
    min_accuracy: float | None = None
    stages: tuple[int, ...] = ()
    passages: np.ndarray = field(default_factory=lambda: np.zeros((2, 0)))
    by_stage: np.ndarray = field(default_factory=_empty_matrix)
    line: tuple[int, ...] = ()
    weak_head: str = ""

    @property
    def metric(self) -> Metric | None:
        """The main metric that all tasks share; None where there are no tasks or they differ in it."""
        return known_metrics()[self.metrics[0]] if len(set(self.metrics)) == 1 else None

    @property
    def factor(self) -> float | None:
        """The growth factor of the perplexity on general text, exp(loss_after − loss_before); > 1: forgotten."""
        if self.loss_before is None or self.loss_after is None or self.weak_head:
            return None
        return retention_factor(self.loss_before, self.loss_after)

    @property
    def factor_interval(self) -> PassageInterval | None:
        """The factor with its interval over passages; None where passages were not kept one by one."""
        return passage_interval(*self.passages)


def read_forgetting(store: Store, run_ids: Iterable[int]) -> dict[int, ForgettingRecord]:
    """Return the forgetting record of each run, by its number; empty for a run that measured nothing."""
    numbers = list(run_ids)
    initial = probe_results.initial_measures(store, numbers)
    by_stage = summaries.read_stage_summaries(store, numbers)
    weak = weak_heads(store, numbers)
    return {
        number: _forgetting_of_run(store, number, initial[number], by_stage[number], weak.get(number, ""))
        for number in numbers
    }


def _forgetting_of_run(
    store: Store,
    number: int,
    initial: Mapping[str, float],
    by_stage: Mapping[int, Mapping[str, MetricSummary]],
    weak_head: str,
) -> ForgettingRecord:
    latest = {key: summary for _, of_stage in sorted(by_stage.items()) for key, summary in of_stage.items()}

    def after(key: str) -> float | None:
        summary_ = latest.get(key)
        return None if summary_ is None else summary_.last if summary_.at_best is None else summary_.at_best

    knowledge = {
        key.split("/")[1]: (initial[key], value)
        for key in sorted(initial)
        if key.startswith("knowledge/") and key.endswith("/error") and (value := after(key)) is not None
    }
    examples = latest.get("examples/forgotten")
    record = ForgettingRecord(
        run_id=number,
        passages=np.zeros((2, 0)) if weak_head else read_passages(store, number),
        weak_head=weak_head,
        loss_before=initial.get("retention/loss"),
        loss_after=after("retention/loss"),
        accuracy_before=initial.get("retention/accuracy"),
        accuracy_after=after("retention/accuracy"),
        knowledge=knowledge,
        drift=after("drift/all"),
        similarity=after("similarity/cka"),
        attention=after("attention/change"),
        forgotten_examples=None if examples is None else examples.last,
        cost_share=latest["probes/share"].last if "probes/share" in latest else None,
    )
    return _with_tasks(store, record, by_stage, latest)


def read_passages(store: Store, number: int) -> np.ndarray:
    """Return ``ForgettingRecord.passages`` of a run: the losses after the last stage less the initial ones."""
    series = probe_results.read_maps(store, [number], [PASSAGES]).get((number, PASSAGES))
    if series is None or len(series) < 2 or series.step[0] != 0:
        return np.zeros((2, 0))
    (before, counts), (after, _) = series.value[0], series.value[-1]
    return np.stack([after - before, counts])


def _with_tasks(
    store: Store,
    record: ForgettingRecord,
    stage_values: Mapping[int, Mapping[str, MetricSummary]],
    latest: Mapping[str, MetricSummary],
) -> ForgettingRecord:
    """Return the record with the fields about tasks, where the run teaches some and its specification can be read."""
    try:
        experiment = runs.get_experiment(store, record.run_id)
    except UserError:  # an option of a plug-in that is gone
        return record
    labels = task_labels(experiment)
    tasks = [label for of_stage in labels for label in of_stage]
    if not tasks:
        return record
    rows = [
        i
        for i in range(len(labels))
        if labels[i] or any(labels[before - 1] for before, _ in stage_ancestors(experiment, i))
    ]
    metric_of = _metrics_of_tasks(experiment, labels)
    by_stage = np.array([_scores_after_stage(experiment, labels, metric_of, stage_values, i) for i in rows])
    stage_of = {label: i for i, of_stage in enumerate(labels) for label in of_stage}
    record = replace(
        record,
        tasks=tuple(tasks),
        metrics=tuple(metric_of[label].name for label in tasks),
        matrix=np.array([by_stage[rows.index(stage_of[label])] for label in tasks]),
        stages=tuple(i + 1 for i in rows),
        by_stage=by_stage,
    )
    measured_rows = [row for row in range(len(rows)) if np.isfinite(by_stage[row]).any()]
    if not measured_rows:
        return record
    # The present is the last stage that has been tested; what counts is the line of stages it builds upon.
    last = rows[measured_rows[-1]]
    line = [*(before - 1 for before, _ in stage_ancestors(experiment, last)), last]
    line_rows = [rows.index(i) for i in line if i in rows]
    columns = [j for j, label in enumerate(tasks) if stage_of[label] in line]
    matrix = by_stage[np.ix_(line_rows, columns)]
    task_rows = [line_rows.index(rows.index(stage_of[tasks[j]])) for j in columns]
    transfer = _forward_transfer([tasks[j] for j in columns], latest)
    record = replace(record, line=tuple(line_rows), forward_transfer=transfer)
    if len({metric_of[tasks[j]].name for j in columns}) > 1:
        return record
    record = replace(
        record,
        average_accuracy=continual.average_accuracy(matrix),
        backward_transfer=continual.backward_transfer(matrix, task_rows),
        forgetting=continual.forgetting(matrix, task_rows),
    )
    earlier = [tasks[j] for j in columns if stage_of[tasks[j]] != last]
    if earlier:
        present = [
            _score(stage_values.get(last, {}), f"validation/{metric_of[label].name}{end}", metric_of[label])
            for label, end in _key_suffixes(labels, last)
        ]
        keys = {label: f"earlier/{label}/{metric_of[label].name}" for label in earlier}
        curves = metrics.read_curves(store, [record.run_id], [*keys.values()])
        stages = StageLookup(store, record.run_id)
        minima = [
            _lowest(curves.get((record.run_id, key)), metric_of[label], stages, set(line), stage_of[label])
            for label, key in keys.items()
        ]
        worst = continual.worst_case_accuracy(present, minima)
        record = replace(record, min_accuracy=continual.minimum_accuracy(minima), worst_case_accuracy=worst)
    return record


def _metrics_of_tasks(experiment: Experiment, labels: Sequence[tuple[str, ...]]) -> dict[str, Metric]:
    """Return the main metric of each task's objective, by the task's label."""
    metrics_ = known_metrics()
    return {
        label: metrics_[task.objective.main_metric]
        for stage, of_stage in zip(experiment.stages, labels, strict=True)
        for label, task in zip(of_stage, stage.labelled_tasks(), strict=True)
    }


def _scores_after_stage(
    experiment: Experiment,
    labels: Sequence[tuple[str, ...]],
    metric_of: Mapping[str, Metric],
    stage_values: Mapping[int, Mapping[str, MetricSummary]],
    index: int,
) -> list[float]:
    """Return test scores of all tasks after stage ``index`` (from 0); NaN for those it does not build upon."""
    values = stage_values.get(index, {})
    before = {number - 1 for number, _ in stage_ancestors(experiment, index)}
    scores = []
    for i, of_stage in enumerate(labels):
        for (label, end), _ in zip(_key_suffixes(labels, i), of_stage, strict=True):
            metric = metric_of[label]
            if i == index:
                scores.append(_score(values, f"test/{metric.name}{end}", metric))
            elif i in before:
                scores.append(_score(values, f"earlier/{label}/test_{metric.name}", metric))
            else:
                scores.append(math.nan)
    return scores


def _key_suffixes(labels: Sequence[tuple[str, ...]], index: int) -> list[tuple[str, str]]:
    """Return the labels of a stage, each with the suffix of the keys of its own task's measures."""
    return [
        (label, f"/{label.partition(':')[2]}" if len(labels[index]) > 1 else "") for label in labels[index]
    ]


def _score(values: Mapping[str, MetricSummary], key: str, metric: Metric) -> float:
    summary = values.get(key)
    return math.nan if summary is None or summary.at_best is None else metric.score(summary.at_best)


def _lowest(
    curve: MetricCurve | None, metric: Metric, stages: StageLookup, line: set[int], home: int
) -> float:
    """Return the lowest score of a task since stage ``home`` ended; measures of other branches do not count."""
    if curve is None:
        return math.nan
    is_measured = [stages.position_of(int(step)) in line - {home} for step in curve.step]
    values = curve.value[np.array(is_measured, bool) & np.isfinite(curve.value)]
    return min(map(metric.score, values.tolist()), default=math.nan)


def _forward_transfer(tasks: Sequence[str], latest: Mapping[str, MetricSummary]) -> float | None:
    """Return forward transfer over the tasks before which it was measured; the first stage has nothing before it."""
    pairs = [
        (latest[f"forward/{task}/error"].last, latest[f"forward/{task}/untrained"].last)
        for task in tasks
        if f"forward/{task}/error" in latest and f"forward/{task}/untrained" in latest
    ]
    scores = [
        (100 - now, 100 - untrained) for now, untrained in pairs if now is not None and untrained is not None
    ]
    return continual.forward_transfer(*zip(*scores, strict=True)) if scores else None
