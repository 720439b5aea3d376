"""Lists of texts."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from workbench.pages.lab.query import PAGE_TEXTS, Disagreement, ListedText
from workbench.pages.lab.text_list import TextList, class_column, text_column

pytestmark = pytest.mark.gui


def test_a_list_turns_its_pages_and_waits_for_its_texts(qtbot: QtBot) -> None:
    shown = TextList("Texts", [text_column(), class_column("first", "Guess")])
    qtbot.addWidget(shown)
    shown.resize(500, 300)
    shown.show()
    wanted: list[list[int]] = []
    shown.texts_wanted.connect(wanted.append)
    rows = [Disagreement(10 + i, "a", "a" if i % 2 else "b", "a") for i in range(PAGE_TEXTS + 5)]
    shown.set_rows("Title", "caption", rows)
    assert wanted == [[10 + i for i in range(PAGE_TEXTS)]] and shown.place.text() == "1 to 100 of 105"
    shown.table.select([0])
    chosen: list[ListedText] = []
    shown.chosen.connect(chosen.append)
    shown.set_texts([10, 11], ["first", None])
    assert shown.model.row(0).text == "first" and "no longer" in str(shown.model.row(1).text)
    shown.table.select([0])
    shown.table.select([1])
    assert [row.row for row in chosen] in ([10, 11], [11])
    shown.forth.click()
    assert shown.place.text() == "101 to 105 of 105" and not shown.forth.isEnabled()
    assert wanted[-1] == [110, 111, 112, 113, 114]
    shown.set_page("Title", "caption", rows[:PAGE_TEXTS], 0, 250)
    with qtbot.waitSignal(shown.page_wanted) as told:
        shown.forth.click()
    assert told.args == [PAGE_TEXTS]
    shown.show_empty("None", "Nothing.", "Act")
    with qtbot.waitSignal(shown.acted):
        shown.empty.clicked.emit()
