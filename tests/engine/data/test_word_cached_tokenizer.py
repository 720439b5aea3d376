"""Tokens found word by word are those of the whole text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from engine.data.word_cached_tokenizer import WordCachedTokenizer

ODD = (
    " \n\t\r\0\x01\x1c\x1f\x85\xa0\u200b\u200d\u3000\u0301\u0345\u00e9\u0130\u017f\u03a3\u03c2\ufb01\u2163\u4e2d\u6587"
    "\u30ab\u304c\ud55c\u0628\U0001f600\u00b2\u2018\u2026\ufeff\ufdd0\U000e0001.,!?'\"-#[]"
)
PIECES = st.one_of(
    st.text(st.sampled_from(ODD + "abAB"), max_size=6),
    st.sampled_from(["[SEP]", "[MASK]", "##s", "good", "films", "Goodness", "  "]),
    st.text(max_size=4).filter(lambda text: text.isprintable()),
)
TEXTS = st.lists(
    st.lists(PIECES, max_size=12).map(" ".join) | st.lists(PIECES, max_size=6).map("".join), max_size=6
)


@pytest.fixture(scope="module")
def bert() -> Tokenizer:
    letters = [*"abcdefghijklmnopqrstuvwxyz.,!?'-#[]\u03c3\u4e2d\u00e9\u0628"]
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "good", "film", "ness", *letters]
    words += [f"##{each}" for each in ["ness", *letters]]
    core = Tokenizer(models.WordPiece({word: i for i, word in enumerate(words)}, unk_token="[UNK]"))
    core.normalizer, core.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    core.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"])
    return core


def check(core: Tokenizer, tokenizer: WordCachedTokenizer, texts: list[str]) -> None:
    tokens = tokenizer.encode(texts)
    start = 0
    assert len(tokens.lengths) == len(texts) and len(tokens.word_starts) == len(tokens.ids)
    for text, length in zip(texts, tokens.lengths.tolist(), strict=True):
        expected = core.encode(text, add_special_tokens=False)
        assert tokens.ids[start : start + length].tolist() == expected.ids
        words = expected.word_ids
        begins = [n == 0 or word != words[n - 1] for n, word in enumerate(words)]
        assert tokens.word_starts[start : start + length].tolist() == begins
        start += length
    assert start == len(tokens.ids) and tokens.ids.dtype == np.int32


@given(texts=TEXTS)
def test_tokens_and_words_are_those_of_each_text(bert: Tokenizer, texts: list[str]) -> None:
    tokenizer = WordCachedTokenizer(bert, find_word_starts=True)
    assert tokenizer.uses_word_cache
    check(bert, tokenizer, texts)
    check(bert, tokenizer, texts[::-1])


def test_a_real_vocabulary_and_real_texts(shared_data: Path, minilm_folder: Path) -> None:
    core = Tokenizer.from_file(str(minilm_folder / "tokenizer.json"))
    core.no_truncation()
    core.no_padding()
    text = (shared_data / "trec" / "train_5500.label").read_bytes().decode("latin-1")
    check(core, WordCachedTokenizer(core, find_word_starts=True), text.split("\n")[:2000])
