"""Strategies against forgetting within the loop: exact on resume, nothing when off, alike however a batch is split."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from engine.spec.experiment import Experiment
from engine.train.events import Event, Metrics
from engine.train.loop import train

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")

L2_SP = {"kind": "l2_sp", "alpha": 0.5, "beta": 0.1}


def state(folder: Path) -> dict[str, torch.Tensor]:
    found: dict[str, torch.Tensor] = {}
    for file in sorted((folder / "stage-1").rglob("*.safetensors")):
        found |= {f"{file.name}:{name}": value for name, value in load_file(file).items()}
    return found


def shown(events: list[Event], name: str) -> dict[int, float]:
    return {e.step: e.values[name] for e in events if isinstance(e, Metrics) and name in e.values}


def until(experiment: Experiment, folder: Path, step: int, resume: bool) -> list[Event]:
    seen: list[Event] = []
    events: Iterator[Event] = train(experiment, folder, resume=resume)
    for event in events:
        seen.append(event)
        if isinstance(event, Metrics) and event.step >= step:
            break
    events.close()  # type: ignore[attr-defined]
    return seen


STRATEGIES: list[dict[str, Any]] = [
    {"anchor": L2_SP},
    {"anchor": L2_SP | {"form": "decoupled"}},
    {"mixout": 0.7},
    {"mixout": 0.8, "mixout_of": "inputs", "compute": {"micro_batches": 3}},
    {"kind": "further_pretrain", "anchor": L2_SP, "mixout": 0.5},
]


@pytest.mark.parametrize("options", STRATEGIES, ids=lambda o: "-".join(map(str, o)))
def test_resuming_is_exact(options: dict[str, Any], make: Make, tmp_path: Path) -> None:
    experiment = make(**options)
    whole = list(train(experiment, tmp_path / "whole"))
    parts = until(experiment, tmp_path / "parts", 3, False)
    parts += until(experiment, tmp_path / "parts", 6, True)
    parts += train(experiment, tmp_path / "parts", resume=True)
    assert shown(parts, "train/loss") == shown(whole, "train/loss")
    assert shown(parts, "train/loss/l2_sp") == shown(whole, "train/loss/l2_sp")
    expected, found = state(tmp_path / "whole"), state(tmp_path / "parts")
    assert expected.keys() == found.keys()
    assert all(torch.equal(value, found[name]) for name, value in expected.items())


@pytest.mark.parametrize("options", [{"anchor": L2_SP}, {"mixout": 0.7}], ids=["l2_sp", "mixout"])
def test_accumulation_gives_the_update_of_the_whole_batch(
    options: dict[str, Any], make: Make, tmp_path: Path
) -> None:
    def trained(parts: int) -> dict[str, torch.Tensor]:
        experiment = make(dropout=0.0, epochs=1, compute={"micro_batches": parts}, **options)
        list(train(experiment, tmp_path / str(parts)))
        return state(tmp_path / str(parts))

    whole, split = trained(1), trained(4)
    for name, value in whole.items():
        # Softmax does not feel the keys' biases: their gradient is rounding alone, which Adam makes large.
        if not name.endswith("key.bias"):
            torch.testing.assert_close(value, split[name], rtol=1e-4, atol=2e-5)


def distance(folder: Path, start: Path) -> float:
    """‖w − w⁰‖ over the encoder's matrices."""
    now, before = load_file(folder / "stage-1/encoder/model.safetensors"), load_file(start)
    pairs = [(v, before[n if n in before else f"bert.{n}"]) for n, v in now.items() if v.ndim == 2]
    return float(sum((a - b).square().sum() for a, b in pairs)) ** 0.5


def test_springs_and_mixout_keep_the_encoder_nearer_to_its_start(
    make: Make, tmp_path: Path, tiny_bert_folder: Path
) -> None:
    options: dict[str, dict[str, Any]] = {
        "free": {"weight_decay": 0.0},
        "loose": {"anchor": L2_SP | {"alpha": 0.01, "beta": 0.0}},
        "tight": {"anchor": L2_SP | {"alpha": 10.0, "beta": 0.0}},
        "decoupled": {"anchor": L2_SP | {"alpha": 100.0, "beta": 0.0, "form": "decoupled"}},
    }
    found = {}
    for name, fields in options.items():
        events = list(train(make(**fields), tmp_path / name))
        found[name] = distance(tmp_path / name, tiny_bert_folder / "model.safetensors")
        assert bool(shown(events, "train/loss/l2_sp")) == (name != "free")
    assert found["tight"] < found["loose"] < found["free"] * 1.001
    assert found["decoupled"] < 0.9 * found["free"]


def test_switched_off_they_change_nothing(make: Make, tmp_path: Path) -> None:
    list(train(make(weight_decay=0.0), tmp_path / "plain"))
    off = make(mixout=0.0, anchor={"kind": "l2_sp", "alpha": 0.0, "beta": 0.0}, weight_decay=0.0)
    list(train(off, tmp_path / "off"))
    expected, found = state(tmp_path / "plain"), state(tmp_path / "off")
    assert all(torch.equal(value, found[name]) for name, value in expected.items())
