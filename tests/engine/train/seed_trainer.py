"""The training of Sun et al. 2019's code stated again: plain torch, rectangular batches, one number at a time.

Written from a description of what that code does, for tests that hold the engine against it. It shares nothing with
the engine: its own BERT (post-normalisation, exact GELU, an additive mask of -10,000), its own Adam without bias
correction, schedule, clipping and groups. Everything is computed in float64.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import torch

Weights = dict[str, torch.Tensor]
Rate = Callable[[str], float]

BETA1, BETA2, EPSILON, WEIGHT_DECAY = 0.9, 0.999, 1e-6, 0.01
MASKED = -10_000.0


@dataclass(frozen=True)
class Rectangle:
    """Padded inputs [B, L]: token ids, token types, and 1 on tokens."""

    ids: torch.Tensor
    types: torch.Tensor
    mask: torch.Tensor

    @classmethod
    def of(cls, ids: Sequence[int], types: Sequence[int], lengths: Sequence[int], width: int) -> Rectangle:
        """Texts laid end to end become rows of ``width`` tokens, the rest filled with 0, whatever their lengths."""
        rows = torch.zeros(3, len(lengths), width, dtype=torch.long)
        start = 0
        for row, length in enumerate(lengths):
            rows[0, row, :length] = torch.as_tensor(ids[start : start + length])
            rows[1, row, :length] = torch.as_tensor(types[start : start + length])
            rows[2, row, :length] = 1
            start += length
        return cls(*rows)


class SeedBert:
    """BERT's forward pass over weights named as in a bare encoder's state dict."""

    def __init__(self, weights: Weights, prefix: str, layers: int, heads: int) -> None:
        self.weights, self.prefix, self.layers, self.heads = weights, prefix, layers, heads

    def states(self, inputs: Rectangle) -> torch.Tensor:
        """The last layer's hidden states [B, L, H]."""
        places = torch.arange(inputs.ids.shape[1])
        x = (
            self._weight("embeddings.word_embeddings")[inputs.ids]
            + self._weight("embeddings.position_embeddings")[places]
            + self._weight("embeddings.token_type_embeddings")[inputs.types]
        )
        x = self.normalise(x, "embeddings.LayerNorm")
        hidden = (1.0 - inputs.mask.double())[:, None, None, :] * MASKED
        for number in range(self.layers):
            name = f"encoder.layer.{number}"
            x = self.normalise(
                x + self._attend(x, hidden, f"{name}.attention"), f"{name}.attention.output.LayerNorm"
            )
            inner = gelu(self.linear(x, f"{name}.intermediate.dense"))
            x = self.normalise(x + self.linear(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")
        return x

    def pooled(self, states: torch.Tensor) -> torch.Tensor:
        """The first token through the pooler [B, H]."""
        return torch.tanh(self.linear(states[:, 0], "pooler.dense"))

    def linear(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return x @ self._weight(name).T + self._weight(name, "bias")

    def normalise(self, x: torch.Tensor, name: str) -> torch.Tensor:
        mean = x.mean(-1, keepdim=True)
        variance = ((x - mean) ** 2).mean(-1, keepdim=True)
        return self._weight(name) * (x - mean) / torch.sqrt(variance + 1e-12) + self._weight(name, "bias")

    def _attend(self, x: torch.Tensor, hidden: torch.Tensor, name: str) -> torch.Tensor:
        size = x.shape[-1] // self.heads
        query, key, value = (
            self.linear(x, f"{name}.self.{part}").unflatten(-1, (self.heads, size)).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        shares = torch.softmax(query @ key.transpose(-1, -2) / math.sqrt(size) + hidden, dim=-1)
        return self.linear((shares @ value).transpose(1, 2).flatten(2), f"{name}.output.dense")

    def _weight(self, name: str, part: str = "weight") -> torch.Tensor:
        return self.weights[f"{self.prefix}{name}.{part}"]


def gelu(x: torch.Tensor) -> torch.Tensor:
    """x Φ(x), with the error function."""
    return x * 0.5 * (1.0 + torch.erf(x / math.sqrt(2.0)))


def cross_entropy(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """The mean over rows of -log softmax at the target."""
    return -(logits - logits.logsumexp(-1, keepdim=True))[torch.arange(len(targets)), targets].mean()


def schedule_factor(step: int, total: int, warmup: float = 0.1) -> float:
    """Rises from 0 over the warm-up, then 1 - x: from 0.9 at its end to 0."""
    x = step / total
    return x / warmup if x < warmup else 1.0 - x


class SeedTrainer:
    """Adam as in the code: no bias correction, decay inside the update, each tensor (or all together) clipped first.

    Args:
        weights: float64 leaves; they are changed in place.
        rate: the peak rate of a weight, by its name.
        total: updates of the whole schedule.
        clip_each: each tensor's gradient to norm 1 (fine-tuning), or all together (pre-training).
        absent_is_zero: a weight that the loss does not depend on has a gradient of zeros, so that momentum and decay
            move it, as under PyTorch before 2.0; else it stays.
    """

    def __init__(
        self, weights: Weights, rate: Rate, total: int, *, clip_each: bool, absent_is_zero: bool = False
    ) -> None:
        self.weights, self.rate, self.total, self.clip_each = weights, rate, total, clip_each
        self.absent_is_zero = absent_is_zero
        self.first = {name: torch.zeros_like(value) for name, value in weights.items()}
        self.second = {name: torch.zeros_like(value) for name, value in weights.items()}
        self.step = 0

    def update(self, loss: torch.Tensor) -> None:
        """One update on the gradient of ``loss``."""
        names = list(self.weights)
        found = torch.autograd.grad(loss, [self.weights[name] for name in names], allow_unused=True)
        if self.absent_is_zero:
            found = tuple(
                torch.zeros_like(self.weights[name]) if g is None else g
                for name, g in zip(names, found, strict=True)
            )
        gradients = {name: g for name, g in zip(names, found, strict=True) if g is not None}
        factor = schedule_factor(self.step, self.total)
        with torch.no_grad():
            for name, gradient in self._clipped(gradients).items():
                m = self.first[name].mul_(BETA1).add_((1 - BETA1) * gradient)
                v = self.second[name].mul_(BETA2).add_((1 - BETA2) * gradient**2)
                change = m / (torch.sqrt(v) + EPSILON)
                if decays(name):
                    change = change + WEIGHT_DECAY * self.weights[name]
                self.weights[name] -= self.rate(name) * factor * change
        self.step += 1

    def _clipped(self, gradients: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        norms = {name: float(torch.sqrt((g**2).sum())) for name, g in gradients.items()}
        whole = math.sqrt(sum(norm**2 for norm in norms.values()))
        scales = {
            name: min(1.0, 1.0 / ((norms[name] if self.clip_each else whole) + 1e-6)) for name in gradients
        }
        return {name: gradient * scales[name] for name, gradient in gradients.items()}


def decays(name: str) -> bool:
    """Whether weight decay acts on a parameter: not on biases and layer normalisation."""
    return not (name.endswith("bias") or "LayerNorm" in name)


def layer_of(name: str) -> int | None:
    """The number of the layer, from 0, that a parameter belongs to; None for embeddings, pooler and heads."""
    _, found, rest = name.partition("encoder.layer.")
    return int(rest.split(".")[0]) if found else None
