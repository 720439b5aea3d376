"""What every kind of stage answers for itself; each answer against the fields it follows from."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from engine.spec.experiment import parse_experiment
from engine.spec.stages import Stage, SummaryFacts

FINETUNE: dict[str, Any] = {"kind": "finetune", "data": "samples:reviews"}
MULTITASK: dict[str, Any] = {
    "kind": "multitask",
    "tasks": [{"data": "samples:reviews"}, {"name": "asked", "data": "samples:questions", "max_length": 32}],
    "max_length": 64,
}
PRETRAIN: dict[str, Any] = {
    "kind": "further_pretrain",
    "data": ["a.csv"],
    "corpus": ["b.txt"],
    "held_out": ["c.txt"],
}


def made(table: dict[str, Any], **more: Any) -> Stage:
    return parse_experiment({"stages": [{**table, **more}]}).stages[0]


@pytest.mark.parametrize("option", Stage.known_options().values(), ids=lambda option: option.__name__)
def test_each_kind_names_a_module_that_trains_it_and_an_icon(option: type[Stage]) -> None:
    from workbench.look import icons

    runtime = importlib.import_module(option.runtime)
    if hasattr(runtime, "build_fit"):  # what learns without updates: engine.train.fit
        assert callable(runtime.build_fit)
    else:
        assert callable(runtime.build) and callable(runtime.plan_updates)
    assert option.icon in icons.names()


def test_updates_count_partial_batches_epochs_and_the_least() -> None:
    stage = made(FINETUNE, batch_size=32, epochs=2.5)
    assert stage.updates_per_epoch([100]) == 4 and stage.planned_updates([100]) == 10
    assert stage.epoch_length(10) == 4 and stage.epoch_count == 3
    assert made(FINETUNE, batch_size=32, epochs=1, least_steps=50).planned_updates([100]) == 50
    cut = made(FINETUNE, batch_size=32, epochs=1, augmentation={"kind": "random_cut", "copies": 3})
    assert cut.planned_updates([100]) == 10 and cut.inputs_read([100]) == [300]
    assert made(PRETRAIN, steps=77).planned_updates([]) == 77 and made(PRETRAIN).epoch_length(77) == 0
    # Uniform sampling: the smaller task as often as the larger.
    both = made(MULTITASK, batch_size=10, epochs=1, sampling="uniform")
    assert both.batches_of_tasks([100, 20]) == [10, 10] and both.planned_updates([100, 20]) == 20
    assert both.inputs_read([100, 20]) == [100, 100]


def test_summaries_say_what_is_known() -> None:
    facts = SummaryFacts({"samples:reviews": "Long reviews"}, positions=128, texts=4000)
    assert made(FINETUNE).summary(facts) == [
        "Long reviews, 4,000 generated to train",
        "3 epochs, 24 × 128, rate 2e-5",
        "Head, last layer",
    ]
    assert made(FINETUNE).summary()[:2] == ["samples:reviews", "3 epochs, batches of 24, rate 2e-5"]
    head = {"layers": "pooler", "head": {"kind": "mlp"}}
    assert made(FINETUNE, features=head).summary(facts)[2] == "Head, pooler, hidden layer"
    assert made(MULTITASK).summary(facts)[0] == "2 tasks: Long reviews, asked"
    assert made(PRETRAIN, splits="all", steps=1000).summary(facts) == [
        "a.csv and b.txt, test texts too",
        "1,000 updates, 32 × 128, rate 5e-5",
        "Masked words",
    ]
