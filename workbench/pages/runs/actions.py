"""Actions on the selected runs: the entries of the menus and what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QCursor, QDesktopServices, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox, QWidget

from engine.file_names import file_name
from workbench.backend.cli_answers import (
    ExportAnswer,
    FetchedModelAnswer,
    ImportedLogAnswer,
    OpenedCapsuleAnswer,
    QueuedRunAnswer,
)
from workbench.backend.session import require_session
from workbench.pages.runs.deletion import PendingDeletion
from workbench.pages.runs.marking import RunMarks
from workbench.pages.runs.run_list.query import load_tasks
from workbench.widgets.actions import make_action

if TYPE_CHECKING:
    from engine.store.rows import RunRow
    from workbench.backend.session import Session


UNDO_DELETE = "&Undo delete"
FOLDER, ONNX, PLAIN = "huggingface", "onnx", "bert-pytorch"
"""Layouts of an export: one that transformers opens, one for ONNX runtimes, and one for older loaders."""
CAPSULES = {
    "Figures and predictions": [],
    "Also data, texts and encoder, to run it again": ["--inputs"],
    "Also the models": ["--inputs", "--models"],
}
"""What may be in a capsule, and the options of the command line that put it there."""
CAPSULE_FILES = "Capsules (*.capsule);;All files (*)"


class RunActions(QObject):
    """The actions on the selected runs.

    Args:
        session: carries them out; None: nothing can be selected, so nothing happens.
        selection: gives the selected runs, those of selected groups included.
        parent: the widget in which the shortcuts work and over which menus and questions appear.

    Signals: ``navigate(page, payload)`` wants another page, ``rename_wanted()`` the selected run's name under the
    cursor, ``edit_wanted(field)`` its tags or notes, ``log_wanted()`` its log; ``notice(sentence)`` says how an action
    went. ``deletion`` holds the runs that were deleted and can still be brought back.
    """

    navigate = Signal(str, object)
    rename_wanted = Signal()
    edit_wanted = Signal(str)
    log_wanted = Signal()
    notice = Signal(str)

    def __init__(
        self, session: Session | None, selection: Callable[[], Sequence[RunRow]], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._session, self._selection, self._parent = session, selection, parent
        make = partial(make_action, parent)
        edit = self.edit_wanted.emit
        self.stop = make("&Stop run", self.stop_runs, "Ctrl+.", "stop", tip="Stop at the next update")
        self.resume = make(
            "&Resume run", self.resume_runs, "Ctrl+R", "resume", tip="Go on from the checkpoint"
        )
        self.restart = make(
            "Start a&gain…", self.start_again, tip="From the beginning, without the checkpoints"
        )
        self.rerun = make(
            "Rer&un and compare", self.rerun_runs,
            tip="The same specification, seeds and data once more; its notes say whether it came out identical",
        )  # fmt: skip
        self.compare = make(
            "&Compare selected runs", self.compare_runs, "Ctrl+Shift+B", "compare", tip="Put side by side"
        )
        self.design = make("Open in &Design", self.open_in_design, "Ctrl+D", "design")
        self.table_hidden = make(
            "Hide the &table of runs",
            lambda: None,
            "Ctrl+Shift+T",
            menu="View",
            tip="Leave all of the page to the plots",
        )
        self.table_hidden.setCheckable(True)
        self.search = make(
            "Search res&ults…", self.show_search, tip="The trials of the search that the run belongs to"
        )
        self.log = make("Show &log", self.log_wanted.emit, "Ctrl+L", "log", "View")
        self.rename = make("Re&name", self.rename_wanted.emit, "F2", menu="Edit")
        self.tags = make("&Tags", partial(edit, "tags"), menu="Edit")
        self.notes = make("N&otes", partial(edit, "notes"), menu="Edit")
        self.folder = make("Open &folder", self.open_folder, None, "folder", "View")
        self.export = make("&Export model…", self.export_model, None, "export", "File")
        self.export_onnx = make(
            "Export as ONN&X…", partial(self.export_model, ONNX), menu="File",
            tip="A graph that needs neither torch nor transformers, checked on test texts, and one in 8 bits",
        )  # fmt: skip
        self.export_plain = make(
            "Export encoder for o&lder loaders…", partial(self.export_model, PLAIN), menu="File",
            tip="A plain PyTorch state dict with vocabulary and configuration, as fastNLP's BertEmbedding reads it",
        )  # fmt: skip
        self.import_log = make(
            "&Import log…", self.choose_log, menu="File",
            tip="The curves of a training by transformers' Trainer, or TensorBoard's event files, as a run",
        )  # fmt: skip
        self.capsule = make(
            "Save as &capsule…", self.choose_capsule, menu="File",
            tip="Finished runs in one file, to be looked at and run again in another installation",
        )  # fmt: skip
        self.open_capsule = make(
            "Open ca&psule…", self.choose_capsule_to_open, menu="File",
            tip="Add the runs of a capsule, once everything in it was checked",
        )  # fmt: skip
        self.fetch = make(
            "&Fetch model", self.fetch_models, None, "download", "File",
            tip="Bring the weights of a run that another place has computed; its results are here",
        )  # fmt: skip
        self.predictions = make(
            "Export &predictions…", self.export_predictions, None, "export", "File",
            tip="Test texts with label, prediction and confidence, as CSV, TSV, JSON lines or Parquet",
        )  # fmt: skip
        self.archive = make("&Archive", self.archive_runs, menu="Edit", tip="Hide; nothing is deleted")
        self.delete = make("&Delete…", self.delete_runs, QKeySequence.StandardKey.Delete, menu="Edit")
        self.deletion = PendingDeletion(self._delete_now, self)
        self.deletion.changed.connect(self._deletion_changed)
        self.undo_delete = make(
            UNDO_DELETE, self.undo_deletion, QKeySequence.StandardKey.Undo, menu="Edit",
            tip="Bring back the runs that were deleted last",
        )  # fmt: skip
        self.marks = RunMarks(session, selection, parent)
        self.marks.navigate.connect(self.navigate)
        self.marks.notice.connect(self.notice)
        lab, pausing, moving, marking = self.marks.groups()
        self._groups = (
            (self.compare, self.search, self.design, *lab),
            (self.resume, self.restart, self.rerun, self.stop, *pausing),
            moving,
            (*marking, self.rename, self.tags, self.notes),
            (self.import_log, self.open_capsule),
            (
                self.fetch,
                self.predictions,
                self.export,
                self.export_onnx,
                self.export_plain,
                self.capsule,
                self.folder,
            ),
            (self.archive, self.delete),
        )

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
        """Return the context menu."""
        menu = QMenu(self._parent)
        for group in self._groups:
            menu.addActions(list(group))
            menu.addSeparator()
        return menu

    def enable(self, chosen: Sequence[RunRow]) -> None:
        """Enable what makes sense for these runs."""
        self.marks.enable(chosen)
        self.undo_delete.setEnabled(bool(self.deletion.ids))
        one = len(chosen) == 1
        self.stop.setEnabled(any(run.active for run in chosen))
        for each in (self.resume, self.restart):
            each.setEnabled(any(run.resumable for run in chosen))
        self.compare.setEnabled(len(chosen) > 1)
        for each in (self.design, self.rename, self.tags, self.notes, self.folder):
            each.setEnabled(one)
        self.search.setEnabled(len({run.sweep_id for run in chosen} - {None}) == 1)
        self.rerun.setEnabled(any(run.status == "finished" for run in chosen))
        self.fetch.setEnabled(one and bool(chosen[0].place) and chosen[0].status == "finished")
        for each in (self.predictions, self.export, self.export_onnx, self.export_plain):
            each.setEnabled(one and chosen[0].status == "finished")
        self.capsule.setEnabled(bool(chosen) and all(run.status == "finished" for run in chosen))
        ended = bool(chosen) and not any(run.active for run in chosen)
        self.archive.setEnabled(ended)
        hidden = ended and all(run.archived for run in chosen)
        self.archive.setText("Bring &back from the archive" if hidden else "&Archive")
        self.delete.setEnabled(ended)

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
        what = f"'{chosen[0].name}'" if len(chosen) == 1 else f"{len(chosen)} runs"
        question = f"Start {what} again from the beginning? Checkpoints and measures so far are removed."
        if self.confirmed(question, title="Start again", verb="Start again"):
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
        self.notice.emit(f"Run {answer.id} repeats run {of}; its notes will say whether it is identical.")

    def compare_runs(self) -> None:
        """Put the selected runs side by side."""
        if chosen := self._selection():
            self.navigate.emit("compare", [run.id for run in chosen])

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

        for run in self._selection()[:1]:
            if run.sweep_id is not None:
                dialog = SearchResultsDialog(self.session, run.sweep_id, self._parent)
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

    def export_model(self, layout: str = FOLDER) -> None:
        """Ask for a folder, and of several tasks for one, and save the chosen model there."""
        chosen = self._selection()
        if not chosen:
            return
        if layout == PLAIN:
            self._choose_folder(chosen[0].id, layout, "")
            return
        self.session.query(
            load_tasks, chosen[0].id, owner=self, slot="tasks",
            then=lambda names: self._choose_task(chosen[0].id, layout, names),
        )  # fmt: skip

    def _choose_task(self, number: int, layout: str, names: Sequence[str]) -> None:
        """Offer a menu of the tasks whose heads the run has; with one there is nothing to choose."""
        if not names:
            self._choose_folder(number, layout, "")
            return
        menu = QMenu(self._parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSection("Which task's model")
        for name in names:
            menu.addAction(name, partial(self._choose_folder, number, layout, name))
        menu.popup(QCursor.pos())

    def _choose_folder(self, number: int, layout: str, task: str) -> None:
        parent = QFileDialog.getExistingDirectory(
            self._parent, "Export the model into a new folder in", str(Path.home())
        )
        if parent:
            kind = {PLAIN: "-encoder", ONNX: "-onnx"}.get(layout, "")
            ends = f"{kind}-{task}" if task else kind
            target = (
                Path(parent) / f"palimpsest-run-{number}{''.join(c if c.isalnum() else '-' for c in ends)}"
            )
            self.export_to(number, target, layout, task)

    def export_to(self, number: int, target: Path, layout: str = FOLDER, task: str = "") -> None:
        """Save the model of run ``number`` as a new folder ``target``, by the command line's own export."""
        self.notice.emit(f"Exporting to {target}…")
        more, store = ["--task", task] if task else [], self.session.store_path
        self.session.job(
            ["export", str(number), str(target), "--layout", layout, *more, "--store", str(store)],
            read=ExportAnswer.model_validate_json, then=lambda answer: self.notice.emit(answer.said),
            owner=self, slot="export", failed=self.notice.emit,
        )  # fmt: skip

    def choose_log(self) -> None:
        """Ask for the folder of another program's log, and store its training as a run."""
        folder = QFileDialog.getExistingDirectory(self._parent, "Import the log in", str(Path.home()))
        if folder and self._session is not None:
            self._session.job(
                ["import-log", folder, "--store", str(self._session.store_path)],
                read=ImportedLogAnswer.model_validate_json,
                then=lambda answer: self.notice.emit(f"Run {answer.run}, {answer.name}: {answer.steps:,} updates."),
                owner=self, slot="import", failed=self.notice.emit,
            )  # fmt: skip

    def choose_capsule(self) -> None:
        """Ask what shall be in the capsule of the selected runs, and for its file, and write it."""
        menu = QMenu(self._parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSection("What the capsule holds")
        numbers = [run.id for run in self._selection()]
        for title, options in CAPSULES.items():
            menu.addAction(title, partial(self._choose_capsule_file, numbers, options))
        menu.popup(QCursor.pos())

    def _choose_capsule_file(self, numbers: Sequence[int], options: Sequence[str]) -> None:
        what = f"run-{numbers[0]}" if len(numbers) == 1 else f"{len(numbers)}-runs"
        start = str(Path.home() / f"palimpsest-{what}.capsule")
        name, _ = QFileDialog.getSaveFileName(self._parent, "Save as capsule", start, CAPSULE_FILES)
        if name:
            self.save_capsule(numbers, Path(name), options)

    def save_capsule(self, numbers: Sequence[int], target: Path, options: Sequence[str] = ()) -> None:
        """Write runs into a capsule, by the command line's own command."""
        self.notice.emit(f"Writing {target}…")
        self.session.job(
            ["capsule", *map(str, numbers), "--out", str(target), "--overwrite", *options,
             "--store", str(self.session.store_path)],
            read=ExportAnswer.model_validate_json, then=lambda answer: self.notice.emit(answer.said),
            owner=self, slot="capsule", failed=self.notice.emit,
        )  # fmt: skip

    def choose_capsule_to_open(self) -> None:
        """Ask for a capsule, and add its runs."""
        name, _ = QFileDialog.getOpenFileName(self._parent, "Open capsule", str(Path.home()), CAPSULE_FILES)
        if name:
            self.add_capsule(Path(name))

    def add_capsule(self, file: Path) -> None:
        """Add the runs of a capsule to the store, by the command line's own command."""
        if self._session is not None:
            self.notice.emit(f"Opening {file}…")
            self._session.job(
                ["open-capsule", str(file), "--store", str(self._session.store_path)],
                read=OpenedCapsuleAnswer.model_validate_json,
                then=lambda answer: self.notice.emit(answer.said),
                owner=self, slot="open capsule", failed=self.notice.emit,
            )  # fmt: skip

    def fetch_models(self) -> None:
        """Bring the models of the selected run from its place, by the command line's own command."""
        if (chosen := self._selection()) and self._session is not None:
            self.notice.emit(f"Fetching from {chosen[0].place}…")
            self._session.job(
                ["fetch", str(chosen[0].id), "--store", str(self._session.store_path)],
                read=FetchedModelAnswer.model_validate_json,
                then=lambda answer: self.notice.emit(answer.said),
                owner=self, slot="fetch", failed=self.notice.emit,
            )  # fmt: skip

    def export_predictions(self) -> None:
        """Ask which split, where there are several, and for a file, and write the stored predictions there."""
        from engine.store.summaries import prediction_splits

        if chosen := self._selection():
            self.session.query(
                prediction_splits, chosen[0].id, owner=self, slot="splits",
                then=lambda splits: self._choose_split(chosen[0].id, splits),
            )  # fmt: skip

    def _choose_split(self, number: int, splits: Sequence[str]) -> None:
        """Offer a menu of the splits that were predicted; with one there is nothing to choose."""
        if not splits:
            self.notice.emit("No predictions are stored: they are when a run has been tested.")
        elif len(splits) == 1:
            self.choose_predictions_file(number, splits[0])
        else:
            menu = QMenu(self._parent)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addSection("Predictions for which texts")
            for name in splits:
                menu.addAction(name, partial(self.choose_predictions_file, number, name))
            menu.popup(QCursor.pos())

    def choose_predictions_file(self, number: int, split: str) -> None:
        """Ask for a file, and write the predictions of run ``number`` for one split there."""
        start = str(Path.home() / f"palimpsest-run-{number}-{file_name(split, 'test')}.csv")
        kinds = "CSV (*.csv);;TSV (*.tsv);;JSON lines (*.jsonl);;Parquet (*.parquet)"
        # The dialogue asks before it gives the name of a file that is there.
        name, _ = QFileDialog.getSaveFileName(self._parent, "Export predictions", start, kinds)
        if name:
            self.export_predictions_to(number, Path(name), split)

    def export_predictions_to(self, number: int, target: Path, split: str) -> None:
        """Write the predictions of run ``number`` for one split, by the command line's own export."""
        self.notice.emit(f"Exporting to {target}…")
        self.session.job(
            ["predictions", str(number), "--out", str(target), "--split", split, "--overwrite",
             "--store", str(self.session.store_path)],
            read=ExportAnswer.model_validate_json, then=lambda answer: self.notice.emit(answer.summary),
            owner=self, slot="predictions", failed=self.notice.emit,
        )  # fmt: skip

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
        what = f"'{chosen[0].name}'" if len(chosen) == 1 else f"{len(chosen)} runs"
        question = f"Delete {what} with measures, checkpoints and model?"
        more = "Undo brings them back for a minute, unless the window is closed before."
        if self.confirmed(question, more.replace("them", "it") if len(chosen) == 1 else more):
            self.undo_delete.setText(f"&Undo deleting {what}".replace("&&", "&"))
            self.deletion.begin([run.id for run in chosen])

    def undo_deletion(self) -> None:
        """Bring back what was deleted last."""
        self.deletion.undo()

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
        more: str = "This cannot be undone.",
        *,
        title: str = "Delete runs",
        verb: str = "Delete",
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
