"""Profile of what a linear probe can read on each layer, before training and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from workbench.backend.cli_answers import LayersAnswer
from workbench.engine_texts import data_titles
from workbench.language import tr
from workbench.look import formats
from workbench.pages.lab.query import LabModel
from workbench.plots import CurvePlot, PlotCurve
from workbench.widgets import Button, ComboBox, ContentStack, EmptyState, Label, MessageLine, Panel
from workbench.widgets.arrange import arrange_columns, arrange_rows

LayerProfile = tuple[np.ndarray, np.ndarray]


class LayerProfilePanel(Panel):
    """The profile of one ability, and the means to measure another now.

    ``measure(data)`` when the user asks for a data set. Give the answer to :meth:`add`.
    """

    measure = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", parent=parent)
        self._entry: LabModel | None = None
        self._profiles: dict[str, LayerProfile] = {}
        self.ability = ComboBox([], tr("Ability to measure"), width=144)
        self.ability.activated.connect(lambda _index: self._draw())
        self.data = ComboBox([], tr("Data set to measure"), width=152)
        self.start = Button(
            tr("Measure now"),
            tip=tr("Fit a linear probe on each layer, before and after; takes some seconds"),
        )
        self.start.clicked.connect(self._ask)
        self.message = MessageLine()
        self.plot = CurvePlot(
            tr("Linear probe by layer"),
            tr("validation error, %. Up = less readable"),
            tr("Layer"),
            y_text=lambda value: formats.fixed(value, 1),
            empty=tr("Choose an ability"),
        )
        self.plot.set_x_text(tr("Layer"), _layer, named=True)
        self.empty = EmptyState(
            tr("Not measured in this run"),
            tr("Runs measure the abilities listed in the Probes card of Design. Or measure one now, above."),
        )
        self._shown = Label(tr("Shown"), "caption", "text2")
        self._row = arrange_columns(self._shown, self.ability, ..., self.data, self.start, spacing=8)
        self.stack = ContentStack(self.plot, self.empty, tr("Reading what was measured…"))
        arrange_rows(self._row, self.message, (self.stack, 1), on=self, margins=(12, 8, 12, 12), spacing=8)

    def set_data_sets(self, names: Sequence[str]) -> None:
        """Set the data sets that can be measured now."""
        self.data.set_choices([(data_titles(name), name) for name in names])

    def set_entry(self, entry: LabModel | None, profiles: Mapping[str, LayerProfile]) -> None:
        """Set the run, with what it has measured."""
        if entry != self._entry:
            self._profiles = {}
            self.message.clear()
        self._entry = entry
        self._profiles |= dict(profiles)
        self._fill()

    def add(self, answer: LayersAnswer) -> None:
        """The answer of ``palimpsest layers``."""
        self._profiles[answer.name] = (np.asarray(answer.before), np.asarray(answer.after))
        learnt, tested = formats.count(answer.learnt), formats.count(answer.tested)
        self.message.show_message(
            "info", tr("Learnt from {learnt} texts, tested on {tested} others.", learnt=learnt, tested=tested)
        )
        self.start.setEnabled(True)
        self._fill()
        self.ability.set_current(answer.name)
        self._draw()

    def say(self, words: str) -> None:
        """Show how far the measuring is."""
        self.message.show_message("info", words or tr("Measuring…"))

    def fail(self, sentence: str) -> None:
        """Why nothing was measured."""
        self.start.setEnabled(True)
        self.message.show_message("error", sentence)

    def profiles(self) -> dict[str, LayerProfile]:
        """Return the known profiles, by ability."""
        return dict(self._profiles)

    def _ask(self) -> None:
        if self.data.currentData():
            self.start.setEnabled(False)
            self.say(tr("Measuring…"))
            self.measure.emit(str(self.data.currentData()))

    def _fill(self) -> None:
        self.ability.set_choices(list(self._profiles))
        for widget in (self._shown, self.ability):
            widget.setVisible(bool(self._profiles))
        self.start.setEnabled(self._entry is not None)
        if self._profiles:
            self.stack.show_content()
        else:
            self.stack.show_empty()
        self._draw()

    def _draw(self) -> None:
        ability = str(self.ability.currentData() or "")
        if ability not in self._profiles or self._entry is None:
            self.plot.set_curves([])
            return
        before, after = self._profiles[ability]
        layers = np.arange(len(after), dtype=float)
        slot = self._entry.slot
        self.plot.set_curves(
            [
                PlotCurve(
                    name, layers, values, slot, name, dash=dash, markers=True, end_label=name, faint=faint
                )
                for name, values, dash, faint in (
                    (tr("before"), before, (2, 3), True),
                    (tr("after"), after, (), False),
                )
            ]
        )
        self.plot.set_caption(
            tr("{ability}, validation error in %. Layer 0 = embeddings. Up = less readable", ability=ability)
        )


def _layer(place: float) -> str:
    """Layers are whole: nothing is written between them."""
    return str(int(place)) if place == int(place) else ""
