"""Which of many texts were answered wrongly, as bits: as a map of a run keeps them, eight texts in a number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.metrics.base import Outcomes

WRONG_ANSWERS = "test_wrong"
"""The last part of the key of a map of bits, ``earlier/K:NAME/test_wrong`` (``engine.probes.earlier_tasks``)."""


def find_wrong(outcomes: Outcomes) -> NDArray[np.bool_] | None:
    """Return which of n answers are wrong, bool [n], or None where answers are not right or wrong, or were not kept."""
    if outcomes.correct is None or outcomes.targets is None or outcomes.predicted is None:
        return None
    if outcomes.targets.ndim != 1 or outcomes.predicted.ndim != 1:
        return None
    return np.asarray(outcomes.targets != outcomes.predicted)


def pack_wrong(wrong: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return bool [n] as the values of ⌈n / 8⌉ bytes, the first text in the highest bit of the first.

    Example: [True, False, True] is [160.0].
    """
    return np.packbits(wrong).astype(np.float64)


def unpack_wrong(values: NDArray[np.float64], count: int) -> NDArray[np.bool_] | None:
    """Return the argument of ``pack_wrong`` for ``count`` texts, or None where these are the bits of another number."""
    if values.shape != (-(-count // 8),) or not np.isfinite(values).all():
        return None
    return np.unpackbits(values.astype(np.uint8), count=count).astype(bool)
