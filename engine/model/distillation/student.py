"""A masked-language model with linear maps from its states to those of a teacher (Jiao et al. 2020, 3.1)."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import nn

from engine import random_streams
from engine.data.pretraining.teacher_texts import WordTokens
from engine.errors import UserError
from engine.kernels.linear_cross_entropy import compute_word_loss
from engine.kernels.tensor_batch import TensorBatch
from engine.model.distillation.teacher import Standardisation, TeacherStates, text_means, word_means
from engine.model.encoder_config import config_of
from engine.model.forward import hidden_states
from engine.model.masked_lm import HEAD_SPLITTERS, MaskedLM, MaskedLMLosses


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
