"""Plots: curves, heat maps and the plane, with cross-hair, readout, table and export; smoothing and thinning of their
numbers."""

from workbench.plots.crosshair import LinkedCrosshair
from workbench.plots.curve import Curve, Guide
from workbench.plots.curve_plot import CurvePlot
from workbench.plots.heat_grid import Grid
from workbench.plots.heat_map import HeatMap
from workbench.plots.plane import PlanePlot
from workbench.plots.plane_layout import AxisOf, Spot
from workbench.plots.smoothing import decimate, smooth
from workbench.plots.zoom import LinkedZoom

__all__ = [
    "AxisOf",
    "Curve",
    "CurvePlot",
    "Grid",
    "Guide",
    "HeatMap",
    "LinkedCrosshair",
    "LinkedZoom",
    "PlanePlot",
    "Spot",
    "decimate",
    "smooth",
]
