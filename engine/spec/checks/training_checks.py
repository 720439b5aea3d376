"""Checks of freezing timetables and of training on few texts."""

from __future__ import annotations

from engine.spec.checks.findings import DataFacts, EncoderFacts, PlacedFindings, SpecFinding
from engine.spec.freezing import FreezingPhase, describe_depths
from engine.spec.stages.base import Stage
from engine.spec.stages.finetune import Finetune, SupervisedStage
from engine.spec.stages.pretraining import FurtherPretrain

USUAL_LAYERS = 12
"""Taken where the encoder is not known."""


def check_freezing(
    place: str, stage: Stage, encoder: EncoderFacts | None, data: DataFacts | None, *, untrained: bool
) -> PlacedFindings:
    """What is odd about when the parts of the encoder learn. ``untrained``: its weights are random."""
    layers, where = encoder.layers if encoder else USUAL_LAYERS, f"{place}.freezing"
    encoders = set(range(layers + 1))
    ever = stage.freezing.trainable_depths(layers) & encoders
    if not ever and isinstance(stage, FurtherPretrain):
        yield where, SpecFinding("pre-training with the whole encoder frozen changes nothing in it.")
    elif not ever and isinstance(stage, Finetune) and stage.decay.scale(1, layers) != 1.0:
        yield f"{place}.decay", SpecFinding("Has no effect while the whole encoder is frozen.", blocks=False)
    if untrained and ever != encoders:
        yield (
            where,
            SpecFinding(
                "The frozen parts stay as random as they start: the encoder is untrained.", blocks=False
            ),
        )
    if encoder is not None and not stage.freezing.problem(layers):
        yield from _idle(where, stage, layers)
        yield from _too_short(where, stage, layers, data)


def _idle(where: str, stage: Stage, layers: int) -> PlacedFindings:
    """Phases in which only parts learn that the head does not read."""
    if not isinstance(stage, SupervisedStage):
        return
    try:
        top = max(stage.features.layer_indices(layers))
    except ValueError:
        return  # said where the features stand
    read = {*range(top + 1), layers + 2} | ({layers + 1} if stage.features.layers == "pooler" else set())
    for phase in stage.freezing.timetable(layers, 10**9, 1):
        if not phase.trainable & read:
            yield (
                where,
                SpecFinding(
                    f"{phase.title.lower()} would learn alone for a while, but the head reads nothing above layer "
                    f"{top}.",
                    remedy="Read the last layer, or choose another policy.",
                ),
            )
            return


def _too_short(where: str, stage: Stage, layers: int, data: DataFacts | None) -> PlacedFindings:
    """Phases that the stage is too short for."""
    if isinstance(stage, Finetune) and data is not None and data.train:
        per_epoch, total = stage.count_updates(learnt_rows(stage, data))
    elif isinstance(stage, FurtherPretrain):
        per_epoch, total = 0, stage.steps
        if stage.freezing.timetable(layers, total, 1) != stage.freezing.timetable(layers, total, 0):
            return  # depends on epochs, which nobody has counted yet
    else:
        return
    phases = stage.freezing.timetable(layers, total, per_epoch)
    come = [phase for phase, end in zip(phases, _ends(phases, total), strict=True) if phase.start < end]
    missed = frozenset().union(*(phase.trainable for phase in phases))
    missed -= frozenset().union(*(phase.trainable for phase in come))
    if missed:
        yield (
            where,
            SpecFinding(
                f"{describe_depths(missed, layers)}: no turn to learn within {total:,} updates.",
                blocks=False,
                remedy="Train for longer, or shorten the phases.",
            ),
        )
    elif come[-1] is not phases[-1]:
        yield (
            where,
            SpecFinding(
                f"The last phase ({phases[-1].title.lower()}) does not come within {total:,} updates.",
                blocks=False,
                remedy="Train for longer, or shorten the phases.",
            ),
        )


def _ends(phases: tuple[FreezingPhase, ...], total: int) -> list[int]:
    return [min(end, total) for end in (*(phase.start for phase in phases[1:]), total)]


def learnt_rows(stage: Finetune, data: DataFacts) -> int:
    """How many texts ``stage`` learns from."""
    return min(stage.data.train_rows or data.train, data.train)


def check_subset_size(place: str, stage: Finetune, data: DataFacts) -> PlacedFindings:
    """Subsets that are too small or too large."""
    if data.train < 1:
        return
    field, asked, classes = f"{place}.data.train_rows", stage.data.train_rows, len(data.classes)
    there = data.train + data.validation
    if asked > there:
        yield (
            field,
            SpecFinding(f"there are only {there:,} training rows.", remedy="Use all.", fix=(field, 0)),
        )
    elif 0 < asked < classes:
        yield (
            field,
            SpecFinding(
                f"{asked:,} training rows cannot hold an example of each of the {classes} classes.",
                remedy=f"Ask for at least {classes}.",
                fix=(field, classes),
            ),
        )
    elif stage.batch_size > (learnt := learnt_rows(stage, data)):
        yield (
            f"{place}.batch_size",
            SpecFinding(f"There are only {learnt:,} training texts: one update per epoch.", blocks=False),
        )
