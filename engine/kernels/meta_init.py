"""Construction of a model on the meta device, where tensors have shapes but no values, before its weights are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import torch
from torch import nn
from torch.overrides import TorchFunctionMode


class skip_meta_init(TorchFunctionMode):
    """A context that skips needless work on meta tensors.

    It skips normal initialisation, since there are no values to draw, and allocates real tensors of the same shape
    directly. Torch does so by way of symbolic shapes, for which it imports SymPy: a second at the start of every run.
    Other tensors are initialised as usual.
    """

    def __torch_function__(
        self,
        func: Callable[..., object],
        types: object,
        args: Sequence[object] = (),
        kwargs: Mapping[str, object] | None = None,
    ) -> object:
        kwargs = kwargs or {}
        tensor = args[0] if args else kwargs.get("tensor")
        if isinstance(tensor, torch.Tensor) and tensor.is_meta and tensor.is_contiguous():
            if func is nn.init.normal_:
                return tensor
            if func is torch.empty_like and set(kwargs) == {"device"}:
                return torch.empty(tensor.shape, dtype=tensor.dtype, device=str(kwargs["device"]))
        return func(*args, **kwargs)
