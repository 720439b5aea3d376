"""A change of the look, for every widget that there is in one pass.

Left to itself Qt is slow here: where one style sheet replaces another it restyles a widget once for each of its
ancestors (4 s with all pages made), and twice where the old sheet is taken away first. So the style is made to forget
the rules of the old sheet before it gets the new one: then it knows of no widget with rules and restyles none, and each
is restyled here, once, and only in its colours. Were a later Qt to restyle them all the same, the look would be right
and the change slow.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import shiboken6
from PySide6 import QtWidgets
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object


class Themed(_Widget):
    """Mixin before the Qt class of a widget that keeps colours of the theme.

    When the theme has changed, :meth:`apply_theme` is called. What is asked for in ``paintEvent`` needs no such call. A
    constructor calls the ``apply_theme`` of its own class once its parts are made, by the name of the class where
    another class overrides it: in the constructor of the base the parts of that other class are still missing.
    """

    def apply_theme(self) -> None:
        """Take colours from the present theme. A widget that keeps none has nothing to do."""


def restyle(app: QApplication, sheet: str, palette: QPalette, font: QFont) -> None:
    """Give ``app`` and all its widgets a palette, a font and a style sheet. Nothing is laid out anew."""
    replace_sheet(app, sheet)
    app.setPalette(palette)
    app.setFont(font)
    widgets = all_widgets(app)
    recolour(widgets, coloured_classes(sheet))
    follow(widgets)
    for window in app.topLevelWidgets():
        window.update()


def follow(widgets: list[QWidget]) -> None:
    """Tell the widgets that keep something of the theme: children first, for some parents take their measure."""
    for widget in reversed(widgets):
        if isinstance(widget, Themed) and shiboken6.isValid(widget):
            widget.apply_theme()


def take_rules_anew(widget: QWidget) -> None:
    """Look up the style sheet's rules for ``widget`` again: a property that they ask for has changed.

    Its font stays its own. Left to itself Qt gives it the one that it had when it was styled for the first time.
    """
    font = widget.font()
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.setFont(font)


def replace_sheet(app: QApplication, sheet: str) -> None:
    """Set the application's style sheet without a visit to every widget, unless it is the first one."""
    if app.styleSheet():
        app.style().unpolish(
            app
        )  # forgets which rules are whose: Qt looks them up where they are next needed
    app.setStyleSheet(sheet)


def all_widgets(app: QApplication) -> list[QWidget]:
    """Return all widgets, each parent before its children."""
    widgets: list[QWidget] = []
    for window in app.topLevelWidgets():
        if window.parentWidget() is None:
            widgets += [window, *window.findChildren(QWidget)]
    return widgets


def recolour(widgets: list[QWidget], coloured: tuple[type[QWidget], ...]) -> None:
    """Give ``widgets`` the colours of the application's new palette and those of the style sheet's rules."""
    for widget in widgets:  # a styled widget does not hear of the application's palette from its parent
        widget.setPalette(widget.palette())
    for widget in widgets:
        if isinstance(widget, coloured):
            widget.style().polish(widget)


@lru_cache(maxsize=4)
def coloured_classes(sheet: str) -> tuple[type[QWidget], ...]:
    """Return the classes of Qt whose palette a rule of ``sheet`` sets; parts of widgets (``::``) have none."""
    names = set()
    for selectors, declarations in re.findall(r"([^{}]+)\{([^}]*)\}", sheet):
        if "#" in declarations:
            whole = [selector for selector in selectors.split(",") if "::" not in selector]
            names |= {match[0] for selector in whole if (match := re.findall(r"Q\w+", selector)[-1:])}
    return tuple(getattr(QtWidgets, name) for name in sorted(names) if name != "QToolTip")
