"""A card with the plane of stability and plasticity: points, cross-hair readout, table and export."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.formatting.spreadsheets import delimited_text
from workbench.language import tr
from workbench.look import formats, theme
from workbench.plots.picture import PlotPicture
from workbench.plots.plane.canvas import PlaneCanvas
from workbench.plots.plane.layout import PlaneMarker, PlaneScale
from workbench.plots.plot_card import PlotCard
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import LinkLabel, Readout
from workbench.widgets.arrange import arrange_columns

TO = "\N{EN DASH}"


class PlanePlot(PlotCard):
    """Strategies as points, x forgetting, y error: left and down is better.

    ``chosen(key)`` when the user has chosen a point, ``opened(key)`` when its runs are requested, ``notice(sentence)``
    after an export. A plot without a better direction has ``LESS_IS_BETTER`` False.
    """

    chosen = Signal(object)
    opened = Signal(object)
    LESS_IS_BETTER: ClassVar[bool] = True
    HINT: ClassVar[str] = tr("Hover over a strategy to see its values")

    def __init__(self, title: str, caption: str = "", empty: str = "", parent: QWidget | None = None) -> None:
        super().__init__(title, caption, parent)
        self.canvas = PlaneCanvas(title, empty, less_is_better=self.LESS_IS_BETTER)
        self.model: RowsModel[dict[str, object]] = RowsModel([], "key")
        self.table = TableView(self.model, tr("{title}, as a table", title=title), multi=False, parent=self)
        self.table.hide()
        self.set_parts(self.canvas, lambda: self.table, self.csv)
        self.readout, self.link = Readout(), LinkLabel("", role="caption")
        line = QWidget()
        arrange_columns((self.readout, 1), self.link, on=line, spacing=None)
        self.add_readout(line)
        self._axes = (PlaneScale("x"), PlaneScale("y"))
        self._is_selecting = False
        self.canvas.chosen.connect(self._chosen)
        self.canvas.opened.connect(self.opened)
        self.canvas.moved.connect(self._read_out)
        self.link.clicked.connect(lambda: self.opened.emit(self.canvas.selected))
        self.table.selection_changed.connect(self._table_selected)
        self.table.opened.connect(lambda row: self.opened.emit(row["key"]))
        self._read_out()
        self.readout.setFixedHeight(theme.sizes().readout)

    def set_points(self, spots: Sequence[PlaneMarker], x: PlaneScale, y: PlaneScale) -> None:
        """Draw these points on these axes."""
        renamed = (x.title, y.title) != tuple(axis.title for axis in self._axes)
        self._axes = (x, y)
        self.canvas.set_points(spots, x, y)
        if renamed or not self.model.columns:
            self.model.set_columns(self._columns())
        self.model.set_rows([self._row(spot) for spot in spots])
        self._read_out()

    def points(self) -> Sequence[PlaneMarker]:
        """Return the points drawn."""
        return self.canvas.points

    def select(self, key: int | None) -> None:
        """Mark a point, without a signal."""
        self.canvas.select(key)
        self._is_selecting = True
        self.table.select([] if key is None else [key])
        self._is_selecting = False
        self._read_out()

    def set_empty(self, text: str) -> None:
        """Set the text shown while the plot has no point."""
        self.canvas.words.set_empty(text)

    def _chosen(self, key: int) -> None:
        self.select(key)
        self.chosen.emit(key)

    def _table_selected(self, keys: list[int]) -> None:
        if keys and not self._is_selecting:
            self.canvas.select(keys[0])
            self._read_out()
            self.chosen.emit(keys[0])

    # -- readout -------------------------------------------------------------------------------------------

    def _read_out(self) -> None:
        """Show the values of the point under mouse or keyboard, else of the selected one."""
        (x, y), canvas = self._axes, self.canvas
        spot = canvas.point_of(canvas.current) or canvas.point_of(canvas.selected)
        if spot is not None:
            on_front = spot.key in canvas.plan.front
            values = [
                (spot.slot, spot.name, ""),
                self._value(x, self._coordinate_text(x, spot.x, spot.x_ends)),
            ]
            values.append(self._value(y, self._coordinate_text(y, spot.y, spot.y_ends)))
            values += [(0, tr("no other is better on both"), "")] if on_front else []
            self.readout.set_readout("", values)
        else:
            self.readout.set_readout(self.HINT if canvas.points else "", [])
        chosen = canvas.point_of(canvas.selected)
        runs = len(chosen.runs) if chosen is not None else 0
        self.link.set_text(
            "" if not runs else tr("Show its run") if runs == 1 else tr("Show its {runs} runs", runs=runs)
        )
        self.link.setVisible(bool(runs))

    def _value(self, axis: PlaneScale, text: str) -> tuple[int, str, str]:
        """Return a value for the readout, with its name for the tooltip: the choices of the axes are above it."""
        return 0, text, axis.title

    @staticmethod
    def _coordinate_text(axis: PlaneScale, value: float, ends: tuple[float, float] | None) -> str:
        if ends is None:
            return axis.text(value)
        low, high = (axis.text(end).removeprefix(f"{formats.TIMES} ") for end in ends)
        return f"{axis.text(value)} ({low} {TO} {high})"

    # -- table and export ----------------------------------------------------------------------------------

    def _columns(self) -> list[TableColumn[dict[str, object]]]:
        x, y = self._axes
        columns: list[TableColumn[dict[str, object]]] = [
            TableColumn("label", tr("Strategy"), 140, stretch=True)
        ]
        for axis, name in ((x, "x"), (y, "y")):
            for key, title in ((name, tr("Mean")), (f"{name}_low", tr("Low")), (f"{name}_high", tr("High"))):
                columns.append(TableColumn(key, title, 64, align="right", text=axis.text, group=axis.title))
        columns.append(TableColumn("runs", tr("Runs"), 48, align="right", text=formats.count))
        columns.append(TableColumn("front", tr("Front"), 56, head_tip=tr("No other is better on both")))
        return columns

    def _row(self, spot: PlaneMarker) -> dict[str, object]:
        low, high = spot.x_ends or (None, None)
        least, most = spot.y_ends or (None, None)
        front = "yes" if spot.key in self.canvas.plan.front else ""
        return {"key": spot.key, "label": spot.name, "x": spot.x, "x_low": low, "x_high": high, "y": spot.y,
                "y_low": least, "y_high": most, "runs": len(spot.runs), "front": front}  # fmt: skip

    def csv(self) -> str:
        """Return a line per strategy in full precision, empty without an interval."""
        x, y = (axis.title for axis in self._axes)
        parts = ("", ", low", ", high")
        head = ["strategy", *(x + p for p in parts), *(y + p for p in parts), "runs", "on the front"]
        keys = ("x", "x_low", "x_high", "y", "y_low", "y_high", "runs", "front")
        rows = ((spot.label, self._row(spot)) for spot in self.canvas.points)
        return delimited_text([head, *([label, *(row[key] for key in keys)] for label, row in rows)])

    def picture(self) -> PlotPicture:
        x, y = self._axes
        return PlotPicture((self.canvas,), self.title.text(), self.caption.text(), x.title, y.title)
