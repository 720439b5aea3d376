"""Texts that were forgotten, and the heads of earlier stages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from engine.compute.device import Device
from engine.data.tokens import TokenBatch
from engine.errors import UserError
from engine.events import Evaluation, ExampleForgetting, ProbeMeasured
from engine.metrics.base import Outcomes
from engine.model.encoders import load_encoder
from engine.model.predict import predict_logits as predicted
from engine.model.saved_model import load_saved_model
from engine.probes import example_forgetting as module
from engine.probes.earlier_heads import earlier_tasks
from engine.probes.example_forgetting import ExampleTracker
from engine.spec.experiment import Encoder, Experiment
from engine.stages.base import MicroBatch, StageContext
from engine.stages.labelled_texts import TaskTexts
from engine.stages.outputs import starting_encoder
from engine.train.loop import train
from tests.sampling import nightly_but

pytestmark = pytest.mark.usefixtures("home")


@dataclass
class Texts:
    """As much of a data set as the ledger asks for."""

    count: int
    classes: tuple[str, ...] = ("a", "b")

    def __len__(self) -> int:
        return self.count

    @property
    def splits(self) -> dict[str, Any]:
        rows = 100 + np.arange(self.count)
        return {"train": SimpleNamespace(rows=rows, labels=np.arange(self.count) % 2)}


def learning(steps: int = 1000, **texts: Texts) -> Any:
    """As much of a stage task as the ledger asks for, with the texts of each task."""
    tasks = [TaskTexts(name, each, None) for name, each in texts.items()]  # type: ignore[arg-type]
    return SimpleNamespace(task_texts=lambda: tasks, steps=steps)


def fine_tuning(count: int, steps: int = 1000) -> Any:
    return learning(steps, **{"": Texts(count)})


def part(indices: Any, task: int = 0) -> MicroBatch:
    none = np.zeros(0, np.int64)
    return MicroBatch(TokenBatch(none, none, none, none, np.asarray(indices)), task)


def told(ledger: ExampleTracker, step: int) -> tuple[dict[str, ExampleForgetting], float]:
    """The texts by task and the share forgotten; asking twice is what the end of a stage does."""
    events = [*ledger.report(step), *ledger.report(step)]
    (share,) = (e.values["examples/forgotten"] for e in events if isinstance(e, ProbeMeasured))
    return {e.task: e for e in events if isinstance(e, ExampleForgetting)}, share


def slowly(count: int, passes: list[tuple[int, list[int], list[bool]]], origin: int) -> dict[str, list[int]]:
    """Text by text: the sequence of its updates (right when all its inputs there were), then its transitions."""
    found: dict[str, list[int]] = {"seen": [], "forgotten": [], "learnt": [], "last": [], "right": []}
    for text in range(count):
        history: dict[int, bool] = {}
        for step, indices, hits in passes:
            for index, hit in zip(indices, hits, strict=True):
                if index == text:
                    history[step] = history.get(step, True) and hit
        course = sorted(history.items())
        lost = [now for (_, a), (now, b) in pairwise(course) if a and not b]
        right = [step for step, hit in course if hit]
        found["seen"].append(len(course))
        found["forgotten"].append(len(lost))
        found["learnt"].append(origin + right[0] + 1 if right else -1)
        found["last"].append(origin + lost[-1] + 1 if lost else -1)
        found["right"].append(course[-1][1] if course else False)
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("gathered", [1, 7, 256])
def test_the_ledger_is_the_definition(seed: int, gathered: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FETCH_INTERVAL", gathered)
    draw, count, origin = np.random.default_rng(seed), 23, 50
    ledger, passes = ExampleTracker(fine_tuning(count), 1, origin), []
    for step in range(60):
        for _ in range(1 + step % 3):  # micro-batches of one update
            indices = draw.integers(
                0, count - 1, 6
            ).tolist()  # a text may be there twice; the last one never is
            hits = (draw.random(6) < 0.6).tolist()
            passes.append((step, indices, hits))
            ledger.record(step, part(indices), torch.tensor(hits))
    events, share = told(ledger, 60)
    expected = slowly(count, passes, origin)
    for field, values in expected.items():
        np.testing.assert_array_equal(getattr(events[""], field), values, err_msg=field)
    assert share == pytest.approx(100 * np.mean(np.array(expected["forgotten"]) > 0))
    assert (events[""].index, events[""].step) == (1, 110)
    np.testing.assert_array_equal(events[""].rows, 100 + np.arange(count))
    assert events[""].seen[-1] == 0 and not events[""].right[-1]


def test_tasks_have_accounts_of_their_own() -> None:
    ledger = ExampleTracker(learning(one=Texts(2), two=Texts(3, ("x", "y", "z"))), 0, 0)
    for step, (number, hits) in enumerate([(0, [1, 1]), (1, [0, 1]), (0, [0, 1]), (1, [1, 0])]):
        ledger.record(step, part([0, 1], number), torch.tensor(hits, dtype=torch.bool))
    events, share = told(ledger, 4)
    assert events["one"].forgotten.tolist() == [1, 0] and events["two"].forgotten.tolist() == [0, 1, 0]
    assert events["two"].classes == ("x", "y", "z") and share == pytest.approx(100 * 2 / 5)


def context(experiment: Experiment, index: int, folder: Path) -> StageContext:
    start = starting_encoder(experiment, index, folder)
    return StageContext(experiment, index, start, Device("cpu", "fp32", ""), folder)


def encoder_in(folder: Path) -> torch.nn.Module:
    loaded, _ = load_encoder(Encoder(source=str(folder)), None, 0)
    return loaded.eval()


def loss_and_error(outcomes: Outcomes) -> tuple[float, float]:
    """Mean loss in nats and error in percent."""
    assert outcomes.correct is not None
    return outcomes.loss / outcomes.count, 100 * (1 - outcomes.correct / outcomes.count)


def final(events: list[Any]) -> list[Evaluation]:
    return [e for e in events if isinstance(e, Evaluation) and e.split == "test"]


POOLER = {"features": {"layers": "pooler"}}
MLP = {"features": {"layers": "1, last", "combine": "attention", "tokens": "mean", "head": {"kind": "mlp"}}}
LSTM = {"features": {"head": {"kind": "bilstm", "hidden": 8, "attention": 4}}}
PIECES = {"truncation": {"kind": "hierarchical"}, "max_length": 8}
CUTS = {"augmentation": {"kind": "random_cut", "copies": 2}}


@pytest.mark.parametrize("changes", nightly_but({0, 3, 4}, [{}, POOLER, MLP, LSTM, PIECES, CUTS]), ids=str)
def test_a_head_on_its_own_stages_encoder_says_what_that_stage_was_tested_with(
    sequence: Callable[..., Experiment], tmp_path: Path, changes: dict[str, Any]
) -> None:
    experiment, run = sequence(("mood", changes), "topic"), tmp_path / "run"
    first, second = final(list(train(experiment, run)))
    (task,) = earlier_tasks(context(experiment, 1, run))
    assert (task.label, task.number, task.name, task.classes) == ("1:mood", 1, "mood", ("no", "yes"))
    loss, error = loss_and_error(task.evaluate(encoder_in(run / "stage-1"), "test"))
    assert loss == pytest.approx(first.values["test/loss"], abs=1e-5)
    assert error == pytest.approx(first.values["test/error"])
    # On the encoder of the second stage: as that of the saved model in which only the layers are exchanged.
    native, now = load_saved_model(run / "stage-1"), encoder_in(run / "stage-2")
    native.model.encoder.load_state_dict(now.state_dict(), strict=False)
    split = task.texts.splits["test"]
    expected = predicted(native, list(split.texts))
    loss, error = loss_and_error(task.evaluate(now, "test"))
    wrong = expected.argmax(-1) != torch.from_numpy(split.labels)
    assert error == pytest.approx(100 * float(wrong.float().mean()))
    real = torch.nn.functional.cross_entropy(expected, torch.from_numpy(split.labels))
    assert loss == pytest.approx(float(real), abs=1e-5)
    assert second.values["test/error"] >= 0


def test_tasks_learnt_together_have_a_head_each(sequence: Callable[..., Experiment], tmp_path: Path) -> None:
    for name, changes in {"plain": {}, "pooled": POOLER}.items():
        experiment, run = sequence(("both", changes), "text"), tmp_path / name
        measured = {k: v for e in final(list(train(experiment, run))) for k, v in e.values.items()}
        found = earlier_tasks(context(experiment, 1, run))
        assert [task.label for task in found] == ["1:feeling", "1:topic"]
        for task in found:
            loss, error = loss_and_error(task.evaluate(encoder_in(run / "stage-1"), "test"))
            assert loss == pytest.approx(measured[f"test/loss/{task.name}"], abs=1e-5)
            assert error == pytest.approx(measured[f"test/error/{task.name}"])


def test_other_branches_are_not_earlier_and_a_missing_head_is_named(
    sequence: Callable[..., Experiment], tmp_path: Path
) -> None:
    experiment, run = sequence("mood", "topic", ("topic", {"start": "1"})), tmp_path / "run"
    list(train(experiment, run))
    assert earlier_tasks(context(experiment, 0, run)) == []
    assert [t.label for t in earlier_tasks(context(experiment, 1, run))] == ["1:mood"]
    assert [t.label for t in earlier_tasks(context(experiment, 2, run))] == ["1:mood"]
    (run / "stage-1" / "head.safetensors").unlink()
    with pytest.raises(UserError, match=r"the weights are damaged: head\.safetensors is missing"):
        earlier_tasks(context(experiment, 1, run))


def test_gradients_reach_the_encoder_and_nothing_else(
    sequence: Callable[..., Experiment], tmp_path: Path
) -> None:
    experiment, run = sequence(("mood", POOLER), "topic"), tmp_path / "run"
    list(train(experiment, run))
    before = torch.get_rng_state()
    (task,) = earlier_tasks(context(experiment, 1, run))
    assert torch.equal(before, torch.get_rng_state())
    encoder = encoder_in(run / "stage-1")
    found = task.logits(encoder, task.texts.encoded["train"].batch([0, 3, 5]))
    assert found.shape == (3, 2) and found.dtype == torch.float32
    found.logsumexp(-1).sum().backward()
    layer = dict(encoder.named_parameters())["encoder.layer.0.attention.self.query.weight"]
    assert layer.grad is not None and float(layer.grad.abs().sum()) > 0
    assert all(p.grad is None and not p.requires_grad for p in task.head.parameters())
    subset = [4, 1]
    split = task.texts.splits["train"]
    with torch.no_grad():
        answers = task.logits(encoder, task.texts.encoded["train"].batch(subset))
    wrong = (answers.argmax(-1).numpy() != split.labels[subset]).mean()
    assert loss_and_error(task.evaluate(encoder, "train", subset))[1] == pytest.approx(100 * wrong)
