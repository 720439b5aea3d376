"""All metrics of one split of a run, from its stored predictions: those that training did not measure too."""

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
from engine.spec.task_names import task_of_split
from engine.store import Store, probabilities, runs, summaries

if TYPE_CHECKING:
    from engine.metrics.measures import ReliabilityBin
    from engine.spec.experiment import Experiment


@dataclass(frozen=True)
class ClassMetrics:
    """One class among the predictions for a split; percentages, and areas from 0 to 1 (None: not defined or not kept).

    Attributes:
        name: of the class.
        texts: how many belong to it.
        predicted: how many were predicted as it.
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
    """Measurements on one split, at the step whose predictions are stored.

    Attributes:
        split: ``test``, ``test/NAME``, ``stage-1/test``.
        step: the update after which the predictions were made.
        texts: how many there are.
        metrics: the value of each metric by name, NaN where it is not defined for these texts.
        by_class: precision, recall and others of each class, empty where labels are no classes.
        confusion: counts of true (rows) against predicted classes, in the order of ``by_class``, empty where a text may
            have several.
        reliability: confidence and accuracy by bin, empty where probabilities were not kept, or a text may have several
            classes.
        missing: the metrics that need probabilities, where these were not kept.
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
        """Return the fields as JSON values. What is not defined is null."""
        record = asdict(self)
        record["metrics"] = {
            name: value if math.isfinite(value) else None for name, value in self.metrics.items()
        }
        return record


def measure_split(store: Store, run_id: int, split: str = "test") -> SplitMetrics | None:
    """Return all metrics of the predictions that a run has stored for ``split``, or None when there are none."""
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
    """Return the objective that the predictions for ``split`` were measured by."""
    task = task_of_split(experiment, split)
    return SINGLE_LABEL if task is None else task.objective


def further_test_metrics(store: Store, run_ids: list[int], names: list[str]) -> dict[int, dict[str, float]]:
    """Return the test values of the metrics ``names`` of each run, measured from its predictions where need be.

    Values that the store has come from it. The last stage's count. Runs without a value have none. Raises UserError for
    a name that is no metric with one value.
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
    """Return the test values that the store has of each run, of all metrics with one value but for the loss.

    A metric that only turns another round (accuracy, where there is the error) is left out.
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
    """Return the metrics of labelled texts that have one value for a split."""
    targets = {
        target for option in LabelObjective.known_options().values() for target in option.outcome_targets()
    }
    return [
        metric
        for metric in known_metrics().values()
        if not metric.by_class and any(metric.serves(target, "probabilities") for target in targets)
    ]
