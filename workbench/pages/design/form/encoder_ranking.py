"""Encoders compared on the design's data before any of them is fine-tuned: the command line's ranking, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.spec.data import is_generated
from workbench.backend.cli_answers import EncoderRankingAnswer, RankedEncoderAnswer
from workbench.engine_texts import GENERATED_NOTE, data_titles
from workbench.language import tr, tr_engine
from workbench.pages.command_dialog import CommandDialog
from workbench.tables.model import RowsModel, TableColumn
from workbench.tables.view import TableView
from workbench.widgets import Button

if TYPE_CHECKING:
    from workbench.backend.session import Session

COLUMNS: list[TableColumn[RankedEncoderAnswer]] = [
    TableColumn("name", tr("Encoder"), 240, stretch=True, tip=lambda each: each.problem),
    TableColumn(
        "logme", "LogME", 88, "right", text=lambda value: f"{value:.3f}".replace("-", "−"),
        head_tip=tr("LogME: how well frozen features predict the labels; higher is better"),
    ),
    TableColumn("error", tr("Probe, %"), 88, "right", text=lambda value: f"{value:.2f}",
                head_tip=tr("Validation error of a linear probe on the top layer")),
    TableColumn("best_error", tr("Best layer, %"), 104, "right", text=lambda value: f"{value:.2f}",
                note=lambda each: "" if each.best_layer is None else tr("at {best_layer}", best_layer=each.best_layer)),
]  # fmt: skip


class EncoderRankingDialog(CommandDialog):
    """Ranks the encoders that are here on ``source``. ``chosen(name)`` when the user takes one."""

    chosen = Signal(str)

    def __init__(self, session: Session, source: str, parent: QWidget) -> None:
        lead = tr("Reading {source} with every available encoder…", source=data_titles(source))
        super().__init__(session, tr("Compare encoders"), parent, lead=lead, size=(720, 420))
        self._source = source
        self.take = Button(tr("Use this encoder"), "primary")
        self.take.setEnabled(False)
        self.take.clicked.connect(self._take)
        self.model: RowsModel[RankedEncoderAnswer] = RowsModel(COLUMNS, "name")
        self.table: TableView[RankedEncoderAnswer] = TableView(self.model, tr("Encoders"), multi=False)
        self.table.selection_changed.connect(lambda keys: self.take.setEnabled(bool(keys)))
        self.arrange((self.table, 1), buttons=[self.take])
        self.command(
            ["encoders", "rank", source], EncoderRankingAnswer.model_validate_json, self._show,
            progress=lambda text: self.message.show_message("info", text),
        )  # fmt: skip

    def _show(self, answer: EncoderRankingAnswer) -> None:
        self.model.set_rows(answer.encoders)
        self.table.select([each.name for each in answer.encoders[:1]])
        text = tr(
            "Learnt from {learnt:,} texts, tested on {tested:,}. A bag of words makes "
            "{bag_of_words:.2f} % errors on the same texts, always guessing {guessing:.2f} %. "
            "{caution}",
            learnt=answer.learnt,
            tested=answer.tested,
            bag_of_words=answer.bag_of_words,
            guessing=answer.guessing,
            caution=tr_engine(answer.caution),
        )
        generated = [GENERATED_NOTE] if is_generated(self._source) else []
        self.lead.setText(" ".join([*generated, text]))

    def _take(self) -> None:
        for each in self.table.selected_rows()[:1]:
            self.chosen.emit(each.name)
            self.close()
