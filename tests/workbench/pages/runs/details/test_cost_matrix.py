"""Costs typed into the table of classes become the options of the command."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests import patience
from workbench.backend.session import Session
from workbench.pages.runs.details.cost_matrix import CostMatrixDialog
from workbench.widgets import Label

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)


def test_what_differs_from_the_usual_is_asked_for(qtbot: QtBot) -> None:
    sheet = CostMatrixDialog(["ham", "spam"], False, ["ham:spam=2"])
    qtbot.addWidget(sheet)
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
    sheet = CostMatrixDialog([f"complaints about deliveries in {year}" for year in (2023, 2024)], False, [])
    qtbot.addWidget(sheet)
    heads = [label.text() for label in sheet.findChildren(Label)]
    assert heads.count("…2023") == heads.count("…2024") == 2, "of a row and of a column"


def test_a_field_without_a_number_or_all_costs_alike_are_told(qtbot: QtBot) -> None:
    sheet = CostMatrixDialog(["a", "b"], False, [])
    qtbot.addWidget(sheet)
    qtbot.mouseClick(sheet.accept_button, Qt.MouseButton.LeftButton)
    assert "All errors cost the same" in sheet.message.text() and sheet.result() == 0
    sheet.fields["a", "b"].selectAll()
    qtbot.keyClicks(sheet.fields["a", "b"], "dear")
    qtbot.mouseClick(sheet.accept_button, Qt.MouseButton.LeftButton)
    assert "not a number" in sheet.message.text() and sheet.result() == 0


def test_a_label_has_two_costs(qtbot: QtBot) -> None:
    sheet = CostMatrixDialog(["a", "b"], True, ["b:missed=10"])
    qtbot.addWidget(sheet)
    assert sheet.fields["b", "missed"].value() == 10 and sheet.fields["a", "given wrongly"].value() == 1
    assert sheet.entries() == ["b:missed=10"]


def test_the_table_is_filled_from_a_file(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    file = tmp_path / "costs.csv"
    file.write_text("true,spam,ham\nspam,0,9\nham,2.5,0\n", encoding="utf-8")
    sheet = CostMatrixDialog(["ham", "spam"], False, [], session=session)
    qtbot.addWidget(sheet)
    sheet.load_file(file)
    qtbot.waitUntil(lambda: "costs of the file" in sheet.message.text(), timeout=WAIT)
    assert sheet.entries() == ["ham:spam=2.5", "spam:ham=9"]

    # Of other classes, or of no rectangle: nothing changes, and what is wrong is said with its row.
    file.write_text("true,ham,other\nham,0,1\nother,1,0\n", encoding="utf-8")
    sheet.load_file(file)
    qtbot.waitUntil(lambda: "not of the 2 classes" in sheet.message.text(), timeout=WAIT)
    file.write_text("true,ham,spam\nham,0\nspam,1,0\n", encoding="utf-8")
    sheet.load_file(file)
    qtbot.waitUntil(lambda: "row 2" in sheet.message.text(), timeout=WAIT)
    assert sheet.entries() == ["ham:spam=2.5", "spam:ham=9"]


def test_costs_of_labels_are_filled_from_a_file(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    file = tmp_path / "costs.csv"
    file.write_text("label,given wrongly,missed\nb,1,10\na,1,1\n", encoding="utf-8")
    sheet = CostMatrixDialog(["a", "b"], True, [], session=session)
    qtbot.addWidget(sheet)
    sheet.load_file(file)
    qtbot.waitUntil(lambda: sheet.entries() == ["b:missed=10"], timeout=WAIT)
