"""Activation checkpointing: what a layer has computed is computed again for its gradient (Chen et al. 2016)."""

from __future__ import annotations

from functools import partial
from typing import Any

from torch import nn
from torch.utils.checkpoint import checkpoint
from transformers.modeling_layers import GradientCheckpointingLayer


def enable_activation_checkpointing(encoder: nn.Module) -> list[str]:
    """Lets every layer of ``encoder`` keep its input only; returns a note where the family's layers cannot.

    Each is computed twice in training: the same way, since the random state is put back to what it was. Memory for
    activations falls from that of all layers to that of one; a third is added to the time.
    """
    layers: list[Any] = [m for m in encoder.modules() if isinstance(m, GradientCheckpointingLayer)]
    for layer in layers:
        # What transformers' own switch does, which is called differently from version to version.
        layer.gradient_checkpointing = True
        layer._gradient_checkpointing_func = partial(checkpoint, use_reentrant=False)
    if layers:
        return []
    family = getattr(getattr(encoder, "config", None), "model_type", "this model")
    return [f"Activations cannot be computed again in {family}; they are kept."]
