"""The interval of a retention factor over passages: how far it would move on other general text of the same kind."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

TARGET = 0.02
"""Half an interval, relative to the factor, that is called narrow. Reports say how many passages it takes."""


@dataclass(frozen=True)
class PassageInterval:
    """A factor of perplexity on N passages with its 95 % interval over passages.

    ``needed``: about how many passages of such text narrow the interval to ± 2 % of the factor.
    """

    factor: float
    low: float
    high: float
    passages: int
    needed: int


def passage_interval(differences: np.ndarray, counts: np.ndarray) -> PassageInterval | None:
    """Return the factor of perplexity with its 95 % interval over passages, or None for fewer than two passages.

    Passages are taken for a sample of general text. The words hidden in one belong together. With d_i the sum of (loss
    after − loss before) over the n_i hidden words of passage i, log factor r = Σ d_i / Σ n_i is a ratio estimate with
    s.e. √(N / (N − 1) Σ (d_i − r n_i)²) / Σ n_i (Cochran 1977, 6.4), and the interval r ± t s.e. with N − 1 degrees of
    freedom. It holds for these weights: another seed is another matter.

    Example: d = [1, 3], n = [10, 10]: r = 0.2, s.e. = √(2 · 2) / 20 = 0.1.

    Args:
        differences: sums of differences of losses in nats, float [N].
        counts: hidden words, [N].
    """
    passages, words = len(counts), float(counts.sum())
    if passages < 2:
        return None
    from scipy import stats

    rate = float(differences.sum()) / words
    spread = float(np.square(differences - rate * counts).sum()) * passages / (passages - 1)
    half = float(stats.t.ppf(0.975, passages - 1)) * math.sqrt(spread) / words
    needed = max(2, math.ceil(passages * (half / math.log1p(TARGET)) ** 2))
    return PassageInterval(_factor(rate), _factor(rate - half), _factor(rate + half), passages, needed)


def mean_interval(passages: Sequence[np.ndarray]) -> PassageInterval | None:
    """Return the passage interval of several runs' geometric mean factor.

    ``passages`` holds [2, N] of each: differences and counts. None where runs read different passages.
    """
    if not passages or any(not np.array_equal(run[1], passages[0][1]) for run in passages):
        return None
    return passage_interval(np.mean([run[0] for run in passages], 0), passages[0][1])


def _factor(difference: float) -> float:
    return math.exp(difference) if difference < 700 else math.inf
