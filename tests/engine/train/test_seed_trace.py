"""The engine trains as the code of Sun et al. 2019 does: same batches, same weights, 50 updates, equal to rounding.

The other side is ``seed_trainer``: that code's training stated again in plain torch and float64, with padding. Dropout
is off, for its draws belong to a generator.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.spec.experiment import Experiment, parse_experiment
from engine.stages.base import MicroBatch
from engine.stages.pretrain import PretrainMicroBatch
from engine.train.trainer import Trainer
from tests.engine.train.seed_trainer import (
    Rectangle,
    SeedBert,
    SeedTrainer,
    Weights,
    cross_entropy,
    gelu,
    layer_of,
)
from tests.engine.trainings import trainer_of

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")

UPDATES = 50
LENGTH = 32
RATE = 2e-5
LAYERS, HEADS = 2, 2
"""Of the test encoder."""
FAR_RATE = 1e-3
"""A rate at which 50 updates move the weights far: what is only nearly the same drifts apart."""
nightly = partial(pytest.param, marks=pytest.mark.nightly)
"""For the paper's own rates: in every suite the rate that drifts apart is tried, which sees more."""


def weights_of(trainer: Trainer) -> Weights:
    return {
        name: value.detach().double().requires_grad_() for name, value in trainer.model.named_parameters()
    }


def rectangle(batch: MicroBatch) -> Rectangle:
    texts = batch.texts
    return Rectangle.of(texts.ids.tolist(), texts.token_types.tolist(), texts.lengths.tolist(), LENGTH)


@dataclass(frozen=True)
class Trace:
    """How far apart 50 updates of both have come.

    Attributes:
        losses: largest relative difference of a loss.
        weights: largest difference of any weight.
        moved: by how much the weight that moved most has moved.
    """

    losses: float
    weights: float
    moved: float


def trace(trainer: Trainer, seed: SeedTrainer, loss_of: Callable[[MicroBatch], torch.Tensor]) -> Trace:
    start = {name: value.detach().clone() for name, value in seed.weights.items()}
    losses = 0.0
    for step in range(UPDATES):
        (batch,) = trainer.task.micro_batches(step)
        loss = loss_of(batch)
        seed.update(loss)
        values = trainer.step(step).values()
        ours = values["train/loss"] + values.get("train/next_loss", 0.0)
        losses = max(losses, abs(ours / float(loss.detach()) - 1))
    final = {name: value.detach().double() for name, value in trainer.model.named_parameters()}
    apart = max(float((final[name] - seed.weights[name]).abs().max()) for name in final)
    moved = max(float((seed.weights[name] - start[name]).abs().max()) for name in final)
    return Trace(losses, apart, moved)


def assert_equal_to_rounding(found: Trace) -> None:
    """Weights of about 1 are stored in steps of 1.2e-7; 50 updates add as many roundings."""
    assert found.losses < 2e-6
    assert found.weights < 2e-6
    assert found.moved > 1000 * found.weights, "so little has moved that nothing is compared"


OWN = {"preset": "paper_code", "dropout": 0.0, "batch_size": 8, "max_length": LENGTH}


def finetuning(make: Make, rate: float, **fields: Any) -> Experiment:
    return make(**OWN | {"learning_rate": rate, "least_steps": UPDATES} | fields)


def pretraining(make: Make, rate: float, **fields: Any) -> Experiment:
    corpus = {"segmentation": "lines", "splits": "train", "steps": UPDATES}
    return make("further_pretrain", **OWN | {"learning_rate": rate} | corpus | fields)


def finetuning_trace(experiment: Experiment, xi: float, folder: Path) -> Trace:
    """Both fine-tune; in the seed ``xi`` lowers the rate of each layer below the top, and of nothing else."""
    trainer = trainer_of(experiment, folder)
    assert trainer.task.steps == UPDATES
    weights = weights_of(trainer)
    bert = SeedBert(weights, "encoder.", LAYERS, HEADS)
    rate = experiment.stages[0].learning_rate

    def peak(name: str) -> float:
        layer = layer_of(name)
        return rate if layer is None else rate * xi ** (LAYERS - 1 - layer)

    def loss(batch: MicroBatch) -> torch.Tensor:
        pooled = bert.pooled(bert.states(rectangle(batch)))
        logits = pooled @ weights["head.weight"].T + weights["head.bias"]
        return cross_entropy(logits, torch.as_tensor(batch.texts.labels))

    return trace(trainer, SeedTrainer(weights, peak, UPDATES, clip_each=True), loss)


def pretraining_trace(experiment: Experiment, folder: Path) -> Trace:
    trainer = trainer_of(experiment, folder)
    weights = weights_of(trainer)
    bert = SeedBert(weights, "model.bert.", LAYERS, HEADS)
    heads = SeedBert(weights, "model.cls.", LAYERS, HEADS)
    rate = experiment.stages[0].learning_rate

    def loss(batch: MicroBatch) -> torch.Tensor:
        assert isinstance(batch, PretrainMicroBatch)
        inputs = rectangle(batch)
        states = bert.states(inputs)
        asked = states[inputs.mask.bool()][torch.as_tensor(batch.masked.positions)]
        asked = gelu(heads.linear(asked, "predictions.transform.dense"))
        asked = heads.normalise(asked, "predictions.transform.LayerNorm")
        words = asked @ weights["model.bert.embeddings.word_embeddings.weight"].T
        words = words + weights["model.cls.predictions.bias"]
        follows = heads.linear(bert.pooled(states), "seq_relationship")
        return cross_entropy(words, torch.as_tensor(batch.masked.targets)) + cross_entropy(
            follows, torch.as_tensor(batch.texts.labels)
        )

    return trace(trainer, SeedTrainer(weights, lambda _: rate, UPDATES, clip_each=False), loss)


def multitask(make: Make, folder: Path, rate: float) -> Experiment:
    """Two tasks, of two and of three classes, on one encoder."""
    table = make().model_dump(mode="json")
    topics = folder / "topics.csv"
    rows = [f"t{number % 3},{'word ' * (number % 9 + 2)}film" for number in range(60)]
    topics.write_text("\n".join(["label,text", *rows]) + "\n", encoding="utf-8")
    sources = [table["stages"][0]["data"]["source"], str(topics)]
    own = {"kind": "multitask", "learning_rate": rate, "least_steps": UPDATES}
    tasks = {"tasks": [{"data": source} for source in sources]}
    return parse_experiment(table | {"stages": [OWN | own | tasks]})


def multitask_trace(
    experiment: Experiment, folder: Path, *, heads_move: bool = False
) -> tuple[Trace, set[int]]:
    """Both learn two tasks, one in each batch; returns the tasks seen too.

    With ``heads_move`` the seed is run as under the PyTorch of its time, where a head that is not asked has a gradient
    of zeros, and momentum and decay move it.
    """
    trainer = trainer_of(experiment, folder)
    weights = weights_of(trainer)
    bert, seen = SeedBert(weights, "encoder.", LAYERS, HEADS), set[int]()

    def part(task: int, name: str) -> torch.Tensor:
        (found,) = [key for key in weights if key.startswith(f"readers.{task}.") and key.endswith(name)]
        return weights[found]

    def loss(batch: MicroBatch) -> torch.Tensor:
        seen.add(batch.task)
        pooled = bert.pooled(bert.states(rectangle(batch)))
        logits = pooled @ part(batch.task, "weight").T + part(batch.task, "bias")
        return cross_entropy(logits, torch.as_tensor(batch.texts.labels))

    rate = experiment.stages[0].learning_rate
    total = trainer.task.steps
    seed = SeedTrainer(weights, lambda _: rate, total, clip_each=True, absent_is_zero=heads_move)
    return trace(trainer, seed, loss), seen


@pytest.mark.parametrize("rate", [nightly(RATE), FAR_RATE])
def test_several_tasks(rate: float, make: Make, tmp_path: Path) -> None:
    found, seen = multitask_trace(multitask(make, tmp_path, rate), tmp_path)
    assert seen == {0, 1}
    assert_equal_to_rounding(found)


def test_heads_that_are_not_asked_stay_where_the_code_moved_them(make: Make, tmp_path: Path) -> None:
    """The one departure of several tasks: see the note in resources/presets/multitask.toml."""
    found, _ = multitask_trace(multitask(make, tmp_path, FAR_RATE), tmp_path, heads_move=True)
    assert found.weights > 1e-5


@pytest.mark.parametrize("padding", ["padded", "packed"])
@pytest.mark.parametrize("rate", [nightly(RATE), FAR_RATE])
@pytest.mark.parametrize("xi", [1.0, 0.85], ids=["one rate", "layer-wise decay"])
def test_fine_tuning(xi: float, padding: str, rate: float, make: Make, tmp_path: Path) -> None:
    decay = {} if xi == 1 else {"decay": {"kind": "original", "xi": xi}}
    experiment = finetuning(make, rate, compute={"padding": padding}, **decay)
    assert_equal_to_rounding(finetuning_trace(experiment, xi, tmp_path))


@pytest.mark.parametrize("padding", ["padded", "packed"])
@pytest.mark.parametrize("rate", [nightly(5e-5), FAR_RATE])
def test_masked_words_and_next_sentence(padding: str, rate: float, make: Make, tmp_path: Path) -> None:
    experiment = pretraining(make, rate, compute={"padding": padding})
    assert_equal_to_rounding(pretraining_trace(experiment, tmp_path))


@pytest.mark.parametrize(
    "changed",
    [
        nightly({"optimizer": "adamw"}),
        nightly({"schedule": "linear"}),
        {"clip": "all"},
        nightly({"weight_decay": 0.0}),
        nightly({"decay": {"kind": "zhang", "xi": 0.85}}),
        {"decay": {"kind": "paper", "xi": 0.85}},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_each_departure_is_seen(changed: dict[str, Any], make: Make, tmp_path: Path) -> None:
    decay = {"kind": "original", "xi": 0.85}
    experiment = finetuning(make, FAR_RATE, **{"decay": decay} | changed)
    assert finetuning_trace(experiment, 0.85, tmp_path).weights > 1e-5


@pytest.mark.parametrize(
    "changed",
    [
        nightly({"optimizer": {"kind": "adamw", "epsilon": 1e-6}}),
        {"optimizer": {"kind": "bertadam", "epsilon": 1e-8}},
        nightly({"schedule": "linear"}),
        nightly({"clip": "tensor"}),
        nightly({"weight_decay": 0.0}),
    ],
    ids=["bias correction", "epsilon", "schedule", "clip", "weight decay"],
)
def test_each_departure_of_pretraining_is_seen(changed: dict[str, Any], make: Make, tmp_path: Path) -> None:
    experiment = pretraining(make, FAR_RATE, **changed)
    assert pretraining_trace(experiment, tmp_path).weights > 1e-5
