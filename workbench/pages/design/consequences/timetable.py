"""Timetable of training, drawn before the run: layers by updates, the phases of the freezing timetable."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.analysis.curves.rates import FreezingTimetable, LayerRate
from workbench.language import tr, tr_engine
from workbench.look import formats, theme


def phase_words(table: FreezingTimetable, number: int, steps_known: bool) -> str:
    """``Updates 1 to 282: head, at 10 times the rate``. Per cent of the stage where the updates are not known."""
    phase = table.phases[number]
    first, last = phase.start + 1, table.end(number)
    if steps_known:
        where = tr("Updates {first} to {last}", first=formats.count(first), last=formats.count(last))
    else:
        where = tr(
            "{start:.0f} to {last:.0f} % of the stage",
            start=100 * phase.start / table.total,
            last=100 * last / table.total,
        )
    title = tr_engine(phase.title)
    text = f"{where}: {title[:1].lower()}{title[1:]}"
    if phase.rate_factor == 1:
        return text
    return tr("{phase}, at {factor} times the rate", phase=text, factor=formats.plain(phase.rate_factor))


class TimetableView(QWidget):
    """Rows are the head and the layers from the top, columns the phases. Filled where a part learns.

    At the right stands each row's peak rate, below the update at which each phase begins.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table: FreezingTimetable | None = None
        self._rates: list[LayerRate] = []
        self._known = True
        self.setAccessibleName(tr("Training schedule"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_timetable(
        self, table: FreezingTimetable | None, rates: Sequence[LayerRate] = (), steps_known: bool = True
    ) -> None:
        """Show ``table`` with the peak rates of its rows. ``steps_known``: its updates are those of the run."""
        self._table, self._rates, self._known = table, list(rates), steps_known
        self.setAccessibleDescription("; ".join(self.phases()))
        self.update()

    def phases(self) -> list[str]:
        """Return the phases in words."""
        table = self._table
        return [phase_words(table, i, self._known) for i in range(len(table.phases))] if table else []

    def sizeHint(self) -> QSize:
        rows = len(self._table.names) if self._table else 8
        return QSize(240, 16 * (rows + 2))

    def minimumSizeHint(self) -> QSize:
        rows = len(self._table.names) if self._table else 8
        return QSize(160, 9 * (rows + 2))

    def _field(self) -> QRectF:
        """Return where the cells are: names to the left, rates to the right, updates below."""
        table = self._table
        names = max((theme.text_width(name, "tick") for name, _ in table.names), default=0) if table else 0
        rates = max((theme.text_width(_rate(row), "tick") for row in self._rates), default=0)
        width = self.width() - names - rates - 2 * 8 - 4
        return QRectF(names + 8, 0, max(width, 1), max(self.height() - 16, 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        table = self._table
        if table is None:
            return
        painter, field = QPainter(self), self._field()
        painter.setFont(theme.font("tick"))
        high = min(field.height() / len(table.names), 26)
        middle = Qt.AlignmentFlag.AlignVCenter
        for row, (name, depth) in enumerate(table.names):
            y = row * high
            painter.setPen(theme.color("text2"))
            painter.drawText(QRectF(0, y, field.left() - 8, high), middle | Qt.AlignmentFlag.AlignRight, name)
            for number, phase in enumerate(table.phases):
                left = field.left() + field.width() * phase.start / table.total
                right = field.left() + field.width() * table.end(number) / table.total
                # A hairline between phases; no gap so large that a short phase would vanish.
                cell = QRectF(left, y + 1, max(1.0, right - left - 1), max(1.0, high - 2))
                painter.fillRect(cell, theme.color("tint_line" if depth in phase.trainable else "alt"))
            if row < len(self._rates):
                painter.setPen(theme.color("text" if self._rates[row].rate else "text3"))
                right_of = QRectF(field.right(), y, self.width() - field.right(), high)
                painter.drawText(right_of, middle | Qt.AlignmentFlag.AlignRight, _rate(self._rates[row]))
        self._paint_axis(painter, field, high * len(table.names))

    def _paint_axis(self, painter: QPainter, field: QRectF, bottom: float) -> None:
        table, s = self._table, theme.sizes()
        assert table is not None
        painter.setPen(QPen(theme.color("control"), s.hairline))
        painter.drawLine(int(field.left()), int(bottom), int(field.right()), int(bottom))
        painter.setPen(theme.color("text3"))
        free = field.left() - 8
        ends = [phase.start for phase in table.phases] + [table.total]
        last = theme.text_width(self._at(table.total), "tick")
        for update in ends:
            text = self._at(update)
            x = field.left() + field.width() * update / table.total
            width = theme.text_width(text, "tick")
            left = min(max(x - width / 2, field.left()), field.right() - width)
            final = update == table.total
            if left < free or (not final and left + width > field.right() - last - 8):
                continue
            painter.drawText(QRectF(left, bottom + 1, width + 2, 14), Qt.AlignmentFlag.AlignLeft, text)
            free = left + width + 8

    def _at(self, update: int) -> str:
        table = self._table
        assert table is not None
        return formats.count(update) if self._known else f"{100 * update / table.total:.0f} %"

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._table is not None:
            field = self._field()
            at = (event.pos().x() - field.left()) / field.width() * self._table.total
            here = [i for i, phase in enumerate(self._table.phases) if phase.start <= at < self._table.end(i)]
            QToolTip.showText(
                event.globalPos(), self.phases()[here[0]] if here else "\n".join(self.phases()), self
            )
            return True
        return super().event(event)


def _rate(row: LayerRate) -> str:
    return f"{row.rate:.2e}".replace("e-0", "e-") if row.rate else tr("frozen")
