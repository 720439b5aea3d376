"""Runs: the queue and its history in one table; what the drawn runs learn, live; their logs and settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from PySide6.QtCore import QItemSelectionModel, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QInputDialog,
    QMenu,
    QMessageBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from workbench import theme
from workbench.actions import action
from workbench.pages.base import Page
from workbench.pages.runs_curves import LearningTab, speeds
from workbench.pages.runs_load import About, Line, Points, Table, about, points, table
from workbench.pages.runs_side import AboutTab, HardwareStrip, LogTab
from workbench.pages.runs_table import ORDER, columns
from workbench.tables import RowsModel, StatusDelegate, SwatchDelegate, TableView
from workbench.widgets import (
    Button,
    ComboBox,
    EmptyState,
    IconButton,
    Label,
    PageHead,
    Panel,
    SearchField,
    Splitter,
    TabBar,
    Toolbar,
)

TICK_MS = 250
MOST_DRAWN = 12
NARROW = 1300
HISTORY = ("system/cpu", "system/gpu", "speed/texts_per_second")


class RunsPage(Page):
    """Queue, history and live curves. :meth:`receive` takes run ids to select and draw."""

    name: ClassVar[str] = "runs"
    title: ClassVar[str] = "Runs"
    icon: ClassVar[str] = "runs"
    shortcut: ClassVar[str] = "Ctrl+3"

    def __init__(self, session: Any = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.runs: dict[int, Any] = {}
        self.drawn: list[int] = []
        self.folded: set[str] = set()
        self.order, self.descending = "created", True
        self._chosen_by_hand = False
        self._stale_table = self._stale_points = True
        self._select_next: list[int] = []
        self._placed = False
        self._make_actions()
        self._lay_out()
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self.refresh)
        if session is not None:
            session.runs_changed.connect(self._changed)
            session.run_progress.connect(self._moved)
            session.activity.connect(self._activity)

    # -- parts ---------------------------------------------------------------------------------------------

    def _make_actions(self) -> None:
        self.stop_action = action(
            self, "&Stop run", self.stop, "Ctrl+.", "stop", tip="Stop at the next update"
        )
        self.resume_action = action(
            self, "&Resume run", self.resume, "Ctrl+R", "resume", tip="Go on from the checkpoint"
        )
        self.compare_action = action(self, "&Compare selected runs", self.compare, "Ctrl+Shift+B", "compare")
        self.again_action = action(self, "Open in &Design", self.open_in_design, "Ctrl+D", "design")
        self.log_action = action(
            self, "Show &log", lambda: self.tabs.setCurrentIndex(1), "Ctrl+L", "log", "View"
        )
        self.rename_action = action(self, "Re&name…", self.rename, "F2", menu="Edit")
        self.notes_action = action(self, "N&otes…", self.edit_notes, menu="Edit")
        self.tags_action = action(self, "&Tags…", self.edit_tags, menu="Edit")
        self.folder_action = action(self, "Open &folder", self.open_folder, None, "folder", "View")
        self.export_action = action(self, "&Export model…", self.export_model, None, "export", "File")
        self.archive_action = action(
            self, "&Archive", self.archive, menu="Edit", tip="Hide; nothing is deleted"
        )
        self.delete_action = action(
            self, "&Delete…", self.delete, QKeySequence.StandardKey.Delete, menu="Edit"
        )
        self._actions = [
            self.stop_action, self.resume_action, self.compare_action, self.again_action, self.log_action,
            self.rename_action, self.notes_action, self.tags_action, self.folder_action, self.export_action,
            self.archive_action, self.delete_action,
        ]  # fmt: skip

    def actions_for_menus(self) -> list[QAction]:
        return self._actions

    def _lay_out(self) -> None:
        s = theme.sizes()
        self.head = PageHead(self.title)
        self.search = SearchField("Name, data, tag or status", width=s.px(300), head=True)
        self.search.search.connect(lambda _text: self._ask_table())
        self.grouping = ComboBox(
            [("Sweep", "sweep"), ("Sweep, then seed", "seed"), ("Nothing", "none")],
            "Group runs by",
            head=True,
        )
        self.grouping.currentIndexChanged.connect(lambda _index: self._ask_table())
        self.head.add_main(self.search)
        self.head.add_main_caption("Group by")
        self.head.add_main(self.grouping)
        self.column_button = IconButton("table", "Columns shown")
        self.column_menu = QMenu(self.column_button)
        self.column_button.setMenu(self.column_menu)
        self.head.add_main(self.column_button)
        for each, text, icon in (
            (self.compare_action, "Compare", "compare"),
            (self.resume_action, "Resume", "resume"),
            (self.stop_action, "Stop", "stop"),
        ):
            button = Button(text, icon=icon, head=True, tip=each.toolTip())
            button.clicked.connect(each.trigger)
            each.changed.connect(lambda a=each, b=button: b.setEnabled(a.isEnabled()))
            self.head.add_action(button)

        self.swatch, self.status = SwatchDelegate(self), StatusDelegate(self)
        self.swatch.toggled.connect(lambda line: self.toggle(line.key))
        self.status.remedy.connect(lambda line: self._resume([line.key]))
        self.model = RowsModel(columns(self.swatch, self.status), "key")
        self.table = TableView(self.model, "Runs")
        self.table.selection_changed.connect(lambda _keys: self._selected())
        self.table.opened.connect(self._opened)
        self.table.itemDelegate().folded.connect(self._fold)  # type: ignore[attr-defined]
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        self._sort_in_store()
        self.more = Label("", "caption", "text2")
        self.more.setContentsMargins(s.s16, s.s4, s.s16, s.s4)
        top = Panel("surface", "")
        column = QVBoxLayout(top)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table, 1)
        column.addWidget(self.more)
        self.more.hide()

        self.learning, self.log, self.about = LearningTab(), LogTab(), AboutTab()
        self.tabs = TabBar(
            ["Learning", "Log", "Settings and environment"], "What to see of the selected runs"
        )
        bar = Toolbar("surface", "tb")
        bar.add(self.tabs)
        bar.add_stretch()
        bar.add(self.learning.controls)
        self.views = QStackedWidget()
        for view in (self.learning, self.log, self.about):
            self.views.addWidget(view)
        self.tabs.currentChanged.connect(self._tab_changed)
        self.strip = HardwareStrip()
        bottom = Panel("window", "")
        column = QVBoxLayout(bottom)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.views, 1)
        column.addWidget(self.strip)
        self.split = Splitter(Qt.Orientation.Vertical)
        self.split.addWidget(top)
        self.split.addWidget(bottom)
        self.split.setStretchFactor(0, 3)
        self.split.setStretchFactor(1, 5)
        self.split.splitterMoved.connect(lambda *_: self.preferences.put("runs/split", self.split.sizes()))
        self.empty = EmptyState(
            "No runs yet",
            "A run appears here as soon as one is started, from this window or from the command line.",
            "Open Quickstart in Design",
            icon="runs",
        )
        self.empty.clicked.connect(lambda: self.navigate.emit("design", {"recipe": "quickstart"}))
        self.stack = QStackedWidget()
        self.stack.addWidget(self.split)
        self.stack.addWidget(self.empty)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.head)
        whole.addWidget(self.stack, 1)
        self._hidden_by_hand: set[str] = set()
        self._fill_column_menu()
        self._enable()

    def _fill_column_menu(self) -> None:
        for column in self.model.columns[2:]:
            each = self.column_menu.addAction(column.title)
            each.setCheckable(True)
            each.setChecked(True)
            each.toggled.connect(lambda on, key=column.key: self._show_column(key, on))

    def _show_column(self, key: str, on: bool) -> None:
        self._hidden_by_hand.discard(key) if on else self._hidden_by_hand.add(key)
        self._fit_columns()

    def _fit_columns(self) -> None:
        narrow = self.width() < theme.sizes().px(NARROW)
        for column in self.model.columns[2:]:
            hidden = column.key in self._hidden_by_hand or (narrow and column.key in ("data", "started"))
            self.table.set_column_shown(column.key, not hidden)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow window shows fewer columns."""
        super().resizeEvent(event)
        self._fit_columns()

    # -- coming and going ----------------------------------------------------------------------------------

    def on_shown(self) -> None:
        kept = self.preferences.get("runs/split", None)
        if isinstance(kept, list) and len(kept) == 2:
            self.split.setSizes([int(size) for size in kept])
        elif not self._placed:
            self.split.setSizes(
                [36, 64] if self.height() < 100 else [self.height() * 36 // 100, self.height() * 64 // 100]
            )
        self._placed = True
        self._stale_table = self._stale_points = True
        self._tick.start()
        self.refresh()

    def on_hidden(self) -> None:
        self._tick.stop()

    def receive(self, payload: Any) -> None:
        """Selects and draws these runs once they are in the table."""
        if payload:
            self._select_next = [int(number) for number in payload]
            self.search.clear()
            self._ask_table()

    # -- reading -------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._stale_table = self._stale_points = True

    def _moved(self, moved: frozenset[int]) -> None:
        self._stale_table = True
        if moved & set(self.drawn):
            self._stale_points = True

    def refresh(self) -> None:
        """Asks for what has changed; never twice at once."""
        if self.session is None:
            return
        if self._stale_table and not self.session.busy(self, "table"):
            self._ask_table()
        if self._stale_points and not self.session.busy(self, "points") and self.drawn:
            self._ask_points()

    def _ask_table(self) -> None:
        if self.session is None:
            return
        self._stale_table = False
        self.session.query(
            table, self.search.text().strip(), self.order, self.descending, self.grouping.currentData(),
            frozenset(self.folded), frozenset(self.drawn), then=self._show_table, owner=self, slot="table",
        )  # fmt: skip

    def _ask_points(self) -> None:
        self._stale_points = False
        unknown = [i for i in self.drawn if i not in self.learning.stages or not self.learning.stages[i]]
        growing = [i for i in self.drawn if i in self.runs and len(self.learning.stages.get(i, ())) > 0
                   and self.runs[i].status == "running"]  # fmt: skip
        self.session.query(
            points, tuple(self.drawn), self.learning.after(self.drawn), tuple({*unknown, *growing}),
            then=self._show_points, owner=self, slot="points",
        )  # fmt: skip

    def _ask_about(self) -> None:
        if self.session is None or self.tabs.currentIndex() == 0:
            return
        chosen = [i for i in self._selected_runs() if i in self.runs]
        if not chosen:
            self._show_about(None)
        elif not self.session.busy(self, "about"):
            self.session.query(about, chosen[0], then=self._show_about, owner=self, slot="about")

    # -- showing -------------------------------------------------------------------------------------------

    def _show_table(self, found: Table) -> None:
        before = self.runs
        self.runs = dict(found.runs)
        for number, run in self.runs.items():
            old = before.get(number)
            if old is not None and run.step < old.step and number in self.learning.stages:
                self.learning.forget(number)
                self._stale_points = True
        if self._draw_by_itself(found):
            return
        searching = bool(self.search.text().strip())
        self.stack.setCurrentIndex(1 if not found.lines and not searching else 0)
        self.model.set_rows(found.lines)
        self.more.setVisible(found.total > len(self.runs) or (searching and not found.lines))
        self.more.setText(
            "No run matches the search."
            if not found.lines
            else f"The first {len(self.runs):,} of {found.total:,} runs; search to narrow down."
        )
        if self._select_next and self._select(self._select_next):
            self._select_next = []
        self._enable()
        shown = [self.runs[i] for i in self.drawn if i in self.runs]
        self.learning.show_runs(shown)
        count = len(self.drawn)
        self.status_changed.emit(f"{found.total:,} run{'s' * (found.total != 1)}, {count} drawn")
        self._ask_about()

    def _draw_by_itself(self, found: Table) -> bool:
        """Runs that were just sent here, else what is running, else the newest: something is always drawn."""
        wanted = [i for i in self._select_next if i in self.runs][:MOST_DRAWN]
        if not wanted and not self._chosen_by_hand:
            running = [i for i, run in self.runs.items() if run.status == "running"]
            there = [i for i in self.drawn if i in self.runs]
            newest = [i for i, run in self.runs.items() if run.step > 0][:1]
            wanted = [*there, *(i for i in running if i not in there)][:MOST_DRAWN] or newest
        if wanted and wanted != self.drawn:
            self.drawn = wanted
            self._stale_points = True
            self._ask_table()
            return True
        self.drawn = [i for i in self.drawn if i in self.runs]
        return False

    def _show_points(self, new: Points) -> None:
        self.learning.add(new)
        self.learning.show_runs([self.runs[i] for i in self.drawn if i in self.runs])
        self._show_hardware()

    def _show_hardware(self) -> None:
        running = [i for i in self.drawn if i in self.runs and self.runs[i].status == "running"] or self.drawn
        if not running:
            self.strip.show_values({}, {})
            return
        run, histories = running[0], self.learning.histories
        latest = {
            key: float(h.value[-1]) for (i, key), h in histories.items()
            if i == run and len(h.value) and key.startswith(("system/", "speed/"))
        }  # fmt: skip
        self.strip.show_values(latest, {key: speeds(histories, run, key) for key in HISTORY})

    def _show_about(self, found: About | None) -> None:
        self.log.show_about(found)
        self.about.show_about(found)

    def _tab_changed(self, index: int) -> None:
        self.views.setCurrentIndex(index)
        self.learning.controls.setVisible(index == 0)
        self._ask_about()

    def _activity(self, running: int, queued: int) -> None:
        self.badge_changed.emit(running)

    # -- the table -----------------------------------------------------------------------------------------

    def _sort_in_store(self) -> None:
        """A head's click asks the store; the model's own sorting is never used."""
        head = self.table.head
        try:
            head.sectionClicked.disconnect(self.table._head_clicked)
        except RuntimeError:  # it was not connected
            pass
        head.sectionClicked.connect(self._head_clicked)

    def _head_clicked(self, section: int) -> None:
        field = ORDER.get(self.model.columns[section].key)
        if field is None:
            return
        if self.order == field:
            self.descending = not self.descending
        else:
            self.order, self.descending = field, field in ("started", "created")
        self.table.head.setSortIndicatorShown(True)
        direction = Qt.SortOrder.DescendingOrder if self.descending else Qt.SortOrder.AscendingOrder
        self.table.head.setSortIndicator(section, direction)
        self._ask_table()

    def _fold(self, line: Line) -> None:
        self.folded ^= {str(line.key)}
        self._ask_table()

    def toggle(self, key: int | str) -> None:
        """Draws a run, or no longer."""
        if not isinstance(key, int):
            return
        self._chosen_by_hand = True
        self.drawn = (
            [i for i in self.drawn if i != key] if key in self.drawn else [*self.drawn, key][-MOST_DRAWN:]
        )
        self._stale_points = True
        self._ask_table()
        self.refresh()

    def _select(self, ids: list[int]) -> bool:
        places = [place for i in ids if (place := self.model.place_of(i)) is not None]
        if not places:
            return False
        self.table.select([i for i in ids if self.model.place_of(i) is not None])
        self.table.scrollTo(self.model.index(places[0], 1))
        self.table.selectionModel().setCurrentIndex(
            self.model.index(places[0], 1), QItemSelectionModel.SelectionFlag.NoUpdate
        )
        return True

    def _selected_runs(self) -> list[int]:
        """The selected runs, those of selected groups included."""
        found: list[int] = []
        for line in self.table.selected_rows():
            found += [line.key] if line.run is not None else list(line.members)
        return list(dict.fromkeys(found))

    def _selected(self) -> None:
        self._enable()
        self._ask_about()

    def _opened(self, line: Line) -> None:
        if line.run is None:
            self._fold(line)
        elif line.key not in self.drawn:
            self.toggle(line.key)

    def _menu(self, place: Any) -> None:
        if not self._selected_runs():
            return
        menu = QMenu(self)
        for group in (
            (self.compare_action, self.again_action),
            (self.resume_action, self.stop_action),
            (self.rename_action, self.notes_action, self.tags_action),
            (self.export_action, self.folder_action),
            (self.archive_action, self.delete_action),
        ):
            menu.addActions(list(group))
            menu.addSeparator()
        menu.exec(self.table.viewport().mapToGlobal(place))

    def _enable(self) -> None:
        chosen = [self.runs[i] for i in self._selected_runs() if i in self.runs]
        one = len(chosen) == 1
        self.stop_action.setEnabled(any(run.active for run in chosen))
        self.resume_action.setEnabled(any(run.resumable for run in chosen))
        self.compare_action.setEnabled(len(chosen) > 1)
        for each in (
            self.again_action,
            self.rename_action,
            self.notes_action,
            self.tags_action,
            self.folder_action,
        ):
            each.setEnabled(one)
        self.export_action.setEnabled(one and chosen[0].status == "finished")
        ended = bool(chosen) and not any(run.active for run in chosen)
        self.archive_action.setEnabled(ended)
        self.delete_action.setEnabled(ended)

    # -- acting --------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Asks the selected runs to stop at their next update, with a checkpoint."""
        for number in self._selected_runs():
            if number in self.runs and self.runs[number].active:
                self.session.stop_run(number)

    def resume(self) -> None:
        """Puts the selected runs back into the queue, to go on from their checkpoints."""
        self._resume(self._selected_runs())

    def _resume(self, ids: list[int]) -> None:
        for number in ids:
            if number in self.runs and self.runs[number].resumable:
                self.session.resume_run(number)

    def compare(self) -> None:
        """Puts the selected runs side by side."""
        chosen = self._selected_runs()
        if chosen:
            self.navigate.emit("compare", chosen)

    def open_in_design(self) -> None:
        """Opens the run's specification as a draft."""
        from engine.store import runs as stored

        chosen = self._selected_runs()
        if chosen:
            title = self.runs[chosen[0]].name
            self.session.query(
                stored.spec, chosen[0], owner=self,
                then=lambda spec: self.navigate.emit("design", {"experiment": spec, "title": title}),
            )  # fmt: skip

    def rename(self) -> None:
        """Asks for a new name."""
        self._edit("Rename run", "Name", lambda run: run.name, "rename")

    def edit_notes(self) -> None:
        """Asks for the notes."""
        self._edit("Notes", "Notes on this run", lambda run: run.notes, "set_notes", lines=True)

    def edit_tags(self) -> None:
        """Asks for the tags, separated by commas."""
        self._edit("Tags", "Words, separated by commas", lambda run: ", ".join(run.tags), "set_tags")

    def _edit(self, title: str, label: str, value: Any, function: str, lines: bool = False) -> None:
        from engine.store import runs as stored

        chosen = self._selected_runs()
        if not chosen:
            return
        number, old = chosen[0], value(self.runs[chosen[0]])
        if lines:
            text, accepted = QInputDialog.getMultiLineText(self, title, label, old)
        else:
            text, accepted = QInputDialog.getText(self, title, label, text=old)
        if accepted and text != old:
            new: Any = (
                [t.strip() for t in text.split(",") if t.strip()] if function == "set_tags" else text.strip()
            )
            self.session.act(
                getattr(stored, function), number, new, owner=self, failed=self.status_changed.emit
            )

    def open_folder(self) -> None:
        """Shows the run's folder in the system's file manager."""
        chosen = self._selected_runs()
        if chosen:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.runs[chosen[0]].folder)))

    def export_model(self) -> None:
        """Asks for a folder and saves the chosen model there, by the command line's own export."""
        chosen = self._selected_runs()
        if not chosen:
            return
        parent = QFileDialog.getExistingDirectory(
            self, "Export the model into a new folder in", str(Path.home())
        )
        if parent:
            self.export_to(chosen[0], Path(parent) / f"palimpsest-run-{chosen[0]}")

    def export_to(self, number: int, target: Path) -> None:
        """Saves the model of run ``number`` as a new folder ``target``."""
        self.status_changed.emit(f"Exporting to {target}…")
        self.session.job(
            ["export", str(number), str(target), "--store", str(self.session.store_path)],
            then=lambda said: self.status_changed.emit(str(said.get("said", target))),
            owner=self, slot="export", failed=self.status_changed.emit,
        )  # fmt: skip

    def archive(self) -> None:
        """Hides the selected runs from the table; nothing is deleted."""
        from engine.store import runs as stored

        self.session.act(
            stored.set_archived, self._selected_runs(), True, owner=self, failed=self.status_changed.emit
        )

    def delete(self) -> None:
        """Deletes the selected runs with their folders, after asking: this cannot be undone."""
        from engine.store import runs as stored

        chosen = self._selected_runs()
        if not chosen:
            return
        what = f"'{self.runs[chosen[0]].name}'" if len(chosen) == 1 else f"{len(chosen)} runs"
        answer = QMessageBox.question(
            self, "Delete runs", f"Delete {what} with measures, checkpoints and model? This cannot be undone.",
            QMessageBox.StandardButton.Cancel | QMessageBox.StandardButton.Discard,
            QMessageBox.StandardButton.Cancel,
        )  # fmt: skip
        if answer == QMessageBox.StandardButton.Discard:
            self.session.act(stored.delete, chosen, owner=self, failed=self.status_changed.emit)
