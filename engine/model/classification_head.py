"""The layers above an encoder: layer choice, pooling of tokens, combination of segments, dropout, output layer.

A classification head maps hidden states to logits. It holds no encoder, so several heads (one per task) can share one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import torch
from torch import nn
from torch.nn import functional
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from engine import random_streams
from engine.kernels.dropout import CheapDropout
from engine.kernels.tensor_batch import TensorBatch
from engine.spec.features import BiLSTMHead, Features, MLPHead


class SentenceEmbedding(nn.Module):
    """A bidirectional LSTM over all tokens, and the concatenation of r weighted sums of its states.

    A = softmax(W₂ tanh(W₁ Hᵀ)) over the tokens, M = A H (Lin et al. 2017, equations 5 to 7). The penalty on hops
    that attend to the same tokens (equation 8) is left out: it has no effect for one hop.

    Attributes:
        width: width of the result, 2 · ``hidden`` · ``hops``.
    """

    def __init__(self, width: int, hidden: int, attention: int, hops: int) -> None:
        super().__init__()
        self.lstm = nn.LSTM(width, hidden, batch_first=True, bidirectional=True)
        self.dense = nn.Linear(2 * hidden, attention, bias=False)
        self.score = nn.Linear(attention, hops, bias=False)
        self.width = 2 * hidden * hops

    def forward(self, states: torch.Tensor, mask: torch.Tensor, sizes: torch.Tensor) -> torch.Tensor:
        """Map states [B, L, W] of texts with ``sizes`` [B] tokens (on the CPU) to [B, 2 · hidden · hops].

        ``mask`` [B, L] is true on tokens.
        """
        # In full precision: LSTMs have no bfloat16 training kernels on a CPU.
        with torch.autocast(states.device.type, enabled=False):
            packed = pack_padded_sequence(states.float(), sizes, batch_first=True, enforce_sorted=False)
            h, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True, total_length=mask.shape[1])
            scores = self.score(torch.tanh(self.dense(h))).masked_fill(~mask[..., None], -torch.inf)
            return (scores.softmax(1).transpose(1, 2) @ h).flatten(1)


INITIAL_STD = 0.02
"""Standard deviation of new weights (Devlin et al. 2019, code)."""
ATTENTION_UNITS = 128
"""Units of the attention over layers and over segments (d_a in Sun et al. 2019, code)."""
MEAN_WEIGHT = 64.0
"""Weight of the mean of tokens in the normalised mean. In exports (``engine.model.hf_conversion``) a transformer layer
computes it, whose residual connection adds [CLS]. The mean must outweigh that."""
MEAN_SCALE = 0.25
"""Standard deviation of a normalised mean, about that of an encoder's own states, for which learning rates are set."""
NORM_EPSILON = 1e-12
"""BERT's epsilon, added to the far larger variance."""
ACTIVATIONS: dict[str, type[nn.Module]] = {"tanh": nn.Tanh, "relu": nn.ReLU, "gelu": nn.GELU}


class Pooler(nn.Module):
    """The dense layer of a pooler, for encoders without one."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.dense = nn.Linear(hidden, hidden)


class AdditiveAttention(nn.Module):
    """Additive self-attention: the sum of x_i with weights softmax_i(v · tanh(W x_i + b)) (Sun et al. 2019, code).

    It has one head of 128 units, and combines the layers of an encoder or the segments of a long text.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.dense = nn.Linear(width, ATTENTION_UNITS)
        self.score = nn.Linear(ATTENTION_UNITS, 1, bias=False)

    def forward(self, vectors: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        """Map [..., n, W] to [..., W]. Vectors where ``mask`` [..., n] is false are ignored."""
        scores = self.score(torch.tanh(self.dense(vectors)))[..., 0].float()
        if mask is not None:
            scores = scores.masked_fill(~mask, -torch.inf)
            vectors = torch.where(mask[..., None], vectors, 0.0)
        return (scores.softmax(-1)[..., None] * vectors).sum(-2)


class MLP(nn.Module):
    """A dense layer, an activation, dropout and an output layer."""

    def __init__(self, width: int, choice: MLPHead, classes: int, dropout: float) -> None:
        super().__init__()
        self.dense = nn.Linear(width, choice.hidden)
        self.activation = ACTIVATIONS[choice.activation]()
        self.dropout = CheapDropout(dropout)
        self.output = nn.Linear(choice.hidden, classes)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Map features [B, W] to logits [B, C]."""
        logits: torch.Tensor = self.output(self.dropout(self.activation(self.dense(features))))
        return logits


class ClassificationHead(nn.Module):
    """Logits from hidden states (Sun et al. 2019, 3, 5.3.1 and 5.3.2).

    Args:
        features: the hidden states that are read, and the kind of head.
        layers: number of layers of the encoder.
        hidden: width H of a hidden state.
        classes: number of classes C.
        dropout: dropout probability before the head, and inside one with a hidden layer.
        combine_pieces: how the vectors of a text's segments are combined. None: every text is one segment.
        own_pooler: whether the encoder has a pooler. Otherwise the head adds one where ``features`` need it.
    """

    def __init__(
        self,
        features: Features,
        layers: int,
        hidden: int,
        classes: int,
        dropout: float,
        combine_pieces: Literal["mean", "max", "attention"] | None = None,
        own_pooler: bool = False,
    ) -> None:
        super().__init__()
        self.features, self.class_count, self.combine_pieces = features, classes, combine_pieces
        self.layer_indices = features.layer_indices(layers)
        self.uses_pooler = features.layers == "pooler"
        self.pooler = Pooler(hidden) if self.uses_pooler and not own_pooler else None
        head = features.head
        # A head that reads all tokens ignores the choice of tokens.
        width = (
            hidden * 3 if features.tokens == "cls_mean_max" and not isinstance(head, BiLSTMHead) else hidden
        )
        if features.combine == "attention" and len(self.layer_indices) > 1:
            self.layer_attention = AdditiveAttention(width)
        if features.combine == "concat":
            width *= len(self.layer_indices)
        if isinstance(head, BiLSTMHead):
            self.sentence = SentenceEmbedding(width, head.hidden, head.attention, head.hops)
            width = self.sentence.width
        if combine_pieces == "attention":
            self.piece_attention = AdditiveAttention(width)
        self.dropout = CheapDropout(dropout)
        self.head = (
            MLP(width, head, classes, dropout) if isinstance(head, MLPHead) else nn.Linear(width, classes)
        )

    def logits(
        self, states: Mapping[int, torch.Tensor], batch: TensorBatch, pooler: nn.Linear | None = None
    ) -> torch.Tensor:
        """Return the logits [B, C].

        Args:
            states: hidden states by index in ``layer_indices``: [1, T, H] packed or [P, L, H] padded.
            batch: the encoded batch.
            pooler: the dense layer of the encoder's own pooler, if it has one, for heads that read the pooler.
        """
        return self.classify(self.combine_segments(self.pool_segments(states, batch, pooler), batch))

    def pool_segments(
        self, states: Mapping[int, torch.Tensor], batch: TensorBatch, pooler: nn.Linear | None = None
    ) -> torch.Tensor:
        """Return one vector per segment (per text, where texts are not segmented), [P, W]. See ``logits``."""
        layers = [states[index] for index in self.layer_indices]
        if self.reads_first_token_only:
            return self.pool_first_token(batch.first_token_states(layers[0]), pooler)
        if isinstance(self.features.head, BiLSTMHead):
            by_text = batch.to_padded(self._combine_layers(layers))
            vectors: torch.Tensor = self.sentence(by_text, batch.token_mask, batch.host_lengths)
            return vectors
        return self._combine_layers([self._pool_tokens(each, batch) for each in layers])

    @property
    def reads_first_token_only(self) -> bool:
        """Whether the head reads only the first tokens of one layer."""
        reads_all_tokens = isinstance(self.features.head, BiLSTMHead)
        return self.uses_pooler or (
            len(self.layer_indices) == 1 and self.features.tokens == "cls" and not reads_all_tokens
        )

    def pool_first_token(self, first: torch.Tensor, pooler: nn.Linear | None = None) -> torch.Tensor:
        """Return ``pool_segments`` for a head that reads first tokens only, given their states [P, H]."""
        if not self.uses_pooler:
            return first
        dense = self.pooler.dense if self.pooler is not None else pooler
        assert isinstance(dense, nn.Linear)
        return torch.tanh(dense(first))

    def combine_segments(self, vectors: torch.Tensor, batch: TensorBatch) -> torch.Tensor:
        """Combine the vectors [P, W] of a batch's segments into one per text, [B, W]."""
        segments = batch.segment_index
        if segments is None:
            return vectors
        by_text, mask = segments.to_padded(vectors), segments.segment_mask
        if self.combine_pieces == "attention":
            combined: torch.Tensor = self.piece_attention(by_text, mask)
            return combined
        if self.combine_pieces == "max":
            return by_text.masked_fill(~mask[..., None], -torch.inf).amax(1)
        return by_text.masked_fill(~mask[..., None], 0.0).sum(1) / mask.sum(1, keepdim=True)

    def classify(self, features: torch.Tensor) -> torch.Tensor:
        """Map features [B, W] to logits [B, C]."""
        logits: torch.Tensor = self.head(self.dropout(features))
        return logits

    def initialise_weights(self, seed: int, task: str = "") -> None:
        """Initialise all weights as a function of ``seed`` and ``task`` (the task's name, where there are several).

        Dense layers are drawn from N(0, 0.02²) with zero biases (Devlin et al. 2019, code), LSTMs uniformly within
        1/√units of zero, as torch does.
        """
        for path, layer in self.named_modules():
            if path.partition(".")[0] == "encoder" or not isinstance(layer, nn.Linear | nn.LSTM):
                continue
            stream = {"pooler.dense": "pooler"}.get(path, path)
            generator = torch.Generator().manual_seed(
                random_streams.derive_seed(seed, f"{task}/{stream}" if task else stream)
            )
            _initialise_layer(layer, generator)

    def _pool_tokens(self, states: torch.Tensor, batch: TensorBatch) -> torch.Tensor:
        pooling = self.features.tokens
        if pooling == "cls":
            return batch.first_token_states(states)
        by_text, mask = batch.to_padded(states), batch.token_mask[..., None]
        if pooling == "max":
            return torch.where(mask, by_text, -torch.inf).amax(1)
        mean = torch.where(mask, by_text, 0.0).sum(1) / batch.lengths[:, None]
        if pooling == "mean":
            return mean
        if pooling == "normed_mean":
            first = batch.first_token_states(states)
            weighted = MEAN_WEIGHT * mean + first
            return MEAN_SCALE * functional.layer_norm(weighted, first.shape[-1:], eps=NORM_EPSILON)
        return torch.cat(
            [batch.first_token_states(states), mean, torch.where(mask, by_text, -torch.inf).amax(1)], dim=-1
        )

    def _combine_layers(self, layers: list[torch.Tensor]) -> torch.Tensor:
        if len(layers) == 1:
            return layers[0]
        method = self.features.combine
        if method == "concat":
            return torch.cat(layers, dim=-1)
        stack = torch.stack(layers, dim=-2)
        if method == "attention":
            result: torch.Tensor = self.layer_attention(stack)
            return result
        return stack.mean(-2) if method == "mean" else stack.amax(-2)


@torch.no_grad()
def _initialise_layer(layer: nn.Linear | nn.LSTM, generator: torch.Generator) -> None:
    if isinstance(layer, nn.LSTM):
        bound = layer.hidden_size**-0.5
        for parameter in layer.parameters():
            parameter.uniform_(-bound, bound, generator=generator)
        return
    layer.weight.normal_(0.0, INITIAL_STD, generator=generator)
    if layer.bias is not None:
        layer.bias.zero_()
