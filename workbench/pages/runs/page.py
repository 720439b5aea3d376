"""Runs: the queue and its history in one list, and a selected run below it or alone on the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from engine.spec.data import reads_generated
from engine.store.run_filters import is_incomplete, read_names
from workbench.backend.session import Session
from workbench.engine_texts import GENERATED_NOTE
from workbench.language import tr, tr_n
from workbench.pages import page_attributes
from workbench.pages.base import Page
from workbench.pages.runs.action_table import RunMenus
from workbench.pages.runs.actions import RunActions
from workbench.pages.runs.details.decisions import DecisionsDialog
from workbench.pages.runs.details.headline import load_headline
from workbench.pages.runs.files import RunFiles
from workbench.pages.runs.forgetting.query import ForgettingData
from workbench.pages.runs.forgetting.query import load_forgetting as forgetting_of
from workbench.pages.runs.run_list.column_menu import PREFIX, ColumnMenu, ask_for_name
from workbench.pages.runs.run_list.columns import ORDER, RunTableView, columns, result_titles
from workbench.pages.runs.run_list.drawn_runs import DrawnRuns
from workbench.pages.runs.run_list.filter_field import FilterField, FilterMenu
from workbench.pages.runs.run_list.query import (
    BY,
    NewPoints,
    RunTable,
    RunTableRow,
    load_details,
    load_points,
    load_table,
    seed_group,
    sweep_group,
)
from workbench.pages.runs.run_list.wording import ERRORS, FORGETTING, LEARNING, LOG, SETTINGS
from workbench.pages.runs.run_view import RunView
from workbench.plots.plot_card import set_notes
from workbench.tables import RowsModel, StatusDelegate, SwatchDelegate
from workbench.widgets import (
    Button,
    ComboBox,
    ContentStack,
    EmptyState,
    IconButton,
    Label,
    MessageLine,
    MessageOverlay,
    PageHead,
    Panel,
    Splitter,
)
from workbench.widgets.arrange import arrange_columns, arrange_rows

if TYPE_CHECKING:
    from engine.store.rows import RunRow

NARROW = 1300
SLOWLY_MS = 1000
"""Least time between two reads of large data: logs and all probe results."""
MINUTE_MS = 60_000
OTHER = "other"
PLOTS = 560
"""Height of a run under the list, px at 100 %. The list gets the rest of a large screen."""
GROUPINGS: tuple[tuple[str, object], ...] = (
    (tr("Sweep"), "sweep"), (tr("Sweep, then seed"), "seed"), (tr("Nothing"), "none"), (tr("Data"), f"{BY}data"),
    (tr("Encoder"), f"{BY}encoder"), (tr("Tag"), f"{BY}tag"), (tr("Another name…"), OTHER),
)  # fmt: skip


class RunsPage(Page):
    """Queue, history and live curves. :meth:`receive` takes run ids to select and draw."""

    name, title, icon, shortcut, at_end = page_attributes("runs")

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.runs: dict[int, RunRow] = {}
        self._drawn = DrawnRuns()
        self.folded: set[str] = set()
        self.order, self.descending = "created", True
        self._status_text = ""
        self._total = 0
        self._shown_ids: list[int] = []
        self._reported_runs: list[int] | None = None
        self._is_arranged = False
        self.run_actions = RunActions(session, self.chosen, self)
        self.files = RunFiles(session, self.chosen, self)
        self.menus = RunMenus(self.run_actions, self.files, self._own_actions(), self)
        self._make_head()
        self._make_table()
        self._make_view()
        self._arrange()
        self._watch()
        self._enable()
        self._connect_actions()
        self.names: list[str] = []
        self.search.setMinimumWidth(120)
        self.search.setMaximumWidth(300)
        self.overflow_line.setContentsMargins(16, 4, 16, 4)
        self._fit_columns()
        if session is not None:
            session.failed.connect(self._store_failed)
            if session.problem:
                self._store_failed(session.problem)
            session.activity.connect(self.badge_changed)  # its first number

    def _watch(self) -> None:
        """Watch the displayed data in the store."""
        self.table_watch = self.watch(load_table, self._question, self._show_table, failed=self._table_failed)
        self.points_watch = self.watch(
            load_points, self._points_question, self._show_points, follows=lambda: self.drawn
        )
        self.forgetting_watch = self.watch(
            forgetting_of, lambda: (tuple(run.id for run in self._shown()), self.forgetting.map_run),
            self._show_forgetting, view=self.forgetting, every=SLOWLY_MS, follows=lambda: self.drawn,
        )  # fmt: skip
        self.details_watch = self.watch(
            load_details, self._details_question, self.view.show_details, every=SLOWLY_MS,
            follows=lambda: self._details_question() or (), pulse=self._log_grows,
        )  # fmt: skip
        self.headline_watch = self.watch(
            load_headline, lambda: self._current()[:1] or None, self.view.show_headline, every=SLOWLY_MS,
            follows=self._current,
        )  # fmt: skip

    def _store_failed(self, why: str) -> None:
        self.stack.show_empty(tr("The store cannot be opened"), why)

    @property
    def drawn(self) -> list[int]:
        """The numbers of the runs that are drawn if they are in the table."""
        return self._drawn.ids

    def _shown(self) -> list[RunRow]:
        return [self.runs[i] for i in self._drawn.ids if i in self.runs]

    # -- parts ---------------------------------------------------------------------------------------------

    def actions_for_menus(self) -> list[QAction]:
        return list(self.menus.actions.values())

    def _own_actions(self) -> dict[str, Callable[[], object]]:
        """Return the page's own functions, by the name of the action."""
        return {
            "table_hidden": lambda: None, "log": lambda: self.tabs.setCurrentIndex(LOG), "rename": self.rename,
            "draw": lambda: self.toggle_all(self.table.selected_runs()), "hide_all": self.hide_all,
            "tags": lambda: self.edit("tags"), "notes": lambda: self.edit("notes"),
        }  # fmt: skip

    def _make_head(self) -> None:
        """Create the search, the grouping, the choice of columns and the buttons."""
        self.head = PageHead(self.title)
        self.search = FilterField(tr("Name, data, tag or status"))
        self.search.search.connect(lambda _text: self.table_watch.ask())
        self.filters = FilterMenu(self.search, lambda: self.preferences)
        self.filters.chosen.connect(self.filter)
        self.grouping = ComboBox(GROUPINGS, tr("Group runs by"), 160, head=True)
        self.grouping.currentIndexChanged.connect(self._grouping_chosen)
        self.head.add_main(self.search, 3)
        self.head.add_main(self.filters)
        grouped = self.head.add_main_caption(tr("Group by"))
        self.head.add_main(self.grouping)
        self.column_button = IconButton("table", tr("Columns and runs shown"))
        self.head.add_main(self.column_button)
        for each, text, icon in (
            (self.menus["compare"], tr("Compare"), "compare"),
            (self.menus["resume"], tr("Resume"), "resume"),
            (self.menus["stop"], tr("Stop"), "stop"),
        ):
            button = Button(text, icon=icon, head=True, tip=each.toolTip())
            button.clicked.connect(each.trigger)
            each.changed.connect(lambda a=each, b=button: b.setEnabled(a.isEnabled()))
            self.head.add_action(button)
            self.head.allow_collapsing(button)
        self.head.allow_collapsing(grouped)

    def _make_table(self) -> None:
        """Create the table of runs."""
        self.swatch, self.status = SwatchDelegate(self), StatusDelegate(self)
        self.swatch.toggled.connect(lambda line: self.toggle(line.key))
        self.status.remedy.connect(lambda line: self.run_actions.resume_runs([line.run]))
        own = columns(self.swatch, self.status, self._drawn)
        self.model: RowsModel[RunTableRow] = RowsModel(own, "key")
        self.table = RunTableView(self.model, tr("Runs"))
        self.table.setObjectName("table")
        self._clock = QTimer(self, interval=MINUTE_MS)
        self._clock.timeout.connect(self.table.viewport().update)  # "today" ends, a run falls silent
        self.table.drawing_toggled.connect(self.toggle_all)
        self.model.edited.connect(lambda line, _, text: self.run_actions.change(line.run.id, "name", text))
        self.table.selection_changed.connect(lambda _keys: self._selected())
        self.table.opened.connect(self._opened)
        self.table.itemDelegate().folded.connect(self._fold)  # type: ignore[attr-defined]
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        self.table.head.sectionClicked.connect(self._head_clicked)
        self.overflow_line = Label("", "caption", "text2")
        self._reported_query: tuple[object, ...] = ()
        self.deletion_line = MessageLine()
        self.deletion_line.remedy.connect(self.run_actions.undo_deletion)
        self.column_menu = ColumnMenu(
            own, self.model, self.table, lambda: self.names, lambda: self.preferences, self
        )
        self.column_menu.changed.connect(lambda: self.table_watch.ask())
        self.column_menu.aboutToShow.connect(self._ask_names)
        self.column_button.setMenu(self.column_menu)

    def _make_view(self) -> None:
        """Create the view of the selected and the drawn runs."""
        self.view = RunView(
            self.session,
            lambda: self.preferences,
            (
                (tr("Train again…"), self.menus["retry"]),
                (tr("Export model…"), self.menus["export"]),
                (tr("Try a text"), self.menus["lab"]),
                (tr("Classify a file…"), self.menus["classify"]),
            ),
        )
        view = self.view
        self.tabs, self.learning, self.forgetting = view.tabs, view.learning, view.forgetting
        self.errors, self.results, self.log, self.details = view.errors, view.results, view.log, view.details
        view.fold_button.toggled.connect(self.menus["table_hidden"].setChecked)
        view.head.back.connect(lambda: self.menus["table_hidden"].setChecked(False))
        self.tabs.currentChanged.connect(lambda _index: self._ask_details())
        self.details.fields.changed.connect(self.run_actions.change)
        self.results.export_requested.connect(self.files.choose_predictions_file)
        self.results.decide_requested.connect(self._open_decisions)
        self.forgetting.map_requested.connect(lambda: self.forgetting_watch.ask())
        self.forgetting.design_requested.connect(lambda: self.run_actions.open_in_design(self._shown()))
        self.forgetting.notice.connect(self.say)
        self.forgetting.enlarged.connect(lambda key: self.preferences.put("runs/large", key))
        self.forgetting.report_requested.connect(lambda: view.report.ask([run.id for run in self._shown()]))

    def _arrange(self) -> None:
        """Place the list over the view of a run, with an empty state."""
        self.split = Splitter(Qt.Orientation.Vertical, "split")
        self.empty = EmptyState(
            tr("No runs yet"),
            tr("A run appears here as soon as one is started, from this window or from the command line."),
            tr("Open Quickstart in Design"),
            icon="design",
        )
        self.empty.clicked.connect(lambda: self.navigate.emit("design", {"recipe": "quickstart"}))
        self.empty.offer(tr("Look at a finished study"), lambda: self.navigate.emit("help", "studies.md"))
        self.stack = ContentStack(self.split, self.empty, tr("Reading runs…"))
        self._foot = arrange_columns(self.deletion_line, margins=(16, 0, 16, 0))
        arrange_rows(self.head, (self.stack, 1), self._foot, on=self)
        self.list_panel = Panel("surface", "")
        self.split.add_parts((self.list_panel, 3), (self.view, 5))
        if self.session is None:
            self.stack.show_empty()
        arrange_rows((self.table, 1), self.overflow_line, on=self.list_panel)
        self.warning = MessageOverlay(self.list_panel)
        self.overflow_line.hide()

    def _connect_actions(self) -> None:
        self.menus["table_hidden"].toggled.connect(self.hide_table)
        self.run_actions.deletion.changed.connect(self._deletion_changed)
        self.run_actions.restored.connect(self.receive)
        self.files.added.connect(self.receive)
        self.run_actions.moved.connect(self.table_watch.ask)
        for each in (self.run_actions, self.files):
            each.notice.connect(self.say)
            each.navigate.connect(self.navigate)

    def restore(self) -> None:
        super().restore()
        self.column_menu.restore()

    def hide_table(self, hidden: bool) -> None:
        """Give the whole page to the run, or show the list again."""
        for part in (self.list_panel, self.head):
            part.setVisible(not hidden)
        self.view.set_whole(hidden, self.menus["table_hidden"].toolTip())
        if not hidden:
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fit_columns(self) -> None:
        self.column_menu.fit(self.width() < NARROW)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show fewer columns in a narrow window."""
        super().resizeEvent(event)
        self._fit_columns()

    # -- coming and going ----------------------------------------------------------------------------------

    def on_shown(self) -> None:
        if not self._is_arranged:
            self._is_arranged = True
            if not self.split.by_hand:
                least = PLOTS
                self.split.setSizes([max(self.height() * 36 // 100, self.height() - least), least])
            self._show_grouping(self.preferences.get("runs/grouping", "sweep"))
            self.forgetting.show_large(self.preferences.get("runs/large", ""))
            self.learning.smoothing.setValue(round(100 * self.preferences.get("smoothing")))
        self._ask_names()
        self.table_watch.renew()
        self._clock.start()

    def on_hidden(self) -> None:
        self._clock.stop()

    def receive(self, payload: object) -> None:
        """Select and draw these runs once they are in the table. ``{"capsule": path}`` adds those of a capsule."""
        if isinstance(payload, dict):
            self.files.add_capsule(Path(str(payload["capsule"])))
        elif isinstance(payload, Iterable):
            self._drawn.request([int(number) for number in payload])
            self.menus["table_hidden"].setChecked(False)
            if not self.search.search_for(""):
                self.table_watch.ask()

    # -- reading -------------------------------------------------------------------------------------------

    def _question(self) -> tuple[object, ...]:
        """Return the arguments of ``load_table``."""
        return (
            *self._query_settings()[:4], frozenset(self.folded),
            frozenset((*self.drawn, *self._drawn.requested_ids)), self.column_menu.archived.isChecked(),
            frozenset(self.run_actions.deletion.ids), tuple(self.column_menu.names),
            1 if self.session is None else self.session.lanes,
        )  # fmt: skip

    def _table_failed(self, why: str) -> None:
        """Show a problem with a filter at its field. An unknown name removes its column or group."""
        if self.session is not None and not why.startswith(("filter", "column")):
            self.session.error.emit(why)
            return
        self._reported_query = ()
        if why.startswith("column"):
            self._leave_out_names()
            self._reported_query = self._query_settings()
        elif is_incomplete(self.search.text()):
            self.warning.show_message("info", tr("The filter is incomplete. An example: test < 4"))
            return
        else:
            self.search.set_state("error")
        self.warning.show_message("error", why)

    def _query_settings(self) -> tuple[object, ...]:
        """Return the user's choices for the table: filter, order, groups, columns."""
        return (
            self.search.text().strip(), self.order, self.descending, self.grouping.currentData(),
            tuple(self.column_menu.names),
        )  # fmt: skip

    def _leave_out_names(self) -> None:
        """Restore the standard columns, order and groups, because a requested name is unknown."""
        self.order, self.descending = "created", True
        if str(self.grouping.currentData()).startswith(BY):
            self._show_grouping("sweep")
        self.column_menu.leave_out_unknown()

    def filter(self, text: str) -> None:
        """Show the runs that match a filter."""
        self.search.search_for(text)

    def _ask_names(self) -> None:
        if self.session is not None:
            self.session.query(
                read_names, then=lambda names: setattr(self, "names", names), owner=self, slot="names"
            )

    def _points_question(self) -> tuple[object, ...] | None:
        """Return the arguments of ``load_points``, or None if nothing is drawn."""
        drawn, stages = self.drawn, self.learning.stages
        new = [i for i in drawn if not stages.get(i) or (i in self.runs and self.runs[i].status == "running")]
        return (tuple(drawn), self.learning.after(drawn), tuple(new)) if drawn else None

    def _show_forgetting(self, found: ForgettingData) -> None:
        self.forgetting.show_runs(self._shown())
        self.forgetting.show_data(found)

    def _open_decisions(self, number: int, split: str) -> None:
        run = self.runs.get(number)
        if run is not None:
            generated = reads_generated(run.data)
            DecisionsDialog(self.live_session, number, split, run.name, self, generated=generated).open()

    def _current(self) -> list[int]:
        """Return the run of the head and its tabs: the first selected, else the first drawn; or none."""
        chosen = [i for i in self.table.selected_runs() if i in self.runs]
        return (chosen or [run.id for run in self._shown()])[:1]

    def _details_question(self) -> list[int] | None:
        """Return the run whose errors, results, log or details are shown, or None."""
        return None if self.tabs.currentIndex() in (LEARNING, FORGETTING) else self._current() or None

    def _log_grows(self) -> bool:
        """Return whether the shown log may grow without a change of the run's row."""
        return self.tabs.currentIndex() == LOG and any(
            self.runs[i].status == "running" for i in self._current()
        )

    def _ask_details(self) -> None:
        """Read the details of the current run."""
        if not self._current():
            self.view.show_details(None)
            self.view.show_headline(None)
        self.details_watch.ask()

    # -- showing -------------------------------------------------------------------------------------------

    def _show_table(self, found: RunTable) -> None:
        self.search.set_state("")
        searching = bool(self.search.text().strip())
        # The message about a removed column stays until the query changes.
        if self._query_settings() != self._reported_query:
            if searching and not found.lines:
                self.warning.show_message("info", tr("No run matches the search."))
            else:
                self.warning.clear()
        before, self.runs = self.runs, dict(found.runs)
        for number in self._drawn.find_resumed(before, self.runs):
            self.learning.forget(number)
            self.points_watch.ask()  # at once: a pending answer would begin where the old points ended
        if self._unfold_for_selection():
            self.table_watch.ask()
            return
        others_drawn = self._drawn.follow(self.runs, searching)
        if found.lines or searching:
            self.stack.show_content()
        else:
            self.stack.show_empty()
        self.model.set_titles(result_titles(found.lines))
        followed = self.table.shows_current()
        self.model.set_rows(found.lines)
        if followed and not self.table.shows_current():  # a starting run moves from the end to the top
            self.table.scrollTo(self.table.currentIndex(), QAbstractItemView.ScrollHint.PositionAtCenter)
        self.overflow_line.setVisible(bool(found.lines) and found.total > len(self.runs))
        self.overflow_line.setText(
            tr(
                "The first {runs:,} of {total:,} runs; search to narrow down.",
                runs=len(self.runs),
                total=found.total,
            )
        )
        if any(i in self.runs for i in self._drawn.requested_ids):
            self.table.select(self._drawn.requested_ids)
            self._drawn.requested_ids = []
        self._enable()
        self._total = found.total
        if others_drawn:
            self._draw_others()
        else:
            self._show_drawn()

    def _show_drawn(self) -> None:
        """Show the known data of the drawn runs below the table, and their number."""
        shown = self._shown()
        self.learning.show_runs(shown)
        self.view.show_hardware(shown)  # a run may have ended without a new point
        if self._current() != self._reported_runs:
            self._reported_runs = self._current()
            self._ask_details()
            self.headline_watch.ask()
        if self._shown_ids != (ids := [run.id for run in shown]):
            self._shown_ids = ids
            self.forgetting_watch.renew()
        summary = tr_n("{n:,} run, {drawn} drawn", "{n:,} runs, {drawn} drawn", self._total, drawn=len(shown))
        generated = [reads_generated(run.data) for run in shown]
        set_notes(self, GENERATED_NOTE if any(generated) else "")
        if generated and all(generated):
            summary = tr("{text}, on demonstration texts", text=summary)
        summary = summary if self._total else ""
        if summary != self._status_text:  # otherwise it would replace the message of an action
            self._status_text = summary
            self.status_changed.emit(summary)

    def _unfold_for_selection(self) -> bool:
        """Unfold the groups of requested runs. Return whether the table must be read again."""
        requested = [self.runs[i] for i in self._drawn.requested_ids if i in self.runs]
        hiding = {key for run in requested for key in (sweep_group(run), seed_group(run))} & self.folded
        self.folded -= hiding
        return bool(hiding)

    def _show_points(self, new: NewPoints) -> None:
        self.learning.add(new)
        self.learning.show_runs(self._shown())
        self.view.show_hardware(self._shown())

    # -- the table -----------------------------------------------------------------------------------------

    def _grouping_chosen(self) -> None:
        if self.grouping.currentData() == OTHER:
            self._show_grouping(self.preferences.get("runs/grouping", "sweep"))
            self.dialog = ask_for_name(
                self, tr("Group runs by"), self.names, lambda name: self._show_grouping(BY + name)
            )
            return
        self.preferences.put("runs/grouping", self.grouping.currentData())
        self.table_watch.ask()

    def _show_grouping(self, key: str) -> None:
        """Group by ``key``, and show it in the choice."""
        if key.startswith(BY) and self.grouping.findData(key) < 0:
            self.grouping.insertItem(self.grouping.count() - 1, key.removeprefix(BY), key)
        self.grouping.set_current(key)

    def _head_clicked(self, section: int) -> None:
        """Request the rows in another order: the store sorts."""
        key = self.model.columns[section].key
        field = key.removeprefix(PREFIX) if key.startswith(PREFIX) else ORDER.get(key)
        if field is None:
            return
        if self.order == field:
            self.descending = not self.descending
        else:
            self.order, self.descending = field, field in ("started", "created")
        self.table.head.setSortIndicatorShown(True)
        direction = Qt.SortOrder.DescendingOrder if self.descending else Qt.SortOrder.AscendingOrder
        self.table.head.setSortIndicator(section, direction)
        self.table_watch.ask()

    def _fold(self, line: RunTableRow) -> None:
        self.folded ^= {str(line.key)}
        self.table_watch.ask()

    def toggle(self, key: int | str) -> None:
        """Draw or hide a run, or all runs of a group."""
        place = self.model.place_of(key)
        members = () if place is None else self.model.row(place).members
        self.toggle_all([key] if isinstance(key, int) else list(members))

    def toggle_all(self, ids: list[int]) -> None:
        """Keep these runs drawn, or hide them if all are drawn."""
        self._drawn.toggle_all(ids)
        self._draw_others()

    def hide_all(self) -> None:
        """Draw no run until one is chosen."""
        self._drawn.hide_all()
        self._draw_others()

    def _draw_others(self) -> None:
        """Mark the drawn runs, show their known data, and read the rest."""
        self.model.notify_column_changed("swatch")
        self._show_drawn()
        self.points_watch.ask()

    def _selected(self) -> None:
        """Draw the runs with data while they are selected."""
        lines = [line.run for line in self.table.selected_rows() if line.run is not None]
        lines = lines or self.chosen()  # if only groups are selected, their runs
        self._reported_runs = None
        if self._drawn.select([run.id for run in lines if run.step > 0]):
            self._draw_others()
        else:
            self._show_drawn()
        self._enable()

    def _opened(self, line: RunTableRow) -> None:
        """Fold a group. Show a run on the whole page, with its most relevant tab: errors, log or curves."""
        if line.run is None:
            self._fold(line)
            return
        if not self._drawn.is_pinned(line.run.id):
            self.toggle(line.key)
        ended_badly = line.run.status in ("failed", "out_of_memory", "interrupted")
        self.tabs.setCurrentIndex(
            ERRORS if line.run.status == "finished" else LOG if ended_badly else LEARNING
        )
        self.menus["table_hidden"].setChecked(True)

    def _menu(self, place: QPoint) -> None:
        if not self.table.selected_runs():
            return
        menu = self.menus.context_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.table.viewport().mapToGlobal(place))

    def chosen(self) -> list[RunRow]:
        """Return the selected runs, including those of selected groups."""
        return [self.runs[i] for i in self.table.selected_runs() if i in self.runs]

    def _enable(self) -> None:
        self.menus.enable(self.chosen())

    # -- acting --------------------------------------------------------------------------------------------

    def rename(self) -> None:
        """Edit the selected run's name in the table if its row is visible, else in the settings tab.

        If several are selected, edit the current row: the one selected last.
        """
        chosen, current = [run.id for run in self.chosen()], self.table.current_run()
        if len(chosen) > 1 and current not in chosen:
            self.say(tr("Select one run to rename it."))
            return
        number = current if current in chosen else next(iter(chosen), None)
        if number is None or not self.table.edit_cell(number, "name"):
            self.edit("name")

    def _deletion_changed(self) -> None:
        count = len(self.run_actions.deletion.ids)
        if count:
            summary = tr_n("The run is deleted.", "{n:,} runs are deleted.", count)
            self.deletion_line.show_message("info", summary, tr("Undo"))
        else:
            self.deletion_line.clear()
        self._enable()
        self.table_watch.ask()

    def on_closing(self) -> None:
        self.run_actions.deletion.carry_out()

    def edit(self, what: str) -> None:
        """Focus the field for the selected run's name, tags or notes."""
        self.tabs.setCurrentIndex(SETTINGS)
        self.view.edit(what)

    def say(self, text: str) -> None:
        """Set the sentence in the status bar."""
        self._status_text = ""
        self.status_changed.emit(text)
