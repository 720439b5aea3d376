"""Compare: runs side by side, and beside the paper. What differs, what they reached, and how they got there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QMenu,
    QWidget,
)

from engine.file_names import with_ending
from workbench.backend.session import Session
from workbench.backend.steps import Steps
from workbench.engine_texts import GENERATED_NOTE
from workbench.language import tr, tr_n
from workbench.look import theme
from workbench.pages import listed
from workbench.pages.base import Page
from workbench.pages.compare.add_runs import AddRunsList
from workbench.pages.compare.explore import ExploreDialog
from workbench.pages.compare.paper_view import PaperView
from workbench.pages.compare.plots import ComparePlots
from workbench.pages.compare.query import (
    ComparisonData,
    load_comparison,
    queue_seeds,
    recent_runs,
)
from workbench.pages.compare.rows import (
    ComparisonTableRow,
    differing_settings,
    rows,
    shown_names,
    shown_slots,
)
from workbench.pages.compare.table import FROZEN, columns, has_forgetting
from workbench.pages.compare.table_foot import TableFoot
from workbench.pages.compare.verdict_columns import interval_range
from workbench.pages.compare.wording import FILES, NAMES, as_text, table_remarks, write_text
from workbench.plots.picture import LegendLine
from workbench.plots.plot_card import set_notes
from workbench.report.report_line import ReportLine
from workbench.tables import IntervalDelegate, RowsModel, SwatchDelegate, TableView
from workbench.widgets import (
    Button,
    ComboBox,
    ContentStack,
    EmptyState,
    PageHead,
    SegmentedControl,
)
from workbench.widgets.actions import make_action
from workbench.widgets.arrange import arrange_rows

REFRESH_MS = 500
MAX_RUNS = 60
READING = tr("Comparing the runs…")


class ComparePage(Page):
    """Table of the chosen runs, their validation errors over epochs, and best, last and test error.

    :meth:`receive` takes the ids of the runs to compare, in order; the first that has finished is the baseline until
    another is pinned.
    ``{"paper": "table-2:small"}`` shows that table of the paper with our results instead.
    """

    name, title, icon, shortcut, at_end = listed("compare")

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.ids: list[int] = []
        self.baseline = self._pinned = 0  # which row the others are held against; which was chosen for that
        self.hidden: set[int] = set()
        self._arguments: tuple[object, ...] = ()
        self.view: ComparisonData | None = None
        self._timer = QTimer(self, interval=REFRESH_MS, singleShot=True)
        self._timer.timeout.connect(self.refresh)
        self._steps = Steps(self)
        self._make_actions()
        self._make_paper_view()
        self._make_head()
        self._make_table()
        self._make_foot()
        self.plots = ComparePlots()
        self._arrange()
        self.apply_theme()
        if session is not None:
            session.run_progress.connect(self._progress)
            session.runs_changed.connect(self._changed)
        self._show(None)

    # -- parts ---------------------------------------------------------------------------------------------

    def _make_actions(self) -> None:
        """Create what is in the menus, in their order."""

        def make(
            text: str, slot: Callable[[], object], menu: str, keys: str = "", tip: str = "", words: str = ""
        ) -> QAction:
            return make_action(self, text, slot, keys or None, menu=menu, tip=tip, words=words)

        copy, export = self.copy_table, self.export
        self.copy = make(tr("Copy table"), copy, "Edit", "Ctrl+Shift+C", tr("Copy the table as Markdown"))
        self.copy_latex = make(tr("Copy table as LaTeX"), partial(copy, "latex"), "Edit")
        self.copy_csv = make(tr("Copy table as CSV"), partial(copy, "csv"), "Edit")
        tip = tr("Full precision, one row per run")
        self.save_csv = make(tr("Export table as CSV…"), partial(export, "csv"), "File", "Ctrl+E", tip)
        self.save_markdown = make(tr("Export table as Markdown…"), partial(export, "markdown"), "File")
        self.save_latex = make(tr("Export table as LaTeX…"), partial(export, "latex"), "File")
        self.save_plot = make(
            tr("Export curves as picture…"), partial(export, "png"), "File", tip=tr("PNG or SVG")
        )
        tip = tr("What these runs forgot, as PDF or as a web page")
        self.report = make(tr("Forgetting report…"), self.write_report, "File", "Ctrl+Shift+E", tip)
        tip = tr("Make it the baseline")
        self.pin = make(tr("Compare all others with this run"), self.pin_selected, "View", "Ctrl+B", tip)
        self.remove = make(tr("Leave the selected runs out"), self.remove_selected, "View", "Ctrl+Backspace")
        tip = tr("Every run of the selected strategies")
        show = tr("Show the selected runs on the Runs page")
        self.visit = make(show, self.visit_selected, "View", "Ctrl+Shift+R", tip)
        self.explore_action = make(
            tr("Explore…"), self.explore, "View", "Ctrl+Shift+S",
            tr("The runs over any settings and measures: as points or as a table"),
            tr("scatter, pivot, table of two quantities"),
        )  # fmt: skip

    def actions_for_menus(self) -> list[QAction]:
        return [
            self.copy, self.copy_latex, self.copy_csv, self.save_csv, self.save_markdown, self.save_latex,
            self.save_plot, self.report, self.pin, self.remove, self.visit, self.explore_action,
        ]  # fmt: skip

    def _make_paper_view(self) -> None:
        """Create the view of the paper's tables."""
        self.paper = PaperView(self.session)
        self.paper.notice.connect(self.status_changed)
        self.paper.note_changed.connect(self._paper_note)
        self.paper.recipe_wanted.connect(lambda name: self.navigate.emit("design", {"recipe": name}))
        self.paper.runs_wanted.connect(self.receive)

    def _make_head(self) -> None:
        """Create the choices and the buttons of the head."""
        self.head = PageHead(self.title)
        self.mode = SegmentedControl(
            [("runs", tr("Runs")), ("paper", tr("Paper"))], tr("What is compared"), True
        )
        self.mode.chosen.connect(lambda key: self.show_mode(str(key)))
        self.head.add_main(self.mode)
        self.settings = SegmentedControl(
            [("different", tr("Differences only")), ("all", tr("Everything"))],
            tr("Columns shown"),
            True,
        )
        self.settings.chosen.connect(lambda _key: self.refresh())
        self.groups = ComboBox(
            [
                (tr("Each run"), "runs"),
                (tr("Seeds: mean ± s.d."), "seeds"),
                (tr("Seeds: mean, 95 % interval"), "interval"),
            ],
            tr("One row per run or per strategy"),
            head=True,
        )
        self.groups.allow_shrinking()
        self.groups.currentIndexChanged.connect(lambda _index: self.refresh())
        self.add = Button(tr("Add runs"), icon="plus", head=True, tip=tr("Choose among the newest runs"))
        self.add_list = AddRunsList(self)
        self.add_list.wanted.connect(self._find_runs)
        self.add_list.toggled.connect(self._add)
        self.add.clicked.connect(lambda: self.add_list.open_below(self.add))
        copy = Button(
            tr("Copy…"),
            icon="copy",
            head=True,
            tip=tr("Copy the table as Markdown (Ctrl+Shift+C), LaTeX or CSV"),
        )
        copies = QMenu(copy)
        copies.addActions([self.copy, self.copy_latex, self.copy_csv])
        copy.clicked.connect(lambda: _drop(copies, copy))
        export = Button(tr("Export…"), icon="export", head=True, tip=tr("Save table or curves (Ctrl+E)"))
        self.copy.changed.connect(lambda: copy.setEnabled(self.copy.isEnabled()))
        self.save_csv.changed.connect(lambda: export.setEnabled(self.save_csv.isEnabled()))
        menu = QMenu(export)
        menu.addActions([self.save_csv, self.save_markdown, self.save_latex, self.save_plot])
        export.clicked.connect(lambda: _drop(menu, export))
        for widget in (*self.paper.controls, self.settings, self.groups, self.add, copy, export):
            self.head.add_action(widget)
        self.head.allow_collapsing(self.add, copy, export)
        for widget in self.paper.controls:
            widget.hide()

    def _make_table(self) -> None:
        """Create the table of runs side by side."""
        self.swatch, self.forest = SwatchDelegate(self), IntervalDelegate()
        self.swatch.toggled.connect(self._toggle)
        self.model: RowsModel[ComparisonTableRow] = RowsModel([], "id")
        self.table = TableView(self.model, tr("Runs side by side"), dense=False)
        self.table.setObjectName("table")
        self.table.setMinimumHeight(theme.sizes().px(120))
        self.table.freeze(FROZEN)
        self.table.selection_changed.connect(self._selected)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.table.addActions([self.pin, self.remove, self.visit, self.copy, self.save_csv])
        self.table.horizontalScrollBar().rangeChanged.connect(lambda _low, _high: self._fit())
        self.model.set_ground(lambda row: "alt" if row.id == self.baseline else None)

    def _make_foot(self) -> None:
        """Create the line under the table, and the line that says how a report goes."""
        self.report_line = ReportLine(self.session, lambda: self.preferences)
        self.foot = TableFoot(self.report_line)
        self.foot.changed.connect(self.refresh)
        self.foot.seeds_wanted.connect(self.queue_seeds)
        self.foot.report_wanted.connect(self.report.trigger)

    def _arrange(self) -> None:
        """Put table, line and plots under each other, or say that there is nothing to compare."""
        self.plot, self.dots = self.plots.error, self.plots.dots
        self.plots.chosen.connect(lambda key: self.table.select([key]))
        self.plots.opened.connect(self._visit)
        self.plots.notice.connect(self.status_changed)
        self.empty = EmptyState(
            tr("Nothing to compare yet"),
            tr("Select two or more runs on the Runs page and choose Compare, or add the newest here."),
            tr("Go to Runs"),
            icon="runs",
        )
        self.empty.clicked.connect(lambda: self.navigate.emit("runs", None))
        # From the outside in: whatever gets a parent is styled anew with all that lies in it.
        full = QWidget()
        self.stack = ContentStack(full, self.empty, READING)
        arrange_rows(self.head, (self.stack, 1), on=self)
        self.stack.addWidget(self.paper)
        arrange_rows(self.table, self.foot, (self.plots, 1), on=full)

    def apply_theme(self) -> None:
        """Let the lengths follow the text size."""
        self.foot.set_lengths()
        self.foot.fit(self.width())
        if self.view is not None:
            self._fit()

    # -- what is compared ----------------------------------------------------------------------------------

    def receive(self, payload: object) -> None:
        """Take the ids of the runs to compare, or the table of the paper; None leaves the page as it is."""
        if isinstance(payload, dict):
            name, _, size = str(payload["paper"]).partition(":")
            self.paper.choose(name, size)
            self.show_mode("paper")
        elif isinstance(payload, Iterable):
            self.show_mode("runs")
            self.set_runs([int(number) for number in payload])

    def show_mode(self, mode: str) -> None:
        """Show ``runs`` side by side, or tables of the ``paper``."""
        self.mode.set_current(mode)
        for widget in self.paper.controls:
            widget.setVisible(mode == "paper")
        for widget in (self.settings, self.groups, self.add):
            widget.setVisible(mode == "runs")
        if mode == "paper":
            self.stack.setCurrentWidget(self.paper)
            self._enable()
        self.refresh()

    @property
    def on_paper(self) -> bool:
        """Whether tables of the paper are shown."""
        return self.mode.current() == "paper"

    def _paper_note(self, note: str) -> None:
        if self.on_paper:
            self.head.set_note(note)
            self._enable()

    def set_runs(self, ids: Sequence[int]) -> None:
        """Compare these runs, in this order."""
        self.ids = list(dict.fromkeys(ids))[:MAX_RUNS]
        self.hidden &= set(self.ids)
        if self._pinned not in self.ids:
            self._pinned = 0
        self.refresh()

    def refresh(self) -> None:
        """Read the comparison anew, off the GUI thread."""
        if self.session is None:
            return
        if self.on_paper:
            self.paper.refresh()
            return
        if not self.ids:
            self._show(None)
            return
        if self.view is None:
            self.stack.show_reading()
        arguments = (
            tuple(self.ids),
            self.settings.current() == "all",
            self.grouped,
            self._pinned,
            self.interval,
            self.foot.chosen_margin(),
            self.foot.chosen_metric(),
        )
        if arguments != self._arguments and self.view is not None:
            self.head.set_note(READING)  # what is shown is not yet what was chosen
        self._arguments = arguments
        self.session.query(
            load_comparison,
            *arguments,
            then=self._show,
            owner=self,
            slot="comparison",
        )

    @property
    def grouped(self) -> bool:
        """Whether runs that differ only in their seeds share a row."""
        return self.groups.currentData() != "runs"

    @property
    def interval(self) -> bool:
        """Whether ± and bands are the 95 % interval of the mean rather than the standard deviation."""
        return self.groups.currentData() == "interval"

    def on_shown(self) -> None:
        self.refresh()

    def _progress(self, moved: frozenset[int]) -> None:
        free = not self.live_session.busy(self, "comparison") and not self._timer.isActive()
        if self.isVisible() and moved & set(self.ids) and free:
            self._timer.start()

    def _changed(self) -> None:
        if self.isVisible() and (self.ids or self.on_paper) and not self._timer.isActive():
            self._timer.start()

    # -- showing -------------------------------------------------------------------------------------------

    def _show(self, view: ComparisonData | None) -> None:
        self._steps.stop()
        if view is not None and not self.on_paper:
            self._steps.begin(self._show_in_steps(view))
            return
        self.view = view
        if not self.on_paper:
            self._enable()
            self.stack.show_empty()
            self.head.set_note("")

    def _show_in_steps(self, view: ComparisonData) -> Iterator[None]:
        """Draw one plot in each step, and fill the table in the last, with which the comparison is there."""
        self.baseline = view.baseline
        hidden = set(self.hidden)
        for _ in self.plots.show_in_steps(view, hidden):
            yield
        self.view = view
        if self.on_paper:
            return
        self.foot.offer(view)
        self._enable()
        self._fill_table(view)
        self._fit()
        self.stack.show_content()
        runs = sum(len(row.runs) for row in view.comparison.rows)
        note = tr_n("{n} run", "{n} runs", runs)
        if self.grouped:
            note = tr("{strategies} strategies, {runs}", strategies=len(view.comparison.rows), runs=note)
        self.head.set_note(note)
        self.foot.note.set_sentences(table_remarks(view, self.grouped))
        set_notes(self, GENERATED_NOTE if view.generated else "")
        if self.hidden != hidden:  # a curve was hidden meanwhile
            self._draw(view)
        self._mark()

    def _fill_table(self, view: ComparisonData) -> None:
        """Show the rows of a comparison; the columns are made anew only where they are others."""
        self.forest.set_range(interval_range(view))
        new_columns, key = (
            columns(view, self.baseline, self.swatch, self.forest, self.settings.current() == "all"),
            (self.baseline, view.interval, view.judged_by),
        )
        if [c.key for c in new_columns] != [c.key for c in self.model.columns] or self._columns_key != key:
            selected = self.table.selected()
            self.model.set_columns(new_columns)
            self.table.horizontalScrollBar().setValue(0)
            self.table.select(selected)
        self._columns_key = key
        self.model.set_rows(rows(view, self.hidden))

    _columns_key: tuple[int, bool, str] = (0, False, "")

    def _draw(self, view: ComparisonData) -> None:
        self.plots.show_view(view, self.hidden)
        self._mark()

    def _fit(self) -> None:
        height = self.table.content_height() + theme.sizes().px(2)
        if self.table.horizontalScrollBar().maximum() > 0:
            height += self.table.horizontalScrollBar().sizeHint().height()
        height = min(height, max(theme.sizes().px(120), self.height() // 2))
        self.table.set_wanted_height(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the table the height of its rows, at most half of the page."""
        super().resizeEvent(event)
        self.foot.fit(self.width())
        if self.view is not None:
            self._fit()

    # -- acting --------------------------------------------------------------------------------------------

    def _enable(self) -> None:
        has_data = (self.paper.sheet if self.on_paper else self.view) is not None
        copies = (self.copy, self.copy_latex, self.copy_csv)
        for each in (*copies, self.save_csv, self.save_markdown, self.save_latex, self.save_plot):
            each.setEnabled(has_data)
        self.explore_action.setEnabled(self.view is not None and not self.on_paper)
        forgot = bool(
            has_data and not self.on_paper and self.view is not None and has_forgetting(self.view.comparison)
        )
        self.report.setEnabled(forgot)
        self.foot.enable(None if self.on_paper else self.view, forgot)
        self.foot.fit(self.width())
        selected = bool(has_data and not self.on_paper and self.table.selected())
        for each in (self.pin, self.remove, self.visit):
            each.setEnabled(selected)

    def _toggle(self, row: ComparisonTableRow) -> None:
        self.hidden ^= {row.id}
        if self.view is not None:
            self.model.set_rows(rows(self.view, self.hidden))
            self._draw(self.view)

    def _selected(self, _keys: list[int]) -> None:
        self._enable()
        self._mark()

    def _mark(self) -> None:
        """Mark the selected strategy in the plane too."""
        selected = self.table.selected_rows()
        self.plots.plane.select(selected[0].id if len(selected) == 1 else None)

    def write_report(self) -> None:
        """Ask for a file and have the forgetting report of the compared runs written to it."""
        self.report_line.ask([run for row in self.model.rows for run in row.runs])

    def queue_seeds(self) -> None:
        """Queue the seeds that it takes to tell rows from the baseline, and compare these runs too."""
        if self.session is None or self.view is None:
            return
        members = {row.runs[0]: row.runs for row in self.view.comparison.rows}
        needed = [(members[key], units) for key, units in self.view.further_seeds.items()]
        self.foot.seeds_button.setEnabled(False)
        self.session.act(
            queue_seeds,
            members[self.view.baseline],
            needed,
            then=self._seeds_queued,
            owner=self,
            failed=self._seeds_failed,
        )

    def _seeds_queued(self, queued: tuple[int, list[int]]) -> None:
        count, numbers = queued
        self.foot.seeds_button.setEnabled(True)
        self.status_changed.emit(tr_n("{n} run queued", "{n} runs queued", count))
        self.set_runs([*self.ids, *numbers])

    def _seeds_failed(self, problem: str) -> None:
        self.foot.seeds_button.setEnabled(True)
        self.status_changed.emit(problem)

    def visit_selected(self) -> None:
        """Go to the Runs page with every run of the selected rows."""
        ids = [run for row in self.table.selected_rows() for run in row.runs]
        if ids:
            self.navigate.emit("runs", ids)

    def _visit(self, key: int) -> None:
        row = self.model.row_of(key)
        if row is not None:
            self.navigate.emit("runs", list(row.runs))

    def pin_selected(self) -> None:
        """Make the first selected row the baseline."""
        selected = self.table.selected_rows()
        if selected and self.view is not None:
            self.baseline = self._pinned = selected[0].id
            self._fill_table(self.view)
            self._fit()
            self.refresh()  # the tests against it

    def remove_selected(self) -> None:
        """Leave the selected rows' runs out of the comparison; the runs themselves stay."""
        gone = {run for row in self.table.selected_rows() for run in row.runs}
        self.set_runs([number for number in self.ids if number not in gone])

    def _find_runs(self, search: str) -> None:
        """Offer the newest runs, or the newest with these words."""
        if self.session is not None:
            self.session.query(
                recent_runs, search, owner=self, slot="recent",
                then=lambda runs: self.add_list.set_runs(runs, self.ids),
            )  # fmt: skip

    def _add(self, number: int, on: bool) -> None:
        self.set_runs([*self.ids, number] if on else [i for i in self.ids if i != number])

    def explore(self) -> None:
        """Show the compared runs over any quantities: at first the settings in which they differ, and their results."""
        if self.session is not None and self.view is not None:
            comparison = self.view.comparison
            differing = [*differing_settings(comparison)]
            names, slots = shown_names(comparison), shown_slots(comparison)
            several = [row.runs[0] for row in comparison.rows] if self.grouped else []
            self.dialog = ExploreDialog(
                self.session,
                self._looks(self.view),
                differing[0] if differing else "",
                self,
                [LegendLine(slots[key], names[key]) for key in several],
            )
            self.dialog.chosen.connect(self._select_run)
            self.dialog.opened.connect(lambda number: self.navigate.emit("runs", [number]))
            self.dialog.open()

    @staticmethod
    def _looks(view: ComparisonData) -> dict[int, int]:
        """Return the series of all runs compared: those of a strategy share one."""
        slots = shown_slots(view.comparison)
        return {run: slots[row.runs[0]] for row in view.comparison.rows for run in row.runs}

    def _select_run(self, number: int) -> None:
        self.table.select([row.id for row in self.model.rows if number in row.runs])

    def copy_table(self, kind: str = "markdown") -> None:
        """Put the table on the clipboard, as ``markdown``, ``latex`` or ``csv``."""
        text = self.paper.text(kind) if self.on_paper else as_text(self.view, kind) if self.view else ""
        if text:
            QGuiApplication.clipboard().setText(text)
            self.status_changed.emit(tr("Table copied as {names}", names=NAMES[kind]))

    def export(self, kind: str) -> None:
        """Ask for a file and write the table (``csv``, ``markdown``, ``latex``) or the curves (``png``) to it."""
        name, kinds = FILES[kind]
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Export"), str(Path.home() / name), kinds)
        if chosen:
            self.write(kind, with_ending(chosen, name))

    def write(self, kind: str, target: Path) -> None:
        """Write what :meth:`export` asked for; a failure is said in the status bar."""
        if kind == "png":
            (self.paper.plot if self.on_paper else self.plots).save(target)
            self.status_changed.emit(tr("Saved {target}", target=target))
            return
        text = self.paper.text(kind) if self.on_paper or self.view is None else as_text(self.view, kind)
        self.live_session.act(
            write_text,
            target,
            text,
            then=lambda _done: self.status_changed.emit(tr("Saved {target}", target=target)),
            owner=self,
            failed=self.status_changed.emit,
        )


def _drop(menu: QMenu, button: QWidget) -> None:
    """Show a menu under its button; the button keeps its look."""
    menu.popup(button.mapToGlobal(QPoint(0, button.height())))
