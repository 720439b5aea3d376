"""Plots: curves and heat maps with cross-hair, readout, table and export; smoothing and thinning of numbers."""

from workbench.plots.crosshair import LinkedCrosshair
from workbench.plots.curve import Curve, Guide
from workbench.plots.curve_plot import CurvePlot
from workbench.plots.heat_grid import Grid
from workbench.plots.heat_map import HeatMap
from workbench.plots.smoothing import decimate, smooth

__all__ = ["Curve", "CurvePlot", "Grid", "Guide", "HeatMap", "LinkedCrosshair", "decimate", "smooth"]
