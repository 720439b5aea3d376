"""Confident learning against the paper's formulas written out text by text, and on labels flipped on purpose."""

from __future__ import annotations

import numpy as np
import pytest

from engine.analysis.noise.confident_learning import find_label_issues
from engine.analysis.noise.out_of_fold import assign_folds, predict_out_of_fold


def by_hand(labels: np.ndarray, probabilities: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Equations 1 and 2 of Northcutt et al. 2021 as they stand there: the joint and the likely class of each text."""
    width = probabilities.shape[1]
    thresholds = []
    for j in range(width):
        own = [p[j] for p, label in zip(probabilities, labels, strict=True) if label == j]
        thresholds.append(sum(own) / len(own))
    joint, likely = np.zeros((width, width), int), labels.copy()
    for n, (p, label) in enumerate(zip(probabilities, labels, strict=True)):
        candidates = [j for j in range(width) if p[j] >= thresholds[j]]
        if candidates:
            best = max(candidates, key=lambda j: p[j])
            joint[label, best] += 1
            likely[n] = best
    return joint, likely


@pytest.mark.parametrize("seed", range(5))
def test_the_joint_is_the_papers(seed: int) -> None:
    random = np.random.default_rng(seed)
    probabilities = random.dirichlet(np.full(4, 0.5), 300)
    labels = np.array([random.choice(4, p=p) for p in probabilities])
    found = find_label_issues(labels, probabilities)
    joint, likely = by_hand(labels, probabilities)
    assert found.joint.tolist() == joint.tolist() and found.suggested.tolist() == likely.tolist()
    places = np.arange(300)
    np.testing.assert_allclose(found.margins, probabilities[places, likely] - probabilities[places, labels])
    # The share of wrong labels: each row of the joint scaled to how often its class is given.
    given = np.bincount(labels, minlength=4)
    scaled = joint / joint.sum(1, keepdims=True) * given[:, None]
    assert found.noise == pytest.approx(1 - np.trace(scaled) / scaled.sum())


def test_the_example_of_the_docstring() -> None:
    found = find_label_issues(np.array([0, 0, 1]), np.array([[0.9, 0.1], [0.2, 0.8], [0.3, 0.7]]))
    assert found.thresholds == pytest.approx([0.55, 0.7])
    assert found.joint.tolist() == [[1, 1], [0, 1]] and found.suggested.tolist() == [0, 1, 1]
    assert found.margins[1] == pytest.approx(0.6)


def test_a_class_without_texts_is_never_suggested() -> None:
    found = find_label_issues(
        np.array([0, 1, 0]), np.array([[0.1, 0.1, 0.8], [0.2, 0.7, 0.1], [0.9, 0.1, 0.0]])
    )
    assert np.isnan(found.thresholds[2]) and 2 not in found.suggested


def test_folds_keep_copies_together_and_classes_in_their_shares() -> None:
    random = np.random.default_rng(1)
    keys = random.integers(0, 400, 1000).astype(np.uint64)
    labels = (keys % 5 == 0).astype(np.int64)
    fold = assign_folds(labels, keys, 5)
    assert all(len(set(fold[keys == key])) == 1 for key in np.unique(keys))
    groups = {int(key): int(fold[keys == key][0]) for key in np.unique(keys)}
    for value in (0, 1):
        sizes = np.bincount([f for key, f in groups.items() if (key % 5 == 0) == value], minlength=5)
        assert sizes.max() - sizes.min() <= 1


def test_probabilities_are_of_models_that_did_not_learn_the_text() -> None:
    """A text with a word of its own is told by it only where it was learnt: held out, it is told by nothing."""
    texts = [f"{'apple pear' if n % 2 else 'bolt nut'} common" for n in range(60)] + ["unique1 zzz"]
    labels = np.array([n % 2 for n in range(60)] + [1])
    keys = np.arange(61, dtype=np.uint64)
    found = predict_out_of_fold(texts, labels, keys, 2)
    np.testing.assert_allclose(found.sum(1), 1.0)
    assert (found[:60].argmax(1) == labels[:60]).all() and found[:60].max(1).min() > 0.8
    assert abs(found[60, 1] - 0.5) < 0.1
