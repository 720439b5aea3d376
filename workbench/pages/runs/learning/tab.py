"""The Learning tab: training loss, validation error and learning rate of the drawn runs, on one axis."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QWidget

from engine.analysis.curves.compared import is_fitted_at_once
from engine.objectives.base import common_loss_unit
from engine.store.rows import SERIES_COLOURS
from workbench.backend.tasks import Steps
from workbench.engine_texts import describe_key
from workbench.language import tr
from workbench.look import theme
from workbench.pages.runs.learning.axis import (
    TITLES,
    X_TEXTS,
    AxisControls,
    ControlRow,
    reuse_notes,
    stage_guides,
)
from workbench.pages.runs.learning.series import (
    Floats,
    MetricSeries,
    best_point,
    format_rate,
    insert_stage_gaps,
    round_up,
    smooth_by_stage,
)
from workbench.pages.runs.run_list.query import NewPoints
from workbench.pages.runs.run_list.wording import MAIN_KEY, TASKS, metric_choices, task_of
from workbench.plots import CurvePlot, LinkedCrosshair, LinkedZoom, PlotCurve
from workbench.widgets import ComboBox, Slider
from workbench.widgets.arrange import arrange_rows, scrolling

if TYPE_CHECKING:
    from engine.store.rows import RunRow, StageRow

DRAWN = ("train/", "validation/", "heldout/", "rate/")
"""Prefixes of the measures that are drawn."""
MOST_KEPT = 24
"""Number of runs whose points are kept: the drawn ones and as many earlier ones."""
NARROW = 1180
"""Width in px at 100 % below which the third plot moves under the other two."""


class LearningTab(QWidget):
    """Three plots of the drawn runs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.histories: dict[tuple[int, str], MetricSeries] = {}
        self.stages: dict[int, tuple[StageRow, ...]] = {}
        self._recent: dict[int, None] = {}  # runs that were drawn, the latest at the end
        self._runs: list[RunRow] = []
        self._curve_cache: dict[tuple[str, int], tuple[tuple[object, ...], PlotCurve | None]] = {}
        self._drawn_states: list[tuple[object, ...]] | None = None
        self._measures: list[tuple[str, str]] = []
        self._chosen_measure = ""
        self._steps = Steps(self)
        self._make_controls()
        self.loss = CurvePlot(tr("Training loss"), "", tr("Step"), log_y=True)
        self.error = CurvePlot(
            tr("Validation error"),
            tr("%, ring = best"),
            tr("Step"),
        )
        self.rate = CurvePlot(
            tr("Learning rate"),
            "",
            tr("Step"),
            y_text=format_rate,
        )
        self.measure = ComboBox(_words(metric_choices(())), tr("Measure drawn"), width=112)
        self.measure.activated.connect(self._measure_chosen)
        self.error.add_head_widget(self.measure)
        self.error.caption.set_tip(tr("The ring marks the best value"))
        self.plots = (self.loss, self.error, self.rate)
        empty = tr("Curves appear here while a run trains")
        self._empty = {
            self.loss: empty,
            self.error: tr("No evaluation yet"),
            self.rate: empty,
        }
        for plot in self._empty:
            plot.set_empty(tr("Reading runs…"))  # until the drawn runs are known
        self.zoom = LinkedZoom(self.plots, self)
        self.cross = LinkedCrosshair(self.plots, self)
        inner = QWidget()
        self.grid = QGridLayout(inner)
        self.area = scrolling(inner)
        arrange_rows(self.area, on=self)
        self.grid.setContentsMargins(16, 8, 16, 8)
        self.grid.setSpacing(8)
        self._narrow: bool | None = None
        self._place_plots()

    def _make_controls(self) -> None:
        """Create the controls next to the tabs."""
        self.axis = AxisControls()
        self.axis.changed.connect(self.draw)
        self.stage, self.along = self.axis.stage, self.axis.along
        self.controls = ControlRow()
        self.controls.add_caption(tr("Smoothing"))
        self.smoothing = Slider(tr("Smoothing of the training loss"), 0, 99, 96)
        self.smoothing.setValue(90)
        self.smoothing.valueChanged.connect(lambda _value: self.draw())
        self.controls.add(self.smoothing)

    # -- data ----------------------------------------------------------------------------------------------

    def after(self, ids: Sequence[int]) -> dict[tuple[int, str], int]:
        """Return the last known step of each measure of these runs."""
        id_set = set(ids)
        return {key: int(h.step[-1]) for key, h in self.histories.items() if key[0] in id_set and len(h.step)}

    def add(self, new: NewPoints) -> None:
        """Add new points."""
        self.stages |= dict(new.stages)
        for key, curve in new.curves.items():
            self.histories.setdefault(key, MetricSeries()).add(curve)

    def forget(self, run_id: int) -> None:
        """Drop a run's points, because it was restarted."""
        for key in [key for key in self.histories if key[0] == run_id]:
            del self.histories[key]
        self.stages.pop(run_id, None)
        for cache_key in [cache_key for cache_key in self._curve_cache if cache_key[1] == run_id]:
            del self._curve_cache[cache_key]

    def _forget_oldest(self) -> None:
        """Drop the points of runs that have not been drawn for long: they are read again when drawn."""
        for run in self._runs:
            self._recent.pop(run.id, None)
            self._recent[run.id] = None
        for number in list(self._recent)[:-MOST_KEPT]:
            del self._recent[number]
            self.forget(number)

    def show_runs(self, runs: Sequence[RunRow]) -> None:
        """Draw these runs, one plot after another, so that user events are handled in between."""
        self._runs = list(runs)
        if (shown := [self._run_state(run) for run in runs]) == self._drawn_states:
            return
        self._drawn_states = shown
        self._forget_oldest()
        self.axis.show_stages([self.stages.get(run.id, ()) for run in runs])
        self._fill_measures()
        self._steps.begin(self._draw_one_by_one())

    def _draw_one_by_one(self) -> Iterator[None]:
        """Draw and paint each plot in turns of its own. Qt would paint all together, with no user event in between."""
        for drawing in self._drawings():
            yield
            drawing()
            yield
            QApplication.sendEvent(self.window(), QEvent(QEvent.Type.UpdateRequest))

    def _run_state(self, run: RunRow) -> tuple[object, ...]:
        """Return everything that determines a run's curves, except the user's choices."""
        states = tuple(
            h.version
            for (number, key), h in self.histories.items()
            if number == run.id and key.startswith(DRAWN)
        )
        begins = tuple((s.first_step, s.steps, s.source_run) for s in self.stages.get(run.id, ()))
        was_read = run.id in self.stages
        return (run.id, run.style, run.name, run.status == "running", was_read, begins, states)

    def _cached(
        self, kind: str, run: RunRow, choices: tuple[object, ...], make: Callable[[], PlotCurve | None]
    ) -> PlotCurve | None:
        """Return the curve unchanged, or built again if something of it has changed.

        Plots recognise an unchanged curve by identity.
        """
        sign = (self._run_state(run), self.axis.chosen(), *choices)
        cached = self._curve_cache.get((kind, run.id))
        if cached is None or cached[0] != sign:
            cached = self._curve_cache[(kind, run.id)] = (sign, make())
        return cached[1]

    def history(self, run_id: int, key: str) -> MetricSeries | None:
        """Return the points of a measure, for the hardware strip and tests."""
        return self.histories.get((run_id, key))

    # -- drawing -------------------------------------------------------------------------------------------

    def _measure_chosen(self, _index: int) -> None:
        self._chosen_measure = str(self.measure.currentData())
        self.draw()

    def _fill_measures(self) -> None:
        """Set the measures of the drawn runs. The user's choice stays while it is available.

        Otherwise the main metric of the first run with a metric is chosen.
        """
        ids = {run.id for run in self._runs}
        choices = metric_choices(key for number, key in self.histories if number in ids)
        if choices != self._measures:
            chosen, self._measures = self._chosen_measure, choices
            self.measure.set_choices(_words(choices))
            usual = [chosen, *(f"validation/{run.metric}" for run in self._runs), choices[0][0]]
            self.measure.set_current(next(each for each in usual if each in dict(choices)))

    def _line(self, run: RunRow, key: str) -> tuple[Floats, Floats] | None:
        history = self.histories.get((run.id, key))
        if history is None or not len(history.step):
            return None
        stages = self.stages.get(run.id, ())
        low, high = self.axis.bounds(stages)
        first, last = np.searchsorted(history.step, (low, high), side="right")
        if first == last:
            return None
        inside = slice(first, last)  # no copies: the arrays contain all points of a run
        step, seconds, value = history.step[inside], history.time[inside], history.value[inside]
        begins = [stage.first_step for stage in stages[1:]]
        step, seconds, value = insert_stage_gaps(step, seconds, value, begins)
        return self.axis.places(stages, step, seconds), value

    def draw(self) -> None:
        """Draw all plots from the present points, now."""
        self._steps.stop()
        for drawing in self._drawings():
            drawing()

    def _drawings(self) -> list[Callable[[], None]]:
        """Return the functions that draw the plots."""
        along = self.axis.kind()
        weight, key = self.smoothing.value() / 100, str(self.measure.currentData() or MAIN_KEY)
        losses = self._all("loss", (weight,), partial(self._loss, weight=weight))
        if key == TASKS:
            validations = [curve for run in self._runs for curve in self._tasks(run)]
        else:
            alone = all(map(self._is_baseline, self._runs))
            validations = [
                *self._all("validation", (key, alone), partial(self._validation, key=key)).values()
            ]
        top, low = self._all("top", (), self._top_rate), self._all("low", (), self._lowest_rate)
        rates = [c for run in self._runs for c in (top.get(run.id), low.get(run.id)) if c is not None]
        drawings = [c for c in (*losses.values(), *validations, *rates) if len(c.x)]
        # The plots are linked, so all show the same range. A run begins at 0, before the first measurement.
        first = min((float(c.x[0]) for c in drawings), default=0.0)
        start = 0.0 if self.axis.starts_with_run() else first
        end = max((float(c.x[-1]) for c in drawings), default=None)
        if end is not None and any(run.status == "running" for run in self._runs):
            end = round_up(end)  # an axis that grows with every point would redraw all plots
        if end is not None and not all(map(self._is_baseline, self._runs)):
            validations += [curve for run in self._runs if (curve := self._level(run, key, start, end))]
        shown = describe_key(MAIN_KEY if key == TASKS else self._key_shown(key), self._loss_unit())
        title, text = TITLES[along], X_TEXTS.get(along)
        stages = self.stages.get(self._runs[0].id, ()) if self._runs else ()
        lines = stage_guides(stages, along, first=self.axis.starts_with_run())
        notes = reuse_notes(stages, along)
        # A run whose points are being read is not a run without points.
        reading = "" if all(run.id in self.stages for run in self._runs) else tr("Reading runs…")
        instead = reading if self._runs else tr("No run is drawn")
        if not instead and all(map(self._is_baseline, self._runs)):
            instead = tr("Fitted at once, without updates")
        held_out = [self._has_validation(run) for run in self._runs]
        unmeasured = tr("No texts are held out for validation") if held_out and not any(held_out) else ""

        def drawing(
            plot: CurvePlot, caption: str, curves: list[PlotCurve], words: str = ""
        ) -> Callable[[], None]:
            def draw() -> None:
                if words:
                    plot.set_title(words)
                plot.set_empty(instead or (plot is self.error and unmeasured) or self._empty[plot])
                plot.set_x_text(title, text)
                plot.set_guides(lines)
                plot.set_range_notes(notes)
                plot.set_caption(caption)
                plot.set_x_range(start, end)
                plot.set_curves(curves)

            return draw

        smoothed = tr("smoothed {weight:.2f}, raw behind", weight=weight) if weight else ""
        return [
            drawing(self.loss, smoothed, list(losses.values())),
            drawing(self.error, shown.unit, validations, shown.title),
            drawing(self.rate, tr("dashed = embeddings") if low else "", rates),
        ]

    def _all(
        self, kind: str, choices: tuple[object, ...], make: Callable[[RunRow], PlotCurve | None]
    ) -> dict[int, PlotCurve]:
        """Return the curves of one kind by run, in the order of the runs."""
        drawings = {run.id: self._cached(kind, run, choices, partial(make, run)) for run in self._runs}
        return {number: curve for number, curve in drawings.items() if curve is not None}

    def _loss(self, run: RunRow, weight: float) -> PlotCurve | None:
        line = self._line(run, "train/loss")
        if line is None:
            return None
        x, y = line
        shown, raw = (smooth_by_stage(y, weight), y) if weight else (y, None)
        return PlotCurve(str(run.id), x, shown, run.style, run.name, raw=raw, end_dot=run.status == "running")

    def _loss_unit(self) -> str:
        """Return the unit of the drawn runs' losses. Stages of version 0.1.0 name no objective: they are
        classifiers.
        """
        stages = (stage for run in self._runs for stage in self.stages.get(run.id, ()))
        kinds = {
            str(stage.info.get("objective") or "single_label") for stage in stages if "classes" in stage.info
        }
        return common_loss_unit(kinds)

    def _key_shown(self, key: str) -> str:
        """Return the measure to draw for ``key``: pre-training has no classes, so its held-out loss is drawn."""
        ids = [run.id for run in self._runs]
        there = any(self._line(run, key) is not None for run in self._runs)
        return key if there or not any((i, "heldout/loss") in self.histories for i in ids) else "heldout/loss"

    def _validation(self, run: RunRow, key: str) -> PlotCurve | None:
        if self._is_baseline(run) and not all(map(self._is_baseline, self._runs)):
            return None  # a level: its steps are not updates
        line = self._line(run, key)
        if line is None and key.startswith("validation/"):
            key = "heldout/loss"
            line = self._line(run, key)
        if line is None:
            return None
        return PlotCurve(
            str(run.id), *line, run.style, run.name, markers=True, ring=best_point(*line, describe_key(key))
        )

    def _level(self, run: RunRow, key: str, start: float, end: float) -> PlotCurve | None:
        """Return the validation error of a baseline as a level from ``start`` to ``end``: it has no learning curve."""
        value = run.validation_best
        if key != f"validation/{run.metric}" or value is None or not self._is_baseline(run):
            return None
        return PlotCurve.level(str(run.id), value, (start, end), run.style, run.name, tr("baseline"))

    def _has_validation(self, run: RunRow) -> bool:
        """Return whether a run measures validation texts, or may do so: stages that have not begun are unknown."""
        rows = [stage.info.get("rows") for stage in self.stages.get(run.id, ())]
        return not rows or any(not isinstance(each, dict) or each.get("validation") for each in rows)

    def _is_baseline(self, run: RunRow) -> bool:
        return is_fitted_at_once(self.stages.get(run.id, ()))

    def _tasks(self, run: RunRow) -> list[PlotCurve]:
        """Return the validation error of each task of a run, distinguished by dashes and name."""
        tasks = []
        names = sorted(task for number, key in self.histories if number == run.id and (task := task_of(key)))
        for index, name in enumerate(names):
            line = self._line(run, f"{MAIN_KEY}/{name}")
            if line is not None:
                dash = theme.series_dash(run.style + SERIES_COLOURS * index)
                label = f"{run.name}, {name}"
                best = best_point(*line, describe_key(MAIN_KEY))
                tasks.append(
                    PlotCurve(
                        f"{run.id} {name}",
                        *line,
                        run.style,
                        label,
                        markers=True,
                        ring=best,
                        dash=dash,
                        end_label=name,
                    )
                )
        return tasks

    def _top_rate(self, run: RunRow) -> PlotCurve | None:
        line = self._line(run, "rate/top")
        if line is None:
            return None
        return PlotCurve(str(run.id), *line, run.style, run.name, end_dot=run.status == "running")

    def _lowest_rate(self, run: RunRow) -> PlotCurve | None:
        """Return the lowest rate, if layers differ."""
        top, low = self._line(run, "rate/top"), self._line(run, "rate/bottom")
        if top is None or low is None or np.array_equal(low[1], top[1], equal_nan=True):
            return None
        label = tr("{name}, lowest", name=run.name)
        return PlotCurve(
            tr("{id} low", id=run.id), *low, run.style, label, dash=(6, 3), width=1, in_readout=False
        )

    # -- layout --------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place three plots in a row if there is space, else two and one."""
        super().resizeEvent(event)
        self._place_plots()

    def _place_plots(self) -> None:
        narrow = self.width() < NARROW
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
        for plot in self.plots:
            plot.setMinimumHeight(240)


def _words(choices: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the choices for a combo box, with the words first."""
    return [(words, key) for key, words in choices]
