"""Checks of freezing timetables and of training on few texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.spec.checks.findings import DataFacts, EncoderFacts, PlacedFindings, fault, warning
from engine.spec.data import DataSource, find_sources
from engine.spec.experiment import Experiment
from engine.spec.freezing import FreezingPhase, describe_depths
from engine.spec.stages.base import Stage

USUAL_LAYERS = 12
"""Taken where the encoder is not known."""


def check_freezing(
    place: str, stage: Stage, encoder: EncoderFacts | None, data: DataFacts | None, *, untrained: bool
) -> PlacedFindings:
    """Return the findings on when the parts of the encoder learn.

    ``untrained``: its weights are random.
    """
    layers, where = encoder.layers if encoder else USUAL_LAYERS, f"{place}.freezing"
    encoders = set(range(layers + 1))
    ever = stage.freezing.trainable_depths(layers) & encoders
    if not ever and stage.predicts_words:
        yield fault(where, "pre-training with the whole encoder frozen changes nothing in it.")
    elif not ever and stage.head_features and stage.peak_rate(1, layers) != stage.peak_rate(layers, layers):
        yield warning(f"{place}.decay", "Has no effect while the whole encoder is frozen.")
    if untrained and ever != encoders:
        yield warning(where, "The frozen parts stay as random as they start: the encoder is untrained.")
    if encoder is not None and not stage.freezing.problem(layers):
        yield from _idle(where, stage, layers)
        yield from _too_short(where, stage, layers, data)


def check_reused_head(stages: Sequence[Stage], index: int) -> PlacedFindings:
    """Return the finding that the stage from which stage ``index`` (from 0) takes its head has none that fits."""
    stage = stages[index]
    if not stage.reuses_head:
        return
    before, _ = stage.origin(index)
    problem = "" if before else "starts from the run's encoder, which has no head."
    if before:
        earlier, own = stages[before - 1], stage.labelled_tasks()
        there = earlier.labelled_tasks()
        if earlier.is_multi_task or len(there) != 1:
            problem = f"stage {before} has not learnt this one data set."
        elif there[0].data != own[0].data or there[0].objective != own[0].objective:
            problem = f"stage {before} has learnt another data set, or another objective."
        elif earlier.head_features != stage.head_features:
            problem = f"the head of stage {before} reads other features."
    if problem:
        yield fault(
            f"stages.{index}.take_head",
            problem,
            remedy="Start from a fine-tuning on the same data with the same features, or draw a new head.",
            fix=(f"stages.{index}.take_head", False),
        )


def _idle(where: str, stage: Stage, layers: int) -> PlacedFindings:
    """Return findings on phases in which only parts learn that the head does not read."""
    features = stage.head_features
    if features is None:
        return
    try:
        top = max(features.layer_indices(layers))
    except ValueError:
        return  # said where the features stand
    read = {*range(top + 1), layers + 2} | ({layers + 1} if features.layers == "pooler" else set())
    for phase in stage.freezing.timetable(layers, 10**9, 1):
        if not phase.trainable & read:
            yield fault(
                where,
                f"{phase.title.lower()} would for a while be the only part that learns, but the head reads "
                f"nothing above layer {top}.",
                remedy="Read the last layer, or choose another policy.",
            )
            return


def _too_short(where: str, stage: Stage, layers: int, data: DataFacts | None) -> PlacedFindings:
    """Return findings on phases that the stage is too short for."""
    tasks, rows = stage.labelled_tasks(), []
    if tasks:
        if len(tasks) > 1 or data is None or not data.train:
            return
        rows = [learnt_rows(tasks[0].data, data)]
    per_epoch, total = stage.updates_per_epoch(rows), stage.planned_updates(rows)
    if not per_epoch and stage.freezing.timetable(layers, total, 1) != stage.freezing.timetable(
        layers, total, 0
    ):
        return  # depends on epochs, which nobody has counted yet
    phases = stage.freezing.timetable(layers, total, per_epoch)
    come = [phase for phase, end in zip(phases, _ends(phases, total), strict=True) if phase.start < end]
    missed = frozenset().union(*(phase.trainable for phase in phases))
    missed -= frozenset().union(*(phase.trainable for phase in come))
    if missed:
        yield warning(
            where,
            f"{describe_depths(missed, layers)}: never trained within {total:,} updates.",
            remedy="Train for longer, or shorten the phases.",
        )
    elif come[-1] is not phases[-1]:
        yield warning(
            where,
            f"The last phase ({phases[-1].title.lower()}) is not reached within {total:,} updates.",
            remedy="Train for longer, or shorten the phases.",
        )


def _ends(phases: tuple[FreezingPhase, ...], total: int) -> list[int]:
    return [min(end, total) for end in (*(phase.start for phase in phases[1:]), total)]


def learnt_rows(source: DataSource, data: DataFacts) -> int:
    """Return how many texts of ``source`` are used for training."""
    return min(source.effective.train_rows or data.train, data.train)


def check_validation(experiment: Experiment, data: Mapping[int, DataFacts]) -> PlacedFindings:
    """Return findings on data sets without validation rows: only the last stage can do without, at its last update."""
    last = len(experiment.stages) - 1
    for place, source in find_sources(experiment):
        read = source.effective
        if read.validation_share or read.validation:
            continue
        number = int(place.split(".")[1]) if place.startswith("stages.") else -1
        if number in data and data[number].validation:
            continue  # the data set brings them
        stage = experiment.stages[number]
        if number == last and stage.labelled_tasks() and not stage.is_multi_task:
            if not stage.passes_on_best_checkpoint and not experiment.trial_of:
                continue
            why = "The search" if experiment.trial_of else "The tested checkpoint"
            message = f"{why} is chosen by validation texts, but none are held out."
        else:
            message = "Validation texts are needed here, but none are held out."
        share = f"{place}.validation_share"
        default = DataSource.model_fields["validation_share"].default
        yield fault(share, message, remedy=f"Hold out {100 * default:g} %.", fix=(share, default))


def check_subset_size(where: str, place: str, stage: Stage, data: DataFacts) -> PlacedFindings:
    """Return findings on subsets that are too small or too large.

    ``where`` is the data set's field, ``place`` the stage's.
    """
    if data.train < 1:
        return
    (task,) = stage.labelled_tasks()
    field, rows, classes = f"{where}.train_rows", task.data.effective.train_rows, len(data.classes)
    there = data.train + data.validation
    if rows > there:
        yield fault(field, f"there are only {there:,} training rows.", remedy="Use all.", fix=(field, 0))
    elif 0 < rows < classes:
        yield fault(
            field,
            f"{rows:,} training rows cannot hold an example of each of the {classes} classes.",
            remedy=f"Ask for at least {classes}.",
            fix=(field, classes),
        )
    elif stage.batch_size > (learnt := learnt_rows(task.data, data)):
        yield warning(
            f"{place}.batch_size", f"There are only {learnt:,} training texts: one update per epoch."
        )
