"""Tables: rows and their changes, names that stay at the left, and confusion."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import displayed
from workbench.look import formats, theme
from workbench.tables import COLUMN, ROW, VALUE, ConfusionTable, RowsModel, TableColumn, TableView
from workbench.tables.delegates import elide

pytestmark = pytest.mark.gui


@dataclass(frozen=True)
class Run:
    id: int
    name: str
    error: float | None = None


COLUMNS = [
    TableColumn("name", "Run", stretch=True),
    TableColumn(
        "error", "Error, %", align="right", text=formats.fixed, note=lambda row: "at 9" if row.error else ""
    ),
]


def model_of(*rows: Run) -> RowsModel:
    model = RowsModel(COLUMNS)
    model.set_rows(rows)
    return model


def shown(model: RowsModel) -> list[list[str]]:
    return [
        [str(model.index(r, c).data()) for c in range(model.columnCount())] for r in range(model.rowCount())
    ]


def test_cells_are_written_as_declared() -> None:
    model = model_of(Run(1, "a", 4.857), Run(2, "b"))
    assert shown(model) == [["a", "4.86 at 9"], ["b", ""]]
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Error, %"
    right = model.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
    assert right & Qt.AlignmentFlag.AlignRight.value == Qt.AlignmentFlag.AlignRight.value
    index = model.index(0, 1)
    assert (
        index.data(ROW) == Run(1, "a", 4.857)
        and index.data(COLUMN) is COLUMNS[1]
        and index.data(VALUE) == 4.857
    )
    assert model.texts() == [["Run", "Error, %"], ["a", "4.86"], ["b", ""]]


def test_model_keeps_qts_rules(qtmodeltester: Any) -> None:
    model = model_of(*(Run(i, f"run {i}", i / 7) for i in range(20)))
    qtmodeltester.check(model)
    model.set_rows([Run(i, f"again {i}", i / 3) for i in range(30, 5, -2)])
    model.sort(1, Qt.SortOrder.DescendingOrder)
    model.set_rows([])


def test_two_rows_of_one_key_are_refused() -> None:
    with pytest.raises(ValueError, match="key 1"):
        model_of(Run(1, "a"), Run(1, "b"))


class Listener:
    """Rebuilds the list of keys only from what the model tells, as a view does."""

    def __init__(self, model: RowsModel) -> None:
        self.model, self.changed = model, set[int]()
        self.inserted = self.removed = self.reset = self.blocks = 0
        model.dataChanged.connect(self._changed)
        model.rowsInserted.connect(self._inserted)
        model.rowsRemoved.connect(self._removed)
        model.modelReset.connect(self._reset)

    def _changed(self, first: QModelIndex, last: QModelIndex) -> None:
        self.changed |= set(range(first.row(), last.row() + 1))

    def _inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        self.inserted += last - first + 1
        self.blocks += 1

    def _removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        self.removed += last - first + 1
        self.blocks += 1

    def _reset(self) -> None:
        self.reset += 1


def test_a_filter_takes_scattered_rows_out_at_once_and_brings_them_back() -> None:
    """A view pays for every block of rows that comes or goes: two hundred of them halted the window."""
    rows = [Run(i, str(i)) for i in range(1000)]
    model = model_of(*rows)
    listener = Listener(model)
    model.set_rows(rows[::5])
    assert model.rows == rows[::5] and (listener.removed, listener.blocks) == (800, 1)
    model.set_rows(rows)
    assert model.rows == rows and (listener.inserted, listener.blocks) == (800, 2)
    model.set_rows(rows[:300] + rows[310:])
    model.set_rows(rows)
    assert model.rows == rows and (listener.inserted, listener.blocks, listener.reset) == (810, 4, 0)


@pytest.mark.parametrize("current, then", [(0, 1), (1, 1), (4, 3), (7, 7), (9, 7)])
def test_the_row_above_becomes_the_current_one(qtbot: QtBot, current: int, then: int) -> None:
    """Also where the rows that go are scattered; with none above it, the one below."""
    model = model_of(*(Run(i, str(i)) for i in range(10)))
    view = displayed(qtbot, TableView(model, "Runs"))
    view.select([current])
    model.set_rows([Run(i, str(i)) for i in (1, 3, 7)])
    assert model.row(view.currentIndex().row()).id == then
    assert view.selected() == ([current] if current == then else [])


@settings(max_examples=60)
@given(st.lists(st.integers(0, 12), unique=True), st.lists(st.integers(0, 12), unique=True), st.randoms())
def test_any_change_leaves_the_right_rows_and_indexes(
    old: list[int], new: list[int], chance: random.Random
) -> None:
    """Persistent indexes (selection, current cell) follow their row or die with it."""
    model = model_of(*(Run(i, f"old {i}") for i in old))
    marks = {i: QPersistentModelIndex(model.index(place, 1)) for place, i in enumerate(old)}
    wanted = [Run(i, f"{chance.choice(['old', 'new'])} {i}") for i in new]
    model.set_rows(wanted)
    assert model.rows == wanted and model.rowCount() == len(new)
    for key, mark in marks.items():
        if key in new:
            assert mark.isValid() and mark.row() == new.index(key) and mark.column() == 1
        else:
            assert not mark.isValid()
    assert all(model.place_of(key) == place for place, key in enumerate(new))


def test_sorting_puts_empty_last_and_stays_on_news() -> None:
    model = model_of(Run(1, "b", 3.0), Run(2, "a"), Run(3, "c", 1.0))
    model.sort(1, Qt.SortOrder.AscendingOrder)
    assert [row.id for row in model.rows] == [3, 1, 2]
    model.sort(1, Qt.SortOrder.DescendingOrder)
    assert [row.id for row in model.rows] == [1, 3, 2]
    model.set_rows([*model.rows, Run(4, "d", 2.0)])
    assert [row.id for row in model.rows] == [1, 4, 3, 2]
    model.sort(-1)
    assert [row.id for row in model.rows] == [1, 3, 2, 4]  # the order given last


def test_selection_and_current_row_survive_news(qtbot: QtBot) -> None:
    model = model_of(*(Run(i, f"run {i}", float(i)) for i in range(6)))
    view = displayed(qtbot, TableView(model, "Runs"))
    view.select([2, 4])
    told: list[list[int]] = []
    view.selection_changed.connect(told.append)
    model.set_rows([Run(i, f"new {i}", float(i)) for i in (4, 9, 2, 1)])
    assert view.selected() == [4, 2] and view.selected_rows() == [Run(4, "new 4", 4.0), Run(2, "new 2", 2.0)]
    model.set_rows([Run(9, "x")])
    assert view.selected() == [] and told[-1] == []


def test_confusion_begins_at_its_worst_cell(qtbot: QtBot) -> None:
    view = displayed(qtbot, ConfusionTable(), 420, 320)
    picked: list[tuple[int, int]] = []
    view.picked.connect(lambda true, guess: picked.append((true, guess)))
    view.set_counts(("ABBR", "ENTY", "NUM"), np.array([[8, 1, 0], [0, 85, 4], [0, 0, 0]]))
    assert view.cell() == (1, 2) and picked == [(1, 2)]
    model = view.counts
    assert model.data(model.index(0, 3)) == "88.9 %" and model.data(model.index(2, 3)) == ""
    tip = model.data(model.index(1, 2), Qt.ItemDataRole.ToolTipRole)
    assert tip == "4 of ENTY predicted as NUM"
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.cell() == (1, 1)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.cell() in ((1, 2), None)
    with qtbot.waitSignal(view.listed):
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert not view._across.is_rotated
    view.set_counts(("abbreviation", "description"), np.eye(2, dtype=int))
    assert view._across.is_rotated and view.cell() == (0, 0)


def test_what_tells_a_name_is_cut_last() -> None:
    metrics, name = theme.metrics("body"), "Table 7, multi-task fine-tuning: BERT-MFiT-FiT, Headlines"
    room = metrics.horizontalAdvance(name) * 2 // 3
    shown = elide(name, "BERT-MFiT-FiT, Headlines", "body", room)
    assert shown.startswith("Table") and shown.endswith("…BERT-MFiT-FiT, Headlines")
    assert metrics.horizontalAdvance(shown) <= room
    # No room for all of that: beginning and end.
    shown = elide(name, "BERT-MFiT-FiT, Headlines", "body", room // 2)
    assert shown.startswith("Table") and shown.endswith("lines") and "…" in shown
    assert metrics.horizontalAdvance(shown) <= room // 2
    assert elide(name, "", "body", room).startswith("Table 7, multi")
    assert elide(name, "", "body", 9999) == name
