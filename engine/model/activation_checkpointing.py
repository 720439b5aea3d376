"""Activation checkpointing: activations of a layer are recomputed in the backward pass (Chen et al. 2016)."""

from __future__ import annotations

from functools import partial
from typing import Any

from torch import nn
from torch.utils.checkpoint import checkpoint
from transformers.modeling_layers import GradientCheckpointingLayer


def enable_activation_checkpointing(encoder: nn.Module) -> list[str]:
    """Make every layer of ``encoder`` store its input only. Return a note where the family's layers do not support
    it.
    Each layer is computed twice in training, with the same random state. Memory for activations falls from that of
    all layers to that of one. The time increases by a third.
    """
    layers: list[Any] = [m for m in encoder.modules() if isinstance(m, GradientCheckpointingLayer)]
    for layer in layers:
        # The same as transformers' own switch, whose interface changes from version to version.
        layer.gradient_checkpointing = True
        layer._gradient_checkpointing_func = partial(checkpoint, use_reentrant=False)
    if layers:
        return []
    family = getattr(getattr(encoder, "config", None), "model_type", "this model")
    return [f"Activations cannot be computed again in {family}; they are kept."]
