"""Masks have the published shares and counts; whole words are hidden whole."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine import random_streams
from engine.data.pretraining.masking import SPECIAL_WORD, MaskingSettings, mask_text, mask_texts

MASK, VOCABULARY = 4, 5000


def plain_text(length: int) -> tuple[np.ndarray, np.ndarray]:
    """[CLS] tokens [SEP] and the word of each token: every token is one."""
    ids = np.concatenate([[1], np.random.default_rng(length).integers(10, VOCABULARY, length - 2), [2]])
    return ids, np.concatenate([[-1], np.arange(length - 2), [-1]])


def test_masks_have_the_published_shares() -> None:
    masking = MaskingSettings(MASK, VOCABULARY, 0.15)
    ids, words = plain_text(64)
    kinds = {"mask": 0, "same": 0, "other": 0}
    where = np.zeros(64)
    for number in range(1500):
        shown, positions = mask_text(ids, words, masking, random_streams.generator(1, "t", number))
        assert len(positions) == round(0.15 * 64) and np.all(np.diff(positions) > 0)
        untouched = np.setdiff1d(np.arange(64), positions)
        assert np.array_equal(shown[untouched], ids[untouched])
        where[positions] += 1
        kinds["mask"] += int((shown[positions] == MASK).sum())
        kinds["same"] += int((shown[positions] == ids[positions]).sum())
    kinds["other"] = 15000 - kinds["mask"] - kinds["same"]
    # Standard errors of the shares are at most 0.33 points; of one position's count about 14.
    assert kinds["mask"] / 15000 == pytest.approx(0.8, abs=0.015)
    assert kinds["same"] / 15000 == pytest.approx(0.1, abs=0.012)
    assert kinds["other"] / 15000 == pytest.approx(0.1, abs=0.012)
    assert where[0] == where[-1] == 0, "special tokens are never asked for"
    assert np.abs(where[1:-1] - 15000 / 62).max() < 75


@pytest.mark.parametrize(
    ("length", "share", "most", "count"),
    [
        (128, 0.15, 0, 19),
        (128, 0.15, 20, 19),
        (512, 0.15, 20, 20),
        (3, 0.15, 0, 1),
        (30, 0.15, 0, 4),
        (128, 0.5, 0, 64),
    ],
)
def test_the_number_masked_follows_the_published_formula(
    length: int, share: float, most: int, count: int
) -> None:
    # min(most, max(1, round(share * length))), special tokens counted, halves to even as Python rounds.
    ids, words = plain_text(length)
    masking = MaskingSettings(MASK, VOCABULARY, share, most)
    assert masking.masked_counts(np.array([length])).tolist() == [count]
    assert len(mask_text(ids, words, masking, random_streams.generator(0, "t"))[1]) == min(count, length - 2)


def test_random_tokens_come_from_the_whole_vocabulary() -> None:
    masking = MaskingSettings(MASK, 8, 0.9)
    ids, words = plain_text(100)
    seen = {
        int(token)
        for number in range(60)
        for token in mask_text(ids + 100, words, masking, random_streams.generator(2, "t", number))[0]
        if token < 100
    }
    assert seen == set(range(8))


def pieces(generator: np.random.Generator, words: int) -> np.ndarray:
    """Begins of words of 1 to 5 pieces."""
    return np.concatenate([[True] + [False] * int(generator.integers(0, 5)) for _ in range(words)])


def published_count(sizes: list[int], count: int, draw: random.Random) -> int:
    """How many pieces the published whole-word algorithm masks, in plain Python: words in random order, each taken
    unless it would exceed the number wanted."""
    draw.shuffle(sizes)
    taken = 0
    for size in sizes:
        if taken + size <= count:
            taken += size
    return taken


def test_whole_words_are_masked_whole_as_often_as_published() -> None:
    draw, plain = np.random.default_rng(3), random.Random(3)
    masking = MaskingSettings(MASK, VOCABULARY, 0.15, whole_words=True)
    ours, theirs, mixed = [], [], 0
    for number in range(800):
        begins = pieces(draw, 20)
        words = np.concatenate([[-1], np.cumsum(begins) - 1, [-1]])
        ids = np.concatenate([[1], draw.integers(10, VOCABULARY, len(begins)), [2]])
        shown, positions = mask_text(ids, words, masking, random_streams.generator(4, "t", number))
        hidden = set(words[positions].tolist())
        assert -1 not in hidden
        assert np.array_equal(positions, np.flatnonzero(np.isin(words, list(hidden))))
        count = int(masking.masked_counts(np.array([len(ids)]))[0])
        assert 1 <= len(positions) <= count
        ours.append(len(positions))
        sizes = np.bincount(words[words >= 0]).tolist()
        theirs.append(published_count(sizes, count, plain))
        for word in hidden:
            masked = shown[words == word] == MASK
            mixed += 0 < masked.sum() < len(masked)
    # The difference of two means over 800 texts has a standard error of about 0.05 tokens.
    assert np.mean(ours) == pytest.approx(np.mean(theirs), abs=0.25)
    assert mixed > 0, "what a piece becomes is drawn for each piece"


def test_words_longer_than_the_number_wanted_still_ask_for_one() -> None:
    words = np.array([-1, 0, 0, 0, 1, 1, -1])
    masking = MaskingSettings(MASK, VOCABULARY, 0.15, whole_words=True)
    for number in range(20):
        _, positions = mask_text(np.arange(7) + 10, words, masking, random_streams.generator(0, "t", number))
        assert positions.tolist() == [4, 5]


@pytest.mark.parametrize("whole_words", [False, True])
def test_what_is_hidden_in_a_text_does_not_depend_on_the_texts_beside_it(whole_words: bool) -> None:
    draw, masking = np.random.default_rng(6), MaskingSettings(MASK, VOCABULARY, 0.15, 20, whole_words)
    texts = []
    for _ in range(60):
        begins = pieces(draw, int(draw.integers(1, 60)))
        texts.append(
            (np.concatenate([[1], draw.integers(10, 5000, len(begins)), [2]]), np.cumsum(begins) - 1)
        )
    words = [np.concatenate([[-1], word, [-1]]) for _, word in texts]
    # One of special tokens alone asks for nothing.
    texts.append((np.array([1, 2]), np.zeros(0, np.int64)))
    words.append(np.array([SPECIAL_WORD, SPECIAL_WORD]))
    ids = [each for each, _ in texts]
    keys = random_streams.stream_keys(9, "t", np.arange(len(ids)))
    lengths = np.array([len(each) for each in ids])
    shown, positions = mask_texts(np.concatenate(ids), np.concatenate(words), lengths, masking, keys)
    start, alone = 0, []
    for each, word, key in zip(ids, words, keys, strict=True):
        one, where = mask_texts(each, word, np.array([len(each)]), masking, np.array([key]))
        assert np.array_equal(one, shown[start : start + len(each)])
        alone.append(where + start)
        start += len(each)
    assert np.array_equal(np.concatenate(alone), positions) and not len(alone[-1])
    assert all(len(where) for where in alone[:-1])


def test_many_texts_at_once_have_the_published_shares_at_every_place() -> None:
    masking, count, length = MaskingSettings(MASK, VOCABULARY, 0.15), 4000, 64
    ids = np.random.default_rng(0).integers(10, VOCABULARY, (count, length))
    words = np.tile(np.concatenate([[-1], np.arange(length - 2), [-1]]), count)
    keys = random_streams.stream_keys(3, "t", np.arange(count), np.arange(count) * 7)
    shown, positions = mask_texts(ids.ravel(), words, np.full(count, length), masking, keys)
    assert len(positions) == 10 * count
    text, place = np.divmod(positions, length)
    assert np.array_equal(np.bincount(text), np.full(count, 10))
    # Each of 62 places is hidden in 10 of 62 texts; the standard deviation of a count is 23.
    assert np.abs(np.bincount(place, minlength=length)[1:-1] - count * 10 / 62).max() < 100
    # Two neighbours together as often as any two: 10 * 9 / (62 * 61), s.d. of the 61 counts' mean below 2.
    both = np.bincount(place[:-1][(np.diff(place) == 1) & (np.diff(text) == 0)], minlength=length)[1:-2]
    assert both.mean() == pytest.approx(count * 90 / (62 * 61), abs=5)
    flat = ids.ravel()
    masked, same = shown[positions] == MASK, shown[positions] == flat[positions]
    assert masked.mean() == pytest.approx(0.8, abs=0.01) and same.mean() == pytest.approx(0.1, abs=0.008)
    other = shown[positions][~masked & ~same]
    assert other.mean() == pytest.approx((VOCABULARY - 1) / 2, abs=100), "uniform over the vocabulary"
    # What a place becomes has nothing to do with how early it was drawn.
    assert masked[place < 32].mean() == pytest.approx(masked[place >= 32].mean(), abs=0.02)
