"""Description of each parameter of a model: its depth, its part, and whether weight decay applies to it.

Depth follows from the architecture (the path of the module), not from which parameters are trained: freezing a layer
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
    """Return all parameters of ``model`` in the order of ``named_parameters``, tied tensors once.

    ``model.encoder`` is the Hugging Face encoder. Parameters outside it belong to the head (or, by their name, to a
    pooler). Layers that share weights (ALBERT) get the highest depth that uses them. Weights that adapters replace
    (``engine.model.adapters``) are never trained and are left out.
    """
    encoder = model.encoder
    assert isinstance(encoder, nn.Module)
    layers = layer_count(encoder)
    encoder_names = {id(parameter): name for name, parameter in encoder.named_parameters()}
    frozen_names: frozenset[str] = getattr(encoder, FROZEN_WEIGHTS_ATTRIBUTE, frozenset())
    depths = layer_depths(encoder)
    embedding_names = {name for name, module in encoder.named_modules() if isinstance(module, nn.Embedding)}
    rows = []
    for name, parameter in model.named_parameters():
        encoder_name = encoder_names.get(id(parameter))
        if encoder_name in frozen_names:
            continue
        depth, part = _depth_and_part(name, encoder_name, depths, embedding_names, layers)
        # The vectors of (IA)³ have two dimensions, but they are factors: decay would shrink the scaled values.
        decays = parameter.ndim > 1 and ".ia3_l." not in name
        rows.append(ParameterInfo(name, depth, part, parameter.numel(), tuple(parameter.shape), decays))
    return rows


def layer_count(encoder: nn.Module) -> int:
    """Return the number of layers in a Hugging Face encoder's config."""
    config = encoder.config
    return int(config.num_hidden_layers)  # type: ignore[union-attr, arg-type]


def stack_name(encoder: nn.Module) -> str | None:
    """Return the path of the list that holds the encoder's layers, or None where layers share weights."""
    return _find_stack(encoder, layer_count(encoder))


def _depth_and_part(
    name: str, encoder_name: str | None, depths: dict[str, int], embedding_names: set[str], layers: int
) -> tuple[int, ParameterPart]:
    if encoder_name is None:
        return layers + 1, "pooler" if "pooler" in name.split(".") else "head"
    for prefix, depth in depths.items():
        if encoder_name.startswith(prefix):
            return depth, "layer"
    if encoder_name.split(".")[0] == "pooler":
        return layers + 1, "pooler"
    if encoder_name.rpartition(".")[0] in embedding_names or "embedding" in encoder_name:
        return 0, "embeddings"
    # Neither embedding nor layer: a last normalisation (ModernBERT), which belongs to the top layer.
    return layers, "layer"


def layer_depths(encoder: nn.Module) -> dict[str, int]:
    """Return the depth of each layer, from 1, by the prefix of its parameters' names (``encoder.layer.0.``)."""
    layers = layer_count(encoder)
    list_name = _find_stack(encoder, layers)
    if list_name is not None:
        return {f"{list_name}.{index}.": index + 1 for index in range(layers)}
    longest = _longest_list(encoder)
    if longest is None:
        return {}
    name, count = longest
    return {f"{name}.{index}.": math.ceil((index + 1) * layers / count) for index in range(count)}


def _find_stack(encoder: nn.Module, layers: int) -> str | None:
    for name, module in encoder.named_modules():
        if (
            isinstance(module, nn.ModuleList)
            and len(module) == layers
            and not _wraps_shared_layer(module, layers)
        ):
            return name
    return None


def _wraps_shared_layer(module: nn.ModuleList, layers: int) -> bool:
    # ALBERT with one group: a list of length 1 is the stack only if the encoder has one layer and shares no weights.
    return layers == 1 and any(isinstance(child, nn.ModuleList) for child in module[0].modules())


def _longest_list(encoder: nn.Module) -> tuple[str, int] | None:
    lists = [(n, len(m)) for n, m in encoder.named_modules() if isinstance(m, nn.ModuleList) and len(m)]
    return lists[0] if lists else None
