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
    """Attention before and after training for the T tokens of a text, or of its first segment.

    Attributes:
        tokens: T names.
        before, after: float32 [L, H, T, T]: layers from the bottom, heads, attending tokens, attended tokens. Rows sum
            to 1.
        divergence: Jensen-Shannon divergence in bits (Lin 1991), averaged over attending tokens, float32 [L, H]. 0 for
            equal attention, 1 for disjoint attention.
    """

    tokens: tuple[str, ...]
    before: np.ndarray
    after: np.ndarray
    divergence: np.ndarray


@torch.inference_mode()
def attention_change(
    before: nn.Module, after: nn.Module, text: TokenizedText, pad_id: int
) -> AttentionChange:
    """Return the change of attention on a text. Raises UserError if the model family returns no attention weights."""
    text = text.first_segment()
    batch = to_tensors(text.batch, "cpu", False, pad_id)
    first, second = (
        torch.cat([layer.float() for layer in attention_maps(encoder, batch)]) for encoder in (before, after)
    )
    divergence = jensen_shannon(first, second).mean(-1)
    return AttentionChange(text.tokens, first.numpy(), second.numpy(), divergence.numpy())
