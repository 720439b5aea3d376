"""A teacher: a frozen encoder whose word and text states another encoder is trained to predict.

The student is a masked-language model with linear maps from its states to those of the teacher (Jiao et al. 2020, 3.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import torch
from torch import nn

from engine import random_streams
from engine.data.pretraining.teacher_texts import TeacherTexts, WordTokens
from engine.data.tokens import TokenBatch
from engine.errors import UserError
from engine.kernels.linear_cross_entropy import compute_word_loss
from engine.kernels.packing import to_device
from engine.kernels.tensor_batch import TensorBatch
from engine.model.encoder_config import config_of
from engine.model.forward import hidden_states
from engine.model.masked_lm import HEAD_SPLITTERS, MaskedLM, MaskedLMLosses

SMALLEST_DEVIATION = 1e-3
"""Lower bound of standard deviations, so that nearly constant coordinates are not amplified to noise."""


class TeacherStates(NamedTuple):
    """States of a teacher: ``words`` [W, H], the mean state of each word, and ``texts`` [B, H]."""

    words: torch.Tensor
    texts: torch.Tensor


@dataclass(frozen=True)
class Standardisation:
    """Mean and standard deviation of each coordinate, [H], to scale vectors to mean 0 and variance 1.

    A few coordinates of a trained encoder are tens of times larger than the others. Without standardisation they
    would dominate a squared error.
    """

    mean: torch.Tensor
    deviation: torch.Tensor

    @classmethod
    def from_vectors(cls, vectors: torch.Tensor) -> Standardisation:
        """Return the standardisation of ``vectors`` [N, H]."""
        deviation = vectors.std(0, correction=0).clamp_min(SMALLEST_DEVIATION)
        return cls(vectors.mean(0), deviation)

    def __call__(self, vectors: torch.Tensor) -> torch.Tensor:
        """Map vectors [N, H] to standardised ones."""
        return (vectors - self.mean) / self.deviation


def word_means(flat: torch.Tensor, words: WordTokens) -> torch.Tensor:
    """Return the mean state of each word's tokens, [W, H] in 32 bits, from ``flat`` [T, H] of all tokens.

    Example: for words at the positions [1] and [2, 3] they are row 1 and the mean of rows 2 and 3 of ``flat``.
    """
    device = flat.device
    counts = to_device(words.counts, device)
    # With output_size given, torch does not wait for the GPU.
    word_index = torch.repeat_interleave(
        torch.arange(len(counts), device=device), counts, output_size=len(words.positions)
    )
    states = flat.float().index_select(0, to_device(words.positions, device))
    sums = states.new_zeros(len(counts), flat.shape[1]).index_add(0, word_index, states)
    return sums / counts[:, None]


def text_means(batch: TensorBatch, states: torch.Tensor) -> torch.Tensor:
    """Return the mean over all tokens of each text, special ones included: [1, T, H] or [B, L, H] to [B, H]."""
    mask = batch.token_mask[..., None]
    sums = torch.where(mask, batch.to_padded(states).float(), 0.0).sum(1)
    return sums / batch.lengths[:, None]


class Teacher:
    """A frozen encoder that computes targets for a student.

    It is not a submodule of the trained model, so it is neither trained nor saved nor set to training mode.

    Args:
        encoder: the encoder. It is moved to ``device``.
        layer: the layer whose word states are the targets.
        text: the vector of a text: the mean of its top states, or the state of its first token.
        tensors: function that moves a batch of its texts to ``device``.
    """

    def __init__(
        self,
        encoder: nn.Module,
        *,
        layer: int,
        text: Literal["mean", "first"],
        tensors: Callable[[TokenBatch], TensorBatch],
        device: torch.device,
    ) -> None:
        config = config_of(encoder)
        self.encoder = encoder.eval().requires_grad_(False).to(device)
        self.width, self._top_layer = int(config.hidden_size), int(config.num_hidden_layers)
        self._layer, self._text = layer, text
        self._tensors = tensors
        self.words: Standardisation | None = None
        self.texts: Standardisation | None = None

    @torch.no_grad()
    def calibrate(self, samples: Iterable[TeacherTexts]) -> None:
        """Compute the standardisation from the teacher's states of ``samples``."""
        words, texts = zip(*(self._read(each) for each in samples), strict=True)
        self.words = Standardisation.from_vectors(torch.cat(words))
        self.texts = Standardisation.from_vectors(torch.cat(texts))

    @torch.no_grad()
    def states(self, texts: TeacherTexts) -> TeacherStates:
        """Return the standardised states of ``texts``, in 32 bits. ``calibrate`` must be called first."""
        assert self.words is not None and self.texts is not None, "a teacher is calibrated first"
        words, vectors = self._read(texts)
        return TeacherStates(self.words(words), self.texts(vectors))

    def _read(self, texts: TeacherTexts) -> TeacherStates:
        batch = self._tensors(texts.texts)
        states = hidden_states(self.encoder, batch, tuple(sorted({self._layer, self._top_layer})))
        top = states[self._top_layer]
        vectors = text_means(batch, top) if self._text == "mean" else batch.first_token_states(top).float()
        return TeacherStates(word_means(batch.to_flat(states[self._layer]), texts.teacher_words), vectors)


class DistilledStates(NamedTuple):
    """Predictions of a teacher's standardised states by the student.

    Attributes:
        words: states of the words, [W, H of the teacher].
        texts: states of the texts, from the mean of the top states, [B, H of the teacher].
        firsts: states of the texts, from the pooler's output, [B, H of the teacher].
    """

    words: torch.Tensor
    texts: torch.Tensor
    firsts: torch.Tensor

    def summed_errors(self, teacher: TeacherStates) -> torch.Tensor:
        """Return the squared errors of words, texts and firsts, each averaged over coordinates and summed: [3].

        Example: one word with the prediction [1, 1] and the target [0, 3] has the error (1 + 4) / 2 = 2.5.
        """
        pairs = ((self.words, teacher.words), (self.texts, teacher.texts), (self.firsts, teacher.texts))
        return torch.stack([(output.float() - target).square().mean(-1).sum() for output, target in pairs])


class DistilledLM(MaskedLM):
    """A masked-language model that also maps its states to a teacher's.

    The maps are used in training only: they are in checkpoints, but not in the result of the stage.

    Args:
        base: the model.
        width: width of the teacher's states.
        seed: seed of the maps.

    Raises UserError when the family's masked-word head cannot be separated from its encoder.
    """

    def __init__(self, base: MaskedLM, width: int, seed: int) -> None:
        super().__init__(base.model, base.notes, unused=base.unused)
        config = config_of(base.model)
        if config.model_type not in HEAD_SPLITTERS:
            raise UserError(
                f"an encoder of the family {config.model_type} cannot learn from a teacher here.",
                place="encoder.source",
                remedy=f"Choose one of {', '.join(sorted(HEAD_SPLITTERS))}.",
            )
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(random_streams.derive_seed(seed, "teacher maps"))
            hidden = int(config.hidden_size)
            self.word_map, self.text_map, self.first_map = (nn.Linear(hidden, width) for _ in range(3))

    @torch.no_grad()
    def start_maps(self, words: Standardisation, texts: Standardisation) -> None:
        """Initialise the maps of words and texts with the teacher's standardisation, where the widths are equal.

        A student that starts as a copy of its teacher then starts with an error of 0 and keeps its features. Random
        maps would destroy them while the maps are learnt.
        """
        for linear, standardisation in ((self.word_map, words), (self.text_map, texts)):
            if linear.in_features == linear.out_features:
                linear.weight.copy_((1 / standardisation.deviation).diag())
                linear.bias.copy_(-standardisation.mean / standardisation.deviation)

    def distil(
        self, batch: TensorBatch, positions: torch.Tensor, targets: torch.Tensor, words: WordTokens
    ) -> tuple[MaskedLMLosses, DistilledStates]:
        """Return the losses of the masked tokens, as ``forward`` does, and the predictions of the teacher's states.

        Args:
            batch: B texts, some of their tokens masked.
            positions: positions of the masked tokens in the flat tokens, int64 [M].
            targets: their original ids, int64 [M].
            words: the words that the teacher reads too.
        """
        config = config_of(self.model)
        top = int(config.num_hidden_layers)
        states = hidden_states(self.encoder, batch, (top,))[top]
        flat = batch.to_flat(states)
        inputs, decoder = HEAD_SPLITTERS[config.model_type](self.model, flat.index_select(0, positions))
        losses = compute_word_loss(inputs, decoder, targets)
        first = batch.first_token_states(states)
        pooler: nn.Module | None = getattr(self.encoder, "pooler", None)
        # The pooler takes the first token of each row; so each text is a row of one token.
        pooled = first if pooler is None else pooler(first[:, None])
        predictions = DistilledStates(
            self.word_map(word_means(flat, words)),
            self.text_map(text_means(batch, states)),
            self.first_map(pooled),
        )
        return MaskedLMLosses(losses.total, losses.correct, None), predictions
