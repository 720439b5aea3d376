"""Strategies against forgetting within the loop: exact on resume, nothing when off, alike however a batch is split."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from engine.data.dataset import load_dataset
from engine.data.tokens import TokenBatch
from engine.errors import UserError
from engine.events import Event, RunNotice, StepMetrics
from engine.kernels.tensor_batch import supports_packing, to_tensors
from engine.mitigation import ewc
from engine.model.saved_model import load_saved_model
from engine.spec.experiment import Experiment, parse_experiment
from engine.train.loop import train
from tests.engine.trainings import assert_same, run_until, weights
from tests.sampling import nightly_but

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")

L2_SP = {"kind": "l2_sp", "alpha": 0.5, "beta": 0.1}


def shown(events: list[Event], name: str) -> dict[int, float]:
    return {e.step: e.values[name] for e in events if isinstance(e, StepMetrics) and name in e.values}


STRATEGIES: list[dict[str, Any]] = [
    {"anchor": L2_SP},
    {"anchor": L2_SP | {"form": "decoupled"}},
    {"mixout": 0.7},
    {"mixout": 0.8, "mixout_of": "inputs", "compute": {"micro_batches": 3}},
    {"kind": "further_pretrain", "anchor": L2_SP, "mixout": 0.5},
    {"consolidation": {"kind": "ewc", "samples": 6}},
]


@pytest.mark.parametrize("options", nightly_but({0, 3, 4}, STRATEGIES), ids=lambda o: "-".join(map(str, o)))
def test_resuming_is_exact(options: dict[str, Any], make: Make, tmp_path: Path) -> None:
    experiment = make(**options)
    whole = list(train(experiment, tmp_path / "whole"))
    parts = run_until(experiment, tmp_path / "parts", 3, resume=False)
    parts += run_until(experiment, tmp_path / "parts", 6, resume=True)
    parts += train(experiment, tmp_path / "parts", resume=True)
    assert shown(parts, "train/loss") == shown(whole, "train/loss")
    for name in ("train/loss/l2_sp", "train/loss/ewc"):
        assert shown(parts, name) == shown(whole, name)
    assert_same(tmp_path / "whole" / "stage-1", tmp_path / "parts" / "stage-1")


@pytest.mark.parametrize("options", [{"anchor": L2_SP}, {"mixout": 0.7}], ids=["l2_sp", "mixout"])
def test_accumulation_gives_the_update_of_the_whole_batch(
    options: dict[str, Any], make: Make, tmp_path: Path
) -> None:
    def trained(parts: int) -> dict[str, torch.Tensor]:
        experiment = make(dropout=0.0, epochs=1, compute={"micro_batches": parts}, **options)
        list(train(experiment, tmp_path / str(parts)))
        return weights(tmp_path / str(parts) / "stage-1")

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
    assert_same(tmp_path / "plain" / "stage-1", tmp_path / "off" / "stage-1")


@pytest.fixture
def twice(make: Make, csv_file: Path) -> Callable[..., Experiment]:
    """A run that learns the mood of sentences and then their size; fields change its second stage."""
    first = make(epochs=2).model_dump(mode="json")
    other = csv_file.with_name("other.csv")
    lines = csv_file.read_text(encoding="utf-8").splitlines()
    cut = [f"{'long' if len(each) > 60 else 'short'},{each.partition(',')[2]}" for each in lines[1:]]
    other.write_text("\n".join([lines[0], *cut]) + "\n", encoding="utf-8")

    def build(compute: dict[str, Any] | None = None, **fields: Any) -> Experiment:
        stages = first["stages"]
        second = stages[0] | {"data": {"source": str(other)}} | fields
        return parse_experiment(
            first | {"stages": [stages[0], second], "compute": first["compute"] | (compute or {})}
        )

    return build


def test_consolidation_knows_what_the_earlier_task_needs(
    twice: Callable[..., Experiment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F of the running stage against a loop over the first task's texts through the model that stage 1 has left."""
    made: list[ewc.EWCRegulariser] = []
    own = ewc.EWCRegulariser

    def keep(*arguments: Any) -> ewc.EWCRegulariser:
        made.append(own(*arguments))
        return made[-1]

    chosen = {"kind": "ewc", "of": "earlier", "strength": 30.0, "samples": 10_000, "fisher": "empirical"}
    experiment = twice(consolidation=chosen, epochs=1)
    with monkeypatch.context() as patch:
        patch.setattr("engine.mitigation.ewc.EWCRegulariser", keep)
        events = list(train(experiment, tmp_path))
    terms = list(shown(events, "train/loss/ewc").values())
    assert terms[0] == 0.0  # nothing has moved yet
    assert all(value > 0 for value in terms[1:])

    native = load_saved_model(tmp_path / "stage-1")
    first: Any = experiment.stages[0]
    split = load_dataset(first.data).splits["train"]
    weights = dict(native.model.encoder.named_parameters())
    native.model.requires_grad_(True).eval()
    total = {name: torch.zeros_like(value) for name, value in weights.items()}
    for text, label in zip(split.texts, split.labels.tolist(), strict=True):
        ids = np.array(native.tokenizer(text, truncation=True, max_length=32)["input_ids"], np.int64)
        part = TokenBatch(ids, np.zeros_like(ids), np.array([len(ids)]), np.array([label]), np.arange(1))
        native.model.zero_grad()
        logits = native.model(to_tensors(part, "cpu", supports_packing(native.model), 0))
        logits.log_softmax(-1)[0, label].backward()
        for name, value in weights.items():
            if value.grad is not None:
                total[name] += value.grad.square()
    assert len(made) == 1
    found = made[0].fisher
    assert len(found) == len(weights)
    for one, expected in zip(found, total.values(), strict=True):
        torch.testing.assert_close(one, expected / len(split), rtol=1e-3, atol=1e-9)


def test_a_second_stage_with_consolidation_resumes_exactly(
    twice: Callable[..., Experiment], tmp_path: Path
) -> None:
    experiment = twice(consolidation={"kind": "ewc", "of": "earlier", "samples": 8}, mixout=0.5)
    whole = list(train(experiment, tmp_path / "whole"))
    last = max(shown(whole, "train/loss"))
    parts = run_until(experiment, tmp_path / "parts", last - 3, resume=False)
    parts += train(experiment, tmp_path / "parts", resume=True)
    for name in ("train/loss", "train/loss/ewc"):
        assert shown(parts, name) == shown(whole, name)


def test_without_an_earlier_task_there_is_nothing_to_remember(make: Make, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="has learnt a task") as caught:
        list(train(make(consolidation={"kind": "ewc", "of": "earlier"}), tmp_path))
    assert "stages.0.consolidation.of" in str(caught.value)


def test_words_have_no_exact_information(make: Make, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="too many") as caught:
        list(train(make(consolidation={"kind": "ewc", "fisher": "exact"}), tmp_path))
    assert "stages.0.consolidation.fisher" in str(caught.value)


def test_a_stage_is_taken_from_another_run_only_if_its_strategies_read_the_same(
    twice: Callable[..., Experiment], tmp_path: Path
) -> None:
    def taken(folder: str, text: str) -> bool:
        experiment = twice(compute={"reuse": True})
        stages = [s.model_dump(mode="json") for s in experiment.stages]
        file = tmp_path / "general.txt"
        file.write_text(text, encoding="utf-8")
        stages[0]["consolidation"] = {"kind": "ewc", "text": str(file), "samples": 4}
        changed = parse_experiment(experiment.model_dump(mode="json") | {"stages": stages})
        events = list(train(changed, tmp_path / folder))
        return any(isinstance(e, RunNotice) and "is reused from run" in e.text for e in events)

    words = "the story of the river and the city was read by many people in that year "
    lines = [f"{words} {number} {words}" for number in range(40)]
    assert not taken("0001", "\n".join(lines))
    assert taken("0002", "\n".join(lines))
    assert not taken("0003", "\n".join(reversed([f"{line} end" for line in lines])))


def test_a_text_that_is_not_there_is_told_of_before_anything_is_trained(
    twice: Callable[..., Experiment], tmp_path: Path
) -> None:
    experiment = twice(consolidation={"kind": "ewc", "text": str(tmp_path / "none.txt")})
    seen: list[Event] = []
    with pytest.raises(UserError, match=r"none\.txt"):
        seen += train(experiment, tmp_path)
    assert not shown(seen, "train/loss")
