"""The sheet of decisions: a rule tuned by the real command, shown, kept, and removed again."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.delivery.finished_model import find_finished_model
from tests import patience
from tests.engine.lab.trained import keep_probabilities
from workbench.pages.runs.details.cost_matrix import CostMatrixDialog
from workbench.pages.runs.details.decisions import DecisionsDialog, split_model
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.run_list.wording import RESULTS

pytestmark = pytest.mark.gui
WAIT = 1000 * patience.seconds(60)


@pytest.fixture
def run_with_probabilities(store: Path, trained_run: int) -> int:
    keep_probabilities(store, trained_run)
    return trained_run


@pytest.mark.parametrize(
    ("split", "place"),
    [
        ("test", (0, "")),
        ("validation/news", (0, "news")),
        ("stage-2/test", (2, "")),
        ("stage-1/test/a/b", (1, "a/b")),
    ],
)
def test_the_name_of_a_split_says_which_model_is_meant(split: str, place: tuple[int, str]) -> None:
    assert split_model(split) == place


@pytest.mark.usefixtures("run_with_probabilities")
def test_a_rule_is_tuned_shown_kept_and_removed(
    qtbot: QtBot, store: Path, page: RunsPage, tmp_path: Path
) -> None:
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=WAIT)
    page.receive([1])
    page.tabs.setCurrentIndex(RESULTS)
    qtbot.waitUntil(page.results.decisions.isVisible, timeout=WAIT)
    qtbot.mouseClick(page.results.decisions, Qt.MouseButton.LeftButton)
    sheet = page.findChild(DecisionsDialog)
    assert sheet is not None and not sheet.tune.isEnabled(), "it is still reading"
    qtbot.waitUntil(sheet.tune.isEnabled, timeout=WAIT)
    assert "largest probability" in sheet.rule.text() and not sheet.keep.isEnabled()
    assert not sheet.remove.isEnabled()
    assert all(row.test_before == row.test_after for row in sheet.model.rows), "nothing is changed yet"
    sheet.answers.set_current("macro_f1")
    sheet.abstain.set_current("--abstain-below")
    sheet.abstain.activated.emit(sheet.abstain.currentIndex())
    sheet.limit.selectAll()
    qtbot.keyClicks(sheet.limit, "2 x")
    qtbot.mouseClick(sheet.tune, Qt.MouseButton.LeftButton)
    assert "not a number" in sheet.message.text(), "nothing is asked with a field that says nothing"
    sheet.limit.set_value(0.2)
    assert sheet.options() == ["--temperature", "--metric", "macro_f1", "--abstain-below", "0.2"]
    qtbot.mouseClick(sheet.tune, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(sheet.keep.isEnabled, timeout=WAIT)
    assert "Weights for macro F1" in sheet.rule.text() or "weights for macro F1" in sheet.rule.text()
    assert len(sheet.curve.curves()) == 2 and "answered" in sheet.note.text()
    assert find_finished_model(store, "1").load().decision is None, "nothing is kept yet"
    qtbot.mouseClick(sheet.keep, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(sheet.remove.isEnabled, timeout=WAIT)
    kept = find_finished_model(store, "1").load().decision
    assert kept is not None and kept.abstain_below == 0.2 and not sheet.keep.isEnabled()
    qtbot.mouseClick(sheet.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(
        lambda: sheet.tune.isEnabled() and "largest probability" in sheet.rule.text(), timeout=WAIT
    )
    assert find_finished_model(store, "1").load().decision is None
    sheet.answers.set_current("typed costs")
    sheet.answers.activated.emit(sheet.answers.currentIndex())
    editor = sheet.findChild(CostMatrixDialog)
    assert editor is not None and sheet.answer is not None
    first, second = sheet.answer.classes[:2]
    editor.fields[first, second].set_value(4)
    qtbot.mouseClick(editor.accept_button, Qt.MouseButton.LeftButton)
    assert sheet.options()[-2:] == ["--abstain-below", "0.2"]
    assert f"{first}:{second}=4" in sheet.options()
    sheet.abstain.set_current("")
    sheet.abstain.activated.emit(sheet.abstain.currentIndex())
    qtbot.mouseClick(sheet.tune, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "least expected cost" in sheet.rule.text(), timeout=WAIT)
    assert any(row.name == "Mean cost" for row in sheet.model.rows)
    costs = tmp_path / "costs.csv"
    costs.write_text("true,x,y\n", encoding="utf-8")
    sheet.take_costs(costs)
    sheet.abstain.set_current("")
    sheet.abstain.activated.emit(sheet.abstain.currentIndex())
    qtbot.mouseClick(sheet.tune, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "the costs are not of the" in sheet.message.text(), timeout=WAIT)
    assert sheet.tune.isEnabled(), "one may try again"
    sheet.close()
