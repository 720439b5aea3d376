"""Small figures: labelled bars, and gauges of the hardware."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.look import theme
from workbench.widgets.arrange import arrange_columns
from workbench.widgets.labels import Label


@dataclass(frozen=True)
class LabelledBar:
    """One bar: its label, its value (≥ 0), the text at the right, a grey note after it, its colour token."""

    label: str
    value: float
    text: str
    note: str = ""
    color: str = "tint_line"


class BarRows(QWidget):
    """Horizontal bars in rows: label, bar, right-aligned number, grey note (all columns aligned).

    Args:
        name: contents, for screen readers.
        row: height of a row in px at 100 %; None divides the available height (12 to 32 px each).
        small: small labels, aligned to the right like those of an axis; else to the left.
    """

    def __init__(self, name: str, row: int | None = 24, small: bool = False) -> None:
        super().__init__()
        self._row, self._small = row, small
        self._bars: list[LabelledBar] = []
        self._maximum: float | None = None
        self.setAccessibleName(name)
        vertical = QSizePolicy.Policy.Fixed if row is not None else QSizePolicy.Policy.Expanding
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)

    def set_rows(self, bars: Sequence[LabelledBar], maximum: float | None = None) -> None:
        """Show ``bars``. The longest bar is ``maximum`` (default: the largest value)."""
        self._bars, self._maximum = list(bars), maximum
        text = "; ".join(f"{bar.label} {bar.text} {bar.note}".strip() for bar in bars)
        self.setAccessibleDescription(text)
        self.updateGeometry()
        self.update()

    def rows(self) -> list[LabelledBar]:
        """Return the bars shown."""
        return list(self._bars)

    def sizeHint(self) -> QSize:
        return QSize(240, max(1, len(self._bars)) * (self._row or 16))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, max(1, len(self._bars)) * (self._row or 12))

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._bars:
            return
        painter, small = QPainter(self), self._small
        role, ink, align = ("tick", "text2", "right") if small else ("body", "text", "left")
        parts = zip(*((bar.label, bar.text, bar.note) for bar in self._bars), strict=True)
        widest, text_width, note_width = (max(theme.text_width(t, role) for t in texts) for texts in parts)
        row = self._row or min(32, self.height() / len(self._bars))
        note_room = note_width + 16 if note_width else 0
        third, spare = self.width() // 3, 4 * self.width() // 5 - text_width - note_room - 32
        label_width = min(widest + 2, max(third, spare))  # + 2: elision rounds down
        left = label_width + 8 if small else label_width + 16
        room = self.width() - left - text_width - 16 - note_room
        top = self._maximum if self._maximum is not None else max(bar.value for bar in self._bars)
        thick = min((10 if small else 9), row - 2)
        for i, bar in enumerate(self._bars):
            box = QRectF(0, i * row, self.width(), row)
            label = theme.metrics(role).elidedText(bar.label, Qt.TextElideMode.ElideMiddle, label_width)
            theme.draw_line(painter, QRectF(0, box.top(), label_width, row), label, role, ink, align)
            share = bar.value / top if top > 0 else 0.0
            if room > 0:
                width = max(1.0 if bar.value > 0 else 0.0, room * min(max(share, 0.0), 1.0))
                painter.fillRect(
                    QRectF(left, box.top() + (row - thick) / 2, width, thick), theme.color(bar.color)
                )
            theme.draw_line(painter, box.adjusted(0, 0, -note_room, 0), bar.text, role, align="right")
            theme.draw_line(painter, box, bar.note, role, "text3", "right")


class HardwareGauge(QWidget):
    """An item of the hardware strip: caption and figure ("CPU 34 %")."""

    def __init__(self, caption: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption = Label(caption, "caption", "text2")
        self._figure = Label("", "caption_strong")
        arrange_columns(self._caption, self._figure, on=self, spacing=8)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_reading(self, text: str) -> None:
        """Show ``text``."""
        self._figure.setText(text)
        self.setAccessibleName(f"{self._caption.text()}: {text}")
