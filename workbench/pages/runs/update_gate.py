"""Regression check of a newer run against an older one: negative flips, by ``palimpsest gate``."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from engine.metrics.base import error_text
from engine.spec.data import reads_generated
from workbench.backend.cli_answers import BrokenTextAnswer, GateAnswer
from workbench.engine_texts import GENERATED_NOTE, sentence_text
from workbench.language import join_sentences, tr, tr_engine
from workbench.look import formats, theme
from workbench.pages.command_dialog import CommandDialog
from workbench.pages.runs.details.side_tabs import TextPane
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import Button, CheckBox, Label, NumberField
from workbench.widgets.arrange import arrange_columns

if TYPE_CHECKING:
    from engine.store.rows import RunRow
    from workbench.backend.session import Session

MOST_LISTED = 200
"""Number of texts listed, the most confident errors first."""
NO_LIMIT = "100"
"""Percent: the limit is applied here, so that changing it needs no new command."""
LEAD = tr(
    "An update may lower the error and still break what worked. This counts the test texts that the older "
    "run predicted correctly and the newer one does not (negative flips)."
)


class UpdateGateDialog(CommandDialog):
    """Compare the newer of two runs with the older, text by text. ``answer`` holds the counts."""

    def __init__(self, session: Session, old: RunRow, new: RunRow, parent: QWidget) -> None:
        super().__init__(session, tr("Regression check"), parent, lead=LEAD)
        self._old, self._new = old, new
        self.answer: GateAnswer | None = None
        self.names = Label("", "strong", wrap=True)
        self.summary = Label("", "body", wrap=True)
        self.limit = NumberField(1.0, 0.0, 100.0, step=0.5, name=tr("Limit on new errors, percent"))
        self.confident_only = CheckBox(
            tr("Apply the limit to the upper end of the 95 % interval"),
            tr("Judge by the upper confidence limit"),
        )
        self.swap = Button(tr("Swap"), tip=tr("Swap the older and the newer run"))
        self.verdict = Label("", "strong", wrap=True)
        self.model: RowsModel[BrokenTextAnswer] = RowsModel(
            [
                TableColumn("row", tr("Row"), 64, align="right", text=formats.count),
                TableColumn("label", tr("Label and old answer"), 168, most=240),
                TableColumn("now", tr("New answer"), 128, most=240),
                TableColumn("confidence", tr("Confidence, %"), 112, align="right", text=formats.percent),
                TableColumn(
                    "text", tr("Text"), 240, stretch=True, text=lambda text: " ".join(str(text).split())
                ),
            ],
            "row",
        )
        self.table = TableView(
            self.model, tr("Texts that were right and are wrong now"), dense=True, multi=False
        )
        self.text_pane = TextPane(tr("The selected text"))
        self.text_pane.setFont(theme.font("body"))
        gap = 12
        question = arrange_columns(
            Label(tr("At most, %"), "caption", "text2"),
            self.limit,
            self.confident_only,
            (self.verdict, 1),
            spacing=gap,
        )
        self.text_pane.setFixedHeight(theme.sizes().row * 4)
        self.arrange(
            arrange_columns((self.names, 1), self.swap, spacing=gap), self.summary, question, (self.table, 1),
            self.text_pane,
        )  # fmt: skip
        self.swap.clicked.connect(self._swap)
        self.limit.value_changed.connect(lambda _value: self._judge())
        self.confident_only.toggled.connect(lambda _on: self._judge())
        self.table.selection_changed.connect(self._selected)
        self._ask()

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
        self.text_pane.set_text("")
        self.command(
            ["gate", str(self._old.id), str(self._new.id), "--max-flips", NO_LIMIT, "--texts", str(MOST_LISTED)],
            GateAnswer.model_validate_json, self._show, message=tr("Comparing text by text…"),
        )  # fmt: skip

    def enable(self) -> None:
        """Enable swapping the runs once both are compared."""
        self.swap.setEnabled(not self.busy)

    def _show(self, answer: GateAnswer) -> None:
        self.answer = answer
        low, high = answer.interval
        sentence = tr(
            "{broken} of {texts} texts were right and are wrong now: {rate} % (95 % interval "
            "{low} to {high}); {mended} were wrong and are right now. {before} before, {now} now.",
            broken=formats.count(answer.broken),
            texts=formats.count(answer.texts),
            rate=formats.fixed(answer.rate),
            low=formats.fixed(low),
            high=formats.fixed(high),
            mended=formats.count(answer.mended),
            before=tr_engine(error_text(answer.error_before)),
            now=tr_engine(error_text(answer.error_now)),
        )
        generated = [GENERATED_NOTE] if reads_generated(self._new.data) else []
        self.summary.setText(join_sentences([*generated, sentence, *map(sentence_text, answer.notes)]))
        self.model.set_rows(answer.broken_texts)
        if answer.unread:
            self.message.show_message(
                "warning", tr("The texts cannot be shown: {reason}", reason=answer.unread)
            )
        elif len(answer.broken_texts) < answer.broken:
            self.message.show_message(
                "info",
                tr(
                    "The {count} with the newer run's highest confidence are listed.",
                    count=formats.count(len(answer.broken_texts)),
                ),
            )
        self._judge()

    def _judge(self) -> None:
        """Show whether the negative flips are within the present limit."""
        limit = self.limit.value()
        if self.answer is None or limit is None:
            self.verdict.setText("")
            return
        rate = self.answer.interval[1] if self.confident_only.isChecked() else self.answer.rate
        self.verdict.setText(
            tr("Within the limit: the new model may replace the old one")
            if rate <= limit
            else tr("Over the limit: keep the old model")
        )

    def _selected(self, _keys: list[Hashable]) -> None:
        rows = self.table.selected_rows()
        self.text_pane.set_text(rows[0].text if rows else "")
