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


def test_answers_stay_with_their_micro_batch() -> None:
    sums, batches = UpdateSums(), [texts(2, 3), texts(1, 3), texts(1, 3)]
    sums.add(2, loss(1.0, [True]))
    sums.add(0, loss(1.0, [False, True]))
    sums.add(1, MicroBatchLoss(torch.tensor(1.0)))  # nothing is classified
    result = UpdateResult.from_sums(batches, sums, torch.tensor(0.0))
    assert [batch for batch, _ in result.answers] == batches
    assert [None if right is None else right.tolist() for _, right in result.answers] == [
        [False, True],
        None,
        [True],
    ]


def test_sums_keep_no_graph() -> None:
    weight = torch.tensor(2.0, requires_grad=True)
    sums = UpdateSums()
    sums.add(0, MicroBatchLoss(weight * 3, {"part": weight * 1}))
    sums.add_penalty("loss/ewc", weight * 5)
    kept = [sums.loss, *sums.logged.values(), *sums.penalties.values()]
    assert all(value is not None and value.grad_fn is None for value in kept)


def test_half_precision_losses_are_summed_in_float32() -> None:
    sums = UpdateSums()
    for number in range(3000):  # in bfloat16 the sum would stand still at 256
        sums.add(number, MicroBatchLoss(torch.tensor(1.0, dtype=torch.bfloat16)))
    assert sums.loss is not None and float(sums.loss) == pytest.approx(3000)
