"""Attention of two states of an encoder for one text, and their divergence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from engine.kernels.tensor_batch import to_tensors
from engine.lab.tokenized_text import TokenizedText
from engine.model.attention_maps import attention_maps
from engine.probes.attention import jensen_shannon


@dataclass(frozen=True, eq=False)
class AttentionChange:
    """Attention before and after for a text of T tokens (of its first segment, where it is read in several).

    Attributes:
        tokens: T names.
        before, after: float32 [L, H, T, T]: layers from the bottom, heads, from which token, to which token; every
            row sums to 1.
        divergence: float32 [L, H], bits: Jensen-Shannon divergence of the two (Lin 1991), averaged over the tokens
            it comes from, 0 where both are equal, 1 where no token gets attention from both.
    """

    tokens: tuple[str, ...]
    before: np.ndarray
    after: np.ndarray
    divergence: np.ndarray


@torch.inference_mode()
def attention_change(
    before: nn.Module, after: nn.Module, text: TokenizedText, pad_id: int
) -> AttentionChange:
    """Return the change of attention on a text. Raises UserError when the family returns no attention weights."""
    text = text.first_segment()
    batch = to_tensors(text.batch, "cpu", False, pad_id)
    first, second = (
        torch.cat([layer.float() for layer in attention_maps(encoder, batch)]) for encoder in (before, after)
    )
    divergence = jensen_shannon(first, second).mean(-1)
    return AttentionChange(text.tokens, first.numpy(), second.numpy(), divergence.numpy())
