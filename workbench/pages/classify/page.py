"""Classify: choose a table and its text column, and predict a class for each of its rows."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.file_names import with_default_suffix
from workbench.backend.cli_job import CliJob
from workbench.backend.session import Session
from workbench.engine_texts import data_files, sentence_text
from workbench.language import tr, tr_n
from workbench.look import formats
from workbench.pages import page_attributes
from workbench.pages.base import Page
from workbench.pages.classify.answers import (
    UNSURE,
    AnsweredRow,
    FileAnswers,
    FilePlan,
    ModelChoice,
    column_lengths,
    first_rows,
    load_choices,
    read_answers,
    save_answers,
)
from workbench.pages.data.importing.questions import ColumnChips, OfferedColumn
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import (
    Button,
    ComboBox,
    ContentStack,
    ElidedLabel,
    EmptyState,
    Label,
    MessageLine,
    PageHead,
    Panel,
    SegmentedControl,
)
from workbench.widgets.arrange import arrange_columns, arrange_rows

T = TypeVar("T")
FIRST_WORDS = (
    tr("Classify a file"),
    tr("Choose a table of new texts, or drop it here: each row gets a class and a confidence."),
    tr("Choose a file…"),
)
KINDS = tr("CSV (*.csv);;Excel (*.xlsx);;TSV (*.tsv);;JSON lines (*.jsonl)")


class ClassifyPage(Page):
    """A file, the run whose model is used, the text columns, and the table of answers.

    :meth:`receive` takes the number of a run. Nothing is classified without a request. Another run or column removes
    the answers.
    """

    name, title, icon, shortcut, at_end = page_attributes("classify")

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.file: Path | None = None
        self.plan: FilePlan | None = None
        self.answers: FileAnswers | None = None
        self.choices: list[ModelChoice] = []
        self.text: list[str] = []
        self._job: CliJob | None = None
        self._requested_run, self._saved = 0, Path()
        self._folder = tempfile.TemporaryDirectory(prefix="palimpsest-")
        self._answers_file = Path(self._folder.name) / "answers.jsonl"
        self._make_parts()
        self._lay_out()
        self.choices_watch = self.watch(load_choices, tuple, self._set_choices, follows=tuple)

    def _make_parts(self) -> None:
        self.run = ComboBox([], tr("The run whose model is used"), head=True)
        self.run.allow_shrinking()
        self.choose = Button(tr("Choose a file…"), head=True)
        self.begin = Button(tr("Classify"), "primary", head=True)
        self.save = Button(tr("Save as…"), "primary", head=True, tip=tr("All rows with their answers"))
        self.stop = Button(tr("Stop"), head=True)
        self.file_label = Label("", "strong")
        self.plan_summary = ElidedLabel("", "caption", "text2")
        self.chips = ColumnChips(tr("Text"))
        self.message = MessageLine()
        orders = [("confidence", tr("Least confident first")), ("number", tr("Row order"))]
        self.order = SegmentedControl(orders, tr("Order"))
        self.summary = ElidedLabel("", "caption", "text2")
        self.model: RowsModel[AnsweredRow] = RowsModel(
            [
                TableColumn("number", tr("Row"), 64, align="right", text=formats.count),
                TableColumn("text", tr("Text"), 200, stretch=True),
                TableColumn("answer", tr("Answer"), 176, most=320, color=_answer_color,
                            text=lambda answer: answer or tr("(no answer)")),
                TableColumn("confidence", tr("Confidence, %"), 152, align="right", text=formats.percent),
                TableColumn("second", tr("Second"), 176, most=280, color=lambda row: "text2", sortable=False),
            ],
            "number",
        )  # fmt: skip
        self.table = TableView(self.model, tr("Rows and answers"), dense=True, multi=False)
        self.run.activated.connect(lambda _index: self._plan())
        self.choose.clicked.connect(self.choose_file)
        self.begin.clicked.connect(self.classify)
        self.save.clicked.connect(self.save_as)
        self.stop.clicked.connect(self._stop)
        self.chips.chosen.connect(self._column_chosen)
        self.message.remedy.connect(self._open_saved)
        self.order.chosen.connect(lambda _key: self._sort())

    def _lay_out(self) -> None:
        head = PageHead(self.title)
        head.add_main(self.run)
        for button in (self.stop, self.choose, self.begin, self.save):
            head.add_action(button)
        self._columns = QWidget()
        caption = Label(tr("Text column"), "caption", "text2")
        arrange_columns(caption, (self.chips, 1), on=self._columns, spacing=12)
        panel = Panel("surface", "b")
        arrange_rows(
            arrange_columns(self.file_label, (self.plan_summary, 1), spacing=12), self._columns, self.message,
            on=panel, spacing=8, margins=(16, 12, 16, 12),
        )  # fmt: skip
        self._bar = QWidget()
        arrange_columns(self.order, (self.summary, 1), on=self._bar, spacing=12, margins=(16, 8, 16, 8))
        body = QWidget()
        arrange_rows(panel, self._bar, (self.table, 1), on=body)
        empty = EmptyState(*FIRST_WORDS, primary=True)
        empty.clicked.connect(self._empty_clicked)
        self.stack = ContentStack(body, empty, tr("Reading finished runs…"))
        arrange_rows(head, (self.stack, 1), on=self)
        if self.session is None:
            self._set_choices([])
        self._show()

    # -- coming and going ----------------------------------------------------------------------------------

    def on_shown(self) -> None:
        self.choices_watch.renew()

    def receive(self, payload: object) -> None:
        """Choose the model of the run of this number."""
        if isinstance(payload, int):
            self._requested_run = payload
            self.choices_watch.ask()

    def _set_choices(self, choices: list[ModelChoice]) -> None:
        keep = self.run.currentData()
        self.choices = choices
        self.run.set_choices([(each.title, each.model.key) for each in choices])
        choice = next((each for each in choices if each.model.run == self._requested_run), None)
        best = next((each for each in choices if each.is_best), None)
        chosen = choice or next((each for each in choices if each.model.key == keep), None) or best
        if chosen is not None:
            self.run.set_current(chosen.model.key)
        self._requested_run = 0
        if not choices:
            self.stack.show_empty(
                tr("No model to use yet"),
                tr("A finished run of an encoder can classify the rows of a file."),
                tr("Open Design"),
            )
        elif self.file is None:
            self.stack.show_empty(*FIRST_WORDS)
        if chosen is not None and chosen.model.key != keep and self.file is not None:
            self._plan()
        self._show()

    # -- the file ------------------------------------------------------------------------------------------

    def _empty_clicked(self) -> None:
        self.choose_file() if self.choices else self.navigate.emit("design", None)

    def choose_file(self) -> None:
        """Open a file dialog."""
        start = str(self.file or Path.home())
        if path := QFileDialog.getOpenFileName(self, tr("Choose a file"), start, data_files())[0]:
            self.take_file(Path(path))

    def take_file(self, file: Path) -> bool:
        """Read the columns of ``file``."""
        if self.choices:
            self.file, self.text = file, []
            self._plan()
        return bool(self.choices)

    def _plan(self, columns: Sequence[str] = ()) -> None:
        """Read the columns and first rows of the file, and which column the model takes as the text."""
        self.answers = None
        if self.file is None:
            return
        self.plan = None
        self.file_label.setText(self.file.name)
        self.plan_summary.set_text(tr("Reading…"))
        self.message.clear()
        self.model.set_rows([])
        self.stack.show_content()
        self._run([*self._words(columns), "--dry-run"], FilePlan.model_validate_json, self._planned)

    def _words(self, columns: Sequence[str]) -> list[str]:
        model = next(each.model for each in self.choices if each.model.key == self.run.currentData())
        words = ["predict", str(model.run), "--file", str(self.file), "--stage", str(model.stage)]
        words += ["--task", model.task] if model.task else []
        return words + [word for name in columns for word in ("--column", name)]

    def _planned(self, plan: FilePlan) -> None:
        self._job, self.plan, self.text = None, plan, plan.text
        rows = tr_n("{n:,} row", "{n:,} rows", plan.rows)
        self.plan_summary.set_text(f"{rows} · {sentence_text(plan.reading)}")
        if note := plan.problem or " ".join(plan.notes):
            self.message.show_message("error" if plan.problem else "info", sentence_text(note))
        offered = [
            OfferedColumn(
                plan.columns.index(name), name, tr("{n:,} characters", n=length), plan.first[0][name]
            )
            for name, length in column_lengths(plan).items()
        ]
        self.chips.show_columns(offered, [each.index for each in offered if each.name in plan.text])
        self.model.set_rows(first_rows(plan, plan.text))
        self._show()

    def _column_chosen(self, place: int) -> None:
        assert self.plan is not None
        name = self.plan.columns[place]
        columns = [each for each in self.text if each != name] if name in self.text else [*self.text, name]
        self._plan(columns)

    # -- asking --------------------------------------------------------------------------------------------

    def classify(self) -> None:
        """Predict an answer for each row."""
        if (plan := self.plan) is None:
            return
        words = self._words(self.text if plan.columns else [])
        self.message.clear()
        file, text = self._answers_file, tuple(self.text)

        def read(_output: bytes) -> FileAnswers:
            return read_answers(file, plan, text)

        self._run([*words, "--out", str(file), "--overwrite"], read, self._answered)

    def _run(self, words: Sequence[str], read: Callable[[bytes], T], then: Callable[[T], object]) -> None:
        session = self.live_session
        self._job = session.job(
            [*words, "--store", str(session.store_path)], read=read, then=then, owner=self, slot="predict",
            failed=self._failed, progress=lambda reply: self.summary.set_text(f"{reply.rstrip('.')}…"),
        )  # fmt: skip
        self._show()

    def _answered(self, answers: FileAnswers) -> None:
        self._job, self.answers = None, answers
        self.model.set_rows(answers.rows)
        for column in ("answer", "second"):
            self.table.fit_words(column)
        blank = answers.all - answers.answered
        sentences = [
            tr("{count} of {n:,} answers have a confidence below {percent} %",
               count=formats.count(answers.unsure), n=answers.answered, percent=formats.percent(UNSURE, 0)),
            tr_n("{n:,} row has no text", "{n:,} rows have no text", blank) if blank else "",
            tr("the {count} least confident are listed", count=formats.count(len(answers.rows)))
            if len(answers.rows) < answers.all else "",
        ]  # fmt: skip
        self.summary.set_text(" · ".join(filter(None, sentences)))
        self.order.set_current("confidence")
        self._sort()
        self._show()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _failed(self, sentence: str) -> None:
        self._stop()
        self.message.show_message("error", sentence)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
        self._job = None
        self.plan_summary.set_text("" if self.plan is None else self.plan_summary.text())
        self._show()

    def _sort(self) -> None:
        self.table.sort_by(self.table.column(str(self.order.current()))[0], Qt.SortOrder.AscendingOrder)

    def _show(self) -> None:
        """Enable the possible actions. One button is the next step."""
        busy, plan, answers = self._job is not None, self.plan, self.answers
        self.stop.setVisible(busy)
        self.choose.setVisible(self.file is not None)
        self.choose.setEnabled(not busy)
        self.run.setVisible(bool(self.choices))
        self.run.setEnabled(not busy)
        self.chips.setEnabled(not busy)
        self.begin.setVisible(self.file is not None and answers is None)
        self.begin.setEnabled(not busy and plan is not None and not plan.problem)
        self.begin.set_text(
            tr("Classify") if plan is None else tr_n("Classify {n:,} row", "Classify {n:,} rows", plan.rows)
        )
        self.save.setVisible(answers is not None)
        self._columns.setVisible(plan is not None and len(plan.columns) > 1)
        self._bar.setVisible(busy or answers is not None)
        self.order.setVisible(answers is not None)

    # -- saving --------------------------------------------------------------------------------------------

    def save_as(self) -> None:
        """Open a file dialog, and write all rows with their answers."""
        if self.file is None or self.plan is None or self.answers is None:
            return
        start = self.file.with_name(tr("{name} classified.csv", name=self.file.stem))
        # The dialog asks before it returns an existing file.
        name, kind = QFileDialog.getSaveFileName(self, tr("Save answers"), str(start), KINDS)
        if name:
            self._saved = with_default_suffix(name, kind.rstrip(")"))
            self.live_session.tasks.run(
                save_answers, self._answers_file, self.plan, self._saved, owner=self, slot="save",
                then=lambda reply: self.message.show_message("ok", reply, tr("Open folder")),
                failed=lambda reply: self.message.show_message("error", reply),
            )  # fmt: skip

    def _open_saved(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._saved.parent)))


def _answer_color(row: AnsweredRow) -> str | None:
    return "warning" if row.confidence is not None and row.confidence < UNSURE else None
