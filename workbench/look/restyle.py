"""A change of the look, for every widget that there is in one pass.

Left to itself Qt is slow here: where one style sheet replaces another it restyles a widget once for each of its
ancestors (4 s with all pages made), and twice where the old sheet is taken away first. So the style is made to forget
the rules of the old sheet before it gets the new one: then it knows of no widget with rules and restyles none, and each
is restyled here, once, and only as far as the change asks for it. Were a later Qt to restyle them all the same, the
look would be right and the change slow.

Where lengths change, what is in sight changes at once. A page or a tab that is not shown changes in a turn of the event
loop of its own, one after another, or when it is shown before that (:class:`PartsOutOfSight`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

import shiboken6
from PySide6 import QtWidgets
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication, QLayout, QStackedWidget, QWidget

from workbench.backend.steps import Steps

if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object


class Themed(_Widget):
    """Mixin before the Qt class of a widget that keeps sizes, fonts or colours of the theme.

    When the theme or the text size has changed, :meth:`apply_theme` is called. What is asked for in ``paintEvent`` and
    ``sizeHint`` needs no such call. A constructor calls the ``apply_theme`` of its own class once its parts are made,
    by the name of the class where another class overrides it: in the constructor of the base the parts of that other
    class are still missing.

    Attributes:
        fits_others: whether ``apply_theme`` gives parts the room that they ask for. Then it is called once more after a
            change of lengths, when every layout has forgotten what it knew of them.
    """

    fits_others: ClassVar[bool] = False

    def apply_theme(self) -> None:
        """Take sizes, fonts and colours from the present theme; a widget that keeps none has nothing to do."""


def restyle(app: QApplication, sheet: str, palette: QPalette, font: QFont, *, lengths: bool) -> None:
    """Give ``app`` and all its widgets a palette, a font and a style sheet.

    Args:
        app: the application.
        sheet, palette, font: the new look.
        lengths: whether sizes or fonts may differ from those before; else only colours do, and nothing is laid out.
    """
    replace_sheet(app, sheet)
    app.setPalette(palette)
    app.setFont(font)
    widgets = all_widgets(app)
    if lengths:
        resize(parts_out_of_sight(app).take(widgets))
    else:
        recolour(widgets, coloured_classes(sheet))
        follow(widgets)
    for window in app.topLevelWidgets():
        window.update()


def resize(widgets: list[QWidget]) -> None:
    """Give ``widgets`` the fonts and lengths of the application's new style sheet and of the theme."""
    for widget in widgets:
        widget.style().polish(widget)
    follow(widgets)
    for widget in widgets:
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))  # layouts ask for sizes anew
    for widget in reversed(widgets):
        if isinstance(widget, Themed) and widget.fits_others and shiboken6.isValid(widget):
            for layout in reversed(widget.findChildren(QLayout)):  # one in another forgets nothing by itself
                layout.invalidate()
            widget.apply_theme()


class PartsOutOfSight(QObject):
    """Pages and tabs that are not shown and still have the lengths of before; there is one, of the application."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._waiting: set[QWidget] = set()
        self._steps = Steps(self)

    def take(self, widgets: list[QWidget]) -> list[QWidget]:
        """Put off the hidden parts among ``widgets``, a parent before its children; return the other widgets."""
        now, parts = by_part(widgets)
        for part in parts.keys() - self._waiting:
            part.installEventFilter(self)
        self._waiting = set(parts)
        self._steps.begin(self._resize_all(parts))
        return now

    def is_empty(self) -> bool:
        """Return whether every part has the present lengths."""
        return not self._waiting

    def holds(self, part: QWidget) -> bool:
        """Return whether ``part`` still has the lengths of before."""
        return part in self._waiting

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched in self._waiting:
            inside = [watched, *watched.findChildren(QWidget)]  # a part may take its measure of those in it
            for part in self._waiting.intersection(inside):
                self._leave(part)
            resize(inside)
        return False

    def _resize_all(self, parts: dict[QWidget, list[QWidget]]) -> Iterator[None]:
        """Resize one part after another, those in another first: that one may take its measure of them."""
        for part, widgets in reversed(parts.items()):
            yield
            if part in self._waiting:
                self._leave(part)
                resize([widget for widget in widgets if shiboken6.isValid(widget)])

    def _leave(self, part: QWidget) -> None:
        self._waiting.discard(part)
        if shiboken6.isValid(part):
            part.removeEventFilter(self)


def by_part(widgets: list[QWidget]) -> tuple[list[QWidget], dict[QWidget, list[QWidget]]]:
    """Return the widgets in no hidden page or tab of a stack, and those of each such part that are in no deeper one.

    In ``widgets`` each parent comes before its children; so it does in what is returned.
    """
    now: list[QWidget] = []
    parts: dict[QWidget, list[QWidget]] = {}
    group_of: dict[QWidget, list[QWidget]] = {}
    for widget in widgets:
        above = widget.parentWidget()
        group = group_of.get(above, now) if above is not None else now
        if isinstance(above, QStackedWidget) and widget.isHidden():
            group = parts[widget] = []
        group_of[widget] = group
        group.append(widget)
    return now, parts


class PartStack(QStackedWidget):
    """A stack that asks for no room for parts that are still to be resized: half of their lengths are of before."""

    def minimumSizeHint(self) -> QSize:
        app = QApplication.instance()
        if not isinstance(app, QApplication) or (late := parts_out_of_sight(app)).is_empty():
            return super().minimumSizeHint()
        least = QSize(0, 0)
        for place in range(self.count()):
            part = self.widget(place)
            if part is not None and not late.holds(part):
                least = least.expandedTo(part.minimumSizeHint().expandedTo(part.minimumSize()))
        return least


def parts_out_of_sight(app: QApplication) -> PartsOutOfSight:
    """Return the application's parts that still have the lengths of before."""
    return app.findChild(PartsOutOfSight) or PartsOutOfSight(app)


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
    found: list[QWidget] = []
    for window in app.topLevelWidgets():
        if window.parentWidget() is None:
            found += [window, *window.findChildren(QWidget)]
    return found


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
    found = set()
    for selectors, declarations in re.findall(r"([^{}]+)\{([^}]*)\}", sheet):
        if "#" in declarations:
            whole = [selector for selector in selectors.split(",") if "::" not in selector]
            found |= {match[0] for selector in whole if (match := re.findall(r"Q\w+", selector)[-1:])}
    return tuple(getattr(QtWidgets, name) for name in sorted(found) if name != "QToolTip")
