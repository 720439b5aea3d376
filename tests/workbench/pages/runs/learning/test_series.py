"""Points that come while a run trains: what is kept of them, and for how many runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from engine.store import Store, runs
from engine.store.metrics import MetricCurve
from tests.workbench.pages.stored import experiment, queued
from workbench.pages.runs.learning.series import MetricSeries
from workbench.pages.runs.learning.tab import MOST_KEPT, LearningTab
from workbench.pages.runs.run_list.query import NewPoints


def curve(first: int, count: int, value: float = 0.0) -> MetricCurve:
    step = np.arange(first, first + count)
    return MetricCurve(step, step / 10, step * 1.5 + value)


@settings(max_examples=80)
@given(st.lists(st.tuples(st.integers(1, 60), st.integers(0, 40)), min_size=1, max_size=12))
def test_points_are_appended_and_replaced_as_in_a_dictionary(portions: list[tuple[int, int]]) -> None:
    """What was read before stays as it was, even where a resumed run reports the same updates again."""
    series, known = MetricSeries(), dict[int, tuple[float, float]]()
    handed_out: list[tuple[np.ndarray, np.ndarray]] = []
    for number, (first, count) in enumerate(portions):
        new = curve(first, count, number)
        if count:
            known = {step: point for step, point in known.items() if step < first}
            known |= {int(s): (t, v) for s, t, v in zip(new.step, new.time, new.value, strict=True)}
        series.add(new)
        assert series.step.tolist() == sorted(known)
        assert series.time.tolist() == [known[step][0] for step in sorted(known)]
        assert series.value.tolist() == [known[step][1] for step in sorted(known)]
        handed_out += [(array, array.copy()) for array in (series.step, series.time, series.value)]
    assert all(np.array_equal(array, then) for array, then in handed_out)


def test_points_of_runs_long_not_drawn_are_forgotten(qtbot: QtBot, store: Path) -> None:
    numbers = queued(store, [experiment(f"run {seed}", seed) for seed in range(MOST_KEPT + 3)])
    with Store(store) as opened:
        rows = {row.id: row for row in runs.list_runs(opened)}
    tab = LearningTab()
    for widget in (tab, tab.controls, tab.axis):  # those stand beside it
        qtbot.addWidget(widget)
    for number in (*numbers, numbers[3]):
        tab.add(NewPoints({(number, "train/loss"): curve(1, 50)}, {number: ()}))
        tab.show_runs([rows[number]])
    assert {number for number, _ in tab.histories} == set(tab.stages) == set(numbers[3:])
    tab.add(NewPoints({(numbers[0], "train/loss"): curve(1, 20)}, {numbers[0]: ()}))
    tab.show_runs([rows[numbers[0]]])
    qtbot.waitUntil(lambda: [len(each.y) for each in tab.loss.curves()] == [20])
    assert numbers[3] in tab.stages and numbers[4] not in tab.stages, "the one that was not drawn for longest"
