"""Decision rules: temperature, weights, costs and abstention, against brute force."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from scipy.special import expit, softmax
from sklearn import metrics as reference

from engine.analysis.decisions import (
    DecisionRequest,
    ScoredSplit,
    confidence_for_risk,
    fit_temperature,
    label_threshold,
    read_costs,
    report_decision,
    risk_coverage,
    tunable_metric,
    tune_rule,
    tune_thresholds,
    tune_weights,
    tuning_caution,
)
from engine.errors import UserError
from engine.objectives.decision import Decision, LabelThresholds, read_decision, write_decision
from tests.sampling import nightly_but


def scored(classes: int = 2, texts: int = 300, sharpness: float = 1.0, seed: int = 5) -> ScoredSplit:
    """Texts whose true classes are drawn from softmax(logits), the model's being ``sharpness`` times these."""
    draw = np.random.default_rng(seed)
    logits = draw.normal(0, 1.5, (texts, classes)) + np.linspace(2, 0, classes)
    chances = softmax(logits, axis=1)
    targets = np.array([draw.choice(classes, p=row) for row in chances])
    logs = np.log(softmax(sharpness * logits, axis=1)).astype(np.float32)
    return ScoredSplit("validation", targets, logs, tuple("abcdef"[:classes]))


def macro_f1(targets: np.ndarray, answers: np.ndarray) -> float:
    return float(100 * reference.f1_score(targets, answers, average="macro"))


@pytest.mark.parametrize("sharpness", [3.0, 1.0, 0.4])
def test_the_temperature_undoes_what_made_a_model_too_sure(sharpness: float) -> None:
    split = scored(3, 3000, sharpness)
    found = fit_temperature(split)
    assert found == pytest.approx(sharpness, rel=0.12)
    grid = np.geomspace(0.1, 10, 4000)[::40]
    losses = [
        reference.log_loss(split.targets, softmax(split.log_probs.astype(float) / t, axis=1)) for t in grid
    ]
    assert report_decision(split, Decision(found)).after["loss"] <= min(losses) + 1e-6
    report = report_decision(split, Decision(found))
    assert report.after["error"] == report.before["error"], "a temperature changes no answer"
    if sharpness == 3.0:
        assert report.after["calibration_error"] < report.before["calibration_error"] / 3


def test_of_two_classes_the_weights_are_the_best_threshold_there_is() -> None:
    split = scored(2, 120)
    weights = tune_weights(split, tunable_metric("macro_f1"), Decision())
    chances = np.exp(split.log_probs.astype(float))
    best = max(
        macro_f1(split.targets, (chances[:, 1] >= threshold).astype(int))
        for threshold in [0.0, *np.unique(chances[:, 1]), 1.1]
    )
    after = report_decision(split, Decision(weights=weights)).after["macro_f1"]
    assert weights[0] == 1.0 and after == pytest.approx(best)
    assert after > report_decision(split, Decision()).after["macro_f1"]


def test_of_several_classes_weights_are_at_least_as_good_as_a_grid() -> None:
    split = scored(3, 200)
    weights = tune_weights(split, tunable_metric("balanced_accuracy"), Decision())
    found = report_decision(split, Decision(weights=weights)).after["balanced_accuracy"]
    chances = np.exp(split.log_probs.astype(float))
    grid = np.geomspace(0.2, 20, 25)
    best = max(
        100 * reference.balanced_accuracy_score(split.targets, (chances * [1, a, b]).argmax(1))
        for a, b in itertools.product(grid, grid)
    )
    assert found >= best - 1.0 and found > report_decision(split, Decision()).after["balanced_accuracy"] + 3
    for name in ("brier", "roc_auc", "precision", "rmse", "loss"):
        with pytest.raises(UserError, match=f"tuned for '{name}'.*macro_f1"):
            tunable_metric(name)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("a=1", "names no cost; the form is TRUE:ANSWER=COST"),
        ("a:b=x", "Write a number"),
        ("a:b=nan", "not a finite number"),
    ],
)
def test_what_is_no_cost_is_named(entry: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        read_costs([entry], ("a", "b"))


def test_costs_are_answered_with_the_least_expected_one() -> None:
    costs = read_costs(["b:a=10"], ("a", "b"))
    assert costs == ((0.0, 1.0), (10.0, 0.0))
    split = scored(2)
    rule = Decision(costs=costs)
    chances = rule.calibrated(split.log_probs)
    expected = [
        min(range(2), key=lambda guess, row=row: sum(row[k] * costs[k][guess] for k in range(2)))
        for row in chances
    ]
    np.testing.assert_array_equal(rule.decide(chances), expected)
    report = report_decision(split, rule)
    assert report.cost_after is not None and report.cost_before is not None
    assert report.cost_after < report.cost_before
    assert report.cost_after == pytest.approx(
        np.mean([costs[t][g] for t, g in zip(split.targets, expected, strict=True)])
    )


def test_risk_over_coverage_and_the_confidence_for_a_risk() -> None:
    split = scored(3)
    chances = Decision().calibrated(split.log_probs)
    sure, wrong = chances.max(1), chances.argmax(1) != split.targets
    for point in risk_coverage(split, Decision()):
        here = sure >= point.confidence
        assert point.coverage == pytest.approx(here.mean())
        assert point.risk == pytest.approx(100 * wrong[here].mean())
    assert risk_coverage(split, Decision())[-1].coverage == 1.0
    limit = confidence_for_risk(split, Decision(), 10.0)
    kept = sure >= limit
    assert 100 * wrong[kept].mean() <= 10.0 and kept.sum() >= 20
    report = report_decision(split, Decision(abstain_below=limit))
    assert report.coverage == pytest.approx(kept.mean())
    assert report.answered_error == pytest.approx(100 * wrong[kept].mean())
    assert confidence_for_risk(split, Decision(), 100.0) == 0.0
    hopeless = ScoredSplit("validation", 1 - chances.argmax(1).clip(0, 1), split.log_probs, split.classes)
    with pytest.raises(UserError, match="no 20 validation texts"):
        confidence_for_risk(hopeless, Decision(), 0.5)


def test_a_rule_comes_back_as_it_was_written_and_a_damaged_one_is_named(tmp_path: Path) -> None:
    assert read_decision(tmp_path, ("a", "b")) is None
    rule = Decision(1.5, (1.0, 2.5), ((0.0, 1.0), (2.0, 0.0)), 0.6, "macro F1")
    file = write_decision(tmp_path, rule, ("a", "b"))
    assert read_decision(tmp_path, ("a", "b")) == rule and len(list(tmp_path.iterdir())) == 1
    with pytest.raises(UserError, match=r"decision\.json.*other classes"):
        read_decision(tmp_path, ("a", "c"))
    good = file.read_text(encoding="utf-8")
    for old, new in (
        ('"temperature": 1.5', '"temperature": 0'),
        ("2.5\n", "2.5, 3\n"),
        ('"costs"', '"cost"'),
        ("{", ""),
    ):
        file.write_text(good.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(UserError, match=r"decision\.json.*palimpsest decide"):
            read_decision(tmp_path, ("a", "b"))


def test_a_probability_of_nothing_is_no_obstacle() -> None:
    rule = Decision(0.5, (1.0, 4.0))
    with np.errstate(divide="ignore"):
        chances = rule.calibrated(np.log(np.array([[1.0, 0.0], [0.6, 0.4]])))
    assert chances[0].tolist() == [1.0, 0.0] and chances.sum(1) == pytest.approx([1, 1])
    assert chances[1, 0] == pytest.approx(0.36 / (0.36 + 0.16))
    assert rule.decide(chances).tolist() == [0, 1]


def test_thresholds_of_labels_are_the_best_there_are() -> None:
    draw = np.random.default_rng(4)
    targets = (draw.random((120, 3)) < [0.4, 0.2, 0.1]).astype(float)
    chances = np.clip(0.25 + 0.3 * targets + draw.normal(0, 0.12, targets.shape), 0.01, 0.99)
    scored = ScoredSplit("validation", targets, np.log(chances).astype(np.float32), ("a", "b", "c"))
    metric = tunable_metric("macro_f1", "multi_label")
    thresholds = tune_thresholds(scored, metric)
    # Macro F1 is a mean over labels, so the best of each label alone is the best of all.
    shown = LabelThresholds(()).calibrated(scored.log_probs)
    for number, threshold in enumerate(thresholds):
        own = targets[:, number]
        best = max(reference.f1_score(own, shown[:, number] >= each) for each in np.unique(shown[:, number]))
        assert reference.f1_score(own, shown[:, number] >= threshold) == pytest.approx(best)
    report = report_decision(scored, LabelThresholds(thresholds))
    expected = 100 * reference.f1_score(targets, shown >= np.array(thresholds), average="macro")
    assert report.after["macro_f1"] == pytest.approx(expected) and report.coverage == 1
    assert report.before["macro_f1"] < report.after["macro_f1"]
    certain = ScoredSplit("validation", targets, np.log(np.clip(targets, 1e-6, 1 - 1e-6)), ("a", "b", "c"))
    assert tune_thresholds(certain, metric) == (0.5, 0.5, 0.5), "nothing is gained"


def labelled(sharpness: float = 1.0, texts: int = 400) -> ScoredSplit:
    """Texts whose labels are drawn from sigmoid(logits), the model's logits being ``sharpness`` times these."""
    draw = np.random.default_rng(8)
    logits = draw.normal(-0.5, 1.5, (texts, 3))
    targets = (draw.random(logits.shape) < expit(logits)).astype(float)
    logs = np.log(expit(sharpness * logits)).astype(np.float32)
    return ScoredSplit("validation", targets, logs, ("a", "b", "c"))


@pytest.mark.parametrize("sharpness", nightly_but({1}, [3.0, 0.5]))
def test_one_temperature_calibrates_all_labels(sharpness: float) -> None:
    split = labelled(sharpness, 3000)
    rule = tune_rule(split, DecisionRequest(temperature=True))
    assert isinstance(rule, LabelThresholds) and rule.temperature == pytest.approx(sharpness, rel=0.12)
    chances = np.exp(split.log_probs.astype(float))
    expected = expit(np.log(chances / (1 - chances)) / rule.temperature)
    np.testing.assert_allclose(rule.calibrated(split.log_probs), expected, rtol=1e-4)
    report = report_decision(split, rule)
    grid = [
        reference.log_loss(split.targets.ravel(), expit(np.log(chances / (1 - chances)) / t).ravel())
        for t in np.geomspace(0.2, 5, 60)
    ]
    assert report.after["loss"] <= min(grid) + 1e-6 < report.before["loss"]
    assert report.after["subset_accuracy"] == report.before["subset_accuracy"], "0.5 stays 0.5"
    both = tune_rule(split, DecisionRequest(temperature=True, metric="macro_f1"))
    alone = tune_rule(split, DecisionRequest(metric="macro_f1"))
    assert isinstance(both, LabelThresholds) and isinstance(alone, LabelThresholds)
    assert report_decision(split, both).after["macro_f1"] == pytest.approx(
        report_decision(split, alone).after["macro_f1"], abs=0.2
    ), "a threshold of calibrated probabilities is another threshold of the plain ones"


def test_costs_of_labels_give_the_threshold_of_the_least_expected_cost() -> None:
    entries = ("a:missed=9", "c:given wrongly=4")
    assert read_costs(entries, ("a", "b", "c"), is_multi_label=True) == ((1.0, 9.0), (1.0, 1.0), (4.0, 1.0))
    assert label_threshold(1.0, 9.0) == pytest.approx(0.1)
    split = labelled()
    rule = tune_rule(split, DecisionRequest(costs=entries))
    assert isinstance(rule, LabelThresholds) and rule.thresholds == pytest.approx((0.1, 0.5, 0.8))
    report, chances = report_decision(split, rule), np.exp(split.log_probs.astype(float))
    answers = rule.decide(chances)
    by_hand = [
        sum(
            (answers[n, k] > split.targets[n, k]) * wrongly + (answers[n, k] < split.targets[n, k]) * missed
            for k, (wrongly, missed) in enumerate(((1, 9), (1, 1), (4, 1)))
        )
        for n in range(len(answers))
    ]
    assert report.cost_after == pytest.approx(np.mean(by_hand))
    assert report.cost_before is not None and report.cost_after is not None
    assert report.cost_after < report.cost_before
    for wrong in (("a:missed=0", "a:given wrongly=0"), ("b:given wrongly=-1",)):
        with pytest.raises(UserError, match="costs of '[ab]'.*not both 0"):
            read_costs(wrong, ("a", "b", "c"), is_multi_label=True)


def test_an_answer_of_several_labels_is_withheld_where_one_of_them_is_unsure(tmp_path: Path) -> None:
    split = labelled()
    rule = tune_rule(split, DecisionRequest(max_risk=30.0))
    chances = np.exp(split.log_probs.astype(float))
    answers = (chances >= 0.5).astype(float)
    sure = np.where(answers > 0, chances, 1 - chances).min(axis=1)
    answered = sure >= rule.abstain_below
    assert rule.abstain_below > 0
    np.testing.assert_array_equal(~rule.abstains(chances, answers), answered)
    report = report_decision(split, rule)
    wrong = (answers != split.targets).any(axis=1)
    assert report.coverage == pytest.approx(answered.mean())
    assert (
        report.answered_error == pytest.approx(100 * wrong[answered].mean()) and report.answered_error <= 30
    )
    write_decision(tmp_path, rule, split.classes)
    assert read_decision(tmp_path, split.classes) == rule
    plain = '{"classes": ["a", "b", "c"], "thresholds": [0.4, 0.5, 0.6], "chosen_for": "micro F1"}'
    (tmp_path / "decision.json").write_text(plain, encoding="utf-8")
    assert read_decision(tmp_path, split.classes) == LabelThresholds((0.4, 0.5, 0.6), "micro F1"), "of 0.1.0"
    (tmp_path / "decision.json").write_text(plain[:-1] + ', "costs": [[1, 2]]}', encoding="utf-8")
    with pytest.raises(UserError, match="1 pairs of costs for 3 labels"):
        read_decision(tmp_path, split.classes)


def test_classes_without_a_validation_text_are_named() -> None:
    logs = np.log(np.full((4, 3), 1 / 3, np.float32))
    whole = ScoredSplit("validation", np.array([0, 1, 2, 0]), logs, ("a", "b", "c"))
    assert tuning_caution(whole) == ""
    some = ScoredSplit("validation", np.array([0, 0, 0, 0]), logs, ("a", "b", "c"))
    assert tuning_caution(some).startswith("No validation text belongs to b, c,")
    labels = ScoredSplit(
        "validation", np.array([[1, 0, 0], [0, 0, 1], [0, 0, 0], [1, 0, 1]]), logs, ("a", "b", "c")
    )
    assert tuning_caution(labels).startswith("No validation text belongs to b,")
