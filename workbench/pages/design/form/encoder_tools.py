"""Beside the encoder's form: make an encoder of a foreign checkpoint, or a new one with a vocabulary of its own.

Both are commands of the command line, run as a job of their own. What they say is shown, and what they made becomes the
design's encoder.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

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


class NewEncoder(SpecModel):
    """A vocabulary learnt from texts and an untrained BERT for it. It has to be pre-trained before it is of use."""

    essential: ClassVar[tuple[str, ...]] = ("data", "texts", "name", "vocabulary", "layers", "hidden")
    data: str = field(
        "", label=tr("Data set"), help=tr("The vocabulary is learnt from it."), suggest="data sets"
    )
    texts: list[str] = field(
        [], label=tr("Text files"), help=tr("Plain text files or folders of them, UTF-8."), suggest="texts"
    )
    name: str = field("", label=tr("Name"), help=tr("Name of the new encoder's folder."))
    vocabulary: int = field(8000, label=tr("Word pieces"), help=tr("Size of the vocabulary."), ge=256)
    layers: int = field(4, label=tr("Layers"), help=tr("Layers of the encoder."), ge=1)
    hidden: int = field(256, label=tr("Width"), help=tr("Width of each layer."), ge=8, beside=True)
    heads: int = field(
        4,
        label=tr("Heads"),
        help=tr("Attention heads of each layer; they divide the width."),
        ge=1,
        beside=True,
    )
    positions: int = field(
        512, label=tr("Positions"), unit="tokens", help=tr("Longest text it can read."), ge=16
    )
    cased: bool = field(False, label=tr("Keep capitals"), help=tr("Distinguish capitals from small letters."))

    def command(self, folder: Path) -> list[str]:
        """Return the words after ``palimpsest``."""
        arguments = ["new-encoder", str(folder)]
        arguments += ["--data", self.data] if self.data else []
        for text in self.texts:
            arguments += ["--text", text]
        for name in ("vocabulary", "layers", "hidden", "heads", "positions"):
            arguments += [f"--{name}", str(getattr(self, name))]
        return arguments + (["--cased"] if self.cased else [])

    def problem(self) -> tuple[str, str]:
        """(field, what it lacks), "" when nothing."""
        if not self.data and not self.texts:
            return "data", tr("Choose a data set or text files to learn the vocabulary from.")
        if self.hidden % self.heads:
            return "heads", tr(
                "{heads} heads do not divide a width of {hidden}.", heads=self.heads, hidden=self.hidden
            )
        return "", ""


SOURCES = {
    "checkpoints": SuggestionSource(
        lambda: [], tr("A file…"), tr("A folder…"), tr("Checkpoints (*.bin *.index *.zip);;All files (*)")
    ),
    "json files": SuggestionSource(lambda: [], tr("A file…"), filters=tr("JSON (*.json)")),
    "vocabularies": SuggestionSource(lambda: [], tr("A file…"), filters=tr("Text (*.txt)")),
}


def folder_for(table: SpecTable, home: Path) -> Path:
    """Return where the new encoder is kept: by its name, else by the source's, with a number where that is taken."""
    place = str(table.get("source") or table.get("data") or (table.get("texts") or ["encoder"])[0])
    last = re.split(r"[\\/:]", place.rstrip("\\/"))[-1].partition(".")[0]
    name = file_name(str(table.get("name") or last), "encoder")
    folder, number = home / "encoders" / name, 2
    while folder.exists():
        folder, number = home / "encoders" / f"{name}-{number}", number + 1
    return folder


def describe_result(report: EncoderAnswer) -> str:
    """Describe the result of a finished job in a sentence or two."""
    size = (
        ""
        if report.layers is None
        else tr(
            "{layers} layers {times} {hidden}",
            layers=report.layers,
            times=formats.TIMES,
            hidden=report.hidden,
        )
    )
    parts = [
        part
        for part in (
            size,
            tr("{parameters} M parameters", parameters=formats.short(report.parameters / 1000000.0)),
        )
        if part
    ]
    lines = [f"{', '.join(parts)}."]
    if report.covered_percent is not None and report.vocabulary is not None:
        lines.append(
            tr(
                "{vocabulary} word pieces spell {covered_percent:g} % of all characters.",
                vocabulary=formats.count(report.vocabulary),
                covered_percent=report.covered_percent,
            )
        )
    if report.heads and isinstance(report.heads, list):
        lines.append(tr("Heads found: {heads}.", heads=", ".join(report.heads)))
    if report.lacking:
        lines.append(
            tr("Missing: {lacking}; initialised at random where needed.", lacking=", ".join(report.lacking))
        )
    if report.left_out:
        lines.append(tr("Left out: {left_out}.", left_out=", ".join(report.left_out)))
    return " ".join([*lines, *map(sentence_text, report.notes)])


class EncoderTools(QWidget):
    """Two buttons, each of which unfolds a small form. ``made(folder)`` when an encoder has been made.

    A third one, ``compare_wanted()``, is for comparing encoders on the design's data. ``messages_changed`` when the
    foot of the column has something else to say.

    Args:
        session: runs the jobs. None: the buttons are disabled.
        sources: the lists of data sets and texts that forms offer.
    """

    created = Signal(str)
    compare_wanted = Signal()
    messages_changed = Signal()
    KINDS: ClassVar[dict[str, tuple[type[CheckpointImport | NewEncoder], str, str]]] = {
        "import": (CheckpointImport, tr("Import a checkpoint"), tr("Import")),
        "new": (NewEncoder, tr("New encoder"), tr("Make the encoder")),
    }

    def __init__(
        self, session: Session | None, sources: SuggestionSources, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._kind = session, ""
        self._job: CliJob | None = None
        self._tables: dict[str, SpecTable] = {kind: defaults(cls) for kind, (cls, _, _) in self.KINDS.items()}
        self._row = QHBoxLayout()
        self.buttons: dict[str, Button] = {}
        for kind, (_, title, _) in self.KINDS.items():
            button = Button(f"{title}…", icon="import" if kind == "import" else "plus")
            button.setEnabled(session is not None)
            button.clicked.connect(lambda _on=False, kind=kind: self.open(kind))
            self.buttons[kind] = button
            self._row.addWidget(button)
        self.compare = Button(
            tr("Compare on the data…"), tip=tr("Rank encoders on the design's data without fine-tuning them")
        )
        self.compare.setEnabled(session is not None)
        self.compare.clicked.connect(self.compare_wanted)
        self._row.addStretch(1)
        self.panel = QWidget()
        self._help = Label("", "caption", "text2", wrap=True)
        self.forms = {kind: self._form(kind, {**sources, **SOURCES}) for kind in self.KINDS}
        self.start, self.cancel = Button(""), Button(tr("Cancel"), kind="flat")
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

    def _form(self, kind: str, sources: SuggestionSources) -> ModelForm:
        cls, title, _ = self.KINDS[kind]
        form = ModelForm([FormPart(cls, "", title, tuple(cls.model_fields))], sources)
        form.set_table(self._tables[kind])
        form.value_changed.connect(lambda _path, _value: self._edited(kind))
        form.messages_changed.connect(self.messages_changed)
        return form

    def rows(self) -> list[AnyFormRow]:
        """Return the rows of the form that is unfolded."""
        return [] if self.panel.isHidden() else list(self.forms[self._kind].rows())

    def _arrange(self) -> None:
        self._head = arrange_rows(self._help)
        inside = arrange_rows(self._head, on=self.panel)
        for form in self.forms.values():
            inside.addWidget(form)
        self._foot = arrange_columns(self.start, self.cancel, ..., spacing=8)
        inside.addLayout(self._foot)
        self._second = arrange_columns(self.compare, ...)
        arrange_rows(
            self._row, self._second, self.panel, self.message, on=self, margins=(8, 8, 16, 16), spacing=12
        )
        self.panel.hide()

    # -- what the user does --------------------------------------------------------------------------------

    def open(self, kind: str) -> None:
        """Unfold the form of ``import`` or ``new``. It keeps what was typed before."""
        cls, _, action = self.KINDS[kind]
        self._kind = kind
        self._help.setText(" ".join((cls.__doc__ or "").split()))
        self.start.set_text(action)
        self.message.clear()
        for other, form in self.forms.items():
            form.setVisible(other == kind)
            form.set_problems({})
        self.panel.show()
        self.forms[kind].build()
        self.forms[kind].focus_field(self.forms[kind].paths()[0])

    def close_panel(self) -> None:
        """Fold the form. A job that runs is ended."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self.start.setEnabled(True)
        self.message.clear()
        self.panel.hide()
        self.messages_changed.emit()

    def _edited(self, kind: str) -> None:
        self._tables[kind] = self.forms[kind].table()
        self.forms[kind].set_problems({})

    def run(self) -> None:
        """Begin the job, if the form is complete."""
        from engine import paths

        cls, _, _ = self.KINDS[self._kind]
        form, table = self.forms[self._kind], self._tables[self._kind]
        request = cls.model_validate(table)
        where, lacks = request.problem()
        typed = form.typed_problems()
        if typed or lacks:
            form.set_problems({where: lacks} if lacks else {})
            form.focus_field(where or next(iter(typed)))
            return
        session, folder = require_session(self._session), folder_for(table, paths.home())
        arguments = request.command(folder)
        if self._kind == "new":
            arguments += ["--store", str(session.store_path)]
        self.start.setEnabled(False)
        self.message.show_message("info", tr("Starting…"))
        self._job = session.job(
            arguments,
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
