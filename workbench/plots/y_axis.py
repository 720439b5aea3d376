"""The y axis as its reader wants it: logarithmic or not, and from where to where."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from workbench.language import tr
from workbench.look import formats
from workbench.plots.canvas import Canvas
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.buttons import Button
from workbench.widgets.inputs import TextField
from workbench.widgets.labels import Label
from workbench.widgets.messages import MessageLine
from workbench.widgets.numbers import parse_number


class YAxis(NamedTuple):
    """What was chosen of a y axis.

    Attributes:
        log: logarithmic; values ≤ 0 become gaps.
        low, high: the ends, in the units of the values; None: as the curves need.
    """

    log: bool = False
    low: float | None = None
    high: float | None = None

    @property
    def ends(self) -> tuple[float | None, float | None]:
        """The ends, low and high."""
        return self.low, self.high

    def with_scale(self, log: bool) -> YAxis:
        """Return it with another scale, without ends that a logarithmic one has no place for."""
        low, high = (None if log and end is not None and end <= 0 else end for end in self.ends)
        return YAxis(log, low, high)


class PlotWithYAxis(Protocol):
    """A plot whose reader chooses the y axis."""

    title: Label
    canvas: Canvas

    @property
    def y_axis(self) -> YAxis: ...
    def set_y_axis(self, axis: YAxis) -> None: ...
    def show_all(self) -> None: ...
    def copy_picture(self) -> None: ...


def y_axis_menu(plot: PlotWithYAxis) -> QMenu:
    """Return the menu of a right click on a plot; it is gone once it has closed."""
    menu = QMenu(plot.canvas)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    show_all = menu.addAction(tr("Show all"), plot.show_all)
    show_all.setEnabled(plot.canvas.is_zoomed() or plot.y_axis.ends != (None, None))
    menu.addSeparator()
    log = menu.addAction(tr("Logarithmic y axis"))
    log.setCheckable(True)
    log.setChecked(plot.y_axis.log)
    log.toggled.connect(lambda on: plot.set_y_axis(plot.y_axis.with_scale(on)))
    menu.addAction(tr("Range of the y axis…"), lambda: _ask(plot))
    menu.addSeparator()
    menu.addAction(tr("Copy picture"), plot.copy_picture)
    return menu


def _ask(plot: PlotWithYAxis) -> None:
    dialog = YAxisDialog(plot.title.text(), plot.y_axis, plot.canvas.window())
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.accepted.connect(lambda: plot.set_y_axis(dialog.chosen()))
    dialog.open()


class YAxisDialog(QDialog):
    """Asks for the scale and the ends of a y axis; :meth:`chosen` is the answer when it was accepted."""

    def __init__(self, title: str, axis: YAxis, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Y axis of {title}", title=title))
        self._log, self._chosen = axis.log, axis
        automatic, lowest, highest = tr("automatic"), tr("Lowest value"), tr("Highest value")
        self.low = TextField(formats.plain(axis.low), automatic, lowest, width=120)
        self.high = TextField(formats.plain(axis.high), automatic, highest, width=120)
        self.message = MessageLine()
        self.accept_button = Button(tr("Apply"), "primary")
        self.accept_button.clicked.connect(self._accept)
        self.accept_button.setDefault(True)
        cancel = Button(tr("Cancel"))
        cancel.clicked.connect(self.reject)
        for field in (self.low, self.high):
            field.textEdited.connect(self._edited)
        first, last = (Label(text, "caption", "text2") for text in (lowest, highest))
        ends = arrange_columns(first, self.low, last, self.high, ..., spacing=8)
        foot = arrange_columns(..., cancel, self.accept_button, spacing=8)
        lead = Label(tr("Leave an end empty to have it follow the curves."), "caption", "text2", wrap=True)
        arrange_rows(lead, ends, self.message, foot, on=self, spacing=12, margins=(16, 16, 16, 16))

    def chosen(self) -> YAxis:
        """Return what was accepted last."""
        return self._chosen

    def _edited(self) -> None:
        self.message.clear()
        for field in (self.low, self.high):
            field.set_state("")

    def _accept(self) -> None:
        ends: list[float | None] = []
        for field in (self.low, self.high):
            try:
                ends.append(parse_number(field.text()) if field.text().strip() else None)
            except ValueError as why:
                self._show_error(field, str(why))
                return
        low, high = ends
        for field, end in ((self.low, low), (self.high, high)):
            if self._log and end is not None and end <= 0:
                self._show_error(field, tr("A logarithmic axis has no place for 0 and less."))
                return
        if low is not None and high is not None and high <= low:
            self._show_error(self.high, tr("The upper end must be above the lower one."))
            return
        self._chosen = YAxis(self._log, low, high)
        self.accept()

    def _show_error(self, field: TextField, sentence: str) -> None:
        field.set_state("error")
        field.setFocus()
        self.message.show_message("error", sentence)
