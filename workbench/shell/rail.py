"""The slim rail at the left: one item per page, icon over label."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QWidget,
)

from workbench.language import tr
from workbench.look import icons, theme
from workbench.widgets.actions import with_shortcut
from workbench.widgets.arrange import arrange_rows


class RailButton(QAbstractButton):
    """A checkable rail item; checked = tint ground, accent text and edge. ``set_badge(n)`` shows a count."""

    def __init__(self, text: str, icon: str, shortcut: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon, self._badge = icon, 0
        self.setText(text)
        self.setCheckable(True)
        self.setAccessibleName(text)
        self.setToolTip(with_shortcut(text, QKeySequence(shortcut)))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        s = theme.sizes()
        return QSize(s.rail - 1, s.rail_item)

    def set_badge(self, number: int) -> None:
        """Show ``number`` beside the icon. 0 hides it."""
        self._badge = max(0, number)
        self.setAccessibleDescription(tr("{badge} running", badge=self._badge) if self._badge else "")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        s, painter = theme.sizes(), QPainter(self)
        ink = "text2"
        if self.isChecked():
            painter.fillRect(self.rect(), theme.color("tint"))
            painter.fillRect(0, 0, 3, self.height(), theme.color("accent"))
            ink = "accent"
        elif self.underMouse():
            painter.fillRect(self.rect(), theme.color("hover"))
        middle = self.width() // 2
        top = (self.height() - s.icon - 4 - 14) // 2
        icons.paint(painter, QRect(middle - s.icon // 2, top, s.icon, s.icon), self._icon, ink)
        painter.setFont(theme.font("tick_strong" if self.isChecked() else "tick"))
        painter.setPen(theme.color(ink))
        label = QRect(0, top + s.icon + 4, self.width(), 14)
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, self.text())
        if self._badge:
            self._paint_badge(painter, middle + s.icon // 2 + 1, top - 4)
        if self.hasFocus():
            pen = painter.pen()
            pen.setColor(theme.color("accent"))
            pen.setWidth(s.focus)
            painter.setPen(pen)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _paint_badge(self, painter: QPainter, left: int, top: int) -> None:
        text = str(self._badge) if self._badge < 100 else "99+"
        painter.setFont(theme.font("tick_strong"))
        width = max(16, painter.fontMetrics().horizontalAdvance(text) + 8)
        box = QRectF(min(left, self.width() - width - 2), top, width, 16)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(theme.color("on_accent"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class Rail(QFrame):
    """The column of :class:`RailButton`: pages from the top, settings and help at the foot.

    ``chosen(name)`` is emitted when an item is clicked.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Pages"))
        self.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        self.setAutoFillBackground(True)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, RailButton] = {}
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 1, 0)
        self._column = arrange_rows(..., margins=(0, 8, 0, 8))
        outer.addLayout(self._column)
        self._space = 0

    def add(self, name: str, text: str, icon: str, shortcut: str = "", at_end: bool = False) -> RailButton:
        """Add the item of page ``name``. ``at_end`` puts it at the foot."""
        button = RailButton(text, icon, shortcut)
        self._group.addButton(button)
        self._buttons[name] = button
        if at_end:
            self._column.addWidget(button)
        else:
            self._column.insertWidget(self._space, button)
            self._space += 1
        button.clicked.connect(lambda: self.chosen.emit(name))
        return button

    def select(self, name: str) -> None:
        """Mark the item of page ``name`` as the shown one."""
        self._buttons[name].setChecked(True)

    def set_badge(self, name: str, number: int) -> None:
        """Show a count at the item of page ``name``. 0 hides it."""
        self._buttons[name].set_badge(number)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), theme.color("line"))
