"""Negative flips are counted text by text, by the names of classes, and only between equal texts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from engine.analysis.verdicts.flips import count_flips
from engine.errors import UserError
from engine.store import Store, runs, summaries
from tests.engine.cli.test_app import palimpsest
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
    assert passed.code == 0 and "2 of 200 texts" in passed.out and "gate is open" in passed.out
    shut = palimpsest("gate", *numbers, "--max-flips", "0.5", "--store", store)
    assert shut.code == 1 and "gate is shut" in shut.out
    careful = palimpsest("gate", *numbers, "--max-flips", "1", "--certain", "--store", store, "--json")
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
