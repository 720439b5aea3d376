"""Walks through the whole program: window, queue, training processes.

Every click is one of the pointer at the place where a user would click; nothing is called past it.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QPoint, QSize, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QMenu,
    QScrollArea,
    QWidget,
)

from tests.workbench.walks.pointer import Pointer
from workbench.shell.window import MainWindow

TICK_MS = 100
T = TypeVar("T", bound=QWidget)
Condition = Callable[[], bool]
Find = Callable[[], QWidget | None]


class Walk:
    """Takes the steps of a walk one after the other, each when what it waits for is so; ends the program.

    A journey overrides :meth:`walk`. What came out of it is in ``told``.
    """

    def __init__(
        self, window: MainWindow, pointer: Pointer, file: Path, pictures: Path | None, seconds: float
    ) -> None:
        self.window, self.pointer, self.file, self.pictures = window, pointer, file, pictures
        self.clicks: list[str] = []
        self.told: dict[str, object] = {}
        self.widest = QSize()
        self._steps = self._all_steps()
        self._until: Condition = lambda: True
        self._last: QPoint | None = None
        self._ticking = QTimer(window)
        self._ticking.timeout.connect(self._tick)
        self._ticking.start(TICK_MS)
        self._late = QTimer(window)
        self._late.setSingleShot(True)
        self._late.timeout.connect(lambda: self._end(3))
        self._late.start(round(1000 * seconds))

    def _tick(self) -> None:
        """Take the next step if its time has come; what goes wrong ends the walk."""
        try:
            following = next(self._steps, None) if self._until() else self._until
        except Exception:
            traceback.print_exc()
            self._end(4)
            return
        if following is None:
            self._end(0)
        else:
            self._until = following

    def _end(self, code: int) -> None:
        self._ticking.stop()
        if self.pictures is not None and code:
            self.window.grab().save(str(self.pictures / "stuck.png"))
        QApplication.exit(code)

    def click(self, what: str, find: Find, place: Callable[[], QPoint] | None = None) -> Iterator[Condition]:
        """Click in the middle of the widget that ``find`` finds, or at a place of it, once it is there and enabled.

        It has to be where it was at the last tick: what still moves is not clicked. What lies further down in a form is
        brought into sight by the wheel.
        """
        found: list[tuple[QWidget, QPoint]] = []

        def steady() -> bool:
            widget = find()
            if widget is None or not widget.isVisible() or not widget.isEnabled():
                return False
            spot = widget.rect().center() if place is None else place()
            if (area := _hiding(widget, spot)) is not None:
                self.pointer.scroll(area.viewport())
            now, before = widget.mapToGlobal(spot), self._last
            self._last = now
            found[:] = [(widget, spot)]
            # What is being made anew may have no place yet, and lies nowhere near where it says.
            there = QApplication.widgetAt(now)
            if now != before or there is None:  # without a screen Qt does not find each place
                return now == before and QApplication.platformName() == "offscreen"
            return there is widget or widget.isAncestorOf(there)

        yield steady
        if self.pictures is not None:
            name = f"{len(self.clicks) + 1:02} before {what}.png".replace(" ", "-")
            QApplication.primaryScreen().grabWindow(0).save(str(self.pictures / name))
        self.clicks.append(what)
        self.widest = self.widest.expandedTo(self.window.frameGeometry().size())
        self.pointer.click(*found[0])

    def _all_steps(self) -> Iterator[Condition]:
        """Begin once every page is there."""
        yield lambda: len(self.window.pages()) == len(self.window._entries) and self.window.isActiveWindow()
        yield from self.walk()

    def walk(self) -> Iterator[Condition]:
        """Yield what has to be so before the next step, one step after the other."""
        raise NotImplementedError

    def page(self, kind: type[T]) -> T:
        """Return the page of this kind."""
        return next(page for page in self.window.pages() if isinstance(page, kind))

    def go(self, name: str) -> Iterator[Condition]:
        """Click on a page's item of the rail."""
        yield from self.click(name.capitalize(), lambda: self.window.rail._buttons[name])

    def press(self, page: QWidget, text: str) -> Iterator[Condition]:
        """Click on the button of a page that says ``text``, or is called so: with large text some are icons only."""
        said = lambda each: text in (each.text(), each.accessibleName())  # noqa: E731
        yield from self.click(
            text.rstrip("…"), lambda: next(filter(said, page.findChildren(QAbstractButton)))
        )

    def choose(self, combo: QComboBox, value: str) -> Iterator[Condition]:
        """Open a choice, and take the entry of a value."""
        yield from self.click(combo.accessibleName(), lambda: combo)
        view = combo.view()
        entry = lambda: view.visualRect(combo.model().index(combo.findData(value), 0)).center()  # noqa: E731
        yield from self.click(value, view.viewport, entry)

    def copy_as(self, page: QWidget, action: QAction) -> Iterator[Condition]:
        """Copy a table of a page by its menu."""
        menu = QApplication.activePopupWidget
        yield from self.press(page, "Copy as…")
        yield from self.click(action.text(), menu, lambda: _entry(menu(), action))
        yield lambda: "tabular" in QApplication.clipboard().text()
        self.told["latex"] = QApplication.clipboard().text()

    def name_file(self) -> Iterator[Condition]:
        """Type the file's path into the dialogue that asks for one."""
        yield lambda: isinstance(QApplication.activeModalWidget(), QFileDialog)
        yield lambda: isinstance(QApplication.focusWidget(), QLineEdit)
        self.pointer.type(str(self.file))


def _hiding(widget: QWidget, spot: QPoint) -> QScrollArea | None:
    """Return the area that has to be scrolled before a place of a widget can be seen; None: it can be."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            seen = parent.viewport()
            if not seen.rect().contains(widget.mapTo(seen, spot)):
                return parent
        parent = parent.parentWidget()
    return None


def _entry(menu: QWidget | None, action: QAction) -> QPoint:
    assert isinstance(menu, QMenu)
    return menu.actionGeometry(action).center()
