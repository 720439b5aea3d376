"""Reinitialise the top of a pre-trained encoder before it is fine-tuned (Zhang et al. 2021, 4)."""

from __future__ import annotations

import torch
from torch import nn

from engine import random_streams
from engine.errors import UserError
from engine.model.encoder_config import config_of
from engine.model.parameters import stack_name


def layer_stack(encoder: nn.Module) -> nn.ModuleList | None:
    """Return the layers of a Hugging Face encoder, bottom first, or None where they share their weights (ALBERT)."""
    name = stack_name(encoder)
    layers = None if name is None else encoder.get_submodule(name)
    assert layers is None or isinstance(layers, nn.ModuleList)
    return layers


def reinitialise(encoder: nn.Module, count: int, seed: int) -> str:
    """Draw the weights of the top ``count`` layers and the pooler (where there is one) anew.

    They are drawn by the architecture's own rule, from ``seed`` alone. Returns a note on what was drawn.

    Raises UserError when there are too few layers, or when they share their weights.
    """
    own = layer_stack(encoder)
    layers = 0 if own is None else len(own)
    if own is None or count > layers:
        what = "shares the weights of its layers" if own is None else f"has {layers} layers"
        raise UserError(
            f"{count} top layers cannot be re-initialised: the encoder {what}.",
            place="reinitialise",
            remedy=f"Set it to {layers} or less.",
        )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(random_streams.derive_seed(seed, "reinitialise"))
        twin = type(encoder)(config_of(encoder))  # with a pooler, where its family has one
    stack = layer_stack(twin)
    assert stack is not None
    for mine, fresh in zip(own[layers - count :], stack[layers - count :], strict=True):
        mine.load_state_dict(fresh.state_dict())
    pooler = getattr(encoder, "pooler", None)
    if pooler is not None:
        pooler.load_state_dict(twin.pooler.state_dict())  # type: ignore[union-attr]
    top = "The top layer" if count == 1 else f"The top {count} layers"
    return (
        f"{top} and the pooler start at random."
        if pooler is not None
        else f"{top} start{'s' * (count == 1)} at random."
    )
