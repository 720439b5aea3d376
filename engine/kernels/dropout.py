"""Dropout with cheap random bits on a CPU.

torch draws one random number per value there, which costs more than the rest of attention. In training a small encoder
on long texts it took a quarter of the time. Sixteen random bits per value suffice, so one draw serves four values. The
probability is rounded to 1/65536. The scaling uses the rounded one, so the mean is exact.
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
    """Return (a CPU tensor of ones and zeros, the factor that makes up for the zeros). Zeros have ``probability``.

    Drawn from ``generator``, else from torch's global state.
    """
    dropped = min(round(probability * PROBABILITY_STEPS), PROBABILITY_STEPS - 1)
    return _draw(shape, dropped, 1.0, dtype, generator), PROBABILITY_STEPS / (PROBABILITY_STEPS - dropped)


def draw_scaled_keep_mask(shape: Sequence[int], probability: float, dtype: torch.dtype) -> torch.Tensor:
    """Return a CPU dropout mask for multiplication.

    It is 0 with ``probability``, else the factor that makes up for the zeros, rounded to ``dtype``.
    """
    dropped = min(round(probability * PROBABILITY_STEPS), PROBABILITY_STEPS - 1)
    return _draw(shape, dropped, PROBABILITY_STEPS / (PROBABILITY_STEPS - dropped), dtype)


def _draw(
    shape: Sequence[int],
    dropped: int,
    value: float,
    dtype: torch.dtype,
    generator: torch.Generator | None = None,
) -> torch.Tensor:
    count = math.prod(shape)
    keep = draw_random_words(count, generator).view(*shape).ge_(dropped - PROBABILITY_STEPS // 2)
    if dtype.itemsize == 2:
        # The bits of the scale itself are multiplied in: converting integers to bfloat16 costs more than all
        # of the above.
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
