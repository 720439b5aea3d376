"""The order of tasks in multi-task learning: pure functions of (seed, epoch), so that resuming is exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine import random_streams


@dataclass(frozen=True)
class EpochTaskOrder:
    """The tasks of an epoch's batches.

    Attributes:
        tasks: the task of each batch, int64 [batches].
        occurrence: batches of the same task before it in this epoch, int64 [batches].
    """

    tasks: np.ndarray
    occurrence: np.ndarray

    def __len__(self) -> int:
        return len(self.tasks)


def draw_task_order(batches_per_task: Sequence[int], seed: int, epoch: int) -> EpochTaskOrder:
    """Draw the order of an epoch with ``batches_per_task[i]`` batches of task i: all orders are equally likely.

    Example: for ``batches_per_task`` [2, 1] one of three orders is drawn. Tasks [0, 1, 0] have occurrence [0, 0, 1].
    """
    tasks = random_streams.generator(seed, "turns", epoch).permutation(
        np.repeat(np.arange(len(batches_per_task)), batches_per_task)
    )
    nth = np.zeros(len(tasks), np.int64)
    for task, count in enumerate(batches_per_task):
        nth[tasks == task] = np.arange(count)
    return EpochTaskOrder(tasks, nth)
