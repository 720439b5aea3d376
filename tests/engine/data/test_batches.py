"""Batches of an epoch: every text once, the same for the same key, grouped by length when asked."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.data.batches import balanced_texts, class_quotas, epoch_batches, evaluation_batches
from engine.spec.batching import GroupedBatches, RandomBatches

POLICIES = [RandomBatches(), GroupedBatches(pool=4)]


def some_lengths(count: int) -> np.ndarray:
    return np.random.default_rng(count).integers(1, 500, count)


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.kind)
@given(count=st.integers(0, 300), size=st.integers(1, 40), epoch=st.integers(0, 3))
def test_an_epoch_holds_every_text_once(policy, count, size, epoch):
    batches = epoch_batches(some_lengths(count), size, policy, 42, epoch)
    assert sorted(np.concatenate(batches).tolist() if batches else []) == list(range(count))
    sizes = [len(batch) for batch in batches]
    assert all(0 < n <= size for n in sizes)
    assert len(batches) == -(-count // size), "as many updates as the schedule counts on"


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.kind)
def test_batches_depend_on_seed_and_epoch_alone(policy):
    lengths = some_lengths(200)

    def drawn(seed: int, epoch: int) -> list[list[int]]:
        return [batch.tolist() for batch in epoch_batches(lengths, 24, policy, seed, epoch)]

    first = drawn(42, 0)
    np.random.seed(0)
    drawn(42, 7)
    assert drawn(42, 0) == first
    assert drawn(42, 1) != first
    assert drawn(43, 0) != first


def test_random_batches_ignore_lengths():
    same = [
        epoch_batches(lengths, 24, RandomBatches(), 1, 0) for lengths in (some_lengths(90), np.ones(90, int))
    ]
    assert all(np.array_equal(a, b) for a, b in zip(*same, strict=True))


def test_grouping_saves_padding_and_keeps_the_order_of_batches_random():
    lengths = some_lengths(2400)

    def padding(batches: list[np.ndarray]) -> float:
        padded = sum(lengths[batch].max() * len(batch) for batch in batches)
        return padded / lengths.sum() - 1

    grouped = epoch_batches(lengths, 24, GroupedBatches(pool=50), 3, 0)
    assert padding(grouped) < 0.1 < padding(epoch_batches(lengths, 24, RandomBatches(), 3, 0))
    longest = [lengths[batch].max() for batch in grouped]
    assert abs(np.corrcoef(longest, np.arange(len(longest)))[0, 1]) < 0.3


def test_a_grouped_pool_is_a_random_sample_of_texts():
    """Within one pool texts are neighbours in length; pools themselves must not be."""
    lengths = np.arange(1000)
    batches = epoch_batches(lengths, 10, GroupedBatches(pool=10), 5, 0)
    spans = [int(np.ptp(lengths[batch])) for batch in batches]
    assert np.median(spans) > 10, "sorted over the whole epoch a span would be 9"


@given(count=st.integers(1, 200), budget=st.integers(1, 3000))
def test_evaluation_batches_fit_the_budget_longest_first(count, budget):
    lengths = some_lengths(count)
    batches = evaluation_batches(lengths, budget)
    assert sorted(np.concatenate(batches).tolist()) == list(range(count))
    for batch in batches:
        assert len(batch) == 1 or lengths[batch].max() * len(batch) <= budget
    joined = lengths[np.concatenate(batches)]
    assert (np.diff(joined) <= 0).all()


STRATA = np.repeat([0, 1, 2], [90, 9, 1])


@pytest.mark.parametrize(
    ("counts", "exponent", "expected"),
    [([90, 10], 1.0, [90, 10]), ([90, 10], 0.5, [75, 25]), ([90, 10], 0.0, [50, 50]),
     ([98, 1, 1], 0.0, [34, 33, 33]), ([5, 0, 5], 0.0, [5, 0, 5]), ([1000, 1], 1.0, [1000, 1])],
)  # fmt: skip
def test_classes_get_their_share_of_an_epoch(counts, exponent, expected):
    assert class_quotas(np.array(counts), exponent).tolist() == expected


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.kind)
def test_a_balanced_epoch_is_as_long_and_a_function_of_its_key(policy):
    def drawn(seed: int, epoch: int) -> list[list[int]]:
        return [
            batch.tolist()
            for batch in epoch_batches(some_lengths(100), 8, policy, seed, epoch, strata=STRATA, exponent=0.0)
        ]

    first = drawn(1, 0)
    assert sum(map(len, first)) == 100 and len(first) == 13
    drawn(1, 5)
    assert drawn(1, 0) == first != drawn(1, 1) and drawn(2, 0) != first
    assert np.bincount(STRATA[[text for batch in first for text in batch]]).tolist() == [34, 33, 33]


def test_every_text_of_a_class_has_its_turn_before_any_comes_again():
    seen = np.zeros(100, int)
    for epoch in range(8):
        seen += np.bincount(balanced_texts(STRATA, 0.0, 3, epoch), minlength=100)
        for stratum in range(3):
            own = seen[stratum == STRATA]
            assert own.max() - own.min() <= 1
    # As they are, every text is in every epoch; copies of a text belong to its class.
    plain = epoch_batches(some_lengths(100), 8, RandomBatches(), 1, 0, strata=STRATA, exponent=1.0)
    same = epoch_batches(some_lengths(100), 8, RandomBatches(), 1, 0)
    assert all(np.array_equal(a, b) for a, b in zip(plain, same, strict=True))
    copies = epoch_batches(np.ones(200, int), 8, RandomBatches(), 1, 0, strata=STRATA, exponent=0.0)
    assert np.bincount(STRATA[np.concatenate(copies) // 2]).tolist() == [67, 67, 66]
