"""Attention before and after, its divergence, and the words for what a head does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoModel

from engine.lab.attention import attention_change
from engine.lab.patterns import head_pattern, token_pattern
from engine.lab.tokenized_text import TextEncoder
from engine.model.encoders import load_encoder
from engine.spec.experiment import Encoder
from engine.spec.truncation import HeadTruncation, HierarchicalTruncation
from tests.engine.lab.test_tokenized_text import native
from tests.engine.lab.trained import shift

TEXT = "the actor was great"
TOKENS = ("[CLS]", "the", "actor", "was", "[SEP]")


def test_attention_is_that_of_transformers(tiny_bert_folder: Path) -> None:
    model = native(tiny_bert_folder, HeadTruncation())
    before, _ = load_encoder(Encoder(source=str(tiny_bert_folder)), None, 0)
    change = attention_change(before.eval(), model.model.encoder, TextEncoder(model).encode(TEXT), 0)
    plain = AutoModel.from_pretrained(tiny_bert_folder, attn_implementation="eager").eval()
    with torch.no_grad():
        expected = plain(**model.tokenizer(TEXT, return_tensors="pt"), output_attentions=True).attentions
    assert change.after.shape == (2, 2, 6, 6)
    assert change.after == pytest.approx(torch.cat(expected).numpy(), abs=1e-6)


def test_divergence_of_an_encoder_from_itself_and_from_a_changed_one(tiny_bert_folder: Path) -> None:
    model = native(tiny_bert_folder, HierarchicalTruncation(combine="mean"), length=6)
    before, _ = load_encoder(Encoder(source=str(tiny_bert_folder)), None, 0)
    reading = TextEncoder(model).encode("the actor was great and the plot dull")
    same = attention_change(before.eval(), model.model.encoder, reading, 0)
    assert same.tokens == ("[CLS]", "the", "actor", "was", "great", "[SEP]")
    assert same.divergence == pytest.approx(np.zeros((2, 2)), abs=1e-9)
    shift(model.model, 1, 2.0)
    moved = attention_change(before, model.model.encoder, reading, 0)
    p, q = moved.before.astype(np.float64), moved.after.astype(np.float64)
    m = (p + q) / 2
    by_hand = (p * np.log2(p / m) + q * np.log2(q / m)).sum(-1).mean(-1) / 2
    assert moved.divergence == pytest.approx(by_hand, rel=1e-3, abs=1e-6) and (by_hand > 1e-5).all()


def test_words_for_a_head() -> None:
    previous = np.eye(5, k=-1)
    previous[0, 0] = 1
    assert head_pattern(previous, TOKENS) == "mostly the previous token (100 %)"
    assert head_pattern(np.eye(5), TOKENS) == "mostly the token itself (100 %)"
    assert head_pattern(np.full((5, 5), 0.2), TOKENS) == "spread over the text"
    to_actor = np.full((5, 5), 0.1)
    to_actor[:, 2] = 0.6
    assert head_pattern(to_actor, TOKENS) == "mostly “actor” (60 %)"
    ends = np.zeros((5, 5))
    ends[:, 4], ends[:, 1] = 0.4, 0.3
    ends[:, 3] = 0.3
    assert head_pattern(ends, TOKENS) == "partly [SEP] (40 %)"
    assert token_pattern(to_actor, TOKENS, 0) == "mostly “actor” (60 %)"
    assert token_pattern(np.eye(5), TOKENS, 3) == "mostly itself (100 %)"
