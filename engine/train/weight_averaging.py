"""Weight averaging after training: between the initial weights of a stage and its selected ones (WiSE-FT).

w(α) = (1 − α) w_start + α w_trained over the encoder's weights (Wortsman et al. 2022, 3). In the paper the pre-trained
model has a classifier, which is averaged as well. An encoder has none, so the trained head is kept. Near α = 0 it reads
features that it was not trained on. α is chosen by validation. The test split is evaluated only for a saved model.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

import torch
from safetensors.torch import load_file

from engine.cache.atomic_folders import atomic_folder
from engine.compute.device import choose_device
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.metrics.base import Metric, known_metrics
from engine.model.encoders import load_with_missing
from engine.model.saved_description import HEAD_FILE
from engine.probes.base import ProbeEnvironment, ProbeMoment, build_probes
from engine.probes.scheduler import preserve_state
from engine.progress import ReportProgress
from engine.spec.experiment import Encoder, Experiment
from engine.spec.mitigation import NoAdapter
from engine.stages.base import StageContext, StageTask, prepare_stage
from engine.stages.outputs import stage_folder, starting_encoder

AveragingStart = Literal["stage", "pretrained"]
"""The weights with which the trained ones are averaged: those the stage started from, or the run's original encoder."""
ABOUT_FILE = "average.json"
ERROR_TOLERANCE = 1.0
"""Tolerance of ``least_forgetting``: percentage points, or percent of the best value of any other metric."""


@dataclass(frozen=True)
class AveragePoint:
    """Metrics of one average, None where one cannot be measured.

    Attributes:
        alpha: weight of the trained encoder.
        value: validation value of the stage's main metric, error in percent where it has classes (mean over tasks).
        loss: retention loss in nats per masked token.
        drift: relative distance from the pre-trained weights.
    """

    alpha: float
    value: float
    loss: float | None
    drift: float | None


@dataclass(frozen=True)
class AveragingCurve:
    """The averages of a stage (``stage`` from 1), by rising α. ``metric`` is the metric of their values."""

    stage: int
    between: AveragingStart
    points: tuple[AveragePoint, ...]
    metric: Metric

    @property
    def best(self) -> AveragePoint:
        """The point with the best validation value, in case of ties the one closest to the initial weights."""
        return min(self.points, key=lambda point: (self.metric.cost(point.value), point.alpha))

    @property
    def tolerance(self) -> float:
        """Return the tolerance of ``least_forgetting``, in the unit of the metric."""
        return ERROR_TOLERANCE * (1.0 if self.metric.unit == "%" else abs(self.best.value) / 100)

    @property
    def least_forgetting(self) -> AveragePoint | None:
        """The point with the lowest retention loss within ``tolerance`` of the best value, None where it is unknown."""
        worst_cost = self.metric.cost(self.best.value) + self.tolerance
        candidates = [point for point in self.points if self.metric.cost(point.value) <= worst_cost]
        with_loss = [(point.loss, point.alpha, point) for point in candidates if point.loss is not None]
        return min(with_loss, key=lambda item: item[:2])[2] if with_loss else None


class WeightAverager:
    """A trained stage whose encoder can be set to any average of two sets of weights.

    Args:
        experiment: the run's experiment.
        folder: the run's folder.
        stage: number of the stage, from 1. It must have labelled tasks and a saved result.
        between: the weights with which the trained ones are averaged.
        report: progress callback.
        data: fingerprint of the training data, if known.
        precision: precision of the training, if known.

    Attributes:
        metric: the main metric of the stage's objective, by which averages are chosen.
        notes: messages for the user.

    Raises UserError when a required file is missing, or the data set has changed.
    """

    def __init__(
        self,
        experiment: Experiment,
        folder: Path,
        stage: int,
        between: AveragingStart,
        report: ReportProgress,
        *,
        data: str = "",
        precision: str = "",
    ) -> None:
        index, self.stage, self.between = stage - 1, stage, between
        result = stage_folder(folder, stage)
        if not (result / "encoder").is_dir():
            raise UserError(f"stage {stage} has stored no result.", place=str(result))
        start = _starting_encoder(experiment, index, folder, between)
        spec = experiment.stages[index]
        metrics = {task.objective.main_metric for task in spec.labelled_tasks()}
        if len(metrics) != 1:
            raise UserError(
                "its tasks have different metrics, so there is none to choose an average by.",
                place=f"stages.{index}",
                remedy="Average a stage whose tasks are of one kind.",
            )
        self.metric = known_metrics()[metrics.pop()]
        # In the saved result adapters are merged, and newly initialised layers are trained.
        stages = list(experiment.stages)
        stages[index] = spec.model_copy(update={"adapter": NoAdapter()}).without_new_layers()
        switches = {
            "on": True,
            "retention": True,
            "drift": True,
            "known": [],
        } | dict.fromkeys(("similarity", "attention", "earlier", "examples"), False)
        experiment = experiment.model_copy(
            update={"stages": stages, "probes": experiment.probes.model_copy(update=switches)}
        )
        device = choose_device(experiment.compute, precision=precision)
        context = StageContext(experiment, index, Encoder(source=str(result / "encoder")), device, folder)
        self._task = prepare_stage(stages[index], context, report)
        if data and self._task.info["data"] != data:
            raise UserError(
                "the data set has changed since the run: its validation errors would not be comparable.",
                place=f"stages.{index}",
                remedy="Put the data back as it was, or train again.",
            )
        self._model = self._task.model
        self._device = device
        _load_heads(self._task, result)
        self._model.to(device.torch).eval()
        self._parameters = dict(self._model.get_submodule("encoder").named_parameters())
        self._trained = {name: p.detach().clone() for name, p in self._parameters.items()}
        features = spec.head_features
        pooler = features is not None and "pooler" in features.layers
        loaded, missing = load_with_missing(start, None, 0, pooler=pooler)
        state = {name: p.detach().to(device.torch) for name, p in loaded.named_parameters()}
        self._start = {name: p for name, p in state.items() if name in self._trained and name not in missing}
        self.notes = []
        if spec.new_layers:
            self.notes.append(
                "The stage re-initialised its top layers, so an average with the old ones may be meaningless."
            )
        environment = ProbeEnvironment(self._task, context, report)
        with preserve_state(self._model):
            self._probes = [
                probe for probe in build_probes(environment) if probe.name in ("retention", "drift")
            ]
        self.notes += environment.notes

    def set_alpha(self, alpha: float) -> None:
        """Set the encoder to (1 − α) start + α trained, which is exact at 0 and 1."""
        with torch.no_grad():
            for name, parameter in self._parameters.items():
                start, trained = self._start.get(name), self._trained[name]
                parameter.copy_(trained if start is None else torch.lerp(start, trained, alpha))

    def measure(self, alpha: float) -> AveragePoint:
        """Measure validation value, retention loss and drift of the average at ``alpha``."""
        self.set_alpha(alpha)
        with self._autocast():
            value = float(self._task.evaluate(0).values[f"validation/{self.metric.name}"])
        values: dict[str, float] = {}
        with preserve_state(self._model):
            for probe in self._probes:
                values |= probe.measure(ProbeMoment(0, self.stage - 1, "point")).values
        return AveragePoint(alpha, value, values.get("retention/loss"), values.get("drift/all"))

    def curve(self, alphas: Sequence[float], report: ReportProgress) -> AveragingCurve:
        """Measure the average at each of ``alphas``."""
        points = []
        for number, alpha in enumerate(sorted(set(alphas))):
            report("Measuring averages", number, len(alphas))
            points.append(self.measure(alpha))
        return AveragingCurve(self.stage, self.between, tuple(points), self.metric)

    def save_average(self, alpha: float, folder: Path) -> JsonObject:
        """Save the average at ``alpha`` in ``folder`` and evaluate it on the test split, unless it is saved already.

        Returns the content of ``average.json`` in the folder: ``alpha``, ``between``, ``stage``, ``loss``, ``drift``,
        the validation value (under ``validation_key``), and ``average/test_METRIC`` (``average/test_error`` in percent
        for classes, with several tasks their mean and each by itself).
        """
        saved = read_saved_average(folder)
        if saved.get("alpha") == alpha and saved.get("between") == self.between:
            return saved
        point = self.measure(alpha)
        with self._autocast():
            values = {
                key: value for each in self._task.evaluate_final(0) for key, value in each.values.items()
            }
        main = f"test/{self.metric.name}"
        results = {key: value for key, value in values.items() if key == main or key.startswith(f"{main}/")}
        tested = {key.replace("test/", "average/test_", 1): value for key, value in results.items()}
        record: dict[str, object] = {"stage": self.stage, "between": self.between, "alpha": alpha, **tested}
        record |= {validation_key(self.metric): point.value, "loss": point.loss, "drift": point.drift}
        with atomic_folder(folder, replace=True) as draft:
            self._task.save_result(draft)
            (draft / ABOUT_FILE).write_text(json.dumps(record, indent=1), encoding="utf-8")
        return record

    def _autocast(self) -> torch.autocast:
        # As in training, where the forward pass runs under the same autocast.
        bf16 = self._device.precision == "bf16"
        return torch.autocast(self._device.torch.type, torch.bfloat16, enabled=bf16)


def validation_key(metric: Metric) -> str:
    """Return the key of a validation value, the name of the metric, except that ``loss`` is the retention loss."""
    return "validation_loss" if metric.name == "loss" else metric.name


def read_saved_average(folder: Path) -> JsonObject:
    """Read the description of an average saved in ``folder``, empty when there is none."""
    try:
        record = json.loads((folder / ABOUT_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def _starting_encoder(experiment: Experiment, index: int, folder: Path, between: AveragingStart) -> Encoder:
    if between not in get_args(AveragingStart):
        raise UserError(f"there is no '{between}'.", place="--between", remedy="Use stage or pretrained.")
    start = experiment.encoder if between == "pretrained" else starting_encoder(experiment, index, folder)
    if start.weights == "random":
        raise UserError(
            "it began with random weights: there is nothing to average with.",
            place="encoder.weights",
            remedy="Average a later stage, or a run of a pre-trained encoder.",
        )
    return start


def _load_heads(task: StageTask, folder: Path) -> None:
    """Load the saved heads of a stage into its newly built model."""
    if task.stage.is_multi_task:
        for task_texts, each in zip(task.task_texts(), task.stage.labelled_tasks(), strict=True):
            task_texts.head.load_state_dict(load_file(folder / each.head_folder / HEAD_FILE))
        return
    loaded = task.model.load_state_dict(load_file(folder / HEAD_FILE), strict=False)
    names = [name for name in loaded.missing_keys if not name.startswith("encoder.")] + loaded.unexpected_keys
    if names:
        raise UserError(f"the head does not fit ({', '.join(names)}).", place=str(folder / HEAD_FILE))
