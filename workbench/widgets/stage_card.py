"""The cards of the pipeline strip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from workbench.language import tr
from workbench.look import icons, theme
from workbench.widgets.actions import KeyHelp
from workbench.widgets.base import paint_box
from workbench.widgets.keyboard_focus import FocusByKeys


class StageCard(FocusByKeys, QAbstractButton):
    """A card of the pipeline: icon, bold title, up to three grey lines; ``selected`` when the user picks it.

    Args:
        title: "Encoder", "2 Fine-tuning".
        icon: a name of :mod:`workbench.look.icons`.
        movable: shows a handle under the mouse or with the focus. Dragging it, or Alt + left and right, asks to move
            by ``move_wanted(±1)``.
        widths: px at least and at most. A layout decides.

    Lines that are too long are elided. The tooltip has them whole.
    """

    selected = Signal()
    move_wanted = Signal(int)
    KEY_HELP: ClassVar[KeyHelp] = (
        ("Alt+Left", tr("On a stage's card: move the stage to the left")),
        ("Alt+Right", tr("On a stage's card: move the stage to the right")),
    )

    def __init__(
        self, title: str, icon: str, movable: bool = False, widths: tuple[int, int] = (136, 200),
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._icon, self._movable, self._widths = icon, movable, widths
        self._lines: list[str] = []
        self._drag_from: QPoint | None = None
        self._level = ""
        self.setCheckable(True)
        self.setAutoExclusive(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._picked)
        self.set_title(title)
        self.setMinimumWidth(widths[0])
        self.setMaximumWidth(widths[1])
        self.setFixedHeight(theme.sizes().stage_card)

    def set_title(self, title: str) -> None:
        """Change the title."""
        self.setText(title)
        self.setAccessibleName(title)
        self.update()

    def set_icon(self, icon: str) -> None:
        """Change the icon."""
        self._icon = icon
        self.update()

    def set_lines(self, lines: Sequence[str]) -> None:
        """Set the grey lines under the title. At most three are drawn."""
        self._lines = list(lines)[:3]
        self.setToolTip("\n".join([self.text(), *lines]))
        self.setAccessibleDescription(", ".join(lines))
        self.update()

    def lines(self) -> list[str]:
        """Return the lines drawn."""
        return list(self._lines)

    def set_selected(self, selected: bool) -> None:
        """Mark the card whose form is shown, without a signal."""
        self.setChecked(selected)

    def keep_title(self) -> None:
        """Be at least as wide as the title beside the icon and the mark of a problem, if it may be."""
        marks = (1 + bool(self._level)) * theme.sizes().icon_small
        needed = theme.text_width(self.text(), "strong") + 2 * 12 + 8 + marks + 4
        self.setMinimumWidth(min(max(needed, self._widths[0]), self._widths[1]))

    def set_level(self, level: str) -> None:
        """``error`` or ``warning`` shows that mark in the corner: a field of this card needs attention."""
        self._level = level
        self.update()

    def _picked(self) -> None:
        self.setChecked(True)
        self.selected.emit()

    def sizeHint(self) -> QSize:
        return QSize(self._widths[1], theme.sizes().stage_card)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if self._movable and step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_wanted.emit(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        on_handle = self._handle().adjusted(-8, -8, 8, 8).contains(event.position().toPoint())
        self._drag_from = event.globalPosition().toPoint() if self._movable and on_handle else None
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag_from is not None:
            offset = event.globalPosition().toPoint().x() - self._drag_from.x()
            if abs(offset) > self.width() * 0.6:
                self._drag_from = event.globalPosition().toPoint()
                self.move_wanted.emit(1 if offset > 0 else -1)
        super().mouseMoveEvent(event)

    def _handle(self) -> QRect:
        s = theme.sizes()
        return QRect(self.width() - 12 - s.icon_small, 12, s.icon_small, s.icon_small)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, s = QPainter(self), theme.sizes()
        hover = self.underMouse() and not self.isChecked()
        paint_box(painter, self, theme.color("hover" if hover else "surface"), theme.color("line"), s.radius)
        if self.isChecked():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.color("accent"), s.focus))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), s.radius, s.radius)
            if self.shows_focus():  # selected and focused: a second, inner line
                painter.setPen(QPen(theme.color("accent"), 1))
                painter.drawRoundedRect(self.rect().adjusted(4, 4, -4, -4), s.radius_bar, s.radius_bar)
        ink = "accent" if self.isChecked() else "text2"
        icons.paint(painter, QRect(12, 12, s.icon_small, s.icon_small), self._icon, ink)
        right = self.width() - 12
        for shown, name, role in (
            (self._movable and (self.underMouse() or self.hasFocus()), "drag", "text3"),
            (bool(self._level), self._level, self._level),
        ):
            if shown:
                icons.paint(painter, QRect(right - s.icon_small, 12, s.icon_small, s.icon_small), name, role)
                right -= s.icon_small + 4
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(theme.font("strong"))
        painter.setPen(theme.color("text"))
        left = 12 + s.icon_small + 8
        title = QRect(left, 12 - 1, right - left, 18)
        elide = Qt.TextElideMode.ElideRight
        painter.drawText(
            title, flags, QFontMetrics(painter.font()).elidedText(self.text(), elide, title.width())
        )
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("text2"))
        metrics = QFontMetrics(painter.font())
        for i, line in enumerate(self._lines):
            box = QRect(12, 33 + i * 16, self.width() - 2 * 12, 16)
            painter.drawText(box, flags, metrics.elidedText(line, elide, box.width()))


class AddCard(FocusByKeys, QAbstractButton):
    """The dashed card at the end of the strip: a plus over a word, or alone where the card is narrower than the word;
    ``clicked`` as of any button.
    """

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(48)
        self.setMaximumWidth(104)
        self.setFixedHeight(theme.sizes().stage_card)

    def sizeHint(self) -> QSize:
        return QSize(104, theme.sizes().stage_card)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, s = QPainter(self), theme.sizes()
        ground = theme.color("hover") if self.underMouse() and self.isEnabled() else None
        paint_box(painter, self, ground, theme.color("control"), s.radius, dashed=True)
        ink = "accent" if self.isEnabled() else "text3"
        middle = self.height() // 2
        alone = theme.text_width(self.text(), "medium") > self.width()
        top = middle - (s.icon_small // 2 if alone else 18)
        icons.paint(
            painter, QRect((self.width() - s.icon_small) // 2, top, s.icon_small, s.icon_small), "plus", ink
        )
        if alone:
            return
        painter.setFont(theme.font("medium"))
        painter.setPen(theme.color(ink))
        painter.drawText(QRect(0, middle + 2, self.width(), 18), Qt.AlignmentFlag.AlignCenter, self.text())
