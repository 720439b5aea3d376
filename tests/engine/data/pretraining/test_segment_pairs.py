"""Pairs for next-sentence prediction against the published algorithm, restated plainly token by token."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from engine import random_streams
from engine.data.pretraining.corpus import Corpus
from engine.data.pretraining.instances import PairInstances, plan_pairs
from engine.data.special_tokens import SpecialTokenFrame

LENGTH, SHORT, PASSES = 48, 0.1, 80
Documents = list[list[int]]


def documents(count: int = 250) -> Documents:
    """Sentence lengths of documents: 1 to 12 sentences, mostly short ones, some longer than an input."""
    draw = np.random.default_rng(11)
    return [
        [int(draw.integers(2, 25)) if draw.random() < 0.95 else 70 for _ in range(int(draw.integers(1, 13)))]
        for _ in range(count)
    ]


def published_pass(
    texts: list[list[list[int]]], room: int, random_next: float, short: float, draw: random.Random
) -> list[tuple[list[int], list[int], bool]]:
    """One pass over ``texts`` (documents of sentences of tokens) as the original script makes it."""
    pairs = []
    for own, text in enumerate(texts):
        goal = draw.randint(2, room) if draw.random() < short else room
        gathered: list[list[int]] = []
        number = 0
        while number < len(text):
            gathered.append(text[number])
            if sum(map(len, gathered)) >= goal or number == len(text) - 1:
                cut = draw.randint(1, len(gathered) - 1) if len(gathered) > 1 else 1
                a = [token for sentence in gathered[:cut] for token in sentence]
                if len(gathered) == 1 or draw.random() < random_next:
                    swapped = True
                    for _ in range(10):
                        other = draw.randrange(len(texts))
                        if other != own:
                            break
                    b: list[int] = []
                    for sentence in texts[other][draw.randrange(len(texts[other])) :]:
                        b += sentence
                        if len(b) >= goal - len(a):
                            break
                    number -= len(gathered) - cut
                else:
                    swapped = False
                    b = [token for sentence in gathered[cut:] for token in sentence]
                while len(a) + len(b) > room:
                    longer = a if len(a) > len(b) else b
                    longer.pop(0 if draw.random() < 0.5 else -1)
                pairs.append((a, b, swapped))
                gathered = []
            number += 1
    return pairs


def token_lists(corpus: Corpus) -> list[list[list[int]]]:
    ids, sentences, bounds = corpus.ids.tolist(), corpus.sentence_offsets, corpus.document_offsets
    return [
        [ids[sentences[s] : sentences[s + 1]] for s in range(bounds[d], bounds[d + 1])]
        for d in range(len(bounds) - 1)
    ]


def distance(first: Sequence[float], second: Sequence[float]) -> float:
    """The largest difference of two empirical distribution functions (Kolmogorov and Smirnov)."""
    a, b = np.sort(first), np.sort(second)
    grid = np.union1d(a, b)
    return float(
        np.abs(np.searchsorted(a, grid, "right") / len(a) - np.searchsorted(b, grid, "right") / len(b)).max()
    )


def test_statistics_are_those_of_the_published_algorithm(
    corpus_of: Callable[..., Corpus], pair_frame: SpecialTokenFrame
) -> None:
    corpus = corpus_of(documents())
    texts, draw = token_lists(corpus), random.Random(5)
    theirs = [pair for _ in range(PASSES) for pair in published_pass(texts, LENGTH - 3, 0.5, SHORT, draw)]
    pairs = PairInstances(corpus, pair_frame, LENGTH, random_next=0.5, short=SHORT, seed=5)
    plans = [pairs.plan_of_pass(number) for number in range(PASSES)]
    first = np.concatenate([p.first for p in plans]) + 100
    second = np.concatenate([p.second for p in plans]) + 100
    swapped = np.concatenate([p.random_next for p in plans])
    assert len(theirs) > 60_000

    # About 64,000 pairs on each side: the bounds are some four standard errors of the difference.
    assert len(swapped) / len(theirs) == pytest.approx(1, abs=0.01)
    assert swapped.mean() == pytest.approx(np.mean([s for _, _, s in theirs]), abs=0.012)
    lengths = np.concatenate([p.lengths for p in plans])
    assert distance(lengths, [len(a) + len(b) for a, b, _ in theirs]) < 0.014
    assert distance(np.diff(first)[:, 0], [len(a) for a, _, _ in theirs]) < 0.014
    assert distance(np.diff(second)[:, 0], [len(b) for _, b, _ in theirs]) < 0.014
    # Where segments begin and end, that is, which sentences they hold and at which end they were cut.
    for ours, reference in [
        (first[:, 0], [a[0] for a, _, _ in theirs]),
        (first[:, 1] - 1, [a[-1] for a, _, _ in theirs]),
        (second[:, 0], [b[0] for _, b, _ in theirs]),
        (second[:, 1] - 1, [b[-1] for _, b, _ in theirs]),
    ]:
        assert distance(ours, reference) < 0.014
        starts = 100 + corpus.sentence_offsets
        share = np.isin(reference, starts).mean()
        assert np.isin(ours, starts).mean() == pytest.approx(share, abs=0.014)


def test_every_pair_is_what_it_says(corpus_of: Callable[..., Corpus], pair_frame: SpecialTokenFrame) -> None:
    corpus = corpus_of(documents())
    pairs = PairInstances(corpus, pair_frame, LENGTH, random_next=0.5, short=SHORT, seed=1)
    drawn = pairs.plan_of_pass(3)
    offsets = corpus.sentence_offsets[corpus.document_offsets]
    of_first = np.searchsorted(offsets, drawn.first[:, 0], "right")
    of_second = np.searchsorted(offsets, drawn.second[:, 0], "right")
    assert np.all(of_first == np.searchsorted(offsets, drawn.first[:, 1] - 1, "right")), (
        "A is of one document"
    )
    assert np.all(of_second == np.searchsorted(offsets, drawn.second[:, 1] - 1, "right")), "so is B"
    assert np.array_equal(of_first != of_second, drawn.random_next)
    true = ~drawn.random_next
    whole = true & (drawn.lengths < LENGTH - 3)
    assert np.array_equal(drawn.second[whole, 0], drawn.first[whole, 1]), "an uncut B follows A at once"
    assert np.all(drawn.second[true, 0] >= drawn.first[true, 1])
    assert drawn.lengths.max() == LENGTH - 3
    assert np.diff(drawn.first).min() >= 1 and np.diff(drawn.second).min() >= 1

    index = int(np.flatnonzero(drawn.random_next)[0])
    inputs = pairs.build_inputs(3, index)
    a, b = np.arange(*drawn.first[index]) + 100, np.arange(*drawn.second[index]) + 100
    assert inputs.ids.tolist() == [1, *a, 2, *b, 2]
    assert inputs.token_types.tolist() == [0] * (len(a) + 2) + [1] * (len(b) + 1)
    assert inputs.word_ids.tolist() == [-1, *range(len(a)), -1, *range(len(a), len(a) + len(b)), -1]
    assert inputs.random_next.all() and inputs.corpus_positions == drawn.first[index, 0]


def test_unused_sentences_are_put_back(corpus_of: Callable[..., Corpus]) -> None:
    corpus = corpus_of([[3, 4, 5, 6], [2, 2, 2], [9]])
    for seed in range(30):
        drawn = plan_pairs(corpus, 1000, 0.5, 0.0, random_streams.generator(seed, "t"))
        read = [np.arange(*each) for each in drawn.first]
        read += [np.arange(*each) for each in drawn.second[~drawn.random_next]]
        assert np.array_equal(np.sort(np.concatenate(read)), np.arange(len(corpus.ids)))


def test_single_sentences_make_every_next_segment_random(corpus_of: Callable[..., Corpus]) -> None:
    corpus = corpus_of([[int(n)] for n in np.random.default_rng(0).integers(3, 30, 200)])
    for random_next in (0.0, 0.5):
        drawn = plan_pairs(corpus, 125, random_next, 0.1, random_streams.generator(1, "t"))
        assert len(drawn) == 200 and drawn.random_next.all()


def test_without_random_next_only_single_sentences_are_followed_by_others(
    corpus_of: Callable[..., Corpus],
) -> None:
    corpus = corpus_of([[5, 5, 5, 5]] * 50)
    assert not plan_pairs(corpus, 125, 0.0, 0.0, random_streams.generator(1, "t")).random_next.any()
    assert plan_pairs(corpus, 125, 1.0, 0.0, random_streams.generator(1, "t")).random_next.all()


def test_passes_differ_and_each_is_a_function_of_seed_and_number(
    corpus_of: Callable[..., Corpus], pair_frame: SpecialTokenFrame
) -> None:
    corpus = corpus_of(documents(60))

    def made(seed: int, copies: int = 0) -> PairInstances:
        return PairInstances(
            corpus, pair_frame, LENGTH, random_next=0.5, short=SHORT, seed=seed, copies=copies
        )

    one, other = made(1), made(1)
    total = sum(one.pass_size(number) for number in range(4))
    sequence = [one.locate(number) for number in range(total)]
    # Asked for backwards, from a fresh object, each instance is the same.
    assert [other.locate(number) for number in reversed(range(total))][::-1] == sequence
    for number in (total - 1, 0, total // 2):
        first, second = one.build_inputs(*sequence[number]), other.build_inputs(*sequence[number])
        assert np.array_equal(first.ids, second.ids) and np.array_equal(first.token_types, second.token_types)
    for number in range(4):
        size = one.pass_size(number)
        assert sorted(i for copy, i in sequence if copy == number) == list(range(size)), "each once per pass"
    assert not np.array_equal(one.plan_of_pass(0).first, one.plan_of_pass(1).first)
    assert not np.array_equal(one.plan_of_pass(0).first, made(2).plan_of_pass(0).first)

    static = made(1, copies=2)
    cycle = static.pass_size(0) + static.pass_size(1)
    rounds = [[static.locate(r * cycle + n) for n in range(cycle)] for r in range(3)]
    assert all(sorted(each) == sorted(rounds[0]) for each in rounds), "the two copies come again"
    assert rounds[0] != rounds[1] and {copy for copy, _ in rounds[2]} == {0, 1}
    assert np.array_equal(static.plan_of_pass(1).first, one.plan_of_pass(1).first)
