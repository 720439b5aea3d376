"""Which weights are tested: the best on validation, or those of the last update without asking it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from engine.errors import UserError
from engine.events import CheckpointSaved, Evaluation
from engine.spec.experiment import Experiment
from engine.train.loop import train

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")


def trained(make: Make, folder: Path, **fields: object) -> tuple[list[Evaluation], Path]:
    folder.mkdir()
    events = list(train(make(epochs=3, learning_rate=3e-3, evaluations=3, **fields), folder))
    (left,) = [event.path for event in events if isinstance(event, CheckpointSaved) and event.slot == "stage"]
    return [event for event in events if isinstance(event, Evaluation)], left


def test_the_last_update_is_tested_whatever_validation_says(make: Make, tmp_path: Path) -> None:
    best, chosen = trained(make, tmp_path / "best")
    last, kept = trained(make, tmp_path / "last", checkpoint="last")
    courses = [[e.values for e in found if e.split == "validation" and not e.final] for found in (best, last)]
    assert courses[0] == courses[1]  # the training is the same
    final = max(e.step for e in last if e.split == "validation")
    marked = [e.step for e in best if e.best][-1]
    assert marked < final, "this design no longer has its best before its end"
    assert [e.step for e in last if e.split == "test"] == [final]
    assert [e.step for e in best if e.split == "test"] == [marked]
    weights = [load_file(next(iter(sorted(folder.rglob("model.safetensors"))))) for folder in (chosen, kept)]
    assert any(not torch.equal(weights[0][name], weights[1][name]) for name in weights[0])


def test_patience_needs_validation_labels(make: Make, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Early stopping reads validation labels"):
        list(train(make(checkpoint="last", patience=1), tmp_path))
