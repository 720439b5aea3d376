"""Typed access to the transformers config of a model, which ``nn.Module`` does not declare."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from torch import nn
    from transformers import PreTrainedConfig


def config_of(model: nn.Module) -> PreTrainedConfig:
    """Return the config of ``model``, a model of transformers. Its fields depend on the family."""
    return cast("PreTrainedConfig", model.config)
