"""Estimates: exact where they can be, and of the right size where not."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from engine.analysis.estimate import (
    START_SECONDS,
    RunCost,
    SplitSizes,
    TokenLengths,
    TrainingSpeed,
    estimate_cost,
    estimate_total_seconds,
    majority_class_error,
    reused_stages,
)
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.stages import Multitask
from engine.spec.truncation import HierarchicalTruncation
from tests.engine.sized_encoder import SizedEncoder

LENGTHS = TokenLengths(np.full(1000, 100))
TEXTS = SplitSizes(train=900, validation=100, test=200, lengths=LENGTHS)


def experiment(**stage: Any) -> Experiment:
    """One fine-tuning, without measures of forgetting: what they take is tested beside."""
    compute = stage.pop("compute", {})
    stages = [{"kind": "finetune", "data": "x", **stage}]
    return parse_experiment({"stages": stages, "compute": compute, "probes": {"on": False}})


def of(texts: SplitSizes = TEXTS, speed: TrainingSpeed | None = None, **stage: Any) -> RunCost:
    found = estimate_cost(experiment(**stage), SizedEncoder(), [texts], speed)
    assert found is not None
    return found


def test_updates_of_several_tasks_are_those_of_the_engine() -> None:
    from engine.stages.finetune import TaskSchedule

    rows = [2880, 120, 31]
    tasks = [{"data": f"set{i}"} for i in range(3)]
    for kind, epochs in itertools.product(
        ("proportional", "square_root", "uniform", "annealed"), (1, 2.5, 4)
    ):
        made = parse_experiment(
            {"stages": [{"kind": "multitask", "tasks": tasks, "sampling": kind, "epochs": epochs}]}
        )
        stage = made.stages[0]
        assert isinstance(stage, Multitask)
        assert stage.planned_updates(rows) == TaskSchedule.for_stage(stage, rows, rows).steps


def test_fractions_against_the_truncation_itself() -> None:
    values = np.random.default_rng(6).integers(1, 3000, 400)
    lengths, room = TokenLengths(values), 100
    for most, overlap in itertools.product((0, 1, 3, 8), (0, 20)):
        cut = HierarchicalTruncation(most=most, overlap=overlap)
        pieces = [cut.segments(int(n), room) for n in values]
        read = [sum(stop - start for start, stop in cut.kept_ranges(int(n), room)) for n in values]
        found = lengths.segments(cut, room)
        assert found.mean == pytest.approx(np.mean([len(each) for each in pieces]))
        assert found.tokens_cut == int(values.sum()) - sum(read)
        whole = HierarchicalTruncation(most=0, overlap=overlap)
        assert found.texts_over_limit == sum(len(whole.segments(int(n), room)) > most > 0 for n in values)


def test_updates_of_the_papers_imdb() -> None:
    # 25,000 training texts less 10 % for validation, batches of 24, 4 epochs.
    assert experiment(epochs=4, batch_size=24).stages[0].planned_updates([22_500]) == 3752


def test_lengths_against_plain_counting() -> None:
    values = np.random.default_rng(5).integers(1, 900, 5000)
    lengths = TokenLengths(values)
    for room in (0, 1, 126, 510, 899, 2000):
        assert lengths.count_longer(room) == int((values > room).sum())
        assert lengths.tokens_cut(room) == int(np.maximum(values - room, 0).sum())
        assert lengths.mean_tokens_read(room) == pytest.approx(np.minimum(values, room).mean())
    assert lengths.longest == values.max() and lengths.tokens == values.sum()


def test_bars_hold_every_text() -> None:
    values = np.concatenate([np.random.default_rng(5).integers(1, 300, 2000), [5000, 9000]])
    edges, counts, beyond = TokenLengths(values).histogram()
    assert int(counts.sum()) + beyond == len(values)
    assert beyond >= 2 and len(counts) <= 27
    assert edges[0] == 0 and np.allclose(np.diff(edges), edges[1])
    assert TokenLengths([]).histogram()[2] == 0
    assert TokenLengths([3, 3, 3]).histogram()[1].sum() == 3


def test_tokens_count_what_is_kept_with_special_tokens() -> None:
    whole = of(epochs=2).stages[0]
    assert whole.tokens == pytest.approx(2 * 900 * 102)
    cut = of(epochs=2, max_length=52).stages[0]
    assert cut.tokens == pytest.approx(2 * 900 * 52)


def test_evaluations_are_paid_for() -> None:
    # 2 per epoch over 3 epochs on 100 texts, the test split once.
    assert of(epochs=3, evaluations=2).stages[0].evaluation_tokens == pytest.approx((6 * 100 + 200) * 102)


def test_time_from_earlier_runs_is_tokens_over_speed() -> None:
    found = of(epochs=2, speed=TrainingSpeed(tokens_per_second=1000.0, run_count=3))
    stage = found.stages[0]
    assert found.seconds == pytest.approx(START_SECONDS + (stage.tokens + stage.evaluation_tokens / 3) / 1000)


def test_flops_of_bert_base_are_six_per_parameter_and_token() -> None:
    stage = of(epochs=1).stages[0]
    body = 12 * 12 * 768**2  # the matrices of twelve layers
    forward = stage.flops / (3 * stage.tokens + stage.evaluation_tokens)
    assert forward == pytest.approx(2 * body, rel=0.05)  # attention and biases are small at 100 tokens


def test_frozen_layers_cost_less() -> None:
    assert of(freezing="all").stages[0].flops < 0.5 * of().stages[0].flops
    assert of(freezing="all").memory_bytes < of().memory_bytes
    assert of(freezing="all").peak_disk_bytes < of().peak_disk_bytes


def test_memory_of_bert_base_is_of_the_known_size() -> None:
    # Weights, gradients and two moments of 110 M parameters in 32 bits are 1.75 GB; 24 texts of 512 tokens
    # take several GB more.
    texts = SplitSizes(train=900, lengths=TokenLengths([600] * 1000))
    found = of(texts, max_length=512, batch_size=24)
    assert 10e9 < found.memory_bytes < 22e9
    parts = of(texts, max_length=512, batch_size=24, compute={"micro_batches": 4})
    assert parts.memory_bytes < 0.5 * found.memory_bytes


def test_nothing_is_said_without_data_or_speed() -> None:
    assert estimate_cost(experiment(), SizedEncoder(), [None]) is None
    assert of().seconds is None
    assert of(speed=TrainingSpeed()).seconds is None


def test_stages_add_up() -> None:
    both = parse_experiment(
        {
            "stages": [
                {
                    "kind": "further_pretrain",
                    "corpus": ["a.txt"],
                    "steps": 100,
                    "batch_size": 32,
                    "max_length": 128,
                },
                {"kind": "finetune", "data": "x", "epochs": 1, "batch_size": 24},
            ],
            "probes": {"on": False},
        }
    )
    found = estimate_cost(both, SizedEncoder(), [None, TEXTS], TrainingSpeed(flops_per_second=1e12))
    assert found is not None and found.steps == 100 + 38
    assert found.stages[0].tokens == 100 * 32 * 128
    assert found.seconds == pytest.approx(START_SECONDS + sum(stage.flops for stage in found.stages) / 1e12)


def test_guessing_names_the_largest_class() -> None:
    assert majority_class_error([500, 500]) == 50.0
    assert majority_class_error([700, 200, 100]) == pytest.approx(30.0)
    assert majority_class_error([]) is None


def test_the_quickstart_on_two_cores_is_of_the_measured_size() -> None:
    # Measured: 2,880 texts of 128 tokens, 3 epochs, palimpsest-tiny; 2.0 GB, 135 core seconds, 21 MB on disk.
    @dataclass(frozen=True)
    class Tiny:
        layers: int = 4
        hidden: int = 256
        vocabulary: int = 8192
        positions: int = 128
        parameters: int = 5_290_000

        def special_count(self, pair: bool) -> int:
            return 3 if pair else 2

    texts = SplitSizes(train=2880, validation=320, test=800, lengths=TokenLengths([200] * 2880))
    machine = TrainingSpeed(flops_per_second=0.5 * 126e9, bf16_speedup=5.0)
    found = estimate_cost(experiment(epochs=3, batch_size=32), Tiny(), [texts], machine)
    assert found is not None and found.seconds is not None
    assert 1.5e9 < found.memory_bytes < 2.5e9
    assert 40 < found.seconds < 160
    assert 18e6 < found.disk_bytes < 25e6 < found.peak_disk_bytes
    slow = estimate_cost(
        experiment(epochs=3, batch_size=32, compute={"precision": "fp32"}), Tiny(), [texts], machine
    )
    assert slow is not None and slow.seconds is not None
    assert slow.seconds - START_SECONDS == pytest.approx(5 * (found.seconds - START_SECONDS))


def _two_stages(rate: float, seed: int, *, reuse: bool = True, steps: int = 100) -> Experiment:
    stages = [
        {"kind": "further_pretrain", "data": ["samples:reviews"], "steps": steps, "seed": 7},
        {"kind": "finetune", "data": "samples:reviews", "learning_rate": rate, "epochs": 1},
    ]
    return parse_experiment({"seed": seed, "stages": stages, "compute": {"reuse": reuse}})


def test_a_sweep_takes_the_sum_of_its_runs_less_the_stages_that_one_takes_from_another() -> None:
    speed, texts = TrainingSpeed(tokens_per_second=1000.0), SplitSizes(100, 10, 10)

    def costs(experiments: list[Experiment]) -> list[RunCost | None]:
        return [estimate_cost(each, SizedEncoder(), [texts, texts], speed) for each in experiments]

    made = [_two_stages(rate, seed) for rate in (1e-5, 2e-5) for seed in (1, 2)]
    each = costs(made)
    assert each[0] is not None and each[0].seconds is not None and each[0].stages[0].seconds is not None
    assert reused_stages(made) == [[], [0], [0], [0]]
    assert reused_stages([_two_stages(rate, 1, reuse=False) for rate in (1e-5, 2e-5)]) == [[], []]
    whole = 4 * each[0].seconds
    shared = each[0].stages[0].seconds  # its seed is its own: all four share it
    assert estimate_total_seconds(made, each) == pytest.approx(whole - 3 * shared)
    apart = [_two_stages(rate, seed, reuse=False) for rate in (1e-5, 2e-5) for seed in (1, 2)]
    assert estimate_total_seconds(apart, costs(apart)) == pytest.approx(whole)
    longer = [_two_stages(1e-5, 1), _two_stages(1e-5, 1, steps=200)]
    assert estimate_total_seconds(longer, costs(longer)) == pytest.approx(
        sum(cost.seconds or 0 for cost in costs(longer) if cost)
    )
    # Of the first nothing is known yet: it is taken to be like the mean of the others.
    assert estimate_total_seconds(made, [None, *each[1:]]) == pytest.approx(
        4 / 3 * (0.75 * whole - 2 * shared)
    )
    assert estimate_total_seconds(made, [None] * 4) is None
