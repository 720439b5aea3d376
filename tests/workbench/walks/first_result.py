"""From a CSV of one's own to two compared runs as LaTeX, and to the classes of new rows: three clicks more.

The whole program runs: window, queue, training processes. Every click is one of the pointer at the place where a user
would click; nothing is called past it. Prints what came out as JSON; ``--pictures DIR``: the screen before each click.
Without ``--size`` the window fills the screen, as one does who works in it; ``--scale 2`` is what a desktop sets on a
screen with many pixels.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFileDialog,
    QLineEdit,
    QMenu,
    QScrollArea,
    QWidget,
)

from tests import patience
from tests.workbench.walks.pointer import Pointer, RealPointer, SentPointer
from workbench.backend.preferences import Preferences
from workbench.backend.session import Session
from workbench.forms.rows import FormRow
from workbench.look import theme
from workbench.pages.classify.answers import save_answers
from workbench.pages.classify.page import ClassifyPage
from workbench.pages.compare.page import ComparePage
from workbench.pages.data.page import DataPage
from workbench.pages.design.page import DesignPage
from workbench.pages.runs.page import RunsPage
from workbench.shell.window import MainWindow

TICK_MS = 100
RATE = "stages.0.learning_rate"
Condition = Callable[[], bool]
Find = Callable[[], QWidget | None]


class Walk:
    """Takes the steps of a walk one after the other, each when what it waits for is so; ends the program."""

    def __init__(
        self, window: MainWindow, pointer: Pointer, file: Path, pictures: Path | None, seconds: float
    ) -> None:
        self.window, self.pointer, self.file, self.pictures = window, pointer, file, pictures
        self.clicks: list[str] = []
        self.latex = ""
        self.widest = QSize()
        self._steps = self._walk()
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

    def _click(self, what: str, find: Find, place: Callable[[], QPoint] | None = None) -> Iterator[Condition]:
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
            return now == before and there is not None and (there is widget or widget.isAncestorOf(there))

        yield steady
        if self.pictures is not None:
            name = f"{len(self.clicks) + 1:02} before {what}.png".replace(" ", "-")
            QApplication.primaryScreen().grabWindow(0).save(str(self.pictures / name))
        self.clicks.append(what)
        self.widest = self.widest.expandedTo(self.window.frameGeometry().size())
        self.pointer.click(*found[0])

    def _page(self, kind: type[QWidget]) -> QWidget:
        return next(page for page in self.window.pages() if isinstance(page, kind))

    def _walk(self) -> Iterator[Condition]:
        window = self.window
        yield lambda: len(window.pages()) == len(window._entries) and window.isActiveWindow()
        data, design = self._page(DataPage), self._page(DesignPage)
        runs, compare = self._page(RunsPage), self._page(ComparePage)
        assert isinstance(data, DataPage) and isinstance(design, DesignPage)
        assert isinstance(runs, RunsPage) and isinstance(compare, ComparePage)

        yield from self._click("Data", lambda: window.rail._buttons["data"])
        yield from self._click("Import", lambda: data.catalogue.import_button)
        yield from self._click("File", lambda: data.sheet.form.file)
        yield lambda: isinstance(QApplication.activeModalWidget(), QFileDialog)
        yield lambda: isinstance(QApplication.focusWidget(), QLineEdit)
        self.pointer.type(str(self.file))
        yield from self._click("Design a model", lambda: data.sheet.form.design)
        yield lambda: window.current == "design" and design.ready and not design.draft.recipe
        yield from self._click("Several learning rates", lambda: _sweep_button(design, RATE))
        yield lambda: design.draft.runs == 2
        yield from self._click("Run 2 runs", lambda: design.run_button)
        yield lambda: sum(run.status == "finished" for run in runs.runs.values()) == 2
        yield from self._click("The sweep", runs.table.viewport, lambda: _group_row(runs))
        yield from self._click("Compare", lambda: _button(runs, "Compare"))
        yield lambda: window.current == "compare" and compare.copy_latex.isEnabled()
        yield from self._click("Copy", lambda: _button(compare, "Copy as…"))
        menu = QApplication.activePopupWidget
        yield from self._click("Copy table as LaTeX", menu, lambda: _entry(menu(), compare.copy_latex))
        yield lambda: "tabular" in QApplication.clipboard().text()
        self.latex = QApplication.clipboard().text()
        yield from self._classify()

    def _classify(self) -> Iterator[Condition]:
        """Give the rows of the file their classes: three clicks."""
        page = self._page(ClassifyPage)
        assert isinstance(page, ClassifyPage)
        yield from self._click("Classify", lambda: self.window.rail._buttons["classify"])
        yield from self._click("Choose a file", lambda: _button(page.stack.empty, "Choose a file…"))
        yield lambda: isinstance(QApplication.activeModalWidget(), QFileDialog)
        yield lambda: isinstance(QApplication.focusWidget(), QLineEdit)
        self.pointer.type(str(self.file))
        yield from self._click("Classify 120 rows", lambda: page.begin)
        yield lambda: page.answers is not None
        assert page.answers is not None and page.answers.answered == 120
        sure = [row.confidence or 0 for row in page.model.rows]
        assert sure == sorted(sure), "the unsure ones stand first"
        assert {row.answer for row in page.model.rows} <= {"good", "bad"}
        for name in ("saved.csv", "saved.xlsx"):
            save_answers(page._written, page.plan, self.file.with_name(name))


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


def _group_row(runs: RunsPage) -> QPoint:
    """Return the middle of the name of the first group."""
    head = next(place for place, line in enumerate(runs.model.rows) if line.members)
    return runs.table.visualRect(runs.model.index(head, 1)).center()


def _entry(menu: QWidget | None, action: QAction) -> QPoint:
    assert isinstance(menu, QMenu)
    return menu.actionGeometry(action).center()


def _sweep_button(design: DesignPage, path: str) -> QWidget | None:
    """Return the button that makes a field a sweep, once its row is there and in sight."""
    form = design.form_column.form()
    rows = [row for row in form.rows() if isinstance(row, FormRow)] if form is not None else []
    return next((row.sweep for row in rows if any(cell.path == path for cell in row.line.cells)), None)


def _button(page: QWidget, text: str) -> QWidget:
    """Return the button that says ``text``, or is called so: with large text some are icons only."""
    buttons = page.findChildren(QAbstractButton)
    return next(each for each in buttons if text in (each.text(), each.accessibleName()))


def options() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--size", default="")
    parser.add_argument("--mode", default="light")
    parser.add_argument("--scale", default="1")
    parser.add_argument("--font", default="")
    parser.add_argument("--seconds", type=float, default=patience.seconds(240))
    parser.add_argument(
        "--sent", action="store_true", help="Qt's test events in place of the X server's pointer"
    )
    return parser.parse_args()


def main() -> int:
    """Walk, print what came out, and return the exit code: 3 where a step waited in vain."""
    chosen = options()
    os.environ["QT_SCALE_FACTOR"] = chosen.scale
    app = QApplication(sys.argv[:1])
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    theme.apply(app, chosen.mode)
    if chosen.font:
        theme._state.families = [chosen.font]
        theme.set_mode(chosen.mode)  # takes the font
    session = Session()
    window = MainWindow(session, Preferences())
    if chosen.size:
        window.resize(*map(int, chosen.size.split("x")))
        window.show()
    else:
        window.showMaximized()
    window.activateWindow()
    QTimer.singleShot(0, session, session.start)
    pointer: Pointer = SentPointer() if chosen.sent else RealPointer()
    walk = Walk(window, pointer, chosen.file, chosen.pictures, chosen.seconds)
    code = app.exec()
    session.close()
    print(json.dumps({"clicks": walk.clicks, "latex": walk.latex, "widest": walk.widest.toTuple()}))
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
