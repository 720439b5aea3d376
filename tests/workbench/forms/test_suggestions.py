"""A choice among known values that can also be typed: what it shows of its value."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from workbench.forms.suggestions import Suggestion, SuggestionBox, SuggestionSource

pytestmark = pytest.mark.gui


@pytest.fixture
def known() -> list[Suggestion]:
    return [Suggestion("samples:headlines", "Headlines")]


@pytest.fixture
def box(qtbot: QtBot, known: list[Suggestion]) -> SuggestionBox:
    made = SuggestionBox("Data set", SuggestionSource(lambda: known))
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_value_that_becomes_known_later_gets_its_title(box: SuggestionBox, known: list[Suggestion]) -> None:
    line = box.lineEdit()
    assert line is not None
    box.set_value("catalogue:test.csv")
    assert line.text() == "catalogue:test.csv"
    known.append(Suggestion("catalogue:test.csv", "test.csv"))
    line.clearFocus()  # what is being typed stays
    box.show_label()
    assert (line.text(), box.value()) == ("test.csv", "catalogue:test.csv")


def test_the_line_leaves_room_for_the_chevron(box: SuggestionBox) -> None:
    line = box.lineEdit()
    assert line is not None
    assert line.geometry().right() < box.width() - 14 - 8
