"""Writer of an encoder's weights and configuration as a Hugging Face folder.

``save_pretrained`` does the same but imports ``torch.distributed.fsdp`` and the compiler, which takes seconds at the
end of every stage.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from safetensors.torch import save_file

from engine.model.encoder_config import config_of

if TYPE_CHECKING:
    from torch import nn

WEIGHTS_FILE = "model.safetensors"


def write_encoder_files(
    folder: Path, model: nn.Module, tensors: Mapping[str, torch.Tensor] | None = None
) -> None:
    """Write ``config.json`` and ``model.safetensors`` of ``model`` into ``folder``, which is created.

    Args:
        folder: the target, afterwards readable by ``AutoModel.from_pretrained``.
        model: source of the configuration, and of the weights unless ``tensors`` are given.
        tensors: tensors to write in place of the model's own. Those that share memory (tied weights) are written once,
            under the first of their names; loading ties them again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    config = copy.deepcopy(config_of(model))
    config.architectures = [type(model).__name__]
    config.dtype = next((p.dtype for p in model.parameters() if p.is_floating_point()), torch.float32)
    config.save_pretrained(folder)
    stored: set[tuple[int, torch.Size, tuple[int, ...]]] = set()
    weights = {}
    for name, value in (model.state_dict() if tensors is None else tensors).items():
        storage = (value.data_ptr(), value.shape, value.stride())
        if value.numel() and storage in stored:
            continue
        stored.add(storage)
        weights[name] = value.detach().cpu().contiguous().clone()
    save_file(weights, folder / WEIGHTS_FILE, metadata={"format": "pt"})
