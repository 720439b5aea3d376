"""Weights and losses of classes, and regression."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import torch
from scipy import stats
from sklearn import metrics as reference
from torch.nn import functional

from engine.errors import UserError
from engine.events import Evaluation, RunFinished
from engine.metrics.base import Outcomes, known_metrics
from engine.model.predict import predict
from engine.model.saved_model import load_saved_model
from engine.objectives.classification import SINGLE_LABEL, SingleLabelClassification
from engine.objectives.regression import Regression
from engine.spec.checks.cross_field import require_runnable
from engine.spec.describe import describe_fields
from engine.spec.experiment import parse_experiment
from engine.train.loop import train

CLASSES = ("ham", "news", "spam")
LABELS = np.repeat([0, 1, 2], [80, 18, 2])


def batch() -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(3)
    logits = torch.randn(40, 3, generator=generator, dtype=torch.float64) * 3
    return logits, torch.randint(0, 3, (40,), generator=generator)


def objective(**settings: object) -> SingleLabelClassification:
    return SingleLabelClassification.model_validate(settings)


def test_without_settings_the_training_loss_is_the_loss() -> None:
    logits, targets = batch()
    plain = SINGLE_LABEL.training_loss(LABELS, CLASSES)
    assert plain == SINGLE_LABEL.loss
    assert plain(logits, targets) == functional.cross_entropy(logits, targets, reduction="sum")
    assert SINGLE_LABEL.describe_training(LABELS, CLASSES) == {}


@pytest.mark.parametrize(
    ("settings", "raw"),
    [
        ({"class_weights": "balanced"}, [1 / 80, 1 / 18, 1 / 2]),
        (
            {"class_weights": "effective", "effective_beta": 0.9},
            [0.1 / (1 - 0.9**80), 0.1 / (1 - 0.9**18), 0.1 / (1 - 0.9**2)],
        ),
        ({"class_weights": "effective", "effective_beta": 0.0}, [1, 1, 1]),
        ({"class_weights": "given", "given_weights": ["spam=5", "news = 0.5"]}, [1, 0.5, 5]),
    ],
)
def test_weights_are_those_of_the_formula_with_mean_one_over_texts(
    settings: dict[str, object], raw: list[float]
) -> None:
    made = objective(**settings)
    weights = made.weights(LABELS, CLASSES)
    assert weights is not None
    np.testing.assert_allclose(weights / weights[0], np.array(raw) / raw[0])
    assert weights[LABELS].mean() == pytest.approx(1)
    logits, targets = batch()
    expected = functional.cross_entropy(logits, targets, weight=torch.tensor(weights), reduction="sum")
    assert made.training_loss(LABELS, CLASSES)(logits, targets).item() == pytest.approx(expected.item())
    # What is measured knows no weights.
    assert made.loss(logits, targets) == SINGLE_LABEL.loss(logits, targets)
    assert set(made.describe_training(LABELS, CLASSES)["class_weights"]) == set(CLASSES)


def test_focal_loss_and_smoothing_are_their_formulas_also_where_nothing_is_left_to_learn() -> None:
    logits, targets = batch()
    p = logits.softmax(-1).gather(1, targets[:, None])[:, 0]
    for gamma in (0.5, 2.0):
        focal = objective(focal_gamma=gamma).training_loss(LABELS, CLASSES)
        assert focal(logits, targets).item() == pytest.approx((-((1 - p) ** gamma) * p.log()).sum().item())
    smooth = objective(label_smoothing=0.1).training_loss(LABELS, CLASSES)(logits, targets)
    target = torch.full((40, 3), 0.1 / 3, dtype=torch.float64)
    target[torch.arange(40), targets] += 0.9
    assert smooth.item() == pytest.approx(-(target * logits.log_softmax(-1)).sum().item())
    # All three together: the product of their factors.
    every = objective(class_weights="balanced", focal_gamma=2.0, label_smoothing=0.1)
    weights = torch.tensor(every.weights(LABELS, CLASSES))[targets]
    expected = (weights * (1 - p) ** 2 * -(target * logits.log_softmax(-1)).sum(-1)).sum()
    assert every.training_loss(LABELS, CLASSES)(logits, targets).item() == pytest.approx(expected.item())
    sure = torch.tensor([[200.0, 0.0, 0.0]], requires_grad=True)
    for gamma in (0.5, 2.0):
        loss = objective(focal_gamma=gamma).training_loss(LABELS, CLASSES)(sure, torch.tensor([0]))
        loss.backward()
        assert loss.isfinite() and sure.grad is not None and sure.grad.isfinite().all()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"class_weights": "given"}, "given_weights = "),
        ({"given_weights": ["spam=5"]}, "count only with"),
        ({"class_weights": "given", "given_weights": ["spam"]}, "Write spam=5"),
        ({"class_weights": "given", "given_weights": ["spam=-1"]}, "above 0"),
        ({"class_weights": "given", "given_weights": ["spam=nan"]}, "above 0"),
        ({"label_smoothing": 1.0}, "less than 1"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(settings: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        objective(**settings)


def test_a_weight_for_no_class_names_the_classes() -> None:
    made = objective(class_weights="given", given_weights=["eggs=2"])
    with pytest.raises(UserError, match=r"'eggs' is not a class.*ham, news, spam"):
        made.training_loss(LABELS, CLASSES)


def test_metrics_are_those_of_scikit_learn_and_scipy() -> None:
    draw = np.random.default_rng(4)
    targets = draw.integers(1, 6, 200).astype(float)
    predicted = np.round(targets + draw.normal(0, 1, 200), 1)
    outcomes = Outcomes(200, 1.0, None, targets, predicted)
    for name, expected in {
        "rmse": reference.root_mean_squared_error(targets, predicted),
        "mae": reference.mean_absolute_error(targets, predicted),
        "r2": reference.r2_score(targets, predicted),
        "spearman": stats.spearmanr(targets, predicted).statistic,
    }.items():
        assert known_metrics()[name].compute(outcomes) == pytest.approx(expected), name
    same = Outcomes(3, 1.0, None, np.ones(3), np.array([1.0, 2.0, 3.0]))
    for name in ("r2", "spearman"):
        value = known_metrics()[name].compute(same)
        assert isinstance(value, float) and math.isnan(value), name
    assert {each.name for each in Regression().metrics()} == {"loss", "rmse", "mae", "r2", "spearman"}


def test_the_loss_is_standardised_and_answers_are_in_the_unit_of_the_data() -> None:
    labels = np.array([1e6 + 1, 1e6 + 3, 1e6 + 5, 1e6 + 7])
    fitted = Regression().fitted(labels, ())
    assert (fitted.center, fitted.scale) == (1e6 + 4, pytest.approx(math.sqrt(5)))
    targets = torch.from_numpy(labels)
    exact = ((targets - 1e6 - 4) / math.sqrt(5)).float()[:, None]
    assert fitted.loss(exact, targets).item() == 0.0
    np.testing.assert_allclose(fitted.decode(exact).numpy(), labels, rtol=1e-12)
    # Always predicting the mean costs 1 a text.
    assert fitted.loss(torch.zeros(4, 1), targets).item() == pytest.approx(4)
    absolute = Regression(distance="absolute").fitted(labels, ())
    assert absolute.loss(torch.zeros(4, 1), targets, "none").tolist() == pytest.approx(
        [3 / math.sqrt(5), 1 / math.sqrt(5), 1 / math.sqrt(5), 3 / math.sqrt(5)]
    )
    with pytest.raises(UserError, match="all 3 training targets are 2"):
        Regression().fitted(np.full(3, 2.0), ())
    # What the engine writes is not a setting.
    assert [field.name for field in describe_fields(Regression)] == ["distance"]


def test_a_model_learns_ratings_and_predicts_them(tmp_path: Path, tiny_bert_folder: Path) -> None:
    draw = np.random.default_rng(2)
    rows = ["text,stars"]
    for _ in range(160):
        stars = int(draw.integers(1, 6))
        rows.append(f"{'good ' * stars}film,{100 * stars}")
    file = tmp_path / "stars.csv"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    stage = {
        "kind": "finetune", "learning_rate": 2e-3, "epochs": 6, "max_length": 16, "objective": "regression",
        "data": {"source": str(file), "label": "stars", "target": "number"},
    }  # fmt: skip
    table = {
        "encoder": {"source": str(tiny_bert_folder)}, "probes": {"on": False}, "stages": [stage],
        "compute": {"device": "cpu", "precision": "fp32", "threads": 1, "reuse": False},
    }  # fmt: skip
    experiment = parse_experiment(table)
    assert experiment.stages[0].best_on == "rmse"  # type: ignore[attr-defined]
    events = list(train(experiment, tmp_path / "run"))
    assert isinstance(events[-1], RunFinished)
    tested = [e for e in events if isinstance(e, Evaluation) and e.split == "test"][-1]
    assert tested.values["test/rmse"] < 80 and tested.values["test/spearman"] > 0.8
    assert tested.predictions is not None
    apart = tested.predictions.labels - tested.predictions.predicted
    assert tested.values["test/rmse"] == pytest.approx(math.sqrt((apart**2).mean()))
    saved = load_saved_model(tmp_path / "run" / "stage-1")
    assert saved.objective.scale > 100  # type: ignore[attr-defined]
    low, high = (float(each.label) for each in predict(saved, ["good film", "good good good good good film"]))
    assert 0 < low < 250 and high > 350
    # Labels that are classes are refused, with the remedy.
    bad = parse_experiment(table | {"stages": [stage | {"data": {"source": str(file), "label": "stars"}}]})
    with pytest.raises(UserError, match="learns from other labels"):
        require_runnable(bad, None)
