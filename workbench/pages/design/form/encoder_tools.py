"""Beside the encoder's form: make an encoder of a foreign checkpoint, and compare encoders on the data.

The import is a command of the command line, run as a job of its own. Its answer is shown, and the encoder becomes the
design's.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.file_names import file_name
from engine.spec.base import SpecModel, field
from engine.spec.tables import SpecTable, defaults
from workbench.backend.cli_answers import EncoderAnswer
from workbench.backend.session import require_session
from workbench.engine_texts import sentence_text
from workbench.forms import FormPart, ModelForm
from workbench.forms.form import AnyFormRow
from workbench.forms.suggestions import SuggestionSource, SuggestionSources
from workbench.language import tr
from workbench.look import formats, theme
from workbench.widgets import Button, Label, MessageLine
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.forms import DOT_COLUMN

if TYPE_CHECKING:
    from workbench.backend.cli_job import CliJob
    from workbench.backend.session import Session


class CheckpointImport(SpecModel):
    """A foreign checkpoint: TensorFlow's BERT files, or a plain PyTorch state dict. Nothing in it is run."""

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
        help=tr("Whether capitals matter."),
        choices={"": tr("Detected from the vocabulary"), "uncased": tr("Lower-cased"), "cased": tr("Kept")},
    )

    def command(self, folder: Path) -> list[str]:
        """Return the words after ``palimpsest``."""
        arguments = ["import-checkpoint", self.source, str(folder)]
        arguments += ["--config", self.config] if self.config else []
        arguments += ["--vocab", self.vocab] if self.vocab else []
        return arguments + ([f"--{self.case}"] if self.case else [])

    def problem(self) -> tuple[str, str]:
        """(field, what it lacks), "" when nothing."""
        return ("", "") if self.source else ("source", tr("Choose a file or a folder."))


SOURCES = {
    "checkpoints": SuggestionSource(
        lambda: [], tr("A file…"), tr("A folder…"), tr("Checkpoints (*.bin *.index *.zip);;All files (*)")
    ),
    "json files": SuggestionSource(lambda: [], tr("A file…"), filters=tr("JSON (*.json)")),
    "vocabularies": SuggestionSource(lambda: [], tr("A file…"), filters=tr("Text (*.txt)")),
}


def folder_for(table: SpecTable, home: Path) -> Path:
    """Return where the new encoder is kept: by its name, else by the source's, with a number where that is taken."""
    place = str(table.get("source") or "encoder")
    last = re.split(r"[\\/:]", place.rstrip("\\/"))[-1].partition(".")[0]
    name = file_name(str(table.get("name") or last), "encoder")
    folder, number = home / "encoders" / name, 2
    while folder.exists():
        folder, number = home / "encoders" / f"{name}-{number}", number + 1
    return folder


def describe_result(report: EncoderAnswer) -> str:
    """Describe the result of a finished job in a sentence or two."""
    lines = [f"{tr('{parameters} M parameters', parameters=formats.short(report.parameters / 1000000.0))}."]
    if report.heads:
        lines.append(tr("Heads found: {heads}.", heads=", ".join(report.heads)))
    if report.lacking:
        lines.append(
            tr("Missing: {lacking}; initialised at random where needed.", lacking=", ".join(report.lacking))
        )
    if report.left_out:
        lines.append(tr("Left out: {left_out}.", left_out=", ".join(report.left_out)))
    return " ".join([*lines, *map(sentence_text, report.notes)])


class EncoderTools(QWidget):
    """A button that unfolds the form of an import. ``created(folder)`` when an encoder has been made.

    Another one, ``compare_wanted()``, is for comparing encoders on the design's data. ``messages_changed`` when the
    foot of the column has something else to say.

    Args:
        session: runs the jobs. None: the buttons are disabled.
        sources: the lists of data sets and texts that forms offer.
    """

    created = Signal(str)
    compare_wanted = Signal()
    messages_changed = Signal()

    def __init__(
        self, session: Session | None, sources: SuggestionSources, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._job: CliJob | None = None
        self.table: SpecTable = defaults(CheckpointImport)
        self.import_button = Button(f"{tr('Import a checkpoint')}…", icon="import")
        self.import_button.setEnabled(session is not None)
        self.import_button.clicked.connect(self.open)
        self.compare = Button(
            tr("Compare on the data…"), tip=tr("Rank encoders on the design's data without fine-tuning them")
        )
        self.compare.setEnabled(session is not None)
        self.compare.clicked.connect(self.compare_wanted)
        self._row = arrange_columns(self.import_button, ...)
        self.panel = QWidget()
        self._help = Label(" ".join((CheckpointImport.__doc__ or "").split()), "caption", "text2", wrap=True)
        part = FormPart(CheckpointImport, "", tr("Import a checkpoint"), tuple(CheckpointImport.model_fields))
        self.form = ModelForm([part], {**sources, **SOURCES})
        self.form.set_table(self.table)
        self.form.value_changed.connect(lambda _path, _value: self._edited())
        self.form.messages_changed.connect(self.messages_changed)
        self.start, self.cancel = Button(tr("Import")), Button(tr("Cancel"), kind="flat")
        self.start.clicked.connect(self.run)
        self.cancel.clicked.connect(self.close_panel)
        self.message = MessageLine()
        self._arrange()
        s = theme.sizes()
        left = 8 + DOT_COLUMN
        self._row.setSpacing(8)
        self._row.setContentsMargins(left, 0, 0, 0)
        self._second.setContentsMargins(left, 0, 0, 0)
        self._head.setContentsMargins(left, 8, 0, 8)
        self._foot.setContentsMargins(left + s.label, 8, 0, 0)

    def rows(self) -> list[AnyFormRow]:
        """Return the rows of the form that is unfolded."""
        return [] if self.panel.isHidden() else list(self.form.rows())

    def _arrange(self) -> None:
        self._head = arrange_rows(self._help)
        inside = arrange_rows(self._head, on=self.panel)
        inside.addWidget(self.form)
        self._foot = arrange_columns(self.start, self.cancel, ..., spacing=8)
        inside.addLayout(self._foot)
        self._second = arrange_columns(self.compare, ...)
        arrange_rows(
            self._row, self._second, self.panel, self.message, on=self, margins=(8, 8, 16, 16), spacing=12
        )
        self.panel.hide()

    # -- what the user does --------------------------------------------------------------------------------

    def open(self) -> None:
        """Unfold the form. It keeps what was typed before."""
        self.message.clear()
        self.form.set_problems({})
        self.panel.show()
        self.form.build()
        self.form.focus_field(self.form.paths()[0])

    def close_panel(self) -> None:
        """Fold the form. A job that runs is ended."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self.start.setEnabled(True)
        self.message.clear()
        self.panel.hide()
        self.messages_changed.emit()

    def _edited(self) -> None:
        self.table = self.form.table()
        self.form.set_problems({})

    def run(self) -> None:
        """Begin the job, if the form is complete."""
        from engine import paths

        request = CheckpointImport.model_validate(self.table)
        where, lacks = request.problem()
        typed = self.form.typed_problems()
        if typed or lacks:
            self.form.set_problems({where: lacks} if lacks else {})
            self.form.focus_field(where or next(iter(typed)))
            return
        session, folder = require_session(self._session), folder_for(self.table, paths.home())
        self.start.setEnabled(False)
        self.message.show_message("info", tr("Starting…"))
        self._job = session.job(
            request.command(folder),
            read=EncoderAnswer.model_validate_json,
            then=lambda report: self._done(folder, report),
            owner=self,
            slot="encoder",
            failed=self._failed,
            progress=lambda text: self.message.show_message("info", text),
        )

    def _done(self, folder: Path, report: EncoderAnswer) -> None:
        self._job = None
        self.start.setEnabled(True)
        self.panel.hide()
        self.message.show_message("ok", f"{folder.name}: {describe_result(report)}")
        self.created.emit(str(folder))

    def _failed(self, sentence: str) -> None:
        self._job = None
        self.start.setEnabled(True)
        self.message.show_message("error", sentence)
