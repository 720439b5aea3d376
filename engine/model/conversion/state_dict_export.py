"""A BERT encoder as a plain state dict with vocabulary and config, for loaders from before transformers.

The code of Sun et al. 2019 loads such a file strictly (names without ``bert.``, ``gamma`` and ``beta``); fastNLP's
``BertEmbedding`` takes the folder as it is.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import torch

from engine.errors import UserError
from engine.json_types import JsonObject
from engine.model.conversion.export import require_empty_folder
from engine.model.encoders import describe_encoder, load_encoder, load_tokenizer
from engine.spec.experiment import Encoder

CONFIG_FIELDS = (
    "vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "hidden_act",
    "hidden_dropout_prob", "attention_probs_dropout_prob", "max_position_embeddings", "type_vocab_size",
    "initializer_range",
)  # fmt: skip
NORM_NAMES = ("gamma-beta", "weight-bias")


def export_state_dict(source: Path, target: Path, norms: str = "gamma-beta") -> str:
    """Write the encoder in ``source`` to ``target``: pytorch_model.bin, vocab.txt, config.json, bert_config.json.

    The weights are a dict of tensors named as in a bare ``BertModel``, written with the older of torch's two formats.
    A pooler is always among them, since old loaders require it; where the encoder has none, a newly initialised one is
    written, and the returned sentence says so. Heads are not written.

    Args:
        source: a stage's folder, or any encoder in Hugging Face layout.
        norms: the names used for the weights of layer normalisations.

    Raises UserError when the encoder is no BERT with a WordPiece vocabulary, ``target`` is in use, or there are no such
    ``norms``.
    """
    if norms not in NORM_NAMES:
        raise UserError(
            f"there are no norms '{norms}'.", place="--norms", remedy=f"Use {' or '.join(NORM_NAMES)}."
        )
    require_empty_folder(target)
    encoder = Encoder(source=str(source))
    kind = describe_encoder(encoder).model_type
    if kind != "bert":
        raise UserError(
            f"holds a {kind} model; this layout is BERT's only.",
            place=str(source),
            remedy="Leave --layout out.",
        )
    vocabulary = _vocabulary(encoder, source)
    model, notes = load_encoder(encoder, None, 0, pooler=True)
    fields = model.config.to_dict()
    config = {name: fields[name] for name in CONFIG_FIELDS}
    state = {_old_name(name, norms): value.detach().clone() for name, value in model.named_parameters()}
    target.mkdir(parents=True, exist_ok=True)
    # The zip format of today's torch.save cannot be read before torch 1.6.
    torch.save(state, target / "pytorch_model.bin", _use_new_zipfile_serialization=False)
    (target / "vocab.txt").write_bytes("".join(f"{word}\n" for word in vocabulary).encode("utf-8"))
    for name in ("config.json", "bert_config.json"):
        (target / name).write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    # Not README.txt: fastNLP takes any .txt for the vocabulary.
    (target / "README.md").write_text(README.format(norms=norms.replace("-", " and ")), encoding="utf-8")
    pooler = " The encoder has no pooler, so a fresh one stands in its place." if notes else ""
    return (
        f"{target}: the encoder as a plain state dict ({len(state)} tensors), vocabulary and config.{pooler}"
    )


README = """A BERT encoder as a plain state dict, exported by Palimpsest.

- `pytorch_model.bin`: a dict of tensors, named as in a bare `BertModel`; layer normalisations have {norms}.
  Load it with `torch.load(path, map_location="cpu")`, in today's torch with `weights_only=True`.
- `vocab.txt`: one WordPiece per line. `config.json` and `bert_config.json` are the same.

It holds no classification head.
"""


def _old_name(name: str, norms: str) -> str:
    if norms == "weight-bias":
        return name
    name = re.sub(r"LayerNorm\.weight$", "LayerNorm.gamma", name)
    return re.sub(r"LayerNorm\.bias$", "LayerNorm.beta", name)


def _vocabulary(encoder: Encoder, source: Path) -> list[str]:
    """Return the vocabulary in the order of token ids."""
    tokenizer = load_tokenizer(encoder)
    core: JsonObject = json.loads(tokenizer.backend_tokenizer.to_str())["model"]
    words = tokenizer.get_vocab()
    if core.get("type") != "WordPiece" or sorted(words.values()) != list(range(len(words))):
        raise UserError(
            "its vocabulary cannot be written as vocab.txt: it is not WordPiece, or has gaps.",
            place=str(source),
            remedy="Leave --layout out.",
        )
    return sorted(words, key=words.__getitem__)
