"""Masks and instances of pre-training."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from engine import random_streams
from engine.data.pretraining.corpus import Corpus
from engine.data.pretraining.instances import WindowInstances, join_batches, make_masked_batch
from engine.data.pretraining.masking import SPECIAL_WORD, MaskingSettings, mask_text, mask_texts
from engine.data.special_tokens import SpecialTokenFrame
from engine.errors import UserError

MASK, VOCABULARY = 4, 5000


def plain_text(length: int) -> tuple[np.ndarray, np.ndarray]:
    """[CLS] tokens [SEP] and the word of each token: every token is one."""
    ids = np.concatenate([[1], np.random.default_rng(length).integers(10, VOCABULARY, length - 2), [2]])
    return ids, np.concatenate([[-1], np.arange(length - 2), [-1]])


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


DOCUMENTS = [[4, 3], [1], [30, 9, 2], [5, 5], [7]] * 6


def windows(corpus: Corpus, frame: SpecialTokenFrame, seed: int = 3, copies: int = 0) -> WindowInstances:
    return WindowInstances(corpus, frame, 12, 2, seed=seed, copies=copies)


def test_each_pass_reads_every_token_once_in_documents_joined_by_separators(
    corpus_of: Callable[..., Corpus], single_frame: SpecialTokenFrame
) -> None:
    corpus = corpus_of(DOCUMENTS)
    ids, row = corpus.ids.tolist(), []
    for first, last in zip(corpus.document_offsets[:-1], corpus.document_offsets[1:], strict=True):
        row += [*ids[corpus.sentence_offsets[first] : corpus.sentence_offsets[last]], 2]
    instances = windows(corpus, single_frame)
    size, offsets = instances.pass_size(0), set()
    for number in range(3):
        inputs = [instances.build_inputs(*instances.locate(number * size + n)) for n in range(size)]
        assert all(len(one.ids) == 12 and one.ids[0] == 1 and one.ids[-1] == 2 for one in inputs)
        inputs.sort(key=lambda one: one.corpus_positions[0])
        text = np.concatenate([one.ids[1:-1] for one in inputs]).tolist()
        start = next(i for i in range(len(row)) if row[i : i + len(text)] == text)
        assert len(row) - len(text) <= 20
        offsets.add(start)
        for one in inputs:
            assert np.array_equal(one.word_ids == -1, np.isin(one.ids, [1, 2]))
            assert not one.token_types.any() and not one.random_next.any()
    assert len(offsets) > 1, "each pass cuts elsewhere"
    assert size == (len(row) - 1) // 10


def test_words_are_numbered_through_a_window(
    corpus_of: Callable[..., Corpus], single_frame: SpecialTokenFrame
) -> None:
    corpus = corpus_of([[3], [4]], begins=[True, False, True, True, False, False, True])
    inputs = WindowInstances(corpus, single_frame, 11, 2, seed=0, copies=0).build_inputs(0, 0)
    assert inputs.ids.tolist() == [1, 100, 101, 102, 2, 103, 104, 105, 106, 2, 2]
    assert inputs.word_ids.tolist() == [-1, 0, 0, 1, -1, 2, 2, 2, 3, -1, -1]


def test_a_word_cut_at_its_front_begins_where_the_window_does(
    corpus_of: Callable[..., Corpus], single_frame: SpecialTokenFrame
) -> None:
    corpus = corpus_of([[3], [4]], begins=[True, False, False, False, False, True, False])
    instances = WindowInstances(corpus, single_frame, 4, 2, seed=0, copies=0)
    inputs = [instances.build_inputs(0, index) for index in range(instances.pass_size(0))]
    by_text = {tuple(one.ids.tolist()): one.word_ids.tolist() for one in inputs}
    # Windows of two places of the row 100 101 102 2 103 104 105 106 2, begun at its first or second.
    expected = {
        (1, 100, 101, 2): [-1, 0, 0, -1],
        (1, 101, 102, 2): [-1, 0, 0, -1],
        (1, 102, 2, 2): [-1, 0, -1, -1],
        (1, 2, 103, 2): [-1, -1, 0, -1],
        (1, 103, 104, 2): [-1, 0, 0, -1],
        (1, 104, 105, 2): [-1, 0, 1, -1],
        (1, 105, 106, 2): [-1, 0, 0, -1],
        (1, 106, 2, 2): [-1, 0, -1, -1],
    }
    assert len(by_text) >= 3 and by_text.items() <= expected.items()


def test_a_text_shorter_than_a_window_is_one(
    corpus_of: Callable[..., Corpus], single_frame: SpecialTokenFrame
) -> None:
    instances = WindowInstances(corpus_of([[3]]), single_frame, 64, 2, seed=0, copies=0)
    assert instances.pass_size(0) == 1 and instances.build_inputs(*instances.locate(17)).ids.tolist() == [
        1,
        100,
        101,
        102,
        2,
        2,
    ]


def test_an_empty_corpus_is_refused(
    corpus_of: Callable[..., Corpus], single_frame: SpecialTokenFrame
) -> None:
    with pytest.raises(UserError, match="the corpus is empty"):
        windows(corpus_of([]), single_frame)


def test_static_masks_come_again_and_dynamic_ones_do_not(
    corpus_of: Callable[..., Corpus], single_frame: SpecialTokenFrame
) -> None:
    corpus, masking = corpus_of(DOCUMENTS), MaskingSettings(4, 5000, 0.3)

    def pass_of(copies: int, number: int) -> dict[int, list[int]]:
        instances = windows(corpus, single_frame, copies=copies)
        size = instances.pass_size(0)
        where = [instances.locate(number * size + n) for n in range(size)]
        parts = [make_masked_batch(instances, [each], masking, seed=8) for each in where]
        return {(p.texts.indices[0], *where[i]): p.texts.ids.tolist() for i, p in enumerate(parts)}  # type: ignore[misc]

    assert pass_of(2, 0) == pass_of(2, 2) != pass_of(2, 1)
    assert pass_of(1, 0) == pass_of(1, 5)
    dynamic = [pass_of(0, number) for number in range(3)]
    assert dynamic[0] != dynamic[1] != dynamic[2]
    assert pass_of(0, 2) == dynamic[2]


def test_a_batch_is_its_instances_end_to_end(
    corpus_of: Callable[..., Corpus], single_frame: SpecialTokenFrame
) -> None:
    instances = windows(corpus_of(DOCUMENTS), single_frame)
    where = [instances.locate(n) for n in range(5)]
    masking = MaskingSettings(4, 5000, 0.2)
    parts = [make_masked_batch(instances, [each], masking, seed=1) for each in where]
    batch = join_batches(parts)
    assert batch.texts.lengths.tolist() == [12] * 5
    whole = np.concatenate([instances.build_inputs(*each).ids for each in where])
    assert np.array_equal(whole[batch.positions], batch.targets)
    unmasked = np.setdiff1d(np.arange(60), batch.positions)
    assert np.array_equal(batch.texts.ids[unmasked], whole[unmasked])
    assert np.all(np.diff(batch.positions) > 0)
    # However the batch is split, the masks are the same.
    whole_batch = make_masked_batch(instances, where, masking, seed=1)
    assert np.array_equal(whole_batch.texts.ids, batch.texts.ids)
    assert np.array_equal(whole_batch.positions, batch.positions)
    for chosen in ([0, 1], [4, 2, 3]):
        ours, expected = whole_batch.take(np.array(chosen)), join_batches([parts[i] for i in chosen])
        assert ours.texts.lengths.tolist() == [12] * len(chosen)
        assert np.array_equal(ours.texts.ids, expected.texts.ids)
        assert np.array_equal(ours.positions, expected.positions)
        assert np.array_equal(ours.targets, expected.targets)
        assert np.array_equal(ours.texts.indices, expected.texts.indices)
    assert len(whole_batch.take(np.zeros(0, np.int64)).texts.ids) == 0
