"""The classifier: encoder -> chosen layers -> tokens -> combination -> dropout -> one linear head."""

from __future__ import annotations

import torch
from torch import nn

from engine import rng
from engine.model.dropout import Dropout
from engine.model.encoders import check_features, describe, load_encoder
from engine.model.forward import hidden_states
from engine.model.packed import TensorBatch
from engine.spec.experiment import Encoder
from engine.spec.stages import Features

INITIAL = 0.02
"""Standard deviation of new weights (Devlin et al. 2019, code)."""


class Pooler(nn.Module):
    """The dense layer of a pooler, for encoders that have none of their own."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.dense = nn.Linear(hidden, hidden)


class Classifier(nn.Module):
    """An encoder with a linear head on chosen features (Sun et al. 2019, 5.1 and 5.3.2).

    Attributes:
        notes: what a user should know of how it was built.
    """

    def __init__(
        self, encoder: nn.Module, features: Features, layers: int, hidden: int, classes: int, dropout: float
    ) -> None:
        super().__init__()
        self.encoder = encoder
        self.features = features
        self.notes: list[str] = []
        self.indices = features.indices(layers)
        self.pooled = features.layers == "pooler"
        if self.pooled and getattr(encoder, "pooler", None) is None:
            self.pooler = Pooler(hidden)
        width = hidden * len(self.indices) if features.combine == "concat" else hidden
        self.dropout = Dropout(dropout)
        self.head = nn.Linear(width, classes)

    def forward(self, batch: TensorBatch) -> torch.Tensor:
        """Logits [B, C] of a batch of B texts."""
        logits: torch.Tensor = self.head(self.dropout(self.describe(batch)))
        return logits

    def describe(self, batch: TensorBatch) -> torch.Tensor:
        """The features [B, W] the head sees, without dropout."""
        states = hidden_states(self.encoder, batch, self.indices)
        vectors = [self._tokens(states[index], batch) for index in self.indices]
        if self.pooled:
            return torch.tanh(pooler_of(self)(vectors[0]))
        if self.features.combine == "concat" or len(vectors) == 1:
            return torch.cat(vectors, dim=-1)
        stack = torch.stack(vectors)
        return stack.mean(0) if self.features.combine == "mean" else stack.amax(0)

    def _tokens(self, states: torch.Tensor, batch: TensorBatch) -> torch.Tensor:
        if self.features.tokens == "cls":
            return batch.first(states)
        by_text, real = batch.rectangle(states), batch.real[..., None]
        if self.features.tokens == "mean":
            return torch.where(real, by_text, 0.0).sum(1) / batch.lengths[:, None]
        return torch.where(real, by_text, -torch.inf).amax(1)


def pooler_of(model: Classifier) -> nn.Linear:
    """The dense layer of the pooler: the encoder's own where it has one (ALBERT's is bare), else ours."""
    own = getattr(model.encoder, "pooler", None)
    pooler = model.pooler if own is None else own
    dense = pooler if isinstance(pooler, nn.Linear) else pooler.dense
    assert isinstance(dense, nn.Linear)
    return dense


def build_classifier(
    encoder: Encoder, features: Features, classes: int, dropout: float, seed: int
) -> Classifier:
    """A classifier on the encoder of a run; ``notes`` says what had to be drawn at random beside the head.

    The head (and a pooler the encoder lacks) is drawn from N(0, 0.02²) with zero biases, from ``seed`` alone.
    Raises UserError when the encoder cannot be loaded or cannot give the features.
    """
    info = describe(encoder)
    check_features(features, info)
    loaded, notes = load_encoder(encoder, dropout, seed, pooler=features.layers == "pooler")
    with torch.random.fork_rng(
        devices=[]
    ):  # new layers draw from the global generator before they are drawn anew
        model = Classifier(loaded, features, info.layers, info.hidden, classes, dropout)
    draw(model.head, seed, "head")
    if hasattr(model, "pooler"):
        draw(model.pooler.dense, seed, "pooler")
        notes.append(
            f"'{encoder.source}' has no pooler; a fresh one (dense and tanh on [CLS]) learns with the head."
        )
    model.notes = notes
    return model


def draw(layer: nn.Linear, seed: int, stream: str) -> None:
    """Draws a linear layer's weights from N(0, 0.02²), from ``seed`` and ``stream`` alone; the bias is zero."""
    generator = torch.Generator().manual_seed(rng.integer(seed, stream))
    with torch.no_grad():
        layer.weight.normal_(0.0, INITIAL, generator=generator)
        layer.bias.zero_()
