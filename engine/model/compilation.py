"""``torch.compile`` on the layers of an encoder, one compilation for all of them.

Layers are compiled in place (``nn.Module.compile``): names, state dicts and exports are unaffected. Attention is left
out, since its shapes depend on the lengths of a batch. Everything else is traced once with a dynamic number of tokens,
so no batch causes a recompilation.
"""

from __future__ import annotations

import time
from typing import Literal

import numpy as np
import torch
from torch import nn
from transformers import AttentionInterface

from engine.data.tokens import TokenBatch
from engine.errors import out_of_memory
from engine.kernels.attention import ATTENTION_NAME, attend
from engine.kernels.fused_layers import install_fused_layers, restore_plain_layers
from engine.kernels.tensor_batch import to_tensors
from engine.model.encoder_config import config_of
from engine.model.forward import hidden_states
from engine.model.parameters import stack_name

MIN_UPDATES = 5000
"""Updates of a stage from which compiling pays on a GPU: it takes a minute, and an update gains some hundredths of a
second."""
TRIAL_LENGTHS = np.array([5, 9, 3])
"""Lengths of the texts of the trial. All sizes differ, since a compiler would assume that equal ones always are."""


def compile_layers(
    encoder: nn.Module,
    choice: Literal["auto", "on", "off"],
    *,
    device: torch.device,
    bf16_autocast: bool,
    packed: bool,
    updates: int,
) -> str:
    """Compile the layers of ``encoder`` where requested or worthwhile. Return a note for the user, or an empty
    string.
    A trial step tests the compilation. If it fails, the encoder is restored. Weights, gradients and random states
    are unchanged.

    Args:
        bf16_autocast: whether matrix products are computed in bfloat16.
        packed: whether batches are packed.
        updates: number of remaining updates of the stage.
    """
    if choice == "off" or (choice == "auto" and not _is_worthwhile(device, updates)):
        return ""
    stack = stack_name(encoder)
    if stack is None:
        return "This encoder's layers cannot be compiled one by one; it runs uncompiled."
    AttentionInterface.register(ATTENTION_NAME, torch.compiler.disable(attend))
    start = time.perf_counter()
    restore_plain_layers(encoder)
    try:
        for layer in encoder.get_submodule(stack).children():
            for module in _compilable_parts(layer):
                module.compile(dynamic=True)
        _run_trial(encoder, device, bf16_autocast, packed)
    except Exception as error:  # what a compiler raises is its own
        restore_uncompiled(encoder)
        if out_of_memory(error):
            raise
        first = next(iter(str(error).strip().splitlines()), type(error).__name__)
        return f"Compiling does not work here, so the encoder runs uncompiled: {first[:200]}"
    return f"The encoder's layers were compiled in {time.perf_counter() - start:.0f} s."


def _compilable_parts(layer: nn.Module) -> list[nn.Module]:
    """Return the modules of a layer to compile: all but attention, or the whole layer where that is not separate."""
    names = ("attention.output", "intermediate", "output")
    inside = dict(layer.named_modules())
    return [inside[name] for name in names] if all(name in inside for name in names) else [layer]


def restore_uncompiled(encoder: nn.Module) -> None:
    """Undo ``compile_layers``."""
    for module in encoder.modules():
        module._compiled_call_impl = None  # what nn.Module.compile sets
    install_fused_layers(encoder)


def _is_worthwhile(device: torch.device, updates: int) -> bool:
    # On a CPU it does not pay: products are most of an update there, and fusing the rest gains less than it costs.
    return device.type == "cuda" and updates >= MIN_UPDATES


def _run_trial(encoder: nn.Module, device: torch.device, half: bool, packed: bool) -> None:
    """Run one forward and backward pass in training mode over three artificial texts."""
    total, top = int(TRIAL_LENGTHS.sum()), int(config_of(encoder).num_hidden_layers)
    none = np.zeros(0, np.int64)
    texts = TokenBatch(np.full(total, 3), np.zeros(total, np.int64), TRIAL_LENGTHS, none, none)
    batch = to_tensors(texts, device, packed, 0)
    training, gradients = encoder.training, {p: p.grad for p in encoder.parameters()}
    with torch.random.fork_rng(devices=[device] if device.type == "cuda" else []):
        try:
            encoder.train()
            with torch.autocast(device.type, torch.bfloat16, enabled=half):
                states = hidden_states(encoder, batch, (top,))[top]
            if states.requires_grad:
                states.float().square().mean().backward()
        finally:
            encoder.train(training)
            for parameter, gradient in gradients.items():
                parameter.grad = gradient
