"""Compare: strategies side by side, and against the paper. First the answer in words, then the statistics on
request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from engine.file_names import with_default_suffix
from workbench.backend.session import Session
from workbench.backend.tasks import Steps
from workbench.engine_texts import GENERATED_NOTE
from workbench.language import join_sentences, tr, tr_n
from workbench.pages import page_attributes
from workbench.pages.base import Page
from workbench.pages.compare.add_runs import AddRunsList
from workbench.pages.compare.columns import (
    GIVES_WAY,
    ComparisonTableRow,
    columns,
    differing_settings,
    display_names,
    display_slots,
    has_forgetting,
    interval_range,
    rows,
)
from workbench.pages.compare.explore import ExploreDialog
from workbench.pages.compare.paper_view import PaperView
from workbench.pages.compare.plots import ComparePlots
from workbench.pages.compare.query import ComparisonData, load_comparison, queue_seeds, recent_runs
from workbench.pages.compare.statistics_bar import StatisticsBar
from workbench.pages.compare.wording import (
    FILES,
    NAMES,
    as_text,
    cautions,
    headline,
    table_remarks,
    write_text,
)
from workbench.plots.picture import LegendLine
from workbench.plots.plot_card import set_notes
from workbench.report.report_line import ReportLine
from workbench.tables import IntervalDelegate, RowsModel, SwatchDelegate, TableView
from workbench.widgets import (
    Button,
    ComboBox,
    ContentStack,
    EmptyState,
    Label,
    PageHead,
    Panel,
    SegmentedControl,
)
from workbench.widgets.actions import make_action
from workbench.widgets.arrange import arrange_columns, arrange_rows

REFRESH_MS = 500
MAX_RUNS = 60
READING = tr("Comparing the runs…")
Question = tuple[tuple[int, ...], bool, bool | None, int, bool, float | None, str]


class ComparePage(Page):
    """A sentence that compares the strategies with a named baseline, their table, and their curves.

    :meth:`receive` takes the ids of the runs to compare, in order. The baseline is the plain strategy among them
    (``query.choose_baseline``) until the user chooses another. Once it has a result it stays, even if others finish
    later. ``{"paper": "table-2:small"}`` shows that table of the paper with our results instead.
    """

    name, title, icon, shortcut, at_end = page_attributes("compare")

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.ids: list[int] = []
        self.baseline_run = 0
        """A run of the row that others are held against, 0 as long as none has a result."""
        self.hidden: set[int] = set()
        self._shown_question: Question | None = None
        self._columns_key: tuple[object, ...] = ()
        self.view: ComparisonData | None = None
        self._steps = Steps(self)
        self._make_actions()
        self._make_paper_view()
        self._make_head()
        self._make_answer()
        self._make_table()
        self.plots = ComparePlots()
        self.plots.chosen.connect(lambda key: self.table.select([key]))
        self.plots.opened.connect(self._visit)
        self.plots.notice.connect(self.status_changed)
        self._arrange()
        self.comparison = self.watch(
            load_comparison, self._question, self._show, every=REFRESH_MS, follows=lambda: self.ids
        )
        self._show(None)

    # -- parts ---------------------------------------------------------------------------------------------

    def _make_actions(self) -> None:
        """Create the menu actions, in their order."""

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
        tip = tr("A report of what these runs forgot, as PDF or web page")
        self.report = make(tr("Forgetting report…"), self.write_report, "File", "Ctrl+Shift+E", tip)
        tip = tr("Make it the baseline")
        self.pin = make(tr("Compare all others with this run"), self.pin_selected, "View", "Ctrl+B", tip)
        self.remove = make(tr("Remove from comparison"), self.remove_selected, "View", "Ctrl+Backspace")
        tip = tr("Every run of the selected strategies")
        show = tr("Show the selected runs on the Runs page")
        self.visit = make(show, self.visit_selected, "View", "Ctrl+Shift+R", tip)
        self.explore_action = make(
            tr("Explore…"), self.explore, "View", "Ctrl+Shift+S",
            tr("The runs as points over any two settings or measures"), tr("scatter"),
        )  # fmt: skip
        self.exports = [
            self.copy, self.copy_latex, self.copy_csv, self.save_csv, self.save_markdown, self.save_latex,
            self.save_plot,
        ]  # fmt: skip

    def actions_for_menus(self) -> list[QAction]:
        return [*self.exports, self.report, self.pin, self.remove, self.visit, self.explore_action]

    def _make_paper_view(self) -> None:
        """Create the view of the paper's tables."""
        self.paper = PaperView(self.session)
        self.paper.notice.connect(self.status_changed)
        self.paper.note_changed.connect(self._paper_note)
        self.paper.recipe_requested.connect(lambda name: self.navigate.emit("design", {"recipe": name}))
        self.paper.runs_requested.connect(self.receive)

    def _make_head(self) -> None:
        """Create the buttons of the head."""
        self.head = PageHead(self.title)
        self.mode = SegmentedControl(
            [("runs", tr("Runs")), ("paper", tr("Paper"))], tr("Comparison of runs or paper"), True
        )
        self.mode.chosen.connect(lambda key: self.show_mode(str(key)))
        self.head.add_main(self.mode)
        self.add = Button(tr("Add runs"), icon="plus", head=True, tip=tr("Choose among the newest runs"))
        self.add_list = AddRunsList(self)
        self.add_list.requested.connect(self._find_runs)
        self.add_list.toggled.connect(self._add)
        self.add.clicked.connect(lambda: self.add_list.open_below(self.add))
        self.statistics = Button(
            tr("Statistics"), icon="compare", head=True,
            tip=tr("All results, p-values and remarks, with a choice of baseline and metric"),
        )  # fmt: skip
        self.statistics.setCheckable(True)
        self.statistics.toggled.connect(self._show_statistics)
        copy = Button(
            tr("Copy as…"), icon="copy", head=True, tip=tr("Copy or save the table, save the curves")
        )
        menu = QMenu(copy)
        menu.addActions(self.exports)
        menu.insertSeparator(self.save_csv)
        menu.addAction(self.report)
        copy.clicked.connect(lambda: menu.popup(copy.mapToGlobal(QPoint(0, copy.height()))))
        self.copy.changed.connect(lambda: copy.setEnabled(self.copy.isEnabled()))
        for widget in (*self.paper.controls, self.add, self.statistics, copy):
            self.head.add_action(widget)
        self.head.allow_collapsing(self.add, self.statistics, copy)
        for widget in self.paper.controls:
            widget.hide()

    def _make_answer(self) -> None:
        """Create the sentence over the table, with its baseline and the offer to queue seeds."""
        self.answer, self.cautions = Label("", "strong", wrap=True), Label("", "caption", "text2", wrap=True)
        self.baselines = ComboBox([], tr("Baseline of all comparisons"))
        self.baselines.allow_shrinking()
        self.baselines.activated.connect(lambda _index: self.set_baseline(self.baselines.currentData()))
        self.seeds_button = Button(tr("Queue more seeds"), icon="plus")
        self.seeds_button.clicked.connect(self.queue_seeds)
        self.report_line = ReportLine(self.session, lambda: self.preferences)
        caption = Label(tr("Baseline"), "caption", "text2")
        choices = arrange_columns(..., self.seeds_button, caption, self.baselines, spacing=8)
        self.answer_panel = Panel("surface", "b")
        words = arrange_rows(self.answer, self.cautions)
        row = arrange_columns((words, 1), choices, spacing=8)
        row.setAlignment(choices, Qt.AlignmentFlag.AlignTop)
        arrange_rows(row, self.report_line, on=self.answer_panel, spacing=8, margins=(16, 8, 16, 8))

    def _make_table(self) -> None:
        """Create the table of strategies and its statistics."""
        self.swatch, self.forest = SwatchDelegate(self), IntervalDelegate()
        self.swatch.toggled.connect(self._toggle)
        self.model: RowsModel[ComparisonTableRow] = RowsModel([], "id")
        self.table = TableView(self.model, tr("Runs side by side"), dense=False)
        self.table.setObjectName("table")
        self.table.selection_changed.connect(self._selected)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.table.addActions([self.pin, self.remove, self.visit, self.copy, self.save_csv])
        self.table.horizontalScrollBar().rangeChanged.connect(lambda _low, _high: self._fit())
        self.model.set_ground(lambda row: "alt" if row.baseline else None)
        self.bar = StatisticsBar()
        self.bar.changed.connect(self._show_statistics)

    def _arrange(self) -> None:
        """Arrange answer, table and plots vertically, with an empty state."""
        self.empty = EmptyState(
            tr("Nothing to compare yet"),
            tr("Select two or more runs on the Runs page and choose Compare, or add the newest here."),
            tr("Add runs"),
            icon="plus",
        )
        self.empty.clicked.connect(self.add.click)
        self.empty.offer(tr("Look at a finished study"), lambda: self.navigate.emit("help", "studies.md"))
        # From the outside in: a widget that gets a parent is restyled with all its children.
        full = QWidget()
        self.stack = ContentStack(full, self.empty, READING)
        arrange_rows(self.head, (self.stack, 1), on=self)
        self.stack.addWidget(self.paper)
        arrange_rows(self.answer_panel, self.table, self.bar, (self.plots, 1000), ..., on=full)

    # -- what is compared ----------------------------------------------------------------------------------

    def receive(self, payload: object) -> None:
        """Take the ids of the runs to compare, or the table of the paper. None changes nothing."""
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
        for widget in (self.add, self.statistics):
            widget.setVisible(mode == "runs")
        if mode == "paper":
            self.stack.setCurrentWidget(self.paper)
            self._enable()
        self.refresh()

    @property
    def on_paper(self) -> bool:
        """Whether the paper's tables are shown."""
        return self.mode.current() == "paper"

    def _paper_note(self, note: str) -> None:
        if self.on_paper:
            self.head.set_note(note)
            self._enable()

    def set_runs(self, ids: Sequence[int]) -> None:
        """Compare these runs, in this order."""
        self.ids = list(dict.fromkeys(ids))[:MAX_RUNS]
        self.hidden &= set(self.ids)
        if self.baseline_run not in self.ids:
            self.baseline_run = 0
        self.refresh()

    def set_baseline(self, run: int) -> None:
        """Make the row of this run the baseline."""
        self.baseline_run = run
        self.refresh()

    def refresh(self) -> None:
        """Read the comparison again, off the GUI thread."""
        if self.on_paper:
            self.paper.refresh()
            return
        if not self.ids or self.session is None:
            self._show(None)
        elif self.view is None:
            self.stack.show_reading()
        elif self._question() != self._shown_question:
            self.head.set_note(READING)  # the page does not show the new choice yet
        self._shown_question = self._question()
        self.comparison.ask()

    def _question(self) -> Question | None:
        """Return the arguments of ``load_comparison``, or None if there is nothing to compare."""
        if self.on_paper or not self.ids:
            return None
        everything = self.statistics.isChecked() and self.bar.layer == "all"
        fold, interval, margin, metric = self.bar.question()
        return tuple(self.ids), everything, fold, self.baseline_run, interval, margin, metric

    def _show_statistics(self) -> None:
        self.bar.setVisible(self.statistics.isChecked())  # at once, before anything is read
        if self._question() != self._shown_question:
            self.refresh()
        elif self.view is not None:
            self._show_answer(self.view)
            self._fill_table(self.view)
            self._fit()

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
        """Draw one plot in each step, and fill the table in the last one, which completes the comparison."""
        hidden = set(self.hidden)
        yield from self.plots.show_in_steps(view, hidden)
        self.view = view
        if self.on_paper:
            return
        if view.baseline_finished and self._shown_question == self._question():
            self.baseline_run = view.baseline
            self._shown_question = self._question()
        self._show_answer(view)
        self._fill_table(view)
        self._enable()
        self._fit()
        self.stack.show_content()
        set_notes(self, GENERATED_NOTE if view.answer.generated else "")
        if self.hidden != hidden:  # a curve has been hidden in the meantime
            self._draw(view)
        self._mark()

    def _show_answer(self, view: ComparisonData) -> None:
        """Show the answer, the remarks and the note of the head."""
        table = rows(view, set())
        runs = tr_n("{n} run", "{n} runs", sum(len(row.runs) for row in table))
        strategies = tr_n("{n} strategy, {runs}", "{n} strategies, {runs}", len(table), runs=runs)
        self.head.set_note(strategies if view.grouped else runs)
        self.answer.setText(headline(view))
        self.cautions.setText(join_sentences(cautions(view)))
        for label in (self.answer, self.cautions):
            label.setVisible(bool(label.text()))
        self.baselines.set_choices([(row.name, row.id) for row in table])
        self.baselines.set_current(view.baseline)
        self.bar.setVisible(self.statistics.isChecked())
        self.bar.offer(view, table_remarks(view))
        most = max(view.further_seeds.values(), default=0)
        self.seeds_button.setVisible(bool(most))
        self.seeds_button.set_text(tr("Queue seeds, to {count} each", count=most))
        self.seeds_button.set_tip(
            tr(
                "{count} rows show no significant difference from the baseline. Queue the seeds required: "
                "up to {seeds} of each, and of the baseline.",
                count=len(view.further_seeds),
                seeds=most,
            )
        )

    def _fill_table(self, view: ComparisonData) -> None:
        """Show the rows of a comparison. The columns are only replaced if they differ."""
        self.forest.set_range(interval_range(view))
        new = columns(view, self.swatch, self.forest, self.bar.layer if self.statistics.isChecked() else "")
        key = (view.baseline, view.interval, view.judged_by, *((c.key, c.title, c.width) for c in new))
        if key != self._columns_key:
            selected = self.table.selected()
            self.model.set_columns(new)
            self.table.horizontalScrollBar().setValue(0)
            self.table.select(selected)
        self._columns_key = key
        self.model.set_rows(rows(view, self.hidden))

    def _draw(self, view: ComparisonData) -> None:
        for _ in self.plots.show_in_steps(view, self.hidden):
            pass
        self._mark()

    def _fit(self) -> None:
        """Hide columns that do not fit next to the statistics, and set the table's height to its rows."""
        there = {column.key for column in self.model.columns}
        for key in (each for each in GIVES_WAY if each in there):
            self.table.set_column_shown(key, True)
        for key in (each for each in GIVES_WAY if each in there and self.bar.layer == "results"):
            if self.table.head.length() > self.table.viewport().width():
                self.table.set_column_shown(key, False)
        height = self.table.content_height() + 2
        if self.table.horizontalScrollBar().maximum() > 0:
            height += self.table.horizontalScrollBar().sizeHint().height()
        self.table.setMinimumHeight(min(height, 120))
        self.table.set_preferred_height(min(height, max(120, self.height() // 2)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the height of the table to its rows, at most half of the page."""
        super().resizeEvent(event)
        if self.view is not None:
            self._fit()

    # -- acting --------------------------------------------------------------------------------------------

    def _enable(self) -> None:
        view = None if self.on_paper else self.view
        has_data = view is not None or (self.on_paper and self.paper.sheet is not None)
        for each in self.exports:
            each.setEnabled(has_data)
        self.explore_action.setEnabled(view is not None)
        self.report.setEnabled(view is not None and has_forgetting(view.comparison))
        for each in (self.pin, self.remove, self.visit):
            each.setEnabled(view is not None and bool(self.table.selected()))

    def _toggle(self, row: ComparisonTableRow) -> None:
        self.hidden ^= {row.id}
        if self.view is not None:
            self.model.set_rows(rows(self.view, self.hidden))
            self._draw(self.view)

    def _selected(self, _keys: list[int]) -> None:
        self._enable()
        self._mark()

    def _mark(self) -> None:
        """Also mark the selected strategy in the plane."""
        selected = self.table.selected_rows()
        self.plots.plane.select(selected[0].id if len(selected) == 1 else None)

    def write_report(self) -> None:
        """Open a file dialog and write the forgetting report of the compared runs."""
        self.report_line.ask([run for row in self.model.rows for run in row.runs])

    def queue_seeds(self) -> None:
        """Queue the seeds required to distinguish rows from the baseline, and add these runs to the comparison."""
        if self.session is None or self.view is None:
            return
        members = {row.runs[0]: row.runs for row in self.view.comparison.rows}
        needed = [(members[key], units) for key, units in self.view.further_seeds.items()]
        self.seeds_button.setEnabled(False)
        self.session.act(
            queue_seeds, members[self.view.baseline], needed,
            then=self._seeds_queued, owner=self, failed=self._seeds_failed,
        )  # fmt: skip

    def _seeds_queued(self, queued: tuple[int, list[int]]) -> None:
        count, numbers = queued
        self._seeds_failed(tr_n("{n} run queued", "{n} runs queued", count))
        self.set_runs([*self.ids, *numbers])

    def _seeds_failed(self, message: str) -> None:
        self.seeds_button.setEnabled(True)
        self.status_changed.emit(message)

    def visit_selected(self) -> None:
        """Show every run of the selected rows on the Runs page."""
        if ids := [run for row in self.table.selected_rows() for run in row.runs]:
            self.navigate.emit("runs", ids)

    def _visit(self, key: int) -> None:
        row = self.model.row_of(key)
        if row is not None:
            self.navigate.emit("runs", list(row.runs))

    def pin_selected(self) -> None:
        """Make the first selected row the baseline."""
        if selected := self.table.selected_rows():
            self.set_baseline(selected[0].id)

    def remove_selected(self) -> None:
        """Remove the runs of the selected rows from the comparison. The runs themselves stay."""
        run_ids = {run for row in self.table.selected_rows() for run in row.runs}
        self.set_runs([number for number in self.ids if number not in run_ids])

    def _find_runs(self, search: str) -> None:
        """List the newest runs, or the newest matching ones."""
        if self.session is not None:
            self.session.query(
                recent_runs, search, owner=self, slot="recent",
                then=lambda runs: self.add_list.set_runs(runs, self.ids),
            )  # fmt: skip

    def _add(self, number: int, on: bool) -> None:
        self.set_runs([*self.ids, number] if on else [i for i in self.ids if i != number])

    def explore(self) -> None:
        """Show the compared runs over any quantities, initially a differing setting and the results."""
        if self.session is None or self.view is None:
            return
        comparison = self.view.comparison
        names, slots = display_names(comparison), display_slots(comparison)
        legend = [LegendLine(slots[row.runs[0]], names[row.runs[0]]) for row in comparison.rows]
        self.dialog = ExploreDialog(
            self.session,
            {run: slots[row.runs[0]] for row in comparison.rows for run in row.runs},
            next(iter(differing_settings(comparison)), ""),
            {column.key.removeprefix("validation_"): column.title for column in self.model.columns},
            self,
            legend if self.view.grouped else (),
        )
        self.dialog.chosen.connect(
            lambda run: self.table.select([row.id for row in self.model.rows if run in row.runs])
        )
        self.dialog.opened.connect(lambda number: self.navigate.emit("runs", [number]))
        self.dialog.open()

    def _text(self, kind: str) -> str:
        if self.on_paper or self.view is None:
            return self.paper.text(kind) if self.on_paper else ""
        return as_text(self.view, kind)

    def copy_table(self, kind: str = "markdown") -> None:
        """Copy the table to the clipboard, as ``markdown``, ``latex`` or ``csv``."""
        if text := self._text(kind):
            QGuiApplication.clipboard().setText(text)
            self.status_changed.emit(tr("Table copied as {names}", names=NAMES[kind]))

    def export(self, kind: str) -> None:
        """Open a file dialog and write the table (``csv``, ``markdown``, ``latex``) or the curves (``png``)."""
        name, kinds = FILES[kind]
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Export"), str(Path.home() / name), kinds)
        if chosen:
            self.write(kind, with_default_suffix(chosen, name))

    def write(self, kind: str, target: Path) -> None:
        """Write the export. An error is shown in the status bar."""
        saved = tr("Saved {target}", target=target)
        if kind == "png":
            (self.paper.plot if self.on_paper else self.plots.current()).save(target)
            self.status_changed.emit(saved)
            return
        self.live_session.act(
            write_text, target, self._text(kind), owner=self,
            then=lambda _done: self.status_changed.emit(saved), failed=self.status_changed.emit,
        )  # fmt: skip
