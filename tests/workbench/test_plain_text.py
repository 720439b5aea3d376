"""Names and texts of data are plain text wherever the window shows them: no tag works, no file is opened for one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QInputDialog, QLabel, QMessageBox, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import displayed, owned
from workbench.look import theme
from workbench.pages.runs.actions import RunActions
from workbench.widgets.labels import ElidedLabel, Label

pytestmark = pytest.mark.gui
EVIL = "<b>bold</b><img src='file:///tmp/x.png'> &amp;"


@pytest.fixture(autouse=True)
def looks(qapp: QApplication) -> None:
    """The look of the application, as its window applies it."""
    theme.apply(qapp, "light")


def tooltip() -> QLabel:
    (found,) = [w for w in QApplication.topLevelWidgets() if w.inherits("QTipLabel") and w.isVisible()]
    assert isinstance(found, QLabel)
    return found


def test_tooltips_are_plain(qtbot: QtBot) -> None:
    widget = displayed(qtbot, QWidget())
    for place, text in enumerate((EVIL, "<i>another</i>")):
        QToolTip.showText(QPoint(5 + 40 * place, 5), text, widget)
        qtbot.waitUntil(lambda text=text: tooltip().text() == text)
        assert tooltip().textFormat() is Qt.TextFormat.PlainText
    QToolTip.hideText()


def test_labels_are_plain(qtbot: QtBot) -> None:
    for label in (Label(EVIL), ElidedLabel(EVIL)):
        qtbot.addWidget(label)
        assert label.textFormat() is Qt.TextFormat.PlainText
        assert label.text() == EVIL


@pytest.mark.parametrize("kind", ["message", "input"])
def test_boxes_are_plain(qtbot: QtBot, kind: str) -> None:
    if kind == "message":
        box: QMessageBox | QInputDialog = QMessageBox()
        assert isinstance(box, QMessageBox)
        box.setText(EVIL)
        box.setInformativeText(EVIL)
    else:
        box = QInputDialog()
        box.setLabelText(EVIL)
    qtbot.addWidget(box)
    box.show()
    labels = [label for label in box.findChildren(QLabel) if label.text()]
    assert len(labels) == (2 if kind == "message" else 1)
    assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}


def test_deleting_a_run_asks_with_its_name_as_it_is(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The very question, with the name of a run that would open a picture."""
    seen: list[tuple[str, Qt.TextFormat]] = []
    parent = owned(qtbot, QWidget())

    def look(box: QMessageBox) -> int:
        box.show()
        seen.extend((label.text(), label.textFormat()) for label in box.findChildren(QLabel) if label.text())
        box.hide()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", look)
    RunActions(None, lambda: [], parent).confirmed(f"Delete '{EVIL}'?")
    assert seen and all(form is Qt.TextFormat.PlainText for _, form in seen)
    assert any(EVIL in text for text, _ in seen)
