"""Heads of earlier stages: whose they are, what they say, and that nothing but the encoder learns through them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.compute.device import Device
from engine.errors import UserError
from engine.events import Evaluation
from engine.metrics.base import Outcomes
from engine.model.encoders import load_encoder
from engine.model.predict import predict_logits as predicted
from engine.model.saved_model import load_saved_model
from engine.probes.earlier_heads import earlier_tasks
from engine.spec.experiment import Encoder, Experiment
from engine.stages.base import StageContext
from engine.stages.outputs import starting_encoder
from engine.train.loop import train
from tests.sampling import nightly_but

pytestmark = pytest.mark.usefixtures("home")


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


def test_other_branches_are_not_earlier(sequence: Callable[..., Experiment], tmp_path: Path) -> None:
    experiment, run = sequence("mood", "topic", ("topic", {"start": "1"})), tmp_path / "run"
    list(train(experiment, run))
    assert earlier_tasks(context(experiment, 0, run)) == []
    assert [t.label for t in earlier_tasks(context(experiment, 1, run))] == ["1:mood"]
    assert [t.label for t in earlier_tasks(context(experiment, 2, run))] == ["1:mood"]


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
    assert all(p.grad is None and not p.requires_grad for p in task.reader.parameters())
    subset = [4, 1]
    split = task.texts.splits["train"]
    with torch.no_grad():
        answers = task.logits(encoder, task.texts.encoded["train"].batch(subset))
    wrong = (answers.argmax(-1).numpy() != split.labels[subset]).mean()
    assert loss_and_error(task.evaluate(encoder, "train", subset))[1] == pytest.approx(100 * wrong)


def test_a_missing_head_is_named(sequence: Callable[..., Experiment], tmp_path: Path) -> None:
    experiment, run = sequence("mood", "topic"), tmp_path / "run"
    list(train(experiment, run))
    (run / "stage-1" / "head.safetensors").unlink()
    with pytest.raises(UserError, match=r"the weights are damaged: head\.safetensors is missing") as caught:
        earlier_tasks(context(experiment, 1, run))
    assert "head.safetensors" in str(caught.value)
