"""Runs any encoder on a ``TensorBatch``: the one place that knows which inputs a family takes."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

import torch
from torch import nn

from engine.model.encoders import ROBERTA_LIKE
from engine.model.packed import TensorBatch


def hidden_states(encoder: nn.Module, batch: TensorBatch, wanted: tuple[int, ...]) -> dict[int, torch.Tensor]:
    """The chosen hidden states of ``encoder``: index (0 = embedding output, L = top) to [1, T, H] or [B, L, H].

    Lower layers are only kept when one of them is wanted.
    """
    config: Any = encoder.config
    top = int(config.num_hidden_layers)
    inputs = encoder_inputs(encoder, batch)
    below = any(index != top for index in wanted)
    output = encoder(**inputs, output_hidden_states=True) if below else encoder(**inputs)
    return {i: output.last_hidden_state if i == top else output.hidden_states[i] for i in wanted}


def encoder_inputs(encoder: nn.Module, batch: TensorBatch) -> dict[str, Any]:
    """The keyword arguments with which ``encoder`` reads ``batch``."""
    config: Any = encoder.config
    inputs: dict[str, Any] = {"input_ids": batch.ids}
    if int(getattr(config, "type_vocab_size", 0) or 0) > 1 and _accepts(
        type(encoder).forward, "token_type_ids"
    ):
        inputs["token_type_ids"] = batch.segments
    if batch.packing is None:
        inputs["attention_mask"] = batch.mask
        return inputs
    first = int(config.pad_token_id) + 1 if config.model_type in ROBERTA_LIKE else 0
    inputs["position_ids"] = batch.positions + first if first else batch.positions
    inputs["packing"] = batch.packing
    return inputs


@cache
def _accepts(forward: Callable[..., Any], name: str) -> bool:
    return name in inspect.signature(forward).parameters
