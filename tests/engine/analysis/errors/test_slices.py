"""Slices in which a model is worse, and texts whose answers have turned."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from engine.analysis.errors.flips import count_flips, read_broken_texts
from engine.analysis.errors.slices import (
    Floats,
    SliceFeature,
    WorstSlice,
    find_worst_slices,
    measure_slices,
    measure_texts,
)
from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.store import Store, runs, summaries
from engine.store.data_names import get_resolved_experiment
from tests.engine.cli.test_app import palimpsest
from tests.engine.lab.trained import trained
from tests.workbench.pages.stored import experiment, queued


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
    assert first.search_texts + first.result.texts == (one == 2).sum()
    wrong = first.search_texts * first.search_mean + first.result.texts * first.result.mean
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


ROWS = np.arange(2, 202)


def answered(
    store: Path,
    labels: np.ndarray,
    predicted: np.ndarray,
    classes: tuple[str, ...] = ("a", "b"),
    rows: np.ndarray = ROWS,
) -> int:
    number = queued(store, [experiment()])[0]
    with Store(store) as opened:
        summaries.set_predictions(
            opened,
            number,
            "test",
            1,
            classes,
            rows,
            labels,
            predicted,
            np.ones(len(rows)),
            np.ones(len(rows)),
        )
    return number


@pytest.fixture
def store(home: Path) -> Path:
    return home / "store.sqlite"


def test_flips_are_those_counted_one_by_one(store: Path) -> None:
    draw = np.random.default_rng(1)
    gold, old, new = draw.integers(0, 2, (3, 200))
    shuffled = draw.permutation(200)
    first = answered(store, gold, old)
    # The same texts in another order, with the classes the other way round.
    second = answered(store, 1 - gold[shuffled], 1 - new[shuffled], ("b", "a"), ROWS[shuffled])
    expected = [n for n in range(200) if old[n] == gold[n] and new[n] != gold[n]]
    with Store(store) as opened:
        found = count_flips(opened, runs.get_run(opened, first), runs.get_run(opened, second))
    assert found.rows.tolist() == [int(ROWS[n]) for n in expected]
    assert found.broken == len(expected) and found.texts == 200
    assert found.mended == sum(old[n] != gold[n] and new[n] == gold[n] for n in range(200))
    assert found.wrong_now - found.wrong_before == found.broken - found.mended
    interval = stats.binomtest(len(expected), 200).proportion_ci(0.95, method="wilson")
    assert found.interval == pytest.approx((100 * interval.low, 100 * interval.high))


def test_the_gate_opens_and_shuts(store: Path) -> None:
    gold = np.zeros(200, int)
    old, new = gold.copy(), gold.copy()
    old[:20], new[18:22] = 1, 1  # two of the four that are wrong now were right
    numbers = [str(answered(store, gold, each)) for each in (old, new)]
    passed = palimpsest("gate", *numbers, "--max-flips", "1", "--store", store)
    assert passed.code == 0 and "2 of 200 texts" in passed.out
    assert "may replace the old one" in " ".join(passed.out.split())
    shut = palimpsest("gate", *numbers, "--max-flips", "0.5", "--store", store)
    assert shut.code == 1 and "keep the old model" in " ".join(shut.out.split())
    careful = palimpsest("gate", *numbers, "--max-flips", "1", "--certain", "--store", store, "--json")
    assert "tested on these texts" in " ".join(passed.out.split()) and len(careful.json["notes"]) == 1
    assert careful.code == 1 and careful.json["passed"] is False and careful.json["rows"] == [22, 23]
    assert palimpsest("gate", *numbers, "--max-flips", "101", "--store", store).code == 2


def test_other_texts_or_labels_are_refused(store: Path) -> None:
    gold = np.arange(200) % 2
    first = answered(store, gold, gold)
    others = [answered(store, gold, gold, rows=ROWS + 1), answered(store, 1 - gold, gold)]
    untested = queued(store, [experiment()])[0]
    with Store(store) as opened:
        rows = {number: runs.get_run(opened, number) for number in (first, *others, untested)}
        for other in others:
            with pytest.raises(UserError, match="not tested on the same texts"):
                count_flips(opened, rows[first], rows[other])
        with pytest.raises(UserError, match="no stored predictions"):
            count_flips(opened, rows[first], rows[untested])


def test_the_broken_texts_are_read_with_both_answers(store: Path) -> None:
    numbers = [trained(store, f"run {seed}", seed=seed, spread=0.5) for seed in (1, 2)]
    with Store(store) as opened:
        old, new = (runs.get_run(opened, number) for number in numbers)
        found = count_flips(opened, old, new)
        before, now = (summaries.read_predictions(opened, number) for number in numbers)
        assert before is not None and now is not None
        data = load_dataset(get_resolved_experiment(opened, new.id).stages[0].labelled_tasks()[0].data)
        broken = read_broken_texts(opened, new, found, "test", 1000)
        few = read_broken_texts(opened, new, found, "test", 1)
    assert found.broken > 1 and sorted(each.row for each in broken) == sorted(found.rows.tolist())
    sure = [each.confidence or 0.0 for each in broken]
    assert sure == sorted(sure, reverse=True) and few == broken[:1]
    of_row = {int(row): place for place, row in enumerate(data.splits["test"].rows)}
    for each in broken:
        (place,) = np.flatnonzero(now.rows == each.row)
        assert each.label == now.classes[int(now.labels[place])] != each.now
        assert each.now == now.classes[int(now.predicted[place])]
        assert each.text == data.splits["test"].texts[of_row[each.row]]
    said = palimpsest("gate", *map(str, numbers), "--max-flips", "100", "--texts", "1", "--store", store)
    assert f"Row {few[0].row}, {few[0].label} before, {few[0].now} now: " in said.out
