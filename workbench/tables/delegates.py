"""Painting of table cells. Cells contain no widgets: a delegate paints them and handles clicks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.formatting.numbers import percent_text
from workbench.language import tr, tr_engine
from workbench.look import icons, theme
from workbench.tables.model import COLUMN, ROW, VALUE, Index, Row, RowsModel, TableColumn

_SELECTED = QStyle.StateFlag.State_Selected.value
_HOVERED = QStyle.StateFlag.State_MouseOver.value
_IN_FOCUS = QStyle.StateFlag.State_HasFocus.value


# Directly from the model: six calls of data() per cell would take half the time of a repaint.
def row_of(index: Index) -> object:
    """Return the row under ``index``."""
    model = index.model()
    return model.row(index.row()) if isinstance(model, RowsModel) else index.data(ROW)


def column_of(index: Index) -> TableColumn[Any] | None:
    """Return the declaration of the column of ``index``. Any: an index does not know the type of its rows."""
    model = index.model()
    return model.columns[index.column()] if isinstance(model, RowsModel) else index.data(COLUMN)


def value_of(index: Index) -> object:
    """Return the value, not the text, of the cell at ``index``."""
    column = column_of(index)
    return column.of(row_of(index)) if column is not None else index.data(VALUE)


def elide(text: str, suffix: str, role: str, room: int) -> str:
    """Return ``text`` elided to ``room`` px at its end, in the font of ``role``.

    If ``suffix`` is its end, elide before it, or in the middle if it does not fit.
    """
    if not suffix or not text.endswith(suffix):
        return theme.elided(text, role, room)
    rest = room - theme.text_width(suffix, role)
    if rest < theme.text_width("mm…", role):
        return theme.metrics(role).elidedText(text, Qt.TextElideMode.ElideMiddle, room)
    return theme.elided(text.removesuffix(suffix), role, rest) + suffix


class CellDelegate(QStyledItemDelegate):
    """Ground, hairline, text with its note, indentation and fold mark; the base of the other delegates.

    ``folded(row)`` fires when the fold mark is clicked, or Left or Right is pressed on a foldable row.
    """

    folded = Signal(object)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        column = column_of(index)
        text = str(index.data() or "")
        width = theme.text_width(text, "body") + 2 * 8
        if column is not None and column.level is not None:
            width += column.level(row_of(index)) * 16 + 24
        return QSize(width, theme.sizes().row)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        # A hundred cells are painted at once, and Python's time per cell dominates. So integers replace
        # Qt's flags, and nothing is computed twice.
        state: int = option.state.value
        painter.save()
        self._paint_ground(painter, option.rect, state, index)
        self.paint_cell(painter, option, index)
        if state & _IN_FOCUS:
            self._paint_focus(painter, option.rect)
        painter.restore()

    @staticmethod
    def _paint_ground(painter: QPainter, rect: QRect, state: int, index: Index) -> None:
        """Paint selection, hover, the hairline under the row, and the line between column groups."""
        model, at = index.model(), index.column()
        rows = model if isinstance(model, RowsModel) else None
        ground = rows.ground_of(rows.row(index.row())) if rows is not None else None
        if state & _SELECTED:
            ground = "tint"
        elif ground is None and state & _HOVERED:
            ground = "alt"
        painter.fillRect(rect, theme.color(ground or "surface"))
        hairline = theme.color("line" if ground else "grid")
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, hairline)
        if rows is not None and at > 0:
            group, before = rows.columns[at].group, rows.columns[at - 1].group
            if before != group:
                painter.fillRect(rect.left(), rect.top(), 1, rect.height(), theme.color("line"))

    @staticmethod
    def _paint_focus(painter: QPainter, rect: QRect) -> None:
        """Paint the 2 px outline of the current cell."""
        painter.setPen(QPen(theme.color("accent"), theme.sizes().focus))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(1, 1, -1, -1))

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setFont(theme.font("body"))
        column = column_of(index)
        editor.setAccessibleName(column.title if column is not None else "")
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole) or ""))
            editor.selectAll()

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        rect = option.rect
        rect.setLeft(self.content_rect(option, index).left() - 8)
        editor.setGeometry(rect)

    def content_rect(self, option: QStyleOptionViewItem, index: Index) -> QRect:
        """Return the cell without its margins, indentation and fold mark."""
        return _content_rect(option.rect, column_of(index), row_of(index))

    def fold_rect(self, option: QStyleOptionViewItem, index: Index) -> QRect | None:
        """Return the box of the fold mark, or None if the row is not foldable."""
        return _fold_rect(option.rect, column_of(index), row_of(index))

    def paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the text; other delegates override this."""
        row, column, rect = row_of(index), column_of(index), option.rect
        if column is None:
            return
        mark = _fold_rect(rect, column, row)
        if mark is not None and column.fold is not None:
            icons.paint(painter, mark, "chevron-down" if column.fold(row) else "chevron-right", "text2")
        bold = column.bold is not None and column.bold(row)
        colour = (column.color(row) if column.color is not None else None) or "text"
        note = column.note(row) if column.note is not None else ""
        suffix = column.keep(row) if column.keep is not None else ""
        room = _content_rect(rect, column, row)
        self.draw_text(painter, room, column.text_of(row), column.align, colour, bold, note, suffix)

    @staticmethod
    def draw_text(
        painter: QPainter, rect: QRect, text: str, align: str = "left", colour: str = "text", bold: bool = False,
        note: str = "", suffix: str = "",
    ) -> None:  # fmt: skip
        """Draw ``text`` and a grey ``note`` after it, aligned as one, with the text elided if space is short.

        Right-aligned figures are not elided for their note; the note is. ``suffix`` is the end of the text that is not
        elided as long as it fits.
        """
        role = "strong" if bold else "body"
        if note and align == "right":
            room = rect.width() - theme.text_width(text, role) - theme.text_width(" ")
            note = theme.elided(note, "body", max(0, room))
        note_width = theme.text_width(f" {note}") if note else 0
        room = max(0, rect.width() - note_width)
        shown = elide(text, suffix, role, room) if suffix and theme.text_width(text, role) > room else text
        box = QRect(rect.left(), rect.top(), room, rect.height())
        end = theme.draw_line(painter, box, shown, role, colour, align)
        if note:
            box = QRect(end, rect.top(), note_width, rect.height())
            theme.draw_line(painter, box, f" {note}", colour="text3")

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        mark = self.fold_rect(option, index)
        if mark is not None:
            place = _release(event)
            if place is not None and mark.adjusted(-6, -6, 6, 6).contains(place):
                self.folded.emit(row_of(index))
                return True
        return super().editorEvent(event, model, option, index)

    def key(self, event: QKeyEvent, index: Index) -> bool:
        """Handle a key on the current cell, passed by the view. Return whether it was used."""
        column = column_of(index)
        if column is not None and column.fold is not None:
            state = column.fold(row_of(index))
            expanded = {Qt.Key.Key_Right: False, Qt.Key.Key_Left: True}.get(Qt.Key(event.key()))
            if state is not None and expanded is state:
                self.folded.emit(row_of(index))
                return True
        return False


def _content_rect(rect: QRect, column: TableColumn[Row] | None, row: Row) -> QRect:
    """Return the cell at ``rect`` without its margins, indentation and fold mark."""
    left = 8
    if column is not None and column.level is not None:
        left += column.level(row) * 16
    if column is not None and column.fold is not None:
        left += 20
    return rect.adjusted(left, 0, -8, 0)


def _fold_rect(rect: QRect, column: TableColumn[Row] | None, row: Row) -> QRect | None:
    """Return the box of the fold mark of the cell at ``rect``, or None if the row is not foldable."""
    if column is None or column.fold is None or column.fold(row) is None:
        return None
    left = _content_rect(rect, column, row).left() - 20
    return QRect(left, rect.center().y() - 12 // 2, 12, 12)


def _release(event: QEvent) -> QPoint | None:
    """Return the position where the left button was released."""
    if not isinstance(event, QMouseEvent) or event.type() != QEvent.Type.MouseButtonRelease:
        return None
    return event.position().toPoint() if event.button() == Qt.MouseButton.LeftButton else None


@dataclass(frozen=True)
class Status:
    """Value of a status cell.

    Args:
        state: a status of the store (queued, running, finished ...), paused, warning, info, "" for no icon.
        text: the words ("Finished, 6:38").
        share: 0..1 draws a bar with the text inside and the share at its right; None draws icon and text.
        remedy: the text of a link after the text ("Resume", "Retry with 12").
    """

    state: str
    text: str
    share: float | None = None
    remedy: str = ""

    def __str__(self) -> str:
        share = "" if self.share is None else f", {percent_text(self.share)}"
        return f"{self.text}{share}"


STATES: dict[str, tuple[str, str]] = {
    "queued": ("clock", "text2"),
    "running": ("play", "accent"),
    "finished": ("check", "ok"),
    "stopped": ("stop", "text2"),
    "paused": ("pause", "text2"),
    "failed": ("error", "error"),
    "interrupted": ("interrupted", "warning"),
    "out_of_memory": ("memory", "error"),
    "memory": ("memory", "error"),
    "warning": ("warning", "warning"),
    "info": ("info", "text2"),
}
"""Icon and colour token of each state. The text always has the same information."""


class StatusDelegate(CellDelegate):
    """Icon and words, or a 16 px bar with words inside. Value is a :class:`Status`.

    ``remedy(row)`` fires when the link is clicked, or Enter is pressed on the cell.
    """

    remedy = Signal(object)
    BAR = 216

    def paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        status = value_of(index)
        if not isinstance(status, Status):
            return
        rect = self.content_rect(option, index)
        if status.share is not None:
            self._paint_bar(painter, rect, status)
            return
        left = rect.left()
        if status.state in STATES:
            icon, role = STATES[status.state]
            side = 14
            icons.paint(painter, QRect(left, rect.center().y() - side // 2, side, side), icon, role)
            left += side + 6
        link = self.link_rect(rect, status)
        room = QRect(left, rect.top(), (link.left() if link else rect.right() + 1) - left, rect.height())
        self.draw_text(painter, room, status.text)
        if link is not None:
            font = theme.font("body")
            font.setUnderline(True)
            painter.setFont(font)
            painter.setPen(theme.color("accent"))
            painter.drawText(link, Qt.AlignmentFlag.AlignVCenter, status.remedy)

    def _paint_bar(self, painter: QPainter, rect: QRect, status: Status) -> None:
        s, share = theme.sizes(), min(max(status.share or 0.0, 0.0), 1.0)
        height = min(s.status_bar_cell, rect.height() - 4)
        width = min(rect.width(), self.BAR)
        bar = QRect(rect.left(), rect.top() + (rect.height() - height) // 2, width, height)
        painter.fillRect(bar, theme.color("surface"))
        filled = round((bar.width() - 2) * share)
        painter.fillRect(bar.left() + 1, bar.top() + 1, filled, bar.height() - 2, theme.color("tint"))
        painter.setPen(theme.color("tint_line"))
        painter.drawRect(bar.adjusted(0, 0, -1, -1))
        percent = percent_text(share)
        inner = bar.adjusted(6, 0, -6, 0)
        theme.draw_line(painter, inner, percent, "tick", align="right")
        inner.setWidth(inner.width() - theme.text_width(percent, "tick") - 8)
        theme.draw_line(painter, inner, status.text, "tick")

    def link_rect(self, rect: QRect, status: Status) -> QRect | None:
        """Return the box of the link within the cell's content ``rect``, or None without a remedy."""
        if not status.remedy or status.share is not None:
            return None
        width = theme.text_width(status.remedy, "body")
        icon = 14 + 6 if status.state in STATES else 0
        left = rect.left() + icon + theme.text_width(status.text, "body") + 5
        left = max(rect.left() + icon, min(left, rect.right() + 1 - width))
        return QRect(left, rect.top(), width + 2, rect.height())

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        status, place = value_of(index), _release(event)
        if isinstance(status, Status) and place is not None:
            link = self.link_rect(self.content_rect(option, index), status)
            if link is not None and link.contains(place):
                self.remedy.emit(row_of(index))
                return True
        return super().editorEvent(event, model, option, index)

    def key(self, event: QKeyEvent, index: Index) -> bool:
        status = value_of(index)
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and isinstance(status, Status) and status.remedy:
            self.remedy.emit(row_of(index))
            return True
        return super().key(event, index)


@dataclass(frozen=True)
class Swatch:
    """Value of a swatch cell: the run's series slot, and whether its line is drawn; slot 0 paints nothing.

    ``passing``: it is drawn only while its row is selected. ``group``: a group of runs, which has no common line:
    a ring, filled if all of them are drawn.
    """

    slot: int
    drawn: bool = True
    passing: bool = False
    group: bool = False

    def __str__(self) -> str:
        if not self.slot and not self.group:
            return ""
        return (
            tr("not drawn") if not self.drawn else tr("drawn while selected") if self.passing else tr("drawn")
        )


class SwatchDelegate(CellDelegate):
    """The line's colour and dash, or a ring if it is not drawn. Value is a :class:`Swatch`.

    ``toggled(row)`` fires on a click anywhere in the cell, or Space on it: the table is the legend.
    """

    toggled = Signal(object)

    def paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        swatch = value_of(index)
        if not isinstance(swatch, Swatch) or not (swatch.slot or swatch.group):
            return
        middle = QRectF(option.rect).center()
        if swatch.drawn and not swatch.group:
            half = 9
            painter.setPen(theme.series_pen(swatch.slot, 3))
            painter.drawLine(QPointF(middle.x() - half, middle.y()), QPointF(middle.x() + half, middle.y()))
            if swatch.passing:  # the line through the ring of a hidden run
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(theme.color("text3"), 1.5))
                painter.setBrush(theme.color("tint"))
                painter.drawEllipse(middle, 3, 3)
        else:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.color("text3"), 1.5))
            painter.setBrush(theme.color("text3") if swatch.drawn else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(middle, 3, 3)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        swatch = value_of(index)
        if _release(event) is not None and isinstance(swatch, Swatch) and (swatch.slot or swatch.group):
            self.toggled.emit(row_of(index))
            return True
        return super().editorEvent(event, model, option, index)

    def key(self, event: QKeyEvent, index: Index) -> bool:
        swatch = value_of(index)
        if event.key() == Qt.Key.Key_Space and isinstance(swatch, Swatch) and (swatch.slot or swatch.group):
            self.toggled.emit(row_of(index))
            return True
        return super().key(event, index)


@dataclass(frozen=True)
class Interval:
    """Value of an interval cell: a difference with its confidence interval.

    Args:
        middle, low, high: the difference and its interval, in the column's unit.
        verdict: better, worse, equivalent, cannot tell; or baseline, drawn as a square at zero.
    """

    middle: float
    low: float
    high: float
    verdict: str = "cannot tell"

    def __str__(self) -> str:
        return tr(
            "{verdict}, {low:.2f} to {high:.2f}",
            verdict=tr_engine(self.verdict),
            low=self.low,
            high=self.high,
        )


VERDICTS = {
    "better": "ok",
    "worse": "error",
    "equivalent": "text",
    "cannot tell": "text2",
    "baseline": "text2",
}


class IntervalDelegate(CellDelegate):
    """A forest plot with one mark per row over a common axis, zero in the middle; an arrow marks values beyond it.

    :meth:`set_range` sets the reach of the axis on either side of zero.
    """

    def __init__(self, reach: float = 1.0) -> None:
        super().__init__()
        self._reach = reach

    def set_range(self, reach: float) -> None:
        """Set the axis to go from ``-reach`` to ``reach``, in the column's unit."""
        self._reach = max(reach, 1e-12)

    def paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        interval = value_of(index)
        rect = QRectF(self.content_rect(option, index))
        middle, half = rect.center(), rect.width() / 2
        zero = QRectF(round(middle.x()), option.rect.top(), 2, option.rect.height())
        painter.fillRect(zero, theme.color("line"))
        if not isinstance(interval, Interval):
            return

        def x(value: float) -> float:
            return middle.x() + half * min(max(value / self._reach, -1.0), 1.0)

        colour = theme.color(VERDICTS.get(interval.verdict, "text2"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if interval.verdict == "baseline":
            side = 8
            painter.fillRect(QRectF(middle.x() - side / 2 + 1, middle.y() - side / 2, side, side), colour)
            return
        if abs(interval.middle) > self._reach:
            self._arrow(painter, rect, interval.middle > 0, colour)
            return
        painter.setPen(QPen(colour, 1.5))
        y, cap = middle.y(), 4
        painter.drawLine(QPointF(x(interval.low), y), QPointF(x(interval.high), y))
        for end in (interval.low, interval.high):
            if abs(end) <= self._reach:
                painter.drawLine(QPointF(x(end), y - cap), QPointF(x(end), y + cap))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(x(interval.middle), y), 4, 4)

    @staticmethod
    def _arrow(painter: QPainter, rect: QRectF, right: bool, colour: QColor) -> None:
        side, y = 8, rect.center().y()
        tip = rect.right() if right else rect.left()
        base = tip - side if right else tip + side
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon([QPointF(tip, y), QPointF(base, y - side / 2), QPointF(base, y + side / 2)])
