"""Checkpoints: complete or absent, and exact."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from torch import nn

from engine.errors import UserError
from engine.optim.bertadam import BertAdamOptimizer
from engine.train.checkpoints import Checkpoints, RunProgress, load_weights

PROGRESS_OF_0_1_0 = """{
 "identity": "abc", "stage": 1, "step": 7, "evaluated": 5, "kept": 0, "first_step": 12, "best_value": 25.0,
 "best_step": 5, "evaluations_since_best": 1, "stopped_early": false, "precision": "fp32",
 "attention": {"evaluation": "products"}, "results": {"test/error": 20.0}, "watch": {"probed": 0},
 "measured": [[5, "validation", {"validation/error": 25.0}, true, ""]],
 "untold": [[6, {"train/loss": 0.5}]], "micro_tokens": 128, "evaluation_tokens": 0
}"""


class Tied(nn.Module):
    """Two layers that share a weight."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(3, 3), nn.Linear(3, 3)
        self.second.weight = self.first.weight

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden: torch.Tensor = self.second(self.first(x).tanh())
        return hidden


def advance(model: nn.Module, optimizer: torch.optim.Optimizer, updates: int) -> None:
    for number in range(updates):
        optimizer.zero_grad()
        model(torch.full((2, 3), 0.1 * number)).square().sum().backward()
        optimizer.step()


@pytest.mark.parametrize("kind", [torch.optim.AdamW, BertAdamOptimizer])
def test_training_goes_on_bit_for_bit(kind: Any, tmp_path: Path) -> None:
    torch.manual_seed(3)
    model = Tied()
    optimizer = kind(model.parameters(), lr=0.1)
    advance(model, optimizer, 3)
    checkpoints = Checkpoints(tmp_path)
    checkpoints.save_last(RunProgress(step=3), model, optimizer, {"seen": torch.arange(4)})
    drawn = torch.rand(5)
    advance(model, optimizer, 2)

    again = Tied()
    renewed = kind(again.parameters(), lr=0.1)
    assert checkpoints.load_last(again, renewed)
    assert torch.equal(torch.rand(5), drawn)
    advance(again, renewed, 2)
    for name, value in model.state_dict().items():
        assert torch.equal(again.state_dict()[name], value), name
    assert torch.equal(checkpoints.load_probe_tensors()["seen"], torch.arange(4))


def test_progress_comes_back_as_it_was(tmp_path: Path) -> None:
    checkpoints, model = Checkpoints(tmp_path), Tied()
    assert checkpoints.read() is None and checkpoints.load_probe_tensors() == {}
    progress = RunProgress(
        "id", stage=2, step=9, best_value=1.5, results={"test/error": 3.0}, micro_tokens=64
    )
    checkpoints.save_last(progress, model, None)
    assert checkpoints.read() == progress
    # Between stages there is nothing to load.
    assert not checkpoints.load_last(model, torch.optim.AdamW(model.parameters()))


def test_checkpoints_of_version_0_1_0_can_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "last-1-00000007"
    folder.mkdir()
    (folder / "progress.json").write_text(PROGRESS_OF_0_1_0, encoding="utf-8")
    (tmp_path / "last.txt").write_text(folder.name, encoding="utf-8")
    progress = Checkpoints(tmp_path).read()
    assert progress is not None
    assert (progress.step, progress.first_step, progress.best_step) == (7, 12, 5)
    assert [(step, values) for step, values in progress.untold] == [(6, {"train/loss": 0.5})]


def test_a_kill_while_saving_leaves_the_checkpoint_before_in_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoints, model = Checkpoints(tmp_path), Tied()
    checkpoints.save_last(RunProgress(step=1), model, None)
    before = checkpoints.path("last")

    def killed(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    for name in ("json.dumps", "os.replace"):  # in the middle of writing; with all written but not in force
        module, function = name.split(".")
        with monkeypatch.context() as broken:
            broken.setattr({"json": json, "os": __import__("os")}[module], function, killed)
            with pytest.raises(KeyboardInterrupt):
                checkpoints.save_last(RunProgress(step=2), model, None)
        assert checkpoints.path("last") == before
        found = checkpoints.read()
        assert found is not None and found.step == 1
    checkpoints.save_last(RunProgress(step=2), model, None)
    assert [folder.name for folder in tmp_path.iterdir() if folder.is_dir()] == ["last-0-00000002"]


def test_best_weights_have_a_slot_of_their_own(tmp_path: Path) -> None:
    checkpoints, model = Checkpoints(tmp_path), Tied()
    assert not checkpoints.load_best(model)
    best = copy.deepcopy(model.state_dict())
    checkpoints.save_best(RunProgress(step=1), model)
    advance(model, torch.optim.AdamW(model.parameters(), lr=0.1), 2)
    checkpoints.save_last(RunProgress(step=3), model, None)
    assert checkpoints.load_best(model)
    assert all(torch.equal(value, best[name]) for name, value in model.state_dict().items())
    checkpoints.clear_best()
    assert checkpoints.path("best") is None and checkpoints.path("last") is not None
    checkpoints.clear()
    assert not tmp_path.exists()


def test_weights_of_another_model_are_refused_by_name(tmp_path: Path) -> None:
    checkpoints = Checkpoints(tmp_path)
    folder = checkpoints.save_best(RunProgress(), Tied())
    assert load_file(folder / "model.safetensors").keys() == Tied().state_dict().keys()
    with pytest.raises(UserError, match=r"does not fit this model.*first\.bias") as caught:
        load_weights(nn.Linear(3, 3), folder / "model.safetensors")
    assert "start the run again" in caught.value.remedy
