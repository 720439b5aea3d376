"""Columns of Compare: all stored test metrics where everything is shown, else the usual ones and the judged one."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.analysis.verdicts.statistics import EQUAL_SEEDS
from engine.events import Evaluation, RunFinished, StageStarted
from engine.metrics.keys import find_metric
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests.engine.store.test_probabilities import EXPERIMENT, predictions
from tests.workbench.pages.stored import experiment, queued
from workbench.pages.compare.plot_data import plane_axes
from workbench.pages.compare.plots import ComparePlots
from workbench.pages.compare.query import load_comparison
from workbench.pages.compare.result_columns import result_columns
from workbench.pages.compare.rows import rows
from workbench.pages.compare.wording import as_text, table_remarks


def test_every_stored_metric_is_a_column_where_all_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        for _ in range(2):
            runs.create_run(store, EXPERIMENT)
    for number in (1, 2):
        with RunWriter(path, number) as writer:
            writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
            values = {
                "error": 40.0,
                "accuracy": 60.0,
                "macro_f1": 55.0,
                "roc_auc": (0.8, 0.9)[number - 1],
                "loss": 1.0,
            }
            measured = {f"test/{name}": value for name, value in values.items()}
            writer.write(Evaluation("test", 8, measured, False, predictions(seed=number)).as_final())
            writer.write(RunFinished(10, measured))
            writer.set_columns(status="finished")
    with Store(path, read_only=True) as store:
        few, judged, everything = (
            load_comparison(store, [1, 2], every, False, metric=metric)
            for every, metric in ((False, ""), (False, "roc_auc"), (True, ""))
        )
    assert few is not None and judged is not None and everything is not None

    def keys(view: object) -> set[str]:
        return {c.key for c in view.comparison.columns if c.key.startswith("metric/")}  # type: ignore[attr-defined]

    assert keys(few) == {"metric/macro_f1"}
    assert keys(judged) == keys(everything) == {"metric/macro_f1", "metric/roc_auc"}
    assert [row.values["metric/roc_auc"] for row in everything.comparison.rows] == [0.8, 0.9]
    assert ("ROC AUC", "roc_auc") in few.metrics and judged.judged_by == "roc_auc"


@pytest.mark.gui
def test_another_main_metric_is_not_called_an_error(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    Store(path).close()
    several = queued(path, [experiment("several labels", objective="multi_label", best_on="micro_f1")])
    plain = queued(path, [experiment("one class")])
    for (number,), metric in ((several, "micro_f1"), (plain, "error")):
        with RunWriter(path, number) as writer:
            writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
            writer.write(Evaluation("validation", 8, {f"validation/{metric}": 90.0}, best=True))
            writer.write(RunFinished(10, {}))
            writer.set_columns(status="finished")
    heads, titles = {}, {}
    plots = ComparePlots()
    qtbot.addWidget(plots)
    for (number,) in (plain, several):
        with Store(path, read_only=True) as store:
            view = load_comparison(store, [number], False, False)
        assert view is not None
        heads[number] = {c.key: c.title for c in result_columns(view.comparison, False)}
        plots.show_view(view, ())
        titles[number] = (
            plots.error.title.text(),
            plots.curves_shown.itemText(0),
            plots.plasticity.itemText(0),
        )
    assert heads[plain[0]]["test"] == "Test at best, %" and titles[plain[0]][1] == "Validation error"
    assert heads[several[0]]["test"] == "Test Micro F1 at best, %"
    assert heads[several[0]]["validation_best"] == "Best validation Micro F1, %"
    assert titles[several[0]] == ("Validation micro F1", "Validation micro F1", "Test 100 − micro F1")


def test_numbers_have_even_decimals_and_are_called_no_errors(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    Store(path).close()
    numbers = queued(path, [experiment(name, objective="regression", best_on="rmse") for name in "ab"])
    for number, value in zip(numbers, (0.37048, 0.4377061), strict=True):
        with RunWriter(path, number) as writer:
            writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
            writer.write(Evaluation("validation", 8, {"validation/rmse": value}, best=True))
            writer.write(RunFinished(10, {}))
            writer.set_columns(status="finished")
    with Store(path, read_only=True) as store:
        view = load_comparison(store, numbers, False, False)
    assert view is not None
    (best,) = [c for c in result_columns(view.comparison, False) if c.key == "validation_best"]
    assert best.group == "Results"
    assert [best.text_of(row) for row in rows(view, set())] == ["0.3705", "0.4377"]
    said = table_remarks(view, False)
    assert said[0].startswith("Generated texts (Long reviews)")
    assert all("Generated texts" in as_text(view, kind) for kind in ("markdown", "latex")), (
        "where it is copied too"
    )
    assert said[1].startswith("Test results of each run's final weights")
    _across, up = plane_axes("factor", "test", find_metric("test/rmse"))
    assert (up.title, up.better) == ("Test RMSE", "lower test RMSE")
    assert plane_axes("factor", "test", find_metric("test/error"))[1].better == "fewer errors"


def test_equal_seeds_are_said_to_have_no_interval(tmp_path: Path) -> None:
    """Where ± is half an interval and none stands behind a mean of several seeds, the remarks say why."""
    path = tmp_path / "s.sqlite"
    Store(path).close()
    numbers = queued(path, [experiment("one", seed) for seed in (1, 2)])
    for number in numbers:
        with RunWriter(path, number) as writer:
            writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
            writer.write(Evaluation("validation", 8, {"validation/error": 20.0}, best=True))
            writer.write(RunFinished(10, {}))
            writer.set_columns(status="finished")
    with Store(path, read_only=True) as store:
        deviations, intervals = (
            load_comparison(store, numbers, False, True, interval=interval) for interval in (False, True)
        )
    assert deviations is not None and intervals is not None
    (best,) = [c for c in result_columns(intervals.comparison, True) if c.key == "validation_best"]
    assert [best.text_of(row) for row in rows(intervals, set())] == ["20.00"]
    assert EQUAL_SEEDS in table_remarks(intervals, True) and EQUAL_SEEDS not in table_remarks(
        deviations, True
    )
