"""The attention kernels of a run: told, kept over a resume, overridden by a field."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from engine.errors import UserError
from engine.events import StageStarted, StepMetrics
from engine.kernels import kernel_selection
from engine.kernels.kernel_selection import SITUATIONS
from engine.spec.experiment import Experiment
from engine.train.checkpoints import Checkpoints
from engine.train.loop import train
from tests.engine.trainings import notes, run_until

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")


def chosen(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """From now on ``name`` is the only kernel found to be right here."""
    monkeypatch.setattr(kernel_selection, "is_correct_here", lambda kernel, *_: kernel.name == name)


def weights(folder: Path) -> torch.Tensor:
    files = sorted((folder / "stage-1").rglob("*.safetensors"))
    return torch.cat([tensor.flatten() for file in files for _, tensor in sorted(load_file(file).items())])


def test_a_resumed_run_keeps_its_kernels(make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = make(epochs=1)
    chosen(monkeypatch, "products")
    list(train(experiment, tmp_path / "others"))
    chosen(monkeypatch, "sdpa")
    list(train(experiment, tmp_path / "whole"))
    assert not torch.equal(weights(tmp_path / "others"), weights(tmp_path / "whole")), "kernels differ"

    first = run_until(experiment, tmp_path / "parts", 3)
    progress = Checkpoints(tmp_path / "parts" / "checkpoints").read()
    assert progress is not None and progress.attention == dict.fromkeys(SITUATIONS, "sdpa")
    chosen(monkeypatch, "products")
    second = list(train(experiment, tmp_path / "parts", resume=True))
    assert torch.equal(weights(tmp_path / "parts"), weights(tmp_path / "whole"))

    assert "Attention: torch's fused kernel." in notes(first)
    assert "Attention: torch's fused kernel, as the run began." in notes(second)
    (started,) = (event for event in first if isinstance(event, StageStarted))
    assert started.info["attention"] == "torch's fused kernel"


@pytest.mark.parametrize("padding", ["packed", "padded"])
def test_the_kernel_asked_for_computes(padding: str, make: Make, tmp_path: Path) -> None:
    found = {}
    for name in ("products", "sdpa"):
        compute = {"attention": name, "padding": padding}
        said = notes(list(train(make(epochs=1, compute=compute), tmp_path / name)))
        assert f"Attention: {kernel_selection.KERNELS[name].title}." in said
        found[name] = weights(tmp_path / name)
    # With dropout they drop other weights; that they differ shows that the field reaches the arithmetic.
    assert not torch.equal(found["products"], found["sdpa"])


def test_a_kernel_that_is_not_here_is_refused_before_anything_is_trained(make: Make, tmp_path: Path) -> None:
    seen = []
    with pytest.raises(UserError) as error:
        for event in train(make(compute={"attention": "varlen"}), tmp_path):
            seen.append(event)
    assert error.value.place == "compute.attention" and "GPU" in str(error.value)
    assert not any(isinstance(event, StepMetrics | StageStarted) for event in seen)


def test_kernels_are_no_part_of_what_a_run_is(make: Make) -> None:
    one, other = make(compute={"attention": "products"}), make(compute={"attention": "sdpa"})
    assert one.identity() == other.identity()
