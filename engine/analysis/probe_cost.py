"""What measuring forgetting is expected to take before a run: seconds, and the points on the way that have room.

Each probe declares its work (``engine.probes.built_in``, or a plug-in's own declaration); here it becomes seconds at
the speed of the machine, and the scheduler's own rule (``engine.probes.timetable``) is played through with them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from engine.model.encoder_size import forward_operations
from engine.probes.built_in import BUILT_IN
from engine.probes.timetable import has_room, planned_points
from engine.probes.work import ProbedStage, ProbeWork, WorkMoment, declared_probes

LOAD_SECONDS = 0.1
"""Time of loading any encoder, beside what its size adds (measured on two cores, as all of these)."""
WEIGHTS_PER_SECOND = 3e8
"""Weights that are read, compared or copied in a second."""
DECOMPOSITIONS_PER_SECOND = 8e9
"""Multiplications and additions per second of singular value decompositions, which are computed on a CPU throughout."""
NUMBERS_PER_SECOND = 1e9
"""Operations on single numbers in a second."""


@dataclass(frozen=True)
class ProbeCost:
    """What the probes of a stage are expected to take.

    Attributes:
        seconds: of building the probes and of all measurements.
        points: measurements on the way that there is room for.
        planned: how many there would be without a bound on their cost.
    """

    seconds: float = 0.0
    points: int = 0
    planned: int = 0


@dataclass(frozen=True)
class StagePace:
    """How a stage goes on without its probes.

    Attributes:
        steps: its updates.
        seconds: of its updates and evaluations.
        evaluations: updates after which it is evaluated, its last among them.
        chooses: whether it hands on the best of what was evaluated rather than its last update.
        always: whether every evaluation is measured, whatever that costs.
        operations_per_second: multiplications and additions of forward passes per second.
    """

    steps: int
    seconds: float
    evaluations: tuple[int, ...]
    chooses: bool
    always: bool
    operations_per_second: float


def estimate_probes(stage: ProbedStage, pace: StagePace, *, pretrained: bool) -> ProbeCost:
    """Return what the probes of ``stage`` take; ``pretrained``: whether the run began with pre-trained weights."""
    if not stage.probes.on or not pace.steps:
        return ProbeCost()
    asked = {
        name: each
        for name, each in (BUILT_IN | dict(declared_probes())).items()
        if (pretrained or not each.pretrained) and each.work(stage, "setup") is not None
    }

    def seconds_of(moment: WorkMoment) -> float:
        later = moment == "start" and stage.index > 0
        works = (each.work(stage, moment) for each in asked.values() if each.at_start or not later)
        return sum(work_seconds(work, stage, pace.operations_per_second) for work in works if work)

    return _play_through(stage, pace, seconds_of) if asked else ProbeCost()


def work_seconds(work: ProbeWork, stage: ProbedStage, operations_per_second: float) -> float:
    """Return the seconds of ``work`` with the encoder of ``stage``."""
    encoder = stage.encoder
    word = 2.0 * encoder.hidden * (encoder.hidden + encoder.vocabulary)
    products = work.tokens * forward_operations(encoder, stage.passage_length) + work.predicted_words * word
    load = LOAD_SECONDS + encoder.parameters / WEIGHTS_PER_SECOND
    return (
        (products + work.multiplications) / operations_per_second
        + work.decompositions / DECOMPOSITIONS_PER_SECOND
        + work.number_operations / NUMBERS_PER_SECOND
        + work.weights_read * encoder.parameters / WEIGHTS_PER_SECOND
        + work.encoders_loaded * load
    )


def _play_through(
    stage: ProbedStage, pace: StagePace, seconds_of: Callable[[WorkMoment], float]
) -> ProbeCost:
    """Let the scheduler's rule decide for every planned point, with expected in place of measured seconds."""
    start, point = seconds_of("start"), seconds_of("point")
    fixed, last, spent = seconds_of("setup") + start, start, 0.0
    planned = planned_points(pace.steps, stage.probes.points, pace.evaluations)
    forced: Collection[int] = pace.evaluations if pace.always else ()
    taken = 0
    for step in planned:
        share = step / pace.steps
        if step in forced or has_room(stage.probes.budget, share, share * pace.seconds, fixed, spent, last):
            taken, spent, last = taken + 1, spent + point, point
    # Of several evaluations any may be the best; unless it is the last, the end is measured by itself.
    apart = 1 - 1 / max(1, len(pace.evaluations)) if pace.chooses else 0.0
    return ProbeCost(fixed + spent + apart * seconds_of("end") + seconds_of("chosen"), taken, len(planned))
