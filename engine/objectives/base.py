"""``Objective``: the loss that a model minimises, and the decoding of logits into answers.

An objective for labelled texts is an option of the family ``LabelObjective``, so a single class adds it to the form,
the TOML file and the trainer::

    class SquaredError(LabelObjective):
        '''Learns the number itself, by the squared distance from it.'''

        title: ClassVar[str] = "Regression"
        kind: Literal["squared_error"] = "squared_error"
        target: ClassVar[str] = "number"
        provides: ClassVar[Needs] = "predictions"
        main_metric: ClassVar[str] = "rmse"

        def outputs(self, classes: int) -> int:
            return 1

        def loss(self, logits, targets, reduction="sum"):
            return torch.nn.functional.mse_loss(logits[:, 0], targets.float(), reduction=reduction)

        def decode(self, logits):
            return logits[:, 0]

This module does not import torch, because window and command line also read the description of an objective.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from engine.json_types import JsonObject
from engine.metrics.base import Metric, Needs, Outcomes, known_metrics, metrics_for
from engine.spec.base import Choice

if TYPE_CHECKING:
    import numpy as np
    from torch import Tensor

Reduction = Literal["sum", "none"]
TrainingLoss = Callable[["Tensor", "Tensor"], "Tensor"]
"""The summed loss, a scalar, of logits [B, K] for targets [B] (or [B, C])."""


class Objective:
    """Objective of a stage: target type, loss, decoding and metrics.

    Attributes:
        title: its name for the user.
        target: the kind of target: ``class``, ``number`` ... of labelled texts (``engine.spec.targets``), or
            that of a language model (``token``, ``next_sentence``).
        measured_as: the kinds of target as which its outcomes are measured. Empty: as ``target``.
        provides: the information that metrics of a whole split get about its predictions. See ``Needs``.
        main_metric: its metric in tables, which also selects the best checkpoint unless another one is set.
        prefix: prefix of its metrics' names, where an evaluation measures two objectives.
        loss_unit: the unit of its loss, empty for none.
    """

    title: ClassVar[str] = ""
    target: ClassVar[str] = ""
    measured_as: ClassVar[tuple[str, ...]] = ()
    provides: ClassVar[Needs] = "probabilities"
    main_metric: ClassVar[str] = "loss"
    prefix: ClassVar[str] = ""
    loss_unit: ClassVar[str] = ""

    def loss(self, logits: Tensor, targets: Tensor, reduction: Reduction = "sum") -> Tensor:
        """Return the loss of ``logits`` [B, K] for ``targets`` [B] (or [B, C]).

        It is the sum, a scalar, or with ``none`` the loss of each text, [B].
        """
        raise AssertionError(f"{type(self).__name__} defines no loss")

    def decode(self, logits: Tensor) -> Tensor:
        """Return the predictions for ``logits`` [B, K], in the format of targets."""
        raise AssertionError(f"{type(self).__name__} does not decode")

    def probabilities(self, logits: Tensor) -> Tensor | None:
        """Return the probability of each class, [B, C], or None where predictions have no probability."""
        return None

    def correct(self, logits: Tensor, targets: Tensor) -> Tensor | None:
        """Return which predictions are correct, bool [B], or None where correctness is undefined."""
        return None

    def metrics(self) -> list[Metric]:
        """Return the metrics of this objective."""
        return metrics_for(self.outcome_targets(), self.provides)

    @classmethod
    def outcome_targets(cls) -> tuple[str, ...]:
        """Return the kinds of target as which outcomes are measured."""
        return cls.measured_as or (cls.target,)

    def measure(
        self, split: str, outcomes: Outcomes, task: str = "", *, selected_by: str = ""
    ) -> dict[str, float]:
        """Return the metrics of ``outcomes`` that are due for ``split``, under the keys of the store.

        The metric ``selected_by`` and the objective's main one are always measured. Keys are ``SPLIT/METRIC``. A class
        name follows after a colon for metrics with a value per class, and the task's name after a slash in a stage with
        several tasks: ``validation/f1:sports/news``.
        """
        end = f"/{task}" if task else ""
        values: dict[str, float] = {}
        for metric in metrics_for(self.outcome_targets(), outcomes.provides):
            if not (metric.is_due(split) or metric.name in (selected_by, self.main_metric)):
                continue
            key, value = f"{split}/{self.prefix}{metric.name}", metric.compute(outcomes)
            if isinstance(value, Mapping):
                values |= {f"{key}:{name.replace('/', '_')}{end}": float(v) for name, v in value.items()}
            else:
                values[f"{key}{end}"] = float(value)
        return values


class LabelObjective(Choice, Objective):
    """Objective for labelled texts."""

    noun: ClassVar[str] = "objective"
    decided_by_rule: ClassVar[bool] = False
    """Whether a decision rule can be applied to its probabilities (``engine.objectives.decision``)."""
    problem_type: ClassVar[str] = ""
    """Name in transformers (``config.problem_type``). Empty where it has no such models."""

    def fitted(self, labels: np.ndarray, classes: Sequence[str]) -> Self:
        """Return the objective with parameters fitted to the training split's ``labels`` [n] (or [n, C]).

        By default it is unchanged. Models are saved with the result. Raises UserError for unsuitable labels.
        """
        return self

    def training_loss(self, labels: np.ndarray, classes: Sequence[str]) -> TrainingLoss:
        """Return the loss that training minimises, summed over a batch: by default ``loss``.

        It may weigh classes by the training split's ``labels`` [n] (or [n, C]). Evaluations always use ``loss``, so
        that runs with different weights can be compared. Raises UserError where settings do not fit the classes.
        """
        return self.loss

    def describe_training(self, labels: np.ndarray, classes: Sequence[str]) -> JsonObject:
        """Return JSON values that describe the weights of ``training_loss``, stored with the stage. {} by default."""
        return {}

    def outputs(self, classes: int) -> int:
        """Return the number of outputs of the head for a text.

        ``classes`` is the number of classes (0 for real numbers).
        """
        return classes

    def answer_in_numpy(self, classes: Sequence[str]) -> str:
        """Return a line of Python that prints the answers for ``logits`` [n, K], for users of an exported graph."""
        names = json.dumps(list(classes), ensure_ascii=False)
        return f"print([{names}[n] for n in logits.argmax(-1)])"

    def outcomes(self, logits: Tensor, targets: Tensor, classes: Sequence[str]) -> Outcomes:
        """Return the outcomes of a whole split: ``logits`` [n, K] and ``targets`` [n] (or [n, C]) on the CPU."""
        losses, probs = self.loss(logits, targets, "none"), self.probabilities(logits)
        hits = self.correct(logits, targets)
        return Outcomes(
            count=len(targets),
            loss=float(losses.double().sum()),
            correct=None if hits is None else int(hits.sum()),
            targets=targets.numpy(),
            predicted=self.decode(logits).numpy(),
            probabilities=None if probs is None else probs.numpy(),
            losses=losses.numpy(),
            classes=tuple(classes),
        )


def common_loss_unit(kinds: Iterable[str]) -> str:
    """Return the common loss unit of label objectives of these kinds, "" where they differ or one is not installed."""
    objectives = LabelObjective.known_options()
    units = {objectives[kind].loss_unit if kind in objectives else "" for kind in kinds}
    return units.pop() if len(units) == 1 else ""


def mean_over_tasks(split: str, names: Sequence[str], values: Mapping[str, float]) -> dict[str, float]:
    """Return the mean over tasks ``names`` of each metric that all of them have, from ``values`` by key.

    The mean is that of ``Metric.aggregate``. Metrics with a value per class are left out, since classes of different
    tasks are unrelated.
    """
    means = {}
    for metric in known_metrics().values():
        key = f"{split}/{metric.name}"
        task_values = [values.get(f"{key}/{name}") for name in names]
        available = [value for value in task_values if value is not None]
        if available and len(available) == len(task_values):
            means[key] = metric.aggregate(available)
    return means
