"""Head first, then everything: the second stage begins with the first one's head, where that one has ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.cache.manifest import write_manifest
from engine.compute.device import choose_device
from engine.errors import UserError
from engine.events import Evaluation
from engine.spec.checks.cross_field import check_experiment
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.recipes import find_recipe
from engine.stages.base import StageContext, StageTask, prepare_stage
from engine.stages.outputs import starting_encoder
from engine.train.loop import train
from engine.train.stage_reuse import stage_fingerprint

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")


def two_stages(make: Make, **second: Any) -> Experiment:
    """The head alone until validation stops improving, then everything from there."""
    table = make(probes={"on": False}).model_dump(mode="json")
    (stage,) = table["stages"]
    alone = {
        "freezing": {"kind": "all"},
        "learning_rate": 5e-2,
        "epochs": 12,
        "patience": 3,
        "evaluations": 1,
    }
    table["stages"] = [
        stage | alone,
        stage | {"take_head": True, "learning_rate": 1e-4, "epochs": 1} | second,
    ]
    return parse_experiment(table)


def second_stage(experiment: Experiment, folder: Path) -> tuple[StageTask, StageContext]:
    encoder = starting_encoder(experiment, 1, folder)
    context = StageContext(experiment, 1, encoder, choose_device(experiment.compute), folder)
    return prepare_stage(experiment.stages[1], context, lambda *_: None), context


def test_the_second_stage_goes_on_where_the_head_has_ended(make: Make, tmp_path: Path) -> None:
    experiment = two_stages(make)
    events = [event for event in train(experiment, tmp_path) if isinstance(event, Evaluation)]
    task, context = second_stage(experiment, tmp_path)
    saved = load_file(tmp_path / "stage-1" / "head.safetensors")
    own = task.model.state_dict()
    assert saved and all(torch.equal(own[name], value) for name, value in saved.items())
    # Before its first update it makes exactly the errors with which the first stage was chosen.
    best = next(event.values["test/loss"] for event in events if event.split == "test")
    task.model.eval()
    *_, tested = task.evaluate_final(0)
    assert tested.values["test/loss"] == pytest.approx(best, rel=1e-6)
    # A new head makes others.
    fresh, _ = second_stage(two_stages(make, take_head=False), tmp_path)
    fresh.model.eval()
    *_, guessed = fresh.evaluate_final(0)
    assert guessed.values["test/loss"] != pytest.approx(best, rel=1e-3)
    # Two runs whose heads differ share no later stage, though their encoders are equal: the head alone has learnt.
    before = stage_fingerprint(task, context)
    save_file({name: value + 1 for name, value in saved.items()}, tmp_path / "stage-1" / "head.safetensors")
    write_manifest(tmp_path / "stage-1")
    assert stage_fingerprint(*second_stage(experiment, tmp_path)) != before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"start": "encoder"}, "which has no head"),
        ({"data": {"source": "samples:reviews"}}, "another data set"),
        ({"features": {"tokens": "mean"}}, "reads other features"),
    ],
)
def test_a_head_that_does_not_fit_is_refused_before_anything_is_trained(
    change: dict[str, Any], words: str, make: Make
) -> None:
    found = check_experiment(two_stages(make, **change))
    assert found["stages.1.take_head"].blocks and words in found["stages.1.take_head"].message
    assert found["stages.1.take_head"].fix == ("stages.1.take_head", False)


def test_a_damaged_head_is_named(make: Make, tmp_path: Path) -> None:
    experiment = two_stages(make)
    for _ in train(experiment, tmp_path):
        pass
    (tmp_path / "stage-1" / "head.safetensors").write_bytes(b"no head")
    with pytest.raises(UserError, match=r"head\.safetensors has 7 bytes, not"):
        second_stage(experiment, tmp_path)


def test_the_recipe_trains_the_head_to_convergence_and_then_at_a_low_rate() -> None:
    plan = find_recipe("head-first").plan
    runs = {run.name.rpartition(", ")[2]: run for run in plan.expand()}
    alone, everything = runs["Head first"].stages
    assert alone.freezing.kind == "all" and alone.early_stopping == 4
    assert (
        everything.takes_head
        and everything.learning_rate <= 0.2 * runs["Everything at once"].stages[0].learning_rate
    )
    assert not any(finding.blocks for run in runs.values() for finding in check_experiment(run).values())
