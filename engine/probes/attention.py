"""Change of attention: the divergence of each head's attention from that of the original encoder."""

from __future__ import annotations

from math import log

import numpy as np
import torch
from torch import nn

from engine.data.tokens import TokenBatch
from engine.model.attention_maps import attention_maps
from engine.probes.base import Probe, ProbeEnvironment, ProbeMoment, ProbeResult, register_probe
from engine.probes.passages import Passages
from engine.probes.similarity import BATCH_TOKENS, load_probe_passages, to_encoder_device

ATTENTION_PASSAGES = 16
"""Number of passages on which attention is compared."""
MAX_STORED_WEIGHTS = 1 << 24
"""Maximum number of stored original attention weights, in single precision (64 MiB).

If passages are long, fewer than ``ATTENTION_PASSAGES`` are read.
"""


def jensen_shannon(p: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
    """Compute the Jensen–Shannon divergence along the last dimension, in bits: 0 for equal, 1 for disjoint ones."""
    middle = ((p + q) / 2).clamp_min(torch.finfo(p.dtype).tiny)
    divergences = torch.xlogy(p, p / middle) + torch.xlogy(q, q / middle)
    return divergences.sum(-1).clamp_min(0.0) / (2 * log(2))


class AttentionReference:
    """The attention of the original encoder on a few fixed passages, on the CPU.

    Raises UserError when the encoder's family does not return its attention.

    Attributes:
        passage_count: number of passages.
    """

    @torch.no_grad()
    def __init__(self, encoder: nn.Module, texts: Passages, pad_id: int) -> None:
        self._pad_id = pad_id
        self._batches = list(_batches(encoder, texts))
        self.passage_count = sum(len(batch.lengths) for batch in self._batches)
        self._original_maps = [
            torch.stack(
                attention_maps(encoder, to_encoder_device(encoder, batch, pad_id, packed=False))
            ).cpu()
            for batch in self._batches
        ]

    @torch.no_grad()
    def divergence(self, encoder: nn.Module) -> np.ndarray:
        """Compute the mean Jensen–Shannon divergence over all tokens, special ones included, in bits, [L, heads]."""
        total, tokens = torch.zeros(()), 0
        for batch, original_maps in zip(self._batches, self._original_maps, strict=True):
            tensors = to_encoder_device(encoder, batch, self._pad_id, packed=False)
            layers = []
            for original, current in zip(original_maps, attention_maps(encoder, tensors), strict=True):
                distances = jensen_shannon(original.to(current.device), current.float())
                layers.append((distances * tensors.token_mask[:, None]).sum((0, 2)).cpu().double())
            total, tokens = total + torch.stack(layers), tokens + int(batch.lengths.sum())
        return np.asarray(total / tokens)


class AttentionProbe:
    """Jensen–Shannon divergence between each head's attention now and in the original encoder.

    Value ``attention/change``, the mean over heads in bits. Map ``attention/heads`` [L, heads].
    """

    name = "attention"

    def __init__(self, environment: ProbeEnvironment) -> None:
        self._environment = environment
        texts = load_probe_passages(environment)
        self._reference = AttentionReference(
            environment.load_original(), texts, environment.tokenizer.pad_token_id
        )
        environment.info["attention"] = {"text": texts.name, "passages": self._reference.passage_count}

    def measure(self, moment: ProbeMoment) -> ProbeResult:
        """Read the passages once."""
        return attention_result(self._reference.divergence(self._environment.encoder))


def attention_result(change: np.ndarray) -> ProbeResult:
    """Return ``change`` under the keys of the store."""
    return ProbeResult({"attention/change": float(change.mean())}, {"attention/heads": change})


@register_probe("attention")
def build_attention_probe(environment: ProbeEnvironment) -> Probe | None:
    return AttentionProbe(environment) if environment.spec.attention else None


def _batches(encoder: nn.Module, texts: Passages) -> list[TokenBatch]:
    config = encoder.config
    maps = int(config.num_hidden_layers) * int(config.num_attention_heads)  # type: ignore[union-attr, arg-type]
    longest = int(texts.lengths[:ATTENTION_PASSAGES].max())
    count = max(1, min(ATTENTION_PASSAGES, len(texts), MAX_STORED_WEIGHTS // (maps * longest**2)))
    size = max(1, BATCH_TOKENS // longest)
    return [texts.batch(range(start, min(start + size, count))) for start in range(0, count, size)]
