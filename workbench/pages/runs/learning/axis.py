"""The common x axis of a run's plots: steps, epochs or time; all stages or one; stage boundaries."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.analysis.curves.compared import steps_per_epoch
from workbench.language import tr, tr_engine
from workbench.look import formats
from workbench.pages.runs.learning.series import Floats
from workbench.plots import GuideLine, RangeNote
from workbench.widgets import ComboBox, ElidedLabel, Label, SegmentedControl
from workbench.widgets.arrange import arrange_columns

if TYPE_CHECKING:
    from engine.store.rows import StageRow

ALONG = [(tr("Step"), "step"), (tr("Epoch"), "epoch"), (tr("Time"), "time")]
TITLES = {"step": tr("Step"), "epoch": tr("Epoch"), "time": tr("Training time, s")}
X_TEXTS = {"step": formats.count, "time": formats.clock}
"""Formats of x. Steps are whole numbers, so no tick lies between two of them."""
MOST_EPOCHS = 12
"""Number of epochs of a stage whose ends are drawn."""


class ControlRow(QWidget):
    """Captions and controls in a row, without a background."""

    def __init__(self) -> None:
        super().__init__()
        self.captions: list[Label] = []
        """Words before controls, which the row's toolbar has give way where it is narrow: each control has its name."""
        self._row = arrange_columns(on=self, spacing=8)

    def add_caption(self, text: str) -> Label:
        """Add and return a grey caption before a control."""
        label = Label(text, "caption", "text2")
        self._row.addWidget(label)
        self.captions.append(label)
        return label

    def add_elided_caption(self) -> ElidedLabel:
        """Add and return a remark before a control that is elided first if space is short."""
        label = ElidedLabel("", "caption", "text2")
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._row.addWidget(label)
        return label

    def add(self, widget: QWidget) -> None:
        """Add a control with a gap after it."""
        self._row.addWidget(widget)
        self._row.addSpacing(4)


class AxisControls(ControlRow):
    """Controls for the quantity on the x axis and the stage shown; ``changed`` when the user chooses."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._caption = self.add_caption(tr("Stage"))
        self.stage = SegmentedControl([("all", tr("All"))], tr("Stage shown"))
        self.stage.chosen.connect(lambda _key: self.changed.emit())
        self.add(self.stage)
        self.add_caption(tr("X axis"))
        self.along = ComboBox(ALONG, tr("Horizontal axis"), width=88)
        self.along.currentIndexChanged.connect(lambda _index: self.changed.emit())
        self.add(self.along)
        self._choices: list[tuple[str, str]] = []

    def show_stages(self, stages: Sequence[Sequence[StageRow]]) -> None:
        """Offer the stages of the drawn run with the most stages; none if all runs have one."""
        longest = max(stages, key=len, default=())
        choices = [(str(i), str(i + 1)) for i in range(len(longest))] if len(longest) > 1 else []
        self.stage.setToolTip(
            "\n".join(f"{i} {tr_engine(stage.title)}" for i, stage in enumerate(longest, 1))
        )
        entries = [*choices, ("all", tr("All"))]
        if entries != self._choices:
            chosen = self.stage.current()
            self._choices = entries
            self.stage.set_choices(entries)
            self.stage.set_current(chosen if chosen in dict(entries) else "all")
        self.stage.setVisible(bool(choices))
        self._caption.setText(tr("Stage") if choices else "")

    def kind(self) -> str:
        """``step``, ``epoch`` or ``time``."""
        return str(self.along.currentData())

    def chosen(self) -> object:
        """Return the choices that a drawing depends on."""
        return self.along.currentData(), self.stage.current()

    def starts_with_run(self) -> bool:
        """Return whether the drawing starts at the start of the run."""
        return self.stage.current() in (None, "all", "0")

    def bounds(self, stages: Sequence[StageRow]) -> tuple[float, float]:
        """Return the first and last step of the chosen stage, infinite if all are shown."""
        chosen = self.stage.current()
        if not isinstance(chosen, str) or chosen == "all" or int(chosen) >= len(stages):
            return -np.inf, np.inf
        stage = stages[int(chosen)]
        return stage.first_step, stage.first_step + stage.steps

    def places(self, stages: Sequence[StageRow], step: Floats, seconds: Floats) -> Floats:
        """Return the positions of steps on the axis, shape (n,)."""
        kind = self.kind()
        if kind == "time":
            return seconds
        return epochs(stages, step) if kind == "epoch" else step


def epochs(stages: Sequence[StageRow], step: Floats) -> Floats:
    """Return the epochs completed at each step, over all stages. A stage without epochs counts as one."""
    result, passed = np.array(step, float), 0.0
    for stage in stages:
        per = steps_per_epoch(stage) or max(1, stage.steps)
        inside = (step > stage.first_step) & (step <= stage.first_step + stage.steps)
        result[inside] = passed + (step[inside] - stage.first_step) / per
        passed += stage.steps / per
    return result


def stage_guides(
    stages: Sequence[StageRow], along: str, *, first: bool = False, each: bool = True
) -> list[GuideLine]:
    """Return the starts of a run's stages, and the end of each epoch unless ``each`` is False.

    ``first`` also names the first of several stages.
    """
    guides: list[GuideLine] = []
    if along == "time":
        return guides
    for number, (stage, begin) in enumerate(zip(stages, _bounds(stages, along), strict=False)):
        per = steps_per_epoch(stage)
        if number or (first and len(stages) > 1):
            guides.append(GuideLine(begin, f"{number + 1} {tr_engine(stage.title)}", "stage"))
        count = int(np.ceil(stage.steps / per)) if per and each else 0
        for epoch in range(1, count + 1 if count <= MOST_EPOCHS else 0):
            steps = min(epoch * per, stage.steps)
            at = begin + (steps if along == "step" else steps / per)
            guides.append(GuideLine(at, tr("epoch {epoch}", epoch=epoch), "epoch"))
    return guides


def reuse_notes(stages: Sequence[StageRow], along: str) -> list[RangeNote]:
    """Return the runs that trained reused stages, for whose updates the run has no curve."""
    if along == "time":
        return []
    bounds = _bounds(stages, along)
    return [
        RangeNote(low, high, tr("trained by run {run}", run=stage.source_run))
        for stage, (low, high) in zip(stages, pairwise(bounds), strict=True)
        if stage.source_run
    ]


def _bounds(stages: Sequence[StageRow], along: str) -> list[float]:
    """Return the start of each stage on an axis of steps or epochs, and the end of the last one."""
    if along == "step":
        ends = [stage.first_step + stage.steps for stage in stages[-1:]]
        return [float(place) for place in (*(stage.first_step for stage in stages), *ends)]
    lengths = (stage.steps / per if (per := steps_per_epoch(stage)) else 1.0 for stage in stages)
    return [0.0, *accumulate(lengths)]
