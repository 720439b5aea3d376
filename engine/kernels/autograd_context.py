"""The context of a hand-written autograd function, as torch passes it to ``forward`` and ``backward``.

Torch's own type does not declare the attributes that a function sets for its backward pass. Each function here declares
them in a protocol that extends this one.
"""

from __future__ import annotations

from typing import Protocol

import torch


class AutogradContext(Protocol):
    """Context that torch passes to every function.

    Attributes:
        saved_tensors: the tensors given to ``save_for_backward``, in order.
        needs_input_grad: for each argument of ``forward``, whether its gradient is needed.
    """

    @property
    def saved_tensors(self) -> tuple[torch.Tensor, ...]: ...
    @property
    def needs_input_grad(self) -> tuple[bool, ...]: ...
    def save_for_backward(self, *tensors: torch.Tensor | None) -> None:
        """Save tensors for the backward pass."""
        ...

    def mark_non_differentiable(self, *outputs: torch.Tensor) -> None:
        """Declare outputs that have no gradient."""
        ...
