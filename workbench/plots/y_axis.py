"""The y axis as its reader wants it: logarithmic or not, and from where to where."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMenu

from workbench.language import tr
from workbench.look import formats
from workbench.plots.canvas import Canvas
from workbench.widgets.labels import Label
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


def _ask(plot: PlotWithYAxis, typed: str = "", problem: str = "") -> None:
    """Ask for both ends in one line, again with what is wrong with it."""
    dialog = QInputDialog(plot.canvas.window())
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(tr("Y axis of {title}", title=plot.title.text()))
    lead = tr("Lowest and highest value, as in 0.1..0.5. An end left empty follows the curves.")
    dialog.setLabelText(f"{lead}\n{problem}".rstrip())
    low, high = map(formats.plain, plot.y_axis.ends)
    dialog.setTextValue(typed or (f"{low}..{high}" if low or high else ""))
    dialog.textValueSelected.connect(lambda text: _take(plot, text))
    dialog.open()


def _take(plot: PlotWithYAxis, text: str) -> None:
    try:
        plot.set_y_axis(read_range(text, plot.y_axis.log))
    except ValueError as why:
        _ask(plot, text, str(why))


def read_range(text: str, log: bool) -> YAxis:
    """Return the axis that ``text`` asks for: ``0.1..0.5``, ``..5``, or nothing. Raises ValueError with a sentence."""
    parts = text.partition("..")[::2]
    low, high = (parse_number(part) if part.strip() else None for part in parts)
    if log and any(end is not None and end <= 0 for end in (low, high)):
        raise ValueError(tr("A logarithmic axis has no place for 0 and less."))
    if low is not None and high is not None and high <= low:
        raise ValueError(tr("The upper end must be above the lower one."))
    return YAxis(log, low, high)
