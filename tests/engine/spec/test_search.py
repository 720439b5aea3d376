"""Searches and freezing policies."""

from __future__ import annotations

import itertools
import random

import optuna
import pytest
from hypothesis import given
from hypothesis import strategies as st
from optuna.trial import TrialState, create_trial

from engine.errors import UserError
from engine.spec import toml
from engine.spec.freezing import Freezing, FreezingPhase, describe_depths, phase_at, rate_factor
from engine.spec.schedules import LinearSchedule, SlantedTriangularSchedule
from engine.spec.search import FieldRange, HalvingPruner, MedianPruner, SearchConstraint, read_search
from engine.spec.sweep import Plan, apply_settings

DESIGN = """
name = "Tiny"
[[stages]]
kind = "finetune"
data = "samples:reviews"
batch_size = 16
"""


def plan(search: str) -> Plan:
    return toml.loads(f"{DESIGN}\n[search]\n{search}")


def test_a_search_is_read_with_whole_paths_and_written_so_that_it_reads_back() -> None:
    found = plan(
        'metric = "macro_f1"\npruner = "halving"\nfields.learning_rate = {low = 1e-5, high = 1e-4, log = true}\n'
        "fields.batch_size = [8, 16]\nfields.schedule.cut_fraction = {low = 0.05, high = 0.2}\n"
        "constraint.most = 1.5\nseeds = [1, 2]"
    )
    search = read_search(found.experiment, found.search)
    assert list(search.fields) == [
        "stages.0.learning_rate",
        "stages.0.batch_size",
        "stages.0.schedule.cut_fraction",
    ]
    assert isinstance(search.pruner, HalvingPruner)
    assert (search.metric_key(found.experiment), search.direction(found.experiment)) == (
        "validation/macro_f1",
        "max",
    )
    assert search.constraint is not None and search.constraint.words == "retention/factor at most 1.5"
    assert toml.loads(toml.dumps(found)) == found
    assert apply_settings(found, ["epochs=1"]).search == found.search
    with pytest.raises(UserError, match="palimpsest search"):
        found.expand()


@pytest.mark.parametrize(
    ("search", "said"),
    [
        ("fields.learning_rat = {low = 1e-5, high = 1e-4}", "Did you mean 'learning_rate'"),
        ("fields.learning_rate = {low = 1e-5, high = 3.0}", "less than 1"),
        ("fields.batch_size = [8]", "two or more"),
        ("fields.batch_size = {low = 16, high = 8}", "must be below high"),
        ("fields.learning_rate = {low = 0.0, high = 1e-4, log = true}", "must begin above 0"),
        ("fields.learning_rate = {low = 1e-5}", "needs low and high"),
        ("fields.batch_size = {low = 8, high = 16, values = [8, 9]}", "not both"),
        ("trials = 3", "names no fields"),
        ("fields.seed = [1, 2]", "not a setting that can improve a model"),
        ('metric = "eror"\nfields.batch_size = [8, 16]', "Did you mean 'error'"),
        ('pruner = "medium"\nfields.batch_size = [8, 16]', "there is no pruner 'medium'"),
        ('constraint.measure = "drift/all"\nfields.batch_size = [8, 16]', "either most or least"),
        ("seeds = [1, 1]\nfields.batch_size = [8, 16]", "same seed twice"),
        ("trials = 0\nfields.batch_size = [8, 16]", "greater than or equal to 1"),
        ("fields.batch_size = [8, 0]", "greater than or equal to 1"),
    ],
)
def test_what_cannot_be_searched_is_refused_with_its_place(search: str, said: str) -> None:
    with pytest.raises(UserError) as caught:
        plan(search)
    assert said in str(caught.value)


def test_a_plan_has_a_sweep_or_a_search() -> None:
    with pytest.raises(UserError, match="not both"):
        toml.loads(f"{DESIGN}\n[sweep]\nbatch_size = [8, 16]\n[search]\nfields.learning_rate = [1e-5, 2e-5]")


def test_a_bound_on_language_needs_its_measure() -> None:
    with pytest.raises(UserError, match="probes.retention=true"):
        toml.loads(
            f"{DESIGN}\n[probes]\nretention = false\n[search]\nfields.batch_size = [8, 16]\nconstraint.most = 2.0"
        )


def test_the_design_itself_is_known_among_the_values() -> None:
    found = plan(
        'fields.decay = [{kind = "none"}, {kind = "zhang"}]\nfields.batch_size = {low = 8, high = 64}'
    )
    search = read_search(found.experiment, found.search)
    settings = search.settings_of(found.experiment)
    assert settings == {"stages.0.decay": {"kind": "none"}, "stages.0.batch_size": 16}
    assert search.holds(settings)
    made = search.experiment_with(
        found.experiment, {"stages.0.decay": {"kind": "zhang"}, "stages.0.batch_size": 9}
    )
    assert (made.stages[0].decay.kind, made.stages[0].batch_size) == ("zhang", 9)


def test_numbers_are_rounded_within_their_ends() -> None:
    each = FieldRange(low=1.0004e-5, high=1e-4, log=True)
    assert each.rounded(2.34567e-5) == 2.35e-5
    assert each.rounded(1.0001e-5) == 1.0004e-5
    assert FieldRange(low=1, high=5).is_integer and not FieldRange(low=1.0, high=5).is_integer


def test_a_constraint_counts_by_how_much_it_is_left() -> None:
    assert SearchConstraint(most=1.5).excess(1.75) == 0.25
    assert SearchConstraint(measure="retention/accuracy", least=40).excess(45) == -5
    assert SearchConstraint(most=1.5).excess(float("nan")) == float("inf")


def test_the_median_rule_is_that_of_optuna() -> None:
    """Optuna's MedianPruner, told of the same values, gives up the same trials at the same evaluations."""
    draw, pruner = random.Random(0), MedianPruner(whole_trials=4, spared=1)
    peer = optuna.pruners.MedianPruner(n_startup_trials=4, n_warmup_steps=2)
    given_up = 0
    for _ in range(300):
        finished = [[draw.random() for _ in range(draw.choice((3, 4)))] for _ in range(draw.randint(2, 8))]
        own = [draw.random() for _ in range(draw.randint(1, 4))]
        study = optuna.create_study(direction="minimize", pruner=peer)
        for costs in finished:
            study.add_trial(
                create_trial(
                    value=costs[-1], intermediate_values=dict(enumerate(costs, 1)), state=TrialState.COMPLETE
                )
            )
        current = create_trial(state=TrialState.RUNNING, intermediate_values=dict(enumerate(own, 1)))
        # Optuna's first step here is 1, and its steps below n_warmup_steps are spared.
        expected = len(own) > 1 and peer.prune(study, current)
        assert bool(pruner.reason(own, finished, finished)) == expected, (own, finished)
        given_up += expected
    assert 15 < given_up < 250


def test_the_median_rule_spares_the_first_trials_and_does_not_know_what_is_not_finite() -> None:
    pruner, nan = MedianPruner(whole_trials=2), float("nan")
    assert pruner.reason([9.0], [[1.0]], [[1.0]]) == ""
    assert pruner.reason([9.0], [[1.0], [2.0]], [[1.0], [2.0]])
    assert pruner.reason([nan], [[1.0], [2.0]], [[1.0], [2.0]])
    assert pruner.reason([9.0], [[nan], [nan]], [[nan], [nan]]) == ""


def test_successive_halving_keeps_one_of_three_at_each_rung() -> None:
    pruner = HalvingPruner(first=1, factor=3)
    others = [[5.0], [4.0, 4.0, 4.0], [3.0, 3.0, 2.0], [2.0], [1.0]]
    # First rung: six runs, two go on.
    assert pruner.reason([1.5], others, others) == "" and pruner.reason([2.5], others, others)
    # Between rungs nobody is given up; at evaluation 3 three runs have come, and the best goes on.
    assert pruner.reason([9.0, 9.0], others, others) == ""
    assert pruner.reason([1.5, 1.5, 1.9], others, others) == "" and pruner.reason(
        [1.5, 1.5, 2.1], others, others
    )
    # The first to come goes on, and a value that is no number does not.
    assert pruner.reason([9.0], [], []) == ""
    assert pruner.reason([float("nan")], others, others)


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
