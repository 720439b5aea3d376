"""What a text contributes to a metric, against leaving it out, and against scikit-learn and the plain mean."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import f1_score

from engine.analysis.verdicts.pseudovalues import GROUPS, pseudo_values
from engine.metrics.base import Metric, Outcomes, known_metrics


def _macro_f1(outcomes: Outcomes) -> float:
    return 100 * float(f1_score(outcomes.targets, outcomes.predicted, average="macro", zero_division=0.0))


def _rmse(outcomes: Outcomes) -> float:
    assert outcomes.targets is not None and outcomes.predicted is not None
    return float(np.sqrt(np.mean((outcomes.targets - outcomes.predicted) ** 2)))


MACRO_F1 = Metric("macro_f1", "macro F1", _macro_f1, "max", ("class",), unit="%")
RMSE = Metric("rmse", "RMSE", _rmse, "min", ("number",))


def _outcomes(n: int, seed: int = 0) -> Outcomes:
    random = np.random.default_rng(seed)
    targets = random.choice(3, n, p=(0.6, 0.3, 0.1))
    predicted = np.where(random.random(n) < 0.2, random.integers(0, 3, n), targets)
    losses = random.exponential(size=n)
    right = float((targets == predicted).sum())
    return Outcomes(n, float(losses.sum()), right, targets, predicted, losses=losses, classes=("a", "b", "c"))


@pytest.mark.parametrize("name", ["error", "accuracy", "loss"])
def test_of_a_mean_over_texts_it_is_each_texts_own_value(name: str) -> None:
    made = _outcomes(50)
    found = pseudo_values(known_metrics()[name], made)
    assert made.losses is not None
    right = made.targets == made.predicted
    own = {"error": 100.0 * ~right, "accuracy": 100.0 * right, "loss": made.losses}[name]
    assert found == pytest.approx(own, abs=1e-6)


def test_macro_f1_leaves_each_text_out_though_it_is_computed_by_cells() -> None:
    made = _outcomes(60)
    found = pseudo_values(MACRO_F1, made)
    assert made.targets is not None and made.predicted is not None and found is not None
    whole = _macro_f1(made)
    left = np.array(
        [
            100
            * f1_score(
                np.delete(made.targets, text),
                np.delete(made.predicted, text),
                average="macro",
                zero_division=0,
            )
            for text in range(60)
        ]
    )
    plain = 60 * whole - 59 * left
    assert found == pytest.approx(plain - plain.mean() + whole)
    assert found.mean() == pytest.approx(whole)


def test_its_spread_is_that_of_the_metric_over_new_texts() -> None:
    """Over 120 test splits, the standard error that one split claims is the standard deviation that there is."""
    claimed, values = [], []
    for seed in range(120):
        found = pseudo_values(MACRO_F1, _outcomes(300, seed))
        assert found is not None
        claimed.append(found.var(ddof=1) / len(found))
        values.append(found.mean())
    assert np.sqrt(np.mean(claimed)) == pytest.approx(np.std(values, ddof=1), rel=0.15)


def test_many_texts_with_answers_of_their_own_are_left_out_in_groups() -> None:
    random = np.random.default_rng(1)
    targets, noise = random.normal(size=2000), random.normal(0, 0.5, 2000)
    found = pseudo_values(RMSE, Outcomes(2000, 0.0, targets=targets, predicted=targets + noise))
    assert found is not None and len(found) == GROUPS
    assert found.mean() == pytest.approx(np.sqrt(np.mean(noise**2)))
    # Delta method: the s.e. of a root mean square of normals is sigma / sqrt(2 n).
    assert found.std(ddof=1) / np.sqrt(GROUPS) == pytest.approx(0.5 / np.sqrt(4000), rel=0.25)


def test_metrics_of_probabilities_have_each_texts_own_value_where_they_are_means() -> None:
    random = np.random.default_rng(2)
    chances = random.dirichlet(np.ones(3), 80)
    targets = random.integers(0, 3, 80)
    made = Outcomes(
        80, 0.0, targets=targets, predicted=chances.argmax(1), probabilities=chances, classes=("a", "b", "c")
    )
    brier = known_metrics()["brier"]
    found = pseudo_values(brier, made)
    assert found is not None
    own = np.square(chances - np.eye(3)[targets]).sum(1)
    assert found == pytest.approx(own * brier.compute(made) / own.mean())  # whatever the scale it is shown in
    area = pseudo_values(known_metrics()["roc_auc"], made)
    assert area is not None and area.mean() == pytest.approx(known_metrics()["roc_auc"].compute(made))


def test_a_metric_that_is_not_defined_contributes_nothing() -> None:
    nothing = Metric("nothing", "nothing", lambda _: float("nan"), "min")
    by_class = Metric("by_class", "by class", lambda _: {"a": 1.0}, "min")
    assert pseudo_values(nothing, _outcomes(20)) is None
    assert pseudo_values(by_class, _outcomes(20)) is None
