"""The masked-language model: an encoder with its own heads for masked words and next sentences."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import torch
from torch import nn
from torch.nn import functional

from engine.errors import UserError
from engine.kernels.linear_cross_entropy import VocabularyDecoder, compute_word_loss
from engine.kernels.tensor_batch import TensorBatch
from engine.model.adapters import add_adapters, merged_state_dict
from engine.model.encoder_config import config_of
from engine.model.encoder_files import write_encoder_files
from engine.model.encoder_model import EncoderModel
from engine.model.encoders import NEXT_SENTENCE_FAMILIES, load_config, load_with_missing, missing_notes
from engine.model.forward import encoder_inputs, states_at
from engine.objectives.classification import MASKED_WORDS
from engine.spec.experiment import Encoder
from engine.spec.mitigation import Adapter, NoAdapter

if TYPE_CHECKING:
    from transformers import PreTrainedModel

HeadSplitter = Callable[[nn.Module, torch.Tensor], tuple[torch.Tensor, VocabularyDecoder]]


def _bert(model: nn.Module, states: torch.Tensor) -> tuple[torch.Tensor, VocabularyDecoder]:
    head = model.get_submodule("cls.predictions")
    return head.get_submodule("transform")(states), _linear(head, "decoder")


def _mobilebert(model: nn.Module, states: torch.Tensor) -> tuple[torch.Tensor, VocabularyDecoder]:
    head = model.get_submodule("cls.predictions")
    words = _linear(head, "decoder")
    # The embeddings are narrower than the states. A separate matrix holds the missing columns.
    weight = torch.cat([words.weight, _linear(head, "dense").weight.t()], dim=1)
    return head.get_submodule("transform")(states), VocabularyDecoder(weight, words.bias)


def _roberta(model: nn.Module, states: torch.Tensor) -> tuple[torch.Tensor, VocabularyDecoder]:
    head = model.get_submodule("lm_head")
    inputs = functional.gelu(head.get_submodule("dense")(states))
    return head.get_submodule("layer_norm")(inputs), _linear(head, "decoder")


def _electra(model: nn.Module, states: torch.Tensor) -> tuple[torch.Tensor, VocabularyDecoder]:
    return model.get_submodule("generator_predictions")(states), _linear(model, "generator_lm_head")


def _distilbert(model: nn.Module, states: torch.Tensor) -> tuple[torch.Tensor, VocabularyDecoder]:
    for part in ("vocab_transform", "activation", "vocab_layer_norm"):
        states = model.get_submodule(part)(states)
    return states, _linear(model, "vocab_projector")


def _modernbert(model: nn.Module, states: torch.Tensor) -> tuple[torch.Tensor, VocabularyDecoder]:
    return model.get_submodule("head")(states), _linear(model, "decoder")


def _eurobert(model: nn.Module, states: torch.Tensor) -> tuple[torch.Tensor, VocabularyDecoder]:
    return states, _linear(model, "lm_head")


def _deberta(model: nn.Module, states: torch.Tensor) -> tuple[torch.Tensor, VocabularyDecoder]:
    if config_of(model).legacy:
        return _bert(model, states)
    head = model.get_submodule("lm_predictions.lm_head")
    for part in ("dense", "transform_act_fn", "LayerNorm"):
        states = head.get_submodule(part)(states)
    words = model.get_submodule("deberta.embeddings.word_embeddings")
    assert isinstance(words, nn.Embedding) and isinstance(head.bias, nn.Parameter)
    return states, VocabularyDecoder(words.weight, head.bias)


def _linear(model: nn.Module, name: str) -> VocabularyDecoder:
    """Return weight and bias of the linear layer ``name`` of ``model``."""
    layer = model.get_submodule(name)
    assert isinstance(layer, nn.Linear)
    return VocabularyDecoder(layer.weight, layer.bias)


HEAD_SPLITTERS: dict[str, HeadSplitter] = {
    **dict.fromkeys(NEXT_SENTENCE_FAMILIES, _bert),
    "mobilebert": _mobilebert,
    **dict.fromkeys(("roberta", "xlm-roberta", "camembert"), _roberta),
    "electra": _electra,
    "distilbert": _distilbert,
    "modernbert": _modernbert,
    "eurobert": _eurobert,
    **dict.fromkeys(("deberta", "deberta-v2"), _deberta),
}
"""By family, a function that maps the hidden states [M, H] of masked tokens to the decoder's input and the decoder."""


class MaskedLMLosses(NamedTuple):
    """Losses of a masked-language model.

    Attributes:
        total: the summed loss of the M masked words.
        correct: [M], as in ``WordLoss``.
        next_sentence_logits: [B, 2] for B pairs (true next, random next), None for a model without that head.
    """

    total: torch.Tensor
    correct: torch.Tensor
    next_sentence_logits: torch.Tensor | None


class MaskedLM(EncoderModel):
    """A Hugging Face model with its heads.

    Attributes:
        next_sentence: whether next sentences are predicted.
        unused: parameters that the checkpoint lacks and training does not reach. They are not saved.
    """

    def __init__(
        self,
        model: PreTrainedModel,
        notes: list[str],
        next_sentence: bool = False,
        unused: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__()
        self.model, self.notes, self.next_sentence = model, notes, next_sentence
        self.unused = unused

    @property  # as a submodule it would save the weights of ``model`` twice
    def encoder(self) -> nn.Module:  # type: ignore[override]
        """The encoder below the heads."""
        base = self.model.base_model
        assert isinstance(base, nn.Module)
        return base

    def forward(self, batch: TensorBatch, positions: torch.Tensor, targets: torch.Tensor) -> MaskedLMLosses:
        """Return the losses at ``positions`` [M], indices into the flat tokens of ``batch``, and the logits of pairs.

        ``targets`` [M] are the token ids at these positions. Other tokens skip most of the top layer and the product
        with the vocabulary, which is a quarter of BERT-base's work. The logits are never all in memory at once.
        """
        config = config_of(self.model)
        head = HEAD_SPLITTERS.get(config.model_type)
        if head is None:
            logits = self.model(**encoder_inputs(self.encoder, batch)).logits
            word_states = batch.to_flat(logits).index_select(0, positions).float()
            correct = MASKED_WORDS.correct(word_states, targets)
            return MaskedLMLosses(MASKED_WORDS.loss(word_states, targets), correct, None)
        indices = torch.cat([positions, batch.text_starts]) if self.next_sentence else positions
        word_states, first_states = states_at(self.encoder, batch, indices).tensor_split([len(positions)])
        inputs, decoder = head(self.model, word_states)
        pair_logits = None
        if self.next_sentence:
            # The pooler takes the first token of each row; so each text is a row of one token.
            pooled = self.encoder.get_submodule("pooler")(first_states[:, None])
            pair_logits = self.model.get_submodule("cls.seq_relationship")(pooled)
        losses = compute_word_loss(inputs, decoder, targets)
        return MaskedLMLosses(losses.total, losses.correct, pair_logits)

    def save(self, folder: Path) -> None:
        """Write config and weights (model.safetensors) in Hugging Face layout.

        Heads are saved only if they were loaded or trained, since an untrained one could be mistaken for a pre-trained
        one.
        """
        tensors = {
            name: value for name, value in merged_state_dict(self.model).items() if name not in self.unused
        }
        write_encoder_files(folder, self.model, tensors)


def build_masked_lm(
    encoder: Encoder,
    dropout: float | None,
    seed: int,
    *,
    next_sentence: bool = False,
    adapter: Adapter | None = None,
    pooler: bool = False,
) -> MaskedLM:
    """Build the run's encoder with its masked-word head.

    A head that the checkpoint lacks is drawn from ``seed``, with a note. A family with a next-sentence head (BERT)
    keeps it, whether or not ``next_sentence`` is predicted. ``pooler``: whether the pooler is trained in any case. With
    an ``adapter`` the encoder's own weights are frozen, including the word embeddings that the head is tied to.

    Raises UserError when the encoder cannot be loaded or its family has no such head.
    """
    from transformers import AutoModelForMaskedLM, AutoModelForPreTraining

    config = load_config(encoder, dropout)
    if next_sentence and config.model_type not in NEXT_SENTENCE_FAMILIES:
        raise UserError(
            f"'{encoder.source}' ({config.model_type}) has no next-sentence head.",
            place="objective",
            remedy="Choose masked words only.",
        )
    auto = AutoModelForPreTraining if config.model_type in NEXT_SENTENCE_FAMILIES else AutoModelForMaskedLM
    model, missing = load_with_missing(encoder, dropout, seed, kind=auto)
    # A random token in place of a masked one may be [PAD], whose embedding is then trained, as in BERT's own code.
    # Actual padding is never attended to, so it gets no gradient; but MobileBERT's trigrams would read it.
    embeddings = model.get_input_embeddings()
    assert isinstance(embeddings, nn.Embedding)
    if not getattr(config, "trigram_input", False):
        embeddings.padding_idx = None
    unused = set() if next_sentence else {name for name in missing if _is_untrained_by_masking(name)}
    if pooler:
        unused = {name for name in unused if "pooler." not in name}
    notes = missing_notes(encoder, model, missing - unused) if encoder.weights == "pretrained" else []
    prefix = f"{model.base_model_prefix}."
    new_names = {name.removeprefix(prefix) for name in missing} if encoder.weights == "pretrained" else set()
    notes += add_adapters(model.base_model, adapter or NoAdapter(), seed, untrained=new_names)
    return MaskedLM(model, notes, next_sentence, frozenset(unused))


def _is_untrained_by_masking(name: str) -> bool:
    """Return whether masked words do not train this parameter: pooler and next-sentence head."""
    return "pooler." in name or "seq_relationship." in name
