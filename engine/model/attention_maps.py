"""The attention weights of every head of an encoder, read without changing the encoder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import torch
from torch import nn

from engine.errors import UserError
from engine.kernels.tensor_batch import TensorBatch
from engine.model.encoder_config import config_of
from engine.model.forward import encoder_inputs

if TYPE_CHECKING:
    from transformers import PreTrainedConfig


def attention_maps(encoder: nn.Module, batch: TensorBatch) -> list[torch.Tensor]:
    """Return the attention of each layer from the bottom, softmax(Q Kᵀ / √d): L times [B, heads, L, L].

    A row is a query's distribution over keys. Rows and columns beyond a text's end are undefined (see
    ``batch.token_mask``). They are computed by transformers' eager attention, which is selected for this call only.
    Dropout follows the mode of the encoder.

    Args:
        encoder: a Hugging Face encoder.
        batch: a padded batch (``to_tensors(..., packed=False)``).

    Raises UserError when the encoder's family does not return its attention weights.
    """
    if batch.packing is not None:
        raise ValueError("attention is shown of padded batches")
    config = config_of(encoder)
    maps: tuple[torch.Tensor, ...] | None = None
    try:
        with _plain_attention(config):
            maps = encoder(**encoder_inputs(encoder, batch), output_attentions=True).attentions
    except (ValueError, TypeError, AttributeError) as error:
        raise _unsupported_error(config) from error
    if not maps or any(layer is None or layer.ndim != 4 for layer in maps):
        raise _unsupported_error(config)
    if maps[0].shape[-2:] != batch.token_mask.shape[1:] * 2:
        raise _unsupported_error(config)
    return list(maps)


@contextmanager
def _plain_attention(config: PreTrainedConfig) -> Iterator[None]:
    """Use transformers' eager attention, which returns its weights, inside the context."""
    implementation = config._attn_implementation
    config._attn_implementation = "eager"
    try:
        yield
    finally:
        config._attn_implementation = implementation


def _unsupported_error(config: PreTrainedConfig) -> UserError:
    return UserError(
        f"encoders of the family '{config.model_type}' do not return their attention.",
        place="encoder.source",
        remedy="Choose a BERT, RoBERTa, DistilBERT or ELECTRA model, or leave attention out.",
    )
