"""The masked-language model: an encoder with its own head for masked words, asked only where words are masked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import nn

from engine.model.encoders import describe, load_config, load_encoder
from engine.model.forward import encoder_inputs, hidden_states
from engine.model.packed import TensorBatch
from engine.spec.experiment import Encoder

HEADS: dict[str, Callable[[Any, torch.Tensor], torch.Tensor]] = {
    "bert": lambda model, states: model.cls.predictions(states),
    "roberta": lambda model, states: model.lm_head(states),
    "xlm-roberta": lambda model, states: model.lm_head(states),
    "camembert": lambda model, states: model.lm_head(states),
    "electra": lambda model, states: model.generator_lm_head(model.generator_predictions(states)),
    "distilbert": lambda model, states: model.vocab_projector(
        model.vocab_layer_norm(model.activation(model.vocab_transform(states)))
    ),
    "modernbert": lambda model, states: model.decoder(model.head(states)),
}
"""How each family gets from hidden states to logits; called with the states of masked tokens only."""


class MaskedLM(nn.Module):
    """A Hugging Face model with its masked-word head (and BERT's next-sentence head, which is kept as it is).

    Attributes:
        notes: what a user should know of how it was built.
    """

    def __init__(self, model: nn.Module, notes: list[str]) -> None:
        super().__init__()
        self.model = model
        self.notes = notes

    @property
    def encoder(self) -> nn.Module:
        """The encoder below the heads."""
        base = self.model.base_model
        assert isinstance(base, nn.Module)
        return base

    def forward(self, batch: TensorBatch, positions: torch.Tensor) -> torch.Tensor:
        """Logits [M, V] over the vocabulary at ``positions`` [M], indices into the flat tokens of ``batch``.

        All other tokens are spared the vocabulary's matrix product, a quarter of BERT-base's work.
        """
        config: Any = self.model.config
        head = HEADS.get(config.model_type)
        if head is None:
            logits = self.model(**encoder_inputs(self.encoder, batch)).logits
            return batch.flat(logits).index_select(0, positions)
        top = int(config.num_hidden_layers)
        states = hidden_states(self.encoder, batch, (top,))[top]
        return head(self.model, batch.flat(states).index_select(0, positions))

    def save(self, folder: Path) -> None:
        """Writes config and weights (model.safetensors) with all heads, in Hugging Face layout."""
        self.model.save_pretrained(folder)  # type: ignore[operator]


def build_masked_lm(encoder: Encoder, dropout: float | None, seed: int) -> MaskedLM:
    """The run's encoder with its masked-word head; a head the checkpoint lacks is drawn from ``seed`` and noted.

    BERT is loaded with the next-sentence head as well, so that saving loses nothing.
    Raises UserError when the encoder cannot be loaded or its family has no masked-word head.
    """
    from transformers import AutoModelForMaskedLM, AutoModelForPreTraining

    describe(encoder)
    config = load_config(encoder, dropout)
    kind = AutoModelForPreTraining if config.model_type == "bert" else AutoModelForMaskedLM
    model, notes = load_encoder(encoder, dropout, seed, kind=kind)
    return MaskedLM(model, notes)
