"""New encoders: an untrained BERT of any size with its own vocabulary, for further pre-training."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from engine import random_streams
from engine.cache.atomic_folders import atomic_folder
from engine.data.pretraining.vocabulary import SPECIAL_TOKENS, LearntVocabulary
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.model.conversion.export import require_empty_folder
from engine.model.encoder_files import write_encoder_files


@dataclass(frozen=True)
class EncoderShape:
    """The size of a BERT. ``intermediate`` is the feed-forward width. 0 is four times ``hidden``."""

    layers: int = 4
    hidden: int = 256
    heads: int = 4
    positions: int = 512
    intermediate: int = 0

    def check(self) -> None:
        """Raise UserError when no BERT can have this shape."""
        for name, least in (
            ("layers", 1),
            ("hidden", 1),
            ("heads", 1),
            ("positions", 8),
            ("intermediate", 0),
        ):
            if getattr(self, name) < least:
                raise UserError(
                    f"{getattr(self, name)} is too little.",
                    place=f"--{name}",
                    remedy=f"Give {least} or more.",
                )
        if self.hidden % self.heads:
            raise UserError(
                f"a width of {self.hidden} cannot be shared by {self.heads} heads.",
                place="--heads",
                remedy="Choose a width that is a multiple of the number of heads.",
            )


def write_encoder(folder: Path, vocabulary: LearntVocabulary, shape: EncoderShape, seed: int) -> JsonObject:
    """Write a Hugging Face folder, whole or not at all: tokenizer, config, and weights drawn from ``seed``.

    The model is a ``BertForPreTraining``: an encoder with heads for masked words and next sentences (normal(0,
    0.02), zero biases; Devlin et al. 2019, code). Returns a summary of the encoder as plain values.

    Raises UserError when the shape is impossible or the folder is not empty.
    """
    import torch
    from transformers import BertConfig, BertForPreTraining, BertTokenizer

    shape.check()
    require_empty_folder(folder)
    config = BertConfig(
        vocab_size=len(vocabulary.pieces),
        hidden_size=shape.hidden,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        intermediate_size=shape.intermediate or 4 * shape.hidden,
        max_position_embeddings=shape.positions,
        pad_token_id=SPECIAL_TOKENS.index("[PAD]"),
    )
    writing = vocabulary.normalisation
    tokenizer = BertTokenizer(
        vocab={piece: number for number, piece in enumerate(vocabulary.pieces)},
        do_lower_case=writing.lowercase,
        strip_accents=None if writing.keep_accents is None else not writing.keep_accents,
        tokenize_chinese_chars=writing.split_chinese,
        model_max_length=shape.positions,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(random_streams.derive_seed(seed, "encoder"))
        model = BertForPreTraining(config)
    with atomic_folder(folder.absolute(), seal=False) as making:
        write_encoder_files(making, model)
        tokenizer.save_pretrained(making)
        (making / "vocab.txt").write_text("\n".join(vocabulary.pieces) + "\n", encoding="utf-8", newline="\n")
    return {
        "folder": str(folder),
        "vocabulary": len(vocabulary.pieces),
        "parameters": sum(weights.numel() for weights in model.parameters()),
        **asdict(shape),
        "intermediate": config.intermediate_size,
        "seed": seed,
        "documents": vocabulary.document_count,
        "characters": vocabulary.character_count,
        "covered_percent": round(100 * vocabulary.coverage, 3),
    }
