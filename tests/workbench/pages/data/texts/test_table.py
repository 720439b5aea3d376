"""The table of texts: pages as they are seen, what is cut."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from engine.data.inspection.browse import BrowsedRow
from workbench.pages.data.texts.table import CUT, PAGE_ROWS, TEXT, TOKENS, TextsModel, TextsTable
from workbench.tables import Status

pytestmark = pytest.mark.gui


def rows(first: int, many: int, tokens: int = 600) -> list[BrowsedRow]:
    return [
        BrowsedRow(i, i + 2, "spam", f"text {i}\n<b>x</b>", "", tokens) for i in range(first, first + many)
    ]


def test_pages_are_asked_for_only_when_they_are_seen(qtbot) -> None:
    model = TextsModel()
    table = TextsTable(model)
    qtbot.addWidget(table)
    table.resize(600, 400)
    wanted: list[int] = []
    model.wanted.connect(wanted.append)
    model.start(50_000)
    model.put(0, rows(0, PAGE_ROWS))
    table.show()
    qtbot.waitUntil(lambda: table.isVisible())
    table.grab()
    assert wanted == []
    table.scrollTo(model.index(25_200, 0))
    table.grab()
    assert set(wanted) == {50}
    assert 50 in table.visible_pages()
    assert model.index(25_200, TEXT).data() == "…"
    model.put(50, rows(25_000, PAGE_ROWS))
    assert model.index(25_200, TEXT).data() == "text 25200 <b>x</b>", "one line, nothing interpreted"
    assert model.index(25_200, 0).data() == "25,202"


def test_what_is_cut_follows_the_room() -> None:
    model = TextsModel()
    model.start(2)
    model.put(0, [*rows(0, 1, tokens=742), *rows(1, 1, tokens=96)])
    assert model.index(0, CUT).data() == "", "not known yet"
    model.set_room(510)
    assert [model.index(i, CUT).data() for i in (0, 1)] == ["232 cut", "whole"]
    assert model.headerData(CUT, Qt.Orientation.Horizontal) == "Cut at 510"
    model.put(0, rows(0, 2, tokens=-1))
    assert (model.index(0, TOKENS).data(), model.index(0, CUT).data()) == ("", "")


def test_only_a_cut_text_has_a_warning() -> None:
    model = TextsModel()
    model.start(2)
    model.put(0, [*rows(0, 1, tokens=742), *rows(1, 1, tokens=96)])
    model.set_room(510)
    states = [value.state for i in (0, 1) if isinstance(value := model.columns[CUT].of(model.row(i)), Status)]
    assert states == ["warning", ""]
