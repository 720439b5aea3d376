"""``Metric``: a named measure of predictions with a direction, and the registry of metrics.

A metric is one function, registered with its texts. It is then measured at every evaluation (or when the selected model
is tested, or on request: ``occasion``), stored, plotted, tabulated and offered for selecting the best checkpoint::

    @register_metric(title="F2", unit="%", direction="max", targets=("class",), needs="predictions")
    def f2(outcomes: Outcomes) -> float:
        return 100 * fbeta_score(outcomes.targets, outcomes.predicted, beta=2, average="macro")

This module does not need torch, so the window and the command line can use it.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from engine import plugins
from engine.errors import UserError, printable
from engine.formatting.phrases import Phrase, phrase

if TYPE_CHECKING:
    import numpy as np

Direction = Literal["min", "max"]
Occasion = Literal["evaluation", "test", "request"]
"""When a metric is measured: at every evaluation, when the selected model is tested, or only on request, from stored
probabilities. A metric that selects the checkpoint is always measured at every evaluation.
"""
RESULTS = "PALIMPSEST_RESULTS"
"""Environment variable for the display of results: as errors or as accuracies."""
Needs = Literal["totals", "predictions", "probabilities"]
"""Input of a metric: sums over all answers, each answer, or the probability of each possible answer.
An objective that provides one of them also provides the ones before it."""
NEEDS: tuple[Needs, ...] = ("totals", "predictions", "probabilities")


@dataclass(frozen=True, eq=False)
class ClassCounts:
    """Counts for C classes, int64 [C]: true texts, predicted texts, and correctly predicted texts."""

    true: np.ndarray
    predicted: np.ndarray
    right: np.ndarray


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Predictions for n inputs (texts, masked tokens, pairs) and their targets.

    Attributes:
        count: n.
        loss: the sum of their losses.
        correct: number of correct predictions, None for real numbers, which are not right or wrong.
        targets: class numbers int64 [n], real numbers float64 [n], or a row of numbers per text [n, C]. None if only
            sums were stored.
        predicted: the predictions, in the format of ``targets``.
        probabilities: probability of each class, float [n, C], None without any.
        losses: loss of each input, float [n].
        classes: the names of the C classes, empty without classes.
    """

    count: int
    loss: float
    correct: float | None = None
    targets: np.ndarray | None = None
    predicted: np.ndarray | None = None
    probabilities: np.ndarray | None = None
    losses: np.ndarray | None = None
    classes: tuple[str, ...] = ()

    @property
    def provides(self) -> Needs:
        """The most detailed available input of metrics."""
        if self.predicted is None:
            return "totals"
        return "predictions" if self.probabilities is None else "probabilities"

    def confusion(self) -> np.ndarray:
        """Return the confusion matrix, int64 [C, C]: true classes in rows, predicted classes in columns.

        It exists only for classes. Example: targets [0, 1, 1] and predictions [0, 1, 0] give [[1, 0], [1, 1]].
        """
        import numpy as np

        assert self.targets is not None and self.predicted is not None
        count = len(self.classes) or 1 + int(max(self.targets.max(), self.predicted.max()))
        cells = self.targets.astype(np.int64) * count + self.predicted.astype(np.int64)
        return np.bincount(cells, minlength=count * count).reshape(count, count)

    def class_counts(self) -> ClassCounts:
        """Return the counts of each class, for single-label or multi-label data.

        Example: targets [0, 1, 1] and predictions [0, 1, 0] give true [1, 2], predicted [2, 1] and right [1, 1]. The
        multi-label rows [[1, 0], [0, 1], [0, 1]] and [[1, 0], [0, 1], [1, 0]] give the same.
        """
        assert self.targets is not None and self.predicted is not None
        if self.targets.ndim == 1:
            cells = self.confusion()
            return ClassCounts(cells.sum(axis=1), cells.sum(axis=0), cells.diagonal())
        true, predicted = self.targets > 0, self.predicted > 0
        return ClassCounts(true.sum(axis=0), predicted.sum(axis=0), (true & predicted).sum(axis=0))


MetricFunction = Callable[[Outcomes], float | Mapping[str, float]]
"""The value of a metric, or one for each class by its name."""


def mean(values: Sequence[float]) -> float:
    """Return the arithmetic mean, NaN without values."""
    return sum(values) / len(values) if values else math.nan


@dataclass(frozen=True)
class Metric:
    """Named measure of predictions with a direction.

    Attributes:
        name: name in keys of the store, ``error`` in ``validation/error``.
        title: name in the middle of a sentence.
        compute: function that returns its value, NaN if it is undefined for the outcomes.
        direction: whether lower or higher values are better.
        targets: the kinds of target for which it can be computed (``Objective.target``). Empty: any.
        needs: the required input.
        unit, digits: unit and number of decimals for display.
        aggregate: function from the values of the tasks to one value of the stage.
        tabulated: whether tables of results have a column for it, unless it repeats another metric.
        help: one sentence on its meaning.
        complement: name of 100 minus a percentage, if there is one: accuracy for error.
        occasion: when it is measured.
        by_class: whether it has one value per class. Such a metric cannot select a checkpoint.
        counts_errors: whether it is the percentage of wrong answers, which is called the error, and its score the
            accuracy.
    """

    name: str
    title: str
    compute: MetricFunction
    direction: Direction
    targets: tuple[str, ...] = ()
    needs: Needs = "predictions"
    unit: str = ""
    digits: int = 2
    aggregate: Callable[[Sequence[float]], float] = mean
    tabulated: bool = True
    help: str = ""
    complement: str = ""
    occasion: Occasion = "evaluation"
    by_class: bool = False
    counts_errors: bool = False

    def is_due(self, split: str) -> bool:
        """Return whether it is measured at each evaluation of ``split``."""
        return self.occasion == "evaluation" or (self.occasion == "test" and split == "test")

    def serves(self, target: str, provided: Needs) -> bool:
        """Return whether it can be computed for predictions of ``target`` with the input ``provided``."""
        fits = not self.targets or target in self.targets
        return fits and NEEDS.index(self.needs) <= NEEDS.index(provided)

    def cost(self, value: float) -> float:
        """Return ``value`` with the sign for which less is better. NaN is infinite, the worst value."""
        if math.isnan(value):
            return math.inf
        return -value if self.direction == "max" else value

    def score(self, value: float) -> float:
        """Return ``value`` transformed so that more is better. The function is its own inverse.

        Values of metrics to maximise are unchanged. For metrics to minimise, a percentage becomes 100 minus itself
        (accuracy for error), and any other value its negative.
        """
        if self.direction == "max":
            return value
        return 100.0 - value if self.unit == "%" else -value

    @property
    def score_title(self) -> str:
        """The name of ``score``: ``accuracy``, ``macro F1``, ``−RMSE``."""
        if self.direction == "max":
            return self.title
        return self.complement or (f"100 − {self.title}" if self.unit == "%" else f"−{self.title}")

    def shortfall(self, value: float) -> float:
        """Return ``value`` transformed so that less is better, the opposite of ``score``."""
        if self.direction == "min":
            return value
        return 100.0 - value if self.unit == "%" else -value

    @property
    def difference_unit(self) -> str:
        """The unit of a difference between two values: ``points`` for percentages."""
        return "points" if self.unit == "%" else self.unit


_METRICS: dict[str, Metric] = {}


def register_metric(*, name: str = "", **fields: Any) -> Callable[[MetricFunction], MetricFunction]:
    """Register the decorated function as a metric, under ``name`` or the function's own name.

    ``fields`` are the other fields of ``Metric``. ``title`` and ``direction`` are required.

    Raises ValueError for an existing name, or one that keys cannot contain.
    """

    def register(compute: MetricFunction) -> MetricFunction:
        metric_name = name or str(getattr(compute, "__name__", ""))
        if metric_name in _METRICS:
            raise ValueError(f"there is a metric '{metric_name}' already")
        if not metric_name or set(metric_name) & set("/:"):
            raise ValueError(f"'{metric_name}' cannot name a metric: keys are made with / and :")
        words = " ".join((compute.__doc__ or "").split("\n\n")[0].split())
        _METRICS[metric_name] = Metric(name=metric_name, compute=compute, help=words, **fields)
        return compute

    return register


def known_metrics() -> Mapping[str, Metric]:
    """Return all metrics by name, including those of plug-ins, in the order of registration."""
    plugins.load_plugins("engine.metrics")
    return _METRICS


def counts_errors(name: str) -> bool:
    """Return whether the metric ``name`` is the percentage of wrong answers. False for an unknown metric."""
    metric = known_metrics().get(name)
    return metric is not None and metric.counts_errors


def display_metric(name: str) -> str:
    """Return the metric in which results of the main metric ``name`` are displayed.

    It is the accuracy in place of the error if ``PALIMPSEST_RESULTS`` is ``accuracy``. Raises UserError for an unknown
    value of the variable.
    """
    requested = os.environ.get(RESULTS) or "error"
    if requested not in ("error", "accuracy"):
        raise UserError(
            f"{RESULTS} is '{printable(requested, 40)}'.", remedy="Set it to error or accuracy, or remove it."
        )
    if requested == "error" or not counts_errors(name):
        return name
    complement = known_metrics()[name].complement
    return complement if complement in known_metrics() else name


def is_default_metric(name: str) -> bool:
    """Return whether results in the metric ``name`` need no name: the error, or the metric displayed for it."""
    return counts_errors(name) or name == display_metric("error") != "error"


def display_error(error: float) -> float:
    """Return an error in percent as it is displayed: unchanged, or as accuracy."""
    return error if display_metric("error") == "error" else 100.0 - error


def error_text(error: float, digits: int = 2) -> Phrase:
    """Return an error in percent as displayed text: ``25.00 % error`` or ``75.00 % accuracy``."""
    is_error, value = display_metric("error") == "error", f"{display_error(error):.{digits}f}"
    return phrase("{value} % error" if is_error else "{value} % accuracy", value=value)


def metrics_for(targets: Sequence[str], provided: Needs) -> list[Metric]:
    """Return the metrics that can be computed for predictions of one of ``targets`` with the input ``provided``."""
    return [
        metric
        for metric in known_metrics().values()
        if any(metric.serves(target, provided) for target in targets)
    ]
