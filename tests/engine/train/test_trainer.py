"""A step of the trainer is the update that torch makes by itself, whatever happened around it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
import torch
from torch.nn import functional

from engine.compute.device import choose_device
from engine.mitigation.base import Regulariser
from engine.spec.experiment import Experiment
from engine.stages.base import MicroBatch, StageContext, prepare_stage
from engine.train.trainer import NonFinite, Trainer

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


def test_the_schedule_and_freezing_of_an_update_follow_its_number(make: Make, tmp_path: Path) -> None:
    trainer = trainer_of(make(freezing={"kind": "head_first"}), tmp_path)
    first_epoch, second_epoch = 3, round(1 / trainer.task.epochs_at(1)) + 3
    for number, encoder_learns in ((first_epoch, False), (second_epoch, True), (first_epoch, False)):
        before = state(trainer)
        trainer.step(number)
        changed = {name for name, value in state(trainer).items() if not torch.equal(value, before[name])}
        assert any(name.startswith("head.") for name in changed)
        assert any(name.startswith("encoder.") for name in changed) == encoder_learns
        rates = {group["part"]: group["lr"] for group in trainer.optimizer.param_groups}
        assert rates["head"] > 0 and (rates["layer"] > 0) == encoder_learns


def test_what_is_not_finite_leaves_the_weights_as_they_were(make: Make, tmp_path: Path) -> None:
    trainer = trainer_of(make(), tmp_path)
    with torch.no_grad():
        trainer.model.get_parameter("head.weight")[0, 0] = torch.inf
    before = state(trainer)
    with pytest.raises(NonFinite, match=r"update 1 is not finite; the batch is training rows \d+"):
        trainer.step(0)
    assert all(torch.equal(value, before[name]) for name, value in state(trainer).items())


class Recorder(Regulariser):
    """Notes when it is asked, and has no memory the first time."""

    name = "recorder"

    def __init__(self, fails: bool) -> None:
        self.fails, self.calls = fails, list[str]()

    def before_update(self, step: int, micro_batches: Sequence[MicroBatch] = ()) -> None:
        self.calls.append(f"before {step} of {len(micro_batches)}")

    def loss_term(self, step: int, micro_batch: MicroBatch, number: int, count: int) -> torch.Tensor | None:
        self.calls.append(f"term {number} of {count}")
        if self.fails:
            self.fails = False
            raise MemoryError
        return torch.tensor(0.25)

    def after_backward(self, step: int) -> Mapping[str, torch.Tensor]:
        self.calls.append("after backward")
        return {"held": torch.tensor(2.0)}

    def undo_update(self, step: int) -> None:
        self.calls.append("undo")

    def after_update(self, optimizer: torch.optim.Optimizer) -> None:
        self.calls.append("after update")


def test_regularisers_are_asked_around_every_update(make: Make, tmp_path: Path) -> None:
    trainer, recorder = trainer_of(make(compute={"micro_batches": 2}), tmp_path), Recorder(fails=False)
    trainer.regularisers = [recorder]
    values = trainer.step(0).values()
    assert recorder.calls == [
        "before 0 of 2", "term 0 of 2", "term 1 of 2", "after backward", "after update",
    ]  # fmt: skip
    assert (values["train/loss/recorder"], values["train/loss/held"]) == (0.5, 2.0)


def test_an_update_without_memory_begins_anew_after_all_is_undone(make: Make, tmp_path: Path) -> None:
    plain = trainer_of(make(dropout=0.0), tmp_path)
    plain.step(0)
    trainer, recorder = trainer_of(make(dropout=0.0), tmp_path), Recorder(fails=True)
    trainer.regularisers = [recorder]
    result = trainer.step(0)
    undone = recorder.calls.index("undo")
    assert recorder.calls[:undone] == ["before 0 of 1", "term 0 of 1"]
    count = len(result.answers)
    assert count > 1 and recorder.calls[undone + 1] == f"before 0 of {count}"
    assert recorder.calls.count("after backward") == recorder.calls.count("after update") == 1
    assert [notice.level for notice in trainer.task.micro_batching.take_notices()] == ["warning"]
    # A constant term changes no gradient, so it is the update of the undivided batch.
    for name, value in state(plain).items():
        torch.testing.assert_close(value, state(trainer)[name], rtol=1e-4, atol=2e-5, msg=name)
