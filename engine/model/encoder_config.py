"""The transformers config of a model in memory, of which torch's type of a module knows nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from torch import nn
    from transformers import PreTrainedConfig


def config_of(model: nn.Module) -> PreTrainedConfig:
    """Return the config with which ``model``, one of transformers', was built. Its fields depend on the family."""
    return cast("PreTrainedConfig", model.config)
