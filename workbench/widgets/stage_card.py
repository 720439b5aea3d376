"""The cards of the pipeline strip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QToolButton, QWidget

from workbench.language import tr
from workbench.look import theme
from workbench.widgets.actions import KeyHelp
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.base import FocusByKeys, paint_box
from workbench.widgets.labels import ElidedLabel
from workbench.widgets.messages import IconLabel


class StageCard(FocusByKeys, QAbstractButton):
    """A card of the pipeline: icon, bold title, up to three grey lines; ``selected`` when the user selects it.

    Args:
        title: "Encoder", "2 Fine-tuning".
        icon: a name of :mod:`workbench.look.icons`.
        movable: whether dragging it, or Alt + left and right, emits ``move_requested(±1)``.
        widths: least and largest px. A layout decides.

    Long lines are elided. The tooltip has them whole.
    """

    selected = Signal()
    move_requested = Signal(int)
    KEY_HELP: ClassVar[KeyHelp] = (
        ("Alt+Left", tr("On a stage's card: move the stage to the left")),
        ("Alt+Right", tr("On a stage's card: move the stage to the right")),
    )

    def __init__(
        self, title: str, icon: str, movable: bool = False, widths: tuple[int, int] = (136, 200),
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._movable, self._widths = movable, widths
        self._icon, self._mark = IconLabel(icon), IconLabel("warning")
        self._title = ElidedLabel("", "strong")
        self._lines = [ElidedLabel("", "caption", "text2") for _ in range(3)]
        head = arrange_columns(self._icon, (self._title, 1), self._mark, spacing=8)
        arrange_rows(head, *self._lines, ..., on=self, margins=(12, 11, 12, 4))
        self._drag_from: QPoint | None = None
        self.setCheckable(True)
        self.setAutoExclusive(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._picked)
        self.set_title(title)
        self.set_level("")
        self.setMinimumWidth(widths[0])
        self.setMaximumWidth(widths[1])
        self.setFixedHeight(theme.sizes().stage_card)

    def set_title(self, title: str) -> None:
        """Change the title."""
        self.setText(title)
        self.setAccessibleName(title)
        self._title.set_text(title)

    def set_icon(self, icon: str) -> None:
        """Change the icon."""
        self._icon.set_icon(icon, "text2")

    def set_lines(self, lines: Sequence[str]) -> None:
        """Set the grey lines under the title. At most three are drawn."""
        for label, line in zip(self._lines, [*lines, "", "", ""], strict=False):
            label.set_text(line)
        self.setToolTip("\n".join([self.text(), *lines]))
        self.setAccessibleDescription(", ".join(lines))

    def lines(self) -> list[str]:
        """Return the lines drawn."""
        return [label.text() for label in self._lines if label.text()]

    def set_selected(self, selected: bool) -> None:
        """Mark the card whose form is shown, without a signal."""
        self.setChecked(selected)

    def keep_title(self) -> None:
        """Be at least as wide as the title with the icon and the problem mark, if possible."""
        marks = (2 - self._mark.isHidden()) * theme.sizes().icon_small
        needed = theme.text_width(self.text(), "strong") + 2 * 12 + 8 + marks + 12
        self.setMinimumWidth(min(max(needed, self._widths[0]), self._widths[1]))

    def set_level(self, level: str) -> None:
        """Show the mark of ``error`` or ``warning`` in the corner: a field of this card needs attention."""
        self._mark.set_icon(level or "warning", level or "warning")
        self._mark.setVisible(bool(level))

    def _picked(self) -> None:
        self.setChecked(True)
        self.selected.emit()

    def sizeHint(self) -> QSize:
        return QSize(self._widths[1], theme.sizes().stage_card)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if self._movable and step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_requested.emit(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._drag_from = event.globalPosition().toPoint() if self._movable else None
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag_from is not None:
            offset = event.globalPosition().toPoint().x() - self._drag_from.x()
            if abs(offset) > self.width() * 0.6:
                self._drag_from = event.globalPosition().toPoint()
                self.move_requested.emit(1 if offset > 0 else -1)
        super().mouseMoveEvent(event)

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


class AddCard(QToolButton):
    """The last card of the strip, dashed: a plus over a word."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(f"+\n{text}")
        self.setProperty("dashed", "true")
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(48)
        self.setMaximumWidth(104)
        self.setFixedHeight(theme.sizes().stage_card)
