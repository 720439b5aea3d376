"""Dialogs of the Design page: ranking of encoders on its data, and the value of more labels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, TypeAdapter
from PySide6.QtCore import QTemporaryDir, Signal
from PySide6.QtWidgets import QWidget

from engine.formatting.phrases import capital
from engine.metrics.base import display_error, display_metric, error_text
from engine.spec.data import is_generated
from engine.spec.stages.baseline import BASELINE_KINDS
from engine.spec.sweep import Plan
from workbench.backend.cli_answers import EncoderRankingAnswer, RankedEncoderAnswer
from workbench.engine_texts import GENERATED_NOTE, data_titles, sentence_text
from workbench.language import join_sentences, tr, tr_engine
from workbench.look import formats
from workbench.pages.command_dialog import CommandDialog
from workbench.pages.design.draft import files
from workbench.plots.curve import PlotCurve
from workbench.plots.curve_plot import CurvePlot
from workbench.tables.model import RowsModel, TableColumn
from workbench.tables.view import TableView
from workbench.widgets import Button, Label

if TYPE_CHECKING:
    from workbench.backend.session import Session


def _shown(error: float) -> str:
    return formats.fixed(display_error(error))


COLUMNS: list[TableColumn[RankedEncoderAnswer]] = [
    TableColumn("name", tr("Encoder"), 240, stretch=True, tip=lambda each: each.problem),
    TableColumn(
        "logme", "LogME", 88, "right", text=lambda value: f"{value:.3f}".replace("-", "−"),
        head_tip=tr("LogME: how well frozen features predict the labels; higher is better"),
    ),
    TableColumn("error", tr("Probe, %"), 88, "right", text=_shown,
                head_tip=tr("Validation result of a linear probe on the top layer")),
    TableColumn("best_error", tr("Best layer, %"), 104, "right", text=_shown,
                note=lambda each: "" if each.best_layer is None else tr("at {layer}", layer=each.best_layer)),
]  # fmt: skip


class EncoderRankingDialog(CommandDialog):
    """Rank the available encoders on ``source``. ``chosen(name)`` when the user chooses one."""

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
            "Learnt from {learnt:,} texts, tested on {tested:,}. A bag of words has {bag_of_words} on the same texts, "
            "always guessing {guessing}. {caution}",
            learnt=answer.learnt,
            tested=answer.tested,
            bag_of_words=tr_engine(error_text(answer.bag_of_words)),
            guessing=tr_engine(error_text(answer.guessing)),
            caution=tr_engine(answer.caution),
        )
        generated = [GENERATED_NOTE] if is_generated(self._source) else []
        self.lead.setText(join_sentences([*generated, text]))

    def _take(self) -> None:
        for each in self.table.selected_rows()[:1]:
            self.chosen.emit(each.name)
            self.close()


LEAD = tr(
    "Cross-validation without the test texts: each baseline learns from growing parts of four fifths of the "
    "labelled texts. Fine-tuning has to beat the lowest curve."
)


class _Rung(BaseModel):
    kind: str
    labels: int
    error: float
    low: float
    high: float


class _Worth(BaseModel):
    sentence: str


class _Ladder(BaseModel):
    data: str
    rungs: list[_Rung]
    worth: list[_Worth]


class LadderDialog(CommandDialog):
    """Draw the learning curves of the baselines on ``plan``'s data, with sentences on the value of more labels."""

    def __init__(self, session: Session, plan: Plan, parent: QWidget) -> None:
        super().__init__(session, tr("Value of more labels"), parent, lead=LEAD, size=(820, 600))
        self._folder = QTemporaryDir()
        self._generated = any(
            is_generated(data.source) for stage in plan.experiment.stages for data in stage.sources().values()
        )
        design = files.write_toml(Path(self._folder.path()) / "design.toml", plan)
        self.plot = CurvePlot(
            tr("{metric} in cross-validation, %", metric=capital(tr_engine(display_metric("error")))),
            tr("shaded = 95 % interval"), x_title=tr("Labels"),
        )  # fmt: skip
        self.summary = Label("", "body", wrap=True)
        self.arrange((self.plot, 1), self.summary)
        self.command(
            ["baseline", str(design), "--ladder"],
            TypeAdapter(list[_Ladder]).validate_json,
            self._show,
            message=tr("Fitting the baselines…"),
            progress=lambda text: self.message.show_message("info", text),
        )

    def _show(self, ladders: list[_Ladder]) -> None:
        curves: list[PlotCurve] = []
        for ladder in ladders:
            for kind in dict.fromkeys(rung.kind for rung in ladder.rungs):
                rungs = [rung for rung in ladder.rungs if rung.kind == kind]
                error, low, high = (
                    np.array([display_error(getattr(r, n)) for r in rungs]) for n in ("error", "low", "high")
                )
                name = tr_engine(BASELINE_KINDS[kind]) if kind in BASELINE_KINDS else kind
                name = name if len(ladders) == 1 else f"{name}, {ladder.data}"
                curves.append(
                    PlotCurve(
                        f"{ladder.data}/{kind}", np.array([rung.labels for rung in rungs]), error, len(curves) + 1,
                        name, markers=True, band=(low, high), measured=True,
                        end_label=f"{name} {formats.fixed(float(error[-1]))}",
                    )
                )  # fmt: skip
        self.plot.set_curves(curves)
        worth = [sentence_text(each.sentence) for ladder in ladders for each in ladder.worth]
        self.summary.setText("\n".join([*([GENERATED_NOTE] if self._generated else []), *worth]))
