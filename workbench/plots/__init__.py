"""Plots: curves, heat maps and the plane, with cross-hair, readout, table and export; smoothing and decimation of
data.
"""

from workbench.plots.curve import GuideLine, PlotCurve, RangeNote
from workbench.plots.curve_plot import CurvePlot
from workbench.plots.heat_canvas import HeatGrid
from workbench.plots.heat_map import HeatMap
from workbench.plots.histogram import HistogramPlot
from workbench.plots.linked import LinkedCrosshair, LinkedZoom
from workbench.plots.plane.layout import PlaneMarker, PlaneScale
from workbench.plots.plane.plot import PlanePlot
from workbench.plots.smoothing import decimate, smooth

__all__ = [
    "CurvePlot",
    "GuideLine",
    "HeatGrid",
    "HeatMap",
    "HistogramPlot",
    "LinkedCrosshair",
    "LinkedZoom",
    "PlaneMarker",
    "PlanePlot",
    "PlaneScale",
    "PlotCurve",
    "RangeNote",
    "decimate",
    "smooth",
]
