"""What a teacher says of words and texts: means over their tokens, with every coordinate on one scale."""

from __future__ import annotations

import numpy as np
import torch

from engine.data.pretraining.teacher_texts import WordTokens
from engine.model.distillation.teacher import (
    SMALLEST_DEVIATION,
    DistilledStates,
    Standardisation,
    TeacherStates,
    word_means,
)


def test_a_word_is_the_mean_of_its_tokens() -> None:
    flat = torch.tensor([[9.0, 9.0], [1.0, 2.0], [2.0, 0.0], [4.0, 8.0], [9.0, 9.0]])
    words = WordTokens(np.array([1, 2, 3]), np.array([1, 2]))
    torch.testing.assert_close(word_means(flat, words), torch.tensor([[1.0, 2.0], [3.0, 4.0]]))


def test_every_coordinate_gets_mean_0_and_variance_1_and_a_constant_one_stays_small() -> None:
    torch.manual_seed(0)
    vectors = torch.randn(500, 3) * torch.tensor([0.1, 30.0, 0.0]) + torch.tensor([5.0, -7.0, 2.0])
    chosen = Standardisation.from_vectors(vectors)
    standardised = chosen(vectors)
    torch.testing.assert_close(standardised.mean(0), torch.zeros(3), atol=1e-3, rtol=0)
    torch.testing.assert_close(standardised[:, :2].std(0, correction=0), torch.ones(2), atol=1e-4, rtol=0)
    assert chosen.deviation[2] == SMALLEST_DEVIATION and standardised[:, 2].abs().max() < 1e-2


def test_errors_are_means_over_coordinates_summed_over_words_and_texts() -> None:
    own = DistilledStates(
        torch.tensor([[1.0, 1.0], [0.0, 0.0]]), torch.tensor([[2.0, 0.0]]), torch.tensor([[0.0, 0.0]])
    )
    taught = TeacherStates(torch.tensor([[0.0, 3.0], [0.0, 2.0]]), torch.tensor([[0.0, 0.0]]))
    assert own.summed_errors(taught).tolist() == [2.5 + 2.0, 2.0, 0.0]
