"""The whole window in a language, in a process of its own: ``python -m tests.workbench.translated_window LANGUAGE``.

The language is chosen before any page is imported, so no process shows two. Walks all pages and their tabs with runs in
the store and prints as JSON what is seen, what does not fit, and a few answers; with a folder as second argument, each
page is saved there as a picture, light and dark.
"""

from __future__ import annotations

import json
import locale
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMessageBox, QWidget

from workbench import language

if TYPE_CHECKING:
    from workbench.shell.window import MainWindow

MOST = QSize(1200, 720)
SECONDS = 300.0


def fill(store: Path) -> list[int]:
    """Write two trained runs and one with probes; returns their numbers."""
    from tests.engine.lab.trained import trained
    from tests.workbench.pages.stored import forgot

    return [
        trained(store, "first", maps=True, forgotten=5),
        trained(store, "second", seed=2),
        forgot(store, "with probes", stages=(20, 20)),
    ]


def wait_for(done: Callable[[], bool], what: str) -> None:
    """Let the window work until ``done``. Raises TimeoutError."""
    end = time.monotonic() + SECONDS
    while not done():
        if time.monotonic() > end:
            raise TimeoutError(what)
        QApplication.processEvents()
        time.sleep(0.01)


def cut_texts(root: QWidget) -> list[str]:
    """Return the texts of labels and buttons in sight that have less room than they take."""
    from workbench.widgets import ElidedLabel

    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or isinstance(widget, ElidedLabel):
            continue
        if isinstance(widget, QLabel) and widget.text() and not widget.wordWrap():
            least = widget.minimumSizeHint().width()
        elif isinstance(widget, QAbstractButton) and widget.text():
            least = widget.fontMetrics().horizontalAdvance(widget.text().replace("&", ""))
        else:
            continue
        if least > widget.width() + 1:
            found.append(f"{type(widget).__name__}: {widget.property('text')} ({least} > {widget.width()})")
    return found


def walk(window: MainWindow, note: Callable[[str], None]) -> None:
    """Show each page and each of its tabs, and call ``note`` with its name."""
    from workbench.widgets import TabBar

    for page in window.pages():
        window.show_page(page.name)
        QApplication.processEvents()
        note(page.name)
        for number, bar in enumerate(page.findChildren(TabBar)):
            for place in range(bar.count()):
                bar.setCurrentIndex(place)
                QApplication.processEvents()
                note(f"{page.name}-{number}-{place}")


def main() -> None:
    """Open the window on a filled store, walk it, and print what was found."""
    wanted = sys.argv[1]
    pictures = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    app = QApplication(sys.argv[:1])
    locale.setlocale(locale.LC_NUMERIC, "C")
    language.start(wanted)

    from engine import paths
    from workbench.backend.prediction_server import PredictionServer
    from workbench.backend.preferences import Preferences
    from workbench.backend.session import Session
    from workbench.look import theme
    from workbench.shell.window import MainWindow

    theme.apply(app, "light", 1.0)
    PredictionServer.ask = lambda *_words, **_more: None  # type: ignore[method-assign]
    store = paths.default_store()
    ids = fill(store)
    session = Session(store, run_queue=False)
    window = MainWindow(session, Preferences())
    window.resize(1280, 800)
    window.show()
    session.start()
    wait_for(lambda: len(window.pages()) == len(window._classes), "the pages")
    window.go("runs", ids)
    wait_for(lambda: set(ids) <= window.page("runs").runs.keys(), "the runs")  # type: ignore[attr-defined]
    compare = window.page("compare")
    window.go("compare", ids)
    wait_for(lambda: compare.stack.currentWidget() is compare.stack.content, "the comparison")  # type: ignore[attr-defined]
    window.go("lab", ids[:2])
    wait_for(lambda: len(window.page("lab").seen) == 2, "the lab")  # type: ignore[attr-defined]
    window.go("data")
    wait_for(lambda: not window.page("data").busy(), "the data")  # type: ignore[attr-defined]
    window.go("design", {"recipe": "two-tasks"})
    wait_for(lambda: not window.page("design").knowledge.busy(), "the design")  # type: ignore[attr-defined]

    cut: dict[str, list[str]] = {}
    large: dict[str, list[int]] = {}

    def look(place: str) -> None:
        # What came this moment (the size of the cache) has been given its words, but not yet its room.
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        least = window.minimumSizeHint().expandedTo(window.minimumSize())
        if least.boundedTo(MOST) != least:
            large[place] = [least.width(), least.height()]
        if texts := cut_texts(window):
            cut[place] = texts
        if pictures is not None:
            window.grab().save(str(pictures / f"{wanted}-{place}-{theme.mode()}.png"))

    walk(window, look)
    if pictures is not None:
        theme.set_mode("dark")
        walk(window, look)
    box = QMessageBox(QMessageBox.Icon.Question, "", "", QMessageBox.StandardButton.Cancel)
    answers = {
        "language": language.current(),
        "runs": window.page("runs").title,
        "cancel": box.button(QMessageBox.StandardButton.Cancel).text(),
        "date": language.short_date(time.struct_time((2026, 11, 3, 0, 0, 0, 1, 307, 0))),
        "source": language.source_of(window.page("runs").title),
        "decimal": locale.localeconv()["decimal_point"],
        "actions": sorted(action.objectName() for action in window._own_actions),
        "found": window.commands.matches("larger text"),
    }
    window.close()
    session.close()
    print(json.dumps({"cut": cut, "large": large, "answers": answers}, ensure_ascii=True))


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    main()
