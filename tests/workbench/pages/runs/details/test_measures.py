"""The metrics of one split beneath the results: those of the engine, by class too, and what is missing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.analysis.split_metrics import measure_split
from engine.events import Evaluation, Predictions, RunFinished, StageStarted
from engine.spec.experiment import parse_experiment
from engine.store import Store, runs
from engine.store.summaries import PredictionSet, read_predictions
from engine.store.writer import RunWriter
from tests.engine.store.test_probabilities import CLASSES, EXPERIMENT, predictions
from workbench.pages.lab.lists_panel import ListsPanel
from workbench.pages.lab.query import LabModel, ModelResults, disagreements
from workbench.pages.runs.details.results import ResultsTab
from workbench.pages.runs.run_list.columns import result_titles
from workbench.pages.runs.run_list.query import load_details, load_table
from workbench.widgets import Label

pytestmark = pytest.mark.gui


def test_metrics_of_a_split_and_of_its_classes_are_shown(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        runs.create_run(store, EXPERIMENT)
    with RunWriter(path, 1) as writer:
        writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
        writer.write(Evaluation("validation", 8, {"validation/error": 40.0}, True, predictions("validation")))
        writer.write(Evaluation("test", 8, {"test/error": 40.0}, False, predictions()).as_final())
    tab = ResultsTab()
    qtbot.addWidget(tab)
    tab.show()
    assert not tab.measures.isVisible()
    with Store(path, read_only=True) as store:
        with qtbot.waitSignal(tab.split_wanted) as asked:
            tab.show_about(load_details(store, 1))
        assert asked.args == [1, "test"]
        found = measure_split(store, 1)
        assert found is not None
        tab.show_split(found)
        assert tab.measures.isVisible() and tab.measures.note.isHidden()
        shown = {row[0]: row[1] for row in tab.measures.metrics.texts()[1:]}
        assert shown["ROC AUC"] == f"{found.metrics['roc_auc']:.4f}"
        assert shown["Macro F1, %"] == f"{found.metrics['macro_f1']:.2f}"
        classes = tab.measures.classes.texts()[1:]
        assert [row[0] for row in classes] == list(CLASSES)
        assert classes[0][4] == f"{found.by_class[0].recall:.2f}"
        assert "is taken for" in tab.confusion.hint.text()
        # Of an evaluation on the way no probabilities were kept, and that is said.
        tab.show_split(measure_split(store, 1, "validation"))
        assert "no Brier score" in tab.measures.note.text() and tab.measures.note.isVisible()
        assert "ROC AUC" not in {row[0] for row in tab.measures.metrics.texts()[1:]}
    tab.show_split(None)
    assert not tab.measures.isVisible() and tab.measures.metrics.rows == []


def label_sets(split: str = "test") -> Predictions:
    """Of 12 texts with three labels each, decided at 0.5."""
    draw = np.random.default_rng(3)
    labels = (draw.random((12, 3)) < 0.5).astype(float)
    chances = np.clip(0.3 + 0.4 * labels + draw.normal(0, 0.2, labels.shape), 0.01, 0.99)
    return Predictions(
        split,
        np.arange(12),
        labels,
        (chances >= 0.5).astype(float),
        chances,
        draw.random(12),
        ("art", "sea", "war"),
    )


def test_of_several_labels_each_has_its_figures_and_none_is_confused(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    data = {"source": "topics.csv", "target": "labels"}
    with Store(path) as store:
        runs.create_run(
            store,
            parse_experiment({"stages": [{"kind": "finetune", "data": data, "objective": "multi_label"}]}),
        )
    made = label_sets()
    with RunWriter(path, 1) as writer:
        writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
        writer.write(
            Evaluation("validation", 8, {"validation/micro_f1": 70.0}, True, label_sets("validation"))
        )
        writer.write(Evaluation("test", 8, {"test/micro_f1": 72.0}, False, made).as_final())
    tab = ResultsTab()
    qtbot.addWidget(tab)
    tab.show()
    with Store(path, read_only=True) as store:
        tab.show_about(load_details(store, 1))
        found = measure_split(store, 1)
        assert found is not None and found.confusion == () and not found.missing
        tab.show_split(found)
        assert "70.00" in " ".join(tab.rows()[0])
        classes = tab.measures.classes.texts()[1:]
        assert [row[0] for row in classes] == ["art", "sea", "war"]
        assert classes[2][1] == str(int(made.labels[:, 2].sum()))
        shown = {row[0] for row in tab.measures.metrics.texts()[1:]}
        assert {
            "Micro F1, %",
            "Subset accuracy, %",
            "Hamming loss, %",
            "Label ranking average precision",
        } <= shown
        assert tab.confusion.isHidden() and "several labels" in tab.empty.text() and tab.empty.isVisible()


def test_the_lab_lists_where_two_runs_give_other_labels(qtbot: QtBot) -> None:
    made = label_sets()
    mine = PredictionSet(
        "test", 8, made.classes, made.rows, made.labels, made.predicted, np.full(12, 0.9), made.losses
    )
    theirs = replace(mine, predicted=mine.predicted.copy())
    theirs.predicted[4] = 1 - mine.predicted[4]
    found = disagreements(mine, theirs)
    assert found is not None and [each.row for each in found] == [4]
    names = [name for name, own in zip(made.classes, theirs.predicted[4], strict=True) if own]
    assert found[0].second == (", ".join(names) or "no label") != found[0].first
    panel = ListsPanel(None, None)
    qtbot.addWidget(panel)
    entry = LabModel(1, 1, "", "a run", 1, "topics")
    panel.set_sides({"first": entry, "second": None})
    panel.set_seen(ModelResults(entry, mine))
    wrong = 100 * float((made.labels != made.predicted).any(axis=1).mean())
    assert f"{wrong:.1f} %" in panel.caption.text() and "not all labels right" in panel.caption.text()


def said(empty: QWidget) -> str:
    return empty.findChildren(Label)[0].text()


def test_numbers_are_no_classes_in_results_lists_and_columns(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    data = {"source": "prices.csv", "target": "number"}
    stage = {"kind": "finetune", "data": data, "objective": "regression"}
    with Store(path) as store:
        runs.create_run(store, parse_experiment({"stages": [stage]}))
    draw = np.random.default_rng(5)
    labels = draw.normal(size=12)
    made = Predictions("test", np.arange(12), labels, labels + 0.1, np.zeros((12, 0)), np.full(12, 0.01), ())
    with RunWriter(path, 1) as writer:
        writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
        writer.write(Evaluation("validation", 8, {"validation/rmse": 0.25}, best=True))
        writer.write(Evaluation("test", 8, {"test/rmse": 0.1, "test/mae": 0.1}, False, made).as_final())
        writer.write(RunFinished(10, {"test/rmse": 0.1}))
        writer.set_columns(status="finished")
    tab = ResultsTab()
    qtbot.addWidget(tab)
    tab.show()
    with Store(path, read_only=True) as store:
        tab.show_about(load_details(store, 1))
        tab.show_split(measure_split(store, 1))
        kept = read_predictions(store, 1, "test")
        (line,) = load_table(store, "", "created", True, "sweep", frozenset(), frozenset()).lines
    assert [tab._grid.itemAtPosition(0, column).widget().text() for column in (2, 4)] == [
        "Best validation RMSE", "Test RMSE",
    ]  # fmt: skip
    assert tab.rows()[0][2] == "0.2500" and "numbers" in tab.empty.text()
    assert tab.decisions.isHidden() and tab.confusion.isHidden()
    assert result_titles([line]) == {"best": "Best validation", "last": "Last", "test": "Test"}

    panel = ListsPanel(None, None)
    qtbot.addWidget(panel)
    one, two = (LabModel(run, 1, "", "a run", 1, "prices") for run in (1, 2))
    panel.set_sides({"first": one, "second": two})
    for entry in (one, two):
        panel.set_seen(ModelResults(entry, kept))
    assert said(panel.empty) == "Answers are numbers"
    for key in ("cell", "disagree", "forgotten"):
        assert said(panel.lists[key].stack.empty) == "Answers are numbers", key
