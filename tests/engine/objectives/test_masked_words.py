"""Masked words: the same loss as the kernel that never holds all logits, and its metrics from sums."""

from __future__ import annotations

import pytest
import torch

from engine.kernels.linear_cross_entropy import VocabularyDecoder, compute_word_loss
from engine.metrics.base import Outcomes
from engine.objectives.masked_words import MASKED_WORDS


def test_the_kernel_computes_this_loss() -> None:
    torch.manual_seed(1)
    states, weight, bias = torch.randn(7, 4), torch.randn(11, 4), torch.randn(11)
    targets = torch.randint(0, 11, (7,))
    logits = states @ weight.T + bias
    fused = compute_word_loss(states, VocabularyDecoder(weight, bias), targets)
    assert float(fused.total) == pytest.approx(float(MASKED_WORDS.loss(logits, targets)), rel=1e-5)
    assert fused.correct.tolist() == MASKED_WORDS.correct(logits, targets).tolist()


def test_what_held_out_text_is_measured_by() -> None:
    found = MASKED_WORDS.measure("heldout", Outcomes(10, 20.0, 4))
    assert found == pytest.approx(
        {"heldout/loss": 2.0, "heldout/perplexity": 7.38905609893065, "heldout/accuracy": 40.0}
    )
