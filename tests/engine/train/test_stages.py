"""Stages of one run: where each starts, what it keeps, that resuming is exact, and what runs have in common."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.cache import stage_store
from engine.events import (
    CheckpointSaved,
    Evaluation,
    Event,
    PhaseProgress,
    RunFinished,
    RunNotice,
    StageStarted,
    StepMetrics,
)
from engine.spec.experiment import Experiment, parse_experiment, stage_ancestors
from engine.train import stage_reuse
from engine.train.loop import train
from tests.engine.trainings import assert_same, losses, stopped_at, weights

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def plan(make: Make, csv_file: Path) -> Callable[..., Experiment]:
    """A run of pre-training (12 updates; keeps 4 and 8), two tasks at once, and single tasks; ``stages`` of them."""
    pretrain = make(kind="further_pretrain", keep="4, 8").model_dump(mode="json")
    finetune = make(epochs=1).model_dump(mode="json")["stages"][0]
    other = csv_file.with_name("other.csv")
    lines = csv_file.read_text(encoding="utf-8").splitlines()
    cut = [f"{'long' if len(each) > 60 else 'short'},{each.partition(',')[2]}" for each in lines[1:]]
    other.write_text("\n".join([lines[0], *cut]) + "\n", encoding="utf-8")
    common = {name: finetune[name] for name in ("learning_rate", "batch_size", "max_length", "epochs")}
    known = {
        "pretrain": pretrain["stages"][0],
        "tasks": {
            "kind": "multitask",
            "tasks": [{"name": "mood", "data": str(csv_file)}, {"name": "size", "data": str(other)}],
        }
        | common,
        "mood": finetune,
        "size": finetune | {"data": {"source": str(other)}},
    }

    def build(*stages: str | tuple[str, dict[str, Any]], **changes: Any) -> Experiment:
        table = [known[each] if isinstance(each, str) else known[each[0]] | each[1] for each in stages]
        compute = pretrain["compute"] | changes.pop("compute", {})
        return parse_experiment(pretrain | {"stages": table, "compute": compute} | changes)

    return build


def test_the_line_of_a_stage(plan: Callable[..., Experiment]) -> None:
    experiment = plan("pretrain", "tasks", ("mood", {"start": "2"}), ("size", {"start": "1@8"}), "mood")
    assert stage_ancestors(experiment, 0) == ()
    assert stage_ancestors(experiment, 2) == ((1, None), (2, None))
    assert stage_ancestors(experiment, 3) == ((1, 8),)
    assert stage_ancestors(experiment, 4) == ((1, 8), (4, None))
    assert stage_ancestors(plan("pretrain", ("mood", {"start": "encoder"})), 1) == ()


def test_kept_steps_are_the_weights_of_that_update(plan: Callable[..., Experiment], tmp_path: Path) -> None:
    experiment = plan("pretrain", ("mood", {"start": "1@4"}))
    events = list(train(experiment, tmp_path / "whole"))
    kept = [e for e in events if isinstance(e, CheckpointSaved) and e.slot == "kept"]
    assert [(e.step, e.path.name) for e in kept] == [(4, "00000004"), (8, "00000008")]
    # A checkpoint of update 4 holds the weights as they were: stop there and look.
    stopped_at(
        experiment, tmp_path / "stopped", lambda e: isinstance(e, StepMetrics) and e.step == 4, resume=False
    )
    last = max((tmp_path / "stopped" / "checkpoints").glob("last-*"))
    then = load_file(last / "model.safetensors")
    saved = load_file(tmp_path / "whole" / "stage-1" / "steps" / "00000004" / "encoder" / "model.safetensors")
    compared = [name for name in saved if f"model.{name}" in then]
    assert len(compared) > 30
    assert all(torch.equal(saved[name], then[f"model.{name}"]) for name in compared)
    # The final result does not take the steps away, and differs from them.
    final = load_file(tmp_path / "whole" / "stage-1" / "encoder" / "model.safetensors")
    assert not torch.equal(final[compared[0]], saved[compared[0]])


def test_branches_start_from_the_same_weights_and_give_what_runs_of_their_own_give(
    plan: Callable[..., Experiment], tmp_path: Path
) -> None:
    both = plan("tasks", ("mood", {"start": "1"}), ("size", {"start": "1"}))
    events = list(train(both, tmp_path / "both"))
    assert [e.index for e in events if isinstance(e, StageStarted)] == [0, 1, 2]
    list(train(plan("tasks", "size"), tmp_path / "one"))
    assert_same(tmp_path / "both" / "stage-1", tmp_path / "one" / "stage-1")
    assert_same(tmp_path / "both" / "stage-3", tmp_path / "one" / "stage-2")
    # With a rate of nothing a branch is still what it started from.
    frozen = {"freezing": {"kind": "lowest", "layers": 2}, "start": "1"}
    still = plan("tasks", "mood", ("size", frozen))
    list(train(still, tmp_path / "still"))
    start, end = (
        load_file(tmp_path / "still" / stage / "encoder" / "model.safetensors")
        for stage in ("stage-1", "stage-3")
    )
    layers = [name for name in start if "layer." in name]
    assert len(layers) == 32
    assert all(torch.equal(start[name], end[name]) for name in layers)


STOPS: dict[str, Callable[[Event], bool]] = {
    "within the first stage": lambda e: isinstance(e, StepMetrics) and e.step == 3,
    "at a kept step": lambda e: isinstance(e, CheckpointSaved) and e.slot == "kept",
    "before the test": lambda e: isinstance(e, CheckpointSaved) and e.slot == "last" and e.step == 12,
    "after a stage": lambda e: isinstance(e, CheckpointSaved) and e.slot == "stage" and e.step > 12,
    "as the third stage begins": lambda e: isinstance(e, StageStarted) and e.index == 2,
    "within the last stage": lambda e: isinstance(e, StepMetrics) and e.step == 40,
}


def test_resuming_is_exact_in_every_state(plan: Callable[..., Experiment], tmp_path: Path) -> None:
    experiment = plan(
        "pretrain", ("tasks", {"start": "1@8"}), ("mood", {"start": "2"}), ("size", {"start": "2"})
    )
    whole = list(train(experiment, tmp_path / "whole"))
    assert max(losses(whole)) == 12 + 2 * 7 + 7 + 7
    expected = weights(tmp_path / "whole")
    # One run is stopped in every state in turn.
    folder = tmp_path / "stopped"
    seen: list[Event] = []
    for number, wanted in enumerate(STOPS.values()):
        part = stopped_at(experiment, folder, wanted, resume=number > 0)
        assert wanted(part[-1]), list(STOPS)[number]
        seen += part
    seen += train(experiment, folder, resume=True)
    assert losses(seen) == losses(whole)
    checkpoints = {name for name in expected if name.startswith("checkpoints")}
    resumed = weights(folder)
    stages = expected.keys() - checkpoints
    assert stages == {name for name in resumed if not name.startswith("checkpoints")}
    for name in stages:
        assert torch.equal(expected[name], resumed[name]), name
    assert isinstance(seen[-1], RunFinished) and isinstance(whole[-1], RunFinished)
    assert seen[-1].values == whole[-1].values


SHARING = {"compute": {"reuse": True}}


def started_over(events: list[Event]) -> set[int]:
    """The stages (from 0) whose updates were trained, not taken."""
    stage, found = -1, set()
    for event in events:
        if isinstance(event, StageStarted):
            stage = event.index
        elif isinstance(event, StepMetrics) and "train/loss" in event.values:
            found.add(stage)
    return found


def test_a_common_stage_is_trained_once(plan: Callable[..., Experiment], tmp_path: Path) -> None:
    one = plan("tasks", "mood", name="First", **SHARING)
    two = plan("tasks", "size", **SHARING)
    first = list(train(one, tmp_path / "000012"))
    second = list(train(two, tmp_path / "second"))
    alone = list(train(plan("tasks", "size"), tmp_path / "alone"))
    assert (started_over(first), started_over(second), started_over(alone)) == ({0, 1}, {1}, {0, 1})
    assert any(isinstance(e, RunNotice) and "from run 12 ('First')" in e.text for e in second)
    for stage in ("stage-1", "stage-2"):
        assert_same(tmp_path / "second" / stage, tmp_path / "alone" / stage)
    # The step axis, the evaluations and the predictions are as if it had been trained.
    told = {
        name: [(e.split, e.step, dict(e.values), e.best) for e in events if isinstance(e, Evaluation)]
        for name, events in (("second", second), ("alone", alone))
    }
    assert told["second"] == told["alone"]
    own, taken = (
        [e.predictions for e in events if isinstance(e, Evaluation) and e.split == "test" and e.predictions]
        for events in (alone, second)
    )
    assert [each.split for each in taken] == ["test/mood", "test/size", "test"]
    for mine, theirs in zip(own, taken, strict=True):
        assert mine.classes == theirs.classes
        np.testing.assert_array_equal(mine.predicted, theirs.predicted)
        np.testing.assert_array_equal(mine.probabilities, theirs.probabilities)
    assert isinstance(second[-1], RunFinished) and isinstance(alone[-1], RunFinished)
    assert second[-1] == alone[-1]
    # A taken stage can be taken again, and a run that takes one resumes like any other.
    third = plan("tasks", ("mood", {"epochs": 2}), **SHARING)
    parts = stopped_at(third, tmp_path / "third", lambda e: isinstance(e, CheckpointSaved), resume=False)
    parts += stopped_at(
        third, tmp_path / "third", lambda e: isinstance(e, StepMetrics) and e.step == 17, resume=True
    )
    parts += train(third, tmp_path / "third", resume=True)
    assert started_over(parts) == {1}


def until(events: Iterator[Event], wanted: Callable[[Event], bool]) -> Event:
    """Asks for events until one is ``wanted``."""
    return next(event for event in events if wanted(event))


def waits(event: Event) -> bool:
    return (
        isinstance(event, PhaseProgress) and event.text == "Waiting for run 12, which trains the same stage"
    )


@pytest.mark.parametrize("fails", [False, True], ids=["it ends well", "it is stopped"])
def test_a_run_waits_for_another_that_trains_the_same_stage(
    fails: bool, plan: Callable[..., Experiment], tmp_path: Path
) -> None:
    first = train(plan("tasks", "mood", **SHARING), tmp_path / "000012")
    until(first, lambda event: isinstance(event, StepMetrics))
    second = train(plan("tasks", "size", **SHARING), tmp_path / "second")
    until(second, waits)
    until(second, waits)  # and again: whoever looks may stop it meanwhile
    if fails:
        first.close()  # type: ignore[attr-defined]
    else:
        # Its own last stage is nobody else's: the claim has ended with the common one.
        until(first, lambda event: isinstance(event, StageStarted) and event.index == 1)
    seen = list(second)
    assert started_over([StageStarted(0, "", "", 0, 0, 0, {}), *seen]) == ({0, 1} if fails else {1})
    assert isinstance(seen[-1], RunFinished)
    assert not any(waits(event) for event in seen)
    if not fails:
        assert isinstance(list(first)[-1], RunFinished)


def test_one_pretraining_serves_a_sweep_over_its_steps(
    plan: Callable[..., Experiment], tmp_path: Path
) -> None:
    trained = []
    for start in ("1@4", "1", "encoder"):
        events = list(train(plan("pretrain", ("mood", {"start": start}), **SHARING), tmp_path / start))
        trained.append(started_over(events))
        list(train(plan("pretrain", ("mood", {"start": start})), tmp_path / f"{start} alone"))
        assert_same(tmp_path / start / "stage-2", tmp_path / f"{start} alone" / "stage-2")
    assert trained == [{0, 1}, {1}, {1}]
    # A step that was not kept is no match; one kept step less is.
    more = plan(("pretrain", {"keep": "4, 6"}), ("mood", {"start": "1@6"}), **SHARING)
    assert started_over(list(train(more, tmp_path / "more"))) == {0, 1}
    fewer = plan(("pretrain", {"keep": "6"}), ("mood", {"start": "1@6"}), **SHARING)
    assert started_over(list(train(fewer, tmp_path / "fewer"))) == {1}
    assert [path.name for path in (tmp_path / "fewer" / "stage-1" / "steps").iterdir()] == ["00000006"]


def test_what_matters_makes_another_stage_and_what_does_not_does_not(
    plan: Callable[..., Experiment], csv_file: Path, tiny_bert_folder: Path, tmp_path: Path
) -> None:
    marks: dict[str, str | None] = {}

    asked: list[str | None] = []
    original = stage_reuse.stage_fingerprint

    def remember(task: Any, context: Any) -> str | None:
        asked.append(original(task, context))
        return asked[-1]

    def of(name: str, experiment: Experiment) -> None:
        """The mark of the first stage, without training it."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(stage_reuse, "stage_fingerprint", remember)
            for event in (events := train(experiment, tmp_path / name)):
                if isinstance(event, StepMetrics):
                    break
            events.close()  # type: ignore[attr-defined]
        marks[name] = asked[-1]

    of("base", plan("mood", "size", **SHARING))
    of("other name", plan("mood", "size", name="x", **SHARING))
    of("other sequel", plan("mood", ("size", {"learning_rate": 1e-4}), **SHARING))
    of("parts", plan("mood", "size", compute={"reuse": True, "micro_batches": 2, "padding": "padded"}))
    of("own seed", plan(("mood", {"seed": 5}), "size", **SHARING))
    of("own seed, other run's seed", plan(("mood", {"seed": 5}), "size", seed=7, **SHARING))
    of("other seed", plan("mood", "size", seed=7, **SHARING))
    of("other rate", plan(("mood", {"learning_rate": 1e-4}), "size", **SHARING))
    of("other data", plan("size", "size", **SHARING))
    # The same weights in another place are the same start; other weights in the same place are not.
    moved = tmp_path / "moved"
    shutil.copytree(tiny_bert_folder, moved)
    of("moved", plan("mood", "size", encoder={"source": str(moved)}, **SHARING))
    tensors = load_file(moved / "model.safetensors")
    next(iter(tensors.values())).add_(0.01)
    save_file(tensors, moved / "model.safetensors", metadata={"format": "pt"})
    of("changed", plan("mood", "size", encoder={"source": str(moved)}, **SHARING))
    csv_file.write_text(csv_file.read_text(encoding="utf-8").replace("good", "great"), encoding="utf-8")
    of("edited data", plan("mood", "size", **SHARING))

    assert None not in marks.values()
    equal = {"base", "other name", "other sequel", "parts", "moved"}
    assert {marks[name] for name in equal} == {marks["base"]}
    assert marks["own seed"] == marks["own seed, other run's seed"]
    others = [marks[name] for name in marks if name not in equal | {"own seed, other run's seed"}]
    assert len({*others, marks["base"]}) == len(others) + 1


def test_a_stored_stage_lives_as_long_as_some_run_has_the_files(
    plan: Callable[..., Experiment], tmp_path: Path
) -> None:
    list(train(plan("mood", "size", **SHARING), tmp_path / "one"))
    (entry,) = stage_store.store_folder().iterdir()
    inside = next(entry.glob("files/encoder/*.safetensors"))
    assert inside.samefile(tmp_path / "one" / "stage-1" / "encoder" / inside.name)
    list(train(plan("mood", ("size", {"epochs": 2}), **SHARING), tmp_path / "two"))
    shutil.rmtree(tmp_path / "one")
    stage_store.remove_unused_stages()
    assert entry.is_dir()
    shutil.rmtree(tmp_path / "two")
    # One of before, whose fields had other names, is removed like any other.
    about = entry / "stage.json"
    table = json.loads(about.read_text(encoding="utf-8"))
    earlier = {new: old for old, new in stage_store._EARLIER_NAMES.items()}
    about.write_text(
        json.dumps({earlier.get(name, name): value for name, value in table.items()}), encoding="utf-8"
    )
    stage_store.remove_unused_stages()
    assert not entry.exists()
    # The last stage of a run, and a run of one stage, leave nothing there.
    list(train(plan("mood", **SHARING), tmp_path / "three"))
    assert list(stage_store.store_folder().iterdir()) == []
