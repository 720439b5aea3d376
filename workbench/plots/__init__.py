"""Plots: curves and the plane, with cross-hair, readout, table and export; smoothing and thinning of their numbers."""

from workbench.plots.crosshair import LinkedCrosshair
from workbench.plots.curve import Curve, Guide
from workbench.plots.curve_plot import CurvePlot
from workbench.plots.plane import PlanePlot
from workbench.plots.plane_layout import AxisOf, Spot
from workbench.plots.smoothing import decimate, smooth
from workbench.plots.zoom import LinkedZoom

__all__ = [
    "AxisOf",
    "Curve",
    "CurvePlot",
    "Guide",
    "LinkedCrosshair",
    "PlanePlot",
    "Spot",
    "decimate",
    "smooth",
]
