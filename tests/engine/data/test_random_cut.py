"""Random cuts: between words, different each time, the same on resuming, and shortened as pairs are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from transformers import AutoTokenizer, PreTrainedTokenizerFast

from engine.data.dataset import Split
from engine.data.random_cut import RandomCutSplit, cut_split, cut_text, find_cut_places
from engine.data.tokens import encode_split
from engine.errors import UserError
from engine.spec.truncation import HeadTruncation, Truncation

pytestmark = pytest.mark.usefixtures("home")

WORDS = "good film bad book the a of and not story team match unheardof".split()


@pytest.fixture
def tokenizer(tiny_bert_folder: Path) -> PreTrainedTokenizerFast:
    return AutoTokenizer.from_pretrained(tiny_bert_folder)


def a_split(texts: list[str], name: str = "print") -> Split:
    count = len(texts)
    return Split("train", texts, None, np.arange(count) % 2, np.arange(101, 101 + count), name)


def some_texts(count: int = 30, longest: int = 40) -> list[str]:
    draw = np.random.default_rng(3)
    return [" ".join(draw.choice(WORDS, draw.integers(2, longest))) for _ in range(count)]


def cuts(
    texts: list[str], tokenizer: PreTrainedTokenizerFast, length: int = 64, copies: int = 5, seed: int = 7
) -> RandomCutSplit:
    return RandomCutSplit(
        a_split(texts, str(len(texts))),
        tokenizer,
        copies=copies,
        seed=seed,
        truncation=HeadTruncation(),
        max_length=length,
    )


def segments(split: RandomCutSplit, tokenizer: PreTrainedTokenizerFast, epoch: int) -> list[tuple[str, str]]:
    """Both segments of every input as words."""
    batch = split.batch(np.arange(len(split)), epoch)
    pairs = []
    for ids in np.split(batch.ids, np.cumsum(batch.lengths)[:-1]):
        first, second, rest = "".join(f" {t}" for t in tokenizer.convert_ids_to_tokens(ids)).split(" [SEP]")
        assert first.startswith(" [CLS]") and rest == ""
        pairs.append((first.removeprefix(" [CLS]").strip(), second.strip()))
    return pairs


@given(st.text(alphabet="ab \n\t.,你好é", max_size=40))
def test_a_text_is_cut_between_two_words_and_nothing_is_lost(text):
    first, second = cut_text(text)
    assert first + second == text
    assert (first, second) == cut_text(text), "a function of the text alone"
    if find_cut_places(text):
        assert first.strip() and second.strip()
        assert second[0].isspace() or first[-1] in "你好" or second[0] in "你好"
    else:
        assert second == ""


def test_every_place_is_drawn():
    texts = [f"{number} b c d e" for number in range(300)]
    sizes = np.bincount([len(cut_text(text)[0].split()) for text in texts], minlength=5)
    assert sizes[0] == 0 and sizes[1:].min() > 45 and len(sizes) == 5, "uniform over four places"


def test_the_copies_of_an_epoch_differ_and_cover_the_places_evenly(tokenizer):
    text = "the film and the book of the team"
    split = cuts([text], tokenizer, copies=7)
    for epoch in range(3):
        pairs = segments(split, tokenizer, epoch)
        assert all(f"{first} {second}" == text for first, second in pairs)
        assert {len(first.split()) for first, _ in pairs} == set(range(1, 8)), "all seven places, once each"


def test_cuts_change_with_the_epoch_and_the_seed_and_with_nothing_else(tokenizer):
    texts = some_texts()
    split, again = cuts(texts, tokenizer), cuts(texts, tokenizer)
    first = segments(split, tokenizer, 0)
    assert segments(split, tokenizer, 1) != first != segments(cuts(texts, tokenizer, seed=8), tokenizer, 0)
    split.batch(np.array([3, 4]), 2)
    assert segments(again, tokenizer, 0) == segments(split, tokenizer, 0) == first
    # By the row in the source: the same text in a subset is cut at the same places.
    few = Split("train", texts[10:12], None, np.array([0, 1]), np.array([111, 112]), "few")
    part = RandomCutSplit(few, tokenizer, copies=5, seed=7, truncation=HeadTruncation(), max_length=64)
    assert segments(part, tokenizer, 0) == first[50:60]


def test_batches_name_texts_and_carry_their_labels(tokenizer):
    texts = some_texts(4)
    split = cuts(texts, tokenizer)
    assert len(split) == 20
    batch = split.batch(np.array([0, 4, 5, 19]), 0)
    assert batch.indices.tolist() == [0, 0, 1, 3] and batch.labels.tolist() == [0, 0, 1, 1]
    assert batch.lengths.tolist() == split.lengths[[0, 4, 5, 19]].tolist()
    assert set(batch.token_types.tolist()) == {0, 1}


@pytest.mark.parametrize("length", [8, 13, 20])
def test_long_texts_are_shortened_as_pairs(length, tokenizer):
    # Against the rule written out: the last token of the longer segment goes, of the second when both are as long.
    texts = some_texts(12)
    short, whole = cuts(texts, tokenizer, length), cuts(texts, tokenizer, 200)
    for (first, second), (a, b) in zip(
        segments(whole, tokenizer, 1), segments(short, tokenizer, 1), strict=True
    ):
        one, two = first.split(), second.split()
        while len(one) + len(two) > length - 3:
            (one if len(one) > len(two) else two).pop()
        assert (a.split(), b.split()) == (one, two)
    lost = whole.lengths - short.lengths
    assert short.lengths.max() == length
    assert (
        short.truncation_summary.tokens == lost[::5].sum()
        and short.truncation_summary.texts == (lost[::5] > 0).sum()
    )


def test_training_and_measuring_cut_the_same_tokens(tokenizer):
    """A text cut once as a string gives the tokens that the same cut gives in training."""
    texts = [*some_texts(10), "Unheardof words, badly-punctuated...  and   spaced", "你好 film 你好"]
    once = encode_split(cut_split(a_split(texts)), tokenizer, truncation=HeadTruncation(), max_length=400)
    whole = encode_split(a_split(texts), tokenizer, truncation=HeadTruncation(), max_length=400)
    split = cuts(texts, tokenizer, copies=40, length=400)
    for index in range(len(texts)):
        pair = once.batch(np.array([index]))
        inner = pair.ids[(pair.ids != tokenizer.cls_token_id) & (pair.ids != tokenizer.sep_token_id)]
        assert np.array_equal(inner, whole.batch(np.array([index])).ids[1:-1])
        inputs = np.arange(40 * index, 40 * index + 40)
        drawn = split.batch(inputs, 0)
        same = [np.array_equal(ids, pair.ids) for ids in np.split(drawn.ids, np.cumsum(drawn.lengths)[:-1])]
        assert any(same), "the place is one of those drawn in training"


def test_a_text_of_one_word_stays_whole(tokenizer):
    split = cuts(["film", "the film"], tokenizer, copies=2)
    assert segments(split, tokenizer, 0) == [("film", ""), ("film", ""), ("the", "film"), ("the", "film")]
    assert cut_text("film") == ("film", "") and cut_text("") == ("", "")


def test_what_cannot_be_a_pair_is_refused(tokenizer):
    with pytest.raises(UserError, match="leave no room"):
        cuts(["the film"], tokenizer, length=3)
    with pytest.raises(UserError, match="in fractions"):
        RandomCutSplit(
            a_split(["the film"]),
            tokenizer,
            copies=1,
            seed=0,
            truncation=Truncation.choose("hierarchical"),
            max_length=16,
        )
