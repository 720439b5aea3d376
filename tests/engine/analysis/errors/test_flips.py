"""Negative flips are counted text by text, by the names of classes, and only between equal texts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from engine.analysis.errors.flips import count_flips, read_broken_texts
from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.store import Store, runs, summaries
from engine.store.data_names import get_resolved_experiment
from tests.engine.cli.test_app import palimpsest
from tests.engine.lab.trained import trained
from tests.workbench.pages.stored import experiment, queued

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
