"""Value of more labels: the errors of the baselines against the number of labels, by ``palimpsest baseline``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, TypeAdapter
from PySide6.QtCore import QTemporaryDir
from PySide6.QtWidgets import QWidget

from engine.spec.data import is_generated
from engine.spec.stages.baseline import BASELINE_KINDS
from engine.spec.sweep import Plan
from workbench.engine_texts import GENERATED_NOTE, sentence_text
from workbench.language import tr, tr_engine
from workbench.look import formats
from workbench.pages.command_dialog import CommandDialog
from workbench.pages.design.draft import files
from workbench.plots.curve import PlotCurve
from workbench.plots.curve_plot import CurvePlot
from workbench.widgets import Label

if TYPE_CHECKING:
    from workbench.backend.session import Session

LEAD = tr(
    "Without test texts: each fifth of the other labelled texts is held out in turn, and each baseline "
    "learns from growing parts of the rest. Fine-tuning has to beat the lowest curve."
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
    """Draws the ladder of ``plan``'s data, with the sentences on what the next labels are worth."""

    def __init__(self, session: Session, plan: Plan, parent: QWidget) -> None:
        super().__init__(session, tr("Value of more labels"), parent, lead=LEAD, size=(820, 600))
        self._folder = QTemporaryDir()
        self._generated = any(
            is_generated(data.source) for stage in plan.experiment.stages for data in stage.sources().values()
        )
        design = files.write_toml(Path(self._folder.path()) / "design.toml", plan)
        self.plot = CurvePlot(
            tr("Error in cross-validation, %"), tr("shaded = 95 % interval"), x_title=tr("Labels")
        )
        self.said = Label("", "body", wrap=True)
        self.arrange((self.plot, 1), self.said)
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
                    np.array([getattr(r, n) for r in rungs]) for n in ("error", "low", "high")
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
        self.said.setText("\n".join([*([GENERATED_NOTE] if self._generated else []), *worth]))
