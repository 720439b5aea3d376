"""Columns that stay in sight while the others scroll."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from workbench.look import theme
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.tables.delegates import elide

pytestmark = pytest.mark.gui


@pytest.fixture
def table(qtbot: QtBot) -> TableView:
    names = [TableColumn("swatch", "", 40), TableColumn("name", "Run", 120)]
    model: RowsModel = RowsModel([*names, *(TableColumn(f"c{i}", f"Value {i}", 100) for i in range(8))])
    model.set_rows([{"id": i, "name": f"run {i}"} | {f"c{j}": j for j in range(8)} for i in range(40)])
    view = TableView(model, "Runs")
    view.keep = model  # type: ignore[attr-defined]  # a view does not own its model
    qtbot.addWidget(view)
    view.resize(500, 300)
    view.freeze(2)
    view.show()
    qtbot.waitExposed(view)
    return view


def test_they_cover_the_left_only_while_the_table_is_scrolled(qtbot: QtBot, table: TableView) -> None:
    assert table.frozen_width() == 0
    table.horizontalScrollBar().setValue(300)
    assert table.frozen_width() == 161
    frozen = table._frozen
    assert frozen is not None and frozen.isVisible()
    assert [frozen.isColumnHidden(i) for i in range(4)] == [False, False, True, True]
    table.verticalScrollBar().setValue(77)
    assert frozen.verticalScrollBar().value() == 77
    table.setColumnWidth(1, 200)
    assert table.frozen_width() == 241
    assert frozen.rowHeight(0) == table.rowHeight(0)
    table.horizontalScrollBar().setValue(0)
    assert not frozen.isVisible()


def test_a_click_on_a_name_selects_the_row_and_a_cell_comes_out_from_under_them(
    qtbot: QtBot, table: TableView
) -> None:
    table.horizontalScrollBar().setValue(300)
    frozen = table._frozen
    assert frozen is not None
    place = frozen.visualRect(table.model().index(2, 1)).center()
    qtbot.mouseClick(frozen.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert table.selected() == [2]
    with qtbot.waitSignal(table.opened):
        qtbot.mouseDClick(frozen.viewport(), Qt.MouseButton.LeftButton, pos=place)
    cell = table.model().index(2, 4)
    table.scrollTo(cell)
    assert table.visualRect(cell).left() >= table.frozen_width() - 1


def test_what_tells_a_name_is_cut_last() -> None:
    metrics, name = theme.metrics("body"), "Table 7, multi-task fine-tuning: BERT-MFiT-FiT, Headlines"
    room = metrics.horizontalAdvance(name) * 2 // 3
    shown = elide(name, "BERT-MFiT-FiT, Headlines", metrics, room)
    assert shown.startswith("Table") and shown.endswith("…BERT-MFiT-FiT, Headlines")
    assert metrics.horizontalAdvance(shown) <= room
    # No room for all of that: beginning and end.
    shown = elide(name, "BERT-MFiT-FiT, Headlines", metrics, room // 2)
    assert shown.startswith("Table") and shown.endswith("lines") and "…" in shown
    assert metrics.horizontalAdvance(shown) <= room // 2
    assert (
        elide(name, "", metrics, room).startswith("Table 7, multi") and elide(name, "", metrics, 9999) == name
    )
