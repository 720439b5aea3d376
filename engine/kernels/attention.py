"""Attention over packed texts (no padding), for any model family that uses transformers' attention interface.

A packed batch is one long row of tokens. Either a kernel takes it unchanged, or its texts are sorted by length into a
few groups. Each group is gathered into a rectangle with a row per text, in which every text attends to itself, and
scattered back into the packed row. No token sees another text, and almost nothing is computed for padding.

The function is registered with transformers once, as ``palimpsest``. It computes padded batches too, so a model
accepts both without a switch.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.masking_utils import sdpa_mask

from engine.kernels.attention_registry import AttentionProblem, KernelSelection
from engine.kernels.packing import Packing, window_mask

ATTENTION_NAME = "palimpsest"
DEFAULT_KERNELS = KernelSelection()
PACKABLE = (
    "bert",
    "roberta",
    "xlm-roberta",
    "camembert",
    "electra",
    "distilbert",
    "modernbert",  # mmBERT is one
    "eurobert",
)
"""Model types for which packed and padded batches are tested to give the same logits and gradients."""

GROUPABLE = ("deberta", "deberta-v2")
"""Model types with their own attention, which compute a packed batch one length group at a time."""


def attention_implementation(model_type: str) -> str | None:
    """Return our attention implementation for a model type on which it is tested, else None (transformers chooses)."""
    return ATTENTION_NAME if model_type in PACKABLE else None


def attend(
    module: nn.Module,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    dropout: float = 0.0,
    scaling: float | None = None,
    sliding_window: int | None = None,
    packing: Packing | None = None,
    kernels: KernelSelection = DEFAULT_KERNELS,
    **_: object,
) -> tuple[torch.Tensor, None]:
    """Compute bidirectional attention, packed when ``packing`` is given.

    Args:
        query, key, value: [B, heads, L, d], packed [1, heads, T, d]. Keys and values may have fewer heads, each
            shared by consecutive query heads (grouped-query attention, Ainslie et al. 2023).
        attention_mask: boolean, true where a query sees a key, broadcastable to [B, 1, L, L]. None: everywhere.
        dropout: probability with which attention weights are dropped.
        scaling: multiplier of the scores. None: 1/√d.
        sliding_window: a query sees keys less than this many positions away. None: all.
        packing: the layout of a packed batch.
        kernels: the kernels that compute it.

    Returns the weighted values [B, L, heads, d] (packed: [1, T, heads, d]) and None for the weights.
    """
    if (shared := query.shape[1] // key.shape[1]) > 1:
        key, value = (x.repeat_interleave(shared, dim=1) for x in (key, value))
    scale = query.shape[-1] ** -0.5 if scaling is None else scaling
    problem = AttentionProblem(
        query.device.type, query.dtype, query.shape[-1], packing is not None, dropout > 0
    )
    kernel = kernels.select(problem)
    if packing is not None:
        q, k, v = (x[0].transpose(0, 1) for x in (query, key, value))
        return kernel.packed(q, k, v, packing, sliding_window, dropout, scale)[None], None
    if attention_mask is None and sliding_window is not None:
        attention_mask = window_mask(query.shape[2], query.shape[2], sliding_window, query.device)
    assert kernel.padded is not None
    return kernel.padded(query, key, value, attention_mask, dropout, scale).transpose(1, 2), None


def set_kernels(model: nn.Module, kernels: KernelSelection) -> None:
    """Set the kernels of every encoder in ``model`` that computes attention with this module."""
    for module in model.modules():
        if getattr(getattr(module, "config", None), "_attn_implementation", None) == ATTENTION_NAME:
            module.kernels = kernels  # type: ignore[assignment]


def _mask(*, attention_mask: torch.Tensor | None = None, **kwargs: Any) -> torch.Tensor | None:
    # Without padding no mask is needed: ``attend`` handles packing and window itself.
    return None if attention_mask is None else sdpa_mask(attention_mask=attention_mask, **kwargs)


AttentionInterface.register(ATTENTION_NAME, attend)
AttentionMaskInterface.register(ATTENTION_NAME, _mask)
