"""Painted cells and heads, and what clicks and keys on them do."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import has_colour, picture
from workbench.backend.preferences import Preferences
from workbench.look import theme
from workbench.tables import RowsModel, Status, StatusDelegate, Swatch, SwatchDelegate, TableColumn, TableView


def view_of(
    qtbot: QtBot, columns: list[TableColumn], rows: list[dict[str, Any]], dense: bool = True
) -> TableView:
    model = RowsModel(columns)
    model.set_rows(rows)
    view = TableView(model, "Runs", dense=dense)
    view.keep = model  # type: ignore[attr-defined]  # a view does not own its model
    qtbot.addWidget(view)
    view.resize(sum(c.width for c in columns) + 40, 300)
    view.show()
    qtbot.waitExposed(view)
    return view


def cell(view: TableView, row: int, column: int) -> QRect:
    return view.visualRect(view.model().index(row, column))


def option_at(view: TableView, row: int, column: int) -> QStyleOptionViewItem:
    option = QStyleOptionViewItem()
    option.rect = cell(view, row, column)
    return option


def press(qtbot: QtBot, view: TableView, key: Qt.Key, row: int, column: int) -> None:
    view.setCurrentIndex(view.model().index(row, column))
    qtbot.keyClick(view, key)


def test_widths_that_the_user_chose_stay(qtbot: QtBot) -> None:
    kept = Preferences()
    columns = [TableColumn("a", "A", 100, stretch=True), TableColumn("b", "B", 60)]
    view = view_of(qtbot, columns, [{"id": 1}])
    view.remember(kept, "page/table")
    view.head.resizeSection(1, 90)
    again = view_of(qtbot, columns, [{"id": 1}])
    assert again.columnWidth(1) == 60
    again.remember(kept, "page/table")
    assert again.columnWidth(1) == 90
    again.set_column_shown("b", False)
    again.set_column_shown("b", True)
    assert again.columnWidth(1) == 90, "hiding is no choice of a width"
    kept.put("page/table", "not JSON")
    view_of(qtbot, columns, []).remember(kept, "page/table")


def test_bands_span_their_columns(qtbot: QtBot) -> None:
    columns = [
        TableColumn("n", "Name", 100),
        *(TableColumn(k, k, 50, group="Error, %") for k in "ab"),
        TableColumn("p", "P", 40),
    ]
    view = view_of(qtbot, columns, [{"id": 1}])
    assert view.head.bands() == [("Error, %", 100, 100)]
    view.set_column_shown("a", False)
    assert view.head.bands() == [("Error, %", 100, 50)]


def test_head_sorts_up_down_and_not(qtbot: QtBot) -> None:
    view = view_of(qtbot, [TableColumn("a", "A", 80), TableColumn("b", "B", 80, sortable=False)], [
        {"id": 1, "a": 2}, {"id": 2, "a": 3}, {"id": 3, "a": 1},
    ])  # fmt: skip

    def click(section: int) -> list[int]:
        place = QPoint(view.head.sectionViewportPosition(section) + 30, 12)
        qtbot.mouseClick(view.head.viewport(), Qt.MouseButton.LeftButton, pos=place)
        return [row["id"] for row in view._rows.rows]

    assert click(0) == [3, 1, 2] and view.head.isSortIndicatorShown()
    assert click(0) == [2, 1, 3]
    assert click(0) == [1, 2, 3] and not view.head.isSortIndicatorShown()
    assert click(1) == [1, 2, 3]


def test_rows_fold_by_click_and_key(qtbot: QtBot) -> None:
    column = TableColumn("a", "A", 200, level=lambda row: row["level"], fold=lambda row: row["open"])
    view = view_of(qtbot, [column], [{"id": 1, "a": "group", "level": 0, "open": True},
                                     {"id": 2, "a": "run", "level": 1, "open": None}])  # fmt: skip
    delegate = view.itemDelegate()
    folded: list[int] = []
    delegate.folded.connect(lambda row: folded.append(row["id"]))
    mark = delegate.fold_rect(option_at(view, 0, 0), view.model().index(0, 0))
    assert mark is not None
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=mark.center())
    assert folded == [1]
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=cell(view, 0, 0).center())
    press(qtbot, view, Qt.Key.Key_Right, 0, 0)  # open already
    assert folded == [1]
    press(qtbot, view, Qt.Key.Key_Left, 0, 0)
    assert folded == [1, 1]
    assert delegate.fold_rect(option_at(view, 1, 0), view.model().index(1, 0)) is None


def test_remedy_is_a_link_in_the_cell(qtbot: QtBot) -> None:
    delegate = StatusDelegate()
    rows = [
        {"id": 1, "s": Status("interrupted", "Interrupted at 6,120", remedy="Resume")},
        {"id": 2, "s": Status("finished", "Finished, 6:38")},
    ]
    view = view_of(qtbot, [TableColumn("s", "Status", 320, delegate=delegate)], rows)
    used: list[int] = []
    delegate.remedy.connect(lambda row: used.append(row["id"]))
    content = delegate.content_rect(option_at(view, 0, 0), view.model().index(0, 0))
    link = delegate.link_rect(content, rows[0]["s"])  # type: ignore[arg-type]
    assert link is not None and content.contains(link.center())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=link.center())
    assert used == [1]
    qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(content.left() + 2, content.center().y())
    )
    assert used == [1]
    press(qtbot, view, Qt.Key.Key_Return, 0, 0)
    assert used == [1, 1]
    with qtbot.waitSignal(view.opened) as opened:
        press(qtbot, view, Qt.Key.Key_Return, 1, 0)
    assert opened.args[0]["id"] == 2 and used == [1, 1]


def test_swatch_is_the_legend_and_toggles(qtbot: QtBot) -> None:
    delegate = SwatchDelegate()
    rows = [{"id": 1, "w": Swatch(2)}, {"id": 2, "w": Swatch(2, drawn=False)}, {"id": 3, "w": Swatch(0)}]
    view = view_of(qtbot, [TableColumn("w", "", 60, delegate=delegate), TableColumn("n", "", 60)], rows)
    view.clearSelection()
    view.setCurrentIndex(view.model().index(0, 1))
    toggled: list[int] = []
    delegate.toggled.connect(lambda row: toggled.append(row["id"]))
    colour = theme.current().series[1]
    shot = picture(view.viewport())
    assert has_colour(shot[0:24, :60], colour, least=20)
    assert not has_colour(shot[24:48, :60], colour)
    for row in range(3):
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=cell(view, row, 0).center())
    assert toggled == [1, 2]  # the third has no line
    press(qtbot, view, Qt.Key.Key_Space, 1, 0)
    assert toggled == [1, 2, 2]


def test_selected_rows_are_copied_with_their_heads(qtbot: QtBot) -> None:
    columns = [
        TableColumn("swatch", "", value=lambda row: Swatch(1), delegate=SwatchDelegate()),
        TableColumn("name", "Run"),
        TableColumn("hidden", "Hidden"),
        TableColumn("change", "Change, %", text=lambda value: value),
    ]
    rows = [
        {"id": 1, "name": "=1+1\tand\nmore", "change": "−0.50"},
        {"id": 2, "name": "not selected", "change": ""},
        {"id": 3, "name": "plain", "change": None},
    ]
    view = view_of(qtbot, columns, rows)
    view.set_column_shown("hidden", False)
    assert view.selected_text() == ""
    view.select([1, 3])
    assert view.selected_text() == "Run\tChange, %\n'=1+1 and more\t-0.50\nplain\t\n"
    QGuiApplication.clipboard().clear()
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == view.selected_text()


def test_a_cell_is_edited_in_place(qtbot: QtBot) -> None:
    rows = [{"id": 1, "name": "first", "whole": "group: first"}, {"id": 2, "name": "fixed", "whole": None}]
    columns = [TableColumn("name", "Run", edit=lambda row: row["whole"]), TableColumn("id", "Number")]
    view = view_of(qtbot, columns, rows)
    assert not view.edit_cell(2, "name") and not view.edit_cell(1, "id") and not view.edit_cell(9, "name")
    assert view.edit_cell(1, "name")
    editor = view.findChild(QLineEdit)
    assert editor.selectedText() == "group: first"
    qtbot.keyClicks(editor, "second")
    with qtbot.waitSignal(view.keep.edited) as said:  # type: ignore[attr-defined]
        qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert said.args == [rows[0], "name", "second"]
    assert view.model().index(0, 0).data() == "first"  # until who owns the rows gives others


def test_a_table_that_has_the_focus_has_a_current_cell(qtbot: QtBot) -> None:
    """Rows that are replaced take theirs along; the outline then showed from the next key on only."""
    rows = [{"id": key, "name": f"run {key}"} for key in "abc"]
    view = view_of(qtbot, [TableColumn("name", "Run", 120)], rows)
    model = view.keep  # type: ignore[attr-defined]
    view.activateWindow()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(view.hasFocus)
    assert view.currentIndex().row() == 0
    model.set_rows([])
    assert not view.currentIndex().isValid()
    model.set_rows([{"id": "d", "name": "run d"}])
    assert view.currentIndex().row() == 0 and view.selected() == [], (
        "where the keys will act; nothing is chosen"
    )
    view.clearFocus()
    model.set_columns([TableColumn("name", "Run", 140)])
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.currentIndex().isValid() and has_colour(picture(view), theme.current().accent, 8, least=50)


@pytest.mark.parametrize(
    "mode", [TableView.SelectionMode.SingleSelection, TableView.SelectionMode.ExtendedSelection]
)
def test_other_rows_are_shown_from_their_first_on(qtbot: QtBot, mode: TableView.SelectionMode) -> None:
    view = view_of(qtbot, [TableColumn("id", "Text", 200)], [{"id": place} for place in range(40)])
    view.setSelectionMode(mode)
    view.select([0])
    view.keep.set_rows([{"id": place} for place in (100, 101, 7, *range(102, 130))])  # type: ignore[attr-defined]
    QApplication.processEvents()
    assert view.verticalScrollBar().value() == 0 < view.verticalScrollBar().maximum()
    assert view.shows_current() and view.currentIndex().data() == "7", "the one row that stayed"


def test_other_columns_are_shown_where_one_was_hidden(qtbot: QtBot) -> None:
    view = view_of(qtbot, [TableColumn("id", "No.", 40), TableColumn("name", "Run", 120)], [{"id": 1}])
    view.set_column_shown("name", False)
    view.keep.set_columns([TableColumn("id", "No.", 40), TableColumn("seeds", "Seeds", 60)])  # type: ignore[attr-defined]
    assert not view.isColumnHidden(1) and view.columnWidth(1) == 60


def test_a_column_that_may_grow_is_as_wide_as_its_words(qtbot: QtBot) -> None:
    columns: list[TableColumn] = [
        TableColumn("text", "Text", 100, stretch=True),
        TableColumn("label", "Label", 60, most=240, note=lambda row: "✓"),
    ]
    view = view_of(qtbot, columns, [{"id": 1, "text": "a", "label": "science and technology"}])
    view.resize(500, 200)
    view.fit_words("label")
    wide = view.columnWidth(1)
    assert (
        theme.text_width("science and technology ✓")
        < wide
        < theme.text_width("science and technology ✓") + 40
    )
    view.resize(200, 200)
    assert view.columnWidth(0) >= 100 and view.columnWidth(1) < wide, "the text keeps its width"
