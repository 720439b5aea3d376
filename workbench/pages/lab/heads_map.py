"""Heads by layers as a map of coloured cells: what has changed, and the picker of the head that is shown."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.language import tr
from workbench.look import formats, theme
from workbench.widgets.base import Themed

CELL = 15
"""Height of a cell at 100 %; its width follows from the room."""
EDGE = 2
"""Px around the cells for the outline of the picked one."""
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
"""Ends of the colour scale, bits: the smallest that holds all values."""


class HeadsMap(Themed, QWidget):
    """Values [L, H] from 0 to 1, the top layer above. ``chosen(layer, head)``, from 1, when the user picks a cell.

    Arrow keys move; Home goes to the head with the largest value.
    """

    chosen = Signal(int, int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values = np.zeros((0, 0))
        self._at = (0, 0)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.apply_theme()

    def set_values(self, values: np.ndarray | None) -> None:
        """Show ``values`` [L, H], NaN where nothing is known; None: an empty map."""
        shape = self._values.shape
        self._values = np.zeros((0, 0)) if values is None else np.asarray(values, np.float64)
        if self._values.shape != shape:
            self._at = (0, 0)
            self.updateGeometry()
        self._tell()
        self.update()

    def values(self) -> np.ndarray:
        """Return the values that are shown, [L, H]."""
        return self._values

    @property
    def top(self) -> float:
        """The value of the darkest colour."""
        most = float(np.nanmax(self._values, initial=0.0)) if self._values.size else 0.0
        return next((step for step in _STEPS if most <= step), 1.0)

    def current(self) -> tuple[int, int]:
        """Return the picked layer and head, from 1."""
        return self._at[0] + 1, self._at[1] + 1

    def set_current(self, layer: int, head: int) -> None:
        """Pick a cell without a signal; one outside the map is ignored."""
        if 0 < layer <= self._values.shape[0] and 0 < head <= self._values.shape[1]:
            self._at = (layer - 1, head - 1)
            self._tell()
            self.update()

    def most_changed(self) -> tuple[int, int]:
        """Layer and head, from 1, of the largest value."""
        if not self._values.size or np.isnan(self._values).all():
            return 1, 1
        place = np.unravel_index(int(np.nanargmax(self._values)), self._values.shape)
        return int(place[0]) + 1, int(place[1]) + 1

    def apply_theme(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        s = theme.sizes()
        return QSize(s.px(240), s.px(CELL) * max(1, len(self._values)) + s.px(18) + EDGE)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.sizes().px(160), self.sizeHint().height())

    def _left(self) -> int:
        return theme.text_width(tr("Layer 12"), "tick") + theme.sizes().s8

    def _cell(self, layer: int, head: int) -> QRect:
        layers, heads = self._values.shape
        height, left = theme.sizes().px(CELL), self._left()
        wide = (self.width() - left - EDGE) / max(heads, 1)
        x, end = left + round(head * wide), left + round((head + 1) * wide)
        return QRect(x, EDGE + (layers - 1 - layer) * height, end - x - 1, height - 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        layers, heads = self._values.shape
        if not layers:
            return
        painter, s, top = QPainter(self), theme.sizes(), self.top
        painter.setFont(theme.font("tick"))
        painter.setPen(theme.color("text2"))
        right, height = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, s.px(CELL)
        every = 1 if height >= s.tick else 2
        for layer in range(layers):
            ends = layer in (0, layers - 1)
            if ends or layer % every == 0:
                name = tr("Layer {layer}", layer=layer + 1) if ends else str(layer + 1)
                box = QRect(0, EDGE + (layers - 1 - layer) * height, self._left() - s.s8, height)
                painter.drawText(box, right, name)
        foot = QRect(0, EDGE + layers * height, self._left() - s.s8, s.px(18))
        painter.drawText(foot, right, tr("Head", "of attention"))
        for head in range(heads):
            box = self._cell(0, head)
            painter.drawText(
                QRect(box.left() - 2, foot.top(), box.width() + 4, foot.height()),
                Qt.AlignmentFlag.AlignCenter,
                str(head + 1),
            )
            for layer in range(layers):
                value = self._values[layer, head]
                if math.isfinite(value):
                    ground = theme.heat_color(value / top)
                    painter.fillRect(self._cell(layer, head), QColor(ground))
        box = self._cell(*self._at)
        painter.setPen(QPen(theme.color("surface"), 1))
        painter.drawRect(box.adjusted(0, 0, -1, -1))
        painter.setPen(QPen(theme.color("accent" if self.hasFocus() else "text"), s.focus))
        painter.drawRect(box.adjusted(-1, -1, 1, 1))

    def _said(self, layer: int, head: int) -> str:
        value = self._values[layer, head]
        known = tr("{value} bits", value=formats.fixed(value, 3)) if math.isfinite(value) else tr("not known")
        return tr("Layer {layer}, head {head}: {known}", layer=layer + 1, head=head + 1, known=known)

    def _tell(self) -> None:
        self.setAccessibleDescription(self._said(*self._at) if self._values.size else "")

    def _under(self, x: float, y: float) -> tuple[int, int] | None:
        layers, heads = self._values.shape
        height, left = theme.sizes().px(CELL), self._left()
        y -= EDGE
        if not layers or x < left or not 0 <= y < layers * height:
            return None
        head = int((x - left) / (self.width() - left - EDGE) * heads)
        return layers - 1 - int(y // height), min(heads - 1, head)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self._under(event.pos().x(), event.pos().y())
            if place is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), self._said(*place), self, self._cell(*place))
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._under(event.position().x(), event.position().y())
        if place is not None:
            self._go(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (1, 0),
            Qt.Key.Key_Down: (-1, 0),
        }
        move, (layers, heads) = moves.get(Qt.Key(event.key())), self._values.shape
        if not layers or (move is None and event.key() != Qt.Key.Key_Home):
            super().keyPressEvent(event)
        elif move is None:
            layer, head = self.most_changed()
            self._go((layer - 1, head - 1))
        else:
            layer, head = self._at[0] + move[0], self._at[1] + move[1]
            self._go((min(max(layer, 0), layers - 1), min(max(head, 0), heads - 1)))

    def _go(self, place: tuple[int, int]) -> None:
        if place != self._at:
            self._at = place
            self._tell()
            self.update()
            self.chosen.emit(*self.current())


class HeatScale(Themed, QWidget):
    """The colours of a heat map from 0 to its top value, with both numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._top = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.apply_theme()

    def sizeHint(self) -> QSize:
        return QSize(theme.sizes().px(152), theme.sizes().px(16))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.sizes().px(72), theme.sizes().px(16))

    def set_top(self, top: float) -> None:
        """Set the value of the last colour."""
        self._top = top
        self.setAccessibleName(tr("Colours from 0 to {top} bits", top=formats.fixed(top, 2)))
        self.update()

    def apply_theme(self) -> None:
        self.setFixedHeight(theme.sizes().px(16))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, s = QPainter(self), theme.sizes()
        painter.setFont(theme.font("tick"))
        painter.setPen(theme.color("text2"))
        words = formats.fixed(self._top, 2)
        left, right = theme.text_width("0", "tick") + s.s8, theme.text_width("0.00", "tick") + s.s8
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect(), middle, "0")
        painter.drawText(self.rect(), middle | Qt.AlignmentFlag.AlignRight, words)
        bar = QRect(left, s.px(3), self.width() - left - right, s.px(10))
        for x in range(bar.width()):
            painter.fillRect(
                bar.left() + x,
                bar.top(),
                1,
                bar.height(),
                QColor(theme.heat_color(x / max(1, bar.width() - 1))),
            )
        painter.setPen(theme.color("line"))
        painter.drawRect(bar.adjusted(0, 0, -1, -1))
