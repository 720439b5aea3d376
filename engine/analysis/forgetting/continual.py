"""Measures of continual learning, as formulas on accuracies, whatever their origin.

R [S, T] holds accuracies in percent: row l is the state after stage l, column j a task, NaN where it is not known.
``taught_by_row`` [T] gives for each task the row after which it had just been learnt; without it, row j taught task j
(S = T), as in the papers. The last row is the present. A task is *earlier* when a row before the last taught it. A
measure that depends on an unknown accuracy is None, and so is a mean over no tasks.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def average_accuracy(matrix: np.ndarray) -> float | None:
    """Return ACC: the mean over all tasks of the present accuracy, in percent.

    ACC = 1/T Σ_j R[T, j] (Lopez-Paz & Ranzato 2017, eq. 2).
    """
    return _mean(matrix[-1]) if len(matrix) else None


def backward_transfer(matrix: np.ndarray, taught_by_row: Sequence[int] | None = None) -> float | None:
    """Return BWT: the change of earlier tasks' accuracies since each was learnt, in percentage points; < 0: forgotten.

    BWT = 1/(T − 1) Σ_{j<T} (R[T, j] − R[j, j]) (Lopez-Paz & Ranzato 2017, eq. 3). The authors' code divides by T
    instead, counting the last task's zero. This is the paper's.
    """
    return _mean([matrix[-1, j] - matrix[row, j] for j, row in _earlier(matrix, taught_by_row)])


def forgetting(matrix: np.ndarray, taught_by_row: Sequence[int] | None = None) -> float | None:
    """Return F: the fall of earlier tasks from their best accuracy, in percentage points; > 0: forgotten.

    f(j) = max_{l<k} R[l, j] − R[k, j], F = 1/(k − 1) Σ_{j<k} f(j) (Chaudhry et al. 2018, 3.1). Some libraries subtract
    from R[j, j], the accuracy just after learning, instead. That is −BWT.
    """
    falls = []
    for j, row in _earlier(matrix, taught_by_row):
        before = matrix[:-1, j]
        # Without the state in which the task was learnt its best is not known.
        falls.append(np.nanmax(before) - matrix[-1, j] if np.isfinite(matrix[row, j]) else np.nan)
    return _mean(falls)


def forward_transfer(before: Sequence[float], untrained: Sequence[float]) -> float | None:
    """Return FWT: the gain of a task not yet learnt from earlier learning, in percentage points.

    FWT = 1/(T − 1) Σ_{j>1} (R[j − 1, j] − b[j]) (Lopez-Paz & Ranzato 2017, eq. 4), ``before`` [T − 1] the former
    accuracies in percent, ``untrained`` [T − 1] the latter. A task has no head before it is learnt. Both are those of a
    linear probe, on the encoder as it stands before the task and on the one the run began with.
    """
    return _mean(np.asarray(before, float) - np.asarray(untrained, float))


def minimum_accuracy(minima: Sequence[float]) -> float | None:
    """Return min-ACC: the mean over earlier tasks of the lowest accuracy each had since it was learnt, in percent.

    min-ACC = 1/(k − 1) Σ_{i<k} min_{n > end of i} A_i(n) (De Lange et al. 2023, 3); ``minima`` [k − 1].
    """
    return _mean(minima)


def worst_case_accuracy(present: Sequence[float], minima: Sequence[float]) -> float | None:
    """Return WC-ACC: the tasks learnt last as they are, earlier ones at their worst, in percent.

    WC-ACC = 1/k A_k + (1 − 1/k) min-ACC (De Lange et al. 2023, 3). ``present`` are the accuracies of the tasks that
    the last stage taught (the formula's one A_k; several in multi-task learning), ``minima`` as above.
    """
    return _mean([*present, *minima])


def _earlier(matrix: np.ndarray, task_rows: Sequence[int] | None) -> list[tuple[int, int]]:
    """Return (task, row that taught it) of the tasks taught before the last row."""
    rows = range(matrix.shape[1]) if task_rows is None else task_rows
    return [(j, row) for j, row in enumerate(rows) if row < len(matrix) - 1]


def _mean(values: Sequence[float] | np.ndarray) -> float | None:
    array = np.asarray(values, float)
    return float(array.mean()) if len(array) and np.isfinite(array).all() else None
