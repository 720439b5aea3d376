"""Small widgets of the Design page's right side: a legend for the head of a plot, a line under the
histogram."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from workbench.look import theme
from workbench.widgets import Label, MessageLine, Panel
from workbench.widgets.arrange import arrange_columns

LegendEntry = tuple[int, tuple[int, ...], str]
"""A line's series slot (0: grey), its dash, and the words for it."""


class LineLegend(QWidget):
    """Line samples with words, for the head of a plot. Where room is short, the last give way. The tooltip has all."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: list[LegendEntry] = []
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def set_entries(self, entries: Sequence[LegendEntry]) -> None:
        """Show these."""
        self._entries = list(entries)
        self.setAccessibleDescription(", ".join(label for _, _, label in entries))
        self.setToolTip("\n".join(label for _, _, label in entries))
        self.setVisible(bool(entries))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        s = theme.sizes()
        width = sum(20 + 8 + theme.text_width(label, "caption") + 16 for _, _, label in self._entries)
        return QSize(width, s.card_title)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(theme.font("caption"))
        x, middle = 0, self.height() // 2
        for slot, dash, label in self._entries:
            if x + 20 + 8 + theme.text_width(label, "caption") > self.width():
                break
            painter.setPen(theme.series_pen(slot, 2, dash=dash) if slot else QPen(theme.color("control"), 1))
            painter.drawLine(x, middle, x + 20, middle)
            x += 20 + 8
            painter.setPen(theme.color("text2"))
            width = theme.text_width(label, "caption") + 16
            painter.drawText(QRect(x, 0, width, self.height()), int(Qt.AlignmentFlag.AlignVCenter), label)
            x += width


class CutTextsRow(QWidget):
    """A line under the histogram: words, a number, a share in the warning's colour."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._number, self._share = Label(text), Label(""), Label("", "body")
        row = arrange_columns(self._words, ..., on=self, spacing=None)
        for label in (self._number, self._share):
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            row.addWidget(label)
        s = theme.sizes()
        self.setFixedHeight(s.row)
        self._share.setFixedWidth(72)

    def set_words(self, text: str) -> None:
        """Change the words at the left."""
        self._words.setText(text)

    def set_figures(self, number: str, share: str, warns: bool = False) -> None:
        """Show them; ``warns`` colours the share."""
        self._number.setText(number)
        self._share.setText(share)
        self._share.set_color("warning" if warns else "text2")
        self.setAccessibleName(f"{self._words.text()}: {number}, {share}")


class MessagePanel(Panel):
    """The message at the foot of the page. No room is taken while there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", "t", parent)
        self.line = MessageLine()
        row = QHBoxLayout(self)
        row.addWidget(self.line)
        self.hide()
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(16, 8, 16, 8)

    def show_message(self, text: str, level: str = "error") -> None:
        """Show a sentence at a level of ``MessageLine``; "" takes it away."""
        if text:
            self.line.show_message(level, text)
        else:
            self.line.clear()
        self.setVisible(bool(text))
