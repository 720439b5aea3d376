"""What the layers of an encoder make of fixed texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch
from torch import nn

from engine.data.tokens import TokenBatch
from engine.model.attention import NAME
from engine.model.encoders import describe
from engine.model.forward import hidden_states
from engine.model.packed import TensorBatch, to_tensors
from engine.probes.base import Bench
from engine.probes.texts import Passages, passages

TOKENS = 2048
"""Tokens that are encoded at once, padding included."""


def general_text(bench: Bench) -> Passages:
    """The passages that all measures of a run read; the same in every run that reads the same text."""
    spec = bench.spec
    length = min(spec.length, describe(bench.context.experiment.encoder).positions)
    return passages(spec.text, bench.tokenizer, count=spec.texts, length=length, part="probe")


def layer_states(encoder: nn.Module, batch: TensorBatch, *, bf16: bool = False) -> Iterator[torch.Tensor]:
    """The embedding output and the output of each layer, for all tokens without padding: L + 1 times [T, d], float32.

    ``bf16``: with bfloat16 products.
    """
    config: Any = encoder.config
    wanted = tuple(range(int(config.num_hidden_layers) + 1))
    with torch.autocast(batch.ids.device.type, torch.bfloat16, enabled=bf16):
        states = hidden_states(encoder, batch, wanted)
    for index in wanted:
        yield batch.flat(states.pop(index)).float()


def on_device(
    encoder: nn.Module, batch: TokenBatch, pad_id: int, *, packed: bool | None = None
) -> TensorBatch:
    """``batch`` where ``encoder`` is; packed where that can be, unless said otherwise."""
    config: Any = encoder.config
    device = next(encoder.parameters()).device
    if packed is None:
        packed = getattr(config, "_attn_implementation", None) == NAME
    return to_tensors(batch, device, packed, pad_id)
