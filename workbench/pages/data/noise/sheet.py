"""The queue of suspected label errors: its table, the selected text, and decisions by key or button."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from engine.json_types import JsonObject
from workbench.backend.cli_answers import NoiseAnswer, VersionAnswer
from workbench.backend.session import require_session
from workbench.backend.tasks import make_debounce_timer
from workbench.engine_texts import sentence_text
from workbench.language import join_sentences, tr, tr_engine
from workbench.look import formats, theme
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import (
    Button,
    CheckBox,
    ComboBox,
    ContentStack,
    ElidedLabel,
    EmptyState,
    Label,
    MessageLine,
    PageHead,
    Panel,
    Toolbar,
)
from workbench.widgets.actions import KeyHelp
from workbench.widgets.arrange import arrange_columns, arrange_rows

if TYPE_CHECKING:
    from workbench.backend.cli_job import CliJob
    from workbench.backend.session import Session

KEEP, EXCLUDE, RELABEL = "keep", "exclude", "relabel"


@dataclass(frozen=True)
class QueueRow:
    """A suspected label error: its position in the queue, and the decision as in the decisions file, or ""."""

    place: int
    key: str
    split: str
    row: int
    label: str
    suggested: str
    score: float
    why: str
    text: str
    decision: str = ""

    @property
    def where(self) -> str:
        """Its split and row, as text."""
        return tr("{split}, row {row}", split=tr_engine(self.split), row=self.row)

    def as_record(self) -> JsonObject:
        """Return the row of a decisions file."""
        return {
            "decision": self.decision,
            "label": self.label,
            "suggested": self.suggested,
            "score": self.score,
            "reasons": self.why,
            "split": self.split,
            "row": self.row,
            "key": self.key,
            "text": self.text,
        }


def queue_rows(answer: NoiseAnswer, saved: Mapping[str, str]) -> list[QueueRow]:
    """Return the rows of the queue with the decisions ``saved`` by key."""
    return [
        QueueRow(
            index, each.key, each.split, each.row, each.label, each.suggested, each.score,
            "; ".join(each.reasons.values()), each.text, saved.get(each.key, ""),
        )
        for index, each in enumerate(answer.queue)
    ]  # fmt: skip


def count_decisions(rows: Sequence[QueueRow]) -> dict[str, int]:
    """Return the numbers of texts to keep, exclude and relabel."""
    return {
        action: sum(row.decision.partition(":")[0] == action for row in rows)
        for action in (RELABEL, EXCLUDE, KEEP)
    }


def read_saved(store: Path, parent: str) -> dict[str, str]:
    """Return the earlier decisions, by key. For a thread."""
    from engine.analysis.noise.decisions import read_saved_cells
    from engine.analysis.noise.versions import saved_decisions_file

    return read_saved_cells(saved_decisions_file(store, parent))


def save_decided(store: Path, parent: str, records: Sequence[JsonObject]) -> Path:
    """Save the decisions and return the file. For a thread."""
    from engine.analysis.noise.decisions import save_records
    from engine.analysis.noise.versions import saved_decisions_file

    file = saved_decisions_file(store, parent)
    save_records(file, records)
    return file


SAVE_MS = 400
_KEYS = {Qt.Key.Key_K: KEEP, Qt.Key.Key_X: EXCLUDE, Qt.Key.Key_R: RELABEL, Qt.Key.Key_U: ""}


class QueueTable(TableView[QueueRow]):
    """The queue. ``decided(decision)`` when a key decides on the selected text, "" to undo that."""

    decided = Signal(str)
    KEY_HELP: ClassVar[KeyHelp] = (
        *TableView.KEY_HELP,
        ("K, X, R", tr("In the queue of possible label errors: keep, exclude, relabel as suggested")),
        ("U", tr("In the queue of possible label errors: undo the decision")),
    )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        decision = _KEYS.get(Qt.Key(event.key())) if plain else None
        if decision is None:
            super().keyPressEvent(event)
        else:
            self.decided.emit(decision)


def _summary(answer: NoiseAnswer) -> list[str]:
    """Return the number of suspected texts, the estimated share of wrong labels, and the model that judged them."""
    text = tr("{count:,} of {total:,} texts.", count=answer.found, total=answer.texts)
    if answer.found > (shown := len(answer.queue)):
        text = tr(
            "{count:,} of {total:,} texts; the first {listed:,} are shown.",
            count=answer.found,
            total=answer.texts,
            listed=shown,
        )
    sentences = [text]
    if answer.noise_percent is not None:
        sentences.append(tr("About {percent:.1f} % of labels may be wrong.", percent=answer.noise_percent))
    return [*sentences, tr("Judged by {name}: a reason to check, not a verdict.", name=answer.judged_by)]


class NoiseSheet(QWidget):
    """The queue of one data set.

    ``left`` when the user goes back. ``applied(name, sentence)`` when a version is in the catalogue. Decisions are
    saved in a file beside the store as they are made, and restored when the queue is opened again.
    """

    left = Signal()
    applied = Signal(str, str)

    def __init__(self, session: Session | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._name = ""
        self._saved: dict[str, str] = {}
        self._job: CliJob | None = None
        self._save = make_debounce_timer(self, SAVE_MS, self._keep)
        self._make_head()
        self._make_queue()
        self._lay_out()
        self.text.setFont(theme.font("body"))
        self.text.document().setDocumentMargin(0)

    def _make_head(self) -> None:
        self.head = PageHead(tr("Possible label errors"))
        self.test = CheckBox(tr("Include test labels"))
        self.test.setToolTip(tr("Also judge the labels of the test split, on which results are measured"))
        self.test.toggled.connect(lambda _on: self._ask())
        self.back_button = Button(tr("Back"), head=True, tip=tr("Back to the data set; decisions are kept"))
        self.back_button.clicked.connect(lambda: self.left.emit())
        self.apply = Button(
            tr("Save as new version"), "primary", head=True, tip=tr("The data set itself stays as it is")
        )
        self.apply.clicked.connect(self._apply)
        self.head.add_action(self.back_button)
        self.head.add_action(self.apply)
        self.message = MessageLine()
        self._message_row = arrange_columns((self.message, 1), self.test, margins=(16, 4, 16, 4), spacing=16)
        self._message_row.insertStretch(1, 0)  # takes the extra space if there is no message

    def _make_queue(self) -> None:
        self.model: RowsModel[QueueRow] = RowsModel(
            [
                TableColumn("decision", tr("Decision"), 144, bold=lambda row: True),
                TableColumn(
                    "text", tr("Text"), 200, stretch=True, text=lambda text: " ".join(str(text).split())
                ),
                TableColumn("label", tr("Label"), 96),
                TableColumn("suggested", tr("Suggested"), 96),
                TableColumn("why", tr("Why"), 200, color=lambda row: "text2"),
                TableColumn("where", tr("Where"), 160, color=lambda row: "text2"),
                TableColumn("score", tr("Score"), 56, align="right", text=formats.fixed),
            ],
            "place",
        )
        self.table = QueueTable(self.model, tr("Queue of possible label errors"), multi=False)
        self.table.selection_changed.connect(self._selected)
        self.table.decided.connect(self.decide)
        self.keep = Button(tr("Keep"), tip=tr("The label is right (K)"))
        self.relabel = Button(tr("Relabel as suggested"), tip=tr("The suggested class is right (R)"))
        self.exclude = Button(tr("Exclude"), tip=tr("Leave the text out (X)"))
        self.undo = Button(tr("Undecided"), "flat", tip=tr("Undo the decision (U)"))
        for button, decision in (
            (self.keep, KEEP),
            (self.relabel, RELABEL),
            (self.exclude, EXCLUDE),
            (self.undo, ""),
        ):
            button.clicked.connect(lambda _checked=False, chosen=decision: self.decide(chosen))
        self.classes = ComboBox([], tr("Another class"))
        self.classes.allow_shrinking()
        self.classes.activated.connect(self._class_chosen)
        self.reasons = Label("", "caption", "text2", wrap=True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(tr("The selected text"))
        self.text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # lines are wrapped

    def _lay_out(self) -> None:
        self.bar = Toolbar("surface", "tb")
        self.counts = ElidedLabel("", "caption", "text2")
        for button in (self.keep, self.relabel, self.classes, self.exclude, self.undo):
            self.bar.add(button)
        self.bar.add(self.counts, 1)
        content, reading = QWidget(), Panel("surface")
        arrange_rows(self.reasons, (self.text, 1), on=reading, margins=(16, 8, 16, 8), spacing=4)
        arrange_rows((self.table, 3), self.bar, (reading, 1), on=content)
        self.stack = ContentStack(content, EmptyState("", ""), tr("Looking for label errors…"))
        arrange_rows(self.head, self._message_row, (self.stack, 1), on=self)

    # -- beginning and ending ------------------------------------------------------------------------------

    def begin(self, name: str, title: str) -> None:
        """Find suspected label errors of the data set ``name``, titled ``title`` in the window."""
        self._name = name
        self.head.title.setText(tr("Possible label errors in {title}", title=title))
        self._ask()

    def stop(self) -> None:
        """Drop pending questions, because the sheet is closed. Decisions are saved."""
        if self._save.isActive():
            self._save.stop()
            self._keep()
        if self._job is not None:
            self._job.cancel()

    def _ask(self) -> None:
        session = require_session(self._session)
        self.message.clear()
        self.model.set_rows([])
        self.apply.setEnabled(False)
        self.stack.show_reading(tr("Looking for label errors…"))
        session.tasks.run(
            read_saved, session.store_path, self._name,
            then=self._saved_read, failed=self._fail, owner=self, slot="saved",
        )  # fmt: skip

    def _saved_read(self, saved: dict[str, str]) -> None:
        self._saved = saved
        session = require_session(self._session)
        arguments = ["noise", self._name, "--store", str(session.store_path)]
        arguments += ["--test"] if self.test.isChecked() else []
        self._job = session.job(
            arguments,
            read=NoiseAnswer.model_validate_json, then=self._show, owner=self, slot="noise", failed=self._fail,
            progress=lambda text: self.stack.loading.set_words(f"{text}…"),
        )  # fmt: skip

    def _fail(self, sentence: str) -> None:
        self.stack.show_empty(tr("The queue cannot be built"), sentence)

    def _show(self, answer: NoiseAnswer) -> None:
        self.classes.set_choices([(tr("Relabel as…"), ""), *((name, name) for name in answer.classes)])
        self.message.show_message(
            "info", join_sentences([*_summary(answer), *map(sentence_text, answer.notes)])
        )
        self.model.set_rows(queue_rows(answer, self._saved))
        if not self.model.rows:
            self.stack.show_empty(
                tr("No label errors found"), tr("No text has a probable label error or occurs twice.")
            )
            return
        self.stack.show_content()
        self._count()
        self.table.select([0])
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- deciding ------------------------------------------------------------------------------------------

    def _selected(self, _keys: list[Hashable]) -> None:
        rows = self.table.selected_rows()
        row = rows[0] if rows else None
        self.reasons.setText(f"{row.where}: {row.why}" if row else "")
        self.text.setPlainText(row.text if row else "")
        for button in (self.keep, self.exclude, self.undo, self.classes):
            button.setEnabled(row is not None)
        self.relabel.setEnabled(row is not None and bool(row.suggested))

    def _class_chosen(self, _index: int) -> None:
        name = str(self.classes.currentData() or "")
        self.classes.set_current("")
        rows = self.table.selected_rows()
        if name and rows:
            self.decide(KEEP if name == rows[0].label else f"{RELABEL}: {name}")

    def decide(self, decision: str) -> None:
        """Decide on the selected text, and select the next one."""
        rows = self.table.selected_rows()
        if not rows or (decision == RELABEL and not rows[0].suggested):
            return
        row = rows[0]
        written = f"{RELABEL}: {row.suggested}" if decision == RELABEL else decision
        shown = self.model.rows
        place = next(i for i, each in enumerate(shown) if each.place == row.place)
        in_order = sorted(shown, key=lambda each: each.place)
        self.model.set_rows(
            [replace(each, decision=written) if each.place == row.place else each for each in in_order]
        )
        self._saved.pop(row.key, None)
        if written:
            self._saved[row.key] = written
        self._save.start()
        self._count()
        if decision and place + 1 < len(shown):
            self.table.select([shown[place + 1].place])

    def _count(self) -> None:
        counts = count_decisions(self.model.rows)
        self.counts.set_text(
            tr(
                "{relabel:,} to relabel, {exclude:,} to exclude, {keep:,} to keep, {undecided:,} "
                "undecided (these stay as they are)",
                relabel=counts[RELABEL],
                exclude=counts[EXCLUDE],
                keep=counts[KEEP],
                undecided=len(self.model.rows) - sum(counts.values()),
            )
        )
        self.apply.setEnabled(bool(counts[RELABEL] + counts[EXCLUDE]))

    def _keep(self) -> None:
        session = require_session(self._session)
        records = [row.as_record() for row in self.model.rows if row.decision]
        session.tasks.run(
            save_decided, session.store_path, self._name, records,
            failed=lambda why: self.message.show_message("error", why), owner=self, slot="save",
        )  # fmt: skip

    def _apply(self) -> None:
        """Save the decisions, then write the version from their file."""
        session = require_session(self._session)
        self._save.stop()
        self.apply.setEnabled(False)
        self.message.show_message("info", tr("Saving the new version…"))
        records = [row.as_record() for row in self.model.rows if row.decision]
        name, store = self._name, session.store_path

        def write(file: object) -> None:
            session.job(
                ["noise", name, "--apply", str(file), "--store", str(store)],
                read=VersionAnswer.model_validate_json,
                then=lambda version: self.applied.emit(version.name, sentence_text(version.said)),
                owner=self, slot="apply", failed=self._not_applied,
            )  # fmt: skip

        session.tasks.run(
            save_decided, store, name, records, then=write, failed=self._not_applied, owner=self, slot="save"
        )

    def _not_applied(self, sentence: str) -> None:
        self.message.show_message("error", sentence)
        self._count()
