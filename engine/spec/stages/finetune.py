"""Fine-tuning on labelled texts: the base of single-task and multi-task stages, and the single-task stage."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import model_validator

from engine.formatting.numbers import shortest
from engine.formatting.phrases import phrase
from engine.metrics.base import NEEDS, known_metrics
from engine.objectives.base import LabelObjective
from engine.spec.augmentation import Augmentation, NoAugmentation
from engine.spec.base import OneOf, field
from engine.spec.batching import Batching, RandomBatches
from engine.spec.checks.findings import DataFacts, EncoderFacts, PlacedFindings, fault, warning
from engine.spec.checks.objective_checks import check_objectives
from engine.spec.data import DataSource
from engine.spec.decay import LayerDecay, NoDecay
from engine.spec.features import NO_ROOM, Features, check_features, check_truncation, length_finding
from engine.spec.stages.base import Stage
from engine.spec.stages.checkpoint_bound import CheckpointBound, NoBound
from engine.spec.stages.labelled_task import LabelledTask, default_objective, distinct_sources
from engine.spec.stages.summary import SummaryFacts, batch_text, features_text, rate_text, truncation_text
from engine.spec.truncation import HeadTruncation, Truncation


def selection_metrics() -> dict[str, str]:
    """Return the label of each metric that can select a checkpoint."""
    targets = {
        target for option in LabelObjective.known_options().values() for target in option.outcome_targets()
    }
    return {
        name: f"Validation {metric.title}"
        for name, metric in known_metrics().items()
        if not metric.by_class and any(metric.serves(target, NEEDS[-1]) for target in targets)
    }


ESSENTIAL = ("max_length", "features", "preset", "learning_rate", "decay", "epochs", "batch_size")
"""Essential fields of every stage that learns labels."""


class SupervisedStage(Stage):
    """Learning from labelled texts, with new heads on the encoder."""

    has_new_head: ClassVar[bool] = True
    features: Features = field(lambda: Features(), "Features", section="Features")
    """Features that the head reads from the encoder."""
    epochs: float = field(
        3.0, "Epochs", source="Sun et al. 2019, 5.2 (at most 4)", gt=0.0, section="Optimisation"
    )
    """Passes over the training split; the last one may be partial."""
    least_steps: int = field(
        0,
        "At least",
        unit="updates",
        source="Mosbach et al. 2021, 6; Zhang et al. 2021, 5",
        ge=0,
        section="Optimisation",
        advanced=True,
    )
    """Train for at least this many updates, because few texts need many passes. Evaluations are then spread over all
    of them."""
    head_learning_rate: float = field(
        0.0, "Head's rate", zero="as stage", ge=0.0, lt=1.0, log=True, section="Optimisation", advanced=True
    )
    """A rate of its own for the head; 0: the stage's rate."""
    decay: LayerDecay = field(
        lambda: NoDecay(),
        "Layer-wise decay",
        source="Sun et al. 2019, 4.1 and 5.3.4; Zhang et al. 2021",
        section="Optimisation",
    )
    """Learning rates of lower layers."""
    batching: Batching = field(lambda: RandomBatches(), "Batches", section="Optimisation", advanced=True)
    """How texts are grouped into batches."""
    class_exponent: float = field(
        1.0,
        "Class shares",
        unit="exponent",
        source="0: class-balanced sampling, Kang et al. 2020, 3",
        ge=0.0,
        le=1.0,
        section="Optimisation",
        advanced=True,
        later=True,
    )
    """Classes are drawn in proportion to their number of texts to this power: 1 as they are, 0.5 by the
    square root, 0 equally often. The length of epochs stays the same: texts of rare classes are repeated,
    those of frequent ones take turns over the epochs."""
    evaluations: int = field(
        2, "Evaluations", unit="per epoch", ge=1, section="Early stopping and checkpoints"
    )
    """Evaluations on the validation split per epoch."""
    best_on: Annotated[str, OneOf("metric", selection_metrics, usual=("error",))] = field(
        "error", "Best on", section="Early stopping and checkpoints"
    )
    """The validation metric that chooses the tested checkpoint; of several tasks its mean."""
    within: CheckpointBound = field(
        lambda: NoBound(), "Constraint", section="Early stopping and checkpoints", advanced=True, later=True
    )
    """A constraint on the checkpoint, such as the lowest error with language forgotten at most × 1.5. Forgetting is
    then measured at every evaluation, whatever the cost."""
    checkpoint: Literal["best", "last"] = field(
        "best",
        "Tested checkpoint",
        source="last: Perez et al. 2021 (true few-shot learning)",
        choices={"best": "Best on validation", "last": "Last update, no validation labels"},
        section="Early stopping and checkpoints",
        advanced=True,
        later=True,
    )
    """The best on validation, or the last, which needs no validation labels. With few training labels, the
    validation split often has many more."""
    patience: int = field(
        0, "Patience", unit="evaluations", zero="never", ge=0, section="Early stopping and checkpoints"
    )
    """Stop after this many evaluations without improvement; 0: never."""
    reinitialise: int = field(
        0,
        "Re-initialise",
        unit="top layers",
        source="Zhang et al. 2021, 4",
        ge=0,
        section="Features",
        advanced=True,
    )
    """Re-initialise the pooler and this many top layers before training; may stabilise results on small data sets."""

    @model_validator(mode="before")
    @classmethod
    def _best_on_main_metric(cls, table: object) -> object:
        """Default ``best_on`` to the main metric of the objective."""
        if not isinstance(table, dict) or "best_on" in table:
            return table
        parts = (table, *(part for part in table.get("tasks") or () if isinstance(part, dict)))
        objectives = [part["objective"] for part in parts if "objective" in part]
        try:
            return (
                table | {"best_on": LabelObjective.choose(objectives[0]).main_metric} if objectives else table
            )
        except ValueError:  # reported at the objective
            return table

    @property
    def selection_metric(self) -> str:
        return self.best_on

    def evaluation_span(self, per_epoch: int, total: int) -> int:
        """Return the updates that share the evaluations of one epoch: an epoch, or more if ``least_steps`` applies."""
        return max(per_epoch, round(total / max(1.0, self.epochs)))

    def planned_updates(self, rows: Sequence[int]) -> int:
        # Partial batches and a partial last epoch count.
        return max(1, round(self.epochs * self.updates_per_epoch(rows)), self.least_steps)

    def updates_per_epoch(self, rows: Sequence[int]) -> int:
        return math.ceil(sum(rows) / self.batch_size)

    def epoch_length(self, total: int) -> int:
        return max(0, round(total / self.epochs))

    @property
    def epoch_count(self) -> int:
        return math.ceil(self.epochs)

    def batches_of_tasks(self, rows: Sequence[int], epoch: int = 0) -> list[int]:
        return [math.ceil(each / self.batch_size) for each in rows]

    def inputs_read(self, rows: Sequence[int]) -> list[float]:
        return [self.epochs * each for each in rows]

    @property
    def evaluation_passes(self) -> float:
        return max(1.0, self.epochs * self.evaluations)

    def peak_rate(self, depth: int, layers: int, *, head: bool = False) -> float:
        if head and self.head_learning_rate:
            return self.head_learning_rate
        return self.learning_rate * self.decay.scale(depth, layers)

    @property
    def head_features(self) -> Features:
        return self.features

    @property
    def new_layers(self) -> int:
        return self.reinitialise

    def without_new_layers(self) -> Self:
        return self.model_copy(update={"reinitialise": 0})

    @property
    def early_stopping(self) -> int:
        return self.patience

    @property
    def checkpoint_bound(self) -> CheckpointBound:
        return self.within

    @property
    def passes_on_best_checkpoint(self) -> bool:
        return self.checkpoint == "best"

    def findings(self, encoder: EncoderFacts | None, data: DataFacts | None) -> PlacedFindings:
        yield from super().findings(encoder, data)
        if self.patience and not self.passes_on_best_checkpoint:
            yield fault(
                "patience",
                "Early stopping reads validation labels, but the last update is tested without them.",
                remedy="Set it to 0.",
                fix=("patience", 0),
            )
        if self.within.bounded_measure and not self.passes_on_best_checkpoint:
            yield fault(
                "within",
                "A bound has no effect when the last update is tested.",
                remedy="Set Tested checkpoint to Best on validation, or remove the bound.",
                fix=("within", {"kind": "none"}),
            )
        if encoder is not None:
            for task in () if self.length_finding(encoder) else self.labelled_tasks():
                yield from _task_findings(task, encoder)
            yield from check_features("features", self.features, encoder.layers)
            if self.reinitialise > encoder.layers:
                yield fault(
                    "reinitialise",
                    f"{encoder.name} has {encoder.layers} layers, not {self.reinitialise}.",
                    remedy=f"Re-initialise at most {encoder.layers}.",
                    fix=("reinitialise", encoder.layers),
                )
        yield from check_objectives(self.labelled_tasks(), self.best_on, "" if data is None else data.target)
        planned = round(self.epochs * self.evaluations)
        if data is not None and self.patience and self.patience >= self.epochs * self.evaluations:
            yield warning(
                "patience",
                f"Never reached: there are only {planned} evaluations.",
                remedy="Set it to 0.",
                fix=("patience", 0),
            )

    def duration_text(self, facts: SummaryFacts) -> str:
        """Return ``3 epochs, 24 × 512, rate 2e-5``."""
        batch = batch_text(self.batch_size, self.max_length or facts.positions)
        epochs = phrase("{n} epoch" if self.epochs == 1 else "{n} epochs", n=shortest(self.epochs))
        return phrase(
            "{epochs}, {batch}, {rate}", epochs=epochs, batch=batch, rate=rate_text(self.learning_rate)
        )


def _task_findings(task: LabelledTask, encoder: EncoderFacts) -> PlacedFindings:
    """Return the findings on the length and truncation of a task. A single task has the length of the stage."""
    path = task.field_path("max_length")
    room = (task.max_length or encoder.positions) - encoder.special_count(task.reads_pairs)
    finding = length_finding(task.max_length, encoder, path) or (NO_ROOM if room < 1 else None)
    if finding:
        yield path, finding
    else:
        yield from check_truncation(
            task.field_path("truncation"), task.truncation, room, pair=task.reads_pairs
        )


class Finetune(SupervisedStage):
    """Learns the labels of one data set, with a new head on the encoder."""

    title: ClassVar[str] = "Fine-tuning"
    kind: Literal["finetune"] = "finetune"
    runtime: ClassVar[str] = "engine.stages.finetune"
    icon: ClassVar[str] = "tag"
    essential: ClassVar[tuple[str, ...]] = ("data", "truncation", *ESSENTIAL)
    data: DataSource = field(label="Data set", section="Data and texts")
    """The texts and labels."""
    objective: LabelObjective = field(
        default_objective, "Objective", section="Data and texts", advanced=True, later=True
    )
    """Target and loss of the stage."""
    truncation: Truncation = field(
        lambda: HeadTruncation(),
        "Truncation",
        source="Sun et al. 2019, Table 2",
        section="Data and texts",
    )
    """The part that is read of a text longer than the length."""
    take_head: bool = field(
        False,
        "Reuse the head",
        source="Kumar et al. 2022, 3",
        section="Freezing",
        advanced=True,
        later=True,
    )
    """Start with the head of the stage that this one starts from, which has learnt the same data set,
    instead of a new head. Train the head alone first, for as long as it improves, then everything at a low
    rate."""
    augmentation: Augmentation = field(
        lambda: NoAugmentation(), "Augmentation", section="Data and texts", advanced=True
    )
    """Augmentation of the training texts."""

    @property
    def reuses_head(self) -> bool:
        return self.take_head

    def labelled_tasks(self) -> tuple[LabelledTask, ...]:
        own = LabelledTask(self.data, self.truncation, self.max_length, self.augmentation, self.objective)
        return (own,)

    def updates_per_epoch(self, rows: Sequence[int]) -> int:
        return super().updates_per_epoch([each * self.augmentation.inputs_per_text for each in rows])

    def inputs_read(self, rows: Sequence[int]) -> list[float]:
        epochs = self.planned_updates(rows) / max(1, self.updates_per_epoch(rows))
        return [epochs * each * self.augmentation.inputs_per_text for each in rows]

    def summary(self, facts: SummaryFacts = SummaryFacts()) -> list[str]:  # noqa: B008 - frozen
        truncation = truncation_text(self.truncation, (self.max_length or facts.positions) - facts.specials)
        return [
            facts.data_text(self.data.source),
            self.duration_text(facts),
            phrase("{kept}, {features}", kept=truncation, features=features_text(self.features)),
        ]

    @classmethod
    def default_after(cls, stages: Sequence[Stage], samples: Sequence[str] = ()) -> tuple[int, Self]:
        """Propose a stage at the end, with the settings of the last fine-tuning.

        After a multi-task stage it learns the next of its tasks, from the multi-task result (Sun et al. 2019, 5.5).
        """
        single_tasks = [stage for stage in stages if stage.labelled_tasks() and not stage.is_multi_task]
        follower = cls.with_settings_of(single_tasks[-1] if single_tasks else None)
        candidates = distinct_sources(source for stage in stages for source in stage.sources().values())
        update: dict[str, object] = {}
        shared_index = next((i for i in reversed(range(len(stages))) if stages[i].is_multi_task), None)
        if shared_index is not None:
            learnt = {source.source for stage in single_tasks for source in stage.sources().values()}
            tasks = distinct_sources(task.data for task in stages[shared_index].labelled_tasks())
            candidates = [source for source in tasks if source.source not in learnt] or tasks
            if shared_index != len(stages) - 1:
                update["start"] = str(shared_index + 1)
        if candidates:
            update["data"] = candidates[0]
        return len(stages), follower.model_copy(update=update, deep=True)

    @model_validator(mode="after")
    def _pairs_are_not_cut(self) -> Finetune:
        if self.data.effective.pair and self.augmentation.makes_pairs:
            raise ValueError("texts of two segments cannot be cut into two. Choose one or the other")
        return self
