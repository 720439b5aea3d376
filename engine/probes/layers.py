"""Outputs of an encoder's layers on fixed texts."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import nn

from engine.data.tokens import TokenBatch
from engine.kernels.tensor_batch import TensorBatch, supports_packing, to_tensors
from engine.model.encoder_config import config_of
from engine.model.encoders import describe_encoder
from engine.model.forward import hidden_states
from engine.probes.base import ProbeEnvironment
from engine.probes.passages import Passages, load_passages

BATCH_TOKENS = 2048
"""Tokens encoded at once, padding included."""


def load_probe_passages(environment: ProbeEnvironment) -> Passages:
    """Load the passages that all probes of a run share. They are the same in every run with the same text."""
    spec = environment.spec
    length = min(spec.length, describe_encoder(environment.context.experiment.encoder).positions)
    text = environment.context.experiment.general_text(spec.text)
    return load_passages(text, environment.tokenizer, count=spec.texts, length=length, role="probe")


def layer_states(encoder: nn.Module, batch: TensorBatch, *, bf16: bool = False) -> Iterator[torch.Tensor]:
    """Yield the embedding output and the output of each layer without padding: L + 1 tensors [T, d], float32.

    ``bf16``: whether to compute in bfloat16.
    """
    config = config_of(encoder)
    indices = tuple(range(int(config.num_hidden_layers) + 1))
    with torch.autocast(batch.ids.device.type, torch.bfloat16, enabled=bf16):
        states = hidden_states(encoder, batch, indices)
    for index in indices:
        yield batch.to_flat(states.pop(index)).float()


def to_encoder_device(
    encoder: nn.Module, batch: TokenBatch, pad_id: int, *, packed: bool | None = None
) -> TensorBatch:
    """Return ``batch`` as tensors on the device of ``encoder``, packed where its attention supports that.

    ``packed`` overrides the layout.
    """
    device = next(encoder.parameters()).device
    if packed is None:
        packed = supports_packing(encoder)
    return to_tensors(batch, device, packed, pad_id)
