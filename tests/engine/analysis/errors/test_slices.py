"""Error slices against scipy's own intervals and tests, and the search against data of which the truth is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from engine.analysis.errors.slices import (
    Floats,
    SliceFeature,
    WorstSlice,
    find_worst_slices,
    measure_slices,
    measure_texts,
)


def feature(name: str, codes: np.ndarray, values: int, searched: bool = True) -> SliceFeature:
    return SliceFeature(
        name, name, tuple(f"{name}{i}" for i in range(values)), codes.astype(np.int64), searched
    )


def errors(random: np.random.Generator, rates: np.ndarray) -> Floats:
    """100 for a wrong text, 0 for a right one, each wrong with its own probability."""
    return 100.0 * (random.random(len(rates)) < rates)


def named(found: list[WorstSlice]) -> list[str]:
    return [each.result.value for each in found]


def test_a_share_has_wilsons_interval_and_a_mean_students() -> None:
    share = measure_texts("all", np.array([100.0] * 3 + [0.0] * 17), True)
    expected = stats.binomtest(3, 20).proportion_ci(0.95, method="wilson")
    assert (share.mean, share.low, share.high) == pytest.approx((15, 100 * expected.low, 100 * expected.high))
    losses = np.array([0.1, 0.4, 0.2, 0.9])
    mean = measure_texts("all", losses, False)
    low, high = stats.t.interval(0.95, 3, losses.mean(), stats.sem(losses))
    assert (mean.mean, mean.low, mean.high) == pytest.approx((0.4, low, high))
    for alike in (losses[:1], np.full(4, 0.2)):  # of one, and of equal ones, the noise is not known
        found = measure_texts("alike", alike, False)
        assert (found.texts, found.low, found.high) == (len(alike), None, None)


def test_slices_of_a_feature_are_its_values_and_texts_without_one_are_in_none() -> None:
    codes = np.array([0, 1, 1, -1, 3])
    found = measure_slices(feature("x", codes, 4), np.array([0, 100, 0, 100, 100.0]), True)
    assert [(each.value, each.texts, each.mean) for each in found] == [
        ("x0", 1, 0),
        ("x1", 2, 50),
        ("x3", 1, 100),
    ]


def test_a_planted_slice_is_found_on_one_half_and_measured_on_the_other() -> None:
    random = np.random.default_rng(1)
    one, other = random.integers(0, 4, 2000), random.integers(0, 5, 2000)
    costs = errors(random, np.where(one == 2, 0.35, 0.08))
    found = find_worst_slices([feature("a", one, 4), feature("b", other, 5)], costs, True)
    first = found[0]
    assert named(found)[0] == "a: a2" and first.confirmed
    # Its texts are divided between the halves, and no text is in both.
    assert first.texts_found + first.result.texts == (one == 2).sum()
    wrong = first.texts_found * first.mean_found + first.result.texts * first.result.mean
    assert wrong == pytest.approx(costs[one == 2].sum())
    expected = stats.binomtest(round(first.result.texts * first.result.mean / 100), first.result.texts)
    low = expected.proportion_ci(0.95, method="wilson").low
    assert first.result.low == pytest.approx(100 * low)
    assert abs(first.result.mean - 35) < 8


def test_a_pair_of_conditions_is_found_that_neither_of_them_is() -> None:
    random = np.random.default_rng(2)
    one, other = random.integers(0, 3, 4000), random.integers(0, 3, 4000)
    costs = errors(random, np.where((one == 1) & (other == 2), 0.5, 0.05))
    found = find_worst_slices([feature("a", one, 3), feature("b", other, 3)], costs, True)
    assert named(found)[0] == "a: a1, b: b2" and found[0].confirmed
    assert len(found[0].conditions) == 2


def test_what_is_only_looked_at_is_not_searched() -> None:
    random = np.random.default_rng(3)
    codes = random.integers(0, 2, 800)
    costs = errors(random, np.where(codes == 1, 0.6, 0.02))
    assert find_worst_slices([feature("a", codes, 2, searched=False)], costs, True) == []


def test_slices_of_nearly_the_same_texts_are_reported_once() -> None:
    random = np.random.default_rng(4)
    codes = random.integers(0, 3, 3000)
    twin = np.where(random.random(3000) < 0.02, 0, codes)
    costs = errors(random, np.where(codes == 2, 0.4, 0.05))
    found = find_worst_slices([feature("a", codes, 3), feature("b", twin, 3)], costs, True)
    assert sum("2" in name for name in named(found)) == 1


@pytest.mark.parametrize("shares", [True, False])
def test_noise_alone_is_seldom_called_worse(shares: bool) -> None:
    """Of 200 data sets without any bad slice at most 5 % show one, within what 200 tell (binomial, 99.9 %)."""
    alarms = 0
    for seed in range(200):
        random = np.random.default_rng([5, seed])
        features = [feature(f"f{i}_", random.integers(0, 4, 600), 4) for i in range(4)]
        costs = errors(random, np.full(600, 0.15)) if shares else random.exponential(1, 600)
        found = find_worst_slices(features, costs, shares, seed=seed)
        alarms += any(each.confirmed for each in found)
    assert alarms <= stats.binom.ppf(0.999, 200, 0.05)


def test_the_naive_way_would_call_noise_worse() -> None:
    """The same search without a second half: what the test above guards against does happen."""
    alarms = 0
    for seed in range(100):
        random = np.random.default_rng([6, seed])
        costs = errors(random, np.full(600, 0.15))
        ps = []
        for _ in range(30):
            inside = random.integers(0, 6, 600) == 0
            wrong, rest = costs[inside] > 0, costs[~inside] > 0
            table = [[wrong.sum(), (~wrong).sum()], [rest.sum(), (~rest).sum()]]
            ps.append(stats.fisher_exact(table, alternative="greater").pvalue)
        alarms += min(ps) < 0.05
    assert alarms > 50


def test_p_values_are_scipys_corrected_by_holm() -> None:
    random = np.random.default_rng(7)
    codes, other = random.integers(0, 4, 1200), random.integers(0, 4, 1200)
    costs = errors(random, 0.1 + 0.15 * (codes == 1) + 0.15 * (other == 3))
    found = find_worst_slices([feature("a", codes, 4), feature("b", other, 4)], costs, True)
    ps = sorted(each.p for each in found if each.p is not None)
    highest, expected = 0.0, []
    for rank, p in enumerate(ps):
        highest = max(highest, min(1.0, (len(ps) - rank) * p))
        expected.append(highest)
    assert [each.adjusted_p for each in found] == pytest.approx(expected)


def test_without_errors_there_is_nothing_to_find() -> None:
    codes = np.arange(200) % 4
    assert find_worst_slices([feature("a", codes, 4)], np.zeros(200), True) == []
