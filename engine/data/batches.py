"""Batches: which texts share an update.

Pure functions of (lengths, seed, epoch), so that a resumed run has the same batches.
"""

from __future__ import annotations

from functools import singledispatch

import numpy as np

from engine import random_streams
from engine.spec.batching import Batching, GroupedBatches, RandomBatches


def epoch_batches(
    lengths: np.ndarray,
    batch_size: int,
    policy: Batching,
    seed: int,
    epoch: int,
    *,
    strata: np.ndarray | None = None,
    exponent: float = 1.0,
) -> list[np.ndarray]:
    """Return the batches of one epoch, one int64 index array per update.

    Every text is in exactly one of them, unless ``exponent`` changes the shares of the classes (``balanced_texts``).
    The number of texts stays the same.

    Args:
        lengths: tokens of each text, int64 [n].
        batch_size: texts per update. One batch of the epoch may be smaller.
        policy: batching policy.
        seed: seed of the data order.
        epoch: index of the epoch, from 0.
        strata: the class of each text, int64 [n], or [n / k] where k inputs in a row are copies of one text.
        exponent: exponent of the class sizes, see ``class_quotas``. 1 keeps them.
    """
    random = random_streams.generator(seed, "order", epoch)
    if strata is None or exponent == 1.0 or not len(lengths):
        return make_batches(policy, lengths, batch_size, random)
    texts = balanced_texts(np.repeat(strata, len(lengths) // len(strata)), exponent, seed, epoch)
    return [texts[batch] for batch in make_batches(policy, lengths[texts], batch_size, random)]


def class_quotas(counts: np.ndarray, exponent: float) -> np.ndarray:
    """Return the number of texts to draw from each class, int64 [C], in proportion to counts ** ``exponent``.

    Fractions are rounded by largest remainders, so the sum is that of ``counts``. A non-empty class gets at least one.
    Example: counts [90, 10] give [90, 10] for 1, [75, 25] for 0.5 and [50, 50] for 0.
    """
    weights = np.where(counts > 0, counts.astype(np.float64) ** exponent, 0.0)
    total = int(counts.sum())
    shares = total * weights / weights.sum()
    quotas = np.where(counts > 0, np.maximum(1, np.floor(shares)), 0).astype(np.int64)
    for index in np.argsort(quotas - shares, kind="stable")[: max(0, total - int(quotas.sum()))]:
        quotas[index] += 1
    while quotas.sum() > total:  # take the minimum draws of tiny classes from the largest
        quotas[quotas.argmax()] -= 1
    return quotas


def balanced_texts(strata: np.ndarray, exponent: float, seed: int, epoch: int) -> np.ndarray:
    """Return the n texts of an epoch, int64 [n], with classes in proportion to their counts ** ``exponent``.

    ``strata`` [n] is the class of each text. Each class is an infinite sequence of permutations of its texts, of which
    every epoch takes the next ``class_quotas``. So the texts of a rare class are repeated equally often, and each text
    of a frequent class is used once before any is repeated. The result is a pure function of the arguments.
    """
    classes, members = np.unique(strata, return_inverse=True)
    quotas = class_quotas(np.bincount(members), exponent)
    texts = []
    for number, quota in enumerate(quotas.tolist()):
        rows = np.flatnonzero(members == number)
        first_round, last_round = epoch * quota // len(rows), -(-(epoch + 1) * quota // len(rows))
        rounds = [
            rows[
                random_streams.generator(seed, "class order", int(classes[number]), turn).permutation(
                    len(rows)
                )
            ]
            for turn in range(first_round, last_round)
        ]
        start = epoch * quota - first_round * len(rows)
        texts.append(np.concatenate(rounds)[start : start + quota])
    return np.concatenate(texts)


@singledispatch
def make_batches(
    policy: Batching, lengths: np.ndarray, batch_size: int, random: np.random.Generator
) -> list[np.ndarray]:
    """Return the batches of one epoch under ``policy``.

    To add a policy, write a ``Batching`` option and register a function here.
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
        # Longest first in a pool, so that only the batch of its shortest texts can be partial.
        batches += _chunks(pool[np.argsort(-lengths[pool], kind="stable")], batch_size)
    return [batches[i] for i in random.permutation(len(batches))]


def evaluation_batches(lengths: np.ndarray, token_budget: int) -> list[np.ndarray]:
    """Return batches for evaluation: longest texts first, at most ``token_budget`` tokens including padding.

    A text longer than the budget forms its own batch.
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
