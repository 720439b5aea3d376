"""How two segments share the room there is."""

from __future__ import annotations

import numpy as np


def fit_pairs(first: np.ndarray, second: np.ndarray, room: int) -> np.ndarray:
    """How many tokens of each segment are kept, int64 [n, 2].

    Tokens go one by one from the end of the longer segment, from the second when both are as long, until ``room``
    holds both (Sun et al. 2019, code); here in closed form.
    """
    half = (room + 1) // 2
    kept_first = np.where(first <= half, first, np.maximum(half, room - second))
    kept_first = np.minimum(first, kept_first)
    return np.stack([kept_first, np.minimum(second, room - kept_first)], axis=1)
