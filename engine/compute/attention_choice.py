"""The attention kernels of a run: selected by rule, requested, or those with which it began."""

from __future__ import annotations

from dataclasses import asdict

import torch

from engine.compute.device import Device
from engine.kernels.attention import attention_implementation
from engine.kernels.kernel_selection import AttentionShape, KernelDecision, select_kernels
from engine.model.encoders import EncoderInfo
from engine.spec.experiment import Compute


def choose_attention(
    compute: Compute, device: Device, encoder: EncoderInfo, resumed_kernels: dict[str, str]
) -> KernelDecision | None:
    """Return the attention kernels of a run on ``device``, or None where the encoder's family keeps those of
    transformers.

    ``resumed_kernels``: the kernels of an earlier part of the run, empty when there is none.

    Raises UserError when the requested kernel cannot be used here.
    """
    if attention_implementation(encoder.model_type) is None or not encoder.heads:
        return None
    dtype = torch.bfloat16 if device.precision == "bf16" else torch.float32
    shape = AttentionShape(device.torch, dtype, encoder.heads, encoder.hidden // encoder.heads)
    packed = compute.padding != "padded"
    return select_kernels(compute.attention, shape, packed=packed, recorded=resumed_kernels)


def attention_notices(verdict: KernelDecision, *, dropout: bool) -> list[str]:
    """Return the notices of a run on its kernels."""
    return [f"Attention: {verdict.describe(dropout=dropout)}.", *verdict.notes]


def kernels_as_json(verdict: KernelDecision | None) -> dict[str, str]:
    """Return the kernel of each situation, for a checkpoint."""
    return asdict(verdict.kernels) if verdict else {}
