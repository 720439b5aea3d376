"""A change of the look, for every widget that there is in one pass.

The window's style sheet names roles of the palette and stays the same (:mod:`workbench.look.palette`). A change of
theme is a change of the application's palette: Qt hands it down to all widgets. The style has to forget which rules it
found, since it keeps their colours, and the few kinds of widgets whose own palette a rule sets are polished again.
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
    """Mixin before the Qt class of a widget that keeps colours of the theme.

    When the theme has changed, :meth:`apply_theme` is called: at once in sight, else when the widget is shown. What is
    asked for in ``paintEvent`` needs no such call. A constructor calls the ``apply_theme`` of its own class once its
    parts are made, by the name of the class where another class overrides it: in the constructor of the base the parts
    of that other class are still missing.
    """

    _is_behind = False

    def apply_theme(self) -> None:
        """Take colours from the present theme. A widget that keeps none has nothing to do."""

    def follow_theme(self) -> None:
        """Take them now, or when the widget is shown."""
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
        window.style().unpolish(
            app
        )  # forgets the colours of rules, which Qt looks up where they are next needed
        app.sendEvent(window, QEvent(QEvent.Type.ApplicationPaletteChange))  # else Qt does it in a later turn
    widgets = all_widgets(app)
    kinds = set(map(type, widgets))
    ruled = {kind for kind in kinds if not ruled_names().isdisjoint(base.__name__ for base in kind.mro())}
    for widget in reversed(widgets):  # children first, for some parents take their measure
        if shiboken6.isValid(widget):
            if type(widget) in ruled:
                widget.style().polish(widget)
            if isinstance(widget, Themed):
                widget.follow_theme()


def all_widgets(app: QApplication) -> list[QWidget]:
    """Return all widgets, each parent before its children."""
    windows = [window for window in app.topLevelWidgets() if window.parentWidget() is None]
    return [part for window in windows for part in (window, *window.findChildren(QWidget))]


def take_rules_anew(widget: QWidget) -> None:
    """Look up the style sheet's rules for ``widget`` again: a property that they ask for has changed.

    Its font stays its own. Left to itself Qt gives it the one that it had when it was styled for the first time.
    """
    font = widget.font()
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.setFont(font)
