"""The Forgetting tab: forgetting of the drawn runs as curves and maps of layers, on the axis of the Learning tab."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QStackedWidget, QWidget

from workbench.engine_texts import sentence_text
from workbench.language import tr
from workbench.look import formats
from workbench.look.names import distinct_parts
from workbench.pages.runs.forgetting import curves as lines_of
from workbench.pages.runs.forgetting import maps as grids
from workbench.pages.runs.forgetting import wording as words
from workbench.pages.runs.forgetting.query import ForgettingData, RunForgetting
from workbench.pages.runs.forgetting.wording import MapWording, PlotWording
from workbench.pages.runs.learning.axis import TITLES, X_TEXTS, AxisControls, ControlRow, stage_guides
from workbench.plots import CurvePlot, GuideLine, HeatMap, LinkedCrosshair, LinkedZoom, PlotCurve
from workbench.plots.annotations import end_room
from workbench.plots.plot_card import PlotCard
from workbench.widgets import Button, ComboBox, ContentStack, ElidedLabel, EmptyState, IconButton, Label
from workbench.widgets.arrange import arrange_rows, scrolling

if TYPE_CHECKING:
    from engine.store.rows import RunRow
    from workbench.backend.session import Session

NARROW = 940
"""Width in px at 100 % below which the small plots move under the large one."""
LEAST = 344
"""Least height of the plots in px at 100 %; in a lower window they scroll."""
VIEWS = ("language", "second", "layers")
"""Names of the plots, in their order among the small ones."""
LARGE_SHARE = 64
"""Percent of the width for the large plot."""
PAD = 0.02
"""Share of the x range left free at the right of curves, for a dot on the last point. Maps leave it too."""
LINES = 2
"""Largest number of lines under a plot for results over seeds. Four strategies fill two."""
UNREAD = ForgettingData({})
"""The data before the first answer."""
FITTED = tr("The encoder has no masked-word head; one was fitted once on the frozen original.")


class ForgettingTab(QWidget):
    """Two plots and a map of the drawn runs: one large, the others small next to it.

    The user enlarges a plot by the button in its head. ``enlarged(key)`` reports it, one of :data:`VIEWS`.
    ``map_requested`` requests maps of the run in :attr:`map_run`, ``report_requested`` a report on the drawn runs,
    ``design_requested`` the Design page. ``notice(sentence)`` reports the result of an export.
    """

    enlarged = Signal(str)
    map_requested = Signal()
    report_requested = Signal()
    design_requested = Signal()
    notice = Signal(str)

    def __init__(
        self,
        axis: AxisControls,
        session: Session | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.axis = axis
        self._session = session
        self.map_run = 0
        self._runs: list[RunRow] = []
        self.data = UNREAD
        self._map_key = ""
        self._second_key = ""
        self._abilities: tuple[PlotWording, ...] = words.ABILITIES
        self._make_controls()
        self._make_curves()
        self._make_maps()
        self._link_plots()
        self.axis.changed.connect(self.draw)
        inner = QWidget()
        self.grid = QGridLayout(inner)
        self.area = scrolling(inner)
        self.empty = EmptyState("", "")
        self.empty.clicked.connect(self.design_requested)
        self.stack = ContentStack(self.area, self.empty, tr("Reading measurements…"))
        arrange_rows(self.stack, on=self)
        self._narrow: bool | None = None
        self._large = VIEWS[0]
        self._make_enlarging()
        self.grid.setContentsMargins(16, 8, 16, 8)
        self.grid.setSpacing(8)
        for plot in self.plots:
            plot.canvas.set_axis_width(44)
        self._place_plots()
        self.draw()

    def _make_enlarging(self) -> None:
        """Add the button that enlarges it to every plot."""
        self._views: dict[str, QWidget] = dict(zip(VIEWS, (*self.plots, self.maps), strict=True))
        self._cards: dict[str, tuple[PlotCard, ...]] = dict(
            zip(VIEWS, ((self.language,), (self.second,), (self.map, self.reset)), strict=True)
        )
        self._enlargers: dict[str, list[IconButton]] = {}
        for key, cards in self._cards.items():
            for card in cards:
                button = IconButton(
                    "enlarge", tr("Make {text} the large plot", text=card.title.text()), parent=card
                )
                button.clicked.connect(partial(self._enlarge, key))
                card.add_head_widget(button)
                self._enlargers.setdefault(key, []).append(button)

    def _enlarge(self, key: str, _checked: bool = False) -> None:
        self.show_large(key)
        self.enlarged.emit(key)
        self._cards[key][0].export_button.setFocus(Qt.FocusReason.OtherFocusReason)  # its button is hidden

    def large(self) -> str:
        """Return the name of the large plot."""
        return self._large

    def show_large(self, key: str) -> None:
        """Enlarge the plot ``key``. Names outside :data:`VIEWS` change nothing."""
        if key in VIEWS and key != self._large:
            self._large = key
            self._narrow = None
            self._place_plots()
            self.draw()

    def _make_controls(self) -> None:
        """Create the controls next to the tabs."""
        self.controls = ControlRow()
        self.cost = self.controls.add_elided_caption()
        self.report = Button(
            tr("Forgetting report…"), tip=tr("Save a forgetting report on the drawn runs, to read or print")
        )
        self.report.clicked.connect(self.report_requested)
        self.controls.add(self.report)

    def _make_curves(self) -> None:
        """Create the two plots of curves with the choices in their heads."""
        first, second = words.LANGUAGE[0], words.ABILITIES[0]
        self.language = CurvePlot(first.title, first.caption, y_text=self._language_text, empty=first.empty)
        self.measure = ComboBox(
            [(w.words, w.key) for w in words.LANGUAGE], tr("Measure of language"), width=96
        )
        self.measure.activated.connect(lambda _index: self.draw())
        self.language.add_head_widget(self.measure)
        self.intervals = ElidedLabel("", "caption", "text2", lines=LINES)
        self.intervals.hide()
        self.language.content.addWidget(self.intervals)
        self.note = Label(FITTED, "caption", "text3", wrap=True)
        self.note.hide()
        self.language.content.addWidget(self.note)
        self.second = CurvePlot(second.title, second.caption, y_text=self._second_text, empty=second.empty)
        self.ability = ComboBox([(w.words, w.key) for w in words.ABILITIES], tr("Second measure"), width=176)
        self.ability.activated.connect(self._second_chosen)
        self.second.add_head_choice(self.ability, replaces_title=True)
        self.f_label = ElidedLabel("", "caption", "text2", lines=LINES)
        self.f_label.hide()
        self.second.content.addWidget(self.f_label)

    def _make_maps(self) -> None:
        """Create the map of layers, and the curve of reset layers that replaces it."""
        kind = words.MAPS[0]
        self.map = HeatMap(kind.title, kind.caption, empty=tr("Maps appear here while a run trains"))
        self.reset = CurvePlot(
            words.RESET_WORDING.title, words.RESET_WORDING.caption, tr("Layers put back"), y_text=formats.times,
            empty=words.RESET_WORDING.empty,
        )  # fmt: skip
        self.reset.set_x_text(tr("Layers put back"), _whole_number)
        self.map_kinds = [ComboBox([], tr("What the map shows"), width=144) for _ in range(2)]
        self.map_runs = ComboBox([], tr("Run of the map"), width=168)
        for card, each in zip((self.map, self.reset), self.map_kinds, strict=True):
            card.add_head_choice(each)
            each.activated.connect(lambda _index, each=each: self._map_chosen(str(each.currentData())))
        self.map.add_head_widget(self.map_runs)
        self.map_runs.activated.connect(self._run_chosen)
        self.maps = QStackedWidget()
        self.maps.addWidget(self.map)
        self.maps.addWidget(self.reset)

    def _link_plots(self) -> None:
        """Link zoom and cross-hair of all plots."""
        self.plots = (self.language, self.second)
        self.zoom = LinkedZoom((*self.plots, self.map), self)
        self.cross = LinkedCrosshair((*self.plots, self.map), self)
        self.cross.moved.connect(self._cross_moved)
        for plot in (*self.plots, self.map, self.reset):
            plot.notice.connect(self.notice)

    # -- choices -------------------------------------------------------------------------------------------

    def _language_words(self) -> PlotWording:
        return next(w for w in words.LANGUAGE if w.key == self.measure.currentData())

    def _second_words(self) -> PlotWording:
        return next(w for w in self._abilities if w.key == self.ability.currentData())

    def _language_text(self, value: float) -> str:
        return (self._language_words().text or formats.short)(value)

    def _second_text(self, value: float) -> str:
        return (self._second_words().text or formats.short)(value)

    def _second_chosen(self, _index: int) -> None:
        self._second_key = str(self.ability.currentData())
        self.draw()

    def _map_chosen(self, key: str) -> None:
        self._map_key = key
        self.draw()
        shown = self.map_kinds[self.maps.currentIndex()]
        shown.setFocus()

    def _run_chosen(self, _index: int) -> None:
        self.map_run = int(self.map_runs.currentData())
        self.map_requested.emit()

    def _cross_moved(self, x: float) -> None:
        kind = self._map_words()
        if isinstance(kind, MapWording) and kind.columns:
            self._draw_map()

    # -- data ----------------------------------------------------------------------------------------------

    def show_runs(self, runs: Sequence[RunRow]) -> None:
        """Set the drawn runs (``RunRow``), in order."""
        self._runs = list(runs)
        if self.isVisible():
            self.draw()

    def show_data(self, data: ForgettingData) -> None:
        """Show the probe results of the runs."""
        self.data = data
        self.map_run = data.run
        self.axis.show_stages([self._measured(run).stages for run in self._runs])
        self.draw()

    def _measured(self, run: RunRow) -> RunForgetting:
        return self.data.runs.get(run.id) or RunForgetting()

    # -- drawing -------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw everything from the present data."""
        missing = any(run.id not in self.data.runs for run in self._runs)
        waiting = self._session is not None and self.data is UNREAD
        if waiting or (missing and not any(self._measured(run).curves for run in self._runs)):
            self.stack.show_reading()
            return
        heading, sentence, action = empty_message(self._runs, [self._measured(run) for run in self._runs])
        self._say_cost()
        if heading:
            self.stack.show_empty(heading, sentence, action)
            return
        self.stack.show_content()
        self._draw_curves()
        self._draw_map()
        self._place_plots()

    def _draw_curves(self) -> None:
        shown, second = self._language_words(), self._second_choice()
        low, high = self._range()
        along = self.axis.kind()
        stages = self._measured(self._runs[0]).stages if self._runs else ()
        lines = stage_guides(stages, along, first=self.axis.starts_with_run(), each=False)
        pairs = [(run, self._measured(run)) for run in self._runs]
        curves = [
            c for run, m in pairs if (c := lines_of.language_curve(self.axis, run, m, shown)) is not None
        ]
        brief = lines_of.brief_run_names(self._runs)
        others = [
            c for run, m in pairs for c in lines_of.second_curves(self.axis, run, m, second, brief[run.id])
        ]
        levels = [GuideLine(1.0, style="level")] if shown.key == words.RATIO else []
        bare = [GuideLine(line.x, "", line.style) for line in lines]  # named in the upper plot
        for plot, chosen_plot, drawn, marks in (
            (self.language, shown, curves, [*lines, *levels]),
            (self.second, second, others, bare),
        ):
            plot.set_title(chosen_plot.title)
            caption = self._caption(chosen_plot)
            if any(c.ring is not None for c in drawn):
                caption = tr("{caption}, ring = selected checkpoint", caption=caption)
            plot.set_caption(caption)
            plot.set_empty(chosen_plot.empty)
            plot.set_x_text(TITLES[along], X_TEXTS.get(along))
            plot.set_guides(marks)
            plot.set_x_range(low, high)
            plot.set_curves(drawn)
        room = max(end_room(curves), end_room(others))
        for plot in self.plots:
            plot.set_end_room(room)
        measured = [self._measured(run) for run in self._runs]
        weak = next(filter(None, (each.weak_head for each in measured)), "")
        self.note.setText(sentence_text(weak) if weak else FITTED)
        self.note.setVisible(any(each.fitted() for each in measured))
        of_language = words.intervals_line(self.data.strategies if shown.key == words.RATIO else ())
        of_tasks = words.forgetting_line(self.data.strategies if second.key == words.EARLIER else ())
        for label, (line, tip) in ((self.intervals, of_language), (self.f_label, of_tasks)):
            label.set_text(line)
            label.set_tip(tip)
            label.setVisible(bool(line))

    def _caption(self, measure: PlotWording) -> str:
        if measure.key not in (words.KNOWLEDGE, words.EARLIER):
            return measure.caption
        keys = {key for run in self._runs for key in self._measured(run).curves}
        measures = words.measures_by_choice(keys).get(measure.key, [])
        names = [name for name, _ in measures]
        if measure.key == words.EARLIER:
            caption = words.earlier_caption(key for _, key in measures)
            # The ends of curves then show the names of runs.
            return f"{caption}: {names[0]}" if len(names) == 1 and len(self._runs) > 1 else caption
        return f"{measure.caption}: {', '.join(names)}" if names else measure.caption

    def _second_choice(self) -> PlotWording:
        """Set the available measures. Until the user chooses, the first one is shown."""
        keys = {key for run in self._runs for key in self._measured(run).curves}
        there = words.measures_by_choice(keys)
        if self._abilities != (offered := words.abilities(keys)):
            self._abilities = offered
            self.ability.set_choices([(w.words, w.key) for w in offered])
            self.ability.set_current(self._second_key)
        if self._second_key not in there and self._second_key not in (words.KNOWLEDGE, words.EARLIER):
            first = next((w.key for w in self._abilities if w.key in there), words.KNOWLEDGE)
            self.ability.set_current(first)
        return self._second_words()

    def _range(self) -> tuple[float, float | None]:
        return lines_of.x_range(self.axis, [(run, self._measured(run)) for run in self._runs])

    # -- the map -------------------------------------------------------------------------------------------

    def _map_words(self) -> PlotWording | None:
        return next((w for w in self._offered() if w.key == self.map_kinds[0].currentData()), None)

    def _offered(self) -> list[PlotWording]:
        resets = any(self._measured(run).reset is not None for run in self._runs)
        return words.maps(self.data.maps, resets)

    def _draw_map(self) -> None:
        offered = self._offered()
        for card, combo in zip((self.map, self.reset), self.map_kinds, strict=True):
            card.title.setVisible(len(offered) < 2)
            combo.set_choices([(w.words, w.key) for w in offered])
            if not combo.set_current(self._map_key):
                combo.setCurrentIndex(0)
            combo.setVisible(len(offered) > 1)
        drawn = {run.id: run.name for run in self._runs}
        self.map_runs.set_choices(list(zip(distinct_parts(list(drawn.values())), drawn, strict=True)))
        self.map_runs.set_current(self.data.run)
        self.map_runs.setVisible(len(drawn) > 1 and self._large == "layers")
        kind = self._map_words()
        resets = kind is not None and kind.key == words.RESET_WORDING.key
        self.maps.setCurrentIndex(int(resets))
        if resets:
            self._draw_resets()
        else:
            self._draw_grid(kind if isinstance(kind, MapWording) else words.MAPS[0])

    def _draw_grid(self, kind: MapWording) -> None:
        run = next((run for run in self._runs if run.id == self.data.run), None)
        series = self.data.maps.get(words.SOURCES.get(kind.key, kind.key))
        self.map.set_title(kind.title)
        self.map_kinds[0].setToolTip(kind.title)
        self.map.set_value_text(kind.text)
        self.map.set_caption(kind.caption)
        if run is None or series is None:
            self.map.set_grid(None)
            return
        stages, along, caption = self._measured(run).stages, self.axis.kind(), kind.caption
        if kind.columns:
            self.map.set_x_text(tr("Head", "of attention") if kind.columns == "heads" else "")
            self.map.set_guides([])
            grid, step = grids.at_step(series, kind, self._step_at(run, self.cross.x()))
            caption = tr("step {step}, {caption}", step=formats.count(step), caption=caption)
        else:
            low, high = self._range()
            self.map.set_x_text(TITLES[along], X_TEXTS.get(along))
            self.map.set_x_range(low, None if high is None else high + PAD * (high - low))
            self.map.set_guides(stage_guides(stages, along, each=False))
            grid = grids.over_steps(
                series, kind, lambda step, seconds: self.axis.places(stages, step, seconds)
            )
        self.map.set_grid(grid)
        if grid is not None:
            name = [self.map_runs.currentText()] if len(self._runs) > 1 else []
            self.map.set_caption(", ".join([self.map.scale_text(), caption, *name]))

    def _step_at(self, run: RunRow, x: float | None) -> float | None:
        """Return the measured step nearest to ``x`` on the axis, or None without a cross-hair."""
        curves = self._measured(run).curves
        longest = max(curves.values(), key=len, default=None)
        if x is None or longest is None or not len(longest):
            return None
        step = longest.step.astype(np.float64)
        places = self.axis.places(self._measured(run).stages, step, longest.time)
        return float(step[int(np.argmin(np.abs(places - x)))])

    def _draw_resets(self) -> None:
        curves = []
        for run in self._runs:
            line = grids.resets(self._measured(run).reset, lines_of.loss_before(self._measured(run)))
            if line is not None:
                curves.append(PlotCurve(str(run.id), *line, run.style, run.name, markers=True))
        self.reset.set_guides([GuideLine(1.0, style="level")])
        self.reset.set_curves(curves)

    def _say_cost(self) -> None:
        chosen = [run for run in self._runs if run.id == self.data.run] or self._runs
        curves = self._measured(chosen[0]).curves if chosen else {}
        share = curves.get("probes/share")
        value = float(share.value[-1]) if share is not None and len(share) else math.nan
        self.cost.set_text(
            tr("Probes cost {value} %", value=formats.fixed(value, 1)) if value == value else ""
        )
        sentence = (
            tr("Probes cost {value} % of the time", value=formats.fixed(value, 1)) if value == value else ""
        )
        prefix = "probes/seconds/"
        parts = {key.removeprefix(prefix): c.value[-1] for key, c in curves.items() if key.startswith(prefix)}
        lines = [
            f"{name}: {formats.fixed(float(s), 1)} s"
            for name, s in sorted(parts.items(), key=lambda p: -p[1])
        ]
        self.cost.set_tip("\n".join([sentence, chosen[0].name, *lines]) if lines else "")

    # -- layout --------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the small plots next to the large one if there is space, else below it."""
        super().resizeEvent(event)
        self._place_plots()

    def _place_plots(self) -> None:
        narrow = self.width() < NARROW
        if narrow != self._narrow:
            self._narrow = narrow
            for widget in self._views.values():
                self.grid.removeWidget(widget)
            self.grid.setColumnStretch(0, 50 if narrow else LARGE_SHARE)
            self.grid.setColumnStretch(1, 50 if narrow else 100 - LARGE_SHARE)
            small = [self._views[key] for key in VIEWS if key != self._large]
            self.grid.addWidget(self._views[self._large], *((0, 0, 1, 2) if narrow else (0, 0, 2, 1)))
            for index, widget in enumerate(small):
                self.grid.addWidget(widget, *((1, index, 1, 1) if narrow else (index, 1, 1, 1)))
            for key, cards in self._cards.items():
                for card, button in zip(cards, self._enlargers[key], strict=True):
                    card.set_compact(key != self._large)
                    button.setVisible(key != self._large)
        # Heights are fixed: with wrapped texts Qt would use the preferred height.
        room = max(self.height() - 2 * 8, LEAST)
        half = LEAST // 2 if narrow else (room - 8) // 2
        for key, view in self._views.items():
            view.setFixedHeight((LEAST if narrow else room) if key == self._large else half)


def _whole_number(value: float) -> str:
    return str(round(value)) if abs(value - round(value)) < 1e-9 else ""


def empty_message(runs: Sequence[RunRow], measured: Sequence[RunForgetting]) -> tuple[str, str, str]:
    """Return (heading, sentence, action) if nothing was measured, empty if something was or will be soon."""
    if any(each.curves for each in measured):
        return "", "", ""
    if not runs:
        return (
            tr("No run is drawn"),
            tr("Click the mark on the left of a run to see what it forgets."),
            "",
        )
    if any(
        each.requested and each.pretrained and run.active for run, each in zip(runs, measured, strict=True)
    ):
        running = any(run.status == "running" for run in runs)
        return (
            ("", "", "")
            if running
            else (
                tr("Not started"),
                tr("Forgetting is measured from before the first update on, once the run has started."),
                "",
            )
        )
    if not any(run.encoder for run in runs):
        return tr("Nothing to forget"), tr("A bag of words has no encoder."), ""
    if not any(each.pretrained for each in measured):
        return (
            tr("Nothing to forget"),
            tr("The encoder began untrained, without knowledge from pre-training."),
            "",
        )
    if any(each.requested for each in measured):
        return tr("Nothing was measured"), tr("The run ended before its first measurement."), ""
    return (
        tr("Measuring was off"),
        tr("Switch on Measure forgetting among the probes and run it again."),
        tr("Open in Design"),
    )
