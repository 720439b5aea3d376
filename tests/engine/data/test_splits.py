"""Splits and batches of rows."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import random_streams
from engine.data.batches import balanced_texts, class_quotas, epoch_batches, evaluation_batches
from engine.data.splits import draw_held_out, draw_subset, make_splits, stratified_order
from engine.errors import UserError
from engine.spec.batching import GroupedBatches, RandomBatches
from engine.spec.data import DataSource


def drawn_splits(labels: dict[str, np.ndarray], **options: float):  # type: ignore[no-untyped-def]
    return make_splits(labels, DataSource.model_validate({"source": "samples:reviews", **options}))


def some_labels(counts: list[int], seed: int = 0) -> np.ndarray:
    labels = np.repeat(np.arange(len(counts)), counts)
    return np.random.default_rng(seed).permutation(labels)


@given(counts=st.lists(st.integers(1, 60), min_size=1, max_size=6), seed=st.integers(0, 5))
def test_every_beginning_of_the_order_has_the_classes_in_their_shares(counts, seed):
    labels = some_labels(counts)
    order = stratified_order(labels, seed, "x")
    assert sorted(order.tolist()) == list(range(len(labels)))
    classes = len(counts)
    assert len(set(labels[order[:classes]].tolist())) == classes, "one of each comes first"
    for size in range(classes, len(labels) + 1, 7):
        got = np.bincount(labels[order[:size]], minlength=classes)
        ideal = size * np.asarray(counts) / len(labels)
        assert np.abs(got - ideal).max() <= classes, (
            "no class runs ahead by more than the rows given to the others"
        )


@given(
    counts=st.lists(st.integers(1, 40), min_size=2, max_size=6),
    share=st.floats(0.01, 0.5),
    seed=st.integers(0, 3),
)
def test_holding_out_keeps_every_class_on_both_sides(counts, share, seed):
    labels = some_labels(counts)
    drawn = draw_held_out(labels, share, seed, "split")
    assert len(set(drawn.tolist())) == len(drawn)
    left = np.setdiff1d(np.arange(len(labels)), drawn)
    for label, count in enumerate(counts):
        here = int((labels[drawn] == label).sum())
        assert (1 <= here < count) if count > 1 else here == 0
        assert (labels[left] == label).any()


def test_shares_are_exact_and_stratified():
    labels = some_labels([500, 300, 200])
    drawn = draw_held_out(labels, 0.1, 13, "split")
    assert np.bincount(labels[drawn]).tolist() == [50, 30, 20]


def test_a_larger_share_contains_a_smaller_one():
    labels = some_labels([70, 20, 10])
    small, large = draw_held_out(labels, 0.1, 1, "split"), draw_held_out(labels, 0.3, 1, "split")
    assert set(small.tolist()) < set(large.tolist())


def test_subsets_are_nested_and_stratified():
    labels, rows = some_labels([600, 300, 100]), np.arange(1000)
    sizes = [10, 50, 100, 500]
    drawn = [draw_subset(labels, rows, size, 7, "train rows", name="train") for size in sizes]
    for small, large in itertools.pairwise(drawn):
        assert set(small.tolist()) < set(large.tolist())
    assert np.abs(np.bincount(labels[drawn[2]]) - [60, 30, 10]).max() <= 1
    with pytest.raises(UserError, match="1,001 train rows are requested, but there are only 1,000"):
        draw_subset(labels, rows, 1001, 7, "train rows", name="train")


def rows_of(plan: dict[str, tuple[str, np.ndarray]], part: str) -> list[int]:
    return [row for where, rows in plan.values() if where == part for row in rows.tolist()]


def test_without_other_parts_the_training_part_is_divided_in_three():
    labels = some_labels([600, 400])
    plan, notes = drawn_splits({"train": labels}, validation_share=0.1, split_seed=13)
    assert {name: len(rows) for name, (_, rows) in plan.items()} == {
        "train": 810,
        "validation": 90,
        "test": 100,
    }
    assert sorted(rows_of(plan, "train")) == list(range(1000)), "every row is in exactly one split"
    assert "held out" in notes[0] and "seed 13" in notes[0]
    for _, rows in plan.values():
        assert np.all(np.diff(rows) > 0), "rows stay in the order of the source"
        assert abs(labels[rows].mean() - 0.4) < 0.01


def test_given_parts_are_used_whole():
    parts = {"train": some_labels([30, 30]), "validation": some_labels([5, 5]), "test": some_labels([9, 9])}
    plan, notes = drawn_splits(parts, validation_share=0.1, split_seed=13)
    assert {name: (part, len(rows)) for name, (part, rows) in plan.items()} == {
        "train": ("train", 60),
        "validation": ("validation", 10),
        "test": ("test", 18),
    }
    assert notes == []


def test_training_rows_are_exact_and_validation_stays_whole():
    parts = {"train": some_labels([600, 400]), "test": some_labels([50, 50])}
    whole, _ = drawn_splits(parts, validation_share=0.1, split_seed=13)
    few, notes = drawn_splits(parts, validation_share=0.1, split_seed=13, train_rows=90, test_rows=20)
    sizes = {name: len(rows) for name, (_, rows) in few.items()}
    assert sizes == {"train": 90, "validation": 100, "test": 20}
    assert np.array_equal(few["validation"][1], whole["validation"][1])
    assert "validation split (100 rows) is larger than the 90 training rows" in notes[-1], "said, not silent"
    for name in ("train", "test"):
        assert set(few[name][1].tolist()) < set(whole[name][1].tolist()), name


def test_validation_rows_are_asked_for_by_themselves():
    labels = some_labels([600, 400])
    for parts in ({"train": labels}, {"train": labels, "validation": some_labels([60, 40], 1)}):
        drawn = []
        for count in (0, 40, 20):
            plan, _ = drawn_splits(parts, validation_share=0.1, split_seed=13, validation_rows=count)
            part, rows = plan["validation"]
            drawn.append(set(rows.tolist()))
            if count:
                assert len(rows) == count
                assert np.bincount(parts[part][rows]).tolist() == [0.6 * count, 0.4 * count]
        assert drawn[2] < drawn[1] < drawn[0]
        with pytest.raises(UserError, match="validation_rows: 200 validation rows are requested"):
            drawn_splits(parts, validation_share=0.1, split_seed=13, validation_rows=200)


def test_the_papers_percentages_are_counted_from_all_training_rows():
    # Sun et al. 2019, Figure 4: IMDb's 25,000 training texts.
    parts = {"train": some_labels([12_500, 12_500]), "test": some_labels([50, 50])}
    plans = [
        drawn_splits(parts, validation_share=0.1, split_seed=13, train_percent=percent)[0]
        for percent in (0.4, 1, 2, 4, 10, 20, 100)
    ]
    subsets = [set(plan["train"][1].tolist()) for plan in plans]
    assert [len(rows) for rows in subsets] == [100, 250, 500, 1000, 2500, 5000, 22_500]
    assert all(small < large for small, large in itertools.pairwise(subsets))
    assert len({tuple(plan["validation"][1].tolist()) for plan in plans}) == 1
    by_rows, _ = drawn_splits(parts, validation_share=0.1, split_seed=13, train_rows=250)
    assert set(by_rows["train"][1].tolist()) == subsets[1], "the same subset, however it is asked for"


def test_draws_are_independent_and_each_is_nested():
    parts = {"train": some_labels([500, 500])}

    def rows(draw: int, percent: float) -> set[int]:
        plan, _ = drawn_splits(parts, validation_share=0.1, split_seed=3, train_percent=percent, draw=draw)
        return set(plan["train"][1].tolist())

    for draw in (0, 1, 2):
        assert rows(draw, 2) < rows(draw, 10) < rows(draw, 40)
        assert np.bincount(parts["train"][sorted(rows(draw, 10))]).tolist() == [45, 45]
    # Of 810 rows, 90 drawn by chance share about 10 with another 90; half would be no chance.
    assert max(len(rows(a, 10) & rows(b, 10)) for a, b in ((0, 1), (0, 2), (1, 2))) < 30
    held = {
        name: {
            tuple(
                drawn_splits(parts, validation_share=0.1, split_seed=3, train_rows=20, draw=draw)[0][name][1]
            )
            for draw in range(3)
        }
        for name in ("validation", "test")
    }
    assert len(held["validation"]) == len(held["test"]) == 1


def test_fewer_rows_than_classes_are_refused_with_the_smallest_number_that_works():
    parts = {"train": some_labels([40] * 14), "test": some_labels([2] * 14)}
    with pytest.raises(UserError, match=r"train_rows: 13 training rows .* 14 classes. Set it to 14 or more"):
        drawn_splits(parts, validation_share=0.1, split_seed=1, train_rows=13)
    with pytest.raises(UserError, match=r"1 % of 560 .* are 6, .* 14 classes. Set it to 2\.42 % or more"):
        drawn_splits(parts, validation_share=0.1, split_seed=1, train_percent=1)
    with pytest.raises(UserError):
        drawn_splits(parts, validation_share=0.1, split_seed=1, train_percent=2.41)
    plan, _ = drawn_splits(parts, validation_share=0.1, split_seed=1, train_percent=2.42)
    assert np.bincount(parts["train"][plan["train"][1]]).tolist() == [1] * 14


def test_seeds_give_other_splits_and_the_same_seed_the_same():
    labels = {"train": some_labels([50, 50])}
    one, again, other = (drawn_splits(labels, validation_share=0.2, split_seed=seed)[0] for seed in (1, 1, 2))
    assert np.array_equal(one["validation"][1], again["validation"][1])
    assert not np.array_equal(one["validation"][1], other["validation"][1])


def test_too_few_rows_to_divide():
    with pytest.raises(UserError, match="split would have no rows"):
        drawn_splits({"train": np.array([0, 1])}, validation_share=0.1, split_seed=1)
    two_each = np.repeat(np.arange(5000), 2)
    with pytest.raises(UserError, match="validation split.*largest class has 2") as caught:
        drawn_splits({"train": two_each}, validation_share=0.1, split_seed=1)
    assert "--set data.test=FILE" in caught.value.remedy
    splits, _ = drawn_splits({"train": two_each, "test": np.arange(9)}, validation_share=0.1, split_seed=1)
    assert len(splits["validation"][1]) == len(splits["train"][1]) == 5000, "as the remedy says"


@pytest.mark.parametrize(("rows", "classes"), [(0, 1), (1, 1), (5, 2), (700, 3), (500, 400)])
def test_the_order_is_the_one_of_its_definition(rows: int, classes: int) -> None:
    """Row r of the n of a class, in a random order, stands at (r + u) / n, and the first of each class before all."""
    labels = np.random.default_rng(rows).integers(0, classes, rows)
    random = random_streams.generator(3, "x")
    shuffled = random.permutation(rows)
    by_class = sorted(shuffled.tolist(), key=lambda row: labels[row])
    places, seen = [], Counter[int]()
    for row, u in zip(by_class, random.random(rows).tolist(), strict=True):
        label = int(labels[row])
        place = (seen[label] + u) / int((labels == label).sum())
        places.append((place - (seen[label] == 0), row))
        seen[label] += 1
    expected = [row for _, row in sorted(places, key=lambda pair: pair[0])]
    assert stratified_order(labels, 3, "x").tolist() == expected


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
