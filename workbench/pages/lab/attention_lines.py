"""Attention of one head as lines between tokens, before and after (as in BertViz, Vig 2019)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget

from workbench.look import theme

LEAST = 0.04
"""Shares of attention below this are not drawn."""
THICK = 5
"""Width of a line that carries all of a token's attention, px at 100 %."""
ROOMY, DENSE = 30, 21
"""Height of a token's row, at 100 %; dense from ``MANY`` tokens on."""
MANY = 14
LABEL = 72


class AttentionLines(QWidget):
    """Two pictures side by side: at the left of each the tokens that attend, at its right those attended to.

    Without a choice all lines are drawn. With one (a click, or Up and Down) only those that leave the chosen token.
    Escape, or a second click, shows all again. ``chosen(token)``: its number, -1 for all.
    """

    chosen = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens: list[str] = []
        self._maps = [np.zeros((0, 0)), np.zeros((0, 0))]
        self._chosen = -1
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._fit()

    def set_attention(self, tokens: Sequence[str], before: np.ndarray, after: np.ndarray) -> None:
        """Show ``before`` and ``after`` [T, T]: from which token (row) to which (column). T = 0 shows nothing."""
        if list(tokens) != self._tokens:
            self._chosen = -1
        self._tokens, self._maps = list(tokens), [before, after]
        self._fit()

    def tokens(self) -> list[str]:
        """Return the tokens shown."""
        return list(self._tokens)

    def choice(self) -> int:
        """Return the chosen token, -1 for all."""
        return self._chosen

    def choose(self, token: int) -> None:
        """Choose a token without a signal, -1 for all."""
        self._chosen = token if 0 <= token < len(self._tokens) else -1
        self.update()

    def lines(self, picture: int) -> list[tuple[int, int, float]]:
        """(from, to, share) of what is drawn in picture 0 (before) or 1 (after), the weakest first."""
        weights = self._maps[picture]
        rows = range(len(self._tokens)) if self._chosen < 0 else [self._chosen]
        lines = [
            (row, int(column), float(weights[row, column]))
            for row in rows
            for column in np.flatnonzero(weights[row] >= LEAST)
        ]
        return sorted(lines, key=lambda line: line[2])

    def _fit(self) -> None:
        self.setMinimumHeight(self._row() * len(self._tokens))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, self._row() * max(1, len(self._tokens)))

    def _row(self) -> int:
        return ROOMY if len(self._tokens) < MANY else DENSE

    def _columns(self, picture: int) -> tuple[int, int, int, int]:
        """Left edge of the picture, where lines begin and end, and its right edge."""
        gap = 16
        width = (self.width() - gap) // 2
        left = picture * (width + gap)
        label = min(LABEL, max((theme.text_width(t, "caption") for t in self._tokens), default=0) + 8)
        return left, left + label, left + width - label, left + width

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._tokens:
            return
        painter, row = QPainter(self), self._row()
        first = max(0, event.rect().top() // row - 1)
        last = min(len(self._tokens) - 1, event.rect().bottom() // row + 1)
        for picture in (0, 1):
            left, begin, end, right = self._columns(picture)
            self._paint_lines(painter, picture, begin, end, first, last)
            for place in range(first, last + 1):
                self._paint_token(painter, place, QRect(left, place * row, begin - left, row), True)
                self._paint_token(painter, place, QRect(end, place * row, right - end, row), False)

    def _paint_lines(
        self, painter: QPainter, picture: int, begin: int, end: int, first: int, last: int
    ) -> None:
        row = self._row()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        weakest = theme.current().surface
        ink = theme.current().accent if self._chosen >= 0 else theme.current().text3
        for start, stop, share in self.lines(picture):
            if max(start, stop) < first or min(start, stop) > last:
                continue
            # Opaque mixtures: crossing lines do not add up to a darkness that nothing stands for.
            deep = 0.3 + 0.7 * share if self._chosen >= 0 else 0.15 + 0.55 * share
            shade = QColor(theme.mix(weakest, ink, min(1.0, deep)))
            pen = QPen(shade, max(1.0, share * THICK))
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawLine(QPointF(begin + 4, (start + 0.5) * row), QPointF(end - 4, (stop + 0.5) * row))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_token(self, painter: QPainter, place: int, box: QRect, attends: bool) -> None:
        chosen = attends and place == self._chosen
        role = "caption_strong" if chosen else "caption"
        align = Qt.AlignmentFlag.AlignRight if attends else Qt.AlignmentFlag.AlignLeft
        painter.setFont(theme.font(role))
        painter.setPen(theme.color("text" if chosen or not attends or self._chosen < 0 else "text2"))
        name = theme.metrics(role).elidedText(
            self._tokens[place], Qt.TextElideMode.ElideRight, box.width() - 4
        )
        painter.drawText(box, align | Qt.AlignmentFlag.AlignVCenter, name)
        if chosen and self.hasFocus():
            painter.setPen(QPen(theme.color("accent"), theme.sizes().focus))
            painter.drawRect(box.adjusted(1, 2, 2, -2))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = int(event.position().y() // self._row())
        if place < len(self._tokens):
            self._go(-1 if place == self._chosen else place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None and self._tokens:
            self._go(min(max(self._chosen + step, 0), len(self._tokens) - 1))
        elif event.key() == Qt.Key.Key_Escape and self._chosen >= 0:
            self._go(-1)
        else:
            super().keyPressEvent(event)

    def _go(self, token: int) -> None:
        if token == self._chosen:
            return
        self._chosen = token
        viewport = self.parent()
        area = None if viewport is None else viewport.parent()
        if token >= 0 and isinstance(area, QScrollArea):
            area.ensureVisible(0, token * self._row() + self._row() // 2, 0, self._row())
        self.update()
        self.chosen.emit(token)
