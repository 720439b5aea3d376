"""What a run has reached: its errors, filtered by what stands beside them, and its results, metrics and classes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.analysis.split_metrics import measure_split
from engine.data.dataset import load_dataset
from engine.events import Evaluation, Predictions, RunFinished, StageStarted
from engine.spec.data import DataSource
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, runs, summaries
from engine.store.writer import RunWriter
from tests.engine.store.test_probabilities import CLASSES, EXPERIMENT, predictions
from tests.workbench.conftest import WAIT
from tests.workbench.pages.runs.runs_page import shows, wait_for_rows
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.run_list.wording import ERRORS, RESULTS

pytestmark = pytest.mark.gui


def shown(qtbot: QtBot, page: RunsPage, tab: int) -> None:
    """Show the one run of the store."""
    wait_for_rows(qtbot, page, 1)
    page.receive([1])
    page.tabs.setCurrentIndex(tab)


@pytest.mark.usefixtures("trained_run")
def test_wrong_texts_are_listed_the_surest_first_and_filtered_by_a_cell_and_a_slice(
    qtbot: QtBot, store: Path, page: RunsPage
) -> None:
    shown(qtbot, page, ERRORS)
    tab = page.errors
    qtbot.waitUntil(lambda: tab.errors is not None and tab.errors.has_texts, timeout=WAIT)
    with Store(store, read_only=True) as opened:
        kept = summaries.read_predictions(opened, 1)
    assert kept is not None
    source = DataSource.model_validate({"source": "samples:questions", "test_rows": 24, "train_rows": 60})
    texts = load_dataset(source).splits["test"].texts
    wrong = np.flatnonzero(~kept.right)
    wrong = wrong[np.argsort(-kept.confidence[wrong], kind="stable")]
    assert [row.text for row in tab.model.rows] == [texts[int(i)] for i in wrong]
    assert tab.list_card.title.text() == f"{len(wrong)} wrong texts"
    assert tab.text_pane.toPlainText() == texts[int(wrong[0])]
    assert f"({len(wrong)} of 24)" in page.view.head.sentence.text()
    assert page.tabs.tabText(ERRORS) == f"Errors {len(wrong)}"

    # A cell of the confusion, by a real click; then everything again.
    true, guess = int(kept.labels[wrong[0]]), int(kept.predicted[wrong[0]])
    table = tab.confusion.table
    place = table.visualRect(table.counts.index(true, guess)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    in_cell = [i for i in wrong if kept.labels[i] == true and kept.predicted[i] == guess]
    qtbot.waitUntil(lambda: [row.place for row in tab.model.rows] == in_cell, timeout=WAIT)
    assert f"{kept.classes[true]} predicted as {kept.classes[guess]}" in tab.list_card.caption.text()
    qtbot.mouseClick(tab.all_link, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(tab.model.rows) == len(wrong), timeout=WAIT)

    # A slice, which the command line has found, and a word.
    if not tab.slices.model.rows:
        qtbot.mouseClick(tab.slices.find_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: bool(tab.slices.model.rows), timeout=WAIT)
    of_class = next(row for row in tab.slices.model.rows if row.name == f"Class: {kept.classes[true]}")
    tab.slices.table.select([of_class.key])
    in_slice = [i for i in wrong if kept.labels[i] == true]
    qtbot.waitUntil(lambda: [row.place for row in tab.model.rows] == in_slice, timeout=WAIT)
    word = max(texts[int(in_slice[0])].split(), key=len)
    tab.search.setText(word)
    found = [i for i in in_slice if word.casefold() in texts[int(i)].casefold()]
    qtbot.waitUntil(lambda: [row.place for row in tab.model.rows] == found, timeout=WAIT)


@pytest.mark.usefixtures("trained_run")
def test_texts_that_are_gone_are_said_to_be(qtbot: QtBot, store: Path, page: RunsPage) -> None:
    with Store(store) as opened:
        opened.execute("UPDATE predictions SET source_row = source_row + 100000")
        opened.connection.commit()
    shown(qtbot, page, ERRORS)
    qtbot.waitUntil(lambda: "any more" in page.errors.slices.note.text(), timeout=WAIT)
    assert page.errors.slices.find_button.isEnabled() and page.errors.model.rows, "without their words"


def test_results_are_told_by_stage_and_task(qtbot: QtBot, page: RunsPage, several: int) -> None:
    page.receive([several])
    qtbot.waitUntil(lambda: shows(page, several, 12), timeout=WAIT)
    page.tabs.setCurrentIndex(RESULTS)
    qtbot.waitUntil(lambda: len(page.results.model.rows) == 4, timeout=WAIT)
    rows = [row.cells for row in page.results.model.rows]
    assert [row[1] for row in rows] == ["Mean of all tasks", "Long reviews", "Questions", "Long reviews"]
    assert rows[1][:4] == ("", "Long reviews", "15.00", "5")
    assert rows[3][0] == "3 Fine-tuning" and rows[3][2:5] == ("9.00", "12", "–")
    assert page.results.note.text().startswith("Demonstration texts ("), "figures on them are named as such"


def written(
    store: Path, experiment: Experiment, best: dict[str, float], test: Predictions, **values: float
) -> None:
    """A finished run with predictions for its test split."""
    with Store(store) as opened:
        runs.create_run(opened, experiment)
    final = {f"test/{name}": value for name, value in values.items()}
    with RunWriter(store, 1) as writer:
        writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
        writer.write(Evaluation("validation", 8, best, best=True))
        writer.write(Evaluation("test", 8, final, False, test).as_final())
        writer.write(RunFinished(10, final))
        writer.set_columns(status="finished")


def designed(**stage: Any) -> Experiment:
    return parse_experiment({"stages": [{"kind": "finetune", **stage}]})


def test_metrics_of_a_split_and_of_its_classes_are_shown(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    written(store, EXPERIMENT, {"validation/error": 40.0}, predictions(), error=40.0)
    shown(qtbot, page, RESULTS)
    measures = page.results.measures
    qtbot.waitUntil(measures.isVisible, timeout=WAIT)
    with Store(store, read_only=True) as opened:
        found = measure_split(opened, 1)
    assert found is not None and measures.note.isHidden()
    cells = {row[0]: row[1] for row in measures.metrics.texts()[1:]}
    assert cells["ROC AUC"] == f"{found.metrics['roc_auc']:.4f}"
    assert cells["Macro F1, %"] == f"{found.metrics['macro_f1']:.2f}"
    classes = measures.classes.texts()[1:]
    assert [row[0] for row in classes] == list(CLASSES)
    assert classes[0][4] == f"{found.by_class[0].recall:.2f}"


def test_of_several_labels_each_has_its_figures_and_none_is_confused(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    draw = np.random.default_rng(3)
    labels = (draw.random((12, 3)) < 0.5).astype(float)
    chances = np.clip(0.3 + 0.4 * labels + draw.normal(0, 0.2, labels.shape), 0.01, 0.99)
    answers = (chances >= 0.5).astype(float)
    made = Predictions(
        "test", np.arange(12), labels, answers, chances, draw.random(12), ("art", "sea", "war")
    )
    several = designed(data={"source": "topics.csv", "target": "labels"}, objective="multi_label")
    written(store, several, {"validation/micro_f1": 70.0}, made, micro_f1=72.0)
    shown(qtbot, page, RESULTS)
    measures = page.results.measures
    qtbot.waitUntil(measures.isVisible, timeout=WAIT)
    assert [row[0] for row in measures.classes.texts()[1:]] == ["art", "sea", "war"]
    assert {"Micro F1, %", "Hamming loss, %"} <= {row[0] for row in measures.metrics.texts()[1:]}
    page.tabs.setCurrentIndex(ERRORS)
    qtbot.waitUntil(lambda: page.errors.errors is not None, timeout=WAIT)
    assert page.errors.errors is not None
    assert page.errors.errors.wrong == int((labels != answers).any(axis=1).sum())
    assert page.errors.confusion.isHidden() and "several labels" in page.errors.confusion_hint.text()


def test_numbers_are_no_classes(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    labels = np.random.default_rng(5).normal(size=12)
    made = Predictions("test", np.arange(12), labels, labels + 0.1, np.zeros((12, 0)), np.full(12, 0.01), ())
    numbers = designed(data={"source": "prices.csv", "target": "number"}, objective="regression")
    written(store, numbers, {"validation/rmse": 0.25}, made, rmse=0.1, mae=0.1)
    shown(qtbot, page, RESULTS)
    qtbot.waitUntil(page.results.measures.isVisible, timeout=WAIT)
    titles = [column.title for column in page.results.model.columns]
    assert titles[2] == "Best validation RMSE" and titles[4] == "Test RMSE"
    assert page.results.model.rows[0].cells[2] == "0.2500" and page.results.decisions.isHidden()
    assert "Test" in [column.title for column in page.model.columns], "no per cent in the list"
    page.tabs.setCurrentIndex(ERRORS)
    qtbot.waitUntil(lambda: page.errors.errors is not None, timeout=WAIT)
    assert "numbers" in page.errors.confusion_hint.text() and page.errors.confusion.isHidden()
