"""The table behind a plot: its accessible twin, and what "CSV" saves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from engine.formatting.spreadsheets import delimited_text
from workbench.language import tr
from workbench.look import formats, theme
from workbench.plots.curve import PlotCurve
from workbench.widgets.base import Themed

Index = QModelIndex | QPersistentModelIndex


class CurveTableModel(QAbstractTableModel):
    """x in the first column, then each curve's values (all of them, not the thinned ones); no value is
    empty."""

    def __init__(
        self,
        x_title: str = "x",
        y_text: Callable[[float], str] | None = None,
        x_name: Callable[[float], str] | None = None,
    ) -> None:
        """``x_name``: x only counts places, and this is what a place is called."""
        super().__init__()
        self._x_name = x_name
        self._x_title, self._y_text = x_title or "x", y_text or formats.short
        self._titles: list[str] = []
        self._x = np.empty(0)
        self._columns: list[np.ndarray] = []

    def set_format(
        self, x_title: str, y_text: Callable[[float], str], x_name: Callable[[float], str] | None = None
    ) -> None:
        """Change what x is called and how both are written."""
        self.beginResetModel()
        self._x_title, self._y_text, self._x_name = x_title or "x", y_text, x_name
        self.endResetModel()

    def set_curves(self, curves: Sequence[PlotCurve]) -> None:
        """Show these curves' numbers; a curve with ``raw`` has a second column for it."""
        self.beginResetModel()
        self._x = np.unique(np.concatenate([c.x for c in curves])) if curves else np.empty(0)
        self._titles, self._columns = [], []
        for curve in curves:
            name = curve.label or curve.key
            self._add(tr("{name}, smoothed", name=name) if curve.raw is not None else name, curve.x, curve.y)
            if curve.raw is not None:
                self._add(name, curve.x, curve.raw)
        self.endResetModel()

    def _add(self, title: str, x: np.ndarray, y: np.ndarray) -> None:
        column = np.full(len(self._x), np.nan)
        column[np.searchsorted(self._x, x)] = y
        self._titles.append(title)
        self._columns.append(column)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own signature)
        return 0 if parent.isValid() else len(self._x)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 1 + len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if index.column() == 0:
            return (self._x_name or _x_text)(float(self._x[index.row()]))
        value = float(self._columns[index.column() - 1][index.row()])
        return "" if np.isnan(value) else self._y_text(value)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        return self._x_title if section == 0 else self._titles[section - 1]

    def csv(self) -> str:
        """Return all numbers in full precision, with a head line; empty cells where a curve has no value."""
        rows: list[list[object]] = [[self._x_title, *self._titles]]
        for row, x in enumerate(self._x):
            values = (None if np.isnan(column[row]) else float(column[row]) for column in self._columns)
            rows.append([(self._x_name or float)(float(x)), *values])
        return delimited_text(rows)


def _x_text(value: float) -> str:
    return formats.count(value) if value.is_integer() else formats.short(value)


class CurveTable(Themed, QTableView):
    """The numbers of curves as a plain dense table, made when it is seen or asked for."""

    def __init__(self, name: str, model: CurveTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._numbers = model
        self._curves: Sequence[PlotCurve] = ()
        self._stale = False
        self.setModel(model)
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.verticalHeader().hide()
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        head.setHighlightSections(False)
        head.setStretchLastSection(True)
        self.apply_theme()

    def set_curves(self, curves: Sequence[PlotCurve]) -> None:
        """Show these curves' numbers from now on."""
        self._curves, self._stale = curves, True
        if self.isVisible():
            self.numbers()

    def set_format(
        self, x_title: str, y_text: Callable[[float], str], x_name: Callable[[float], str] | None = None
    ) -> None:
        """See :meth:`CurveTableModel.set_format`."""
        self._numbers.set_format(x_title, y_text, x_name)

    def numbers(self) -> CurveTableModel:
        """Return the model, up to date."""
        if self._stale:
            self._stale = False
            self._numbers.set_curves(self._curves)
        return self._numbers

    def showEvent(self, event: QShowEvent) -> None:
        self.numbers()
        super().showEvent(event)

    def apply_theme(self) -> None:
        s = theme.sizes()
        self.setFont(theme.font("caption"))
        self.horizontalHeader().setFont(theme.font("caption_medium"))
        self.horizontalHeader().setDefaultSectionSize(s.px(128))
        self.horizontalHeader().setFixedHeight(s.row)
        self.verticalHeader().setDefaultSectionSize(s.row)
