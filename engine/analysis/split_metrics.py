"""All metrics of one split of a run from its stored predictions, including metrics not measured in training."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.json_types import JsonObject
from engine.metrics.base import Metric, Outcomes, known_metrics, metrics_for
from engine.objectives.base import LabelObjective
from engine.objectives.classification import SINGLE_LABEL
from engine.spec.experiment import task_of_split
from engine.store import Store, probabilities, runs, summaries

if TYPE_CHECKING:
    from engine.metrics.measures import ReliabilityBin
    from engine.spec.experiment import Experiment


@dataclass(frozen=True)
class ClassMetrics:
    """Metrics of one class: percentages, and areas from 0 to 1 (None: undefined, or probabilities not stored).

    Attributes:
        name: name of the class.
        texts: number of texts of the class.
        predicted: number of texts predicted as the class.
    """

    name: str
    texts: int
    predicted: int
    precision: float
    recall: float
    f1: float
    roc_auc: float | None = None
    average_precision: float | None = None


@dataclass(frozen=True)
class SplitMetrics:
    """Metrics of one split at the step of its stored predictions.

    Attributes:
        split: ``test``, ``test/NAME``, ``stage-1/test``.
        step: the update of the predictions.
        texts: number of texts.
        metrics: value of each metric by name, NaN if it is undefined for these texts.
        by_class: precision, recall and other metrics of each class, empty if labels are not classes.
        confusion: confusion matrix, true classes in rows, in the order of ``by_class``. Empty for multi-label data.
        reliability: confidence and accuracy by bin. Empty for multi-label data, and without stored probabilities.
        missing: metrics that lack stored probabilities.
    """

    split: str
    step: int
    texts: int
    metrics: Mapping[str, float]
    by_class: tuple[ClassMetrics, ...] = ()
    confusion: tuple[tuple[int, ...], ...] = ()
    reliability: tuple[ReliabilityBin, ...] = ()
    missing: tuple[str, ...] = ()

    def as_json(self) -> JsonObject:
        """Return the fields as JSON values. Undefined values are null."""
        record = asdict(self)
        record["metrics"] = {
            name: value if math.isfinite(value) else None for name, value in self.metrics.items()
        }
        return record


def measure_split(store: Store, run_id: int, split: str = "test") -> SplitMetrics | None:
    """Return all metrics of a run's stored predictions for ``split``, or None without predictions."""
    from engine.metrics.measures import reliability_curve

    outcomes = probabilities.read_outcomes(store, run_id, split)
    if outcomes is None or not outcomes.count:
        return None
    sql = "SELECT step FROM prediction_sets WHERE run_id = ? AND split = ?"
    step = int(store.execute(sql, (run_id, split)).fetchone()[0])
    objective = split_objective(runs.get_experiment(store, run_id), split)
    values: dict[str, float] = {}
    for metric in metrics_for(objective.outcome_targets(), outcomes.provides):
        if not metric.by_class and isinstance(value := metric.compute(outcomes), float | int):
            values[metric.name] = float(value)
    missing = () if outcomes.probabilities is not None else tuple(
        metric.name for metric in objective.metrics() if metric.needs == "probabilities"
    )  # fmt: skip
    assert outcomes.targets is not None
    has_one_class = bool(outcomes.classes) and outcomes.targets.ndim == 1
    return SplitMetrics(
        split,
        step,
        outcomes.count,
        values,
        _classes(outcomes),
        tuple(map(tuple, outcomes.confusion().tolist())) if has_one_class else (),
        reliability_curve(outcomes) if has_one_class and outcomes.probabilities is not None else (),
        missing,
    )


def _classes(outcomes: Outcomes) -> tuple[ClassMetrics, ...]:
    from engine.metrics import measures

    if not outcomes.classes:
        return ()
    counts = outcomes.class_counts()
    shares = [
        100 * function(counts)
        for function in (measures.precision_by_class, measures.recall_by_class, measures.f1_by_class)
    ]
    areas: list[list[float | None]] = [[None] * len(outcomes.classes), [None] * len(outcomes.classes)]
    if outcomes.probabilities is not None:
        areas = [
            [None if math.isnan(value) else float(value) for value in function(outcomes)]
            for function in (measures.roc_auc_by_class, measures.average_precision_by_class)
        ]
    return tuple(
        ClassMetrics(name, int(texts), int(predicted), *map(float, row), *area)
        for name, texts, predicted, row, area in zip(
            outcomes.classes,
            counts.true,
            counts.predicted,
            zip(*shares, strict=True),
            zip(*areas, strict=True),
            strict=True,
        )
    )


def split_objective(experiment: Experiment, split: str) -> LabelObjective:
    """Return the objective of the predictions for ``split``."""
    task = task_of_split(experiment, split)
    return SINGLE_LABEL if task is None else task.objective


def further_test_metrics(store: Store, run_ids: list[int], names: list[str]) -> dict[int, dict[str, float]]:
    """Return the test values of the metrics ``names`` for each run, from the store or from its predictions.

    Values are those of the last stage. Runs without a value are omitted from the inner dicts. Raises UserError for an
    unknown metric, and for one with several values.
    """
    metrics = known_metrics()
    for name in names:
        if name not in metrics or metrics[name].by_class:
            available = ", ".join(metric.name for metric in metrics_with_one_value())
            raise UserError(f"there is no metric '{name}'.", place="--metrics", remedy=f"Known: {available}.")
    stored = summaries.read_summaries(store, run_ids, [f"test/{name}" for name in names])
    result: dict[int, dict[str, float]] = {}
    for number in run_ids:
        values = {
            name: summary.at_best
            for name in names
            if (summary := stored[number].get(f"test/{name}")) is not None and summary.at_best is not None
        }
        if len(values) < len(names) and (split_metrics := measure_split(store, number)) is not None:
            values |= {
                name: value
                for name, value in split_metrics.metrics.items()
                if name in names and name not in values and math.isfinite(value)
            }
        result[number] = {name: values[name] for name in names if name in values}
    return result


def stored_test_metrics(store: Store, run_ids: list[int]) -> dict[int, dict[str, float]]:
    """Return the stored test values of each run for all metrics with one value, except the loss.

    Complements of another metric (accuracy if there is the error) are omitted.
    """
    metrics = metrics_with_one_value()
    complements = {metric.complement for metric in metrics}
    keys = {
        f"test/{metric.name}": metric.name
        for metric in metrics
        if metric.name != "loss" and metric.title not in complements
    }
    stored = summaries.read_summaries(store, run_ids, list(keys))
    return {
        number: {
            name: summary.at_best
            for key, name in keys.items()
            if (summary := run_summaries.get(key)) is not None and summary.at_best is not None
        }
        for number, run_summaries in stored.items()
    }


def metrics_with_one_value() -> list[Metric]:
    """Return the metrics of labelled texts with a single value per split."""
    targets = {
        target for option in LabelObjective.known_options().values() for target in option.outcome_targets()
    }
    return [
        metric
        for metric in known_metrics().values()
        if not metric.by_class and any(metric.serves(target, "probabilities") for target in targets)
    ]
