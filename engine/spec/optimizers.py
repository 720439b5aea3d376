"""Optimisers. Learning rate, weight decay and clipping apply to all of them and are fields of the stage."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.spec.base import Choice, field


class Optimizer(Choice):
    """The update rule."""

    noun: ClassVar[str] = "optimiser"


def _beta(default: float, which: str) -> float:
    value: float = field(
        default,
        label=f"β{which}",
        help="Decay of the running mean of gradients (β1) or their squares (β2).",
        source="Kingma & Ba 2015",
        ge=0.0,
        lt=1.0,
        advanced=True,
    )
    return value


class AdamWOptions(Optimizer):
    """Adam with bias correction and decoupled weight decay."""

    title: ClassVar[str] = "AdamW"
    kind: Literal["adamw"] = "adamw"
    beta1: float = _beta(0.9, "1")
    beta2: float = _beta(0.999, "2")
    epsilon: float = field(1e-8, "ε", source="Loshchilov & Hutter 2019", gt=0.0, log=True, advanced=True)
    """Added to the root of the second moment."""


class BertAdamOptions(Optimizer):
    """The original BERT code's Adam: no bias correction, so the first hundred updates are up to 6.6 times larger."""

    title: ClassVar[str] = "BertAdam (original)"
    kind: Literal["bertadam"] = "bertadam"
    beta1: float = _beta(0.9, "1")
    beta2: float = _beta(0.999, "2")
    epsilon: float = field(1e-6, "ε", source="Devlin et al. 2019, code", gt=0.0, log=True, advanced=True)
    """Added to the root of the second moment."""
