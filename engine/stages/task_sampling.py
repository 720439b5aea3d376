"""When which task's turn comes in multi-task learning: pure functions of (seed, epoch), so that resuming is exact."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine import random_streams


def batches_per_epoch(rows: Sequence[int], batch_size: int, exponent: float) -> list[int]:
    """How many batches each task gets in an epoch, so that their shares are as rows ** ``exponent``.

    With n_i texts of task i, N of the largest and a batch of b the count is ceil(n_i^a N^(1-a) / b). It is never less
    than one pass over the task's own texts, and exactly one pass for the largest task; for a = 1 for every task.

    Args:
        rows: training texts of each task.
        batch_size: texts per batch; the last batch of a pass may be smaller.
        exponent: a, from 0 (all tasks alike) to 1 (in proportion to size).
    """
    most = max(rows)
    # Rounded, for n ** a carries an error in its last digits that ceil would turn into a batch.
    return [math.ceil(round(n**exponent * most ** (1 - exponent) / batch_size, 6)) for n in rows]


@dataclass(frozen=True)
class EpochTaskOrder:
    """The turns of one epoch.

    Attributes:
        tasks: the task of each batch, int64 [turns].
        occurrence: how often this task had its turn before in this epoch, int64 [turns].
    """

    tasks: np.ndarray
    occurrence: np.ndarray

    def __len__(self) -> int:
        return len(self.tasks)


def draw_task_order(batches_per_task: Sequence[int], seed: int, epoch: int) -> EpochTaskOrder:
    """The order of an epoch with ``batches_per_task[i]`` batches of task i: all orders are equally likely."""
    tasks = random_streams.generator(seed, "turns", epoch).permutation(
        np.repeat(np.arange(len(batches_per_task)), batches_per_task)
    )
    nth = np.zeros(len(tasks), np.int64)
    for task, count in enumerate(batches_per_task):
        nth[tasks == task] = np.arange(count)
    return EpochTaskOrder(tasks, nth)
