"""A text whose words are marked by their contribution to a prediction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QToolTip, QWidget

from workbench.language import tr
from workbench.look import formats, theme
from workbench.widgets.arrange import scrolling

FAINT = 0.06
"""Share of the strongest attribution below which a word is not marked."""
LINE = 26


@dataclass(frozen=True)
class AttributedWord:
    """One word of a text: its characters, whether the model reads it, and its contribution to the logit (None:
    unknown).
    """

    start: int
    end: int
    read: bool = True
    value: float | None = None


def underline_color(role: str) -> QColor:
    """Return the colour of the line under a word: its mark's colour, darkened towards the ink."""
    look = theme.current()
    return QColor(theme.mix(getattr(look, role), look.text, 0.3))


class AttributionText(QWidget):
    """The words in lines. Words that support the prediction have a solid blue line, others a dotted orange one.

    Left and Right move through the words. The tooltip, and the description for screen readers, contain the number.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._words, self._boxes = "", [], []  # type: tuple[str, list[AttributedWord], list[QRect]]
        self._at, self._numbers = 0, False
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._arrange()

    def set_words(self, text: str, words: Sequence[AttributedWord], numbers: bool = False) -> None:
        """Show ``text`` with its words in order. ``numbers``: the model predicts a number, not a class."""
        self._text, self._words, self._numbers = text, list(words), numbers
        self._at = min(self._at, max(0, len(self._words) - 1))
        self._show_word()
        self._arrange()

    def words(self) -> list[AttributedWord]:
        """Return the words shown."""
        return list(self._words)

    def _layout(self, width: int) -> tuple[list[QRect], int]:
        line, blank, pad = LINE, theme.text_width(" ") + 2, 2
        boxes: list[QRect] = []
        x = y = 0
        for index, word in enumerate(self._words):
            wide = theme.text_width(self._text[word.start : word.end]) + 2 * pad
            gap = 0 if not index or word.start == self._words[index - 1].end else blank
            if x and x + gap + wide > width:
                x, y, gap = 0, y + line, 0
            boxes.append(QRect(x + gap, y + (line - 22) // 2, wide, 22))
            x += gap + wide
        return boxes, y + line

    def _arrange(self) -> None:
        self._boxes, height = self._layout(max(1, self.width()))
        self.setMinimumHeight(height)
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._layout(width)[1]

    def sizeHint(self) -> QSize:
        return QSize(240, LINE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrange()

    def _strongest(self) -> float:
        return max((abs(word.value) for word in self._words if word.value is not None), default=0.0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, s, top = QPainter(self), theme.sizes(), self._strongest()
        painter.setFont(theme.font("body"))
        for index, (word, box) in enumerate(zip(self._words, self._boxes, strict=True)):
            if not box.intersects(event.rect()):
                continue
            share = abs(word.value) / top if word.value is not None and top > 0 else 0.0
            if share >= FAINT:
                role = "support" if (word.value or 0) > 0 else "against"
                painter.fillRect(box, theme.color(role, round(20 + 110 * share)))
                pen = QPen(underline_color(role), 2)
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                if role == "against":
                    pen.setDashPattern([1, 1])
                painter.setPen(pen)
                painter.drawLine(box.left(), box.bottom(), box.right() + 1, box.bottom())
            painter.setPen(theme.color("text" if word.read else "text3"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._text[word.start : word.end])
            if self.hasFocus() and index == self._at:
                painter.setPen(QPen(theme.color("accent"), s.focus))
                painter.drawRect(box.adjusted(0, 0, -1, 0))

    def _describe(self, place: int) -> str:
        word = self._words[place]
        text = self._text[word.start : word.end]
        if not word.read:
            return tr("“{text}” is cut off: the model does not read it", text=text)
        if word.value is None:
            return f"“{text}”"
        value = formats.signed(word.value, 3)
        if self._numbers:
            return tr("“{text}” adds {value} to the number", text=text, value=value)
        if word.value > 0:
            return tr(
                "“{text}” adds {value} to the logit: evidence for the prediction", text=text, value=value
            )
        return tr(
            "“{text}” adds {value} to the logit: evidence against the prediction", text=text, value=value
        )

    def _show_word(self) -> None:
        self.setAccessibleDescription(self._describe(self._at) if self._words else "")

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self._word_at(event.pos())
            if place is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), self._describe(place), self)
            return True
        return super().event(event)

    def _word_at(self, point: QPoint) -> int | None:
        return next((i for i, box in enumerate(self._boxes) if box.contains(point)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._word_at(event.position().toPoint())
        if place is not None:
            self._go(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None or not self._words:
            super().keyPressEvent(event)
            return
        self._go(min(max(self._at + step, 0), len(self._words) - 1))
        box = self._boxes[self._at]
        QToolTip.showText(self.mapToGlobal(box.bottomLeft()), self._describe(self._at), self, box)

    def _go(self, place: int) -> None:
        self._at = place
        self._show_word()
        viewport = self.parent()
        area = None if viewport is None else viewport.parent()
        if isinstance(area, QScrollArea):
            area.ensureVisible(self._boxes[place].center().x(), self._boxes[place].center().y())
        self.update()


def scroll_area(inside: QWidget, name: str) -> QScrollArea:
    """Return ``inside`` in a frameless area that scrolls vertically."""
    area = scrolling(inside)
    area.setAccessibleName(name)
    area.viewport().setAutoFillBackground(False)
    inside.setAutoFillBackground(False)
    return area
