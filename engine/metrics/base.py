"""``Metric``: a named measure of predictions with a direction, and the open family of them.

A metric is one function, registered with its words. That suffices for it to be measured at every evaluation (or when
the chosen model is tested, or on request: ``occasion``), stored, drawn, tabulated and offered for choosing the best
checkpoint::

    @register_metric(title="F2", unit="%", direction="max", targets=("class",), needs="predictions")
    def f2(outcomes: Outcomes) -> float:
        return 100 * fbeta_score(outcomes.targets, outcomes.predicted, beta=2, average="macro")

Nothing here needs torch: the window and the command line read the same entries.
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
"""When a metric is measured: at every evaluation, when the chosen model is tested, or only on request, from the stored
probabilities. One that chooses the checkpoint is always measured at every evaluation.
"""
RESULTS = "PALIMPSEST_RESULTS"
"""The variable that says whether results are shown as errors or as accuracies."""
Needs = Literal["totals", "predictions", "probabilities"]
"""Input of a metric: sums over all answers, each answer, or the probability of each possible answer.
An objective that provides one of them provides those before it."""
NEEDS: tuple[Needs, ...] = ("totals", "predictions", "probabilities")


@dataclass(frozen=True, eq=False)
class ClassCounts:
    """Of each of C classes, int64 [C]: its texts, those predicted as it, and of these the right ones."""

    true: np.ndarray
    predicted: np.ndarray
    right: np.ndarray


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Predictions for n inputs (texts, masked tokens, pairs) and their targets.

    Attributes:
        count: n.
        loss: the sum of their losses.
        correct: how many predictions are right, None where predictions are not right or wrong (real numbers).
        targets: class numbers int64 [n], real numbers float64 [n], or a row of numbers per text [n, C]. None where only
            sums were kept.
        predicted: the predictions, in the form of ``targets``.
        probabilities: float [n, C] of each class, None where there are none.
        losses: float [n], the loss of each.
        classes: the names of the C classes, empty where there are none.
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
        """Most detailed of ``Needs`` that metrics can be computed from."""
        if self.predicted is None:
            return "totals"
        return "predictions" if self.probabilities is None else "probabilities"

    def confusion(self) -> np.ndarray:
        """Return the counts of true (rows) against predicted classes (columns), int64 [C, C].

        For classes only. Example: targets [0, 1, 1] and predictions [0, 1, 0] give [[1, 0], [1, 1]].
        """
        import numpy as np

        assert self.targets is not None and self.predicted is not None
        count = len(self.classes) or 1 + int(max(self.targets.max(), self.predicted.max()))
        cells = self.targets.astype(np.int64) * count + self.predicted.astype(np.int64)
        return np.bincount(cells, minlength=count * count).reshape(count, count)

    def class_counts(self) -> ClassCounts:
        """Return how many texts belong to each class and are predicted as it, of one class or several for each text.

        Example: targets [0, 1, 1] and predictions [0, 1, 0] give true [1, 2], predicted [2, 1] and right [1, 1], and
        so do the same as rows: [[1, 0], [0, 1], [0, 1]] and [[1, 0], [0, 1], [1, 0]].
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
    """Return the arithmetic mean, NaN of no values."""
    return sum(values) / len(values) if values else math.nan


@dataclass(frozen=True)
class Metric:
    """A named measure of predictions with a direction.

    Attributes:
        name: in keys of the store, ``error`` in ``validation/error``.
        title: in words, for the middle of a sentence.
        compute: returns its value, NaN where it is not defined for these outcomes.
        direction: which values are better.
        targets: the kinds of target it can be computed for (``Objective.target``). Empty: any.
        needs: what it is computed from.
        unit, digits: how values are shown.
        aggregate: one value for a stage from those of its tasks.
        tabulated: tables of results have a column for it, unless it repeats another.
        help: one sentence on what it measures.
        complement: title of 100 minus a percentage, where that has a name: accuracy for error.
        occasion: when it is measured.
        by_class: it has one value for each class, so it chooses no checkpoint.
        counts_errors: it is the percentage of texts answered wrongly, so it may be called the error without more words,
            and its scores accuracies.
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
        """Return whether it is measured whenever ``split`` is evaluated."""
        return self.occasion == "evaluation" or (self.occasion == "test" and split == "test")

    def serves(self, target: str, provided: Needs) -> bool:
        """Return whether it can be computed for predictions of ``target`` of which ``provided`` is known."""
        fits = not self.targets or target in self.targets
        return fits and NEEDS.index(self.needs) <= NEEDS.index(provided)

    def cost(self, value: float) -> float:
        """Return ``value`` with the sign for which less is better, whatever the metric's direction. NaN is worst."""
        if math.isnan(value):
            return math.inf
        return -value if self.direction == "max" else value

    def score(self, value: float) -> float:
        """Return ``value`` turned so that more is better. Applied twice it gives the value again.

        The value itself where more is better. Where less is better: 100 minus a percentage (accuracy for error), the
        negative of any other.
        """
        if self.direction == "max":
            return value
        return 100.0 - value if self.unit == "%" else -value

    @property
    def score_title(self) -> str:
        """Return the meaning of ``score``, in words: ``accuracy``, ``macro F1``, ``−RMSE``."""
        if self.direction == "max":
            return self.title
        return self.complement or (f"100 − {self.title}" if self.unit == "%" else f"−{self.title}")

    def shortfall(self, value: float) -> float:
        """Return ``value`` turned so that less is better: ``score`` the other way round."""
        if self.direction == "min":
            return value
        return 100.0 - value if self.unit == "%" else -value

    @property
    def difference_unit(self) -> str:
        """The unit of a difference of two values: ``points`` of percentages."""
        return "points" if self.unit == "%" else self.unit


_METRICS: dict[str, Metric] = {}


def register_metric(*, name: str = "", **fields: Any) -> Callable[[MetricFunction], MetricFunction]:
    """Add the function below it to the metrics, under ``name`` or the function's own.

    ``fields`` are the other fields of ``Metric``. ``title`` and ``direction`` are required.

    Raises ValueError for a name that is taken or that keys cannot hold.
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
    """Return all metrics by name, those of plug-ins included, in the order in which they were registered."""
    plugins.load_plugins("engine.metrics")
    return _METRICS


def counts_errors(name: str) -> bool:
    """Return whether the metric ``name`` is the percentage of texts answered wrongly. False for an unknown one."""
    metric = known_metrics().get(name)
    return metric is not None and metric.counts_errors


def display_metric(name: str) -> str:
    """Return the metric in which results of the main metric ``name`` are shown.

    Accuracies in place of errors where ``PALIMPSEST_RESULTS`` is ``accuracy``. Raises UserError for an unknown value.
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
    """Return whether a result in the metric ``name`` may stand without its name: an error, or what is shown for it."""
    return counts_errors(name) or name == display_metric("error") != "error"


def display_error(error: float) -> float:
    """Return a percentage of errors as results are shown: itself, or the accuracy."""
    return error if display_metric("error") == "error" else 100.0 - error


def error_text(error: float, digits: int = 2) -> Phrase:
    """Return a percentage of errors in words, as results are shown: ``25.00 % error``, or ``75.00 % accuracy``."""
    is_error, value = display_metric("error") == "error", f"{display_error(error):.{digits}f}"
    return phrase("{value} % error" if is_error else "{value} % accuracy", value=value)


def metrics_for(targets: Sequence[str], provided: Needs) -> list[Metric]:
    """Return the metrics that can be computed for predictions of one of ``targets`` of which ``provided`` is known."""
    return [
        metric
        for metric in known_metrics().values()
        if any(metric.serves(target, provided) for target in targets)
    ]
