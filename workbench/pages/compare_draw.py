"""What the plots of the Compare page draw of a comparison."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt

from workbench import theme
from workbench.pages.compare_dots import Dots
from workbench.pages.compare_load import View
from workbench.pages.compare_table import middle, shown_names
from workbench.plots import Curve

MOST_NAMED = 8
"""Curves that get their names at their ends; more would be a heap of words."""


def drawn(view: View, hidden: Collection[int]) -> tuple[list[Curve], list[Dots]]:
    """The curves and the rows of dots; rows whose first run is in ``hidden`` are left out."""
    curves, dots = [], []
    names = shown_names(view.comparison)
    shown = [row for row in view.comparison.rows if row.runs[0] not in hidden]
    for row in shown:
        name, values = names[row.runs[0]], row.values
        best, last, test = (middle(values.get(key)) for key in ("validation_best", "validation_last", "test"))
        dots.append(Dots(name, row.slot, best, last, test, getattr(values.get("test"), "sd", None)))
        curve = view.curves.get(row.runs[0])
        if curve is not None:
            band = None if curve.low is None or curve.high is None else (curve.low, curve.high)
            end = _end(name) if len(shown) <= MOST_NAMED else ""
            curves.append(
                Curve(
                    str(row.runs[0]), curve.x, curve.y, row.slot, name, markers=True, band=band, end_label=end
                )
            )
    return curves, dots


def _end(name: str) -> str:
    """A name short enough for the end of a line."""
    return theme.metrics("tick").elidedText(name, Qt.TextElideMode.ElideMiddle, theme.sizes().px(150))
