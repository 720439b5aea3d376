"""Randomness as a pure function of (seed, stream, counters).

No data code keeps a random state: the generator for "the order of epoch 3" is made from its key when it is needed.
A resumed run therefore draws what the uninterrupted run would have drawn, whatever was drawn in between.
"""

from __future__ import annotations

import zlib

import numpy as np


def _words(seed: int, stream: str, counters: tuple[int, ...]) -> list[int]:
    return [seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, zlib.crc32(stream.encode("utf-8")), *counters]


def generator(seed: int, stream: str, *counters: int) -> np.random.Generator:
    """A NumPy generator for one purpose, e.g. ``generator(42, "order", epoch)``."""
    return np.random.Generator(np.random.Philox(np.random.SeedSequence(_words(seed, stream, counters))))


def integer(seed: int, stream: str, *counters: int) -> int:
    """A 63-bit integer for libraries that only take a seed (torch's dropout, initialisers)."""
    state = np.random.SeedSequence(_words(seed, stream, counters)).generate_state(2, np.uint32)
    return (int(state[0]) << 32 | int(state[1])) & 0x7FFF_FFFF_FFFF_FFFF
