"""Copy many small tensors to a device at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

import torch

T = TypeVar("T")
ALIGNMENT_BYTES = 16
"""Each tensor begins at a multiple of so many bytes, so that any type can be read there."""


def move_to_device(tree: T, device: torch.device) -> T:
    """Return ``tree`` (dataclasses, tuples, tensors) with every tensor on ``device``, but for fields marked ``host``.

    The tensors are laid out in one block of pinned memory and copied together, asynchronously: a batch has fifteen,
    and separate copies would cost the processor more than the transfer of the bytes. The results are views of one
    tensor, which lives as long as any of them.
    """
    tensors, starts, total = list[torch.Tensor](), [], 0

    def note(tensor: torch.Tensor) -> torch.Tensor:
        tensors.append(tensor)
        return tensor

    _map_tensors(tree, note)
    for tensor in tensors:
        starts.append(total)
        total += -(-tensor.numel() * tensor.element_size() // ALIGNMENT_BYTES) * ALIGNMENT_BYTES
    buffer = torch.empty(total, dtype=torch.uint8, pin_memory=device.type == "cuda")
    for start, tensor in zip(starts, tensors, strict=True):
        _view(buffer, start, tensor).copy_(tensor)
    there = buffer.to(device, non_blocking=True)
    views = iter([_view(there, start, tensor) for start, tensor in zip(starts, tensors, strict=True)])
    return _map_tensors(tree, lambda tensor: next(views))


def _view(buffer: torch.Tensor, start: int, like: torch.Tensor) -> torch.Tensor:
    size = like.numel() * like.element_size()
    return buffer[start : start + size].view(like.dtype).view(like.shape)


def _map_tensors(tree: T, change: Callable[[torch.Tensor], torch.Tensor]) -> T:
    """Return ``tree`` with ``change`` applied to its tensors, always in the same order."""
    if isinstance(tree, torch.Tensor):
        return cast(T, change(tree))
    if isinstance(tree, tuple):
        return cast(T, tuple(_map_tensors(item, change) for item in tree))
    if is_dataclass(tree) and not isinstance(tree, type):
        own = {f.name: getattr(tree, f.name) for f in fields(tree) if f.init and not f.metadata.get("host")}
        return replace(tree, **{name: _map_tensors(value, change) for name, value in own.items()})
    return tree
