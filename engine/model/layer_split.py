"""Two views of an encoder: its embeddings with the lowest layers, and the layers above.

A view shares the modules (and so weights, modes and hooks) of its encoder, has no weights of its own, and is cheap
enough to be created for every batch.
"""

from __future__ import annotations

import copy

import torch
from torch import nn
from transformers.utils.output_capturing import maybe_install_capturing_hooks

from engine.kernels.attention import PACKABLE
from engine.model.parameters import stack_name

SPLITTABLE_FAMILIES = PACKABLE
"""Model types whose lower and upper layers are tested to compute the same as the whole encoder."""

_FINAL_NORMS = ("final_norm", "norm")
"""Names of a normalisation above the top layer (ModernBERT, EuroBERT)."""


def can_split(encoder: nn.Module) -> bool:
    """Return whether ``encoder`` is of a family that can be split."""
    config: object = getattr(encoder, "config", None)
    return getattr(config, "model_type", "") in SPLITTABLE_FAMILIES and stack_name(encoder) is not None


def lower_layers(encoder: nn.Module, depth: int) -> nn.Module:
    """Return a view of the embeddings and the lowest ``depth`` layers. Its last hidden state is number ``depth``."""
    half = _with_layers(encoder, slice(0, depth))
    for name in _FINAL_NORMS:
        if half._modules.get(name) is not None:
            half._modules[name] = nn.Identity()
    if "pooler" in half._modules:
        half._modules["pooler"] = None
    return half


def upper_layers(encoder: nn.Module, depth: int, states: torch.Tensor) -> nn.Module:
    """Return a view of the layers above ``depth``, which starts from ``states`` [B, L, H] and ignores its inputs.

    Its hidden state 0 is hidden state ``depth`` of the encoder.
    """
    # Hooks are installed once per model; a view used before the model would install them a second time.
    maybe_install_capturing_hooks(encoder)  # type: ignore[arg-type]
    half = _with_layers(encoder, slice(depth, None))
    if "embeddings" in half._modules:  # EuroBERT has none between the words' vectors and its layers
        half._modules["embeddings"] = _FixedEmbeddings(states)
    if "embeddings_project" in half._modules:  # ELECTRA's, where embeddings are narrower than layers
        half._modules["embeddings_project"] = nn.Identity()
    return half


class _FixedEmbeddings(nn.Module):
    """Embeddings replaced by a precomputed output."""

    def __init__(self, states: torch.Tensor) -> None:
        super().__init__()
        self.states = states

    def forward(self, *_: object, **__: object) -> torch.Tensor:
        return self.states


def _with_layers(encoder: nn.Module, layers: slice) -> nn.Module:
    path = stack_name(encoder)
    assert path is not None, "this family cannot be taken apart"
    half = parent = _view(encoder)
    *way, last = path.split(".")
    for name in way:
        child = parent._modules[name]
        assert child is not None
        parent._modules[name] = child = _view(child)
        parent = child
    stack = parent._modules[last]
    assert isinstance(stack, nn.ModuleList)
    parent._modules[last] = nn.ModuleList(list(stack)[layers])
    return half


def _view(module: nn.Module) -> nn.Module:
    """Return a copy that shares everything except its table of children."""
    view = copy.copy(module)
    view.__dict__["_modules"] = dict(module._modules)
    return view
