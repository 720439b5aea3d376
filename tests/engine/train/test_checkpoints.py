"""Checkpoints: complete or absent, and exact."""

from __future__ import annotations

import copy
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from torch import nn

from engine.cache.manifest import is_intact
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
    assert checkpoints.read() == RunProgress(step=3)
    checkpoints.load_last(again, renewed)
    assert torch.equal(torch.rand(5), drawn)
    advance(again, renewed, 2)
    for name, value in model.state_dict().items():
        assert torch.equal(again.state_dict()[name], value), name
    assert torch.equal(checkpoints.load_probe_tensors()["seen"], torch.arange(4))


def test_progress_comes_back_as_it_was(tmp_path: Path) -> None:
    checkpoints, model = Checkpoints(tmp_path), Tied()
    assert checkpoints.read() is None and checkpoints.load_probe_tensors() == {}
    progress = RunProgress("id", stage=2, step=9, results={"test/error": 3.0}, micro_tokens=64)
    checkpoints.save_last(progress, model, None)
    assert checkpoints.read() == progress
    assert checkpoints.newest() == (progress, tmp_path / "last-00000001")


def save_as_version_0_1_0(folder: Path, model: nn.Module, optimizer: torch.optim.Optimizer) -> RunProgress:
    """Lay the present checkpoint and its best out as that version did: two pointers, and no manifests."""
    progress = RunProgress(**json.loads(PROGRESS_OF_0_1_0))
    checkpoints = Checkpoints(folder)
    best = checkpoints.save_best(progress, model)
    last = checkpoints.save_last(progress, model, optimizer)
    (last / "progress.json").write_text(PROGRESS_OF_0_1_0, encoding="utf-8")
    last = last.rename(folder / "last-1-00000007")
    for each in (last, best):
        (each / "manifest.json").unlink()
        (folder / f"{each.name[:4]}.txt").write_text(each.name, encoding="utf-8")
    return progress


def test_checkpoints_of_version_0_1_0_are_taken_over(tmp_path: Path) -> None:
    model = Tied()
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    advance(model, optimizer, 2)
    save_as_version_0_1_0(tmp_path, model, optimizer)
    checkpoints, again = Checkpoints(tmp_path), Tied()
    progress = checkpoints.read()
    assert progress is not None
    assert (progress.step, progress.first_step, progress.best_step) == (7, 12, 5)
    assert [(step, values) for step, values in progress.untold] == [(6, {"train/loss": 0.5})]
    checkpoints.load_last(again, torch.optim.AdamW(again.parameters(), lr=0.1))
    assert all(torch.equal(value, model.state_dict()[name]) for name, value in again.state_dict().items())
    checkpoints.load_best(progress, Tied())
    # From now on they are like others.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["best-1-00000005", "last-00000000"]
    assert is_intact(tmp_path / "last-00000000") and is_intact(tmp_path / "best-1-00000005")


@pytest.mark.parametrize("pointer", ["", "\0\0\0\0", "last-1-000000"])
def test_a_pointer_of_version_0_1_0_that_was_torn_costs_nothing(pointer: str, tmp_path: Path) -> None:
    model = Tied()
    save_as_version_0_1_0(tmp_path, model, torch.optim.AdamW(model.parameters()))
    (tmp_path / "last.txt").write_text(pointer, encoding="utf-8")
    progress = Checkpoints(tmp_path).read()
    assert progress is not None and progress.step == 7


def test_a_best_that_version_0_1_0_lost_is_an_error(tmp_path: Path) -> None:
    """Killed between two file operations it left a last checkpoint that names a best which is gone."""
    model = Tied()
    save_as_version_0_1_0(tmp_path, model, torch.optim.AdamW(model.parameters()))
    shutil.rmtree(tmp_path / "best-1-00000005")
    with pytest.raises(UserError, match=r"no checkpoint of this run is whole \(best-1-00000005: "):
        Checkpoints(tmp_path).read()


def test_two_are_kept_and_the_best_weights_that_they_name(tmp_path: Path) -> None:
    checkpoints, model = Checkpoints(tmp_path), Tied()
    for step in range(1, 7):
        if step % 2:
            checkpoints.save_best(RunProgress(step=step, best_step=step), model)
        checkpoints.save_last(RunProgress(step=step, best_step=step - (step + 1) % 2), model, None)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "best-0-00000005",
        "last-00000005",
        "last-00000006",
    ]
    # A better one, before the next checkpoint names it.
    checkpoints.save_best(RunProgress(step=7, best_step=7), model)
    checkpoints.save_best(RunProgress(step=8, best_step=8), model)
    assert sorted(path.name for path in tmp_path.glob("best-*")) == ["best-0-00000005", "best-0-00000008"]
    checkpoints.forget_earlier()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["best-0-00000005", "last-00000006"]
    checkpoints.clear()
    assert not tmp_path.exists()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "truncated": lambda file: os.truncate(file, file.stat().st_size // 2),
    "zeroed": lambda file: file.write_bytes(bytes(file.stat().st_size)),
    "flipped": lambda file: file.write_bytes(bytes([file.read_bytes()[0] ^ 1]) + file.read_bytes()[1:]),
    "deleted": lambda file: file.unlink(),
}
FILES = ["last-00000002/" + name for name in ("model.safetensors", "state.safetensors", "optimizer.json")]
FILES += ["last-00000002/progress.json", "last-00000002/manifest.json", "best-0-00000002/model.safetensors"]


@pytest.mark.parametrize("kind", DAMAGE)
@pytest.mark.parametrize("name", FILES)
def test_from_a_damaged_checkpoint_it_goes_back_to_the_one_before(
    name: str, kind: str, tmp_path: Path
) -> None:
    model = Tied()
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    checkpoints = Checkpoints(tmp_path)
    weights = {}
    for step in (1, 2):
        advance(model, optimizer, 1)
        weights[step] = copy.deepcopy(model.state_dict())
        checkpoints.save_best(RunProgress(step=step, best_step=step), model)
        checkpoints.save_last(RunProgress(step=step, best_step=step), model, optimizer)
    DAMAGE[kind](tmp_path / name)
    found, again = Checkpoints(tmp_path), Tied()
    progress = found.read()
    assert progress is not None and progress.step == 1
    assert len(found.damage) == 1 and found.damage[0].startswith(name.partition("/")[0])
    found.load_last(again, torch.optim.AdamW(again.parameters(), lr=0.1))
    assert all(torch.equal(value, weights[1][key]) for key, value in again.state_dict().items())
    found.load_best(progress, again)
    # The damaged one goes with the next.
    found.save_last(RunProgress(step=2, best_step=1), model, optimizer)
    assert sorted(path.name for path in tmp_path.glob("last-*")) == ["last-00000001", "last-00000003"]
    assert Checkpoints(tmp_path).read() == RunProgress(step=2, best_step=1)
    # Nothing whole is left: an error, and what to do.
    for each in tmp_path.glob("last-*"):
        DAMAGE[kind](each / "progress.json")
    with pytest.raises(UserError, match="no checkpoint of this run is whole") as caught:
        Checkpoints(tmp_path).read()
    assert "Start the run again" in caught.value.remedy


def test_weights_of_another_model_are_refused_by_name(tmp_path: Path) -> None:
    checkpoints = Checkpoints(tmp_path)
    folder = checkpoints.save_best(RunProgress(best_step=0), Tied())
    assert load_file(folder / "model.safetensors").keys() == Tied().state_dict().keys()
    with pytest.raises(UserError, match=r"does not fit this model.*first\.bias") as caught:
        load_weights(nn.Linear(3, 3), folder / "model.safetensors")
    assert "Start the run again" in caught.value.remedy
