"""The attention kernels of a run: measured, asked for, or those it began with."""

from __future__ import annotations

from dataclasses import asdict

import torch

from engine.model.attention import attention_for
from engine.model.encoders import EncoderInfo
from engine.model.verdict import Shape, Verdict, decide
from engine.spec.experiment import Experiment
from engine.train.device import Device


def kernels_for(
    experiment: Experiment, device: Device, encoder: EncoderInfo, began: dict[str, str]
) -> Verdict | None:
    """What computes attention in a run on ``device``; None where the encoder's family keeps transformers' own.

    ``began``: the kernels by which an earlier part of the run computed, empty when there is none.

    Raises UserError when the kernel asked for cannot be used here.
    """
    if attention_for(encoder.model_type) is None or not encoder.heads:
        return None
    dtype = torch.bfloat16 if device.precision == "bf16" else torch.float32
    shape = Shape(device.torch, dtype, encoder.heads, encoder.hidden // encoder.heads)
    packed = experiment.compute.padding != "padded"
    return decide(experiment.compute.attention, shape, packed=packed, began=began)


def notes_on(verdict: Verdict, *, dropout: bool) -> list[str]:
    """The notes of a run on its kernels."""
    return [f"Attention: {verdict.text(dropout=dropout)}.", *verdict.notes]


def remembered(verdict: Verdict | None) -> dict[str, str]:
    """What a checkpoint keeps of it: the kernel of each situation."""
    return asdict(verdict.kernels) if verdict else {}
