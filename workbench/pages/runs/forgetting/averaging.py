"""Averages of a finished run's weights before and after training (WiSE-FT): the curve, a slider on it, one to keep."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from engine.metrics.keys import find_metric
from workbench.backend.cli_answers import AverageAnswer
from workbench.backend.cli_job import CliJob
from workbench.engine_texts import describe_key, sentence_text
from workbench.language import tr
from workbench.look import formats, theme
from workbench.pages.runs.forgetting.curves import loss_before
from workbench.pages.runs.forgetting.query import RunForgetting
from workbench.pages.runs.learning.series import Floats
from workbench.plots import CurvePlot, GuideLine, LinkedCrosshair, PlotCurve
from workbench.widgets import Button, Card, ComboBox, FactStrip, Label, MessageLine, Slider
from workbench.widgets.arrange import arrange_columns
from workbench.widgets.base import Themed

if TYPE_CHECKING:
    from engine.store.probe_results import MapSeries
    from engine.store.rows import RunRow
    from workbench.backend.session import Session

STEPS = 20
"""Places of the slider: every 0.05."""
ABOUT = tr(
    "Mix old and new weights (α = share of new). Less than all of it often keeps the task and "
    "forgets less. Choose by these curves; the test split is read only of a model that is kept."
)
BETWEEN = [(tr("Pre-trained weights"), "pretrained"), (tr("Weights before the stage"), "stage")]
HEIGHT = 232
"""Px at 100 % of the card and of the curves beside it, or under it."""
DEFAULT = 0.7
"""Where the slider stands at first."""


def value_at_alpha(alphas: Floats, values: Floats, alpha: float) -> tuple[float, bool] | None:
    """(value, whether it was measured there) at ``alpha``, between measurements in a straight line; None: unknown."""
    known = np.isfinite(values)
    if not known.any():
        return None
    place = int(np.argmin(np.abs(alphas[known] - alpha)))
    if math.isclose(alphas[known][place], alpha, abs_tol=1e-9):
        return float(values[known][place]), True
    return float(np.interp(alpha, alphas[known], values[known])), False


class AveragingPanel(Themed, QWidget):
    """The slider with what it means at the left, validation error and language over α at the right.

    ``measured`` tells that the store has a new curve; ``notice(sentence)`` says how an export went.
    """

    measured = Signal()
    notice = Signal(str)

    def __init__(self, session: Session | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._run: RunRow | None = None
        self._before: float | None = None
        self._curves: dict[str, Floats] = {}
        self._job: CliJob | None = None
        self._make_card()
        empty = tr("Measured on request, after training")
        self.error = CurvePlot(
            tr("Validation error"),
            tr("%, by α, the share of new weights"),
            "α",
            y_text=formats.fixed,
            x_text=_alpha,
            empty=empty,
        )
        self.language = CurvePlot(
            tr("Language forgotten"), tr("Perplexity ratio by α. Up = forgot more"), "α", y_text=formats.times,
            x_text=_alpha, empty=empty,
        )  # fmt: skip
        self.plots = (self.error, self.language)
        self.cross = LinkedCrosshair(self.plots, self)
        self.cross.moved.connect(self._crossed)
        for plot in self.plots:
            plot.notice.connect(self.notice)
            plot.set_x_range(0.0, 1.0)
        # The same shares as the plots above, so that edges are in line.
        self._curves_row = QHBoxLayout()
        self._row = arrange_columns((self.card, 44), (self._curves_row, 56), on=self)
        for plot in self.plots:
            self._curves_row.addWidget(plot, 1)
        self.apply_theme()

    def minimumSizeHint(self) -> QSize:
        """Return the size that is needed with the curves under the card, where they go when the tab is narrow."""
        least = super().minimumSizeHint()
        if self.layout() is not None:
            widths = (self.card.minimumSizeHint().width(), self._curves_row.minimumSize().width())
            least.setWidth(min(least.width(), max(widths)))
        return least

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the curves under the card where there is no room beside it."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        s = theme.sizes()
        both = self.card.minimumSizeHint().width() + self._curves_row.minimumSize().width()
        narrow = self.width() < both + s.s8
        down, along = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if narrow else along)
        self.setFixedHeight(2 * s.px(HEIGHT) + s.s8 if narrow else s.px(HEIGHT))

    def _make_card(self) -> None:
        self.card = Card(tr("Average with the weights before"), tr("WiSE-FT, after training"))
        self.between = ComboBox(BETWEEN, tr("Weights before"), width=176)
        self.card.add_head_widget(self.between)
        self.about = Label(ABOUT, "caption", "text2", wrap=True)
        self.slider = Slider(tr("Share α of the new weights"), 0, STEPS, 200)
        self.slider.setValue(round(DEFAULT * STEPS))
        self.slider.valueChanged.connect(self._slid)
        self.value = Label("", "strong")
        self.facts = FactStrip([], tr("At this α"), boxed=False)
        self.measure = Button(
            tr("Measure the curve"), tip=tr("Eleven averages, each on the validation texts")
        )
        self.measure.clicked.connect(self._measure_or_cancel)
        self.keep = Button(
            tr("Keep this model"), tip=tr("Save this average beside the stage's model, and test it once")
        )
        self.keep.clicked.connect(self._keep)
        self.message = MessageLine()
        line = arrange_columns(
            Label("α", "body", "text2"), self.slider, self.value, ..., self.measure, self.keep, spacing=None
        )
        self._line = line
        column = self.card.content
        column.addWidget(self.about)
        column.addLayout(line)
        column.addWidget(self.facts)
        column.addWidget(self.message)
        column.addStretch(1)

    # -- data ----------------------------------------------------------------------------------------------

    def show_run(self, run: RunRow | None, measured: RunForgetting, maps: Mapping[str, MapSeries]) -> None:
        """Show a run's curve (``MapSeries`` of ``average/...``); hidden unless the run is finished."""
        finished = run is not None and run.status == "finished"
        self.setVisible(finished)
        if run is None or not finished:
            self._run = None
            return
        if self._run is None or run.id != self._run.id:
            self.message.clear()
            averages = [s.info["average"] for s in measured.stages if "average" in s.info]
            first = averages[0] if averages else {}
            between = first.get("between") if isinstance(first, dict) else None
            self.between.set_current(between or "pretrained")
        self._run, self._before = run, loss_before(measured)
        self.between.setVisible(len(measured.stages) > 1)
        self._curves = {
            name: series.value[-1]
            for name, stored in (
                ("alpha", "alpha"),
                ("value", self._stored_value()),
                ("loss", "loss"),
                ("drift", "drift"),
            )
            if (series := maps.get(f"average/{stored}")) is not None and len(series)
        }
        self._draw()
        self._enable()

    def _draw(self) -> None:
        run, alphas = self._run, self._curves.get("alpha")
        about = describe_key(f"validation/{self._metric_name()}")
        self.error.set_title(about.title)
        self.error.set_caption(
            ", ".join(part for part in (about.unit, tr("by α, the share of new weights")) if part)
        )
        for plot, values in ((self.error, self._curves.get("value")), (self.language, self._ratio())):
            curves = []
            if run is not None and alphas is not None and values is not None and np.isfinite(values).any():
                curves = [PlotCurve(str(run.id), alphas, values, run.look, run.name, markers=True)]
            plot.set_curves(curves)
        self.language.set_guides([GuideLine(1.0, style="level")])
        self._slid()

    def _metric_name(self) -> str:
        return self._run.metric if self._run is not None else "error"

    def _stored_value(self) -> str:
        """The name of the map of validation values: see ``engine.train.weight_averaging.validation_key``."""
        return "validation_loss" if self._metric_name() == "loss" else self._metric_name()

    def _ratio(self) -> Floats | None:
        losses = self._curves.get("loss")
        return None if losses is None or self._before is None else np.exp(losses - self._before)

    # -- the slider ----------------------------------------------------------------------------------------

    def alpha(self) -> float:
        """Return where the slider stands."""
        return round(self.slider.value() / STEPS, 6)

    def _slid(self) -> None:
        alpha, alphas = self.alpha(), self._curves.get("alpha")
        about = describe_key(f"validation/{self._metric_name()}")
        self.value.setText(_alpha(alpha))
        self.keep.set_text(tr("Keep α = {alpha}", alpha=_alpha(alpha)))
        facts = []
        for caption, values, text in (
            (
                ", ".join(part for part in (about.title, about.unit) if part),
                self._curves.get("value"),
                formats.fixed,
            ),
            (tr("Perplexity, × before"), self._ratio(), formats.times),
            (tr("Drift"), self._curves.get("drift"), formats.short),
        ):
            found = (
                value_at_alpha(alphas, values, alpha) if alphas is not None and values is not None else None
            )
            words = "–" if found is None else text(found[0]) if found[1] else f"≈ {text(found[0])}"
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

    def _measure_or_cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self.message.clear()
            self._enable()
            return
        self._start(["--between", str(self.between.currentData())], tr("Measuring averages of the weights…"))

    def _keep(self) -> None:
        self._start(
            ["--between", str(self.between.currentData()), "--keep", formats.plain(self.alpha())],
            tr("Keeping and testing α = {alpha}…", alpha=_alpha(self.alpha())),
        )

    def _start(self, options: list[str], said: str) -> None:
        if self._run is None or self._session is None or self._job is not None:
            return
        argv = ["average", str(self._run.id), *options, "--store", str(self._session.store_path)]
        self._job = self._session.job(
            argv, AverageAnswer.model_validate_json, self._done, self, slot="average", failed=self._failed,
            progress=self._progress,
        )  # fmt: skip
        self.message.show_message("info", said)
        self._enable()

    def _progress(self, said: str) -> None:
        if said:
            self.message.show_message("info", said)

    def _done(self, answer: AverageAnswer) -> None:
        self._job = None
        kept = answer.kept
        if kept is not None:
            about = find_metric(f"test/{kept.metric}")
            result = f"{about.title if about else kept.metric} {formats.fixed(kept.test)}"
            unit = f" {about.unit}" if about is not None and about.unit else ""
            name = f"run:{answer.run}/stage-{answer.stage}/average-{kept.alpha:.2f}"
            said = tr("Kept as {name}: test {result}{unit}.", name=name, result=result, unit=unit)
            self.message.show_message("ok", " ".join([said, *map(sentence_text, answer.looks)]))
        else:
            self.message.clear()
        self._enable()
        self.measured.emit()

    def _failed(self, why: str) -> None:
        self._job = None
        self.message.show_message("error", why)
        self._enable()

    def _enable(self) -> None:
        working = self._job is not None
        self.measure.set_text(
            tr("Cancel") if working else tr("Measure again") if self._curves else tr("Measure the curve")
        )
        self.keep.setEnabled(not working)
        self.between.setEnabled(not working)

    def apply_theme(self) -> None:
        """Apply the theme's sizes anew."""
        s = theme.sizes()
        self._row.setSpacing(s.s8)
        self._curves_row.setSpacing(s.s8)
        self.about.setContentsMargins(0, s.s4, 0, 0)
        self._line.setSpacing(s.s8)
        self._line.setContentsMargins(0, s.s8, 0, 0)
        self.value.setFixedWidth(s.px(36))
        self._place()


def _alpha(value: float) -> str:
    return formats.fixed(value, 2)
