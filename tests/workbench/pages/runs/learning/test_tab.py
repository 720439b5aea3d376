"""The Learning tab: curves as they are stored, and how they grow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from engine.events import Evaluation, RunFinished, StageReused, StageStarted, StepMetrics
from engine.launch.baselines import baseline_experiments
from engine.store import Store, metrics, runs
from engine.store.metrics import MetricCurve
from engine.store.writer import RunWriter
from tests.workbench.conftest import WAIT
from tests.workbench.pages.runs.runs_page import drawn, shows, stored, wait_for_rows
from tests.workbench.pages.stored import experiment, finished, losses, queued, settle, train
from workbench.look import formats
from workbench.pages.runs.learning.axis import reuse_notes
from workbench.pages.runs.learning.series import MetricSeries
from workbench.pages.runs.learning.tab import MOST_KEPT, LearningTab
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.run_list.query import NewPoints
from workbench.plots import CurvePlot, RangeNote, smooth
from workbench.plots.plot_card import PlotCard

pytestmark = pytest.mark.gui


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


def test_drawn_curves_are_the_stored_numbers(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = finished(store)
    qtbot.waitUntil(lambda: shows(page, number, 20), timeout=WAIT)
    kept = stored(store, number, "train/loss")
    loss = drawn(page, "loss", str(number))
    np.testing.assert_array_equal(loss.x, kept.step)
    np.testing.assert_array_equal(loss.raw, kept.value)
    np.testing.assert_array_equal(loss.y, smooth(kept.value, 0.9))
    assert loss.slot == page.runs[number].style

    error = drawn(page, "error", str(number))
    np.testing.assert_array_equal(error.x, [5, 10, 15, 20])
    np.testing.assert_array_equal(error.y, [30.0, 24.0, 25.0, 26.0])
    assert error.ring == (10.0, 24.0, "24.00")
    top, low = drawn(page, "rate", str(number)), drawn(page, "rate", f"{number} low")
    np.testing.assert_array_equal(top.y, stored(store, number, "rate/top").value)
    np.testing.assert_array_equal(low.y, top.y * 0.5)
    assert page.learning.rate.readout is not None
    said = page.learning.rate.readout.toolTip().split()[-1]
    assert said == formats.plain(float(f"{top.y[-1]:.2e}"))  # three digits

    page.learning.measure.set_current("validation/loss")
    page.learning.measure.activated.emit(page.learning.measure.currentIndex())
    np.testing.assert_array_equal(drawn(page, "error", str(number)).y, [0.75, 0.6, 0.625, 0.65])
    page.learning.smoothing.setValue(0)
    plain = drawn(page, "loss", str(number))
    np.testing.assert_array_equal(plain.y, kept.value)
    assert plain.raw is None


def test_a_baseline_is_a_level_under_the_curves(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    (baseline,) = queued(store, baseline_experiments([experiment()], ["bag_of_words"], ["naive_bayes"]))
    writer = RunWriter(store, baseline)
    writer.write(StageStarted(0, "linear_baseline", "Linear baseline", 0, 2, 2, {"classes": ["a", "b"]}))
    for step, error in ((1, 31.0), (2, 27.0)):
        writer.write(Evaluation("validation", step, {"validation/error": error}, best=True))
    writer.write(Evaluation("test", 2, {"test/error": 33.25}))
    writer.write(RunFinished(2, {}))
    writer.set_columns(status="finished")
    assert writer.close()
    number = finished(store)
    qtbot.waitUntil(lambda: shows(page, number, 20), timeout=WAIT)
    page.receive([number, baseline])
    qtbot.waitUntil(lambda: drawn(page, "error", str(baseline)) is not None, timeout=WAIT)
    level = drawn(page, "error", str(baseline))
    np.testing.assert_array_equal(level.y, [27.0, 27.0])
    np.testing.assert_array_equal(level.x, [0.0, drawn(page, "loss", str(number)).x[-1]])
    assert level.end_label == "baseline"  # no test result: the line lies at that of validation
    page.toggle(number)
    # Alone it shows what each strength of regularisation has given.
    qtbot.waitUntil(lambda: [*drawn(page, "error", str(baseline)).y] == [31.0, 27.0], timeout=WAIT)


@pytest.mark.parametrize(
    ("held_out", "words"),
    [(0, "No texts are held out for validation"), (5, "No evaluation yet")],
)
def test_an_empty_plot_of_validation_says_why(
    qtbot: QtBot, page: RunsPage, store: Path, held_out: int, words: str
) -> None:
    (number,) = queued(store, [experiment()])
    writer = RunWriter(store, number)
    rows = {"rows": {"train": 40, "validation": held_out, "test": 10}}
    writer.write(StageStarted(0, "finetune", "Fine-tuning", 0, 20, 20, rows))
    writer.set_columns(status="running")
    assert writer.close()
    wait_for_rows(qtbot, page, 1)
    page.receive([number])
    qtbot.waitUntil(lambda: page.learning.error.empty == words, timeout=WAIT)


def test_pictures_of_runs_on_generated_texts_say_so(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    drawn = finished(store, "alone")
    wait_for_rows(qtbot, page, 1)
    page.table.select([drawn])
    qtbot.waitUntil(lambda: [run.id for run in page._shown()] == [drawn], timeout=WAIT)
    cards = page.findChildren(PlotCard)
    assert len(cards) > 2
    qtbot.waitUntil(lambda: all("Demonstration texts" in card.note for card in cards), timeout=WAIT)


def test_new_points_are_added_and_nothing_is_read_twice(
    qtbot: QtBot, page: RunsPage, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = queued(store, [experiment()])[0]
    values = losses(30)
    train(store, number, values[:12], steps=30)
    settle(store, [number], "running")
    qtbot.waitUntil(lambda: shows(page, number, 12), timeout=WAIT)
    asked: list[dict[Any, int]] = []
    original = metrics.read_curves

    def curves(opened: Store, ids: list[int], keys: list[str], after: dict[Any, int]) -> Any:
        asked.append(after)
        return original(opened, ids, keys, after)

    monkeypatch.setattr(metrics, "read_curves", curves)
    train(store, number, values[12:], first=13, steps=30, begin=False)
    qtbot.waitUntil(lambda: shows(page, number, 30), timeout=WAIT)
    assert asked
    assert all(after[(number, "train/loss")] >= 12 for after in asked)
    np.testing.assert_array_equal(drawn(page, "loss", str(number)).raw, values)
    assert drawn(page, "loss", str(number)).end_dot


def test_what_a_resumed_run_measures_again_takes_the_old_points_place(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    number = queued(store, [experiment()])[0]
    old, new = losses(20, 1), losses(20, 2)
    train(store, number, old[:16], steps=20)
    settle(store, [number], "interrupted")
    qtbot.waitUntil(lambda: shows(page, number, 16), timeout=WAIT)
    settle(store, [number], "running")
    qtbot.waitUntil(lambda: page.runs[number].status == "running", timeout=WAIT)
    train(store, number, new[10:], first=11, steps=20, begin=False)  # from the checkpoint at 10
    with Store(store) as opened, opened.transaction():
        opened.execute("UPDATE runs SET step = 20")  # as a running process says once a second

    def anew() -> bool:
        history = page.learning.history(number, "train/loss")
        kept = stored(store, number, "train/loss")
        return (
            history is not None
            and np.array_equal(history.value, [*old[:10], *new[10:]])
            and np.array_equal(history.time, kept.time)
        )

    qtbot.waitUntil(anew, timeout=WAIT)
    found = page.learning.history(number, "train/loss")
    assert found is not None and np.array_equal(found.step, np.arange(1, 21))


def test_the_time_axis_leaves_pauses_out(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = queued(store, [experiment()])[0]
    train(store, number, losses(10), steps=20)
    # Trained for 100 s, then stopped; resumed a day later.
    settle(store, [number], "stopped", active_seconds=100.0, started=1_700_000_000.0)
    train(store, number, losses(10), first=11, steps=20, begin=False)
    qtbot.waitUntil(lambda: shows(page, number, 20), timeout=WAIT)
    page.learning.along.set_current("time")
    seconds = drawn(page, "loss", str(number)).x
    np.testing.assert_array_equal(seconds, stored(store, number, "train/loss").time)
    assert (np.diff(seconds) >= 0).all()
    assert 100.0 <= seconds[10] <= seconds[-1] < 100.0 + 60.0
    page.learning.along.set_current("step")
    page.learning.loss.set_cross(10.0)
    assert page.learning.loss.readout is not None
    assert page.learning.loss.readout.accessibleName().startswith("At 10.")  # a step again, no clock


def test_stages_can_be_looked_at_one_by_one(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = queued(store, [experiment()])[0]
    with RunWriter(store, number) as writer:
        writer.write(StageStarted(0, "pretrain", "Further pre-training", 0, 6, 10, {}))
        for step in range(1, 7):
            writer.write(StepMetrics(step, {"train/loss": 5.0}))
        writer.write(StageStarted(1, "finetune", "Fine-tuning", 6, 4, 10, {"steps_per_epoch": 2}))
        for step in range(7, 11):
            writer.write(StepMetrics(step, {"train/loss": 0.5}))
    settle(store, [number], "finished")
    qtbot.waitUntil(lambda: shows(page, number, 10), timeout=WAIT)
    learning = page.learning
    assert learning.stage.isVisible()
    guides = [(g.x, g.label, g.style) for g in learning.loss.canvas.guides()]
    stages = [(0, "1 Further pre-training", "stage"), (6, "2 Fine-tuning", "stage")]
    assert guides == [*stages, (8.0, "epoch 1", "epoch"), (10.0, "epoch 2", "epoch")]
    whole = drawn(page, "loss", str(number))
    # The line breaks where the stages meet, and nothing of the first one is smoothed into the second.
    assert np.isnan(whole.y).sum() == 1 and whole.x[np.isnan(whole.y)] == 6
    np.testing.assert_allclose(whole.y[np.isfinite(whole.y)], [5.0] * 6 + [0.5] * 4)
    learning.stage.set_current("1")
    learning.stage.chosen.emit("1")
    np.testing.assert_array_equal(drawn(page, "loss", str(number)).x, [7, 8, 9, 10])
    learning.along.set_current("epoch")
    np.testing.assert_array_equal(drawn(page, "loss", str(number)).x, [1.5, 2.0, 2.5, 3.0])


def test_a_stage_that_another_run_trained_says_so_where_its_curves_are_missing(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    """A third of the plot was blank without a word."""
    number = queued(store, [experiment()])[0]
    with RunWriter(store, number) as writer:
        writer.write(StageStarted(0, "pretrain", "Further pre-training", 0, 6, 10, {}))
        writer.write(StageReused(0, "3", "first"))
        for step in (3, 6):
            writer.write(Evaluation("heldout", step, {"heldout/loss": 2.0}))
        writer.write(StageStarted(1, "finetune", "Fine-tuning", 6, 4, 10, {"steps_per_epoch": 2}))
        for step in range(7, 11):
            writer.write(StepMetrics(step, {"train/loss": 0.5}))
    settle(store, [number], "finished")
    qtbot.waitUntil(lambda: shows(page, number, 4), timeout=WAIT)
    learning = page.learning

    def said(plot: CurvePlot) -> list[str]:
        return [text for _, text in plot._marks.range_notes(plot.canvas.plot_rect())]

    assert said(learning.loss) == ["trained by run 3"]
    ((box, _),) = learning.loss._marks.range_notes(learning.loss.canvas.plot_rect())
    middle = learning.loss.canvas.to_widget(3.0, 0.0).x()
    assert box.left() < middle < box.right() <= learning.loss.canvas.to_widget(6.0, 0.0).x()
    assert reuse_notes(learning.stages[number], "epoch") == [RangeNote(0.0, 1.0, "trained by run 3")]
    measured(page, "heldout/loss")
    assert said(learning.error) == [], "its evaluations were taken over"
    learning.stage.set_current("0")
    learning.stage.chosen.emit("0")
    assert said(learning.loss) == ["trained by run 3"]
    learning.stage.set_current("1")
    learning.stage.chosen.emit("1")
    assert said(learning.loss) == []


def measured(page: RunsPage, key: str) -> list[Any]:
    page.learning.measure.set_current(key)
    page.learning.measure.activated.emit(page.learning.measure.currentIndex())
    return list(page.learning.error.curves())


def test_each_task_has_its_curve_and_pretraining_its_own_measures(
    qtbot: QtBot, page: RunsPage, several: int
) -> None:
    page.receive([several])
    qtbot.waitUntil(lambda: shows(page, several, 12), timeout=WAIT)
    offered = [page.learning.measure.itemData(i) for i in range(page.learning.measure.count())]
    assert offered == [
        "validation/error", "tasks", "validation/loss", "heldout/loss", "heldout/perplexity", "heldout/accuracy",
    ]  # fmt: skip
    tasks = {curve.end_label: curve for curve in measured(page, "tasks")}
    np.testing.assert_array_equal(tasks["reviews"].y, [15.0, 16.0, 17.0, 18.0])
    np.testing.assert_array_equal(tasks["questions"].y, [35.0, 36.0, 37.0, 38.0])
    assert (
        tasks["reviews"].dash != tasks["questions"].dash and tasks["reviews"].slot == tasks["questions"].slot
    )
    (perplexity,) = measured(page, "heldout/perplexity")
    np.testing.assert_array_equal(perplexity.y, [20.1])
    assert page.learning.error.title.text() == "Held-out perplexity"
    (error,) = measured(page, "validation/error")
    # The best of the last stage is ringed, not that of another data set before it.
    assert error.ring == (12.0, 9.0, "9.00") and np.isnan(error.y).sum() == 1
