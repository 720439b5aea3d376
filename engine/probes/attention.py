"""How much each head's attention has changed."""

from __future__ import annotations

from math import log

import numpy as np
import torch
from torch import nn

from engine.data.tokens import TokenBatch
from engine.model.attention_maps import attention_maps
from engine.probes.base import Bench, Moment, Probe, Reading, probe
from engine.probes.layers import TOKENS, general_text, on_device
from engine.probes.texts import Passages

TEXTS = 16
"""How many of the passages are read."""
ROOM = 1 << 24
"""Attention weights of the original that are kept at most, in single precision (64 MiB); with long passages fewer than
``TEXTS`` are read."""


def jensen_shannon(p: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
    """Jensen–Shannon divergence in bits between distributions along the last dimension: 0 equal, 1 disjoint."""
    middle = ((p + q) / 2).clamp_min(torch.finfo(p.dtype).tiny)
    both = torch.xlogy(p, p / middle) + torch.xlogy(q, q / middle)
    return both.sum(-1).clamp_min(0.0) / (2 * log(2))


class Reference:
    """The attention of the original encoder on a few fixed passages, on the CPU.

    Raises UserError when its family keeps its attention to itself.

    Attributes:
        texts: how many passages.
    """

    @torch.no_grad()
    def __init__(self, encoder: nn.Module, texts: Passages, pad_id: int) -> None:
        self._pad_id = pad_id
        self._batches = list(_batches(encoder, texts))
        self.texts = sum(len(batch.lengths) for batch in self._batches)
        self._maps = [
            torch.stack(attention_maps(encoder, on_device(encoder, batch, pad_id, packed=False))).cpu()
            for batch in self._batches
        ]

    @torch.no_grad()
    def change(self, encoder: nn.Module) -> np.ndarray:
        """Mean Jensen–Shannon divergence over the tokens of all passages, special ones included, bits, [L, heads]."""
        total, tokens = torch.zeros(()), 0
        for batch, before in zip(self._batches, self._maps, strict=True):
            there = on_device(encoder, batch, self._pad_id, packed=False)
            layers = []
            for then, now in zip(before, attention_maps(encoder, there), strict=True):
                differs = jensen_shannon(then.to(now.device), now.float())
                layers.append((differs * there.real[:, None]).sum((0, 2)).cpu().double())
            total, tokens = total + torch.stack(layers), tokens + int(batch.lengths.sum())
        return np.asarray(total / tokens)


class Attention:
    """Jensen–Shannon divergence between each head's attention now and in the original encoder.

    Value ``attention/change``, the mean over heads in bits; map ``attention/heads`` [L, heads].
    """

    name = "attention"

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        texts = general_text(bench)
        self._reference = Reference(bench.original(), texts, bench.tokenizer.pad_token_id)
        bench.info["attention"] = {"text": texts.name, "passages": self._reference.texts}

    def measure(self, moment: Moment) -> Reading:
        """Reads the passages once."""
        return reading(self._reference.change(self._bench.encoder))


def reading(change: np.ndarray) -> Reading:
    """What ``change`` is in the store's keys."""
    return Reading({"attention/change": float(change.mean())}, {"attention/heads": change})


@probe("attention")
def _(bench: Bench) -> Probe | None:
    return Attention(bench) if bench.spec.attention else None


def _batches(encoder: nn.Module, texts: Passages) -> list[TokenBatch]:
    config = encoder.config
    each = int(config.num_hidden_layers) * int(config.num_attention_heads)  # type: ignore[union-attr, arg-type]
    longest = int(texts.lengths[:TEXTS].max())
    count = max(1, min(TEXTS, len(texts), ROOM // (each * longest**2)))
    size = max(1, TOKENS // longest)
    return [texts.batch(range(start, min(start + size, count))) for start in range(0, count, size)]
