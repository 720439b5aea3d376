"""What measuring forgetting is expected to take: by hand, by the scheduler's own rule, and within the run's time."""

from __future__ import annotations

from typing import Any

import pytest

from engine.analysis import probe_cost
from engine.analysis.estimate import (
    START_SECONDS,
    RunCost,
    SplitSizes,
    TokenLengths,
    TrainingSpeed,
    estimate_cost,
)
from engine.analysis.probe_cost import ProbeCost, StagePace, estimate_probes, work_seconds
from engine.probes.work import ProbeDeclaration, ProbedStage, ProbeWork, WorkMoment
from engine.spec.experiment import parse_experiment
from engine.spec.probes import Probes
from tests.engine.sized_encoder import SizedEncoder

SMALL = SizedEncoder(layers=2, hidden=50, vocabulary=900, positions=100, parameters=150_000)
"""Its layers have 100,000 weights: 2 x 100,000 operations for a token, and attention's."""


def stage(index: int = 0, **probes: Any) -> ProbedStage:
    return ProbedStage(Probes.model_validate({"texts": 10, "length": 20} | probes), index, SMALL)


def test_work_becomes_seconds_by_hand() -> None:
    def seconds(**done: float) -> float:
        return work_seconds(ProbeWork(**done), stage(), 1e6)

    # 2 x 100,000 and 4 x 20 x 50 x 2 for attention in passages of 20 tokens, at a million a second.
    assert seconds(tokens=10) == pytest.approx(10 * 0.208)
    # Through a matrix of 50 x 50 and the vocabulary of 900 x 50, two operations each.
    assert seconds(predicted_words=3) == pytest.approx(3 * 2 * 50 * 950 / 1e6)
    assert seconds(multiplications=2e6) == pytest.approx(2.0)
    assert seconds(decompositions=8e9) == pytest.approx(1.0)
    assert seconds(number_operations=1e9) == pytest.approx(1.0)
    assert seconds(weights_read=4) == pytest.approx(4 * 150_000 / 3e8)
    assert seconds(encoders_loaded=2) == pytest.approx(2 * (0.1 + 150_000 / 3e8))


COUNTED = {"setup": 1.0, "start": 3.0, "point": 2.0, "end": 2.0, "chosen": 5.0}


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """One probe, of known seconds at each moment, at a million operations a second."""

    def work(_stage: ProbedStage, moment: WorkMoment) -> ProbeWork:
        return ProbeWork(multiplications=1e6 * COUNTED[moment])

    monkeypatch.setattr(probe_cost, "BUILT_IN", {"counted": ProbeDeclaration(work)})
    monkeypatch.setattr(probe_cost, "declared_probes", dict)


def cost(
    index: int = 0, *, seconds: float = 100.0, chooses: bool = True, always: bool = False, **probes: Any
) -> ProbeCost:
    pace = StagePace(100, seconds, (50, 100), chooses, always, 1e6)
    return estimate_probes(stage(index, **probes), pace, pretrained=True)


@pytest.mark.usefixtures("counted")
def test_beginning_and_end_are_always_paid_for_and_points_as_far_as_there_is_room() -> None:
    # Building and beginning are 4 s, the end is 2 s in one of two cases, the chosen weights 5 s: 10 s whatever happens.
    assert cost(budget=1.0, points=10) == ProbeCost(10.0, 0, 9)
    assert cost(budget=100.0, points=10) == ProbeCost(10.0 + 9 * 2.0, 9, 9)
    # With 20 % of 100 s half the points have room: a last one at 90 is refused for the end's sake.
    found = cost(budget=20.0, points=10)
    assert 0 < found.points < 9 and found.seconds == 10.0 + 2.0 * found.points
    assert cost(budget=20.0, points=10, seconds=1000.0).points == 9
    assert cost(budget=1.0, points=10, chooses=False).seconds == 9.0  # the last update is what is handed on


@pytest.mark.usefixtures("counted")
def test_where_a_bound_needs_them_evaluations_are_measured_whatever_they_cost() -> None:
    assert cost(budget=1.0, points=3, always=True).points == 1
    assert cost(budget=1.0, points=3).points == 0


@pytest.mark.usefixtures("counted")
def test_a_later_stage_begins_with_weights_that_were_measured() -> None:
    assert cost(1, budget=0.5, points=10).seconds == 7.0
    assert cost(on=False) == ProbeCost()


TEXTS = SplitSizes(train=900, validation=100, test=200, lengths=TokenLengths([98] * 900))


def run_cost(speed: TrainingSpeed, *, stages: int = 1, encoder: Any = None, **probes: Any) -> RunCost:
    made = parse_experiment(
        {
            "encoder": encoder or {},
            "stages": [{"kind": "finetune", "data": "x", "epochs": 2}] * stages,
            "probes": {"texts": 10, "length": 20} | probes,
        }
    )
    found = estimate_cost(made, SMALL, [TEXTS] * stages, speed)
    assert found is not None
    return found


def test_the_time_of_a_run_has_that_of_its_probes() -> None:
    speed = TrainingSpeed(tokens_per_second=1000.0, run_count=1)
    without, found = run_cost(speed, on=False), run_cost(speed, budget=100.0, points=4)
    assert without.probes == ProbeCost() and without.probe_share == 0
    assert found.probes is not None and found.seconds is not None and without.seconds is not None
    assert without.seconds == pytest.approx(START_SECONDS + (1800 * 100 + 600 * 100 / 3) / 1000)
    assert found.seconds == pytest.approx(without.seconds + found.probes.seconds)
    assert found.probe_share == pytest.approx(100 * found.probes.seconds / found.seconds)
    # Language alone, at every point: 200 tokens forwards at three times the speed of training with texts of 100.
    one = run_cost(speed, budget=100.0, points=4, similarity=False, attention=False, drift=False)
    assert one.probes is not None and one.probes.points == 3
    pace = 3 * 1000 * (2 * 100_000 + 4 * 100 * 50 * 2)
    words = 200 * 0.15 * 2 * 50 * 950
    read = 200 * (
        1 - 0.85 * 0.75 / 2
    )  # three quarters of the top layer are left out for what is not predicted
    once = (read * (2 * 100_000 + 4 * 20 * 50 * 2) + words) / pace
    reset = 3 * once + 3 * 150_000 / 3e8 + (0.1 + 150_000 / 3e8)
    load = 0.1 + 150_000 / 3e8
    # Built, begun, three points, the end in three of four cases, the chosen weights with 0, 1 and 2 layers put back.
    assert one.probes.seconds == pytest.approx(load + once + 3 * once + 0.75 * once + once + reset)


def test_a_slower_machine_measures_more_slowly_and_nothing_is_said_of_an_unknown_one() -> None:
    fast, slow = (
        run_cost(TrainingSpeed(flops_per_second=flops), budget=100.0).probes for flops in (1e9, 1e8)
    )
    assert fast is not None and slow is not None and slow.seconds > 2 * fast.seconds
    unknown = run_cost(TrainingSpeed())
    assert unknown.probes is None and unknown.probe_share is None


def test_random_weights_have_nothing_to_forget_and_later_stages_read_earlier_tasks() -> None:
    speed = TrainingSpeed(tokens_per_second=1000.0, run_count=1)
    drawn = run_cost(speed, encoder={"weights": "random"}).probes
    assert drawn == ProbeCost()
    one, two = run_cost(speed).probes, run_cost(speed, stages=2)
    assert one is not None and two.stages[1].probes is not None
    first, second = two.stages[0].probes, two.stages[1].probes
    assert first == one
    # A linear probe of the task to come, on two encoders: 300 + 100 texts of 100 tokens each.
    assert second.seconds > 2 * 400 * 100 / 3000
    assert two.probes is not None and two.probes.seconds == pytest.approx(one.seconds + second.seconds)


def test_a_plugins_probe_is_paid_for_by_its_own_declaration(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.probes import work

    speed = TrainingSpeed(tokens_per_second=1000.0, run_count=1)
    before = run_cost(speed, budget=100.0, points=1).probes
    monkeypatch.setattr(work, "_DECLARED", dict(work._DECLARED))

    def count(_stage: ProbedStage, moment: WorkMoment) -> ProbeWork:
        return ProbeWork(number_operations=1e9 if moment == "chosen" else 0.0)

    work.declare_probe("toy", ProbeDeclaration(count))
    after = run_cost(speed, budget=100.0, points=1).probes
    assert before is not None and after is not None
    assert after.seconds == pytest.approx(before.seconds + 1.0)
