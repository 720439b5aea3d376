"""Actions on runs and files: models, predictions and capsules go out; logs, capsules and fetched models come in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QCursor
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from engine.file_names import file_name, with_ending
from workbench.backend.cli_answers import (
    ExportAnswer,
    FetchedModelAnswer,
    ImportedLogAnswer,
    SentenceAnswer,
)
from workbench.backend.session import require_session
from workbench.engine_texts import sentence_text
from workbench.language import tr
from workbench.pages.runs.export_dialog import ExportDialog
from workbench.pages.runs.run_list.query import load_tasks
from workbench.widgets.actions import add_heading, make_action

if TYPE_CHECKING:
    from engine.store.rows import RunRow
    from workbench.backend.session import Session

CAPSULES = {
    tr("Figures and predictions"): [],
    tr("Also data, texts and encoder, to run it again"): ["--inputs"],
    tr("Also the models"): ["--inputs", "--models"],
}
"""What may be in a capsule, and the options of the command line that put it there."""
CAPSULE_FILES = tr("Capsules (*.capsule);;All files (*)")


class RunFiles(QObject):
    """These actions on the selected runs, each by the command line's own command; arguments as of ``RunActions``.

    ``notice(sentence)`` says how an action went.
    """

    notice = Signal(str)

    def __init__(
        self, session: Session | None, selection: Callable[[], Sequence[RunRow]], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._session, self._selection, self._parent = session, selection, parent
        make = partial(make_action, parent)
        self.export = make(tr("&Export model…"), self.export_model, None, "export", "File")
        self.import_log = make(
            tr("&Import log…"),
            self.choose_log,
            menu="File",
            tip=tr(
                "The curves of a training as a run: of transformers' Trainer, Weights & Biases or TensorBoard"
            ),
        )
        self.capsule = make(
            tr("Save as &capsule…"),
            self.choose_capsule,
            menu="File",
            tip=tr("Finished runs in one file, to be looked at and run again in another installation"),
        )
        self.open_capsule = make(
            tr("Open ca&psule…"),
            self.choose_capsule_to_open,
            menu="File",
            tip=tr("Add the runs of a capsule, once everything in it was checked"),
        )
        self.fetch = make(
            tr("&Fetch model"), self.fetch_models, None, "download", "File",
            tip=tr("Bring the weights of a run that another place has computed; its results are here"),
        )  # fmt: skip
        self.predictions = make(
            tr("Export &predictions…"), self.export_predictions, None, "export", "File",
            tip=tr("Test texts with label, prediction and confidence, as CSV, TSV, JSON lines or Parquet"),
        )  # fmt: skip

    @property
    def session(self) -> Session:
        """The session; only asked for with a run in hand, which comes from one."""
        return require_session(self._session)

    def groups(self) -> tuple[tuple[QAction, ...], ...]:
        """Return the actions as they stand together in a menu: what brings runs in, what takes something out."""
        outgoing = (self.predictions, self.export, self.capsule)
        return (self.import_log, self.open_capsule), (self.fetch, *outgoing)

    def enable(self, chosen: Sequence[RunRow]) -> None:
        """Enable what makes sense for these runs."""
        finished = [run for run in chosen if run.status == "finished"]
        one = len(chosen) == 1 and bool(finished)
        self.fetch.setEnabled(one and bool(chosen[0].place))
        for each in (self.predictions, self.export):
            each.setEnabled(one)
        self.capsule.setEnabled(bool(chosen) and len(finished) == len(chosen))

    def export_model(self) -> None:
        """Ask which task's model, where there are several, and show how it can leave."""
        if chosen := self._selection():
            self.session.query(
                load_tasks,
                chosen[0].id,
                owner=self,
                slot="tasks",
                then=lambda names: self._choose_task(chosen[0], names),
            )

    def _choose_task(self, run: RunRow, names: Sequence[str]) -> None:
        """Offer a menu of the tasks whose heads the run has; with one there is nothing to choose."""
        if not names:
            self.show_export(run)
            return
        menu = QMenu(self._parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        add_heading(menu, tr("Which task's model"))
        for name in names:
            menu.addAction(name, partial(self.show_export, run, name))
        menu.popup(QCursor.pos())

    def show_export(self, run: RunRow, task: str = "") -> ExportDialog:
        """Show the layouts that the model of ``run`` can take; the dialogue writes it and says where it is."""
        dialog = ExportDialog(self.session, run, task, self._parent)
        dialog.show()
        return dialog

    def choose_log(self) -> None:
        """Ask for the folder of another program's log, and store its training as a run."""
        folder = QFileDialog.getExistingDirectory(self._parent, tr("Import the log in"), str(Path.home()))
        if folder and self._session is not None:
            self._session.job(
                ["import-log", folder, "--store", str(self._session.store_path)],
                read=ImportedLogAnswer.model_validate_json,
                then=lambda answer: self.notice.emit(
                    tr(
                        "Run {run}, {name}: {steps:,} updates.",
                        run=answer.run,
                        name=answer.name,
                        steps=answer.steps,
                    )
                ),
                owner=self,
                slot="import",
                failed=self.notice.emit,
            )

    def choose_capsule(self) -> None:
        """Ask what shall be in the capsule of the selected runs, and for its file, and write it."""
        menu = QMenu(self._parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        add_heading(menu, tr("What the capsule holds"))
        numbers = [run.id for run in self._selection()]
        for title, options in CAPSULES.items():
            menu.addAction(title, partial(self._choose_capsule_file, numbers, options))
        menu.popup(QCursor.pos())

    def _choose_capsule_file(self, numbers: Sequence[int], options: Sequence[str]) -> None:
        what = f"run-{numbers[0]}" if len(numbers) == 1 else f"{len(numbers)}-runs"
        start = str(Path.home() / f"palimpsest-{what}.capsule")
        name, _ = QFileDialog.getSaveFileName(self._parent, tr("Save as capsule"), start, CAPSULE_FILES)
        if name:
            self.save_capsule(numbers, with_ending(name, start), options)

    def save_capsule(self, numbers: Sequence[int], target: Path, options: Sequence[str] = ()) -> None:
        """Write runs into a capsule, by the command line's own command."""
        self.notice.emit(tr("Writing {target}…", target=target))
        self.session.job(
            ["capsule", *map(str, numbers), "--out", str(target), "--overwrite", *options,
             "--store", str(self.session.store_path)],
            read=ExportAnswer.model_validate_json, then=lambda answer: self.notice.emit(sentence_text(answer.said)),
            owner=self, slot="capsule", failed=self.notice.emit,
        )  # fmt: skip

    def choose_capsule_to_open(self) -> None:
        """Ask for a capsule, and add its runs."""
        name, _ = QFileDialog.getOpenFileName(
            self._parent, tr("Open capsule"), str(Path.home()), CAPSULE_FILES
        )
        if name:
            self.add_capsule(Path(name))

    def add_capsule(self, file: Path) -> None:
        """Add the runs of a capsule to the store, by the command line's own command."""
        if self._session is not None:
            self.notice.emit(tr("Opening {file}…", file=file))
            self._session.job(
                ["open-capsule", str(file), "--store", str(self._session.store_path)],
                read=SentenceAnswer.model_validate_json,
                then=lambda answer: self.notice.emit(sentence_text(answer.said)),
                owner=self, slot="open capsule", failed=self.notice.emit,
            )  # fmt: skip

    def fetch_models(self) -> None:
        """Bring the models of the selected run from its place, by the command line's own command."""
        if (chosen := self._selection()) and self._session is not None:
            self.notice.emit(tr("Fetching from {place}…", place=chosen[0].place))
            self._session.job(
                ["fetch", str(chosen[0].id), "--store", str(self._session.store_path)],
                read=FetchedModelAnswer.model_validate_json,
                then=lambda answer: self.notice.emit(sentence_text(answer.said)),
                owner=self, slot="fetch", failed=self.notice.emit,
            )  # fmt: skip

    def export_predictions(self) -> None:
        """Ask which split, where there are several, and for a file, and write the stored predictions there."""
        from engine.store.summaries import prediction_splits

        if chosen := self._selection():
            self.session.query(
                prediction_splits,
                chosen[0].id,
                owner=self,
                slot="splits",
                then=lambda splits: self._choose_split(chosen[0].id, splits),
            )

    def _choose_split(self, number: int, splits: Sequence[str]) -> None:
        """Offer a menu of the splits that were predicted; with one there is nothing to choose."""
        if not splits:
            self.notice.emit(tr("No predictions are stored: they are when a run has been tested."))
        elif len(splits) == 1:
            self.choose_predictions_file(number, splits[0])
        else:
            menu = QMenu(self._parent)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            add_heading(menu, tr("Predictions for which texts"))
            for name in splits:
                menu.addAction(name, partial(self.choose_predictions_file, number, name))
            menu.popup(QCursor.pos())

    def choose_predictions_file(self, number: int, split: str) -> None:
        """Ask for a file, and write the predictions of run ``number`` for one split there."""
        start = str(Path.home() / f"palimpsest-run-{number}-{file_name(split, 'test')}.csv")
        kinds = tr("CSV (*.csv);;TSV (*.tsv);;JSON lines (*.jsonl);;Parquet (*.parquet)")
        # The dialogue asks before it gives the name of a file that is there.
        name, kind = QFileDialog.getSaveFileName(self._parent, tr("Export predictions"), start, kinds)
        if name:  # of the kind that was chosen, as in "CSV (*.csv)"
            self.export_predictions_to(number, with_ending(name, kind.rstrip(")")), split)

    def export_predictions_to(self, number: int, target: Path, split: str) -> None:
        """Write the predictions of run ``number`` for one split, by the command line's own export."""
        self.notice.emit(tr("Exporting to {target}…", target=target))
        self.session.job(
            ["predictions", str(number), "--out", str(target), "--split", split, "--overwrite",
             "--store", str(self.session.store_path)],
            read=ExportAnswer.model_validate_json, then=lambda answer: self.notice.emit(answer.summary),
            owner=self, slot="predictions", failed=self.notice.emit,
        )  # fmt: skip
