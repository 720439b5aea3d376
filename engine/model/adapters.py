"""Adapters: a few new weights are trained in place of the encoder's own (``peft``).

Only some matrices of the encoder are wrapped, so it computes packed and padded batches as before. ``merged_state_dict``
returns the weights to save or to compare with other encoders: adapters merged into the matrices, under Hugging Face
names.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import torch
from torch import nn

from engine import random_streams
from engine.errors import UserError
from engine.model.parameters import FROZEN_WEIGHTS_ATTRIBUTE, layer_depths
from engine.spec.mitigation import IA3, Adapter, LoRA

if TYPE_CHECKING:
    from peft import PeftConfig
    from peft.tuners.tuners_utils import BaseTunerLayer

_ROLES = {
    "query": ("query", "q_lin", "q_proj", "query_proj", "q"),
    "key": ("key", "k_lin", "k_proj", "key_proj", "k"),
    "value": ("value", "v_lin", "v_proj", "value_proj", "v"),
}
_FUSED = ("Wqkv", "in_proj", "qkv", "qkv_proj", "query_key_value")
"""Names of matrices that hold queries, keys and values together (ModernBERT)."""
_BASE_LAYER = "base_layer."
"""Name that peft inserts between a wrapped matrix and its weights."""


@runtime_checkable
class ConfiguresAdapter(Protocol):
    """Interface of a plug-in's adapter option that returns peft's settings itself."""

    def config(self, targets: str) -> PeftConfig:
        """Return peft's settings for the matrices whose full names match the regular expression ``targets``."""
        ...


def add_adapters(
    encoder: nn.Module, option: Adapter, seed: int, *, untrained: Collection[str] = ()
) -> list[str]:
    """Add the adapters of ``option`` to ``encoder``, drawn from ``seed``. Return notes for the user.

    At first the adapted encoder computes the same as before (LoRA: B = 0; (IA)³: ones). Its own weights are frozen
    permanently and left out of the parameter table. Parameters named in ``untrained`` are newly initialised: they are
    trained themselves, and get no adapter.

    LoRA (Hu et al. 2022, 4.1): W + (α / r) B A; rsLoRA (Kalajdzievski 2023): α / √r; DoRA (Liu et al. 2024): length and
    direction of the rows of W are trained separately. (IA)³ (Liu et al. 2022, 3.3): vectors scale keys, values and the
    inputs of the last matrix of each layer. A matrix that holds queries, keys and values together is adapted as a
    whole.

    Raises UserError when nothing can be adapted.
    """
    if not option.acts:
        return []
    from peft import inject_adapter_in_model

    new_names = set(untrained)
    own_names = {name for name, _ in encoder.named_parameters()} - new_names
    layers = _matrices(encoder, new_names)
    targets, inputs = _target_matrices(layers, option)
    notes = []
    if isinstance(option, LoRA) and option.variant == "dora":
        count, matrices = len(targets), {name: matrix for layer in layers for name, matrix in layer.items()}
        # DoRA divides each row by its length, so none may be zero.
        targets = [name for name in targets if matrices[name].weight.detach().norm(dim=1).all()]
        if len(targets) < count:
            notes = [
                f"{count - len(targets)} of {count} matrices get no adapter: some of their rows are zero and have no "
                "direction for DoRA to learn."
            ]
    if not targets:
        raise UserError(
            "the encoder has no matrices for an adapter there.",
            place="adapter.where",
            remedy="Adapt all matrices, or use no adapter.",
        )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(random_streams.derive_seed(seed, "adapter"))
        inject_adapter_in_model(_config(option, targets, inputs), encoder)
    wrapped_names = {name.replace(_BASE_LAYER, ""): name for name, _ in encoder.named_parameters()}
    frozen_names = frozenset(wrapped_names[name] for name in own_names)
    for name, parameter in encoder.named_parameters():
        parameter.requires_grad_(name not in frozen_names)
    setattr(encoder, FROZEN_WEIGHTS_ATTRIBUTE, frozen_names)
    trained = sum(p.numel() for p in encoder.parameters() if p.requires_grad)
    total = sum(p.numel() for p in encoder.parameters())
    note = f"{option.title}: {trained:,} of the encoder's {total:,} weights are trained, in {len(targets)} matrices."
    fused = sorted({name.rpartition(".")[2] for name in targets} & set(_FUSED))
    if fused and not option.adapts_all_matrices:
        return [
            note,
            *notes,
            f"Its queries, keys and values are one matrix ({fused[0]}), adapted as a whole.",
        ]
    return [note, *notes]


def has_adapters(encoder: nn.Module) -> bool:
    """Return whether ``add_adapters`` has added adapters to ``encoder``."""
    return hasattr(encoder, FROZEN_WEIGHTS_ATTRIBUTE)


@torch.no_grad()
def merged_state_dict(model: nn.Module) -> dict[str, torch.Tensor]:
    """Return the weights of an encoder (or of a model that has one) under Hugging Face names, adapters merged.

    The model is not changed. Without adapters the tensors are those of ``state_dict()``, and a caller that stores them
    must copy them.
    """
    state: dict[str, torch.Tensor] = model.state_dict()
    adapted = _adapted_layers(model)
    if not adapted:
        return state
    prefixes, merged = tuple(f"{name}." for name in adapted), dict[str, torch.Tensor]()
    for name, layer in adapted.items():
        copied = copy.deepcopy(layer)
        copied.merge()
        merged |= {f"{name}.{key}": value for key, value in copied.get_base_layer().state_dict().items()}
    result = {}
    for name, value in state.items():
        base_name = name.replace(_BASE_LAYER, "")
        if base_name in merged or not name.startswith(prefixes):
            result[base_name] = merged.get(base_name, value)
    return result


def _adapted_layers(model: nn.Module) -> dict[str, BaseTunerLayer]:
    """Return the matrices that have adapters, by name."""
    if not any(has_adapters(module) for module in model.modules()):
        return {}
    from peft.tuners.tuners_utils import BaseTunerLayer

    return {name: module for name, module in model.named_modules() if isinstance(module, BaseTunerLayer)}


def _matrices(encoder: nn.Module, new_names: set[str]) -> list[dict[str, nn.Linear]]:
    """Return the matrices of each layer by full name, in the module's order."""
    return [
        {
            name: module
            for name, module in encoder.named_modules()
            if isinstance(module, nn.Linear) and name.startswith(prefix) and f"{name}.weight" not in new_names
        }
        for prefix in layer_depths(encoder)
    ]


def _target_matrices(layers: list[dict[str, nn.Linear]], option: Adapter) -> tuple[list[str], list[str]]:
    """Return (the matrices to adapt, those of them whose inputs rather than outputs are scaled)."""
    if isinstance(option, IA3):
        inputs = [list(layer)[-1] for layer in layers if layer]
        return [name for layer in layers for name in _attention(layer, ("key", "value"))] + inputs, inputs
    if option.adapts_all_matrices:
        return [name for layer in layers for name in layer], []
    return [name for layer in layers for name in _attention(layer, ("query", "value"))], []


def _attention(layer: dict[str, nn.Linear], roles: tuple[str, ...]) -> list[str]:
    """Return the matrices with these roles: by their names in known families, else by order among square matrices."""
    leaves = {name: name.rpartition(".")[2] for name in layer}
    names = [name for name, leaf in leaves.items() if any(leaf in _ROLES[role] for role in roles)]
    if len(names) == len(roles):
        return names
    fused = [name for name, leaf in leaves.items() if leaf in _FUSED]
    if fused:
        return fused
    square = [name for name, matrix in layer.items() if matrix.in_features == matrix.out_features]
    return [square[("query", "key", "value").index(role)] for role in roles] if len(square) > 3 else []


def _config(option: Adapter, targets: list[str], inputs: list[str]) -> PeftConfig:
    """Return peft's settings. Names are passed as one regular expression, since peft matches lists by name endings."""
    from peft import IA3Config, LoraConfig

    if isinstance(option, LoRA):
        return LoraConfig(
            r=option.rank,
            lora_alpha=option.alpha,  # type: ignore[arg-type]  # peft only divides it
            target_modules=_any_name_pattern(targets),
            lora_dropout=0.0,
            bias="none",
            use_rslora=option.variant == "rslora",
            use_dora=option.variant == "dora",
        )
    if isinstance(option, IA3):
        return IA3Config(
            target_modules=_any_name_pattern(targets), feedforward_modules=_any_name_pattern(inputs)
        )
    if not isinstance(option, ConfiguresAdapter):
        raise UserError(f"the adapter '{option.kind}' has no config(targets) method.", place="adapter")
    return option.config(_any_name_pattern(targets))


def _any_name_pattern(names: list[str]) -> str:
    return "|".join(re.escape(name) for name in names)
