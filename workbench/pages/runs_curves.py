"""The Learning tab: training loss, validation error and learning rate of the drawn runs, on one axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QWidget

from workbench import formats, theme
from workbench.pages.runs_load import Points
from workbench.plots import Curve, CurvePlot, Guide, LinkedCrosshair, smooth
from workbench.widgets import ComboBox, Label, SegmentedControl, Slider

Floats = NDArray[np.float64]
ALONG = [("Step", "step"), ("Epoch", "epoch"), ("Time", "time")]
NARROW = 1180
"""Width in px at 100 % under which the third plot goes below the other two."""


class History:
    """The points of one run's measure: step, seconds of training, value; grows, and forgets what is replaced."""

    def __init__(self) -> None:
        self.step: Floats = np.empty(0)
        self.time: Floats = np.empty(0)
        self.value: Floats = np.empty(0)

    def add(self, curve: Any) -> None:
        """Appends points; those from the first new step on are replaced (a resumed run tells them again)."""
        if not len(curve.step):
            return
        kept = int(np.searchsorted(self.step, curve.step[0]))
        self.step = np.concatenate([self.step[:kept], curve.step.astype(float)])
        self.time = np.concatenate([self.time[:kept], curve.time])
        self.value = np.concatenate([self.value[:kept], curve.value])


class Row(QWidget):
    """Captions and controls in a line, without a ground of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.sizes().s8)

    def add_caption(self, text: str) -> Label:
        """A grey word before a control."""
        label = Label(text, "caption", "text2")
        self._row.addWidget(label)
        return label

    def add(self, widget: QWidget) -> None:
        """A control, and a little room behind it."""
        self._row.addWidget(widget)
        self._row.addSpacing(theme.sizes().s4)


class LearningTab(QWidget):
    """Three plots of the drawn runs. ``choices_changed`` tells that axis, stage, measure or smoothing was changed."""

    choices_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.histories: dict[tuple[int, str], History] = {}
        self.stages: dict[int, tuple[Any, ...]] = {}
        self._runs: list[Any] = []
        self._smoothed: dict[int, tuple[Floats, float, Floats]] = {}
        self._make_controls()
        empty = "Curves appear here while a run trains"
        self.loss = CurvePlot("Training loss", "", "Step", log_y=True, empty=empty)
        self.error = CurvePlot(
            "Validation error", "%, ring = best", "Step", empty="The first evaluation has yet to come"
        )
        self.rate = CurvePlot(
            "Learning rate",
            "",
            "Step",
            y_text=_rate,
            empty=empty,
        )
        self.measure = SegmentedControl([("error", "Error"), ("loss", "Loss")], "Validation measure")
        self.measure.chosen.connect(lambda _key: self.draw())
        self.error.add_head_widget(self.measure)
        self.plots = (self.loss, self.error, self.rate)
        for plot in self.plots[1:]:
            plot.link_x(self.loss)
        self.cross = LinkedCrosshair(self.plots, self)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = QWidget()
        self.grid = QGridLayout(inner)
        self.area.setWidget(inner)
        whole = QGridLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.area)
        self._narrow: bool | None = None
        self.apply_theme()
        theme.theme_changed.connect(self.apply_theme)

    def _make_controls(self) -> None:
        """The controls that stand beside the tabs."""
        self.controls = Row()
        self._stage_caption = self.controls.add_caption("Stage")
        self.stage = SegmentedControl([("all", "All")], "Stage shown")
        self.stage.chosen.connect(lambda _key: self.draw())
        self.controls.add(self.stage)
        self.controls.add_caption("Along")
        self.along = ComboBox(ALONG, "Horizontal axis", width=88)
        self.along.currentIndexChanged.connect(lambda _index: self.draw())
        self.controls.add(self.along)
        self.controls.add_caption("Smoothing")
        self.smoothing = Slider("Smoothing of the training loss", 0, 99, 96)
        self.smoothing.setValue(90)
        self.smoothing.valueChanged.connect(self._smoothing_moved)
        self.controls.add(self.smoothing)

    def _smoothing_moved(self) -> None:
        self.choices_changed.emit()
        self.draw()

    # -- data ----------------------------------------------------------------------------------------------

    def after(self, ids: Sequence[int]) -> dict[tuple[int, str], int]:
        """The last step known of each measure of these runs."""
        wanted = set(ids)
        return {key: int(h.step[-1]) for key, h in self.histories.items() if key[0] in wanted and len(h.step)}

    def add(self, new: Points) -> None:
        """Takes new points."""
        self.stages |= dict(new.stages)
        for key, curve in new.curves.items():
            self.histories.setdefault(key, History()).add(curve)

    def forget(self, run_id: int) -> None:
        """Forgets a run's points: it was started anew."""
        for key in [key for key in self.histories if key[0] == run_id]:
            del self.histories[key]
        self.stages.pop(run_id, None)
        self._smoothed.pop(run_id, None)

    def show_runs(self, runs: Sequence[Any]) -> None:
        """Draws these runs (``RunRow``)."""
        self._runs = list(runs)
        self._fill_stages()
        self.draw()

    def history(self, run_id: int, key: str) -> History | None:
        """The points of a measure, for the hardware strip and tests."""
        return self.histories.get((run_id, key))

    # -- drawing -------------------------------------------------------------------------------------------

    def _fill_stages(self) -> None:
        longest = max((self.stages.get(r.id, ()) for r in self._runs), key=len, default=())
        choices = [(str(i), f"{i + 1} {s.title}") for i, s in enumerate(longest)] if len(longest) > 1 else []
        wanted = [*choices, ("all", "All")]
        if wanted != getattr(self, "_choices", None):
            chosen = self.stage.current()
            self._choices = wanted
            self.stage.set_choices(wanted)
            self.stage.set_current(chosen if chosen in dict(wanted) else "all")
        for widget in (self._stage_caption, self.stage):
            widget.setVisible(bool(choices))

    def _bounds(self, run_id: int) -> tuple[float, float]:
        chosen = self.stage.current()
        stages = self.stages.get(run_id, ())
        if chosen in (None, "all") or int(chosen) >= len(stages):
            return -np.inf, np.inf
        stage = stages[int(chosen)]
        return stage.first_step, stage.first_step + stage.steps

    def _line(self, run: Any, key: str) -> tuple[Floats, Floats] | None:
        history = self.histories.get((run.id, key))
        if history is None or not len(history.step):
            return None
        low, high = self._bounds(run.id)
        inside = (history.step > low) & (history.step <= high)
        if not inside.any():
            return None
        step, seconds, value = history.step[inside], history.time[inside], history.value[inside]
        along = self.along.currentData()
        if along == "time":
            return seconds, value
        return (self._epochs(run.id, step) if along == "epoch" else step), value

    def _epochs(self, run_id: int, step: Floats) -> Floats:
        result, passed = np.array(step, float), 0.0
        for stage in self.stages.get(run_id, ()):
            per = float(stage.info.get("steps_per_epoch") or max(1, stage.steps))
            inside = (step > stage.first_step) & (step <= stage.first_step + stage.steps)
            result[inside] = passed + (step[inside] - stage.first_step) / per
            passed += stage.steps / per
        return result

    def draw(self) -> None:
        """Draws all plots from the points at hand."""
        along = self.along.currentData()
        title = {"step": "Step", "epoch": "Epoch", "time": "Training time, s"}[along]
        text = formats.clock if along == "time" else None
        for plot in self.plots:
            plot.set_x_text(title, text)
            plot.set_guides(self._guides(along))
        weight = self.smoothing.value() / 100
        losses = [c for run in self._runs if (c := self._loss(run, weight))]
        validations = self._validations()
        rates = [c for run in self._runs for c in self._rates(run)]
        ends = [(float(c.x[0]), float(c.x[-1])) for c in (*losses, *validations, *rates)]
        # The plots are linked, so all show the same range; a run begins at 0, where nothing was measured yet.
        first = min((low for low, _ in ends), default=0.0)
        start = 0.0 if self.stage.current() in (None, "all", "0") else first
        for plot in self.plots:
            plot.set_x_range(start, max((high for _, high in ends), default=None))
        self.loss.set_caption(f"smoothed {weight:.2f}, raw behind, log" if weight else "log")
        self.loss.set_curves(losses)
        self.error.set_curves(validations)
        self.rate.set_caption("dashed = embeddings" if any(not c.in_readout for c in rates) else "")
        self.rate.set_curves(rates)

    def _loss(self, run: Any, weight: float) -> Curve | None:
        line = self._line(run, "train/loss")
        if line is None:
            return None
        x, y = line
        raw = y if weight else None
        shown = self._smooth(run.id, y, weight) if weight else y
        return Curve(str(run.id), x, shown, run.slot, run.name, raw=raw, end_dot=run.status == "running")

    def _smooth(self, run_id: int, values: Floats, weight: float) -> Floats:
        """Smoothed values; only those of a run that has moved are computed anew."""
        known = self._smoothed.get(run_id)
        if known is None or known[1] != weight or not np.array_equal(known[0], values, equal_nan=True):
            known = self._smoothed[run_id] = (values, weight, smooth(values, weight))
        return known[2]

    def _validations(self) -> list[Curve]:
        loss = self.measure.current() == "loss"
        key = "validation/loss" if loss else "validation/error"
        curves = []
        for run in self._runs:
            line, kind = self._line(run, key), key
            if line is None:
                # Pre-training has no classes: its held-out loss stands in both views.
                line, kind = self._line(run, "heldout/loss"), "heldout/loss"
            if line is None:
                continue
            x, y = line
            ring = None
            if np.isfinite(y).any():
                best = int(np.nanargmin(y))
                ring = (
                    float(x[best]),
                    float(y[best]),
                    formats.fixed(float(y[best]), 3 if "loss" in kind else 2),
                )
            curves.append(Curve(str(run.id), x, y, run.slot, run.name, markers=True, ring=ring))
        held_out = bool(curves) and all((r.id, "heldout/loss") in self.histories for r in self._runs)
        self.error.set_caption("nats, ring = best" if loss or held_out else "%, ring = best")
        return curves

    def _rates(self, run: Any) -> list[Curve]:
        top, bottom = self._line(run, "rate/top"), self._line(run, "rate/bottom")
        curves = []
        if top is not None:
            curves.append(
                Curve(f"{run.id}", *top, run.slot, run.name, dash=(), end_dot=run.status == "running")
            )
        if bottom is not None and top is not None and not np.array_equal(bottom[1], top[1], equal_nan=True):
            label = f"{run.name}, lowest"
            curves.append(
                Curve(f"{run.id} low", *bottom, run.slot, label, dash=(6, 3), width=1, in_readout=False)
            )
        return curves

    def _guides(self, along: str) -> list[Guide]:
        """Epochs of the first drawn run, and where its stages meet."""
        guides: list[Guide] = []
        if not self._runs or along == "time":
            return guides
        passed = 0.0
        for number, stage in enumerate(self.stages.get(self._runs[0].id, ())):
            per = float(stage.info.get("steps_per_epoch") or 0)
            if number:
                guides.append(Guide(stage.first_step if along == "step" else passed, stage.title, "stage"))
            count = int(np.ceil(stage.steps / per)) if per else 0
            for epoch in range(1, count + 1 if count <= 12 else 0):
                steps = min(epoch * per, stage.steps)
                at = stage.first_step + steps if along == "step" else passed + steps / per
                guides.append(Guide(at, f"epoch {epoch}", "epoch"))
            passed += stage.steps / per if per else 1.0
        return guides

    # -- layout --------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Three plots in a row where there is room, else two and one."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        narrow = self.width() < theme.sizes().px(NARROW)
        if narrow == self._narrow:
            return
        self._narrow = narrow
        for plot in self.plots:
            self.grid.removeWidget(plot)
        for column, stretch in enumerate((52, 38, 38)):
            self.grid.setColumnStretch(column, 0 if narrow and column == 2 else stretch)
        self.grid.addWidget(self.loss, 0, 0)
        self.grid.addWidget(self.error, 0, 1)
        self.grid.addWidget(self.rate, *((1, 0, 1, 2) if narrow else (0, 2, 1, 1)))
        least = theme.sizes().px(240)
        for plot in self.plots:
            plot.setMinimumHeight(least)

    def apply_theme(self) -> None:
        """Takes the sizes anew."""
        s = theme.sizes()
        self.grid.setContentsMargins(s.s16, s.s8, s.s16, s.s8)
        self.grid.setSpacing(s.s8)
        self._narrow = None
        self._place()


def _rate(value: float) -> str:
    """A learning rate with three significant digits: "3.52e-5"."""
    return formats.plain(float(f"{value:.3g}"))


def speeds(histories: Mapping[tuple[int, str], History], run_id: int, key: str) -> list[float]:
    """The last sixty values of a measure, for a sparkline."""
    history = histories.get((run_id, key))
    return [] if history is None else [float(v) for v in history.value[-60:] if np.isfinite(v)]
