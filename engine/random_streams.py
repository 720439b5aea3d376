"""Random streams: randomness as a pure function of (seed, stream, counters).

No data code keeps a random state: the generator for "the order of epoch 3" is created from its key when it is needed.
So a resumed run draws the same numbers as the uninterrupted run, whatever was drawn in between.
"""

from __future__ import annotations

import zlib

import numpy as np

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def _words(seed: int, stream: str, counters: tuple[int, ...]) -> list[int]:
    return [seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, zlib.crc32(stream.encode("utf-8")), *counters]


def generator(seed: int, stream: str, *counters: int) -> np.random.Generator:
    """Return a NumPy generator for one purpose, e.g. ``generator(42, "order", epoch)``."""
    return np.random.Generator(np.random.Philox(np.random.SeedSequence(_words(seed, stream, counters))))


def derive_seed(seed: int, stream: str, *counters: int) -> int:
    """Return a 63-bit integer for libraries that only take a seed (torch's dropout, initialisers)."""
    state = np.random.SeedSequence(_words(seed, stream, counters)).generate_state(2, np.uint32)
    return (int(state[0]) << 32 | int(state[1])) & 0x7FFF_FFFF_FFFF_FFFF


def stream_keys(seed: int, stream: str, *counters: np.ndarray) -> np.ndarray:
    """Return one key for each tuple of counters, uint64 [n]: the vectorised counterpart of ``generator``.

    Args:
        counters: non-negative integers [n], e.g. pass and place of each instance of a batch.
    """
    keys = np.array([derive_seed(seed, stream)], np.uint64)
    for counter in counters:
        keys = random_bits(keys, counter)
    return keys


def random_bits(key: np.ndarray, counter: np.ndarray) -> np.ndarray:
    """Return 64 random bits for each pair of a key and a counter, uint64: output ``counter`` of SplitMix64
    seeded with ``key``.

    A few operations on whole arrays replace a generator for each key (Steele, Lea and Flood 2014, "Fast
    splittable pseudorandom number generators", fig. 17).
    """
    with np.errstate(over="ignore"):
        state = key + (np.asarray(counter).astype(np.uint64) + np.uint64(1)) * _GOLDEN
        state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(state ^ (state >> np.uint64(31)), np.uint64)
