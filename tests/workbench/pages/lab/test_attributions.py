"""Words marked by what they add, and bars of classes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import has_colour, picture
from workbench.look import theme
from workbench.pages.lab.attributions import AttributedWord, AttributionText, ClassBars

pytestmark = pytest.mark.gui


TEXT = "What metal melts ?"


WORDS = [[0, 4, 1, 0.5], [5, 10, 1, -0.4], [11, 16, 1, 0.001], [17, 18, 0, 0.0]]


def test_words_are_marked_on_both_sides(qtbot: QtBot) -> None:
    marked = AttributionText("Words")
    qtbot.addWidget(marked)
    marked.resize(400, 60)
    marked.set_words(TEXT, [AttributedWord(a, b, bool(read), value) for a, b, read, value in WORDS])
    marked.show()
    assert "evidence for" in marked._said(0) and "evidence against" in marked._said(1)
    assert "cut off" in marked._said(3)
    shot = picture(marked)
    boxes = marked._boxes
    assert [box.top() for box in boxes] == [boxes[0].top()] * 4 and boxes[0].right() < boxes[1].left()
    strong, faint = (shot[box.center().y(), box.left() + 1, :3].astype(int) for box in (boxes[0], boxes[2]))
    assert strong[0] - strong[2] > 30 and abs(faint[0] - faint[2]) < 12  # bluish; hardly marked
    qtbot.keyClick(marked, Qt.Key.Key_Right)
    assert "metal" in marked.accessibleDescription()
    narrow = marked.heightForWidth(60)
    assert narrow > marked.heightForWidth(400)


def test_bars_are_sorted_and_name_the_label(qtbot: QtBot) -> None:
    bars = ClassBars("Classes")
    qtbot.addWidget(bars)
    bars.resize(400, 80)
    bars.set_rows([("ENTY", 0.2), ("NUM", 0.7), ("LOC", 0.1)], 2, "ENTY")
    bars.show()
    assert [label for label, _ in bars.rows()] == ["NUM", "ENTY", "LOC"]
    assert bars.accessibleDescription().startswith("NUM 70.0 %")
    assert has_colour(picture(bars), theme.current().series[1], least=100)
