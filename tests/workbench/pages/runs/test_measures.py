"""The metrics of one split beneath the results: those of the engine, by class too, and what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.analysis.split_metrics import measure_split
from engine.events import Evaluation, StageStarted
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests.engine.store.test_probabilities import CLASSES, EXPERIMENT, predictions
from workbench.pages.runs.details.results import ResultsTab
from workbench.pages.runs.run_list.query import load_details

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
