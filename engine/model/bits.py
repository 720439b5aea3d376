"""Which values dropout keeps, decided by single random bytes on a CPU.

torch draws its random numbers one after the other in one thread, which costs a CPU more than anything else about the
attention weights of long texts. A byte decides as well: with p of 256 values rounded up or down at random, once per
call, every value is dropped with probability p exactly. Bytes come from NumPy's SFC64, seeded by one draw of torch's
own generator, so they are a function of its state and do not depend on the number of threads.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import torch

FEW = 1 << 15
"""Bytes up to which seeding another generator would cost more than it saves."""
PIECE = 1 << 20
"""Bytes that one thread draws in one go."""
_ALL = np.iinfo(np.uint64).max
_INTEGERS = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def random_bytes(count: int) -> torch.Tensor:
    """``count`` random bytes, int8, uniform; drawn from torch's global state."""
    words = -(-count // 8)
    if count <= FEW:
        draws = torch.empty(words, dtype=torch.int64).random_(-(2**63), None)
    else:
        seed = int(torch.empty((), dtype=torch.int64).random_())
        sizes = [min(PIECE // 8, words - start) for start in range(0, words, PIECE // 8)]

        def draw(piece: int) -> np.ndarray:
            generator = np.random.Generator(np.random.SFC64([seed, piece]))
            return generator.integers(0, _ALL, sizes[piece], dtype=np.uint64, endpoint=True)

        threads = min(torch.get_num_threads(), len(sizes))
        pieces = (_pool(threads).map if threads > 1 else map)(draw, range(len(sizes)))
        found = list(pieces)
        draws = torch.from_numpy((found[0] if len(found) == 1 else np.concatenate(found)).view(np.int64))
    return draws.view(torch.int8)[:count]


def keeping(shape: Sequence[int], probability: float) -> torch.Tensor:
    """int8 of ``shape``: 0 (all bits clear) with ``probability``, else -1 (all bits set); see ``clear``."""
    share = 256 * probability + float(torch.rand(()))
    dropped = min(math.floor(share), 255)
    return random_bytes(math.prod(shape)).ge_(dropped - 128).neg_().view(*shape)


def clear(values: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
    """``values`` (contiguous, any floating type) with zeros where ``keep`` is 0; half the time of a product."""
    integers = _INTEGERS[values.element_size()]
    return (values.view(integers) & keep.to(integers)).view(values.dtype)


def clear_(values: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
    """``clear`` in place."""
    integers = _INTEGERS[values.element_size()]
    values.view(integers).bitwise_and_(keep.to(integers))
    return values


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="random-bytes")
