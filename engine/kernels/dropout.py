"""Dropout with cheap random bits on a CPU.

On a CPU torch draws a whole random number per value, which costs more than the rest of attention: a quarter of the time
when a small encoder trains on long texts. Sixteen random bits per value suffice, so one draw serves four values. The
probability is rounded to a multiple of 1/65536. The scale is that of the rounded probability, so the mean is exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import nn
from torch.nn import functional

from engine.kernels.random_bits import draw_random_words

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
    steps = min(round(probability * PROBABILITY_STEPS), PROBABILITY_STEPS - 1)
    return _draw_mask(shape, steps, 1.0, dtype, generator), PROBABILITY_STEPS / (PROBABILITY_STEPS - steps)


def draw_scaled_keep_mask(shape: Sequence[int], probability: float, dtype: torch.dtype) -> torch.Tensor:
    """Return a CPU dropout mask for multiplication.

    It is 0 with ``probability``, else the factor that compensates for the zeros, rounded to ``dtype``.
    """
    steps = min(round(probability * PROBABILITY_STEPS), PROBABILITY_STEPS - 1)
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
