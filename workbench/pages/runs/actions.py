"""Actions on the selected runs. The table in ``action_table`` lists them with their conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from pydantic import TypeAdapter
from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QInputDialog, QMessageBox, QWidget

from engine.launch.queue_order import move_in_queue
from engine.spec.data import reads_generated
from engine.store.runs import STAR
from workbench.backend.cli_answers import QueuedRunAnswer
from workbench.backend.session import require_session
from workbench.language import tr, tr_n
from workbench.pages.runs.deletion import PendingDeletion
from workbench.pages.runs.settings_line import split_settings

if TYPE_CHECKING:
    from engine.store import Store
    from engine.store.rows import RunRow
    from workbench.backend.session import Session

T = TypeVar("T")
FAR = 100_000
"""More positions than a queue has."""
_QUEUED = TypeAdapter(list[QueuedRunAnswer])


def set_starred(store: Store, run_ids: Sequence[int], starred: bool) -> None:
    """Add the tag of the window's star to runs, or remove it."""
    from engine.store import runs

    with store.transaction():
        for row in runs.list_runs(store, ids=run_ids, archived=None):
            others = [tag for tag in row.tags if tag != STAR]
            runs.set_tags(store, row.id, [*others, STAR] if starred else others)


def set_slots(store: Store, run_ids: Sequence[int], slot: int) -> None:
    """Set another series colour for runs."""
    from engine.store import runs

    runs.set_run_columns(store, run_ids, slot=slot)


class RunCommands(QObject):
    """Jobs of the command line for the selected runs, each with a notice at its start and end.

    Args:
        session: runs them. None: nothing can be selected, so nothing happens.
        selection: returns the selected runs, including those of selected groups.
        parent: the widget over which questions appear.

    ``notice(sentence)`` reports the result of an action, ``navigate(page, payload)`` requests another page.
    """

    notice = Signal(str)
    navigate = Signal(str, object)

    def __init__(
        self, session: Session | None, selection: Callable[[], Sequence[RunRow]], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._session, self.selection, self.window_part = session, selection, parent

    @property
    def session(self) -> Session:
        """The session. Only used with a selected run, which comes from a session."""
        return require_session(self._session)

    def command(
        self, words: Sequence[str], read: Callable[[bytes], T], sentence: Callable[[T], str], begin: str = ""
    ) -> None:
        """Run ``palimpsest WORDS`` on the store. The status bar shows ``begin``, then ``sentence(answer)``.

        A newer command of the same name and first run cancels an earlier one.
        """
        if self._session is None:
            return
        if begin:
            self.notice.emit(begin)
        self._session.job(
            [*words, "--store", str(self.session.store_path)],
            read=read, then=lambda answer: self.notice.emit(sentence(answer)), owner=self, slot=" ".join(words[:2]),
            failed=self.notice.emit,
        )  # fmt: skip


class RunActions(RunCommands):
    """Start, end, change, show and delete the selected runs; arguments as of :class:`RunCommands`.

    Signals: ``restored(ids)`` after a deletion was undone, ``moved()`` after the queue was reordered. ``deletion``
    holds the deleted runs that can still be restored.
    """

    restored = Signal(list)
    moved = Signal()

    def __init__(
        self, session: Session | None, selection: Callable[[], Sequence[RunRow]], parent: QWidget
    ) -> None:
        super().__init__(session, selection, parent)
        self.deletion = PendingDeletion(self._delete_now, self)
        self.dialog: QInputDialog | None = None

    # -- going and ending ----------------------------------------------------------------------------------

    def stop_runs(self) -> None:
        """Stop the selected runs at their next update, with a checkpoint."""
        for run in self.selection():
            if run.active:
                self.session.stop_run(run.id)

    def resume_runs(self, runs: Sequence[RunRow] | None = None) -> None:
        """Queue these runs (default: the selected ones) again, to continue from their checkpoints."""
        for run in self.selection() if runs is None else runs:
            if run.resumable:
                self.session.resume_run(run.id)

    def pause_or_go_on(self) -> None:
        """Stop the selected running runs, with a checkpoint. If none is running, resume those that can be."""
        going = [run for run in self.selection() if run.status == "running"]
        for run in going:
            self.session.stop_run(run.id)
        if not going:
            self.resume_runs()

    def start_again(self) -> None:
        """Queue the selected runs again from the beginning, after confirmation."""
        chosen = [run for run in self.selection() if run.resumable]
        question = tr(
            "Start {name} again from the beginning? Checkpoints and measures so far are removed.",
            name=describe_runs(chosen),
        )
        if chosen and self.confirmed(question, title=tr("Start again"), verb=tr("Start again")):
            for run in chosen:
                self.session.resume_run(run.id, anew=True)

    def rerun_runs(self) -> None:
        """Queue the selected finished runs once more, each to be compared with itself."""
        for run in self.selection():
            if run.status == "finished":
                self.command(
                    ["rerun", str(run.id), "--queue"], QueuedRunAnswer.model_validate_json,
                    partial(_repetition_words, run.id),
                )  # fmt: skip

    def ask_changes(self) -> None:
        """Ask for changed settings, and queue the run with them."""
        for run in self.selection()[:1]:
            dialog = self.dialog = QInputDialog(self.window_part)
            dialog.setWindowTitle(tr("Retry with changes"))
            dialog.setLabelText(
                tr(
                    "Settings of '{name}' to change, as on the command line;\na list makes a "
                    "sweep: batch_size=12 learning_rate=[2e-5,5e-5]",
                    name=run.name,
                )
            )
            dialog.setTextValue("batch_size=" if run.status == "out_of_memory" else "")
            dialog.textValueSelected.connect(partial(self.retry_with, run.id))
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()

    def retry_with(self, run_id: int, text: str) -> None:
        """Queue a run again with changed settings."""
        settings = [word for each in split_settings(text) for word in ("--set", each)]
        if settings:
            self.command(
                ["retry", str(run_id), *settings, "--queue"], _QUEUED.validate_json,
                lambda queued: tr_n(
                    "Run {id}, {name}, is queued.", "{n} runs are queued.", len(queued), id=queued[0].id,
                    name=queued[0].name,
                ),
            )  # fmt: skip

    # -- the queue -----------------------------------------------------------------------------------------

    def move(self, places: int) -> None:
        """Move the selected queued runs by ``places`` positions in the queue."""
        waiting = [run.id for run in self.selection() if run.status == "queued"]
        if waiting:
            self.session.act(
                move_in_queue, waiting, places, then=lambda _order: self.moved.emit(), owner=self
            )

    # -- looking at them -----------------------------------------------------------------------------------

    def compare_runs(self) -> None:
        """Compare the selected runs."""
        self.navigate.emit("compare", [run.id for run in self.selection()])

    def open_in_lab(self) -> None:
        """Try the selected runs on texts."""
        self.navigate.emit("lab", [run.id for run in self.selection()])

    def classify_file(self) -> None:
        """Open the Classify page with the model of the selected run."""
        for run in self.selection()[:1]:
            self.navigate.emit("classify", run.id)

    def open_gate(self) -> None:
        """Open the regression check of the newer of two selected runs against the older."""
        from workbench.pages.runs.update_gate import UpdateGateDialog

        older, newer = sorted(self.selection(), key=lambda run: run.id)
        UpdateGateDialog(self.session, older, newer, self.window_part).open()

    def open_in_design(self, chosen: Sequence[RunRow] | None = None) -> None:
        """Open the specification of the first of these runs (default: the selected ones) as a draft."""
        from engine.store import runs

        for run in (self.selection() if chosen is None else chosen)[:1]:
            self.session.query(runs.get_spec, run.id, owner=self, then=partial(self._design, run.name))

    def _design(self, title: str, spec: Mapping[str, object]) -> None:
        self.navigate.emit("design", {"experiment": spec, "title": title})

    def show_search(self) -> None:
        """Show the trials of the search of the selected runs."""
        from workbench.pages.runs.search_results import SearchResultsDialog

        for run in [run for run in self.selection() if run.trial is not None and run.sweep_id is not None][
            :1
        ]:
            generated = reads_generated(run.data)
            dialog = SearchResultsDialog(
                self.session, run.sweep_id or 0, self.window_part, generated=generated
            )
            dialog.design_requested.connect(self._design)
            dialog.open()

    def open_folder(self) -> None:
        """Show the run's folder in the system's file manager."""
        for run in self.selection()[:1]:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(run.folder)))

    # -- changing them -------------------------------------------------------------------------------------

    def change(self, run_id: int, what: str, value: str | list[str]) -> None:
        """Store a new name, tags or notes. Problems are shown in the status bar."""
        from engine.store import runs

        if isinstance(value, list):
            self.session.act(runs.set_tags, run_id, value)
        else:
            self.session.act(runs.rename_run if what == "name" else runs.set_notes, run_id, value)

    def toggle_star(self) -> None:
        """Add a star to the selected runs, or remove it if all have one."""
        chosen = self.selection()
        starred = not all(STAR in run.tags for run in chosen)
        self.session.act(set_starred, [run.id for run in chosen], starred)

    def set_colour(self, slot: int) -> None:
        """Give the selected runs the series colour ``slot``, 1 to 8."""
        self.session.act(set_slots, [run.id for run in self.selection()], slot)

    def archive_runs(self) -> None:
        """Archive the selected runs, or unarchive them if all are archived. Nothing is deleted."""
        from engine.store import runs

        chosen = self.selection()
        hide = not all(run.archived for run in chosen)
        self.session.act(runs.set_archived, [run.id for run in chosen], hide)

    def delete_runs(self) -> None:
        """Delete the selected runs with their folders, after confirmation. This can be undone for a minute."""
        chosen = self.selection()
        question = tr("Delete {name} with measures, checkpoints and model?", name=describe_runs(chosen))
        more = tr("You can undo this for a minute, unless you close the window.")
        if chosen and self.confirmed(question, more):
            for run in chosen:
                if run.active:  # otherwise the queue might start it while its deletion can be undone
                    self.session.stop_run(run.id)
            self.deletion.begin([run.id for run in chosen], describe_runs(chosen))

    def undo_deletion(self) -> None:
        """Restore the last deleted runs, selected and drawn as before."""
        self.restored.emit(self.deletion.undo())

    def _delete_now(self, ids: list[int]) -> None:
        from engine.store import runs

        self.session.act(runs.delete_runs, ids)

    def confirmed(
        self,
        question: str,
        more: str = tr("This cannot be undone."),
        *,
        title: str = tr("Delete runs"),
        verb: str = tr("Delete"),
    ) -> bool:
        """Ask for confirmation before a loss. ``more`` describes whether it can be undone."""
        box = QMessageBox(self.window_part)
        box.setWindowTitle(title)
        box.setText(question)
        box.setInformativeText(more)
        yes = box.addButton(verb, QMessageBox.ButtonRole.DestructiveRole)
        no = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(no)
        box.setEscapeButton(no)
        box.exec()
        return box.clickedButton() is yes


def describe_runs(chosen: Sequence[RunRow]) -> str:
    """Return how a question refers to these runs: a single one by name, several by their number."""
    return f"'{chosen[0].name}'" if len(chosen) == 1 else tr("{count} runs", count=len(chosen))


def _repetition_words(of: int, answer: QueuedRunAnswer) -> str:
    return tr(
        "Run {id} repeats run {other}; its notes will say whether it is identical.", id=answer.id, other=of
    )
