"""Dropout with cheap random bits on a CPU.

On a CPU torch draws a whole random number per value, which costs more than the rest of attention: a quarter of the time
when a small encoder trains on long texts. Sixteen random bits per value suffice, so one draw serves four values. The
probability is rounded to a multiple of 1/65536. The scale is that of the rounded probability, so the mean is exact.

The bits come from NumPy's SFC64, seeded by one draw from torch's generator: they are a function of its state and do
not depend on the number of threads.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import torch
from torch import nn
from torch.nn import functional

MIN_THREADED_WORDS = 1 << 16
"""Number of words up to which seeding another generator would cost more than it saves."""
WORDS_PER_THREAD = 1 << 19
"""Number of words that a thread draws in one call."""
_MAX_UINT64 = np.iinfo(np.uint64).max
_INTEGERS = {2: torch.int16, 4: torch.int32, 8: torch.int64}


def draw_random_words(count: int, generator: torch.Generator | None = None) -> torch.Tensor:
    """Return ``count`` uniform numbers of 16 bits, int16, drawn from ``generator``, else from torch's global state."""
    if count <= MIN_THREADED_WORDS:
        numbers = torch.empty(-(-count // 4), dtype=torch.int64).random_(-(2**63), None, generator=generator)
        return numbers.view(torch.int16)[:count]
    seed = int(torch.empty((), dtype=torch.int64).random_(generator=generator))
    words = np.empty(-(-count // 4), dtype=np.uint64)
    size = WORDS_PER_THREAD // 4

    def draw(piece: int) -> None:
        part = words[piece * size : (piece + 1) * size]
        generator = np.random.Generator(np.random.SFC64([seed, piece]))
        part[:] = generator.integers(0, _MAX_UINT64, len(part), dtype=np.uint64, endpoint=True)

    pieces = range(-(-len(words) // size))
    threads = min(torch.get_num_threads(), len(pieces))
    list((_pool(threads).map if threads > 1 else map)(draw, pieces))
    return torch.from_numpy(words.view(np.int16))[:count]


def draw_keep_bits(shape: Sequence[int], probability: float, dtype: torch.dtype) -> torch.Tensor:
    """Return integers as wide as ``dtype``: 0 with ``probability``, else all bits set. See ``apply_keep_bits``."""
    words = (
        draw_random_words(math.prod(shape)).ge_(_dropped_steps(probability) - PROBABILITY_STEPS // 2).neg_()
    )
    return words.to(_INTEGERS[dtype.itemsize]).view(*shape)


def dropout_scale(probability: float) -> float:
    """Return the factor that compensates for the zeros of dropout."""
    return PROBABILITY_STEPS / (PROBABILITY_STEPS - _dropped_steps(probability))


def _dropped_steps(probability: float) -> int:
    return min(round(probability * PROBABILITY_STEPS), PROBABILITY_STEPS - 1)


def apply_keep_bits(values: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
    """Return ``values`` (any floating type) where ``keep`` has all bits set, else zeros. Twice as fast as a product."""
    return (values.view(keep.dtype) & keep).view(values.dtype)


def apply_keep_bits_(values: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
    """Apply ``apply_keep_bits`` in place."""
    values.view(keep.dtype).bitwise_and_(keep)
    return values


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="random-bits")


PROBABILITY_STEPS = 65536


def draw_keep_mask(
    shape: Sequence[int],
    probability: float,
    dtype: torch.dtype,
    generator: torch.Generator | None = None,
) -> tuple[torch.Tensor, float]:
    """Return a CPU mask that is 0 with ``probability`` and 1 otherwise, and the factor that compensates for the zeros.

    It is drawn from ``generator``, else from torch's global state.
    """
    steps = _dropped_steps(probability)
    return _draw_mask(shape, steps, 1.0, dtype, generator), PROBABILITY_STEPS / (PROBABILITY_STEPS - steps)


def draw_scaled_keep_mask(shape: Sequence[int], probability: float, dtype: torch.dtype) -> torch.Tensor:
    """Return a CPU dropout mask for multiplication.

    It is 0 with ``probability``, else the factor that compensates for the zeros, rounded to ``dtype``.
    """
    steps = _dropped_steps(probability)
    return _draw_mask(shape, steps, PROBABILITY_STEPS / (PROBABILITY_STEPS - steps), dtype)


def _draw_mask(
    shape: Sequence[int],
    steps: int,
    value: float,
    dtype: torch.dtype,
    generator: torch.Generator | None = None,
) -> torch.Tensor:
    count = math.prod(shape)
    keep = draw_random_words(count, generator).view(*shape).ge_(steps - PROBABILITY_STEPS // 2)
    if dtype.itemsize == 2:
        # Multiply by the bits of the scale: converting integers to bfloat16 would cost more than all of the above.
        return keep.mul_(int(torch.tensor(value, dtype=dtype).view(torch.int16))).view(dtype)
    keep = keep.to(dtype)
    return keep if value == 1.0 else keep.mul_(value)


class CheapDropout(nn.Dropout):
    """``nn.Dropout`` with cheaper random bits on a CPU: the same distribution, other draws."""

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        if not self.training or not self.p or input.device.type != "cpu" or torch.compiler.is_compiling():
            return functional.dropout(input, self.p, self.training)
        return input * draw_scaled_keep_mask(input.shape, self.p, input.dtype)


def use_cheap_dropout(model: nn.Module) -> None:
    """Replace every ``nn.Dropout`` in ``model`` by ``CheapDropout``."""
    for parent in model.modules():
        for name, child in parent.named_children():
            if type(child) is nn.Dropout:
                setattr(parent, name, CheapDropout(child.p))
