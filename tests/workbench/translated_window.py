"""The whole window in a language, in a process of its own: ``python -m tests.workbench.translated_window LANGUAGE``.

The language is chosen before any page is imported, so no process shows two. Walks all pages and their tabs with runs in
the store (those that are there, else it writes some) and prints as JSON what is seen, what does not fit, and a few
answers; with a folder as second argument, each page is saved there as a picture, light and dark.
"""

from __future__ import annotations

import json
import locale
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QMessageBox, QWidget

from tests.film_reviews import write_reviews
from tests.workbench.shown_texts import ShownTexts, leftovers
from workbench import language

if TYPE_CHECKING:
    from workbench.shell.window import MainWindow

MOST = QSize(1200, 720)
SECONDS = 300.0
OWN = (
    "first", "second", "third", "with probes", "Tiny", "Two tasks in a row", "palimpsest-tiny", "palimpsest-small",
    "ham", "spam", "starred", "positive", "negative", "location", "description", "number", "entity", "abbreviation",
    "reviews", "trec", "pilot", "Strategy", "strategy", "Nothing", "Low rate", "Layer-wise decay", "Replay of the task",
    "Replay of text", "Distillation", "Questions", "Fine-tuning 1", "Fine-tuning 2",
)  # fmt: skip
"""What somebody has named: runs, classes, abilities, and the alternatives of a recipe's sweep."""
FILLED = (1, 2, 3, 4)
"""Numbers of the runs that ``fill`` writes."""


def fill(store: Path) -> list[int]:
    """Write two trained runs and one with probes; returns their numbers."""
    from engine.store import Store
    from tests.engine.lab.trained import keep_probabilities, trained
    from tests.workbench.pages.runs.test_page import add_search
    from tests.workbench.pages.stored import forgot

    made = [
        trained(store, "first", maps=True, forgotten=5),
        trained(store, "second", seed=2),
        trained(store, "third", seed=3),
        forgot(store, "with probes", stages=(20, 20)),
    ]
    keep_probabilities(store, made[0])
    with Store(store) as opened:
        add_search(opened)
    return made


def few_texts() -> Path:
    """Write a data set on which encoders are ranked at once, and return its file."""
    from engine import paths

    return write_reviews(paths.home() / "reviews.csv", numbers=60)


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
        if (
            not widget.isVisible() or widget.isWindow() or isinstance(widget, ElidedLabel)
        ):  # a tooltip is a window
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


def own_left_out(texts: dict[str, str]) -> dict[str, str]:
    """Return ``texts`` without rows of the bundled data sets, whole or shortened, and without paths of this machine."""
    from engine import paths

    folder = paths.RESOURCES / "samples"
    rows = "\n".join(
        each.read_text(encoding="utf-8")
        for each in sorted([*folder.rglob("*.csv"), *folder.rglob("*.jsonl")])
    )
    rows = rows.replace('""', '"').replace('\\"', '"')
    home = str(paths.home())
    return {
        text.replace(home, ""): place
        for text, place in texts.items()
        if len(text) < 4 or text.rstrip("…") not in rows
    }


def walk(window: MainWindow, note: Callable[[str, QWidget], None]) -> None:
    """Show each page and each of its tabs, and call ``note`` with its name and what may have changed."""
    from workbench.widgets import TabBar

    for page in window.pages():
        window.show_page(page.name)
        QApplication.processEvents()
        note(page.name, window)
        for number, bar in enumerate(page.findChildren(TabBar)):
            for place in range(bar.count()):
                bar.setCurrentIndex(place)
                QApplication.processEvents()
                note(f"{page.name}-{number}-{place}", page)


def dialogs(window: MainWindow, ids: list[int]) -> Iterator[tuple[str, QWidget]]:
    """Open each dialog in turn and give it once it shows what it asked for."""
    from workbench.pages.compare.explore import ExploreDialog
    from workbench.pages.design.dialogs import EncoderRankingDialog
    from workbench.pages.design.search.dialog import SearchDialog
    from workbench.pages.place_dialog import PlaceDialog
    from workbench.pages.runs.details.cost_matrix import CostMatrixDialog
    from workbench.pages.runs.details.decisions import DecisionsDialog
    from workbench.pages.runs.search_results import SearchResultsDialog
    from workbench.pages.runs.update_gate import UpdateGateDialog
    from workbench.shell.problem_report import ProblemReportDialog

    session, runs, design = window.session, window.page("runs"), window.page("design")
    assert session is not None
    rows = [runs.runs[each] for each in ids]  # type: ignore[attr-defined]
    looks = {each: number for number, each in enumerate(ids)}

    made: list[tuple[QDialog, Callable[[QDialog], bool]]] = [
        (ExploreDialog(session, looks, "learning_rate", window), lambda d: bool(d.plot.points())),
        (EncoderRankingDialog(session, str(few_texts()), window), lambda d: d.model.rowCount() > 0),
        (SearchDialog(design.draft, window), lambda d: True),  # type: ignore[attr-defined]
        (PlaceDialog(session, "", {}, parent=window), lambda d: True),
        (PlaceDialog(session, "", {"kind": "slurm"}, parent=window), lambda d: True),
        (CostMatrixDialog(["ham", "spam"], False, []), lambda d: True),
        (DecisionsDialog(session, ids[0], "test", "first", window), lambda d: d.tune.isEnabled()),
        (SearchResultsDialog(session, 1, window), lambda d: d.answer is not None),
        (UpdateGateDialog(session, rows[1], rows[2], window), lambda d: d.answer is not None),
        (ProblemReportDialog(session, window), lambda d: True),
    ]  # fmt: skip
    for dialog, ready in made:
        dialog.show()
        name = type(dialog).__name__
        wait_for(partial(ready, dialog), name)
        yield name, dialog
        dialog.close()


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

    theme.apply(app, "light")
    PredictionServer.ask = lambda *_words, **_more: None  # type: ignore[method-assign]
    store = paths.default_store()
    ids = list(FILLED) if store.exists() else fill(store)
    session = Session(store, run_queue=False)
    window = MainWindow(session, Preferences())
    window.resize(1280, 800)
    window.show()
    session.start()
    wait_for(lambda: len(window.pages()) == len(window._entries), "the pages")
    window.go("runs", ids)
    wait_for(lambda: set(ids) <= window.page("runs").runs.keys(), "the runs")  # type: ignore[attr-defined]
    compare = window.page("compare")
    window.go("compare", ids)
    wait_for(lambda: compare.stack.currentWidget() is compare.stack.content, "the comparison")  # type: ignore[attr-defined]
    window.go("lab", ids[:2])
    wait_for(lambda: len(window.page("lab").results) == 2, "the lab")  # type: ignore[attr-defined]
    window.go("data")
    wait_for(lambda: not window.page("data").busy(), "the data")  # type: ignore[attr-defined]
    window.go("design", {"recipe": "two-tasks"})
    wait_for(lambda: not window.page("design").knowledge.busy(), "the design")  # type: ignore[attr-defined]

    cut: dict[str, list[str]] = {}
    large: dict[str, list[int]] = {}

    shown = ShownTexts()

    def measure(place: str, most: QSize) -> None:
        # What came this moment (the size of the cache) has been given its words, but not yet its room.
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        least = window.minimumSizeHint().expandedTo(window.minimumSize())
        if least.boundedTo(most) != least:
            large[place] = [least.width(), least.height()]
        if texts := cut_texts(window):
            cut[place] = texts

    def look(place: str, changed: QWidget) -> None:
        shown.look(place, changed)
        measure(place, MOST)
        if pictures is not None:
            window.grab().save(str(pictures / f"{wanted}-{place}-{theme.mode()}.png"))

    walk(window, look)
    if pictures is not None:
        theme.set_mode("dark")
        walk(window, look)
    for name, dialog in dialogs(window, ids):
        shown.look(name, dialog)
        if pictures is not None:
            dialog.grab().save(str(pictures / f"{wanted}-{name}.png"))
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
    found = {"cut": cut, "large": large, "answers": answers}
    print(json.dumps(found | {"leftovers": leftovers(own_left_out(shown.found), OWN)}, ensure_ascii=True))


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    main()
