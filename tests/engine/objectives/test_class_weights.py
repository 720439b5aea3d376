"""Weighted losses of classes against PyTorch's own, the papers' formulas and autograd."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch.nn import functional

from engine.errors import UserError
from engine.objectives.classification import SINGLE_LABEL, SingleLabelClassification

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


def test_gradients_are_those_of_finite_differences() -> None:
    logits, targets = batch()
    loss = objective(class_weights="balanced", focal_gamma=1.5, label_smoothing=0.05)
    training = loss.training_loss(LABELS, CLASSES)
    assert torch.autograd.gradcheck(
        lambda each: training(each, targets[:6]), (logits[:6].requires_grad_(True),)
    )


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
