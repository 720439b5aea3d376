"""Random streams: randomness as a pure function of (seed, stream, counters).

Data code keeps no random state. For example, the generator for the order of epoch 3 is created from its key when it is
needed. So a resumed run draws the same numbers as an uninterrupted one.
"""

from __future__ import annotations

import zlib

import numpy as np

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def _entropy(seed: int, stream: str, counters: tuple[int, ...]) -> list[int]:
    return [seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, zlib.crc32(stream.encode("utf-8")), *counters]


def generator(seed: int, stream: str, *counters: int) -> np.random.Generator:
    """Return a NumPy generator for one purpose, e.g. ``generator(42, "order", epoch)``."""
    return np.random.Generator(np.random.Philox(np.random.SeedSequence(_entropy(seed, stream, counters))))


def derive_seed(seed: int, stream: str, *counters: int) -> int:
    """Return a 63-bit seed for libraries that take only a seed (torch's dropout, initialisers)."""
    state = np.random.SeedSequence(_entropy(seed, stream, counters)).generate_state(2, np.uint32)
    return (int(state[0]) << 32 | int(state[1])) & 0x7FFF_FFFF_FFFF_FFFF


def stream_keys(seed: int, stream: str, *counters: np.ndarray) -> np.ndarray:
    """Return one key for each tuple of counters, uint64 [n]. This is the vectorised counterpart of ``generator``.

    Args:
        counters: non-negative integers [n], e.g. pass and position of each instance in a batch.
    """
    keys = np.array([derive_seed(seed, stream)], np.uint64)
    for counter in counters:
        keys = random_bits(keys, counter)
    return keys


def random_bits(key: np.ndarray, counter: np.ndarray) -> np.ndarray:
    """Return 64 random bits for each pair of key and counter, uint64: output ``counter`` of SplitMix64 with seed
    ``key``.

    A few array operations replace one generator per key (Steele, Lea and Flood 2014, "Fast splittable pseudorandom
    number generators", fig. 17).
    """
    with np.errstate(over="ignore"):
        state = key + (np.asarray(counter).astype(np.uint64) + np.uint64(1)) * _GOLDEN
        state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(state ^ (state >> np.uint64(31)), np.uint64)
