"""Windows read every token once per pass; batches of instances are masked alike whenever they come again."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engine.data.pretraining.corpus import Corpus
from engine.data.pretraining.instances import WindowInstances
from engine.data.pretraining.masked_batches import join_batches, make_masked_batch
from engine.data.pretraining.masking import MaskingSettings
from engine.data.special_tokens import SpecialTokenFrame
from engine.errors import UserError

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
