"""Ranges of many segments as one gather index, without a loop over segments."""

from __future__ import annotations

import numpy as np


def concatenate_ranges(starts: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the integers of the ranges [starts[i], starts[i] + counts[i]), one range after the other, int64.

    Example: ``starts`` [5, 0, 9] and ``counts`` [2, 3, 1] give [5, 6, 0, 1, 2, 9]. Used as a gather index
    into a flat row of tokens it reads two tokens from 5 on, three from 0 on and the one at 9.
    """
    ends = np.cumsum(counts)
    numbers = np.repeat(starts - ends + counts, counts).astype(np.int64, copy=False)
    # In place: allocating new memory costs more than the addition.
    numbers += np.arange(len(numbers))
    return numbers
