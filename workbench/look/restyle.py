"""Change the theme of all widgets in one pass.

The window's style sheet names roles of the palette and does not change (:mod:`workbench.look.palette`). A change of
theme changes the application's palette, which Qt passes to all widgets. The style must drop its cached rules, since
they contain colours. The few kinds of widgets whose palette a rule sets are polished again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QEvent
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from workbench.look.stylesheet import ruled_names

if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object


class Themed(_Widget):
    """Mixin before the Qt class of a widget that stores colours of the theme.

    When the theme changes, :meth:`apply_theme` is called: at once if visible, else when the widget is shown. Colours
    read in ``paintEvent`` need no such call. A constructor calls the ``apply_theme`` of its own class by the name of
    the class if a subclass overrides it, because the subclass has no parts yet at that time.
    """

    _is_behind = False

    def apply_theme(self) -> None:
        """Take colours from the present theme. Widgets without stored colours do nothing."""

    def follow_theme(self) -> None:
        """Apply the theme now, or when the widget is shown."""
        self._is_behind = not self.isVisible()
        if not self._is_behind:
            self.apply_theme()

    def showEvent(self, event: QShowEvent) -> None:
        if self._is_behind:
            self.follow_theme()
        super().showEvent(event)


def restyle(app: QApplication, palette: QPalette) -> None:
    """Give ``app`` and all its widgets a palette, and what follows from it. Nothing is laid out anew."""
    app.setPalette(palette)
    for window in app.topLevelWidgets():
        window.style().unpolish(app)  # drops the cached colours of rules, which Qt looks up again on demand
        app.sendEvent(
            window, QEvent(QEvent.Type.ApplicationPaletteChange)
        )  # otherwise Qt does this in a later turn
    widgets = all_widgets(app)
    kinds = set(map(type, widgets))
    ruled = {kind for kind in kinds if not ruled_names().isdisjoint(base.__name__ for base in kind.mro())}
    for widget in reversed(widgets):  # children first, because some parents measure them
        if shiboken6.isValid(widget):
            if type(widget) in ruled:
                widget.style().polish(widget)
            if isinstance(widget, Themed):
                widget.follow_theme()


def all_widgets(app: QApplication) -> list[QWidget]:
    """Return all widgets, each parent before its children."""
    windows = [window for window in app.topLevelWidgets() if window.parentWidget() is None]
    return [part for window in windows for part in (window, *window.findChildren(QWidget))]


def repolish(widget: QWidget) -> None:
    """Apply the style sheet's rules to ``widget`` again after a property in their selectors has changed.

    The widget keeps its font. Otherwise Qt would restore the font from the first time it was styled.
    """
    font = widget.font()
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.setFont(font)
