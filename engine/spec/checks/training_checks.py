"""Checks of freezing timetables and of training on few texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.spec.checks.findings import DataFacts, EncoderFacts, PlacedFindings, fault, warning
from engine.spec.data import DataSource, find_sources
from engine.spec.experiment import Experiment
from engine.spec.freezing import FreezingPhase, describe_depths
from engine.spec.stages.base import Stage

USUAL_LAYERS = 12
"""Number of layers to assume for an unknown encoder."""


def check_freezing(
    prefix: str, stage: Stage, encoder: EncoderFacts | None, data: DataFacts | None, *, untrained: bool
) -> PlacedFindings:
    """Return the findings on the freezing policy of a stage.

    ``untrained``: the weights of the encoder are random.
    """
    layers, path = encoder.layers if encoder else USUAL_LAYERS, f"{prefix}.freezing"
    all_depths = set(range(layers + 1))
    depths = stage.freezing.trainable_depths(layers) & all_depths
    if not depths and stage.predicts_words:
        yield fault(path, "pre-training changes nothing while the whole encoder is frozen.")
    elif not depths and stage.head_features and stage.peak_rate(1, layers) != stage.peak_rate(layers, layers):
        yield warning(f"{prefix}.decay", "Has no effect while the whole encoder is frozen.")
    if untrained and depths != all_depths:
        yield warning(path, "The frozen parts stay random: the encoder is untrained.")
    if encoder is not None and not stage.freezing.problem(layers):
        yield from _unread_phases(path, stage, layers)
        yield from _unreached_phases(path, stage, layers, data)


def check_reused_head(stages: Sequence[Stage], index: int) -> PlacedFindings:
    """Return the finding on a stage (from 0) that reuses a head, if its start has no compatible one."""
    stage = stages[index]
    if not stage.reuses_head:
        return
    origin, _ = stage.origin(index)
    problem = "" if origin else "starts from the run's encoder, which has no head."
    if origin:
        origin_stage, tasks = stages[origin - 1], stage.labelled_tasks()
        origin_tasks = origin_stage.labelled_tasks()
        if origin_stage.is_multi_task or len(origin_tasks) != 1:
            problem = f"stage {origin} has not learnt this one data set."
        elif origin_tasks[0].data != tasks[0].data or origin_tasks[0].objective != tasks[0].objective:
            problem = f"stage {origin} has learnt another data set, or another objective."
        elif origin_stage.head_features != stage.head_features:
            problem = f"the head of stage {origin} reads other features."
    if problem:
        yield fault(
            f"stages.{index}.take_head",
            problem,
            remedy="Start from a fine-tuning on the same data with the same features, or draw a new head.",
            fix=(f"stages.{index}.take_head", False),
        )


def _unread_phases(path: str, stage: Stage, layers: int) -> PlacedFindings:
    """Return findings on phases that train only parts above the layers that the head reads."""
    features = stage.head_features
    if features is None:
        return
    try:
        top = max(features.layer_indices(layers))
    except ValueError:
        return  # reported at the features
    read_depths = {*range(top + 1), layers + 2} | ({layers + 1} if features.layers == "pooler" else set())
    for phase in stage.freezing.timetable(layers, 10**9, 1):
        if not phase.trainable & read_depths:
            yield fault(
                path,
                f"for a while {phase.title.lower()} would be the only part that learns, but the head reads "
                f"nothing above layer {top}.",
                remedy="Read the last layer, or choose another policy.",
            )
            return


def _unreached_phases(path: str, stage: Stage, layers: int, data: DataFacts | None) -> PlacedFindings:
    """Return findings on phases that a stage is too short to reach."""
    tasks, rows = stage.labelled_tasks(), []
    if tasks:
        if len(tasks) > 1 or data is None or not data.train:
            return
        rows = [learnt_rows(tasks[0].data, data)]
    per_epoch, total = stage.updates_per_epoch(rows), stage.planned_updates(rows)
    if not per_epoch and stage.freezing.timetable(layers, total, 1) != stage.freezing.timetable(
        layers, total, 0
    ):
        return  # depends on the length of epochs, which is not known yet
    phases = stage.freezing.timetable(layers, total, per_epoch)
    reached = [phase for phase, end in zip(phases, _ends(phases, total), strict=True) if phase.start < end]
    missed = frozenset().union(*(phase.trainable for phase in phases))
    missed -= frozenset().union(*(phase.trainable for phase in reached))
    if missed:
        yield warning(
            path,
            f"{describe_depths(missed, layers)}: never trained within {total:,} updates.",
            remedy="Train for longer, or shorten the phases.",
        )
    elif reached[-1] is not phases[-1]:
        yield warning(
            path,
            f"The last phase ({phases[-1].title.lower()}) is not reached within {total:,} updates.",
            remedy="Train for longer, or shorten the phases.",
        )


def _ends(phases: tuple[FreezingPhase, ...], total: int) -> list[int]:
    return [min(end, total) for end in (*(phase.start for phase in phases[1:]), total)]


def learnt_rows(source: DataSource, data: DataFacts) -> int:
    """Return the number of texts of ``source`` that are used for training."""
    return min(source.effective.train_rows or data.train, data.train)


def check_validation(experiment: Experiment, data: Mapping[int, DataFacts]) -> PlacedFindings:
    """Return findings on missing validation rows. Only a last stage that selects its last update needs none."""
    last_index = len(experiment.stages) - 1
    for path, source in find_sources(experiment):
        effective = source.effective
        if effective.validation_share or effective.validation:
            continue
        number = int(path.split(".")[1]) if path.startswith("stages.") else -1
        if number in data and data[number].validation:
            continue  # the data set has its own
        stage = experiment.stages[number]
        if number == last_index and stage.labelled_tasks() and not stage.is_multi_task:
            if not stage.passes_on_best_checkpoint and not experiment.trial_of:
                continue
            subject = "The search" if experiment.trial_of else "The tested checkpoint"
            message = f"{subject} is chosen by validation texts, but none are held out."
        else:
            message = "Validation texts are needed here, but none are held out."
        share = f"{path}.validation_share"
        default = DataSource.model_fields["validation_share"].default
        yield fault(share, message, remedy=f"Hold out {100 * default:g} %.", fix=(share, default))


def check_subset_size(data_path: str, prefix: str, stage: Stage, data: DataFacts) -> PlacedFindings:
    """Return findings on subsets that are too small or too large.

    ``data_path`` is the field of the data set, ``prefix`` the path of the stage.
    """
    if data.train < 1:
        return
    (task,) = stage.labelled_tasks()
    field, rows, classes = f"{data_path}.train_rows", task.data.effective.train_rows, len(data.classes)
    available = data.train + data.validation
    if rows > available:
        yield fault(field, f"there are only {available:,} training rows.", remedy="Use all.", fix=(field, 0))
    elif 0 < rows < classes:
        yield fault(
            field,
            f"{rows:,} training rows cannot hold an example of each of the {classes} classes.",
            remedy=f"Set it to {classes} or more.",
            fix=(field, classes),
        )
    elif stage.batch_size > (trained := learnt_rows(task.data, data)):
        yield warning(
            f"{prefix}.batch_size", f"There are only {trained:,} training texts: one update per epoch."
        )
