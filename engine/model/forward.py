"""Forward pass of any encoder on a ``TensorBatch``: the only module that knows the input arguments of the families."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache

import torch
from torch import nn

from engine.json_types import JsonObject
from engine.kernels.fused_layers import can_narrow_top_layer
from engine.kernels.packing import gather_rows
from engine.kernels.tensor_batch import TensorBatch, attends_packed
from engine.model.encoder_config import config_of
from engine.model.encoders import ROBERTA_LIKE_FAMILIES


def first_token_states(encoder: nn.Module, batch: TensorBatch, narrow: bool | None = None) -> torch.Tensor:
    """Return the top hidden state of each text's first token, [B, H] (see ``TensorBatch.first_token_states``).

    ``narrow``: whether the top layer computes those states only. None: where the encoder supports it.
    """
    top = int(config_of(encoder).num_hidden_layers)
    if not (can_narrow_top_layer(encoder) if narrow is None else narrow):
        return batch.first_token_states(hidden_states(encoder, batch, (top,))[top])
    return hidden_states(encoder, batch, (top,), tokens=batch.first_token_index)[top][0]


def states_at(encoder: nn.Module, batch: TensorBatch, positions: torch.Tensor) -> torch.Tensor:
    """Return the top hidden states at ``positions`` [n], indices into the flat tokens of ``batch``: [n, H].

    Where the encoder supports it, its top layer computes everything above attention for those positions only.
    """
    top = int(config_of(encoder).num_hidden_layers)
    if not can_narrow_top_layer(encoder):
        return batch.to_flat(hidden_states(encoder, batch, (top,))[top]).index_select(0, positions)
    tokens = positions if batch.packing else batch.inverse_index.index_select(0, positions)
    return hidden_states(encoder, batch, (top,), tokens=tokens)[top][0]


def hidden_states(
    encoder: nn.Module, batch: TensorBatch, indices: tuple[int, ...], **options: object
) -> dict[int, torch.Tensor]:
    """Return the hidden states ``indices`` of ``encoder`` (0 = embeddings, L = top), by index: [1, T, H] or [B, L, H].

    States of lower layers are stored on request only.
    """
    top = int(config_of(encoder).num_hidden_layers)
    if batch.packing is not None and not attends_packed(encoder):
        return _states_by_groups(encoder, batch, indices)
    inputs = encoder_inputs(encoder, batch) | options
    needs_lower = any(index != top for index in indices)
    output = encoder(**inputs, output_hidden_states=True) if needs_lower else encoder(**inputs)
    return {i: output.last_hidden_state if i == top else output.hidden_states[i] for i in indices}


def _states_by_groups(
    encoder: nn.Module, batch: TensorBatch, indices: tuple[int, ...]
) -> dict[int, torch.Tensor]:
    """Return hidden states of a packed batch, [1, T, H], from an encoder that requires padded inputs.

    Each length group is padded separately, so that little is computed for padding.
    """
    assert batch.packing is not None
    grouping = batch.packing.grouping
    top = int(config_of(encoder).num_hidden_layers)
    needs_lower = any(index != top for index in indices)
    has_types = _has_token_types(encoder)
    by_layer: dict[int, list[torch.Tensor]] = {index: [] for index in indices}
    for group in grouping.groups:
        rows, shape = slice(group.start, group.stop), (group.texts, group.width)
        gather_index = grouping.gather_index[rows].view(shape)[:, : group.longest]
        inputs: JsonObject = {
            "input_ids": batch.ids[0, gather_index],
            "attention_mask": grouping.token_mask[rows].view(shape)[:, : group.longest],
        }
        if has_types:
            inputs["token_type_ids"] = batch.token_types[0, gather_index]
        output = encoder(**inputs, output_hidden_states=needs_lower)
        for number, states in by_layer.items():
            hidden = output.last_hidden_state if number == top else output.hidden_states[number]
            states.append(nn.functional.pad(hidden, (0, 0, 0, group.width - group.longest)).flatten(0, 1))
    gather_index, inverse_index = grouping.gather_index, grouping.inverse_index
    return {
        number: gather_rows(torch.cat(states), inverse_index, gather_index, grouping.token_mask)[None]
        for number, states in by_layer.items()
    }


def encoder_inputs(encoder: nn.Module, batch: TensorBatch) -> JsonObject:
    """Return the keyword arguments of ``encoder`` for ``batch``, packed where its attention supports it."""
    config = config_of(encoder)
    inputs: JsonObject = {"input_ids": batch.ids}
    if hasattr(encoder, "kernels"):
        inputs["kernels"] = encoder.kernels
    if _has_token_types(encoder):
        inputs["token_type_ids"] = batch.token_types
    if batch.packing is None:
        inputs["attention_mask"] = batch.attention_mask
        return inputs
    first = int(config.pad_token_id) + 1 if config.model_type in ROBERTA_LIKE_FAMILIES else 0
    inputs["position_ids"] = batch.positions + first if first else batch.positions
    inputs["packing"] = batch.packing
    return inputs


def _has_token_types(encoder: nn.Module) -> bool:
    types = int(getattr(config_of(encoder), "type_vocab_size", 0) or 0)
    return types > 1 and _accepts(type(encoder).forward, "token_type_ids")


@cache
def _accepts(forward: Callable[..., object], name: str) -> bool:
    return name in inspect.signature(forward).parameters
