"""A choice among a few, all visible."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget

from workbench.look import theme
from workbench.widgets.arrange import arrange_columns
from workbench.widgets.keyboard_focus import FocusByKeys


class _Segment(FocusByKeys, QAbstractButton):
    def __init__(self, text: str, owner: SegmentedControl) -> None:
        super().__init__(owner)
        self._owner = owner
        self.setText(text)
        self.setCheckable(True)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        # As wide as the bold text, so that choosing moves nothing.
        width = QFontMetrics(theme.font("caption_strong")).horizontalAdvance(self.text()) + 2 * 8
        return QSize(width + 1, self._owner.height_px())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._owner.step(step)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, s = QPainter(self), theme.sizes()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        owner_box = QRectF(self._owner.rect()).translated(-self.x(), -self.y()).adjusted(0.5, 0.5, -0.5, -0.5)
        path = QPainterPath()
        path.addRoundedRect(owner_box, s.radius, s.radius)
        painter.save()
        painter.setClipPath(path)
        checked = self.isChecked()
        ground = "tint" if checked else "hover" if self.underMouse() and self.isEnabled() else "surface"
        painter.fillRect(self.rect(), theme.color(ground))
        if not self._owner.is_first(self):
            painter.fillRect(0, 0, 1, self.height(), theme.color("line"))
        painter.restore()
        painter.setPen(QPen(theme.color("control" if self.isEnabled() else "line"), 1))
        painter.setClipRect(self.rect())
        painter.drawPath(path)
        if self.shows_focus():
            painter.setPen(QPen(theme.color("accent"), s.focus))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), s.radius_tag, s.radius_tag)
        painter.setFont(theme.font("caption_strong" if checked else "caption"))
        ink = "text3" if not self.isEnabled() else "text" if checked else "text2"
        painter.setPen(theme.color(ink))
        painter.drawText(QRect(self.rect()), Qt.AlignmentFlag.AlignCenter, self.text())


class SegmentedControl(QWidget):
    """A few exclusive choices side by side. ``chosen(key)`` when the *user* changes it.

    Args:
        choices: ``(key, label)`` pairs, or labels that are their own keys.
        name: what is chosen, for screen readers and the tooltip.
        head: 32 px high, for page heads; else 24.

    Left and right arrows move the choice.
    """

    chosen = Signal(object)

    def __init__(
        self,
        choices: Sequence[tuple[object, str] | str],
        name: str,
        head: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._head = head
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._row = arrange_columns(on=self)
        self._group = QButtonGroup(self)
        self._keys: list[object] = []
        self._buttons: list[_Segment] = []
        self.set_choices(choices)
        self.setFixedHeight(self.height_px())

    def height_px(self) -> int:
        """Height of the control in px."""
        return theme.sizes().control_head if self._head else theme.sizes().control

    def set_choices(self, choices: Sequence[tuple[object, str] | str]) -> None:
        """Replace the choices. The current key stays chosen if it is still there, else the first is."""
        pairs = [(item, item) if isinstance(item, str) else item for item in choices]
        before = self.current()
        for button in self._buttons:
            self._group.removeButton(button)
            button.hide()  # it is deleted a turn later, and would stand beside the new ones until then
            button.deleteLater()
        self._keys = [key for key, _ in pairs]
        self._buttons = []
        for key, text in pairs:
            button = _Segment(text, self)
            button.clicked.connect(lambda _checked=False, key=key: self.chosen.emit(key))
            self._group.addButton(button)
            self._row.addWidget(button)
            self._buttons.append(button)
        if self._keys:
            self.set_current(before if before in self._keys else self._keys[0])

    def current(self) -> object:
        """Return the chosen key, or None if there are no choices."""
        for key, button in zip(self._keys, self._buttons, strict=True):
            if button.isChecked():
                return key
        return None

    def set_current(self, key: object) -> None:
        """Choose ``key`` without a signal. Raises ValueError if it is not a choice."""
        self._buttons[self._keys.index(key)].setChecked(True)

    def set_label(self, key: object, text: str) -> None:
        """Change the label of ``key``: counts that come later."""
        button = self._buttons[self._keys.index(key)]
        button.setText(text)
        button.setAccessibleName(text)
        button.updateGeometry()

    def is_first(self, button: QAbstractButton) -> bool:
        """Return whether ``button`` is the leftmost."""
        return bool(self._buttons) and self._buttons[0] is button

    def step(self, by: int) -> None:
        """Choose the neighbour ``by`` places to the right, as the arrow keys do."""
        key = self.current()
        place = self._keys.index(key) + by if key in self._keys else 0
        if 0 <= place < len(self._keys):
            self._buttons[place].setFocus(Qt.FocusReason.TabFocusReason)
            self._buttons[place].click()
