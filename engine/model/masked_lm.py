"""The masked-language model: an encoder with its own heads for masked words and next sentences."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.nn import functional

from engine.errors import UserError
from engine.model.adapters import adapt, plain_state
from engine.model.encoders import NEXT_SENTENCE, load_config, load_with_missing, missing_notes
from engine.model.forward import encoder_inputs, states_at
from engine.model.masked_loss import Decoder, word_loss
from engine.model.packed import TensorBatch
from engine.spec.experiment import Encoder
from engine.spec.mitigation import Adapter, NoAdapter

Split = Callable[[Any, torch.Tensor], tuple[torch.Tensor, Decoder]]


def _bert(model: Any, states: torch.Tensor) -> tuple[torch.Tensor, Decoder]:
    head = model.cls.predictions
    return head.transform(states), _linear(head.decoder)


def _mobilebert(model: Any, states: torch.Tensor) -> tuple[torch.Tensor, Decoder]:
    head = model.cls.predictions
    # Its embeddings are narrower than its states; what is missing stands in a matrix of its own.
    whole = torch.cat([head.decoder.weight, head.dense.weight.t()], dim=1)
    return head.transform(states), Decoder(whole, head.decoder.bias)


def _roberta(model: Any, states: torch.Tensor) -> tuple[torch.Tensor, Decoder]:
    head = model.lm_head
    return head.layer_norm(functional.gelu(head.dense(states))), _linear(head.decoder)


def _electra(model: Any, states: torch.Tensor) -> tuple[torch.Tensor, Decoder]:
    return model.generator_predictions(states), _linear(model.generator_lm_head)


def _distilbert(model: Any, states: torch.Tensor) -> tuple[torch.Tensor, Decoder]:
    made = model.vocab_layer_norm(model.activation(model.vocab_transform(states)))
    return made, _linear(model.vocab_projector)


def _modernbert(model: Any, states: torch.Tensor) -> tuple[torch.Tensor, Decoder]:
    return model.head(states), _linear(model.decoder)


def _linear(decoder: nn.Linear) -> Decoder:
    return Decoder(decoder.weight, decoder.bias)


HEADS: dict[str, Split] = {
    **dict.fromkeys(NEXT_SENTENCE, _bert),
    "mobilebert": _mobilebert,
    **dict.fromkeys(("roberta", "xlm-roberta", "camembert"), _roberta),
    "electra": _electra,
    "distilbert": _distilbert,
    "modernbert": _modernbert,
}
"""How each family gets from hidden states [M, H] to what its decoder multiplies, and that decoder; called with the
states of hidden tokens only."""


class Logits(NamedTuple):
    """What a masked-language model answers: ``words`` [M, V] for M hidden tokens; ``follows`` [B, 2] for B pairs (true
    next, random next), None where the model was not built to be asked."""

    words: torch.Tensor
    follows: torch.Tensor | None


class Losses(NamedTuple):
    """The same where the hidden words are told: ``total``, the sum of their losses, and ``hits`` [M] as in
    ``WordLoss``; ``follows`` as in ``Logits``."""

    total: torch.Tensor
    hits: torch.Tensor
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

    def forward(
        self, batch: TensorBatch, positions: torch.Tensor, targets: torch.Tensor | None = None
    ) -> Logits | Losses:
        """The logits at ``positions`` [M], indices into the flat tokens of ``batch``, and those of its pairs; with
        ``targets`` [M], the words that stand there, their loss instead, without ever holding all logits.

        All other tokens are spared the vocabulary's matrix product, a quarter of BERT-base's work, and most of the top
        layer.
        """
        config: Any = self.model.config
        head = HEADS.get(config.model_type)
        if head is None:
            logits = self.model(**encoder_inputs(self.encoder, batch)).logits
            return _answer(batch.flat(logits).index_select(0, positions), targets)
        asked = torch.cat([positions, batch.starts]) if self.next_sentence else positions
        words, firsts = states_at(self.encoder, batch, asked).tensor_split([len(positions)])
        made, decoder = head(self.model, words)
        follows = None
        if self.next_sentence:
            # The pooler takes the first token of each row; so each text is a row of one token.
            model: Any = self.model
            follows = model.cls.seq_relationship(model.base_model.pooler(firsts[:, None]))
        if targets is None:
            return Logits(decoder.logits(made), follows)
        found = word_loss(made, decoder, targets)
        return Losses(found.total, found.hits, follows)

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


def _answer(words: torch.Tensor, targets: torch.Tensor | None) -> Logits | Losses:
    """What is answered where all logits [M, V] are there anyway."""
    if targets is None:
        return Logits(words, None)
    words = words.float()
    total = functional.cross_entropy(words, targets, reduction="sum")
    return Losses(total, words.argmax(-1) == targets, None)


def _untaught(name: str) -> bool:
    """Whether masked words teach nothing to this parameter: pooler and next-sentence head."""
    return "pooler." in name or "seq_relationship." in name
