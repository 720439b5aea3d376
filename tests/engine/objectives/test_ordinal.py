"""Ordered classes, label sets and distributions."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from pydantic import ValidationError
from scipy.special import log_softmax
from torch.nn import functional

from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.events import Evaluation, RunFinished
from engine.model.conversion.export import export_model
from engine.model.predict import predict, predict_logits
from engine.model.saved_model import load_saved_model
from engine.objectives.decision import LabelThresholds, write_decision
from engine.objectives.multi_label import MultiLabelClassification
from engine.objectives.ordinal import OrdinalClassification
from engine.objectives.soft_labels import SoftLabelClassification
from engine.spec.data import DataSource
from engine.spec.experiment import Experiment, parse_experiment
from engine.train.loop import train

pytestmark = pytest.mark.usefixtures("home")


ORDER = ["bad", "fair", "good", "fine"]


def experiment_of(
    encoder: Path, objective: str, file: Path, data: dict[str, object], **stage: object
) -> Experiment:
    """One fine-tuning that learns the labels of ``file`` by an objective."""
    fields = {
        "kind": "finetune", "objective": objective, "data": {"source": str(file), **data}, "max_length": 24,
        "epochs": 12, "batch_size": 8, "learning_rate": 3e-3, "evaluations": 1,
    }  # fmt: skip
    return parse_experiment(
        {
            "encoder": {"source": str(encoder)},
            "probes": {"on": False},
            "compute": {"device": "cpu", "precision": "fp32", "reuse": False},
            "stages": [fields | stage],
        }
    )


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
    data = {"label": "grade", "target": {"kind": "rank", "order": ORDER}}
    experiment = experiment_of(tiny_bert_folder, "ordinal", tmp_path / "grades.csv", data)
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
    with pytest.raises(UserError, match="'fine' is missing from the order"):
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
    data = {"target": "distribution"}
    experiment = experiment_of(
        tiny_bert_folder, "soft_label", tmp_path / "shares.jsonl", data, epochs=4, learning_rate=2e-3
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


WORDS = {"money": "bank", "sport": "goal", "war": "army"}


def write_topics(file: Path, texts: int = 160, delimiter: str = "|") -> None:
    draw = np.random.default_rng(7)
    rows = ["text;topics"]
    for _ in range(texts):
        held = [name for name in WORDS if draw.random() < 0.4]
        words = [*(WORDS[name] for name in held), *draw.choice(["the", "of", "a", "on"], 5)]
        rows.append(f"{' '.join(draw.permutation(words))};{delimiter.join(held)}")
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")


def test_the_loss_is_the_mean_binary_cross_entropy_over_labels() -> None:
    draw = torch.Generator().manual_seed(1)
    logits = torch.randn(6, 4, generator=draw)
    targets = (torch.rand(6, 4, generator=draw) < 0.4).double()
    objective = MultiLabelClassification()
    each = functional.binary_cross_entropy(logits.sigmoid(), targets.float(), reduction="none").mean(1)
    torch.testing.assert_close(objective.loss(logits, targets, "none"), each)
    torch.testing.assert_close(objective.loss(logits, targets), each.sum())
    assert objective.decode(logits).tolist() == (logits.sigmoid() >= 0.5).double().tolist()
    answers = objective.decode(logits)
    assert objective.correct(logits, targets).tolist() == (answers == targets).all(1).tolist()
    assert {"loss", objective.main_metric, "lrap"} <= {metric.name for metric in objective.metrics()}


def test_positives_are_weighed_in_training_alone() -> None:
    labels = np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    balanced = MultiLabelClassification(positive_weights="balanced")
    weights = balanced.weights(labels, ("a", "b"))
    assert weights is not None and weights.tolist() == [3, 1]
    capped = MultiLabelClassification(positive_weights="balanced", largest_weight=2).weights(
        labels, ("a", "b")
    )
    assert capped is not None and capped.tolist() == [2, 1]
    logits, targets = torch.tensor([[0.3, -1.2], [2.0, 0.1]]), torch.tensor([[1.0, 0.0], [0.0, 1.0]]).double()
    expected = functional.binary_cross_entropy_with_logits(
        logits, targets.float(), pos_weight=torch.tensor([3.0, 1.0]), reduction="sum"
    )
    torch.testing.assert_close(balanced.training_loss(labels, ("a", "b"))(logits, targets), expected / 2)
    torch.testing.assert_close(
        balanced.loss(logits, targets), MultiLabelClassification().loss(logits, targets)
    )
    given = MultiLabelClassification(positive_weights="given", given_weights=["b=5"])
    assert given.describe_training(labels, ("a", "b")) == {"positive_weights": {"a": 1.0, "b": 5.0}}
    with pytest.raises(UserError, match="'b' is not a label of the data set"):
        given.weights(labels, ("a", "c"))
    for wrong in ({"positive_weights": "given"}, {"given_weights": ["b=5"]}, {"given_weights": ["b"]}):
        with pytest.raises(ValidationError):
            MultiLabelClassification.model_validate(wrong)


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory, tiny_bert_folder: Path) -> tuple[Path, list[object]]:
    """The folder of a run that has learnt label sets, and its events."""
    folder = tmp_path_factory.mktemp("labels")
    write_topics(folder / "topics.csv")
    data = {"label": "topics", "target": {"kind": "labels", "delimiter": "|"}}
    experiment = experiment_of(
        tiny_bert_folder, "multi_label", folder / "topics.csv", data, epochs=16, max_length=32
    )
    events = list(train(experiment, folder / "run"))
    return folder, events


def test_label_sets_are_learnt_measured_and_predicted(learnt: tuple[Path, list[object]]) -> None:
    folder, events = learnt
    assert isinstance(events[-1], RunFinished)
    tested = [each for each in events if isinstance(each, Evaluation) and each.split == "test"][-1]
    assert tested.predictions is not None and tested.predictions.labels.shape[1] == 3
    assert tested.values["test/micro_f1"] > 80, "single words give the labels away"
    assert 0 <= tested.values["test/subset_accuracy"] <= 100 and "test/lrap" in tested.values
    assert "test/error" not in tested.values
    model = load_saved_model(folder / "run" / "stage-1")
    assert model.target.model_dump() == {
        "kind": "labels", "delimiter": "|", "columns": [], "zeros_and_ones": False
    }  # fmt: skip
    found = predict(model, ["the bank of the army", "on the of a"])
    logits = predict_logits(model, ["the bank of the army", "on the of a"])
    for answer, chances in zip(found, logits.sigmoid().tolist(), strict=True):
        assert answer.probabilities == pytest.approx(chances, abs=1e-6)
        held = [name for name, chance in zip(model.classes, chances, strict=True) if chance >= 0.5]
        assert answer.label == "|".join(held)
        assert answer.confidence == pytest.approx(min(max(p, 1 - p) for p in chances), abs=1e-6)


def test_thresholds_travel_with_the_exported_model(learnt: tuple[Path, list[object]], tmp_path: Path) -> None:
    from transformers import AutoModelForSequenceClassification

    stage = learnt[0] / "run" / "stage-1"
    classes = load_saved_model(stage).classes
    write_decision(stage, LabelThresholds((0.0, 1.0, 0.5), "a test"), classes)
    try:
        said = export_model(stage, tmp_path / "out")
    finally:
        (stage / "decision.json").unlink()
    assert "ordinary Hugging Face folder" in said
    config = json.loads((tmp_path / "out" / "config.json").read_text(encoding="utf-8"))
    assert config["problem_type"] == "multi_label_classification"
    assert set(config["id2label"].values()) == set(classes)
    model = load_saved_model(tmp_path / "out")
    assert model.decision == LabelThresholds((0.0, 1.0, 0.5), "a test")
    assert predict(model, ["the of a"])[0].label.split("|")[0] == classes[0], "its threshold is 0"
    theirs = AutoModelForSequenceClassification.from_pretrained(tmp_path / "out").eval()
    batch = model.tokenizer(["the bank of the army"], return_tensors="pt")
    with torch.inference_mode():
        torch.testing.assert_close(
            theirs(**batch).logits, predict_logits(model, ["the bank of the army"]), atol=1e-4, rtol=1e-4
        )
