"""The Forgetting tab of the Runs page, over a real store written by the engine's own writer."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.analysis.forgetting import forgetting_verdict
from engine.analysis.forgetting.forgetting_verdict import read_strategy_forgetting
from engine.analysis.forgetting.measured import passage_interval
from engine.analysis.verdicts.statistics import geometric_spread
from engine.store import Store, metrics, probe_results, runs
from tests.engine.analysis.told_answers import add_answers
from tests.workbench.conftest import WAIT
from tests.workbench.pages.stored import LAYERS, experiment, finished, forgot, losses, queued, settle, train
from workbench.look import theme
from workbench.pages.runs.forgetting import wording as words
from workbench.pages.runs.forgetting.curves import NAME_WIDTH, second_curves
from workbench.pages.runs.forgetting.query import RunForgetting
from workbench.pages.runs.forgetting.tab import ForgettingTab
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.run_list.wording import FORGETTING

pytestmark = pytest.mark.gui


def opened(qtbot: QtBot, page: RunsPage, *ids: int) -> ForgettingTab:
    """The tab with these runs drawn and read."""
    page.receive(list(ids))
    page.tabs.setCurrentIndex(FORGETTING)
    qtbot.waitUntil(lambda: set(page.forgetting.data.runs) == set(ids), timeout=WAIT)
    qtbot.waitUntil(lambda: not page.forgetting_watch.busy, timeout=WAIT)
    return page.forgetting


def curve(plot: Any, key: str) -> Any:
    return next((c for c in plot.curves() if c.key.strip() == key), None)


def choose(combo: Any, key: str) -> None:
    assert combo.set_current(key)
    combo.activated.emit(combo.currentIndex())


def stored(store: Path, number: int, key: str) -> metrics.MetricCurve:
    with Store(store) as read:
        return metrics.read_curves(read, [number], [key])[number, key]


# -- curves ------------------------------------------------------------------------------------------------


def test_language_is_a_factor_of_perplexity_and_then_loss_or_accuracy(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    number = forgot(store, "one", amount=0.5)
    tab = opened(qtbot, page, number)
    kept = stored(store, number, "retention/loss")
    line = curve(tab.language, str(number))
    np.testing.assert_array_equal(line.x, kept.step)
    np.testing.assert_allclose(line.y, np.exp(kept.value - kept.value[0]))
    assert line.y[0] == 1.0 and line.end_label == "× 1.65"  # e^0.5
    assert [g.x for g in tab.language.canvas.guides() if g.style == "level"] == [1.0]
    choose(tab.measure, words.LOSS)
    np.testing.assert_array_equal(curve(tab.language, str(number)).y, kept.value)
    assert (
        tab.language.title.text() == "Language forgotten"
        and "Higher = more forgetting" in tab.language.caption.text()
    )
    choose(tab.measure, words.ACCURACY)
    assert curve(tab.language, str(number)).end_label == "55.0"
    assert tab.language.caption.text().startswith("Lower = more forgetting")
    assert not any(g.style == "level" for g in tab.language.canvas.guides())


def add_passages(store: Path, number: int, growth: float) -> None:
    """Losses of 64 passages of 10 hidden words each, before anything was trained and of the weights handed on."""
    words_hidden = np.full(64, 10.0)
    before = words_hidden * (2.0 + np.random.default_rng(0).normal(0, 0.3, 64))
    after = before + words_hidden * (growth + np.random.default_rng(1).normal(0, 0.3, 64))
    with Store(store) as opened_store:
        for step, losses_of in ((0, before), (20, after)):
            maps = {"retention/passages": np.stack([losses_of, words_hidden])}
            probe_results.add_maps(opened_store, number, step, 1.0, maps)


def test_the_factor_has_both_intervals_read_off_the_gui_thread(
    qtbot: QtBot, page: RunsPage, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = []
    original = forgetting_verdict.read_strategy_forgetting

    def read(*arguments: Any) -> Any:
        threads.append(threading.current_thread())
        return original(*arguments)

    monkeypatch.setattr(forgetting_verdict, "read_strategy_forgetting", read)
    amounts = {1: 0.45, 2: 0.5, 3: 0.6}
    numbers = [
        forgot(store, f"tiny: seed {seed}", seed=seed, amount=amount) for seed, amount in amounts.items()
    ]
    for number, amount in zip(numbers, amounts.values(), strict=True):
        add_passages(store, number, amount)
    tab = opened(qtbot, page, *numbers)
    with Store(store) as read_store:
        (expected,) = original(read_store, numbers)
    assert expected.over_passages is not None and expected.factor is not None
    low, high = expected.factor.bounds(interval=True)
    over = expected.over_passages
    assert tab.intervals.isVisible()
    assert tab.intervals.text() == (
        f"Selected checkpoint, 95 % intervals: × {expected.factor.mean:.2f}, {over.low:.2f} to {over.high:.2f} over "
        f"64 passages, {low:.2f} to {high:.2f} over 3 seeds"
    )
    assert threads and threading.main_thread() not in threads
    choose(tab.measure, words.LOSS)  # the intervals are those of the factor
    assert not tab.intervals.isVisible()
    choose(tab.measure, words.RATIO)
    page.toggle(numbers[1])
    page.toggle(numbers[2])
    qtbot.waitUntil(lambda: tab.intervals.text().endswith(" over 64 passages, one seed"), timeout=WAIT)


def test_f_has_its_interval_over_seeds_and_texts_under_earlier_tasks(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    numbers = [forgot(store, f"tiny: seed {seed}", seed=seed, stages=(20, 20)) for seed in (1, 2, 3)]
    for number in numbers:
        add_answers(store, number, before=20, after=80 + number)
    tab = opened(qtbot, page, *numbers)
    choose(tab.ability, words.EARLIER)
    with Store(store) as read_store:
        (expected,) = read_strategy_forgetting(read_store, numbers)
    assert expected.difference is not None and expected.forgetting is not None
    low, high = expected.forgetting.bounds(interval=True)
    wide = expected.difference
    assert tab.f_label.isVisible()
    assert tab.f_label.text() == (
        f"Selected checkpoint, 95 % intervals: F {expected.forgetting.mean:.1f} points, {wide.low:.1f} to "
        f"{wide.high:.1f} over seeds and 300 test texts, {low:.1f} to {high:.1f} over 3 seeds"
    )
    choose(tab.ability, words.KNOWLEDGE)
    assert not tab.f_label.isVisible()
    choose(tab.ability, words.EARLIER)
    page.toggle(numbers[1])
    page.toggle(numbers[2])
    qtbot.waitUntil(lambda: tab.f_label.text().endswith(" over 300 test texts, one seed"), timeout=WAIT)
    assert "seeds and" not in tab.f_label.text()


def retention(name: str, *factors: float) -> forgetting_verdict.StrategyForgetting:
    passages = passage_interval(np.linspace(1, 9, 64), np.full(64, 10.0))
    return forgetting_verdict.StrategyForgetting(f"Two rates: {name}", geometric_spread(factors), passages)


def test_intervals_of_several_strategies_are_named_and_explained() -> None:
    found = [retention("3e-4", 4.0, 4.4), retention("5e-5", 1.3, 1.3)]
    line, tip = words.intervals_line(found)
    assert line.startswith("Selected checkpoint, 95 % intervals: 3e-4 × 4.20, ") and "; 5e-5 × 1.30, " in line
    assert line.endswith(
        ", 2 seeds that do not differ"
    )  # of which there is no interval, and none of no width
    assert tip.splitlines()[0].startswith("Two rates: 3e-4: × 4.20, ") and tip.endswith(words.ABOUT_INTERVALS)
    assert words.intervals_line([]) == ("", "")


def test_errors_are_shown_as_per_cent_right(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = forgot(store, "two", stages=(20, 20), amount=0.5)
    tab = opened(qtbot, page, number)
    kept = stored(store, number, "knowledge/trec/error")
    np.testing.assert_allclose(curve(tab.second, f"{number} trec").y, 100 - kept.value)
    assert "trec" in tab.second.caption.text()
    choose(tab.ability, words.EARLIER)
    earlier = curve(tab.second, f"{number} reviews")
    np.testing.assert_allclose(earlier.y, 100 - stored(store, number, "earlier/1:reviews/error").value)
    assert earlier.x[0] == 20 and earlier.label == "two, reviews"
    choose(tab.ability, "drift/all")
    assert tab.second.caption.text().startswith("Higher = more drift")


def test_curves_of_several_runs_end_in_the_names_of_their_runs(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    """All curves of earlier tasks ended in "reviews", whosever they were."""
    names = ("Two tasks: plain", "Two tasks: replay_of_a_tenth_of_all_texts_that_came_before")
    first, second = (forgot(store, name, stages=(20, 20), amount=0.5) for name in names)
    tab = opened(qtbot, page, first, second)
    choose(tab.ability, words.EARLIER)
    ends = [curve(tab.second, f"{number} reviews").end_label for number in (first, second)]
    assert ends[0].startswith("plain ") and ends[1].startswith("replay")
    name = ends[1].rpartition(" ")[0]
    assert theme.text_width(name, "tick") <= NAME_WIDTH and "…" in name
    assert tab.second.caption.text().endswith(": reviews"), "the one task that all curves are of"

    one = tab.data.runs[first].curves["earlier/1:reviews/error"]
    several = RunForgetting(curves={"earlier/1:reviews/error": one, "earlier/2:trec/error": one})
    both = second_curves(tab.axis, page.runs[first], several, tab._second_words(), "plain")
    assert [each.end_label.rpartition(" ")[0] for each in both] == ["plain, reviews", "plain, trec"]

    page.toggle(second)
    alone = f"{first} reviews"
    qtbot.waitUntil(lambda: curve(tab.second, alone).end_label.startswith("reviews "), timeout=WAIT)
    assert not tab.second.caption.text().endswith(": reviews")


def test_the_weights_handed_on_have_a_ring_where_they_are_not_the_last(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    early, late = forgot(store, "early", best=10), forgot(store, "late")
    tab = opened(qtbot, page, early, late)
    ring = curve(tab.language, str(early)).ring
    assert ring is not None and ring[0] == 10
    assert page.runs[early].forgot == pytest.approx(ring[1])
    assert curve(tab.language, str(late)).ring is None
    assert "ring = selected checkpoint" in tab.language.caption.text()


def test_stages_are_marked_and_can_be_looked_at_alone(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = forgot(store, "two", stages=(20, 30))
    tab = opened(qtbot, page, number)
    stages = [(g.x, g.label) for g in tab.language.canvas.guides() if g.style == "stage"]
    assert stages == [(0, "1 Fine-tuning 1"), (20, "2 Fine-tuning 2")]
    assert [g.x for g in tab.map.canvas.guides()] == [20]
    assert {tuple(np.round(p.canvas.x_range(), 6)) for p in (*tab.plots, tab.map)} == {(0.0, 51.0)}
    page.learning.stage.set_current("1")
    page.learning.stage.chosen.emit("1")
    line = curve(tab.language, str(number))
    assert line.x[0] == 20 and line.x[-1] == 50
    assert tab.language.canvas.x_range()[0] == 20
    page.learning.stage.set_current("all")
    page.learning.along.set_current("epoch")
    assert curve(tab.language, str(number)).x[-1] == 5.0


def test_the_cross_hair_is_one(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    tab = opened(qtbot, page, forgot(store, "one"))
    tab.language.canvas.hovered.emit(9.6)
    assert tab.second.cross() == 9.6
    assert tab.map.readout.accessibleName().startswith("Step 10, layer 4")
    qtbot.keyClick(tab.map.canvas, Qt.Key.Key_Down)
    assert tab.map.readout.accessibleName().startswith("Step 10, layer 3")
    qtbot.keyClick(tab.map.canvas, Qt.Key.Key_Right)
    assert tab.language.cross() == 12.0


def test_zooming_one_zooms_all(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    tab = opened(qtbot, page, forgot(store, "one"))

    def ranges() -> set[tuple[float, float]]:
        return {plot.canvas.x_range() for plot in (*tab.plots, tab.map)}

    whole = tab.map.canvas.x_range()
    for plot in (tab.map, tab.language, tab.second):
        plot.canvas.box.setXRange(5, 10, padding=0)
        qtbot.waitUntil(lambda: ranges() == {(5.0, 10.0)}, timeout=WAIT)
        plot.canvas.show_all()
        qtbot.waitUntil(lambda: ranges() == {whole}, timeout=WAIT)
    choose(tab.map_kinds[0], "attention/heads")  # its x is heads, not steps
    tab.language.canvas.box.setXRange(5, 10, padding=0)
    qtbot.waitUntil(lambda: tab.second.canvas.x_range() == (5.0, 10.0), timeout=WAIT)
    assert tab.map.canvas.x_range() == (-0.5, 1.5)


def test_any_plot_can_be_the_large_one(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    tab = opened(qtbot, page, forgot(store, "one"))
    page.resize(1368, 800)

    def areas() -> dict[str, int]:
        return {key: view.width() * view.height() for key, view in tab._views.items()}

    qtbot.waitUntil(lambda: areas()["language"] > 3 * max(areas()["second"], areas()["layers"]), timeout=WAIT)
    assert all(card.caption.text() for card in (tab.language, tab.second)), (
        "small ones say which way is worse too"
    )
    tab._enlargers["layers"][0].click()
    qtbot.waitUntil(lambda: areas()["layers"] > 3 * max(areas()["second"], areas()["language"]), timeout=WAIT)
    assert page.preferences.get("runs/large", "") == "layers"
    assert tab.map.grid() is not None and tab.language.curves()  # all are drawn, large or small


def test_the_table_of_runs_makes_room(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    tab = opened(qtbot, page, forgot(store, "one"))
    page.resize(1368, 800)
    qtbot.waitUntil(lambda: page.list_panel.height() > 100, timeout=WAIT)
    before = tab.height()
    page.view.fold_button.click()
    qtbot.waitUntil(lambda: page.list_panel.isHidden() and tab.height() > before + 100, timeout=WAIT)
    assert page.menus["table_hidden"].isChecked()
    page.menus["table_hidden"].trigger()
    qtbot.waitUntil(lambda: page.list_panel.isVisible() and tab.height() == before, timeout=WAIT)


# -- maps --------------------------------------------------------------------------------------------------


def test_maps_are_the_stored_numbers(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = forgot(store, "one", amount=0.8)
    tab = opened(qtbot, page, number)
    with Store(store) as read:
        kept = {
            k: s
            for (_, k), s in probe_results.read_maps(
                read, [number], probe_results.list_map_keys(read, [number])
            ).items()
        }
    grid = tab.map.grid()
    assert grid is not None
    # The pooler was not there, so it has no row; the embeddings are at the bottom.
    assert grid.rows == ("Embeddings", "Layer 1", "Layer 2", "Layer 3", "Layer 4")
    np.testing.assert_array_equal(grid.values, kept["drift/layers"].value[:, :-1].T)
    np.testing.assert_array_equal(grid.places(), kept["drift/layers"].step)

    choose(tab.map_kinds[0], "similarity/cka")
    assert tab.map.grid().scale()[0] == 1.0  # type: ignore[union-attr]  # unchanged is the ground's colour
    choose(tab.map_kinds[0], words.HEADS_MEAN)
    np.testing.assert_allclose(
        tab.map.grid().values, kept["attention/heads"].value.mean(axis=2).T  # type: ignore[union-attr]
    )  # fmt: skip
    choose(tab.map_kinds[0], "knowledge/trec")
    np.testing.assert_allclose(tab.map.grid().values, 100 - kept["knowledge/trec"].value.T)  # type: ignore[union-attr]

    choose(tab.map_kinds[0], "attention/heads")
    np.testing.assert_array_equal(tab.map.grid().values, kept["attention/heads"].value[-1])  # type: ignore[union-attr]
    assert tab.map.caption.text().endswith("step 20, bits")
    tab.cross.move(9.0)  # the heads as they were at the measurement nearest to the cross-hair
    assert tab.map.caption.text().endswith(("step 8, bits", "step 10, bits"))
    choose(tab.map_kinds[0], "similarity/matrix")
    assert tab.map.grid().values.shape == (LAYERS + 1, LAYERS + 1)  # type: ignore[union-attr]


def test_layers_put_back_are_a_curve_over_their_number(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = forgot(store, "one", amount=0.8)
    tab = opened(qtbot, page, number)
    choose(tab.map_kinds[0], "retention/reset")
    assert tab.reset.isVisible() and not tab.map.isVisible()
    line = curve(tab.reset, str(number))
    np.testing.assert_array_equal(line.x, np.arange(LAYERS + 1))
    np.testing.assert_allclose(line.y, np.exp(0.8 * (1 - np.arange(LAYERS + 1) / LAYERS)))
    choose(tab.map_kinds[1], "drift/layers")
    assert tab.map.isVisible()


def test_the_map_is_of_one_run_that_can_be_chosen(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    first, second = forgot(store, "first", amount=0.5), forgot(store, "second", amount=1.0)
    tab = opened(qtbot, page, first, second)
    tab.show_large("layers")
    assert tab.map_runs.isVisible() and tab.data.run == first
    choose(tab.map_runs, second)
    qtbot.waitUntil(lambda: tab.data.run == second, timeout=WAIT)
    grid = tab.map.grid()
    assert grid is not None and grid.values[-1, -1] == pytest.approx(0.1)
    page.toggle(second)
    qtbot.waitUntil(lambda: tab.data.run == first, timeout=WAIT)
    assert not tab.map_runs.isVisible()


# -- what else is said -------------------------------------------------------------------------------------


@pytest.mark.parametrize("fitted", [True, False])
def test_a_fitted_head_is_said(qtbot: QtBot, page: RunsPage, store: Path, fitted: bool) -> None:
    tab = opened(qtbot, page, forgot(store, "one", fitted=fitted))
    assert tab.note.isVisible() == fitted


def test_growth_under_a_weak_head_is_not_drawn_and_the_note_says_why(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    number = forgot(store, "one", fitted=True)
    weak = "json_set(info, '$.probes.retention.held_out_loss', 6.9, '$.probes.retention.frequency_loss', 7.5)"
    with Store(store) as opened_store:
        opened_store.execute(f"UPDATE stages SET info = {weak}")
    tab = opened(qtbot, page, number)
    assert "hardly better than word frequencies" in tab.note.text()
    assert not tab.language.curves() and tab.second.curves()
    assert page.runs[number].forgot is None


def test_runs_without_measures_say_why(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    waiting = queued(store, [experiment("waiting")])[0]
    tab = opened(qtbot, page, waiting)
    assert tab.stack.currentWidget() is tab.empty
    assert tab.empty.accessibleName().startswith("Not started")

    off = queued(store, [experiment("off").model_copy(update={"probes": _off()})])[0]
    train(store, off, losses(20), test=20.0)
    settle(store, [off], "finished")
    opened(qtbot, page, off)
    assert tab.empty.accessibleName().startswith("Measuring was off")
    with qtbot.waitSignal(page.navigate) as sent:
        tab.empty.clicked.emit()
    assert sent.args[0] == "design" and sent.args[1]["title"] == "off"

    measured = forgot(store, "measured")
    opened(qtbot, page, off, measured)  # one of them has something to show
    assert tab.stack.currentWidget() is tab.stack.content
    assert [c.label for c in tab.language.curves()] == ["measured"]


def _off() -> Any:
    from engine.spec.probes import Probes

    return Probes(on=False)


def test_forgot_is_a_column_with_means_of_groups(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    less, more = forgot(store, "less", amount=0.1), forgot(store, "more", amount=0.5)
    none = finished(store, "none")
    qtbot.waitUntil(lambda: page.model.rowCount() == 3, timeout=WAIT)
    section, _ = page.table.column("forgot")

    def shown() -> list[tuple[str, str]]:
        return [(line.name, page.model.index(i, section).data()) for i, line in enumerate(page.model.rows)]

    assert shown() == [("none", ""), ("more", "× 1.65"), ("less", "× 1.11")]
    page.table.head.sectionClicked.emit(section)
    qtbot.waitUntil(lambda: [name for name, _ in shown()] == ["less", "more", "none"], timeout=WAIT)
    with Store(store) as opened_store:
        sweep = runs.create_sweep(opened_store, "sweep")
        runs.set_run_columns(opened_store, (less, more), group_name="sweep", sweep_id=sweep)
    page.table_watch.ask()
    qtbot.waitUntil(lambda: ("sweep", "× 1.38") in shown(), timeout=WAIT)  # (1.105 + 1.649) / 2
    assert none in page.runs
