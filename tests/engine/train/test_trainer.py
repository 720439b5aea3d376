"""A step of the trainer is the update that torch makes by itself, whatever happened around it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch.nn import functional

from engine.compute.device import choose_device
from engine.spec.experiment import Experiment
from engine.stages.base import StageContext, prepare_stage
from engine.train.trainer import Trainer

Make = Callable[..., Experiment]
State = dict[str, torch.Tensor]
pytestmark = pytest.mark.usefixtures("home")


def trainer_of(experiment: Experiment, folder: Path) -> Trainer:
    device = choose_device(experiment.compute)
    context = StageContext(experiment, 0, experiment.encoder, device, folder)
    return Trainer(prepare_stage(experiment.stages[0], context, lambda *_: None), context)


def state(trainer: Trainer) -> State:
    return {name: value.detach().clone() for name, value in trainer.model.state_dict().items()}


@pytest.mark.parametrize("micro_batches", [1, 3])
def test_a_step_is_adamw_on_the_clipped_gradient_of_the_mean_loss(
    micro_batches: int, make: Make, tmp_path: Path
) -> None:
    fields = {"dropout": 0.0, "clip_norm": 0.5, "optimizer": "adamw", "batching": "random"}
    trainer = trainer_of(make(compute={"micro_batches": micro_batches}, **fields), tmp_path)
    whole = trainer_of(make(**fields), tmp_path).task.micro_batches(0)
    (batch,) = whole
    model = copy.deepcopy(trainer.model)
    result = trainer.step(0)

    # The same with torch alone, on the undivided batch.
    tensors = trainer.task.to_device(batch.texts)  # type: ignore[attr-defined]
    loss = functional.cross_entropy(model(tensors).float(), tensors.labels)
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    assert norm > 0.5, "clipping is not tried"
    own = dict(model.named_parameters())
    names = {id(p): name for name, p in trainer.model.named_parameters()}
    groups = [
        {"params": [own[names[id(p)]] for p in g["params"]], "lr": g["lr"], "weight_decay": g["weight_decay"]}
        for g in trainer.optimizer.param_groups
    ]
    defaults = trainer.optimizer.defaults
    torch.optim.AdamW(groups, betas=defaults["betas"], eps=defaults["eps"]).step()

    assert len(result.answers) == micro_batches
    assert result.values()["train/loss"] == pytest.approx(float(loss.detach()), rel=1e-5)
    assert result.values()["train/gradient_norm"] == pytest.approx(float(norm), rel=1e-4)
    for name, value in trainer.model.state_dict().items():
        torch.testing.assert_close(value, model.state_dict()[name], rtol=1e-4, atol=2e-5, msg=name)


def test_a_step_is_a_function_of_weights_and_number_alone(make: Make, tmp_path: Path) -> None:
    found = []
    for seed in (1, 2):
        trainer = trainer_of(make(dropout=0.3), tmp_path)
        torch.manual_seed(seed)
        if seed == 2:  # other work in between: an evaluation, a probe, a batch that is asked for out of turn
            trainer.model.eval()
            trainer.task.evaluate(0)
            trainer.task.micro_batches(9)
        trainer.step(4)
        found.append(state(trainer))
    assert all(torch.equal(value, found[1][name]) for name, value in found[0].items())
