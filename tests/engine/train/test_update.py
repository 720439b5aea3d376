"""What micro-batches add up to: sums of each by itself, and means over the whole batch."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from engine.data.tokens import TokenBatch
from engine.stages.base import MicroBatch, MicroBatchLoss
from engine.train.update import GRADIENT_NORM, UpdateResult, UpdateSums


def texts(count: int, length: int) -> MicroBatch:
    """``count`` texts of ``length`` tokens each."""
    flat, lengths = np.zeros(count * length, np.int64), np.full(count, length)
    return MicroBatch(TokenBatch(flat, flat, lengths, np.zeros(count, np.int64), np.arange(count)))


def loss(total: float, correct: list[bool], **logged: float) -> MicroBatchLoss:
    right = torch.tensor(correct)
    sums = {name: torch.tensor(value) for name, value in logged.items()}
    return MicroBatchLoss.of_texts(torch.tensor(total, requires_grad=True), right, sums)


def test_an_update_of_two_micro_batches_is_the_mean_over_their_texts() -> None:
    sums = UpdateSums()
    sums.add(0, loss(6.0, [True, False, False], first=1.5))
    sums.add(1, loss(2.0, [True], first=0.5, second=4.0))
    sums.add_penalty("loss/replay", torch.tensor(0.25))
    sums.add_penalty("loss/replay", torch.tensor(0.5))
    result = UpdateResult.from_sums([texts(3, 5), texts(1, 7)], sums, torch.tensor(3.0))
    assert (result.loss_terms, result.texts, result.tokens) == (4, 4, 22)
    assert not result.sums.requires_grad
    assert result.values() == {
        "train/loss": 2.0,
        "train/error": 50.0,
        "train/first": 0.5,
        "train/second": 1.0,
        "train/loss/replay": 0.75,  # terms of the update's loss, so they are summed and not averaged
        GRADIENT_NORM: 3.0,
    }


def test_half_precision_losses_are_summed_in_float32() -> None:
    sums = UpdateSums()
    for number in range(3000):  # in bfloat16 the sum would stand still at 256
        sums.add(number, MicroBatchLoss(torch.tensor(1.0, dtype=torch.bfloat16)))
    assert sums.loss is not None and float(sums.loss) == pytest.approx(3000)
