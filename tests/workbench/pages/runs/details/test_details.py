"""Beside the table of runs: fields, costs, decisions, the log and the settings of a run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.delivery.finished_model import find_finished_model
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from tests.engine.lab.trained import keep_probabilities
from tests.workbench.conftest import WAIT, owned
from tests.workbench.pages.runs.runs_page import names, shows, wait_for_rows
from tests.workbench.pages.stored import experiment, finished, losses, queued, settle, train
from workbench.pages.runs.details.cost_matrix import CostMatrixDialog
from workbench.pages.runs.details.decisions import DecisionsDialog, split_model
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.run_list.wording import RESULTS, SETTINGS
from workbench.widgets import Label

pytestmark = pytest.mark.gui


def test_what_differs_from_the_usual_is_asked_for(qtbot: QtBot) -> None:
    sheet = owned(qtbot, CostMatrixDialog(["ham", "spam"], False, ["ham:spam=2"]))
    assert {place: field.value() for place, field in sheet.fields.items()} == {
        ("ham", "ham"): 0, ("ham", "spam"): 2, ("spam", "ham"): 1, ("spam", "spam"): 0,
    }  # fmt: skip
    dear = sheet.fields["spam", "ham"]
    dear.selectAll()
    qtbot.keyClicks(dear, "7.5")
    assert sheet.entries() == ["ham:spam=2", "spam:ham=7.5"]
    with qtbot.waitSignal(sheet.accepted):
        qtbot.mouseClick(sheet.accept_button, Qt.MouseButton.LeftButton)


def test_long_names_are_cut_where_they_are_alike(qtbot: QtBot) -> None:
    sheet = owned(
        qtbot,
        CostMatrixDialog([f"complaints about deliveries in {year}" for year in (2023, 2024)], False, []),
    )
    heads = [label.text() for label in sheet.findChildren(Label)]
    assert heads.count("…2023") == heads.count("…2024") == 2, "of a row and of a column"


def test_a_field_without_a_number_or_all_costs_alike_are_told(qtbot: QtBot) -> None:
    sheet = owned(qtbot, CostMatrixDialog(["a", "b"], False, []))
    qtbot.mouseClick(sheet.accept_button, Qt.MouseButton.LeftButton)
    assert "All errors cost the same" in sheet.message.text() and sheet.result() == 0
    sheet.fields["a", "b"].selectAll()
    qtbot.keyClicks(sheet.fields["a", "b"], "dear")
    qtbot.mouseClick(sheet.accept_button, Qt.MouseButton.LeftButton)
    assert "not a number" in sheet.message.text() and sheet.result() == 0


def test_a_label_has_two_costs(qtbot: QtBot) -> None:
    sheet = owned(qtbot, CostMatrixDialog(["a", "b"], True, ["b:missed=10"]))
    assert sheet.fields["b", "missed"].value() == 10 and sheet.fields["a", "given wrongly"].value() == 1
    assert sheet.entries() == ["b:missed=10"]


def test_name_tags_and_notes_are_edited_in_place(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = finished(store, "old name")
    wait_for_rows(qtbot, page, 1)
    page.activateWindow()
    page.table.select([number])
    page.edit("name")
    fields = page.details.fields
    qtbot.waitUntil(lambda: fields.name.text() == "old name", timeout=WAIT)
    fields.name.setText("new name")
    fields.name.editingFinished.emit()
    qtbot.waitUntil(lambda: names(page) == ["new name"], timeout=WAIT)

    fields.tags.setText(" paper, , seeds ")
    fields.tags.editingFinished.emit()
    fields.notes.setPlainText("first line\nsecond line")
    fields.notes.left.emit()
    qtbot.waitUntil(lambda: page.runs[number].notes == "first line\nsecond line", timeout=WAIT)
    qtbot.waitUntil(lambda: page.runs[number].tags == ("paper", "seeds"), timeout=WAIT)

    fields.name.setText("   ")
    fields.name.editingFinished.emit()
    assert fields.name.text() == "new name"  # a run keeps a name


def test_a_refresh_does_not_touch_what_is_being_typed(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = finished(store, "a name")
    wait_for_rows(qtbot, page, 1)
    page.table.select([number])
    page.menus["notes"].trigger()
    fields = page.details.fields
    qtbot.waitUntil(lambda: fields.name.text() == "a name", timeout=WAIT)
    fields.notes.setPlainText("half a sen")
    with Store(store) as opened:
        runs.rename_run(opened, number, "renamed elsewhere")
    qtbot.waitUntil(lambda: fields.name.text() == "renamed elsewhere", timeout=WAIT)
    assert fields.notes.toPlainText() == "half a sen"


def test_the_strip_shows_the_last_measures(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    (number,) = queued(store, [experiment("training")])
    train(store, number, losses(20, number))
    settle(store, [number], "running")
    qtbot.waitUntil(lambda: shows(page, number, 20), timeout=WAIT)
    qtbot.waitUntil(lambda: "120" in page.view.strip.speed.accessibleName(), timeout=WAIT)
    assert page.view.strip.speed.accessibleName() == "Speed: 120 texts/s, 2,000 tokens/s"
    assert page.view.strip.cpu.accessibleName() == "CPU: 150 %"
    assert page.view.strip.memory.accessibleName() == "Memory: 1.5 GB"
    settle(store, [number], "stopped")
    mean = f"Speed: {np.mean([105.0, 110.0, 115.0, 120.0]):.0f} texts/s on average"
    qtbot.waitUntil(lambda: page.view.strip.speed.accessibleName() == mean, timeout=WAIT)
    assert page.view.strip.cpu.isHidden() and page.view.strip.memory.isHidden(), "no gauge without a value"


def test_the_log_follows_its_end_until_somebody_scrolls_back(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    number = finished(store)
    settle(store, [number], "running")
    with Store(store) as opened:
        log = runs.get_run(opened, number).folder / "run.log"
    log.write_text("".join(f"step {i}\n" for i in range(200)), encoding="utf-8")
    wait_for_rows(qtbot, page, 1)
    page.table.select([number])
    page.menus["log"].trigger()
    text = page.log.text
    qtbot.waitUntil(lambda: "step 199" in text.toPlainText(), timeout=WAIT)
    assert "128 texts were cut." in text.toPlainText()
    bar = text.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0

    def say(line: str) -> None:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
        qtbot.waitUntil(lambda: line in text.toPlainText(), timeout=WAIT)

    say("one more")
    assert bar.value() == bar.maximum()
    bar.triggerAction(bar.SliderAction.SliderPageStepSub)
    place = bar.value()
    assert not page.log.follow.isChecked()
    say("and another one")
    assert bar.value() == place < bar.maximum()
    page.log.search.setText("STEP 19")
    page.log.search.search.emit("STEP 19")
    assert text.toPlainText().splitlines() == ["step 19", *(f"step {i}" for i in range(190, 200))]
    assert page.log.caption.text().endswith(" lines")
    page.log.search.setText("nowhere")
    page.log.search.search.emit("nowhere")
    assert text.toPlainText() == "No matching lines."
    page.log.search.setText("")
    page.log.search.search.emit("")
    page.log.only_warnings.setChecked(True)
    assert "step 199" not in text.toPlainText()
    assert "128 texts were cut." in text.toPlainText()


def test_settings_tab_has_the_frozen_specification_and_the_environment(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    from engine.spec.toml import loads

    number = finished(store, "with settings", rate=3e-4)
    wait_for_rows(qtbot, page, 1)
    page.table.select([number])
    page.tabs.setCurrentIndex(SETTINGS)
    qtbot.waitUntil(lambda: "learning_rate" in page.details.spec.toPlainText(), timeout=WAIT)
    with Store(store) as opened:
        frozen: Experiment = runs.get_experiment(opened, number)
    assert loads(page.details.spec.toPlainText()).experiment == frozen
    facts = page.details.facts.toPlainText()
    assert "finished" in facts
    assert "steps per epoch" in facts
    assert "negative, positive" in facts


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
    sheet.limit.set_value(20)
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
    sheet.answers.set_current("costs")
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
    sheet.take_costs(["nobody:else=2"])
    sheet.abstain.set_current("")
    sheet.abstain.activated.emit(sheet.abstain.currentIndex())
    qtbot.mouseClick(sheet.tune, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "names no cost" in sheet.message.text(), timeout=WAIT)
    assert sheet.tune.isEnabled(), "one may try again"
    sheet.close()
