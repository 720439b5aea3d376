"""Buttons: filled, outline, flat, and icons only."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QKeySequence, QPalette
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QToolButton, QWidget

from workbench.look import icons, theme
from workbench.widgets.actions import with_shortcut
from workbench.widgets.base import FocusByKeys

KINDS = ("outline", "primary", "flat")


class Button(FocusByKeys, QPushButton):
    """A push button.

    Args:
        text: its action. A filled button names the effect ("Run 12 runs").
        kind: ``outline``, ``primary`` (filled, the next step, at most one per page) or ``flat``.
        icon: a name of :mod:`workbench.look.icons`, drawn before the text.
        head: 32 px high, for page heads; else 24.
        shortcut: its keys, shown in the tooltip.
        tip: tooltip, default the text.

    A button disabled during its work gets the focus back afterwards, unless the user moved it.
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
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        if kind not in KINDS:
            raise ValueError(f"kind is one of {', '.join(KINDS)}, not {kind!r}")
        self._kind, self._tip = kind, tip
        self._keys = QKeySequence(shortcut) if shortcut else QKeySequence()
        self.setProperty("kind", kind)
        if head:
            self.setProperty("head", "true")
        if shortcut:
            self.setShortcut(self._keys)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_tip(tip)
        self.set_icon(icon)
        self.setFont(theme.font("strong" if kind == "primary" else "medium"))

    def setEnabled(self, on: bool) -> None:
        if not on and self.hasFocus():
            self._had_focus = True
            self.clearFocus()  # otherwise Qt passes it to the next widget, which may be on the rail
        super().setEnabled(on)
        if on and self._had_focus:
            self._had_focus = False
            if self.window().focusWidget() in (None, self) and self.isVisible():
                self.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_text(self, text: str) -> None:
        """Change the text. The tooltip follows unless it has its own text."""
        if text == self.text():
            return
        self.setText(text)
        if self._keys:
            self.setShortcut(self._keys)  # setText resets it
        self.set_tip(self._tip)
        self.updateGeometry()

    def set_tip(self, tip: str) -> None:
        """Change the tooltip (for example to the reason why the button is disabled). The shortcut is added."""
        self._tip = tip
        self.setToolTip(with_shortcut(tip or self.text().rstrip(".…"), self._keys))
        self.setAccessibleName(self.text())

    def set_icon(self, icon: str | None) -> None:
        """Change the icon."""
        self.setIcon(
            icons.icon(icon, "on_accent" if self._kind == "primary" else "text") if icon else QIcon()
        )
        self.setIconSize(QSize(theme.sizes().icon_small, theme.sizes().icon_small))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        super().initStyleOption(option)
        if not self.shows_focus():  # the style sheet draws the outline
            option.state &= ~QStyle.StateFlag.State_HasFocus
        if self.text() and not self.icon().isNull():
            option.text = f" {option.text}"  # more space than Qt leaves next to an icon
        ink = "on_accent" if self._kind == "primary" else "text"
        option.palette.setColor(
            QPalette.ColorRole.ButtonText, theme.color(ink if self.isEnabled() else "text3")
        )


class IconButton(QToolButton):
    """A flat square button with only an icon. ``name`` is its accessible name and tooltip.

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
        self._role = role
        self.set_icon(icon)
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
        self._role = role or self._role
        self.setIcon(icons.icon(icon, self._role))
        self.setIconSize(QSize(theme.sizes().icon_small, theme.sizes().icon_small))
