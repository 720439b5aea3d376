"""Plots: curves with cross-hair, readout, table and export; smoothing and thinning of their numbers."""

from workbench.plots.crosshair import LinkedCrosshair
from workbench.plots.curve import Curve, Guide
from workbench.plots.curve_plot import CurvePlot
from workbench.plots.smoothing import decimate, smooth

__all__ = ["Curve", "CurvePlot", "Guide", "LinkedCrosshair", "decimate", "smooth"]
