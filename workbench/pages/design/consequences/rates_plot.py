"""The learning rates of a draft over its updates, as a plot."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QWidget

from engine.analysis.curves.rates import ASSUMED_STEPS, RateCurves, rate_curves
from engine.analysis.stage_data import planned_updates
from engine.analysis.sweeps import MAX_COMBINATIONS, Combination, are_same_curves
from workbench.language import tr
from workbench.look import formats, theme
from workbench.pages.design.context.draft_context import DraftContext
from workbench.pages.design.context.wording import describe_combination, stage_title
from workbench.pages.design.draft.draft import Draft
from workbench.plots import CurvePlot, GuideLine, PlotCurve

DASHES = (6, 3)
"""The dash of the embeddings' line, if it differs from the top layer's."""


class RatesPlot(CurvePlot):
    """The rates of one combination of a sweep, in front of those of the others in grey."""

    _exponent = 0
    """The power of ten in which the axis counts."""
    _assumed_total = 0
    """The assumed number of updates of the whole run if it is unknown. 0: the axis counts updates."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Learning rate"),
            tr("by step"),
            x_title=tr("Step"),
            y_tick=lambda y: formats.plain(round(y / 10**self._exponent, 6)),
            empty=tr("Reading the design…"),
            parent=parent,
        )

    def show_nothing(self, reason: str) -> None:
        """Draw nothing and show the reason."""
        self.set_empty(reason)
        self.set_curves([])
        self.set_guides([])
        self.set_caption("")

    def show_rates(
        self,
        draft: Draft,
        context: DraftContext,
        chosen: Combination,
        steps: Sequence[int],
        shown: Sequence[Combination],
    ) -> None:
        """Draw the rates of ``chosen``, one of the combinations ``shown``.

        Args:
            draft: names the stages and the differences between combinations.
            context: facts about the encoder and each stage's data.
            chosen: the combination drawn in colour.
            steps: the updates of each of its stages, 0 if unknown.
            shown: all combinations of the sweep that were built.
        """
        layers = context.encoder.layers if context.encoder is not None else 12
        main = rate_curves(chosen.experiment, layers, steps)
        others = _other_curves(
            main, layers, draft, context, [each for each in shown if each is not chosen], steps
        )
        drawn = [*others, *_main_curves(main)]
        peak = max(float(curve.y[curve.y == curve.y].max(initial=0.0)) for curve in drawn)
        self._exponent = math.floor(math.log10(peak)) if peak > 0 else 0
        along = tr("by step") if all(steps) else tr("over the course of the run")
        caption = f"{formats.TIMES} 1e{self._exponent}, {along}" if self._exponent else along
        self.set_caption(tr("{caption}; grey: other runs", caption=caption) if others else caption)
        total = sum(count or ASSUMED_STEPS for count in steps)
        self._count_updates_or_shares(0 if all(steps) else total)
        self.set_y_range(0.0, None)
        self.set_curves(drawn)
        self.set_x_range(0.0, float(total))
        self.set_guides(self._stage_guides(draft, chosen, steps) if len(steps) > 1 else [])

    def _stage_guides(self, draft: Draft, chosen: Combination, steps: Sequence[int]) -> list[GuideLine]:
        """Return a line at the start of each stage, with its title if that fits, else with its number."""
        lengths = [count or ASSUMED_STEPS for count in steps]
        guides = []
        for i, count in enumerate(steps):
            number = chosen.stage_indices[i] if chosen.stage_indices else i
            label = stage_title(draft, number)
            if count:
                label = tr("{stage}, {updates} updates", stage=label, updates=formats.count(count))
            room = lengths[i] / sum(lengths) * self.canvas.plot_rect().width()
            fits = theme.text_width(label, "tick") < room
            guides.append(GuideLine(float(sum(lengths[:i])), label if fits else f"{number + 1}", "stage"))
        return guides

    def _count_updates_or_shares(self, assumed_total: int) -> None:
        """Count updates if they are known (0), else percent of the run."""
        if assumed_total == self._assumed_total:
            return
        self._assumed_total = assumed_total
        if not assumed_total:
            self.set_x_text(tr("Step"), formats.count)  # no ticks between two updates
        else:
            self.set_x_text(tr("Part of the run"), lambda x: f"{100 * x / assumed_total:.0f} %")


def _other_curves(
    main: RateCurves,
    layers: int,
    draft: Draft,
    context: DraftContext,
    others: Sequence[Combination],
    steps: Sequence[int],
) -> list[PlotCurve]:
    """Return the top layer's rate in other combinations: distinct curves, at most ``MAX_COMBINATIONS``."""
    shown_curves, drawn = [main], []
    for number, other in enumerate(others):
        if len(shown_curves) > MAX_COMBINATIONS:
            break
        stages = other.experiment.stages
        counts = planned_updates(stages, [context.stage_data(stage) for stage in stages])
        if all(steps) != all(counts) or (not all(steps) and counts != steps):
            continue  # its data have not been requested: its axis would differ
        curves = rate_curves(other.experiment, layers, counts)
        if any(are_same_curves(curves, before) for before in shown_curves):
            continue
        shown_curves.append(curves)
        label = describe_combination(draft, other.values)
        drawn.append(PlotCurve(f"other{number}", curves.x, curves.top, label=label, faint=True, width=1))
    return drawn


def _main_curves(main: RateCurves) -> list[PlotCurve]:
    """Return the curves of the combination in colour, the top layer's in front."""
    drawn = []
    if main.head_differs:
        drawn.append(PlotCurve("head", main.x, main.head, slot=2, label=tr("head")))
    if not main.is_uniform:
        drawn.append(PlotCurve("bottom", main.x, main.bottom, slot=1, label=tr("embeddings"), dash=DASHES))
    return [*drawn, PlotCurve("top", main.x, main.top, slot=1, label=_top_name(main))]


def _top_name(main: RateCurves) -> str:
    """Return the name of the upper line: if the embeddings are frozen, the top layer may be frozen too."""
    frozen = float(np.nanmax(main.bottom, initial=0.0)) == 0.0
    return tr("highest layer that learns") if frozen else tr("top layer")
