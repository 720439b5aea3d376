"""Description of each parameter of a model: its depth, its part, and whether weight decay applies to it.

Depth comes from the architecture (the path of the module), never from which parameters are trained: freezing a layer
must not shift the learning rates of the others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from torch import nn

ParameterPart = Literal["embeddings", "layer", "pooler", "head"]

FROZEN_WEIGHTS_ATTRIBUTE = "never_learns"
"""Attribute in which an adapted encoder lists its own frozen weights."""


@dataclass(frozen=True)
class ParameterInfo:
    """One parameter tensor.

    ``depth`` is 0 for embeddings, 1..L for the layers from the bottom, L + 1 for pooler and head. ``decays`` is false
    for biases, normalisation weights and all other vectors.
    """

    name: str
    depth: int
    part: ParameterPart
    size: int
    shape: tuple[int, ...]
    decays: bool


def parameter_table(model: nn.Module) -> list[ParameterInfo]:
    """Return all parameters of ``model`` in the order of ``named_parameters``. Tied tensors once, at their first
    name.
    ``model`` has its Hugging Face encoder as ``encoder``. Parameters outside it are head (or, by their name,
    pooler). Layers that share their weights (ALBERT) get the highest depth that uses them. Weights that adapters
    replace (``engine.model.adapters``) are never trained and are left out.
    """
    encoder = model.encoder
    assert isinstance(encoder, nn.Module)
    layers = layer_count(encoder)
    inside = {id(parameter): name for name, parameter in encoder.named_parameters()}
    never: frozenset[str] = getattr(encoder, FROZEN_WEIGHTS_ATTRIBUTE, frozenset())
    depths = layer_depths(encoder)
    embedded = {name for name, module in encoder.named_modules() if isinstance(module, nn.Embedding)}
    rows = []
    for name, parameter in model.named_parameters():
        own = inside.get(id(parameter))
        if own in never:
            continue
        depth, part = _locate(name, own, depths, embedded, layers)
        # The vectors of (IA)³ have two dimensions, but they are factors: decay would shrink what they scale.
        decays = parameter.ndim > 1 and ".ia3_l." not in name
        rows.append(ParameterInfo(name, depth, part, parameter.numel(), tuple(parameter.shape), decays))
    return rows


def layer_count(encoder: nn.Module) -> int:
    """Return the number of layers in a Hugging Face encoder's config."""
    config = encoder.config
    return int(config.num_hidden_layers)  # type: ignore[union-attr, arg-type]


def stack_name(encoder: nn.Module) -> str | None:
    """Return the path of the list that holds the encoder's layers, or None where layers share their weights."""
    return _find_stack(encoder, layer_count(encoder))


def _locate(
    name: str, inside: str | None, depths: dict[str, int], embedded: set[str], layers: int
) -> tuple[int, ParameterPart]:
    if inside is None:
        return layers + 1, "pooler" if "pooler" in name.split(".") else "head"
    for prefix, depth in depths.items():
        if inside.startswith(prefix):
            return depth, "layer"
    if inside.split(".")[0] == "pooler":
        return layers + 1, "pooler"
    if inside.rpartition(".")[0] in embedded or "embedding" in inside:
        return 0, "embeddings"
    # Neither embedding nor layer: a last normalisation (ModernBERT), which belongs to the top layer.
    return layers, "layer"


def layer_depths(encoder: nn.Module) -> dict[str, int]:
    """Return the depth of each layer, from 1, by the prefix of its parameters' names (``encoder.layer.0.``)."""
    layers = layer_count(encoder)
    stack = _find_stack(encoder, layers)
    if stack is not None:
        return {f"{stack}.{index}.": index + 1 for index in range(layers)}
    groups = _longest_list(encoder)
    if groups is None:
        return {}
    name, count = groups
    return {f"{name}.{index}.": math.ceil((index + 1) * layers / count) for index in range(count)}


def _find_stack(encoder: nn.Module, layers: int) -> str | None:
    for name, module in encoder.named_modules():
        if (
            isinstance(module, nn.ModuleList)
            and len(module) == layers
            and not _holds_all_layers(module, layers)
        ):
            return name
    return None


def _holds_all_layers(module: nn.ModuleList, layers: int) -> bool:
    # ALBERT with one group: a list of length 1 is the stack only if the encoder has one layer and nothing is shared.
    return layers == 1 and any(isinstance(child, nn.ModuleList) for child in module[0].modules())


def _longest_list(encoder: nn.Module) -> tuple[str, int] | None:
    lists = [(n, len(m)) for n, m in encoder.named_modules() if isinstance(m, nn.ModuleList) and len(m)]
    return lists[0] if lists else None
