"""The import sheet: choose a file, answer three questions about it, and continue with a design."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.data.inspection.report import REPEATS
from engine.spec.command_line import source_arguments
from engine.spec.data import DataSource
from engine.spec.targets import Target
from workbench.backend.cli_answers import VersionAnswer
from workbench.backend.tasks import make_debounce_timer
from workbench.engine_texts import data_files, sentence_text
from workbench.language import tr
from workbench.pages.data.catalogue.entries import capitalize_sentence, free_name
from workbench.pages.data.importing.form import INCOMPLETE, ImportForm
from workbench.widgets.arrange import arrange_rows

if TYPE_CHECKING:
    from engine.data.inspection.preview import Preview
    from workbench.backend.cli_job import CliJob
    from workbench.backend.session import Session


def keep_pasted(store: Path, text: str) -> Path:
    """Write pasted rows to a file beside ``store`` and return it; equal rows give the same file. For a thread.

    Spreadsheets paste cells separated by tabs. Raises UserError for blank text.
    """
    from engine.analysis.noise.versions import versions_folder
    from engine.errors import UserError
    from engine.private_files import make_folder

    rows = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    if not rows.strip():
        raise UserError(
            tr("the clipboard holds no text."), remedy=tr("Copy rows of a spreadsheet or lines of a file.")
        )
    content = (rows + "\n").encode("utf-8", "replace")
    folder = versions_folder(store) / "pasted"
    make_folder(folder, root=store.parent)
    suffix = ".tsv" if "\t" in rows.partition("\n")[0] else ".txt"
    file = folder / f"pasted-{hashlib.sha256(content).hexdigest()[:8]}{suffix}"
    draft = file.with_suffix(".tmp")
    draft.write_bytes(content)
    draft.replace(file)
    return file


_SPLIT_NAMES = {"train", "training", "dev", "data", "all", "dataset"}
_PLACES = ("source", "validation", "test")
_WAIT_MS = 250
_CHOOSE_FIRST = tr("Choose a file, a folder or a set of the hub first")


class ImportSheet(QWidget):
    """An import form with a session, which updates while the user types.

    ``left`` when the user cancels. ``added(name, sentence, design)`` when the set is in the catalogue, without the
    rows to be omitted, and whether a design was requested. Problems are shown at the field that corrects them. The
    buttons appear when there is none.
    """

    left = Signal()
    added = Signal(str, str, bool)

    def __init__(self, session: Session | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._names: list[str] = []
        self._job: CliJob | None = None
        self._own_text = self._own_label = self._has_own_name = self._replaces = self._is_pending = False
        self._previous_columns: tuple[list[str], str] | None = None
        """The columns the user chose, by name, before the file was read in another way."""
        self._wait = make_debounce_timer(self, _WAIT_MS, self._ask)
        self.form = ImportForm()
        arrange_rows(self.form, on=self)
        self._connect()

    def _connect(self) -> None:
        form = self.form
        form.cancel.clicked.connect(lambda: self.left.emit())
        form.add.clicked.connect(lambda: self._store(design=False))
        form.design.clicked.connect(lambda: self._store(design=not self._replaces))
        form.source_field.textEdited.connect(lambda _text: self._source_changed())
        form.file.clicked.connect(lambda: self._browse(folder=False))
        form.folder.clicked.connect(lambda: self._browse(folder=True))
        form.paste.clicked.connect(self._paste)
        form.name.textEdited.connect(lambda _text: self._name_typed())
        form.text_chips.chosen.connect(self._text_chosen)
        form.label_chips.chosen.connect(self._label_chosen)
        form.mode.chosen.connect(lambda _key: self._mapping_changed())
        form.join.activated.connect(lambda _index: self._mapping_changed())
        form.clean_up.changed.connect(self._clean_up_changed)
        form.clean_question.message.remedy.connect(lambda: self._leave_incomplete_out(True))
        form.label_question.message.remedy.connect(self._take_label_form)
        form.options.value_changed.connect(lambda path, _value: self._option_changed(path))
        form.options.problems_changed.connect(self._later)

    # -- beginning and ending ------------------------------------------------------------------------------

    def begin(self, names: Sequence[str], path: str = "") -> None:
        """Show an empty form, or one for ``path``. ``names`` are the names of existing sets."""
        self._names = list(names)
        self._start(tr("Import a data set"))
        if path:
            self._choose(path)
        self.form.file.setFocus(Qt.FocusReason.OtherFocusReason)

    def change(self, name: str, source: DataSource) -> None:
        """Show the form of a set of the catalogue."""
        self._start(tr("Import of {name}", name=name), tr("Save the import"))
        self._has_own_name = self._replaces = True
        self.form.fill(name, source)
        self._own_text, self._own_label = bool(source.text), bool(source.label)
        self._ask(source)
        self.form.source_field.setFocus(Qt.FocusReason.OtherFocusReason)

    def stop(self) -> None:
        """Drop pending questions, because the sheet is closed."""
        self._wait.stop()
        if self._job is not None:
            self._job.cancel()

    def is_reading(self) -> bool:
        """Return whether the preview of the form's present answers is pending."""
        return self._wait.isActive() or self._is_pending

    def _start(self, title: str, action: str = "") -> None:
        self.stop()
        self._own_text = self._own_label = self._has_own_name = self._replaces = False
        self._previous_columns = None
        self.form.clear(title, action)
        self.form.name_row.clear_message()
        self._allow(False, _CHOOSE_FIRST)

    # -- what the user does --------------------------------------------------------------------------------

    def _browse(self, folder: bool) -> None:
        start = self.form.source_field.text() or str(Path.home())
        if folder:
            path = QFileDialog.getExistingDirectory(self, tr("Choose a folder"), start)
        else:
            path = QFileDialog.getOpenFileName(self, tr("Choose a file"), start, data_files())[0]
        if path:
            self._choose(path)

    def _paste(self) -> None:
        """Save the text of the clipboard as a file, and continue with it."""
        if self._session is not None:
            self._session.tasks.run(
                keep_pasted, self._session.store_path, QGuiApplication.clipboard().text(),
                then=lambda file: self._choose(str(file)), failed=self._failed, owner=self, slot="paste",
            )  # fmt: skip

    def _choose(self, path: str) -> None:
        self.form.source_field.setText(path)
        self._source_changed()

    def _source_changed(self) -> None:
        """Handle another path: all previous detections and choices are void."""
        self._own_text = self._own_label = False
        self._previous_columns = None
        if not self._has_own_name:
            self.form.name.setText(free_name(suggest_name(self.form.source_field.text()), self._names))
            self._judge_name()
        self.form.begin_file()
        if self.form.source_field.text().strip():
            self._later()
        else:
            self._wait.stop()
            self.form.clear_preview()
            self._allow(False, _CHOOSE_FIRST)

    def _name_typed(self) -> None:
        self._has_own_name = True
        self._judge_name()
        self._finish()

    def _judge_name(self) -> None:
        exists = self.form.name.text().strip().casefold() in {name.casefold() for name in self._names}
        if exists and not self._replaces:
            self.form.name_row.set_message("warning", tr("This would replace the data set of this name."))
        else:
            self.form.name_row.clear_message()

    def _option_changed(self, path: str) -> None:
        # The columns may change: a choice is restored if columns of these names exist.
        if path.startswith("format") and path != f"format.{INCOMPLETE}":
            if self._own_text or self._own_label:
                self._previous_columns = self.form.chosen_names()
            self._own_text = self._own_label = False
        self._later()

    def _clean_up_changed(self, kind: str) -> None:
        if kind == INCOMPLETE:
            self._leave_incomplete_out(INCOMPLETE in self.form.clean_up.selected_kinds())

    def _leave_incomplete_out(self, on: bool) -> None:
        self.form.leave_incomplete_out(on)
        self._later()

    def _text_chosen(self, column: int) -> None:
        text = self.form.text
        self.form.text = [each for each in text if each != column] if column in text else [*text, column]
        self._own_text = True
        self._own_label = self._own_label or self.form.label >= 0
        self._previous_columns = None
        self._mapping_changed()

    def _label_chosen(self, column: int) -> None:
        self.form.label = column
        self.form.text = [each for each in self.form.text if each != column]
        self._own_label = True
        self._own_text = self._own_text or bool(self.form.text)
        self._previous_columns = None
        self._mapping_changed()

    def _take_label_form(self) -> None:
        """Read the labels as their detected kind."""
        preview = self.form.preview
        if preview is not None and preview.label_form is not None:
            self.form.label_question.message.clear()
            self.form.set_target(Target.choose(preview.label_form.target))
            self._later()

    def _mapping_changed(self) -> None:
        """Handle a changed mapping: update the texts at once, counts and problems after a new preview."""
        self.form.show_mapping()
        self._later()

    def _later(self) -> None:
        self._allow(False, tr("The file is being read"))
        self._wait.start()

    # -- asking and adding ---------------------------------------------------------------------------------

    def _ask(self, source: DataSource | None = None) -> None:
        self._wait.stop()
        source = source or self.form.source(self._own_text, self._own_label)
        if source is None or self._session is None:
            return
        self.form.show_reading()
        self._is_pending = True
        self._job = self._session.job(
            ["data", "preview", *source_arguments(source)],
            read=read_preview, then=self._previewed, owner=self, slot="preview",
            failed=self._failed, progress=lambda text: self.form.head.set_note(f"{text}…"),
        )  # fmt: skip

    def _failed(self, sentence: str) -> None:
        self._is_pending = False
        self.form.head.set_note("")
        self.form.clear_messages()
        if self.form.preview is None:
            self.form.pane.show_empty()
        self.form.source_row.set_message("error", capitalize_sentence(sentence))
        self._allow(False, sentence)

    def _previewed(self, preview: Preview) -> None:
        self._is_pending = False
        if not self._wait.isActive():  # otherwise the form has changed and its own answer is pending
            self.form.show_preview(preview)
            if self._previous_columns is not None and self.form.choose_columns(*self._previous_columns):
                self._own_text, self._own_label = (bool(chosen) for chosen in self._previous_columns)
                self._previous_columns = None
                self._mapping_changed()
            self._finish()

    def _finish(self) -> None:
        """Show whether the set can be added, and if not, why."""
        preview = self.form.preview
        if preview is None:
            self._allow(False, _CHOOSE_FIRST)
        elif preview.problem is not None:
            self._allow(
                False, sentence_text(f"{preview.problem.place}: {preview.problem.message}".removeprefix(": "))
            )
        elif not self.form.name.text().strip():
            self._allow(False, tr("Give it a name"))
        elif not self._wait.isActive():
            self._allow(True, "")

    def _allow(self, ready: bool, reason: str) -> None:
        self.form.design.setEnabled(ready)
        self.form.design.set_tip(reason)
        self.form.add.setEnabled(ready)

    def _store(self, design: bool) -> None:
        # Save what the user has seen, even if detection changes later.
        source, name = self.form.source(own_text=True, own_label=True), self.form.name.text().strip()
        if source is None or self._session is None:
            return
        from engine.store.datasets import add_dataset

        source = source.model_copy(update={key: absolute_place(getattr(source, key)) for key in _PLACES})
        self._allow(False, tr("Being added"))
        message = tr("{name} was added to the catalogue: {file}", name=name, file=source.source)
        self._session.act(
            add_dataset, name, source.model_dump(mode="json"),
            then=lambda _row: self._leave_out(name, message, design), owner=self, failed=self._failed,
        )  # fmt: skip

    def _leave_out(self, name: str, sentence: str, design: bool) -> None:
        """Save a version without the rows to be omitted. If there are none, use the set itself."""
        exclusions = self.form.clean_up.selected_kinds()
        kinds = [kind for group, kinds in REPEATS.items() if group in exclusions for kind in kinds]
        if not kinds or self._session is None or self._replaces:
            self.added.emit(name, sentence, design)
            return
        self.form.head.set_note(tr("Leaving rows out…"))
        arguments = [word for kind in kinds for word in ("--exclude", kind)]
        self._job = self._session.job(
            ["noise", f"catalogue:{name}", *arguments, "--store", str(self._session.store_path)],
            read=VersionAnswer.model_validate_json,
            then=lambda version: self.added.emit(version.name, f"{sentence_text(version.said)}.", design),
            owner=self, slot="preview", failed=self._failed,
        )  # fmt: skip


def read_preview(answer: bytes) -> Preview:
    """Return the answer of ``palimpsest data preview``. For a thread: it imports the file readers."""
    from engine.data.inspection.preview import Preview

    return Preview.from_json(json.loads(answer))


def suggest_name(place: str) -> str:
    """Return a name for the data at ``place``: the file's name, or its folder's if the file is called train."""
    place = place.strip()
    if place.startswith("hub:"):
        return place.removeprefix("hub:").split("/")[-1]
    path = Path(place)
    if path.stem.casefold() in _SPLIT_NAMES and path.suffix and path.parent.name:
        return path.parent.name
    return path.name


def absolute_place(place: str) -> str:
    """Return an absolute path, independent of the working directory. Other sources are unchanged."""
    path = Path(place).expanduser()
    return str(path.absolute()) if place and path.exists() else place
