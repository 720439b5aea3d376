"""Tokens on disk and batches of them, against the tokenizer's own encoding."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import AutoTokenizer, PreTrainedTokenizerFast

from engine import paths
from engine.data import tokens
from engine.data.dataset import Split, load_dataset
from engine.data.special_tokens import read_template
from engine.data.token_counts import truncate_longest_first
from engine.data.tokens import encode_split, tokenise_split
from engine.data.word_cached_tokenizer import WordCachedTokenizer
from engine.errors import UserError
from engine.spec.data import DataSource
from engine.spec.truncation import (
    HeadTailShareTruncation,
    HeadTailTruncation,
    HeadTruncation,
    HierarchicalTruncation,
    TailTruncation,
)

pytestmark = pytest.mark.usefixtures("home")

WORDS = "good film bad book the a of and not story team match".split()


@pytest.fixture
def tokenizer(tiny_bert_folder: Path) -> PreTrainedTokenizerFast:
    return AutoTokenizer.from_pretrained(tiny_bert_folder)


def roberta_like() -> PreTrainedTokenizerFast:
    """A tokenizer with <s> A </s></s> B </s> and no second segment, which pads and truncates by itself."""
    vocabulary = {word: i for i, word in enumerate(["<s>", "<pad>", "</s>", "<unk>", *WORDS, "1", "."])}
    core = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    core.pre_tokenizer = pre_tokenizers.Whitespace()
    core.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B:0 </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    core.enable_padding(length=50)
    core.enable_truncation(3)
    return PreTrainedTokenizerFast(tokenizer_object=core, pad_token="<pad>", unk_token="<unk>")


def a_split(texts: list[str], seconds: list[str] | None = None, name: str = "print") -> Split:
    count = len(texts)
    return Split("train", texts, seconds, np.arange(count) % 2, np.arange(1, count + 1), name)


def some_texts(count: int = 40, longest: int = 60, seed: int = 0) -> list[str]:
    random = np.random.default_rng(seed)
    return [" ".join(random.choice(WORDS, random.integers(1, longest))) for _ in range(count)]


def test_tokens_are_those_of_the_tokenizer(
    tokenizer: PreTrainedTokenizerFast, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tokens, "_CHUNK", 7)
    texts = [*some_texts(), "", "Ünïcode — 你好 \U0001f600", "x" * 3000]
    first, second = tokenise_split(a_split(texts), tokenizer)
    assert second is None and len(first) == len(texts)
    for index, text in enumerate(texts):
        ids = first.flat_ids[first.offsets[index] : first.offsets[index + 1]]
        assert ids.tolist() == tokenizer(text, add_special_tokens=False)["input_ids"]
        assert first.lengths[index] == len(ids)
    assert first.flat_ids.dtype == np.int32


def test_a_tokenizer_that_pads_and_truncates_is_not_asked_to():
    first, _ = tokenise_split(a_split(["good film and a bad book", "the story"]), roberta_like())
    assert first.lengths.tolist() == [6, 2]


@pytest.mark.parametrize(
    "make", [lambda folder: AutoTokenizer.from_pretrained(folder), lambda folder: roberta_like()]
)
def test_batches_are_what_the_tokenizer_would_give(make, tiny_bert_folder: Path):
    tokenizer = make(tiny_bert_folder)
    core = tokenizer.backend_tokenizer
    core.no_padding()
    core.no_truncation()
    texts, seconds = some_texts(20), some_texts(20, seed=9)
    order = np.random.default_rng(1).permutation(20)
    for split, pairs in ((a_split(texts), None), (a_split(texts, seconds), seconds)):
        encoded = encode_split(split, tokenizer, truncation=HeadTruncation(), max_length=200)
        batch = encoded.batch(order)
        expected = [core.encode(texts[i], pairs[i] if pairs else None) for i in order]
        assert batch.ids.tolist() == [i for each in expected for i in each.ids]
        assert batch.token_types.tolist() == [i for each in expected for i in each.type_ids]
        assert (
            batch.lengths.tolist() == [len(each.ids) for each in expected] == encoded.lengths[order].tolist()
        )
        assert batch.labels.tolist() == (order % 2).tolist() and batch.indices.tolist() == order.tolist()
        assert batch.ids.dtype == batch.token_types.dtype == batch.lengths.dtype == np.int64
        assert encoded.truncation_summary.texts == encoded.truncation_summary.tokens == 0


CUTS = [HeadTruncation(), TailTruncation(), HeadTailTruncation(head=5), HeadTailShareTruncation(head=0.3)]


@pytest.mark.parametrize("truncation", CUTS, ids=lambda each: each.kind)
def test_long_texts_keep_what_the_truncation_says(truncation, tokenizer: PreTrainedTokenizerFast):
    texts = some_texts(30)
    encoded = encode_split(a_split(texts), tokenizer, truncation=truncation, max_length=22)
    lost = cut = total = 0
    for index, text in enumerate(texts):
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        retained = [i for start, stop in truncation.kept_ranges(len(ids), 20) for i in ids[start:stop]]
        batch = encoded.batch(np.array([index]))
        assert batch.ids.tolist() == [tokenizer.cls_token_id, *retained, tokenizer.sep_token_id]
        assert len(retained) == min(20, len(ids))
        lost, cut, total = lost + len(ids) - len(retained), cut + (len(ids) > 20), total + len(ids)
        assert encoded.is_truncated[index] == (len(ids) > 20)
    assert encoded.truncation_summary.texts == cut > 0 and encoded.truncation_summary.tokens == lost
    assert encoded.truncation_summary.texts_percent == pytest.approx(100 * cut / 30)
    assert encoded.truncation_summary.tokens_percent == pytest.approx(100 * lost / total)
    assert encoded.lengths.max() == 22


@pytest.mark.parametrize(("overlap", "most"), [(0, 0), (3, 0), (0, 2), (4, 3)])
def test_fractions_stand_one_after_the_other(overlap, most, tokenizer: PreTrainedTokenizerFast):
    option, texts = HierarchicalTruncation(overlap=overlap, most=most), [*some_texts(30), ""]
    encoded = encode_split(a_split(texts), tokenizer, truncation=option, max_length=12)
    ids = [tokenizer(text, add_special_tokens=False)["input_ids"] for text in texts]
    order = np.array([7, 30, 2, 7, 15])
    batch = encoded.batch(order)
    expected, owners = [], []
    for number, index in enumerate(order):
        for ((start, stop),) in option.segments(len(ids[index]), 10):
            expected.append([tokenizer.cls_token_id, *ids[index][start:stop], tokenizer.sep_token_id])
            owners.append(number)
    assert batch.ids.tolist() == [i for piece in expected for i in piece]
    assert batch.lengths.tolist() == [len(piece) for piece in expected] and batch.lengths.max() <= 12
    assert batch.owners.tolist() == owners and len(batch.owners) > len(order)
    assert batch.labels.tolist() == (order % 2).tolist() and batch.indices.tolist() == order.tolist()
    sizes = [batch.lengths[batch.owners == number].sum() for number in range(len(order))]
    assert encoded.lengths[order].tolist() == sizes
    unread = [len(row) - sum(b - a for a, b in option.kept_ranges(len(row), 10)) for row in ids]
    assert encoded.truncation_summary.tokens == sum(unread) and encoded.truncation_summary.texts == sum(
        map(bool, unread)
    )
    assert (encoded.truncation_summary.texts > 0) == (most > 0)
    assert len(encoded.batch(np.zeros(0, int)).owners) == 0


def test_texts_that_need_no_fractions_are_plain(tokenizer: PreTrainedTokenizerFast):
    split = a_split(some_texts(5, longest=8))
    encoded = encode_split(split, tokenizer, truncation=HierarchicalTruncation(), max_length=64)
    assert encoded.batch(np.arange(5)).owners is None


def test_fractions_of_pairs_are_refused(tokenizer: PreTrainedTokenizerFast):
    split = a_split(some_texts(3), some_texts(3, seed=1))
    with pytest.raises(UserError, match="truncation: pairs of texts cannot be read in fractions"):
        encode_split(split, tokenizer, truncation=HierarchicalTruncation(), max_length=20)
    with pytest.raises(UserError, match="overlap of 30 tokens leaves a fraction of 18 nothing new"):
        encode_split(
            a_split(some_texts(3)), tokenizer, truncation=HierarchicalTruncation(overlap=30), max_length=20
        )


def test_every_truncation_shares_the_tokens(tokenizer: PreTrainedTokenizerFast):
    split = a_split(some_texts())
    for truncation, length in (
        (HeadTruncation(), 10),
        (TailTruncation(), 30),
        (HeadTailTruncation(head=3), 20),
    ):
        encode_split(split, tokenizer, truncation=truncation, max_length=length)
    assert len(list((paths.cache_folder() / "tokens").iterdir())) == 1


def pop_longer(first: int, second: int, room: int) -> list[int]:
    """Sun et al.'s loop: drop from the end of the longer, from the second when both are as long."""
    while first + second > room:
        if first > second:
            first -= 1
        else:
            second -= 1
    return [first, second]


@given(pairs=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=1), room=st.integers(1, 50))
def test_pairs_are_cut_as_by_the_original_loop(pairs, room):
    first, second = np.array(pairs).T
    expected = [pop_longer(a, b, room) for a, b in pairs]
    assert truncate_longest_first(first, second, room).tolist() == expected


def test_cut_pairs_keep_their_frame(tokenizer: PreTrainedTokenizerFast):
    texts, seconds = some_texts(20), some_texts(20, seed=3)
    encoded = encode_split(a_split(texts, seconds), tokenizer, truncation=TailTruncation(), max_length=15)
    cls, sep = tokenizer.cls_token_id, tokenizer.sep_token_id
    for index in range(20):
        a, b = (tokenizer(t[index], add_special_tokens=False)["input_ids"] for t in (texts, seconds))
        keep_a, keep_b = pop_longer(len(a), len(b), 12)
        batch = encoded.batch(np.array([index]))
        assert batch.ids.tolist() == [cls, *a[:keep_a], sep, *b[:keep_b], sep]
        assert batch.token_types.tolist() == [0] * (keep_a + 2) + [1] * (keep_b + 1)
    assert encoded.truncation_summary.texts == sum(
        len(tokenizer(a, b)["input_ids"]) > 15 for a, b in zip(texts, seconds, strict=True)
    )


def test_room_and_problems(tokenizer: PreTrainedTokenizerFast):
    template = read_template(tokenizer)
    assert (template.room(64), template.room(64, pair=True)) == (62, 61)
    split = a_split(some_texts(3))
    with pytest.raises(UserError, match="max_length: 2 tokens leave no room"):
        encode_split(split, tokenizer, truncation=HeadTruncation(), max_length=2)
    with pytest.raises(UserError, match="a head of 128 tokens leaves no tail"):
        encode_split(split, tokenizer, truncation=HeadTailTruncation(), max_length=64)


def test_texts_without_any_token(tokenizer: PreTrainedTokenizerFast):
    encoded = encode_split(
        a_split(["", "\u200b\u0007"]), tokenizer, truncation=HeadTruncation(), max_length=8
    )
    assert (
        encoded.batch(np.array([1, 0])).ids.tolist() == [tokenizer.cls_token_id, tokenizer.sep_token_id] * 2
    )
    assert encoded.batch(np.zeros(0, int)).ids.tolist() == []


def test_tokens_of_a_loaded_data_set(tmp_path: Path, tokenizer: PreTrainedTokenizerFast):
    texts = some_texts(60)
    lines = [f"{text},{'ab'[i % 2]}" for i, text in enumerate(texts)]
    (tmp_path / "data.csv").write_text("text,label\n" + "\n".join(lines), encoding="utf-8")
    data = load_dataset(DataSource(source=str(tmp_path / "data.csv")))
    encoded = {
        name: encode_split(split, tokenizer, truncation=HeadTruncation(), max_length=99)
        for name, split in data.splits.items()
    }
    for name, split in data.splits.items():
        batch = encoded[name].batch(np.arange(len(split)))
        expected = [tokenizer(texts[row - 2])["input_ids"] for row in split.rows]
        assert batch.ids.tolist() == [i for ids in expected for i in ids]


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
