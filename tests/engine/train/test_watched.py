"""Measuring forgetting leaves the training as it is, bit for bit, and survives stops and stages taken over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from engine.events import (
    Event,
    ExampleForgetting,
    PhaseProgress,
    ProbeMeasured,
    ProbingStarted,
    RunFinished,
    RunNotice,
    StageReused,
    StepMetrics,
)
from engine.spec.experiment import Experiment, parse_experiment
from engine.train.loop import train
from tests.engine.trainings import stopped_at
from tests.sampling import nightly_but

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")

WATCHED: dict[str, Any] = {"texts": 6, "length": 24, "points": 4, "budget": 100.0}
OFF = {"on": False}


def with_probes(experiment: Experiment, probes: dict[str, Any]) -> Experiment:
    return parse_experiment(experiment.model_dump(mode="json") | {"probes": probes})


def trained(
    experiment: Experiment, folder: Path
) -> tuple[list[Event], dict[str, torch.Tensor], torch.Tensor]:
    """Events, everything the run left on disk (weights, optimiser, random state), and the random state it ended in."""
    events = list(train(experiment, folder))
    tensors: dict[str, torch.Tensor] = {}
    for file in sorted(folder.rglob("*.safetensors")):
        found = load_file(file)
        tensors |= {
            f"{file.relative_to(folder)}:{k}": v for k, v in found.items() if not k.startswith("watch.")
        }
    return events, tensors, torch.get_rng_state()


def learnt(events: list[Event]) -> dict[int, dict[str, float]]:
    found: dict[int, dict[str, float]] = {}
    for event in events:
        if isinstance(event, StepMetrics):
            kept = {k: v for k, v in event.values.items() if k.startswith(("train/", "rate/"))}
            found.setdefault(event.step, {}).update(kept)
    return {step: values for step, values in found.items() if values}


def probed(events: list[Event], *, cost: bool = False) -> list[tuple[Any, ...]]:
    return [
        (e.probe, e.step, e.chosen, dict(e.values), {k: np.asarray(v).tolist() for k, v in e.maps.items()})
        for e in events
        if isinstance(e, ProbeMeasured) and (cost or e.probe != "cost")
    ]


@pytest.fixture
def tasks(make: Make, csv_file: Path) -> Callable[[str], Experiment]:
    """Experiments by kind, all with dropout."""

    def build(kind: str) -> Experiment:
        if kind == "finetune":
            return make(epochs=1, dropout=0.3)
        if kind == "further_pretrain":
            return make(kind=kind, dropout=0.3, steps=8)
        stage: dict[str, Any] = {
            "kind": "multitask",
            "learning_rate": 2e-3,
            "batch_size": 8,
            "max_length": 32,
        }
        stage |= {"tasks": [{"name": name, "data": str(csv_file)} for name in ("one", "two")], "dropout": 0.3}
        return parse_experiment(make(epochs=1).model_dump(mode="json") | {"stages": [stage | {"epochs": 1}]})

    return build


@pytest.mark.parametrize("kind", nightly_but({0, 1}, ["finetune", "further_pretrain", "multitask"]))
def test_training_is_bit_identical_with_probes_on_and_off(
    kind: str, tasks: Callable[[str], Experiment], tmp_path: Path
) -> None:
    without = trained(with_probes(tasks(kind), OFF), tmp_path / "off")
    watched = trained(with_probes(tasks(kind), WATCHED), tmp_path / "on")
    assert learnt(watched[0]) == learnt(without[0])
    assert watched[1].keys() == without[1].keys()
    for name, tensor in without[1].items():
        assert torch.equal(watched[1][name], tensor), name
    assert torch.equal(watched[2], without[2])
    finished = [
        [e.values for e in events if isinstance(e, RunFinished)] for events in (watched[0], without[0])
    ]
    assert finished[0] == finished[1]
    # And something was measured, nothing failed.
    assert not [e for e in watched[0] if isinstance(e, RunNotice) and "Not measured" in e.text]
    names = {each[0] for each in probed(watched[0])}
    assert {"retention", "drift", "similarity", "attention"} <= names
    assert "Measuring forgetting" in {e.text for e in watched[0] if isinstance(e, PhaseProgress)}
    last = max(e.step for e in watched[0] if isinstance(e, StepMetrics))
    moments = [(step, chosen) for probe, step, chosen, *_ in probed(watched[0]) if probe == "retention"]
    if kind == "finetune":
        assert moments[:4] == [(round(last * k / 4), False) for k in range(4)]
        assert [chosen for _, chosen in moments[4:]] in ([True], [False, True])
    values = {step: values for probe, step, _, values, _ in probed(watched[0]) if probe == "retention"}
    assert values[0]["retention/loss"] != values[last]["retention/loss"]
    assert not probed(without[0], cost=True) and not [e for e in without[0] if isinstance(e, ProbingStarted)]


@pytest.mark.parametrize(
    "stop",
    nightly_but(
        {2, 3},
        [
            lambda e: isinstance(e, StepMetrics) and e.step == 3,
            lambda e: isinstance(e, ProbeMeasured) and e.step == 0 and e.probe == "drift",
            lambda e: isinstance(e, ProbeMeasured) and e.step > 3,
            lambda e: isinstance(e, ProbeMeasured) and e.chosen,
        ],
    ),
    ids=["update", "start", "point", "chosen"],
)
def test_a_resumed_run_measures_the_same(
    stop: Callable[[Event], bool], tasks: Callable[[str], Experiment], tmp_path: Path
) -> None:
    experiment = with_probes(tasks("finetune"), WATCHED)
    whole = list(train(experiment, tmp_path / "whole"))
    first = stopped_at(experiment, tmp_path / "cut", stop)
    second = list(train(experiment, tmp_path / "cut", resume=True))
    assert learnt(first + second) == learnt(whole)

    def final(events: list[Event]) -> dict[tuple[Any, ...], Any]:
        return {each[:3]: each[3:] for each in probed(events) if each[0] != "examples"}

    assert repr(final(first + second)) == repr({key: final(first + second)[key] for key in final(whole)})
    expected = final(whole)
    for key, found in final(first + second).items():
        assert repr(found) == repr(expected[key])
    measured = [each[:3] for each in probed(first) + probed(second) if not each[2]]
    assert len(measured) == len(set(measured))  # only what a stage hands on may be measured twice


@pytest.mark.parametrize("adapter", ["none", "lora"])
def test_nothing_put_back_is_what_was_measured(adapter: str, make: Make, tmp_path: Path) -> None:
    """k = 0 of ``retention/reset`` reads the same passages here; adapters are merged for it."""
    experiment = make(epochs=1, adapter={"kind": adapter}, learning_rate=1e-2, probes=WATCHED)
    events = list(train(experiment, tmp_path / "run"))
    assert not [e for e in events if isinstance(e, RunNotice) and "Not measured" in e.text]
    (chosen,) = [e for e in events if isinstance(e, ProbeMeasured) and e.probe == "retention" and e.chosen]
    reset = chosen.maps["retention/reset"]
    assert reset[0] == pytest.approx(chosen.values["retention/loss"], abs=1e-5)
    assert not np.allclose(reset, reset[0])


def test_random_weights_have_nothing_to_forget(make: Make, tmp_path: Path) -> None:
    experiment = make(epochs=1, probes=WATCHED).model_dump(mode="json")
    experiment["encoder"]["weights"] = "random"
    events = list(train(parse_experiment(experiment), tmp_path / "run"))
    assert {each[0] for each in probed(events)} == {"examples"}
    assert [e for e in events if isinstance(e, ExampleForgetting)]


def test_a_stage_that_is_taken_over_brings_its_measures(make: Make, csv_file: Path, tmp_path: Path) -> None:
    def chain(probes: dict[str, Any], rate: float) -> Experiment:
        base = make(epochs=1, probes=probes).model_dump(mode="json")
        base["compute"]["reuse"] = True
        first, second = base["stages"][0], dict(base["stages"][0])
        second["learning_rate"] = rate
        return parse_experiment(base | {"stages": [first, second]})

    one = list(train(chain(WATCHED, 1e-3), tmp_path / "one"))
    two = list(train(chain(WATCHED, 2e-3), tmp_path / "two"))
    boundary = max(e.step for e in one if isinstance(e, StepMetrics)) // 2
    assert any(isinstance(e, RunNotice) and "is reused from run" in e.text for e in two)
    assert [(e.index, e.run) for e in two if isinstance(e, StageReused)] == [(0, "one")]

    def of_first(events: list[Event]) -> list[tuple[Any, ...]]:
        chosen = next(i for i, e in enumerate(events) if isinstance(e, ProbeMeasured) and e.chosen)
        last = max(
            i
            for i, e in enumerate(events)
            if isinstance(e, ProbeMeasured) and e.step <= boundary and e.chosen
        )
        assert chosen <= last
        return [each[:4] for each in probed(events[: last + 1]) if each[1] <= boundary]

    assert repr(sorted(of_first(two), key=repr)) == repr(sorted(of_first(one), key=repr))
    lists = [
        [e for e in events if isinstance(e, ExampleForgetting) and e.index == 0] for events in (one, two)
    ]
    assert lists[0][-1].step == lists[1][-1].step == boundary
    for column in ("rows", "labels", "seen", "forgotten", "learnt", "last", "right"):
        assert np.array_equal(getattr(lists[0][-1], column), getattr(lists[1][-1], column))

    # Another setting: its beginning and what it hands on are measured on the weights that were taken.
    three = list(train(chain(WATCHED | {"texts": 5}, 2e-3), tmp_path / "three"))
    assert any(isinstance(e, RunNotice) and "is reused from run" in e.text for e in three)
    moments = [(each[1], each[2]) for each in probed(three) if each[0] == "drift"]
    chosen = next(each for each in probed(one) if each[0] == "drift" and each[2])
    assert moments[:2] == [(0, False), (chosen[1], True)]
    again = next(each for each in probed(three) if each[0] == "drift" and each[2])
    assert again[3] == pytest.approx(chosen[3])
