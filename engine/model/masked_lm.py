"""The masked-language model: an encoder with its own heads for masked words and next sentences."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import nn

from engine.errors import UserError
from engine.model.adapters import adapt, plain_state
from engine.model.encoders import NEXT_SENTENCE, load_config, load_with_missing, missing_notes
from engine.model.forward import encoder_inputs, hidden_states
from engine.model.packed import TensorBatch
from engine.spec.experiment import Encoder
from engine.spec.mitigation import Adapter, NoAdapter

HEADS: dict[str, Callable[[Any, torch.Tensor], torch.Tensor]] = {
    **dict.fromkeys(NEXT_SENTENCE, lambda model, states: model.cls.predictions(states)),
    "roberta": lambda model, states: model.lm_head(states),
    "xlm-roberta": lambda model, states: model.lm_head(states),
    "camembert": lambda model, states: model.lm_head(states),
    "electra": lambda model, states: model.generator_lm_head(model.generator_predictions(states)),
    "distilbert": lambda model, states: model.vocab_projector(
        model.vocab_layer_norm(model.activation(model.vocab_transform(states)))
    ),
    "modernbert": lambda model, states: model.decoder(model.head(states)),
    **{kind: lambda model, states: model.cls.predictions(states) for kind in NEXT_SENTENCE},
}
"""How each family gets from hidden states to logits; called with the states of masked tokens only."""


class Logits(NamedTuple):
    """What a masked-language model answers: ``words`` [M, V] for M hidden tokens; ``follows`` [B, 2] for B pairs (true
    next, random next), None where the model was not built to be asked."""

    words: torch.Tensor
    follows: torch.Tensor | None


class MaskedLM(nn.Module):
    """A Hugging Face model with its heads.

    Attributes:
        next_sentence: whether it is asked for next sentences.
        notes: what a user should know of how it was built.
    """

    def __init__(
        self,
        model: nn.Module,
        notes: list[str],
        next_sentence: bool = False,
        unused: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__()
        self.model, self.notes, self.next_sentence = model, notes, next_sentence
        self._unused = unused

    @property
    def encoder(self) -> nn.Module:
        """The encoder below the heads."""
        base = self.model.base_model
        assert isinstance(base, nn.Module)
        return base

    def forward(self, batch: TensorBatch, positions: torch.Tensor) -> Logits:
        """The logits at ``positions`` [M], indices into the flat tokens of ``batch``, and those of its pairs.

        All other tokens are spared the vocabulary's matrix product, a quarter of BERT-base's work.
        """
        config: Any = self.model.config
        head = HEADS.get(config.model_type)
        if head is None:
            logits = self.model(**encoder_inputs(self.encoder, batch)).logits
            return Logits(batch.flat(logits).index_select(0, positions), None)
        top = int(config.num_hidden_layers)
        states = hidden_states(self.encoder, batch, (top,))[top]
        words = head(self.model, batch.flat(states).index_select(0, positions))
        if not self.next_sentence:
            return Logits(words, None)
        # The pooler takes the first token of each row; so each text is a row of one token.
        model: Any = self.model
        pooled = model.base_model.pooler(batch.first(states)[:, None])
        return Logits(words, model.cls.seq_relationship(pooled))

    def save(self, folder: Path) -> None:
        """Writes config and weights (model.safetensors) in Hugging Face layout, with all heads that were loaded or
        learnt: one that still is as it was drawn would pass for a pre-trained one."""
        model: Any = self.model
        kept = {name: value for name, value in plain_state(model).items() if name not in self._unused}
        model.save_pretrained(folder, state_dict=kept)


def build_masked_lm(
    encoder: Encoder,
    dropout: float | None,
    seed: int,
    *,
    next_sentence: bool = False,
    adapter: Adapter | None = None,
) -> MaskedLM:
    """The run's encoder with its masked-word head; a head the checkpoint lacks is drawn from ``seed`` and noted.

    A family with a next-sentence head (BERT) keeps it, whether or not it is asked for ``next_sentence``. With an
    ``adapter`` the encoder's own weights stay as they are, the word embeddings that the head is tied to among them.
    Raises UserError when the encoder cannot be loaded or its family has no such head.
    """
    from transformers import AutoModelForMaskedLM, AutoModelForPreTraining

    config = load_config(encoder, dropout)
    if next_sentence and config.model_type not in NEXT_SENTENCE:
        raise UserError(
            f"'{encoder.source}' ({config.model_type}) has no next-sentence head.",
            place="objective",
            remedy="Choose masked words only.",
        )
    kind = AutoModelForPreTraining if config.model_type in NEXT_SENTENCE else AutoModelForMaskedLM
    model, missing = load_with_missing(encoder, dropout, seed, kind=kind)
    unused = set() if next_sentence else {name for name in missing if _untaught(name)}
    notes = missing_notes(encoder, model, missing - unused) if encoder.weights == "pretrained" else []
    base = f"{model.base_model_prefix}."
    fresh = {name.removeprefix(base) for name in missing} if encoder.weights == "pretrained" else set()
    notes += adapt(model.base_model, adapter or NoAdapter(), seed, fresh=fresh)
    return MaskedLM(model, notes, next_sentence, frozenset(unused))


def _untaught(name: str) -> bool:
    """Whether masked words teach nothing to this parameter: pooler and next-sentence head."""
    return "pooler." in name or "seq_relationship." in name
