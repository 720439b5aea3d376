"""Averages of a finished run's weights before and after training (WiSE-FT): the curve, a slider on it, one to keep."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QWidget

from engine.metrics.keys import find_metric
from workbench.backend.cli_answers import AverageAnswer
from workbench.backend.watch import Watch
from workbench.engine_texts import describe_key, sentence_text
from workbench.language import tr
from workbench.look import formats
from workbench.pages.command_dialog import CommandDialog
from workbench.pages.runs.forgetting.curves import loss_before
from workbench.pages.runs.forgetting.query import ForgettingData, load_forgetting
from workbench.pages.runs.learning.series import Floats
from workbench.plots import CurvePlot, GuideLine, LinkedCrosshair, PlotCurve
from workbench.widgets import Button, ComboBox, FactStrip, Label, Slider
from workbench.widgets.arrange import arrange_columns

if TYPE_CHECKING:
    from engine.store.rows import RunRow
    from workbench.backend.session import Session

STEPS = 20
"""Places of the slider: every 0.05."""
LEAD = tr(
    "Mix old and new weights (α = share of new): α below 1 often keeps the task and forgets less. Choose by "
    "these curves; only a kept model is tested."
)
BETWEEN = [(tr("Pre-trained weights"), "pretrained"), (tr("Weights before the stage"), "stage")]
DEFAULT = 0.7
"""Where the slider stands at first."""


def value_at_alpha(alphas: Floats, values: Floats, alpha: float) -> tuple[float, bool] | None:
    """(value, whether it was measured there) at ``alpha``, between measurements in a straight line. None: unknown."""
    finite = np.isfinite(values)
    if not finite.any():
        return None
    place = int(np.argmin(np.abs(alphas[finite] - alpha)))
    if math.isclose(alphas[finite][place], alpha, abs_tol=1e-9):
        return float(values[finite][place]), True
    return float(np.interp(alpha, alphas[finite], values[finite])), False


class AveragingDialog(CommandDialog):
    """Validation metric and language over α, a slider on both, and what stands where it is."""

    def __init__(self, session: Session, run: RunRow, parent: QWidget) -> None:
        title = tr("Average the weights of {name}", name=run.name)
        super().__init__(session, title, parent, lead=LEAD, size=(920, 520))
        self._run, self._before = run, None  # type: tuple[RunRow, float | None]
        self._curves: dict[str, Floats] = {}
        self._about = describe_key(f"validation/{run.metric}")
        caption = ", ".join(part for part in (self._about.unit, tr("by α, the share of new weights")) if part)
        empty = tr("Measured on request, after training")
        self.error = CurvePlot(
            self._about.title, caption, "α", y_text=formats.fixed, x_text=_alpha, empty=empty
        )
        self.language = CurvePlot(
            tr("Language forgotten"), tr("Perplexity ratio by α. Up = forgot more"), "α", y_text=formats.times,
            x_text=_alpha, empty=empty,
        )  # fmt: skip
        self.language.set_guides([GuideLine(1.0, style="level")])
        self.cross = LinkedCrosshair((self.error, self.language), self)
        self.cross.moved.connect(self._crossed)
        for plot in (self.error, self.language):
            plot.set_x_range(0.0, 1.0)
        self.between = ComboBox(BETWEEN, tr("Weights before"), width=176)
        self.slider = Slider(tr("Share α of the new weights"), 0, STEPS, 200)
        self.slider.setValue(round(DEFAULT * STEPS))
        self.slider.valueChanged.connect(self._slid)
        self.value, self.facts = Label("", "strong"), FactStrip([], tr("At this α"), boxed=False)
        self.measure = Button(
            tr("Measure the curve"), tip=tr("Eleven averages, each on the validation texts")
        )
        self.measure.clicked.connect(self._measure)
        self.keep = Button(
            tr("Keep this model"), tip=tr("Save this average beside the stage's model, and test it once")
        )
        self.keep.clicked.connect(self._keep)
        gap = 12
        self.arrange(
            arrange_columns(self.between, Label("α"), self.slider, self.value, ..., spacing=gap), self.facts,
            (arrange_columns((self.error, 1), (self.language, 1), spacing=gap), 1),
            buttons=[self.measure, self.keep],
        )  # fmt: skip
        self.watch = Watch(
            session, self, load_forgetting, lambda: ((run.id,), run.id), self._show, follows=tuple
        )
        self.watch.ask()
        self._slid()

    # -- data ----------------------------------------------------------------------------------------------

    def _show(self, data: ForgettingData) -> None:
        measured, maps = data.runs[self._run.id], data.maps
        averages = [s.info["average"] for s in measured.stages if "average" in s.info]
        first = averages[0] if averages else {}
        self.between.set_current((isinstance(first, dict) and first.get("between")) or "pretrained")
        self.between.setVisible(len(measured.stages) > 1)
        self._before = loss_before(measured)
        # The name of the map of validation values: see ``engine.train.weight_averaging.validation_key``.
        value = "validation_loss" if self._run.metric == "loss" else self._run.metric
        self._curves = {
            name: series.value[-1]
            for name, stored in (("alpha", "alpha"), ("value", value), ("loss", "loss"), ("drift", "drift"))
            if (series := maps.get(f"average/{stored}")) is not None and len(series)
        }
        alphas, run = self._curves.get("alpha"), self._run
        for plot, values in ((self.error, self._curves.get("value")), (self.language, self._ratio())):
            there = alphas is not None and values is not None and np.isfinite(values).any()
            plot.set_curves(
                [PlotCurve(str(run.id), alphas, values, run.look, run.name, markers=True)]
                if there and alphas is not None and values is not None
                else []
            )
        self._slid()
        self.enable()

    def _ratio(self) -> Floats | None:
        losses = self._curves.get("loss")
        return None if losses is None or self._before is None else np.exp(losses - self._before)

    # -- the slider ----------------------------------------------------------------------------------------

    def alpha(self) -> float:
        """Return where the slider stands."""
        return round(self.slider.value() / STEPS, 6)

    def _slid(self) -> None:
        alpha, alphas = self.alpha(), self._curves.get("alpha")
        self.value.setText(_alpha(alpha))
        self.keep.set_text(tr("Keep α = {alpha}", alpha=_alpha(alpha)))
        facts = []
        for caption, values, text in (
            (", ".join(filter(None, (self._about.title, self._about.unit))), self._curves.get("value"), formats.fixed),
            (tr("Perplexity, × before"), self._ratio(), formats.times),
            (tr("Drift"), self._curves.get("drift"), formats.short),
        ):  # fmt: skip
            measured = alphas is not None and values is not None
            value = value_at_alpha(alphas, values, alpha) if measured and values is not None else None  # type: ignore[arg-type]
            words = "–" if value is None else text(value[0]) if value[1] else f"≈ {text(value[0])}"
            facts.append((caption, words))
        self.facts.set_facts(facts)
        if alphas is not None:
            self.cross.move(alpha)

    def _crossed(self, x: float) -> None:
        if not math.isnan(x):
            blocked = self.slider.blockSignals(True)
            self.slider.setValue(round(min(max(x, 0.0), 1.0) * STEPS))
            self.slider.blockSignals(blocked)
            if abs(self.alpha() - x) > 1e-9:
                self._slid()  # the cross-hair stands where the slider can stand

    # -- working -------------------------------------------------------------------------------------------

    def _measure(self) -> None:
        self._average([], tr("Measuring averages of the weights…"))

    def _keep(self) -> None:
        alpha = self.alpha()
        self._average(
            ["--keep", formats.plain(alpha)], tr("Keeping and testing α = {alpha}…", alpha=_alpha(alpha))
        )

    def _average(self, more: list[str], message: str) -> None:
        self.command(
            ["average", str(self._run.id), "--between", str(self.between.currentData()), *more],
            AverageAnswer.model_validate_json, self._done, message=message,
            progress=lambda text: self.message.show_message("info", text or message),
        )  # fmt: skip

    def _done(self, answer: AverageAnswer) -> None:
        kept_name = answer.kept
        if kept_name is not None:
            about = find_metric(f"test/{kept_name.metric}")
            result = f"{about.title if about else kept_name.metric} {formats.fixed(kept_name.test)}"
            unit = f" {about.unit}" if about is not None and about.unit else ""
            name = f"run:{answer.run}/stage-{answer.stage}/average-{kept_name.alpha:.2f}"
            sentence = tr("Kept as {name}: test {result}{unit}.", name=name, result=result, unit=unit)
            self.message.show_message("ok", " ".join([sentence, *map(sentence_text, answer.looks)]))
        self.watch.ask()

    def enable(self) -> None:
        """Let nothing else be begun while averages are measured."""
        self.measure.set_text(tr("Measure again") if self._curves else tr("Measure the curve"))
        for each in (self.measure, self.keep, self.between):
            each.setEnabled(not self.busy)


def _alpha(value: float) -> str:
    return formats.fixed(value, 2)
