"""Ordinal classification: probabilities, loss and answers against plain sums; learnt and predicted; what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from scipy.special import log_softmax

from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.events import Evaluation
from engine.model.predict import predict, predict_logits
from engine.model.saved_model import load_saved_model
from engine.objectives.ordinal import OrdinalClassification
from engine.objectives.soft_labels import SoftLabelClassification
from engine.spec.data import DataSource
from engine.spec.experiment import parse_experiment
from engine.train.loop import train

pytestmark = pytest.mark.usefixtures("home")

ORDER = ["bad", "fair", "good", "fine"]


def test_probabilities_are_products_of_conditional_ones() -> None:
    logits = torch.randn(7, 3, generator=torch.Generator().manual_seed(3), dtype=torch.double)
    objective, above = OrdinalClassification(), logits.sigmoid().numpy()
    expected = np.stack(
        [
            1 - above[:, 0],
            above[:, 0] * (1 - above[:, 1]),
            above[:, 0] * above[:, 1] * (1 - above[:, 2]),
            above.prod(axis=1),
        ],
        axis=1,
    )
    chances = objective.probabilities(logits)
    np.testing.assert_allclose(chances.numpy(), expected)
    targets = torch.tensor([0, 1, 2, 3, 3, 1, 0])
    each = -np.log(expected[np.arange(7), targets.numpy()])
    np.testing.assert_allclose(objective.loss(logits, targets, "none").numpy(), each)
    assert objective.loss(logits, targets).item() == pytest.approx(each.sum())
    # The median: the first class up to which half of the probability lies.
    median = (expected.cumsum(axis=1) < 0.5).sum(axis=1)
    answers = objective.decode(logits)
    assert answers.tolist() == median.tolist() and answers.dtype == torch.int64
    assert objective.correct(logits, targets).tolist() == (answers == targets).tolist()
    # No other answer has a smaller expected distance in ranks.
    distance = abs(np.arange(4)[:, None] - np.arange(4)[None, :])
    costs = expected @ distance
    np.testing.assert_allclose(costs[np.arange(7), median], costs.min(axis=1))
    assert "numpy.exp(-logits)" in objective.answer_in_numpy(ORDER), "what a graph's README imports"
    assert objective.outputs(4) == 3 and torch.isfinite(objective.loss(1000 * logits, targets))


def write_grades(file: Path, names: list[str]) -> None:
    draw = np.random.default_rng(5)
    rows = ["text,grade"]
    for _ in range(160):
        grade = int(draw.integers(0, len(names)))
        words = [*["good"] * grade, *["bad"] * (len(names) - 1 - grade), *draw.choice(["the", "of", "a"], 3)]
        rows.append(f"{' '.join(draw.permutation(words))},{names[grade]}")
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")


def test_ordered_classes_are_learnt_in_their_order(tmp_path: Path, tiny_bert_folder: Path) -> None:
    write_grades(tmp_path / "grades.csv", ORDER)
    experiment = parse_experiment(
        {
            "encoder": {"source": str(tiny_bert_folder)},
            "probes": {"on": False},
            "compute": {"device": "cpu", "precision": "fp32", "reuse": False},
            "stages": [
                {
                    "kind": "finetune",
                    "objective": "ordinal",
                    "data": {
                        "source": str(tmp_path / "grades.csv"),
                        "label": "grade",
                        "target": {"kind": "rank", "order": ORDER},
                    },
                    "max_length": 24,
                    "epochs": 12,
                    "batch_size": 8,
                    "learning_rate": 3e-3,
                    "evaluations": 1,
                }
            ],
        }
    )
    events = list(train(experiment, tmp_path / "run"))
    tested = [each for each in events if isinstance(each, Evaluation) and each.split == "test"][-1]
    assert tested.values["test/rank_mae"] < 0.9, "always answering the middle is a distance of 1"
    assert {"test/quadratic_kappa", "test/error", "test/accuracy", "test/macro_f1"} <= tested.values.keys()
    model = load_saved_model(tmp_path / "run" / "stage-1")
    assert model.classes == tuple(ORDER) and model.outputs == 3
    (found,) = predict(model, ["good good good the of a"])
    logits = predict_logits(model, ["good good good the of a"])
    rank = int(model.objective.decode(logits)[0])
    assert found.label == ORDER[rank] and len(found.probabilities) == 4
    assert found.confidence == found.probabilities[rank]


def test_numbers_are_ordered_by_value_and_words_need_their_order(tmp_path: Path) -> None:
    file = tmp_path / "grades.csv"
    write_grades(file, ["10", "2", "3.5", "1"])
    assert load_dataset(DataSource(source=str(file), label="grade", target="rank")).classes == (
        "1",
        "2",
        "3.5",
        "10",
    )
    write_grades(file, ORDER)
    with pytest.raises(UserError, match="need their order, from the lowest"):
        load_dataset(DataSource(source=str(file), label="grade", target="rank"))
    short = {"kind": "rank", "order": ORDER[:3]}
    with pytest.raises(UserError, match="'fine' is not in their order"):
        load_dataset(DataSource(source=str(file), label="grade", target=short))


# -- soft labels: cross-entropy with whole distributions, measured against the likeliest class; learnt and
# exported


def test_the_loss_is_the_cross_entropy_with_the_distribution() -> None:
    draw = np.random.default_rng(2)
    logits, shares = draw.normal(size=(5, 3)), draw.dirichlet(np.ones(3), 5)
    expected = -(shares * log_softmax(logits, axis=1)).sum(axis=1)
    objective, tensors = SoftLabelClassification(), (torch.from_numpy(logits), torch.from_numpy(shares))
    np.testing.assert_allclose(objective.loss(*tensors, "none").numpy(), expected)
    assert objective.loss(*tensors).item() == pytest.approx(expected.sum())
    found = objective.outcomes(*tensors, ("a", "b", "c"))
    assert found.targets is not None
    np.testing.assert_array_equal(found.targets, shares.argmax(axis=1))
    assert found.correct == (logits.argmax(axis=1) == shares.argmax(axis=1)).sum()
    assert found.loss == pytest.approx(expected.sum())


def write_shares(file: Path, last: object = None) -> None:
    draw = np.random.default_rng(5)
    rows = []
    for _ in range(120):
        good = float(np.round(draw.random(), 2))
        words = draw.choice(["good", "bad"], 6, p=[good, 1 - good])
        rows.append({"text": " ".join(words), "label": {"no": round(1 - good, 2), "yes": good}})
    if last is not None:
        rows.append({"text": "odd", "label": last})
    file.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")


def test_distributions_are_learnt_and_measured_by_their_likeliest_class(
    tmp_path: Path, tiny_bert_folder: Path
) -> None:
    write_shares(tmp_path / "shares.jsonl")
    experiment = parse_experiment(
        {
            "encoder": {"source": str(tiny_bert_folder)},
            "probes": {"on": False},
            "compute": {"device": "cpu", "precision": "fp32", "reuse": False},
            "stages": [
                {
                    "kind": "finetune",
                    "objective": "soft_label",
                    "data": {"source": str(tmp_path / "shares.jsonl"), "target": "distribution"},
                    "max_length": 24,
                    "epochs": 4,
                    "batch_size": 8,
                    "learning_rate": 2e-3,
                    "evaluations": 1,
                }
            ],
        }
    )
    events = list(train(experiment, tmp_path / "run"))
    tested = [each for each in events if isinstance(each, Evaluation) and each.split == "test"][-1]
    assert {"test/error", "test/macro_f1", "test/loss", "test/brier"} <= tested.values.keys()
    assert tested.predictions is not None and tested.predictions.labels.ndim == 1
    shares = load_dataset(experiment.stages[0].labelled_tasks()[0].data).splits["test"].labels
    np.testing.assert_array_equal(tested.predictions.labels, shares.argmax(axis=1))
    model = load_saved_model(tmp_path / "run" / "stage-1")
    (found,) = predict(model, ["good good good"])
    assert found.label in ("no", "yes") and sum(found.probabilities) == pytest.approx(1)


@pytest.mark.parametrize(
    ("last", "words"),
    [
        ({"no": 0.7, "yes": 0.5}, "sum to 1.2, not 1"),
        ({"no": "x", "yes": 0.5}, "the probability of 'no' is 'x', not a number from 0 to 1"),
        ({"no": -0.2, "yes": 1.2}, "not a number from 0 to 1"),
        ("yes", "neither a JSON object of probabilities nor a JSON list"),
    ],
)
def test_rows_that_are_no_distribution_are_named(tmp_path: Path, last: object, words: str) -> None:
    write_shares(tmp_path / "shares.jsonl", last)
    with pytest.raises(UserError, match=words) as refused:
        load_dataset(DataSource(source=str(tmp_path / "shares.jsonl"), target="distribution"))
    assert "row 121" in refused.value.place


def test_a_column_for_each_class_holds_its_probability(tmp_path: Path) -> None:
    file = tmp_path / "shares.csv"
    rows = [f"text {i},{i % 5 / 4},{1 - i % 5 / 4}" for i in range(40)]
    file.write_text("\n".join(["text,yes,no", *rows]) + "\n", encoding="utf-8")
    source = DataSource(source=str(file), target={"kind": "distribution", "columns": ["yes", "no"]})
    data = load_dataset(source)
    assert data.classes == ("yes", "no")
    for split in data.splits.values():
        np.testing.assert_allclose(split.labels[:, 0], (split.rows - 2) % 5 / 4)
