"""Several tasks on one encoder: turns, gradients, heads, and single tasks that follow."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from torch.nn import functional
from transformers import AutoModel, AutoTokenizer

from engine.errors import UserError
from engine.events import Evaluation, RunFinished, StepMetrics
from engine.model.predict import predict_logits
from engine.model.saved_description import saved_tasks
from engine.model.saved_model import load_saved_model
from engine.spec.experiment import Experiment, parse_experiment
from engine.train.loop import train
from tests.engine.small_experiments import sentence
from tests.engine.trainings import prepared

MakeTasks = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def tasks(tmp_path: Path) -> dict[str, Path]:
    """Three data sets of 66, 20 and 9 training texts (and some more for validation and test), with 2, 3, 2 classes."""
    draw = random.Random(7)
    files = {}
    for name, count, classes in (("films", 90, 2), ("games", 30, 3), ("towns", 14, 2)):
        rows = [
            f"c{number % classes},{sentence(draw, number % classes == 0, draw.choice([4, 9, 20]))}"
            f" {'w' * (number % 7 + 1)}"
            for number in range(count)
        ]
        files[name] = tmp_path / f"{name}.csv"
        files[name].write_text("\n".join(["label,text", *rows]) + "\n", encoding="utf-8")
    return files


@pytest.fixture
def make(tasks: dict[str, Path], tiny_bert_folder: Path) -> MakeTasks:
    """An experiment with a multi-task stage; ``then`` are further stages."""

    def build(
        *, then: list[dict[str, Any]] | None = None, weights: dict[str, float] | None = None, **fields: Any
    ) -> Experiment:
        stage = {
            "kind": "multitask",
            "tasks": [
                {"data": str(file), "weight": (weights or {}).get(name, 1.0)} for name, file in tasks.items()
            ],
            "learning_rate": 2e-3,
            "batch_size": 8,
            "max_length": 32,
            "epochs": 2,
        }
        return parse_experiment(
            {
                "encoder": {"source": str(tiny_bert_folder)},
                "stages": [stage | fields, *(then or [])],
                "compute": {"device": "cpu", "precision": "fp32", "threads": 1},
            }
        )

    return build


def test_proportional_sampling_shows_every_text_exactly_once_per_epoch(
    make: MakeTasks, tmp_path: Path
) -> None:
    task = prepared(make(), tmp_path)
    length = task.schedule.epoch_length(0)
    assert task.steps == 2 * length
    orders = []
    for epoch in range(2):
        seen: Counter[tuple[int, int]] = Counter()
        order = []
        for step in range(epoch * length, (epoch + 1) * length):
            (part,) = task.micro_batches(step)
            order.append(part.task)
            seen.update((part.task, int(index)) for index in part.texts.indices)
        assert set(seen.values()) == {1}
        assert len(seen) == sum(len(texts) for texts in task.texts)
        orders.append(order)
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])


@pytest.mark.parametrize("sampling", ["uniform", "square_root", {"kind": "annealed", "drop": 0.5}])
def test_other_samplings_give_the_shares_of_the_formula(
    sampling: Any, make: MakeTasks, tmp_path: Path
) -> None:
    task = prepared(make(sampling=sampling, epochs=3), tmp_path)
    rows = np.array([len(texts) for texts in task.texts])
    for epoch in range(3):
        exponent = {"uniform": 0.0, "square_root": 0.5}.get(str(sampling), 1.0 - 0.5 * epoch / 2)
        share = rows**exponent / (rows**exponent).max()
        begin = task.schedule.ends[epoch - 1] if epoch else 0
        counts: Counter[int] = Counter()
        seen: list[set[int]] = [set(), set(), set()]
        for step in range(begin, task.schedule.ends[epoch]):
            (part,) = task.micro_batches(step)
            counts[part.task] += 1
            seen[part.task] |= set(part.texts.indices.tolist())
        assert [len(each) for each in seen] == rows.tolist(), "a text was not seen"
        expected = share * rows.max() / 8
        for number in range(3):
            assert expected[number] - 1e-6 <= counts[number] < expected[number] + 1


def test_batches_are_a_function_of_seed_and_step(make: MakeTasks, tmp_path: Path) -> None:
    one, other = prepared(make(sampling="uniform"), tmp_path), prepared(make(sampling="uniform"), tmp_path)
    steps = list(range(one.steps))
    forward = [(one.micro_batches(s)[0].task, one.micro_batches(s)[0].texts.indices.tolist()) for s in steps]
    random.Random(3).shuffle(steps)
    for step in steps:
        (part,) = other.micro_batches(step)
        assert (part.task, part.texts.indices.tolist()) == forward[step]


def test_gradients_are_the_weighted_sum_of_separate_backward_passes(
    make: MakeTasks, tasks: dict[str, Path], tiny_bert_folder: Path, tmp_path: Path
) -> None:
    weights = {"films": 1.0, "games": 0.25, "towns": 3.0}
    task = prepared(make(weights=weights, dropout=0.0), tmp_path)
    task.model.eval()
    parts = {}
    for step in range(task.steps):
        (part,) = task.micro_batches(step)
        parts.setdefault(part.task, part)
    sum(task.compute_loss(part).total / part.loss_terms for part in parts.values()).backward()

    # The same with transformers alone: one encoder, padded batches, one backward pass per task.
    reference = AutoModel.from_pretrained(tiny_bert_folder, attn_implementation="eager").eval()
    tokenizer = AutoTokenizer.from_pretrained(tiny_bert_folder)
    for number, part in parts.items():
        rows = part.texts.indices
        texts = [task.texts[number].splits["train"].texts[int(row)] for row in rows]
        labels = torch.from_numpy(task.texts[number].splits["train"].labels[rows])
        inputs = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
        head = torch.nn.Linear(32, len(task.texts[number].classes))
        head.load_state_dict(task.model.head_of(number).head.state_dict())
        output = head(reference(**inputs).last_hidden_state[:, 0])
        (list(weights.values())[number] * functional.cross_entropy(output, labels)).backward()
        ours = task.model.head_of(number).head.weight.grad
        torch.testing.assert_close(ours, head.weight.grad, rtol=1e-4, atol=1e-6)
    parameters = dict(reference.named_parameters())
    compared = 0
    for name, parameter in task.model.encoder.named_parameters():
        if "pooler" not in name:
            torch.testing.assert_close(parameter.grad, parameters[name].grad, rtol=1e-3, atol=1e-5)
            compared += 1
    assert compared > 30


def test_only_the_head_whose_turn_it_is_learns(make: MakeTasks, tmp_path: Path) -> None:
    task = prepared(make(), tmp_path)
    (part,) = task.micro_batches(0)
    task.compute_loss(part).total.backward()
    for number in range(3):
        assert (task.model.head_of(number).head.weight.grad is None) == (number != part.task)


def test_measures_of_each_task_their_means_and_what_every_head_predicts(
    make: MakeTasks, tmp_path: Path
) -> None:
    events = list(train(make(best_on="loss"), tmp_path))
    validated = [e for e in events if isinstance(e, Evaluation) and e.split == "validation" and not e.final]
    names = ["films", "games", "towns"]
    for each in validated:
        for key in ("loss", "error"):
            own = [each.values[f"validation/{key}/{name}"] for name in names]
            assert each.values[f"validation/{key}"] == pytest.approx(np.mean(own))
    best = min(validated, key=lambda e: (e.values["validation/loss"], e.step))
    tested = [e for e in events if isinstance(e, Evaluation) and e.split == "test"]
    assert {e.step for e in tested} == {best.step}
    stored = [e.predictions for e in tested if e.predictions is not None]
    assert [p.split for p in stored] == [f"test/{name}" for name in names]
    finished = events[-1]
    assert isinstance(finished, RunFinished)
    assert saved_tasks(tmp_path / "stage-1") == names
    task = prepared(make(), tmp_path)
    for name, predictions in zip(names, stored, strict=True):
        texts = list(task.texts[task.names.index(name)].splits["test"].texts)
        chances = predict_logits(load_saved_model(tmp_path / "stage-1", name), texts).softmax(-1).numpy()
        np.testing.assert_allclose(chances, predictions.probabilities, atol=1e-4)
        wrong = 100 * float(np.mean(predictions.labels != predictions.predicted))
        assert finished.values[f"test/error/{name}"] == pytest.approx(wrong)
        assert finished.values[f"stage-1/test/error/{name}"] == pytest.approx(wrong)
    shown = {key for e in events if isinstance(e, StepMetrics) for key in e.values}
    assert {f"train/loss/{name}" for name in names} <= shown


def test_pairs_and_texts_in_several_pieces_can_be_tasks(
    make: MakeTasks, tasks: dict[str, Path], tmp_path: Path
) -> None:
    rows = tasks["games"].read_text(encoding="utf-8").splitlines()[1:]
    pairs = tmp_path / "pairs.csv"
    pairs.write_text(
        "\n".join(["label,question,answer", *(f"{row},{row.partition(',')[2][:20]}" for row in rows)]) + "\n",
        encoding="utf-8",
    )
    several = [
        {"data": {"source": str(pairs), "pair": True}},
        {
            "data": str(tasks["films"]),
            "max_length": 12,
            "truncation": {"kind": "hierarchical", "combine": "attention"},
        },
    ]
    experiment = make(tasks=several, features={"tokens": "mean"}, epochs=1)
    events = list(train(experiment, tmp_path / "run"))
    task = prepared(experiment, tmp_path)
    films = task.names.index("films")
    assert any(
        part.task == films and part.texts.owners is not None
        for step in range(task.steps)
        for part in task.micro_batches(step)
    )
    tested = [
        e.predictions for e in events if isinstance(e, Evaluation) and e.split == "test" and e.predictions
    ]
    for name, predictions in zip(task.names, tested, strict=True):
        split = task.texts[task.names.index(name)].splits["test"]
        texts = [
            f"{first}\t{second}"
            for first, second in zip(split.texts, split.second_texts or split.texts, strict=True)
        ]
        native = load_saved_model(tmp_path / "run" / "stage-1", name)
        assert native.pair == (name == "pairs")
        chances = predict_logits(native, texts if native.pair else list(split.texts)).softmax(-1).numpy()
        np.testing.assert_allclose(chances, predictions.probabilities, atol=1e-4)


def test_accumulation_gives_the_update_of_the_whole_batch(make: MakeTasks, tmp_path: Path) -> None:
    weights = []
    for parts in (1, 3):
        experiment = make(dropout=0.0, epochs=1, sampling="square_root")
        compute = experiment.compute.model_copy(update={"micro_batches": parts})
        folder = tmp_path / str(parts)
        list(train(experiment.model_copy(update={"compute": compute}), folder))
        files = sorted((folder / "stage-1").rglob("*.safetensors"))
        assert len(files) == 4
        weights.append({f"{file.parent.name}:{k}": v for file in files for k, v in load_file(file).items()})
    for name, tensor in weights[0].items():
        torch.testing.assert_close(tensor, weights[1][name], rtol=1e-4, atol=2e-5)


def test_a_stage_is_lengthened_to_its_least_updates(make: MakeTasks, tmp_path: Path) -> None:
    task = prepared(make(least_steps=55, sampling={"kind": "annealed"}), tmp_path)
    assert task.steps == 55
    usual = prepared(make(sampling={"kind": "annealed"}), tmp_path)
    assert usual.steps < 55
    assert [task.micro_batches(step)[0].task for step in range(usual.steps)] == [
        usual.micro_batches(step)[0].task for step in range(usual.steps)
    ]
    marks = [step for step in range(56) if task.is_evaluation_due(step)]
    assert len(marks) == 4 and marks[-1] == 55
    assert all(len(task.micro_batches(step)[0].texts.indices) for step in range(55))


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ({"data": "a/x.csv"}, {"data": "b/X.tsv"}, "two tasks are called"),
        ({"name": "a/b", "data": "x.csv"}, {"data": "y.csv"}, "cannot name a file"),
        ({"name": "x", "data": "samples:reviews"}, {"data": "hub:someone/x"}, "two tasks are called 'x'"),
    ],
)
def test_tasks_whose_names_clash_are_refused(first: Any, second: Any, words: str) -> None:
    with pytest.raises(UserError, match=words):
        parse_experiment({"stages": [{"kind": "multitask", "tasks": [first, second]}]})
