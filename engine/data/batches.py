"""Batches: which texts share an update.

Pure functions of (lengths, seed, epoch), so that a resumed run sees the same batches.
"""

from __future__ import annotations

from functools import singledispatch

import numpy as np

from engine import random_streams
from engine.spec.batching import Batching, GroupedBatches, RandomBatches


def epoch_batches(
    lengths: np.ndarray, batch_size: int, policy: Batching, seed: int, epoch: int
) -> list[np.ndarray]:
    """Return the batches of one epoch, one int64 index array per update; every text is in exactly one of
    them.

    Args:
        lengths: tokens of each text, int64 [n].
        batch_size: texts per update; one batch of the epoch may be smaller.
        policy: how texts are grouped.
        seed: the run's seed of the data order.
        epoch: its number, from 0.
    """
    return make_batches(policy, lengths, batch_size, random_streams.generator(seed, "order", epoch))


@singledispatch
def make_batches(
    policy: Batching, lengths: np.ndarray, batch_size: int, random: np.random.Generator
) -> list[np.ndarray]:
    """Return the batches of one epoch under ``policy``.

    A new policy is a class of the family ``Batching`` and a function registered here.
    """
    raise TypeError(f"no function deals batches of kind '{policy.kind}'")


@make_batches.register
def _random(
    policy: RandomBatches, lengths: np.ndarray, batch_size: int, random: np.random.Generator
) -> list[np.ndarray]:
    return _chunks(random.permutation(len(lengths)), batch_size)


@make_batches.register
def _grouped(
    policy: GroupedBatches, lengths: np.ndarray, batch_size: int, random: np.random.Generator
) -> list[np.ndarray]:
    batches: list[np.ndarray] = []
    for pool in _chunks(random.permutation(len(lengths)), batch_size * policy.pool):
        # Longest first within a pool, so that only the batch of its shortest texts can be partial.
        batches += _chunks(pool[np.argsort(-lengths[pool], kind="stable")], batch_size)
    return [batches[i] for i in random.permutation(len(batches))]


def evaluation_batches(lengths: np.ndarray, token_budget: int) -> list[np.ndarray]:
    """Return batches for evaluation: texts by length, longest first, at most ``token_budget`` tokens with
    padding.

    A text longer than the budget is a batch of its own.
    """
    order = np.argsort(-lengths, kind="stable")
    batches, start = [], 0
    while start < len(order):
        count = max(1, token_budget // max(1, int(lengths[order[start]])))
        batches.append(order[start : start + count])
        start += count
    return batches


def _chunks(order: np.ndarray, size: int) -> list[np.ndarray]:
    return [order[start : start + size] for start in range(0, len(order), size)]
