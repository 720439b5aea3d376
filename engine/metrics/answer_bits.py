"""Masks of wrongly answered texts, packed as bits for the maps of a run: eight texts per number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.metrics.base import Outcomes

WRONG_ANSWERS = "test_wrong"
"""Last part of the key of a bit map, ``earlier/K:NAME/test_wrong`` (``engine.probes.earlier_tasks``)."""


def find_wrong(outcomes: Outcomes) -> NDArray[np.bool_] | None:
    """Return a mask of the wrong answers, bool [n], or None if answers are not right or wrong, or not stored."""
    if outcomes.correct is None or outcomes.targets is None or outcomes.predicted is None:
        return None
    if outcomes.targets.ndim != 1 or outcomes.predicted.ndim != 1:
        return None
    return np.asarray(outcomes.targets != outcomes.predicted)


def pack_wrong(wrong: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return a mask bool [n] as ⌈n / 8⌉ byte values. The first text is the highest bit of the first byte.

    Example: [True, False, True] is [160.0].
    """
    return np.packbits(wrong).astype(np.float64)


def unpack_wrong(values: NDArray[np.float64], count: int) -> NDArray[np.bool_] | None:
    """Return the mask packed by ``pack_wrong`` for ``count`` texts, or None if ``values`` have another length."""
    if values.shape != (-(-count // 8),) or not np.isfinite(values).all():
        return None
    return np.unpackbits(values.astype(np.uint8), count=count).astype(bool)
