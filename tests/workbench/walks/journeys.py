"""Four journeys. Prints what came out as JSON; ``--pictures DIR``: the screen before each click.

``first_result``: from a CSV of one's own to two compared runs as LaTeX, and to the classes of new rows. ``paper``: a
student fills a cell of a table of the paper. ``freezing``: a reader of a forum freezes layers, trains and leaves.
``next_day``: somebody comes back to that. Without ``--size`` the window fills the screen, as one does who works in it;
``--scale 2`` is what a desktop sets on a screen with many pixels.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication, QComboBox

from tests import patience
from tests.workbench.walks.pointer import Pointer, RealPointer, SentPointer
from tests.workbench.walks.walk import Condition, Walk
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
from workbench.pages.runs.run_list.wording import ERRORS
from workbench.shell.window import MainWindow

RATE, FREEZING = "stages.0.learning_rate", "stages.0.freezing"


class FirstResult(Walk):
    """An engineer with a CSV: three clicks from *Import* to *Design*, three to the classes of its rows."""

    def walk(self) -> Iterator[Condition]:
        design, runs, compare = self.page(DesignPage), self.page(RunsPage), self.page(ComparePage)
        yield from self.take_in()
        yield from self.click("Several learning rates", lambda: (row := _row(design, RATE)) and row.sweep)
        yield lambda: design.draft.runs == 2
        yield from self.click("Run 2 runs", lambda: design.run_button)
        yield lambda: sum(run.status == "finished" for run in runs.runs.values()) == 2
        yield from self.click("The sweep", runs.table.viewport, lambda: _group_row(runs))
        yield from self.press(runs, "Compare")
        yield lambda: self.window.current == "compare" and compare.copy_latex.isEnabled()
        yield from self.copy_as(compare, compare.copy_latex)
        yield from self._classify()

    def take_in(self) -> Iterator[Condition]:
        """Import the file, and have a model designed for it."""
        data, design = self.page(DataPage), self.page(DesignPage)
        yield from self.go("data")
        yield from self.click("Import", lambda: data.catalogue.import_button)
        yield from self.click("File", lambda: data.sheet.form.file)
        yield from self.name_file()
        yield from self.click("Design a model", lambda: data.sheet.form.design)
        yield lambda: self.window.current == "design" and design.ready and not design.draft.recipe

    def _classify(self) -> Iterator[Condition]:
        page = self.page(ClassifyPage)
        yield from self.go("classify")
        yield from self.press(page.stack.empty, "Choose a file…")
        yield from self.name_file()
        yield from self.click("Classify 120 rows", lambda: page.begin)
        yield lambda: page.answers is not None
        assert page.answers is not None and page.answers.answered == 120
        sure = [row.confidence or 0 for row in page.model.rows]
        assert sure == sorted(sure), "the unsure ones stand first"
        assert {row.answer for row in page.model.rows} <= {"good", "bad"}
        for name in ("saved.csv", "saved.xlsx"):
            save_answers(page._answers_file, page.plan, self.file.with_name(name))


class Paper(Walk):
    """A student with the paper: a table's sample begins, its first cell fills, the table leaves as LaTeX."""

    def walk(self) -> Iterator[Condition]:
        runs, compare = self.page(RunsPage), self.page(ComparePage)
        paper = compare.paper
        yield from self.go("compare")
        yield from self.press(compare, "Paper")
        yield lambda: paper.sheet is not None
        yield from self.choose(paper.tables, "table-3")
        yield from self.press(paper.sizes, "Sample")
        yield from self.click("Reproduce", lambda: paper.reproduce)
        yield lambda: paper.reproducing.box is not None
        yield from self.press(paper.reproducing.box, "Queue 8 runs")
        yield lambda: paper.sheet is not None and paper.sheet.table.filled_cells > 0
        yield from self.go("runs")
        yield from self.click("The sweep", runs.table.viewport, lambda: _group_row(runs))
        yield from self.press(runs, "Stop")
        yield lambda: not any(run.active for run in runs.runs.values())
        yield from self.go("compare")
        yield from self.copy_as(compare, compare.copy_latex)
        self.told["filled"] = paper.sheet.table.filled_cells


class Freezing(FirstResult):
    """A reader of a forum: the lower layers stay as they are, which is seen before anything is trained."""

    def walk(self) -> Iterator[Condition]:
        design, runs = self.page(DesignPage), self.page(RunsPage)
        yield from self.take_in()
        row = lambda: _row(design, FREEZING)  # noqa: E731
        if (there := row()) is None or not there.isVisible():
            yield from self.press(design, "Freezing")
        yield lambda: row() is not None
        yield from self.choose(row().findChild(QComboBox), "lowest")
        yield lambda: {bar.text for bar in design.consequences.layers.rows()} >= {"frozen"}
        yield from self.click("Run", lambda: design.run_button)
        yield lambda: any(run.step > 1 for run in runs.runs.values())
        yield from self.press(runs, "Stop")
        yield lambda: not any(run.active for run in runs.runs.values())
        self.told["step"] = next(run.step for run in runs.runs.values())


class NextDay(Walk):
    """Somebody comes back: the draft is there, the run goes on where it stopped, and its errors are a click away."""

    def walk(self) -> Iterator[Condition]:
        design, runs = self.page(DesignPage), self.page(RunsPage)
        yield lambda: design.ready and design.draft.table["stages"][0]["freezing"]["kind"] == "lowest"
        yield from self.go("runs")
        yield lambda: bool(runs.model.rowCount())
        yield from self.click("The run", runs.table.viewport, lambda: _line(runs, 0))
        yield from self.press(runs, "Resume")
        yield lambda: all(run.status == "finished" for run in runs.runs.values())
        steps = runs.learning.histories[next(iter(runs.runs)), "train/loss"].step
        yield lambda: len(steps) == steps[-1] and steps[0] == 1
        yield from self.click("Errors", lambda: runs.tabs, lambda: runs.tabs.tabRect(ERRORS).center())
        tab, cells = runs.errors, runs.errors.confusion.table
        first = cells.model().index(0, 0)
        yield from self.click("Right ones", cells.viewport, lambda: cells.visualRect(first).center())
        yield lambda: tab.errors is not None and {row.label for row in tab.model.rows} == {"bad"}
        assert tab.errors.matching == tab.errors.confusion[0][0]


JOURNEYS: dict[str, type[Walk]] = {
    "first_result": FirstResult, "paper": Paper, "freezing": Freezing, "next_day": NextDay
}  # fmt: skip


def _line(runs: RunsPage, line: int) -> QPoint:
    """Return the middle of the name in a line."""
    return runs.table.visualRect(runs.model.index(line, 1)).center()


def _group_row(runs: RunsPage) -> QPoint:
    """Return the middle of the name of the first group."""
    return _line(runs, next(place for place, line in enumerate(runs.model.rows) if line.members))


def _row(design: DesignPage, path: str) -> FormRow | None:
    """Return the row of a field, once it is there."""
    form = design.form_column.form()
    rows = [row for row in form.rows() if isinstance(row, FormRow)] if form is not None else []
    return next((row for row in rows if any(cell.path == path for cell in row.line.cells)), None)


def options() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("journey", choices=JOURNEYS)
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
    walk = JOURNEYS[chosen.journey](window, pointer, chosen.file, chosen.pictures, chosen.seconds)
    code = app.exec()
    session.close()
    print(json.dumps({"clicks": walk.clicks, "widest": walk.widest.toTuple()} | walk.told))
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
