"""Actions on runs and files: export models, predictions and capsules; import logs, capsules and fetched models."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QFileDialog, QMenu

from engine.file_names import file_name, with_default_suffix
from workbench.backend.cli_answers import CapsuleAnswer, ExportAnswer, FetchedModelAnswer, ImportedLogAnswer
from workbench.engine_texts import sentence_text
from workbench.language import tr
from workbench.pages.runs.actions import RunCommands
from workbench.pages.runs.export_dialog import ExportDialog
from workbench.pages.runs.run_list.query import load_tasks
from workbench.widgets.actions import add_heading

if TYPE_CHECKING:
    from engine.store.rows import RunRow

CAPSULES = {
    tr("Figures and predictions"): [],
    tr("Include data, texts and encoder, to rerun it"): ["--inputs"],
    tr("Include models"): ["--inputs", "--models"],
}
"""Optional contents of a capsule, and their options on the command line."""
CAPSULE_FILES = tr("Capsules (*.capsule);;All files (*)")


class RunFiles(RunCommands):
    """Export the selected runs to files and import files as runs, by commands of the command line.

    Signal ``added(ids)``: the runs of a capsule were added.
    """

    added = Signal(list)

    def _offer(self, heading: str, entries: Iterable[tuple[str, Callable[[], object]]]) -> None:
        """Open a menu at the mouse."""
        menu = QMenu(self.window_part)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        add_heading(menu, heading)
        for text, chosen in entries:
            menu.addAction(text, chosen)
        menu.popup(QCursor.pos())

    # -- models and predictions ----------------------------------------------------------------------------

    def export_model(self) -> None:
        """Choose the task if there are several, and show the export dialog."""
        for run in self.selection()[:1]:
            self.session.query(
                load_tasks, run.id, owner=self, slot="tasks", then=partial(self._choose_task, run)
            )

    def _choose_task(self, run: RunRow, names: Sequence[str]) -> None:
        if names:
            self._offer(
                tr("Which task's model"), [(name, partial(self.show_export, run, name)) for name in names]
            )
        else:
            self.show_export(run)

    def show_export(self, run: RunRow, task: str = "") -> ExportDialog:
        """Show the export dialog for the model of ``run``."""
        dialog = ExportDialog(self.session, run, task, self.window_part)
        dialog.design_requested.connect(
            lambda plan: self.navigate.emit("design", {"plan": plan, "title": run.name})
        )
        dialog.show()
        return dialog

    def fetch_models(self) -> None:
        """Fetch the model of the selected run from its compute target."""
        for run in self.selection()[:1]:
            self.command(
                ["fetch", str(run.id)], FetchedModelAnswer.model_validate_json,
                lambda answer: sentence_text(answer.sentence), tr("Fetching from {place}…", place=run.place),
            )  # fmt: skip

    def export_predictions(self) -> None:
        """Choose the split if there are several and a file, and write the stored predictions."""
        from engine.store.summaries import prediction_splits

        for run in self.selection()[:1]:
            self.session.query(
                prediction_splits, run.id, owner=self, slot="splits", then=partial(self._choose_split, run.id)
            )

    def _choose_split(self, number: int, splits: Sequence[str]) -> None:
        if not splits:
            self.notice.emit(tr("No predictions are stored until the run has been tested."))
        elif len(splits) == 1:
            self.choose_predictions_file(number, splits[0])
        else:
            self._offer(
                tr("Texts with predictions"),
                [(name, partial(self.choose_predictions_file, number, name)) for name in splits],
            )

    def choose_predictions_file(self, number: int, split: str) -> None:
        """Open a file dialog, and write the predictions of run ``number`` for one split."""
        start = str(Path.home() / f"palimpsest-run-{number}-{file_name(split, 'test')}.csv")
        kinds = tr("CSV (*.csv);;TSV (*.tsv);;JSON lines (*.jsonl);;Parquet (*.parquet)")
        # The dialog asks before it returns an existing file.
        name, kind = QFileDialog.getSaveFileName(self.window_part, tr("Export predictions"), start, kinds)
        if name:  # the suffix of the chosen kind, as in "CSV (*.csv)"
            target = with_default_suffix(name, kind.rstrip(")"))
            self.command(
                ["predictions", str(number), "--out", str(target), "--split", split, "--overwrite"],
                ExportAnswer.model_validate_json, lambda answer: answer.summary,
                tr("Exporting to {target}…", target=target),
            )  # fmt: skip

    # -- logs and capsules ---------------------------------------------------------------------------------

    def choose_log(self) -> None:
        """Open a folder dialog for another program's log, and store its training as a run."""
        folder = QFileDialog.getExistingDirectory(self.window_part, tr("Import the log in"), str(Path.home()))
        if folder:
            self.command(
                ["import-log", folder], ImportedLogAnswer.model_validate_json,
                lambda answer: tr(
                    "Run {run}, {name}: {steps:,} updates.", run=answer.run, name=answer.name, steps=answer.steps
                ),
            )  # fmt: skip

    def choose_capsule(self) -> None:
        """Choose the contents of a capsule of the selected runs and its file, and write it."""
        numbers = [run.id for run in self.selection()]
        self._offer(
            tr("What the capsule holds"),
            [(title, partial(self._save_capsule, numbers, more)) for title, more in CAPSULES.items()],
        )

    def _save_capsule(self, numbers: Sequence[int], options: Sequence[str]) -> None:
        what = f"run-{numbers[0]}" if len(numbers) == 1 else f"{len(numbers)}-runs"
        start = str(Path.home() / f"palimpsest-{what}.capsule")
        name, _ = QFileDialog.getSaveFileName(self.window_part, tr("Save as capsule"), start, CAPSULE_FILES)
        if name:
            target = with_default_suffix(name, start)
            self.command(
                ["capsule", *map(str, numbers), "--out", str(target), "--overwrite", *options],
                ExportAnswer.model_validate_json, lambda answer: sentence_text(answer.said),
                tr("Writing {target}…", target=target),
            )  # fmt: skip

    def choose_capsule_to_open(self) -> None:
        """Open a file dialog for a capsule, and add its runs."""
        name, _ = QFileDialog.getOpenFileName(
            self.window_part, tr("Open capsule"), str(Path.home()), CAPSULE_FILES
        )
        if name:
            self.add_capsule(Path(name))

    def add_capsule(self, file: Path) -> None:
        """Add the runs of a capsule to the store."""
        self.command(
            ["open-capsule", str(file)], CapsuleAnswer.model_validate_json, self._added,
            tr("Opening {file}…", file=file),
        )  # fmt: skip

    def _added(self, answer: CapsuleAnswer) -> str:
        self.added.emit([each.run for each in answer.runs])
        return sentence_text(answer.said)
