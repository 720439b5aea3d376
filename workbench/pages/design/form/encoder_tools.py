"""Tools next to the encoder's form: import a foreign checkpoint, and compare encoders on the data.

The import runs as a job of the command line. The dialog shows its answer, and the encoder is used in the design.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.file_names import file_name
from engine.spec.base import SpecModel, field
from engine.spec.describe import SpecTable, defaults
from workbench.backend.cli_answers import EncoderAnswer
from workbench.engine_texts import sentence_text
from workbench.forms import FormPart, ModelForm
from workbench.forms.suggestions import SuggestionSource, SuggestionSources
from workbench.language import join_sentences, tr
from workbench.look import formats
from workbench.pages.command_dialog import CommandDialog
from workbench.widgets import Button
from workbench.widgets.arrange import arrange_columns, arrange_rows, scrolling
from workbench.widgets.forms import DOT_COLUMN

if TYPE_CHECKING:
    from workbench.backend.session import Session


class CheckpointImport(SpecModel):
    """A foreign checkpoint: TensorFlow's BERT files, or a plain PyTorch state dict. No code in it is run."""

    essential: ClassVar[tuple[str, ...]] = ("source", "name")
    source: str = field(
        "",
        label=tr("Checkpoint"),
        help=tr("A folder, a zip file, a TensorFlow checkpoint (before .index) or a .bin file."),
        suggest="checkpoints",
    )
    name: str = field("", label=tr("Name"), help=tr("Name of the new encoder's folder."))
    config: str = field(
        "",
        label=tr("Configuration"),
        help=tr("bert_config.json, if it is elsewhere."),
        suggest="json files",
    )
    vocab: str = field(
        "", label=tr("Vocabulary"), help=tr("vocab.txt, if it is elsewhere."), suggest="vocabularies"
    )
    case: Literal["", "uncased", "cased"] = field(
        "",
        label=tr("Capitals"),
        help=tr("Whether the encoder distinguishes capital letters."),
        choices={"": tr("Detected from the vocabulary"), "uncased": tr("Lower-cased"), "cased": tr("Kept")},
    )

    def command(self, folder: Path) -> list[str]:
        """Return the words after ``palimpsest``."""
        arguments = ["import-checkpoint", self.source, str(folder)]
        arguments += ["--config", self.config] if self.config else []
        arguments += ["--vocab", self.vocab] if self.vocab else []
        return arguments + ([f"--{self.case}"] if self.case else [])

    def problem(self) -> tuple[str, str]:
        """Return (field, problem), or "" for none."""
        return ("", "") if self.source else ("source", tr("Choose a file or a folder."))


SOURCES = {
    "checkpoints": SuggestionSource(
        lambda: [], tr("A file…"), tr("A folder…"), tr("Checkpoints (*.bin *.index *.zip);;All files (*)")
    ),
    "json files": SuggestionSource(lambda: [], tr("A file…"), filters=tr("JSON (*.json)")),
    "vocabularies": SuggestionSource(lambda: [], tr("A file…"), filters=tr("Text (*.txt)")),
}


def folder_for(table: SpecTable, home: Path) -> Path:
    """Return the folder of the new encoder, from its name or its source's, with a number if that is taken."""
    place = str(table.get("source") or "encoder")
    last = re.split(r"[\\/:]", place.rstrip("\\/"))[-1].partition(".")[0]
    name = file_name(str(table.get("name") or last), "encoder")
    folder, number = home / "encoders" / name, 2
    while folder.exists():
        folder, number = home / "encoders" / f"{name}-{number}", number + 1
    return folder


def describe_result(report: EncoderAnswer) -> str:
    """Return the result of a finished job in a sentence or two."""
    lines = [tr("{parameters} M parameters", parameters=formats.short(report.parameters / 1000000.0))]
    if report.heads:
        lines.append(tr("Heads found: {names}.", names=", ".join(report.heads)))
    if report.lacking:
        lines.append(
            tr("Missing: {names}; initialised at random where needed.", names=", ".join(report.lacking))
        )
    if report.left_out:
        lines.append(tr("Left out: {names}.", names=", ".join(report.left_out)))
    return join_sentences([*lines, *map(sentence_text, report.notes)])


class EncoderDialog(CommandDialog):
    """Import or build an encoder. ``created(folder)`` when it is written."""

    created = Signal(str)

    def __init__(
        self,
        session: Session,
        sources: SuggestionSources,
        parent: QWidget,
    ) -> None:
        source, title = CheckpointImport, tr("Import a checkpoint")
        super().__init__(
            session, title, parent, lead=" ".join((source.__doc__ or "").split()), size=(640, 520)
        )
        self.form = ModelForm(
            [FormPart(source, "", title, tuple(source.model_fields))], {**sources, **SOURCES}
        )
        self.form.set_table(defaults(source))
        self.form.value_changed.connect(lambda _path, _value: self.message.clear())
        self.start = Button(tr("Import"), "primary")
        self.start.clicked.connect(self.run)
        inside = QWidget()
        arrange_rows(self.form, ..., on=inside)
        self.arrange((scrolling(inside), 1), buttons=[self.start])
        self.form.build()

    def run(self) -> None:
        """Run the command if the form is complete."""
        from engine import paths

        table = self.form.table()
        where, lacks = CheckpointImport.model_validate(table).problem()
        if wrong := self.form.typed_problems() or ({where: lacks} if lacks else {}):
            self.form.focus_field(next(iter(wrong)))
            self.message.show_message("error", next(iter(wrong.values())))
            return
        folder = folder_for(table, paths.home())
        self.command(
            CheckpointImport.model_validate(table).command(folder),
            EncoderAnswer.model_validate_json,
            lambda answer: self._done(folder, answer),
            message=tr("Starting…"),
            progress=lambda text: self.message.show_message("info", text),
            on_store=False,
        )

    def _done(self, folder: Path, answer: EncoderAnswer) -> None:
        self.message.show_message("ok", f"{folder.name}: {describe_result(answer)}")
        self.created.emit(str(folder))

    def enable(self) -> None:
        """Allow one job at a time."""
        self.start.setEnabled(not self.busy)


class EncoderTools(QWidget):
    """Buttons next to the form. ``created(folder)`` when an encoder has been created."""

    created = Signal(str)
    compare_requested = Signal()

    def __init__(
        self, session: Session | None, sources: SuggestionSources, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._sources = session, sources
        self.dialog: EncoderDialog | None = None
        self.compare = Button(
            tr("Compare on the data…"), tip=tr("Rank encoders on the design's data without fine-tuning them")
        )
        self.compare.clicked.connect(self.compare_requested)
        self.load = Button(tr("Import a checkpoint…"), icon="import")
        self.load.clicked.connect(self._open)
        arrange_rows(
            arrange_columns(self.load, ...), arrange_columns(self.compare, ...),
            on=self, margins=(16 + DOT_COLUMN, 8, 16, 16), spacing=12,
        )  # fmt: skip
        for button in (self.compare, self.load):
            button.setEnabled(session is not None)

    def _open(self) -> None:
        if self._session is not None:
            self.dialog = EncoderDialog(self._session, self._sources, self)
            self.dialog.created.connect(self.created)
            self.dialog.open()
