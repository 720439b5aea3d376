"""Actions on the selected runs: the entries of the menus and what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QAction, QDesktopServices, QKeySequence
from PySide6.QtWidgets import QMenu, QMessageBox, QWidget

from engine.spec.data import reads_generated
from workbench.backend.cli_answers import QueuedRunAnswer
from workbench.backend.session import require_session
from workbench.language import tr, tr_n
from workbench.pages.runs.deletion import PendingDeletion
from workbench.pages.runs.files import RunFiles
from workbench.pages.runs.marking import RunMarks
from workbench.widgets.actions import group_actions, make_action

if TYPE_CHECKING:
    from engine.store.rows import RunRow
    from workbench.backend.session import Session


UNDO_DELETE = tr("&Undo delete")


class RunActions(QObject):
    """The actions on the selected runs.

    Args:
        session: carries them out; None: nothing can be selected, so nothing happens.
        selection: gives the selected runs, those of selected groups included.
        parent: the widget in which the shortcuts work and over which menus and questions appear.

    Signals: ``navigate(page, payload)`` wants another page, ``rename_wanted()`` the selected run's name under the
    cursor, ``edit_wanted(field)`` its tags or notes, ``log_wanted()`` its log, ``drawing_wanted()`` the selected runs
    drawn or hidden, ``hiding_wanted()`` all of them hidden; ``restored(ids)`` after a deletion was undone;
    ``notice(sentence)`` says how an action went. ``deletion`` holds the runs that were deleted and can still be
    brought back.
    """

    navigate = Signal(str, object)
    rename_wanted = Signal()
    edit_wanted = Signal(str)
    log_wanted = Signal()
    drawing_wanted = Signal()
    hiding_wanted = Signal()
    restored = Signal(list)
    notice = Signal(str)

    def __init__(
        self, session: Session | None, selection: Callable[[], Sequence[RunRow]], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._session, self._selection, self._parent = session, selection, parent
        make = partial(make_action, parent)
        self.stop = make(tr("&Stop run"), self.stop_runs, "Ctrl+.", "stop", tip=tr("Stop at the next update"))
        self.resume = make(
            tr("&Resume run"), self.resume_runs, "Ctrl+R", "resume", tip=tr("Go on from the checkpoint")
        )
        self.restart = make(
            tr("Start a&gain…"), self.start_again, tip=tr("From the beginning, without the checkpoints")
        )
        self.rerun = make(
            tr("Rer&un and compare"), self.rerun_runs,
            tip=tr("The same specification, seeds and data once more; its notes say whether it came out identical"),
        )  # fmt: skip
        self.compare = make(
            tr("&Compare selected runs"),
            self.compare_runs,
            "Ctrl+Shift+B",
            "compare",
            tip=tr("Put side by side"),
        )
        self.gate = make(
            tr("Right before, &wrong now…"), self.open_gate,
            tip=tr("Which texts the older of two runs had right and the newer one has wrong"),
        )  # fmt: skip
        self.design = make(tr("Open in &Design"), self.open_in_design, "Ctrl+D", "design")
        self._make_views(make)
        self._make_changes(make)
        self.marks = RunMarks(session, selection, parent)
        self.marks.navigate.connect(self.navigate)
        self.marks.notice.connect(self.notice)
        self.files = RunFiles(session, selection, parent)
        self.files.notice.connect(self.notice)
        lab, pausing, moving, marking = self.marks.groups()
        incoming, outgoing = self.files.groups()
        self._incoming = tuple(incoming)
        self._folded: dict[tuple[QAction, ...], str] = {
            tuple(moving): tr("Queue"),
            tuple(outgoing): tr("Export"),
        }
        self._groups = (
            (self.compare, self.gate, self.search, self.design, *lab),
            (self.resume, self.restart, self.rerun, self.stop, *pausing),
            (self.draw, self.hide_all),
            tuple(moving),
            (*marking, self.rename, self.tags, self.notes),
            self._incoming,
            tuple(outgoing),
            (self.folder, self.archive, self.delete),
        )
        group_actions(self._groups)

    def _make_views(self, make: Callable[..., QAction]) -> None:
        """Make the actions that change what is seen of runs."""
        self.table_hidden = make(
            tr("Hide the &table of runs"),
            lambda: None,
            "Ctrl+Shift+T",
            menu="View",
            tip=tr("Leave all of the page to the plots"),
        )
        self.table_hidden.setCheckable(True)
        self.search = make(
            tr("Search res&ults…"),
            self.show_search,
            tip=tr("The trials of the search that the run belongs to"),
        )
        self.log = make(tr("Show &log"), self.log_wanted.emit, "Ctrl+L", "log", "View")
        self.draw = make(
            tr("Dra&w or hide"), self.drawing_wanted.emit, menu="View",
            tip=tr("Keep the selected runs drawn, those of a selected group too, or draw them no longer (Space)"),
        )  # fmt: skip
        self.hide_all = make(
            tr("Draw &no runs"),
            self.hiding_wanted.emit,
            "Ctrl+Shift+H",
            menu="View",
            tip=tr("Take all curves away"),
        )

    def _make_changes(self, make: Callable[..., QAction]) -> None:
        """Make the actions on a run's own words, and those that put it away."""
        edit = self.edit_wanted.emit
        self.rename = make(tr("Re&name"), self.rename_wanted.emit, "F2", menu="Edit")
        self.tags = make(tr("&Tags"), partial(edit, "tags"), menu="Edit")
        self.notes = make(tr("N&otes"), partial(edit, "notes"), menu="Edit")
        self.folder = make(tr("Open &folder"), self.open_folder, None, "folder", "View")
        self.archive = make(
            tr("&Archive"), self.archive_runs, menu="Edit", tip=tr("Hide; nothing is deleted")
        )
        self.delete = make(tr("&Delete…"), self.delete_runs, QKeySequence.StandardKey.Delete, menu="Edit")
        self.deletion = PendingDeletion(self._delete_now, self)
        self.deletion.changed.connect(self._deletion_changed)
        self.undo_delete = make(
            UNDO_DELETE, self.undo_deletion, QKeySequence.StandardKey.Undo, menu="Edit",
            tip=tr("Bring back the runs that were deleted last"),
        )  # fmt: skip

    @property
    def session(self) -> Session:
        """The session; only asked for with a run in hand, which comes from one."""
        return require_session(self._session)

    def all(self) -> list[QAction]:
        """Return every action, in the order of the menus."""
        return [
            self.undo_delete,
            self.table_hidden,
            self.log,
            *(each for group in self._groups for each in group),
        ]

    def menu(self) -> QMenu:
        """Return the context menu: what is not about the selected runs is left to the menu bar, and long groups fold,
        so that it fits a small screen.
        """
        menu = QMenu(self._parent)
        for group in self._groups:
            if group is self._incoming:
                continue
            title = self._folded.get(group)
            (menu if title is None else menu.addMenu(title)).addActions(list(group))
            menu.addSeparator()
        return menu

    def enable(self, chosen: Sequence[RunRow]) -> None:
        """Enable what makes sense for these runs."""
        self.marks.enable(chosen)
        self.files.enable(chosen)
        self.undo_delete.setEnabled(bool(self.deletion.ids))
        self.draw.setEnabled(bool(chosen))
        one = len(chosen) == 1
        self.stop.setEnabled(any(run.active for run in chosen))
        for each in (self.resume, self.restart):
            each.setEnabled(any(run.resumable for run in chosen))
        self.compare.setEnabled(len(chosen) > 1)
        self.gate.setEnabled(len(chosen) == 2 and all(run.status == "finished" for run in chosen))
        for each in (self.design, self.tags, self.notes, self.folder):
            each.setEnabled(one)
        self.rename.setEnabled(bool(chosen))
        self.search.setEnabled(len({run.sweep_id for run in chosen if run.trial is not None}) == 1)
        self.rerun.setEnabled(any(run.status == "finished" for run in chosen))
        ended = bool(chosen) and not any(run.active for run in chosen)
        self.archive.setEnabled(ended)
        hidden = ended and all(run.archived for run in chosen)
        self.archive.setText(tr("Bring &back from the archive") if hidden else tr("&Archive"))
        self.delete.setEnabled(bool(chosen) and not any(run.status == "running" for run in chosen))

    # -- what they do --------------------------------------------------------------------------------------

    def stop_runs(self) -> None:
        """Ask the selected runs to stop at their next update, with a checkpoint."""
        for run in self._selection():
            if run.active:
                self.session.stop_run(run.id)

    def resume_runs(self, runs: Sequence[RunRow] | None = None) -> None:
        """Put these runs (default: the selected ones) back into the queue, to go on from their checkpoints."""
        for run in self._selection() if runs is None else runs:
            if run.resumable:
                self.session.resume_run(run.id)

    def start_again(self) -> None:
        """Put the selected runs back into the queue, to begin from the beginning, after asking."""
        chosen = [run for run in self._selection() if run.resumable]
        if not chosen:
            return
        what = f"'{chosen[0].name}'" if len(chosen) == 1 else tr("{chosen} runs", chosen=len(chosen))
        question = tr(
            "Start {what} again from the beginning? Checkpoints and measures so far are removed.", what=what
        )
        if self.confirmed(question, title=tr("Start again"), verb=tr("Start again")):
            for run in chosen:
                self.session.resume_run(run.id, anew=True)

    def rerun_runs(self) -> None:
        """Queue the selected runs that have finished once more, each to be compared with itself."""
        for run in self._selection():
            if run.status == "finished":
                self.session.job(
                    ["rerun", str(run.id), "--queue", "--json", "--store", str(self.session.store_path)],
                    read=QueuedRunAnswer.model_validate_json,
                    then=partial(self._rerun_queued, run.id),
                    owner=self, slot=f"rerun {run.id}", failed=self.notice.emit,
                )  # fmt: skip

    def _rerun_queued(self, of: int, answer: QueuedRunAnswer) -> None:
        self.notice.emit(
            tr("Run {id} repeats run {of}; its notes will say whether it is identical.", id=answer.id, of=of)
        )

    def compare_runs(self) -> None:
        """Put the selected runs side by side."""
        if chosen := self._selection():
            self.navigate.emit("compare", [run.id for run in chosen])

    def open_gate(self) -> None:
        """Hold the newer of two selected runs against the older, text by text."""
        from workbench.pages.runs.update_gate import UpdateGateDialog

        chosen = sorted(self._selection(), key=lambda run: run.id)
        if len(chosen) == 2:
            older, newer = chosen
            UpdateGateDialog(self.session, older, newer, self._parent).open()

    def open_in_design(self) -> None:
        """Open the selected run's specification as a draft."""
        self.open_as_draft(self._selection())

    def open_as_draft(self, chosen: Sequence[RunRow]) -> None:
        """Open the specification of the first of these runs as a draft."""
        from engine.store import runs

        for run in chosen[:1]:
            self.session.query(runs.get_spec, run.id, owner=self, then=partial(self._design, run.name))

    def _design(self, title: str, spec: Mapping[str, object]) -> None:
        self.navigate.emit("design", {"experiment": spec, "title": title})

    def show_search(self) -> None:
        """Show the trials of the search that the selected runs belong to."""
        from workbench.pages.runs.search_results import SearchResultsDialog

        for run in [run for run in self._selection() if run.trial is not None][:1]:
            if run.sweep_id is not None:
                generated = reads_generated(run.data)
                dialog = SearchResultsDialog(self.session, run.sweep_id, self._parent, generated=generated)
                dialog.design_wanted.connect(self._design)
                dialog.open()

    def change(self, run_id: int, what: str, value: str | list[str]) -> None:
        """Write a new name, tags or notes; what is wrong with them is said in the status bar."""
        from engine.store import runs

        if isinstance(value, list):
            self.session.act(runs.set_tags, run_id, value)
        else:
            self.session.act(runs.rename_run if what == "name" else runs.set_notes, run_id, value)

    def open_folder(self) -> None:
        """Show the run's folder in the system's file manager."""
        for run in self._selection()[:1]:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(run.folder)))

    def archive_runs(self) -> None:
        """Hide the selected runs from the table, or bring them back when all are hidden; nothing is deleted."""
        from engine.store import runs

        chosen = self._selection()
        hide = not all(run.archived for run in chosen)
        self.session.act(runs.set_archived, [run.id for run in chosen], hide)

    def delete_runs(self) -> None:
        """Delete the selected runs with their folders, after asking; for a minute that can be undone."""
        chosen = self._selection()
        if not chosen:
            return
        what = f"'{chosen[0].name}'" if len(chosen) == 1 else tr("{chosen} runs", chosen=len(chosen))
        question = tr("Delete {what} with measures, checkpoints and model?", what=what)
        more = tr_n(
            "Undo brings it back for a minute, unless the window is closed before.",
            "Undo brings them back for a minute, unless the window is closed before.",
            len(chosen),
        )
        if self.confirmed(question, more):
            self.undo_delete.setText(tr("&Undo deleting {what}", what=what).replace("&&", "&"))
            for run in chosen:
                if run.active:  # else the queue might begin it while its deletion can be undone
                    self.session.stop_run(run.id)
            self.deletion.begin([run.id for run in chosen])

    def undo_deletion(self) -> None:
        """Bring back what was deleted last, selected and drawn as it was."""
        self.restored.emit(self.deletion.undo())

    def _delete_now(self, ids: list[int]) -> None:
        from engine.store import runs

        self.session.act(runs.delete_runs, ids)

    def _deletion_changed(self) -> None:
        self.undo_delete.setEnabled(bool(self.deletion.ids))
        if not self.deletion.ids:
            self.undo_delete.setText(UNDO_DELETE)

    def confirmed(
        self,
        question: str,
        more: str = tr("This cannot be undone."),
        *,
        title: str = tr("Delete runs"),
        verb: str = tr("Delete"),
    ) -> bool:
        """Ask before something is lost; ``more`` says whether it can be had back."""
        box = QMessageBox(self._parent)
        box.setWindowTitle(title)
        box.setText(question)
        box.setInformativeText(more)
        yes = box.addButton(verb, QMessageBox.ButtonRole.DestructiveRole)
        no = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(no)
        box.setEscapeButton(no)
        box.exec()
        return box.clickedButton() is yes
