"""Folders as recent encoders come: their architecture at a small size, random weights, a tokenizer of their kind."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch
from tokenizers import (
    AddedToken,
    Regex,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)
from transformers import AutoConfig, AutoModelForMaskedLM, PreTrainedTokenizerFast

from engine.data.dataset import load_dataset
from engine.spec.data import DataSource
from tests.engine.encoder_families import DEBERTA_V3

WORDS = 600
"""Tokens of each vocabulary."""
SIZE: dict[str, Any] = {
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "initializer_range": 0.2,
}
LLAMA_WORDS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|"
    r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""How Llama 3, and so EuroBERT, divides text before it merges bytes."""


def _modernbert() -> tuple[Tokenizer, trainers.Trainer, list[str]]:
    core = Tokenizer(models.BPE())
    core.normalizer = normalizers.NFC()
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    core.decoder = decoders.ByteLevel()
    special = ["[UNK]", "[CLS]", "[SEP]", "[PAD]", "[MASK]"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    return (
        core,
        trainers.BpeTrainer(vocab_size=WORDS, special_tokens=special, initial_alphabet=alphabet),
        special,
    )


def _mmbert() -> tuple[Tokenizer, trainers.Trainer, list[str]]:
    """Gemma 2's: SentencePiece's BPE, where a blank is a letter and unknown letters fall back to bytes."""
    core = Tokenizer(models.BPE(unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    core.normalizer = normalizers.Replace(" ", "▁")
    core.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()])
    special = ["<pad>", "<eos>", "<bos>", "<unk>", "<mask>"]
    tokens = [*special, *(f"<0x{byte:02X}>" for byte in range(256))]
    return core, trainers.BpeTrainer(vocab_size=WORDS, special_tokens=tokens), special


def _eurobert() -> tuple[Tokenizer, trainers.Trainer, list[str]]:
    core = Tokenizer(models.BPE(ignore_merges=True))
    core.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(LLAMA_WORDS), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    core.decoder = decoders.ByteLevel()
    special = ["<|begin_of_text|>", "<|end_of_text|>", "<|mask|>", "<|pad|>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    return (
        core,
        trainers.BpeTrainer(vocab_size=WORDS, special_tokens=special, initial_alphabet=alphabet),
        special,
    )


def _deberta() -> tuple[Tokenizer, trainers.Trainer, list[str]]:
    """SentencePiece's Unigram."""
    core = Tokenizer(models.Unigram())
    core.normalizer = normalizers.Sequence([normalizers.Strip(), normalizers.Replace(Regex(" {2,}"), " ")])
    core.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    core.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    special = ["[PAD]", "[CLS]", "[SEP]", "[UNK]", "[MASK]"]
    return core, trainers.UnigramTrainer(vocab_size=WORDS, special_tokens=special, unk_token="[UNK]"), special


RECENT: dict[str, tuple[str, Callable[[], tuple[Tokenizer, trainers.Trainer, list[str]]], dict[str, Any]]] = {
    "modernbert": (
        "modernbert",
        _modernbert,
        {"local_attention": 8, "global_attn_every_n_layers": 3, "max_position_embeddings": 8192},
    ),
    "mmbert": (
        "modernbert",
        _mmbert,
        {"local_attention": 8, "global_attn_every_n_layers": 3, "max_position_embeddings": 8192},
    ),
    "eurobert": ("eurobert", _eurobert, {"num_key_value_heads": 2, "max_position_embeddings": 8192}),
    "deberta-v3": ("deberta-v2", _deberta, {"max_position_embeddings": 512, **DEBERTA_V3}),
}
"""By name: model type, tokenizer, and the settings in which the published models differ from the defaults."""


def write_recent_encoder(name: str, folder: Path, texts: Sequence[str]) -> Path:
    """Write an untrained encoder of 3 layers x 32 with a tokenizer trained on ``texts``; return its folder."""
    kind, make, fields = RECENT[name]
    core, trainer, special = make()
    core.train_from_iterator(texts, trainer)
    role = {word.strip("[]<>|").lower(): word for word in special}
    begin = role.get("cls") or role.get("bos") or role["begin_of_text"]
    end = role.get("sep") or role.get("eos") or role["end_of_text"]
    pair = f"{begin} $A {end} $B:1 {end}:1" if name == "deberta-v3" else f"{begin} $A {end} $B {end}"
    core.post_processor = processors.TemplateProcessing(
        single=f"{begin} $A {end}",
        pair=pair,
        special_tokens=[(word, core.token_to_id(word)) for word in (begin, end)],
    )
    names = {"pad_token": role["pad"], "mask_token": AddedToken(role["mask"], lstrip=True)}
    names |= (
        {"cls_token": begin, "sep_token": end} if "cls" in role else {"bos_token": begin, "eos_token": end}
    )
    if "unk" in role:
        names["unk_token"] = role["unk"]
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=core, model_input_names=["input_ids", "attention_mask"], **names
    )
    tokenizer.save_pretrained(folder)
    if name == "deberta-v3":  # the class that the published folder names
        file = folder / "tokenizer_config.json"
        about = json.loads(file.read_text(encoding="utf-8")) | {"tokenizer_class": "DebertaV2Tokenizer"}
        file.write_text(json.dumps(about), encoding="utf-8")
    numbers = {"bos_token_id": core.token_to_id(begin), "eos_token_id": core.token_to_id(end)}
    if kind == "modernbert":
        numbers |= {"cls_token_id": numbers["bos_token_id"], "sep_token_id": numbers["eos_token_id"]}
    if kind == "eurobert":
        numbers["mask_token_id"] = core.token_to_id(role["mask"])
    config = AutoConfig.for_model(
        kind,
        vocab_size=core.get_vocab_size(),
        pad_token_id=core.token_to_id(role["pad"]),
        **(SIZE | numbers | fields),
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(7)
        AutoModelForMaskedLM.from_config(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def recent_encoder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """``recent_encoder("eurobert")``: the folder of a small untrained encoder of that family."""

    @cache
    def build(name: str) -> Path:
        texts = load_dataset(DataSource(source="samples:questions")).splits["train"].texts
        return write_recent_encoder(name, tmp_path_factory.mktemp(name), list(texts))

    return build
