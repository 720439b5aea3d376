"""A change of the look: what is shown after it is what is shown where everything was made in the new look."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

import workbench
from tests import patience
from tests.workbench.conftest import Paints, displayed, owned, picture, run_events
from workbench.look import restyle, theme
from workbench.pages import page_entries
from workbench.pages.base import Page

DARK, LIGHT = partial(theme.set_mode, "dark"), partial(theme.set_mode, "light")
CHANGES: dict[str, Sequence[Callable[[], None]]] = {"dark": [DARK], "dark and back": [DARK, LIGHT]}
ROLES = [role for role in QPalette.ColorRole if role != QPalette.ColorRole.NColorRoles]


def shown(qtbot: QtBot, page: type[Page]) -> Page:
    """A page of its own, as large as the window gives it."""
    made = displayed(qtbot, page(None), 1600, 1000)
    run_events()
    return made


def unfocused(qtbot: QtBot, page: Page) -> np.ndarray:
    """A picture of a page in the active window, with the focus on nothing."""
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow, timeout=patience.milliseconds(5))
    if focused := QApplication.focusWidget():
        focused.clearFocus()
    run_events()
    return picture(page)


def look_of(widget: QWidget) -> tuple[object, ...]:
    """Kind and colours of a widget, in sight or not, and the font of one in sight."""
    palette, font = widget.palette(), widget.font()
    colours = [
        palette.color(group, role).name(palette.color(group, role).NameFormat.HexArgb)
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Disabled)
        for role in ROLES
    ]
    # A head keeps a font of its own only once it was shown; Qt's own parts of scroll areas paint no text.
    has_font = widget.isVisible() and not widget.objectName().startswith("qt_")
    kind = type(widget).__name__, widget.objectName()
    return *kind, (font.pixelSize(), font.weight()) if has_font else None, tuple(colours)


@pytest.mark.parametrize(
    "changes",
    [pytest.param(c, id=n, marks=[] if n == "dark" else pytest.mark.nightly) for n, c in CHANGES.items()],
)
@pytest.mark.parametrize("page", [pytest.param(each.page_class(), id=each.name) for each in page_entries()])
def test_a_page_after_a_change_is_the_page_made_anew(
    qtbot: QtBot, page: type[Page], changes: Sequence[Callable[[], None]]
) -> None:
    made = shown(qtbot, page)
    for change in changes:
        change()
        run_events()
    fresh = shown(qtbot, page)
    np.testing.assert_array_equal(unfocused(qtbot, made), unfocused(qtbot, fresh))
    # Sorted: scroll bars that came and went lie in another order than those that were never needed.
    looks = [sorted(map(repr, map(look_of, one.findChildren(QWidget)))) for one in (made, fresh)]
    assert looks[0] == looks[1]


def test_qt_visits_no_widget_by_itself(qtbot: QtBot) -> None:
    """A change of colours lays nothing out, however deep a widget lies."""
    outer = owned(qtbot, QWidget())
    parts = [outer]
    for _ in range(5):
        parts.append(QWidget(parts[-1]))
    parts.append(QPushButton("inside", parts[-1]))
    outer.show()
    watch = Paints(*parts, kind=QEvent.Type.StyleChange)
    theme.set_mode("dark")
    assert watch.painted == []


def test_colours_that_a_widget_has_of_its_own_stay(qtbot: QtBot) -> None:
    label = owned(qtbot, QLabel("own"))
    own = QPalette()
    own.setColor(QPalette.ColorRole.WindowText, theme.color("error"))
    label.setPalette(own)
    label.show()
    before = label.palette().color(QPalette.ColorRole.WindowText)
    theme.set_mode("dark")
    assert label.palette().color(QPalette.ColorRole.WindowText) == before
    assert label.palette().color(QPalette.ColorRole.Base) == theme.color("surface")


def test_whatever_has_something_to_take_from_a_theme_is_told_of_it() -> None:
    """A widget with ``apply_theme`` that is not ``Themed`` would keep the colours and sizes that it was made with."""
    for each in pkgutil.walk_packages(workbench.__path__, "workbench."):
        import_module(each.name)
    waiting, untold = [QWidget], []
    while waiting:
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            own = kind.__module__.startswith("workbench.") and "apply_theme" in vars(kind)
            if own and not issubclass(kind, restyle.Themed):
                untold.append(kind.__qualname__)
    assert untold == []
