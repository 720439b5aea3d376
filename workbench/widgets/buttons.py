"""Buttons: filled, outline, flat, and icons alone."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from workbench.look import icons, theme
from workbench.widgets.actions import with_shortcut
from workbench.widgets.base import paint_box
from workbench.widgets.keyboard_focus import FocusByKeys

KINDS = ("outline", "primary", "flat")


class Button(FocusByKeys, QPushButton):
    """A push button.

    Args:
        text: what it does. A filled one says its effect ("Run 12 runs").
        kind: ``outline``, ``primary`` (filled, the next step, at most one on a page) or ``flat``.
        icon: a name of :mod:`workbench.look.icons`, drawn before the text.
        head: 32 px high, for page heads; else 24.
        shortcut: its keys; always in the tooltip. ``show_keys`` also draws them in the button.
        tip: tooltip, default the text.

    One that is disabled while it works has the focus again when it is done, unless that was taken elsewhere.
    """

    _had_focus = False

    def __init__(
        self,
        text: str,
        kind: str = "outline",
        icon: str | None = None,
        head: bool = False,
        shortcut: str | None = None,
        tip: str = "",
        show_keys: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        if kind not in KINDS:
            raise ValueError(f"kind is one of {', '.join(KINDS)}, not {kind!r}")
        self._kind, self._icon, self._head = kind, icon, head
        self._tip, self._show_keys = tip, show_keys
        self._keys = QKeySequence(shortcut) if shortcut else QKeySequence()
        self.setProperty("kind", kind)
        if head:
            self.setProperty("head", "true")
        if shortcut:
            self.setShortcut(self._keys)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_tip(tip)
        self.setFont(theme.font("strong" if kind == "primary" else "medium"))

    def setEnabled(self, on: bool) -> None:
        if not on and self.hasFocus():
            self._had_focus = True
            self.clearFocus()  # else Qt gives it to the next widget, which may be on the rail
        super().setEnabled(on)
        if on and self._had_focus:
            self._had_focus = False
            if self.window().focusWidget() in (None, self) and self.isVisible():
                self.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_text(self, text: str) -> None:
        """Change the text. The tooltip follows unless it has its own words."""
        if text == self.text():
            return
        self.setText(text)
        if self._keys:
            self.setShortcut(self._keys)  # setText forgets it
        self.set_tip(self._tip)
        self.updateGeometry()

    def set_tip(self, tip: str) -> None:
        """Change the tooltip (for example to why the button is disabled). The shortcut is added."""
        self._tip = tip
        self.setToolTip(with_shortcut(tip or self.text().rstrip(".…"), self._keys))
        self.setAccessibleName(self.text())

    def set_icon(self, icon: str | None) -> None:
        """Change the icon."""
        self._icon = icon
        self.updateGeometry()
        self.update()

    def _keys_text(self) -> str:
        if not self._show_keys or self._keys.isEmpty():
            return ""
        text = self._keys.toString(QKeySequence.SequenceFormat.NativeText)
        return text.replace("Return", "↵").replace("Enter", "↵").replace("+", " ")

    def sizeHint(self) -> QSize:
        s = theme.sizes()
        width = QFontMetrics(self.font()).horizontalAdvance(self.text()) + 2 * 12 + 2
        if self._icon:
            width += s.icon_small + (8 if self.text() else 0)
        if self._keys_text():
            width += 8 + theme.text_width(self._keys_text(), "tick") + 12
        return QSize(width, s.control_head if self._head else s.control)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _ink(self) -> str:
        if not self.isEnabled():
            return "text3"
        return "on_accent" if self._kind == "primary" else "text"

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, s = QStylePainter(self), theme.sizes()
        option = QStyleOptionButton()
        self.initStyleOption(option)
        if not self.shows_focus():  # the style sheet draws the outline
            option.state &= ~QStyle.StateFlag.State_HasFocus
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        ink, keys = self._ink(), self._keys_text()
        x = (self.width() - self.sizeHint().width()) // 2 + 12 + 1
        if self._icon:
            icons.paint(
                painter,
                QRect(x, (self.height() - s.icon_small) // 2, s.icon_small, s.icon_small),
                self._icon,
                ink,
            )
            x += s.icon_small + 8
        painter.setPen(theme.color(ink))
        painter.setFont(self.font())
        width = QFontMetrics(self.font()).horizontalAdvance(self.text())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextHideMnemonic
        painter.drawText(QRect(x, 0, width + 2, self.height()), int(flags), self.text())
        if keys:
            x += width + 8
            box = QRect(x, (self.height() - 16) // 2, theme.text_width(keys, "tick") + 12, 16)
            painter.setFont(theme.font("tick"))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawRoundedRect(box, s.radius_tag, s.radius_tag)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, keys)


class IconButton(FocusByKeys, QToolButton):
    """A flat square button with an icon alone. ``name`` is its accessible name and tooltip.

    ``role`` is the icon's colour token. ``checkable`` makes it a switch (checked = tint).
    """

    def __init__(
        self,
        icon: str,
        name: str,
        shortcut: str | None = None,
        checkable: bool = False,
        role: str = "text2",
        tip: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon, self._role = icon, role
        self.setCheckable(checkable)
        self.setAccessibleName(name)
        if shortcut:
            self.setShortcut(QKeySequence(shortcut))
        self.setToolTip(with_shortcut(tip or name, shortcut))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        side = theme.sizes().control
        self.setFixedSize(side, side)

    def set_icon(self, icon: str, role: str | None = None) -> None:
        """Change the icon, and its colour token if given."""
        self._icon, self._role = icon, role or self._role
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, s = QPainter(self), theme.sizes()
        hover = self.underMouse() and self.isEnabled()
        if self.isChecked() or self.isDown():
            paint_box(painter, self, theme.color("tint"), theme.color("accent"), s.radius)
        elif hover or self.shows_focus():
            paint_box(painter, self, theme.color("hover") if hover else None, None, s.radius)
        role = "text3" if not self.isEnabled() else "accent" if self.isChecked() else self._role
        side = s.icon_small
        box = QRect((self.width() - side) // 2, (self.height() - side) // 2, side, side)
        icons.paint(painter, box, self._icon, role)
