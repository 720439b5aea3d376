"""Timetables against the methods as published."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.spec.freezing import Freezing, FreezingPhase, describe_depths, phase_at, rate_factor
from engine.spec.schedules import LinearSchedule, SlantedTriangularSchedule

KINDS = ["none", "all", "embeddings", "lowest", "head_first", "gradual", "chain_thaw"]


def timetable(policy: object, layers: int, total: int, per_epoch: int = 0) -> tuple[FreezingPhase, ...]:
    return Freezing.choose(policy).timetable(layers, total, per_epoch)


def learning(phases: tuple[FreezingPhase, ...], total: int) -> list[set[int]]:
    """What learns at every update."""
    return [set(phases[phase_at(phases, step)].trainable) for step in range(total)]


@given(
    kind=st.sampled_from(KINDS),
    layers=st.integers(2, 24),
    total=st.integers(1, 400),
    per_epoch=st.integers(0, 90),
)
def test_every_timetable_begins_at_once_and_something_always_learns(kind, layers, total, per_epoch):
    phases = timetable(kind, layers, total, per_epoch)
    assert phases[0].start == 0
    assert all(a.start <= b.start for a, b in itertools.pairwise(phases))
    assert all(phase.trainable and phase.trainable <= set(range(layers + 3)) for phase in phases)
    assert all(phase.title for phase in phases)


@pytest.mark.parametrize("layers", [2, 12, 24])
def test_gradual_unfreezing_is_that_of_ulmfit(layers):
    # Howard & Ruder 2018, 3.3: first the last layer (here what stands above the encoder), then one more from the top
    # each epoch; the embeddings are the lowest.
    epochs = layers + 3
    phases = learning(timetable("gradual", layers, 10 * epochs, 10), 10 * epochs)
    for step, learns in enumerate(phases):
        lowest = max(0, layers + 1 - step // 10)
        assert learns == set(range(lowest, layers + 3))


def test_gradual_unfreezing_several_layers_at_a_time():
    phases = timetable({"kind": "gradual", "every": 7, "layers": 5}, 12, 100)
    assert [(phase.start, min(phase.trainable)) for phase in phases] == [
        (0, 13),
        (7, 8),
        (14, 3),
        (21, 1),
        (28, 0),
    ]
    assert Freezing.choose({"kind": "gradual", "layers": 13}).problem(12)
    assert not Freezing.choose({"kind": "gradual", "layers": 12}).problem(12)


def test_chain_thaw_takes_each_part_by_itself_and_then_all():
    # Felbo et al. 2017: the new layers, then each layer from the first on, then everything.
    phases = timetable({"kind": "chain_thaw", "every": 10, "rate": 0.1}, 3, 100)
    assert [(phase.start, set(phase.trainable), phase.rate_factor) for phase in phases] == [
        (0, {5}, 1.0),
        (10, {0}, 0.1),
        (20, {1}, 0.1),
        (30, {2}, 0.1),
        (40, {3, 4}, 0.1),
        (50, {0, 1, 2, 3, 4, 5}, 0.1),
    ]
    even = timetable("chain_thaw", 3, 60)
    assert [phase.start for phase in even] == [0, 10, 20, 30, 40, 50], "the stage divided evenly"


def test_head_first_is_a_probe_and_then_fine_tuning():
    phases = timetable({"kind": "head_first", "share": 0.25, "boost": 20, "rate": 0.5}, 12, 200)
    assert [(p.start, set(p.trainable), p.rate_factor) for p in phases] == [
        (0, {14}, 20),
        (50, set(range(15)), 0.5),
    ]


def test_each_part_of_head_first_has_a_schedule_of_its_own():
    phases = timetable({"kind": "head_first", "share": 0.25, "boost": 20, "rate": 0.5}, 12, 200)
    schedule = LinearSchedule(warmup=0.1)
    for step in range(200):
        expected = 20 * schedule.factor(step, 50) if step < 50 else 0.5 * schedule.factor(step - 50, 150)
        assert rate_factor(phases, schedule, step, 200) == expected


def test_one_schedule_runs_through_phases_that_do_not_restart_it():
    phases = timetable({"kind": "gradual", "every": 10, "cycles": False}, 4, 90)
    schedule = SlantedTriangularSchedule()
    for step in range(90):
        assert rate_factor(phases, schedule, step, 90) == schedule.factor(step, 90)


def test_the_last_cycle_ends_with_the_stage_even_if_later_phases_never_come():
    phases = timetable({"kind": "gradual", "every": 40}, 12, 100)
    schedule = LinearSchedule(warmup=0.0)
    assert rate_factor(phases, schedule, 79, 100) == schedule.factor(39, 40)
    assert rate_factor(phases, schedule, 99, 100) == schedule.factor(19, 20)


@pytest.mark.parametrize(
    ("policy", "frozen"),
    [
        ("all", True),
        *((kind, False) for kind in KINDS if kind != "all"),
        ({"kind": "lowest", "layers": 2}, False),
    ],
)
def test_whether_the_encoder_only_yields_features(policy, frozen):
    # Two layers: with both frozen and the pooler learning, the encoder still changes.
    assert Freezing.choose(policy).whole_encoder_frozen(2) == frozen


def test_when_a_depth_first_learns_can_be_asked_of_every_policy():
    gradual, chain = Freezing.choose({"kind": "gradual", "every": 5}), Freezing.choose("chain_thaw")
    assert [gradual.frozen_until(depth, 2, 100) for depth in (0, 1, 2, 3)] == [15, 10, 5, 0]
    assert [chain.frozen_until(depth, 2, 50) for depth in (0, 1, 2, 3)] == [10, 20, 30, 30]


def test_parts_in_words():
    assert describe_depths({1, 2, 4, 6}, 4) == "Layers 1–2, 4, head"
    assert describe_depths({0, 1, 2, 3, 4, 6}, 4) == "Everything", "encoders without a pooler too"
    assert describe_depths({4, 5}, 4) == "Layer 4, pooler"
