"""May a newer run take an older one's place: the texts that were right and are wrong now, by ``palimpsest gate``."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from engine.spec.data import reads_generated
from workbench.backend.cli_answers import BrokenTextAnswer, GateAnswer
from workbench.engine_texts import GENERATED_NOTE, sentence_text
from workbench.language import tr
from workbench.look import formats, theme
from workbench.pages.runs.details.side_tabs import TextPane
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Button, CheckBox, Label, MessageLine, NumberField
from workbench.widgets.arrange import arrange_columns, arrange_foot, arrange_rows, resize_on_screen

if TYPE_CHECKING:
    from engine.store.rows import RunRow
    from workbench.backend.session import Session

MOST_LISTED = 200
"""Texts that are listed, the surest errors first."""
NO_LIMIT = "100"
"""Percent: the limit is set here, so that another one asks nothing anew."""
LEAD = tr(
    "An update may lower the error and still break what worked. Counted are the texts of the test split that the older "
    "run had right and the newer one has wrong."
)


class UpdateGateDialog(QDialog):
    """Holds the newer of two runs against the older, text by text; ``answer`` is what was counted."""

    def __init__(self, session: Session, old: RunRow, new: RunRow, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Right before, wrong now"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._old, self._new = session, old, new
        self.answer: GateAnswer | None = None
        self.names = Label("", "strong", wrap=True)
        self.summary = Label("", "body", wrap=True)
        self.limit = NumberField(1.0, 0.0, 100.0, step=0.5, name=tr("Most texts that may be broken, percent"))
        self.certain = CheckBox(
            tr("Apply the limit to the upper end of the 95 % interval"),
            tr("Be sure of it, as far as these texts tell"),
        )
        self.swap = Button(tr("Swap"), tip=tr("Take the other run for the older one"))
        self.verdict = Label("", "strong", wrap=True)
        self.model: RowsModel[BrokenTextAnswer] = RowsModel(
            [
                TableColumn("row", tr("Row"), 64, align="right", text=formats.count),
                TableColumn("label", tr("Label, and answer before"), 168, most=240),
                TableColumn("now", tr("Answer now"), 128, most=240),
                TableColumn("confidence", tr("Confidence"), 92, align="right", text=formats.fixed),
                TableColumn(
                    "text", tr("Text"), 240, stretch=True, text=lambda text: " ".join(str(text).split())
                ),
            ],
            "row",
        )
        self.table = TableView(
            self.model, tr("Texts that were right and are wrong now"), dense=True, multi=False
        )
        self.reading = TextPane(tr("The selected text"))
        self.reading.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.message = MessageLine()
        self._lay_out()
        self.swap.clicked.connect(self._swap)
        self.limit.value_changed.connect(lambda _value: self._judge())
        self.certain.toggled.connect(lambda _on: self._judge())
        self.table.selection_changed.connect(self._selected)
        self._ask()

    def _lay_out(self) -> None:
        s = theme.sizes()
        close = Button(tr("Close"))
        close.clicked.connect(self.close)
        for button in (self.swap, close):
            button.setAutoDefault(False)  # Enter in the field of the limit presses nothing
        head = arrange_columns((self.names, 1), self.swap, spacing=s.s12)
        question = arrange_columns(
            Label(tr("At most, %"), "caption", "text2"),
            self.limit,
            self.certain,
            (self.verdict, 1),
            spacing=s.s12,
        )
        foot = arrange_foot(self.message, close, spacing=s.s8)
        rows = arrange_rows(
            Label(LEAD, "caption", "text2", wrap=True), head, self.summary, question, (self.table, 1), self.reading,
            foot, on=self, spacing=s.s12,
        )  # fmt: skip
        rows.setContentsMargins(s.s16, s.s16, s.s16, s.s16)
        self.reading.setFixedHeight(s.row * 4)
        resize_on_screen(self, s.px(900), s.px(560))

    def _swap(self) -> None:
        self._old, self._new = self._new, self._old
        self._ask()

    def _ask(self) -> None:
        self.answer = None
        self.names.setText(
            tr(
                "{old} (run {first}), then {new} (run {second})",
                old=self._old.name,
                first=self._old.id,
                new=self._new.name,
                second=self._new.id,
            )
        )
        self.summary.setText("")
        self.verdict.setText("")
        self.model.set_rows([])
        self.reading.set_text("")
        self.swap.setEnabled(False)
        self.message.show_message("info", tr("Comparing text by text…"))
        self._session.job(
            ["gate", str(self._old.id), str(self._new.id), "--max-flips", NO_LIMIT, "--texts", str(MOST_LISTED),
             "--store", str(self._session.store_path)],
            read=GateAnswer.model_validate_json, then=self._show, owner=self, slot="gate", failed=self._fail,
        )  # fmt: skip

    def _fail(self, sentence: str) -> None:
        self.swap.setEnabled(True)
        self.message.show_message("error", sentence)

    def _show(self, found: GateAnswer) -> None:
        self.answer = found
        self.swap.setEnabled(True)
        self.message.clear()
        low, high = found.interval
        said = tr(
            "{broken} of {texts} texts were right and are wrong now: {rate} % (95 % interval "
            "{low} to {high}); {mended} were wrong and are right now. Error {error_before} % before, "
            "{error_now} % now.",
            broken=formats.count(found.broken),
            texts=formats.count(found.texts),
            rate=formats.fixed(found.rate),
            low=formats.fixed(low),
            high=formats.fixed(high),
            mended=formats.count(found.mended),
            error_before=formats.fixed(found.error_before),
            error_now=formats.fixed(found.error_now),
        )
        generated = [GENERATED_NOTE] if reads_generated(self._new.data) else []
        self.summary.setText(" ".join([*generated, said, *map(sentence_text, found.notes)]))
        self.model.set_rows(found.broken_texts)
        if found.unread:
            self.message.show_message(
                "warning", tr("The texts cannot be shown: {reason}", reason=found.unread)
            )
        elif len(found.broken_texts) < found.broken:
            self.message.show_message(
                "info",
                tr(
                    "Listed are the {count} that the newer run is surest of.",
                    count=formats.count(len(found.broken_texts)),
                ),
            )
        self._judge()

    def _judge(self) -> None:
        """Say whether few enough texts are broken for the limit that stands there now."""
        limit = self.limit.value()
        if self.answer is None or limit is None:
            self.verdict.setText("")
            return
        rate = self.answer.interval[1] if self.certain.isChecked() else self.answer.rate
        self.verdict.setText(
            tr("Within the limit: the new model may replace the old one")
            if rate <= limit
            else tr("Over the limit: keep the old model")
        )

    def _selected(self, _keys: list[Hashable]) -> None:
        rows = self.table.selected_rows()
        self.reading.set_text(rows[0].text if rows else "")
