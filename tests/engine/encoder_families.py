"""Tiny untrained encoders of many families, and batches for them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.data.tokens import TokenBatch
from engine.spec.experiment import Encoder

SIZE = {
    "hidden_size": 32,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "max_position_embeddings": 64,
    # Ten times the usual spread: with the usual one all hidden states look alike and a slip goes unseen.
    "initializer_range": 0.2,
}
DEBERTA_V3: dict[str, Any] = {
    "relative_attention": True,
    "position_buckets": 16,
    "max_relative_positions": -1,
    "norm_rel_ebd": "layer_norm",
    "share_att_key": True,
    "pos_att_type": "p2c|c2p",
    "position_biased_input": False,
    "type_vocab_size": 0,
}
"""The settings of DeBERTa v3, with fewer buckets."""
SPECIAL: dict[str, dict[str, Any]] = {
    "distilbert": {"dim": 32, "n_layers": 3, "n_heads": 4, "hidden_dim": 48, "max_position_embeddings": 64},
    "electra": SIZE | {"embedding_size": 16},
    "modernbert": SIZE
    | {
        "local_attention": 8,
        "global_attn_every_n_layers": 2,
        "bos_token_id": 2,
        "cls_token_id": 2,
        "eos_token_id": 3,
        "sep_token_id": 3,
    },
    # These count positions from the padding token's number + 1; 65 make room for texts of 64 tokens.
    **{
        kind: SIZE | {"max_position_embeddings": 65}
        for kind in ("roberta", "xlm-roberta", "camembert", "mpnet")
    },
    "albert": SIZE | {"embedding_size": 16},
    "mobilebert": SIZE | {"embedding_size": 16, "intra_bottleneck_size": 16, "num_feedforward_networks": 2},
    # Four heads of queries share two of keys and values, as in EuroBERT's larger models.
    "eurobert": SIZE | {"num_key_value_heads": 2, "bos_token_id": 2, "eos_token_id": 3, "mask_token_id": 4},
    "deberta-v2": SIZE | DEBERTA_V3,
    "deberta": SIZE | {"relative_attention": True, "pos_att_type": "p2c|c2p", "type_vocab_size": 0},
}


def built(kind: str, tokenizer: Path, folder: Path, auto: Any) -> Encoder:
    """An encoder of 3 layers x 32 with the heads that ``auto`` gives it, in ``folder``."""
    import torch
    from transformers import AutoConfig, AutoTokenizer

    vocabulary = len(AutoTokenizer.from_pretrained(tokenizer))
    config = AutoConfig.for_model(kind, vocab_size=vocabulary, pad_token_id=0, **SPECIAL.get(kind, SIZE))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(7)
        model = auto.from_config(config)
        for parameter in model.parameters():
            if parameter.ndim == 1:  # untrained biases are zero and norms one: give them a say
                parameter.data.add_(0.1 * torch.randn_like(parameter))
    model.save_pretrained(folder)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(tokenizer / name, folder)
    return Encoder(source=str(folder))


@pytest.fixture(scope="session")
def family(tiny_bert_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Encoder]:
    """``family("roberta")``: an encoder of 3 layers x 32 of that model type, with its masked-word head, in a folder."""
    from transformers import AutoModelForMaskedLM

    @cache
    def build(kind: str) -> Encoder:
        return built(kind, tiny_bert_folder, tmp_path_factory.mktemp(kind), AutoModelForMaskedLM)

    return build


@pytest.fixture(scope="session")
def pretraining_family(
    tiny_bert_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Encoder]:
    """The same with all heads of pre-training."""
    from transformers import AutoModelForPreTraining

    @cache
    def build(kind: str) -> Encoder:
        return built(kind, tiny_bert_folder, tmp_path_factory.mktemp(kind), AutoModelForPreTraining)

    return build


def texts(lengths: Sequence[int], seed: int = 0, classes: int = 3) -> TokenBatch:
    """Random texts of the given lengths over the tiny vocabulary, without padding tokens inside."""
    draw = np.random.default_rng(seed)
    total = sum(lengths)
    return TokenBatch(
        ids=draw.integers(5, 100, total),
        token_types=np.concatenate([(np.arange(n) >= n // 2).astype(np.int64) for n in lengths]),
        lengths=np.asarray(lengths, np.int64),
        labels=draw.integers(0, classes, len(lengths)),
        indices=np.arange(len(lengths)),
    )


@pytest.fixture(name="texts")
def texts_fixture() -> Callable[..., TokenBatch]:
    return texts
