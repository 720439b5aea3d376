"""Single-label classification against torch's own functions and NumPy."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from engine.objectives.classification import SINGLE_LABEL

LOGITS = torch.tensor([[2.0, 1.0, 0.0], [0.0, 3.0, 1.0], [1.0, 0.5, 0.9], [0.1, 0.2, 0.3]])
LABELS = torch.tensor([0, 1, 2, 0])


def test_losses_answers_and_probabilities() -> None:
    chances = np.exp(LOGITS.numpy()) / np.exp(LOGITS.numpy()).sum(-1, keepdims=True)
    each = -np.log(chances[np.arange(4), LABELS.numpy()])
    np.testing.assert_allclose(SINGLE_LABEL.loss(LOGITS, LABELS, "none").numpy(), each, rtol=1e-6)
    assert float(SINGLE_LABEL.loss(LOGITS, LABELS)) == pytest.approx(each.sum(), rel=1e-6)
    np.testing.assert_allclose(SINGLE_LABEL.probabilities(LOGITS).numpy(), chances, rtol=1e-6)
    assert SINGLE_LABEL.decode(LOGITS).tolist() == [0, 1, 0, 2]
    assert SINGLE_LABEL.correct(LOGITS, LABELS).tolist() == [True, True, False, False]


def test_the_outcomes_of_a_split() -> None:
    found = SINGLE_LABEL.outcomes(LOGITS, LABELS, ["a", "b", "c"])
    assert (found.count, found.correct, found.classes) == (4, 2, ("a", "b", "c"))
    assert found.losses is not None and found.loss == pytest.approx(float(found.losses.sum()))
    measured = SINGLE_LABEL.measure("test", found)
    assert measured["test/error"] == 50.0 and measured["test/accuracy"] == 50.0
    expected = torch.nn.functional.cross_entropy(LOGITS, LABELS)
    assert measured["test/loss"] == pytest.approx(float(expected))
    assert SINGLE_LABEL.outputs(3) == 3
