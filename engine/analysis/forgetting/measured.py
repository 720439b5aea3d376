"""Read all measures of forgetting of a run from the store into one record."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine import paths
from engine.errors import UserError
from engine.metrics.base import Metric, known_metrics
from engine.spec.experiment import Experiment, stage_ancestors, task_labels
from engine.spec.stages.checkpoint_bound import retention_factor
from engine.store import Store, metrics, probe_results, runs, summaries
from engine.store.metrics import MetricCurve, StageLookup, weak_heads
from engine.store.summaries import MetricSummary


def average_accuracy(matrix: np.ndarray) -> float | None:
    """Return ACC: the mean present accuracy over all tasks, in percent.

    ACC = 1/T Σ_j R[T, j] (Lopez-Paz & Ranzato 2017, eq. 2).
    """
    return _mean(matrix[-1]) if len(matrix) else None


def backward_transfer(matrix: np.ndarray, taught_by_row: Sequence[int] | None = None) -> float | None:
    """Return BWT: the change of earlier tasks' accuracies since each was learnt, in percentage points; < 0: forgotten.

    BWT = 1/(T − 1) Σ_{j<T} (R[T, j] − R[j, j]) (Lopez-Paz & Ranzato 2017, eq. 3). This follows the paper; the authors'
    code divides by T instead, which includes the zero of the last task.
    """
    return _mean([matrix[-1, j] - matrix[row, j] for j, row in _earlier(matrix, taught_by_row)])


def forgetting(matrix: np.ndarray, taught_by_row: Sequence[int] | None = None) -> float | None:
    """Return F: the fall of earlier tasks from their best accuracy, in percentage points; > 0: forgotten.

    f(j) = max_{l<k} R[l, j] − R[k, j], F = 1/(k − 1) Σ_{j<k} f(j) (Chaudhry et al. 2018, 3.1). Some libraries subtract
    from R[j, j] instead, the accuracy just after learning, which gives −BWT.
    """
    falls = []
    for j, row in _earlier(matrix, taught_by_row):
        earlier_scores = matrix[:-1, j]
        # The best score of a task is unknown without the score just after learning it.
        falls.append(np.nanmax(earlier_scores) - matrix[-1, j] if np.isfinite(matrix[row, j]) else np.nan)
    return _mean(falls)


def forward_transfer(before: Sequence[float], untrained: Sequence[float]) -> float | None:
    """Return FWT: the gain of a task not yet learnt from earlier learning, in percentage points.

    FWT = 1/(T − 1) Σ_{j>1} (R[j − 1, j] − b[j]) (Lopez-Paz & Ranzato 2017, eq. 4), with R in ``before`` [T − 1] and b
    in ``untrained`` [T − 1], in percent. Since a task has no head before it is learnt, both are accuracies of a linear
    probe: on the encoder just before the task, and on the initial encoder.
    """
    return _mean(np.asarray(before, float) - np.asarray(untrained, float))


def minimum_accuracy(minima: Sequence[float]) -> float | None:
    """Return min-ACC: the mean over earlier tasks of the lowest accuracy since learning, in percent.

    min-ACC = 1/(k − 1) Σ_{i<k} min_{n > end of i} A_i(n) (De Lange et al. 2023, 3); ``minima`` [k − 1].
    """
    return _mean(minima)


def worst_case_accuracy(present: Sequence[float], minima: Sequence[float]) -> float | None:
    """Return WC-ACC: the mean of the last tasks' accuracies and the minima of earlier tasks, in percent.

    WC-ACC = 1/k A_k + (1 − 1/k) min-ACC (De Lange et al. 2023, 3). ``present`` are the accuracies of the tasks of the
    last stage (A_k, or several in multi-task learning), ``minima`` as above.
    """
    return _mean([*present, *minima])


def _earlier(matrix: np.ndarray, task_rows: Sequence[int] | None) -> list[tuple[int, int]]:
    """Return (task, row of the stage that taught it) for tasks taught before the last row."""
    rows = range(matrix.shape[1]) if task_rows is None else task_rows
    return [(j, row) for j, row in enumerate(rows) if row < len(matrix) - 1]


def _mean(values: Sequence[float] | np.ndarray) -> float | None:
    array = np.asarray(values, float)
    return float(array.mean()) if len(array) and np.isfinite(array).all() else None


TARGET = 0.02
"""Relative half-width of a narrow interval. Reports state the number of passages required for it."""


@dataclass(frozen=True)
class PassageInterval:
    """Perplexity factor on N passages with its 95 % interval over passages.

    ``needed``: approximate number of passages for an interval of ± 2 % of the factor.
    """

    factor: float
    low: float
    high: float
    passages: int
    needed: int


def passage_interval(differences: np.ndarray, counts: np.ndarray) -> PassageInterval | None:
    """Return the perplexity factor with its 95 % interval over passages, or None for fewer than two passages.

    Passages are a sample of general text, and the masked words of a passage form a cluster. Let d_i be the sum of (loss
    after − loss before) over the n_i masked words of passage i. The log factor r = Σ d_i / Σ n_i is a ratio estimate
    with s.e. √(N / (N − 1) Σ (d_i − r n_i)²) / Σ n_i (Cochran 1977, 6.4). The interval is r ± t s.e. with N − 1 degrees
    of freedom. It applies to these weights, not to other seeds.

    Example: d = [1, 3], n = [10, 10]: r = 0.2, s.e. = √(2 · 2) / 20 = 0.1.

    Args:
        differences: sums of differences of losses in nats, float [N].
        counts: numbers of masked words, [N].
    """
    passages, words = len(counts), float(counts.sum())
    if passages < 2:
        return None
    from scipy import stats

    rate = float(differences.sum()) / words
    spread = float(np.square(differences - rate * counts).sum()) * passages / (passages - 1)
    half = float(stats.t.ppf(0.975, passages - 1)) * math.sqrt(spread) / words
    needed = max(2, math.ceil(passages * (half / math.log1p(TARGET)) ** 2))
    return PassageInterval(_factor(rate), _factor(rate - half), _factor(rate + half), passages, needed)


def mean_interval(passages: Sequence[np.ndarray]) -> PassageInterval | None:
    """Return the passage interval of the geometric mean factor of several runs.

    ``passages`` holds [2, N] for each run: differences and counts. None if the runs read different passages.
    """
    if not passages or any(not np.array_equal(run[1], passages[0][1]) for run in passages):
        return None
    return passage_interval(np.mean([run[0] for run in passages], 0), passages[0][1])


def _factor(difference: float) -> float:
    return math.exp(difference) if difference < 700 else math.inf


@dataclass(frozen=True)
class MeasureDefinition:
    """Definition of a measure: its name, its field in ``ForgettingRecord``, its meaning with the source, its caveat."""

    name: str
    field: str
    meaning: str
    caveat: str

    def is_measured(self, record: ForgettingRecord) -> bool:
        """Return whether the run of ``record`` has the measure. The measure ``tasks`` requires several tasks."""
        value = getattr(record, self.field)
        return len(value) > 1 if self.field == "tasks" else value is not None and value != {}


def used_definitions(records: Iterable[ForgettingRecord]) -> tuple[MeasureDefinition, ...]:
    """Return the definitions of the measures that any of the runs of ``records`` has."""
    text = (paths.RESOURCES / "forgetting_measures.toml").read_text(encoding="utf-8")
    measures, measured = [MeasureDefinition(**each) for each in tomllib.loads(text)["measures"]], [*records]
    return tuple(each for each in measures if any(map(each.is_measured, measured)))


PASSAGES = "retention/passages"
"""Key of the map of losses by passage (``engine.probes.retention``)."""


def _empty_matrix() -> np.ndarray:
    return np.zeros((0, 0))


@dataclass(frozen=True, eq=False)
class ForgettingRecord:
    """All measures of forgetting of one run, None or empty if not measured.

    "After" refers to the weights selected by the last stage, or to the last measurement while it runs. Losses are in
    nats per masked word, errors and accuracies in percent, their differences in percentage points. The formulas of this
    module are applied to the chain of stages that leads to the last stage. They are published for accuracies; for other
    objectives the score of the main metric replaces the accuracy (``Metric.score``). There are no means over tasks with
    different metrics.

    Attributes:
        loss_before, loss_after: loss of the original masked-word head on general text, at step 0 and after.
        accuracy_before, accuracy_after: % of masked words that it predicts correctly.
        knowledge: by ability, error % of a linear probe before and after.
        tasks: labels ``K:NAME`` of the T tasks in order, where K is the number of the stage that teaches the task.
        metrics: the main metric of each task, ``error`` for classes.
        matrix: [T, T] R[i, j]: test accuracy % on task j after the stage that taught task i; NaN if unknown.
        passages: [2, P]: for each passage of general text, the sum of (loss after − loss before) over its masked words,
            and their number; [2, 0] if not stored.
        stages, by_stage: numbers of S stages, and scores [S, T] after each: stages that teach tasks or follow such a
            stage.
        line: rows of ``by_stage`` for the chain of stages that leads to the last tested stage, ending with it.
        min_accuracy: mean over earlier tasks of their lowest validation accuracy since they were learnt.
        drift, similarity, attention: ``drift/all``, ``similarity/cka``, ``attention/change`` after.
        forgotten_examples: % of the training texts in the last stage that measured it.
        cost_share: % of the run's time spent on probes.
        weak_head: reason for a missing ``factor`` despite losses: the fitted masked-word head predicts hardly better
            than word frequencies. Empty if the head is good.
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
        """The main metric shared by all tasks; None without tasks, or if their metrics differ."""
        return known_metrics()[self.metrics[0]] if len(set(self.metrics)) == 1 else None

    @property
    def factor(self) -> float | None:
        """Factor of the perplexity on general text, exp(loss_after − loss_before); > 1: forgotten."""
        if self.loss_before is None or self.loss_after is None or self.weak_head:
            return None
        return retention_factor(self.loss_before, self.loss_after)

    @property
    def factor_interval(self) -> PassageInterval | None:
        """The factor with its interval over passages; None if the losses of passages were not stored."""
        return passage_interval(*self.passages)


def read_forgetting(store: Store, run_ids: Iterable[int]) -> dict[int, ForgettingRecord]:
    """Return the forgetting record of each run by number. It is empty if the run measured nothing."""
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
    """Return ``ForgettingRecord.passages`` of a run: the losses after the last stage minus the initial losses."""
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
    """Return the record with the fields about tasks, if the run has tasks and its specification is readable."""
    try:
        experiment = runs.get_experiment(store, record.run_id)
    except UserError:  # an option of a plug-in that is not installed
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
    # The present is the last tested stage. Only the chain of stages that leads to it counts.
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
        average_accuracy=average_accuracy(matrix),
        backward_transfer=backward_transfer(matrix, task_rows),
        forgetting=forgetting(matrix, task_rows),
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
        worst = worst_case_accuracy(present, minima)
        record = replace(record, min_accuracy=minimum_accuracy(minima), worst_case_accuracy=worst)
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
    """Return the test scores of all tasks after stage ``index`` (from 0), NaN for tasks outside its chain of stages."""
    values = stage_values.get(index, {})
    ancestors = {number - 1 for number, _ in stage_ancestors(experiment, index)}
    scores = []
    for i, of_stage in enumerate(labels):
        for (label, suffix), _ in zip(_key_suffixes(labels, i), of_stage, strict=True):
            metric = metric_of[label]
            if i == index:
                scores.append(_score(values, f"test/{metric.name}{suffix}", metric))
            elif i in ancestors:
                scores.append(_score(values, f"earlier/{label}/test_{metric.name}", metric))
            else:
                scores.append(math.nan)
    return scores


def _key_suffixes(labels: Sequence[tuple[str, ...]], index: int) -> list[tuple[str, str]]:
    """Return the labels of a stage, each with the key suffix of the task's own measures."""
    return [
        (label, f"/{label.partition(':')[2]}" if len(labels[index]) > 1 else "") for label in labels[index]
    ]


def _score(values: Mapping[str, MetricSummary], key: str, metric: Metric) -> float:
    summary = values.get(key)
    return math.nan if summary is None or summary.at_best is None else metric.score(summary.at_best)


def _lowest(
    curve: MetricCurve | None, metric: Metric, stages: StageLookup, line: set[int], origin: int
) -> float:
    """Return the lowest score of a task since stage ``origin`` ended, without measures of other branches."""
    if curve is None:
        return math.nan
    is_measured = [stages.position_of(int(step)) in line - {origin} for step in curve.step]
    values = curve.value[np.array(is_measured, bool) & np.isfinite(curve.value)]
    return min(map(metric.score, values.tolist()), default=math.nan)


def _forward_transfer(tasks: Sequence[str], latest: Mapping[str, MetricSummary]) -> float | None:
    """Return the forward transfer over the tasks with a measurement, which excludes the first."""
    pairs = [
        (latest[f"forward/{task}/error"].last, latest[f"forward/{task}/untrained"].last)
        for task in tasks
        if f"forward/{task}/error" in latest and f"forward/{task}/untrained" in latest
    ]
    scores = [
        (100 - pre, 100 - untrained) for pre, untrained in pairs if pre is not None and untrained is not None
    ]
    return forward_transfer(*zip(*scores, strict=True)) if scores else None
