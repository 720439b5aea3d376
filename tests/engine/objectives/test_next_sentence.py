"""Next sentences: two classes, under names that do not meet those of masked words."""

from __future__ import annotations

import pytest
import torch

from engine.objectives.masked_words import MASKED_WORDS
from engine.objectives.next_sentence import NEXT_SENTENCE


def test_its_loss_is_that_of_two_classes() -> None:
    logits, random_next = torch.tensor([[2.0, -1.0], [0.0, 1.0]]), torch.tensor([0, 1])
    expected = torch.log1p(torch.exp(torch.tensor([-3.0, -1.0]))).sum()
    assert float(NEXT_SENTENCE.loss(logits, random_next)) == pytest.approx(float(expected))
    assert NEXT_SENTENCE.correct(logits, random_next).tolist() == [True, True]


def test_names_are_its_own() -> None:
    assert NEXT_SENTENCE.prefix and NEXT_SENTENCE.prefix != MASKED_WORDS.prefix
    assert {metric.name for metric in NEXT_SENTENCE.metrics()} >= {"loss", "accuracy"}
