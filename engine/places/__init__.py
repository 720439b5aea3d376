"""Compute targets ("places"): this computer, a machine over SSH, a Slurm cluster, and those of plug-ins.

``engine.places.place`` describes what a new place must provide.
"""

THIS_COMPUTER = "here"
"""Name of the place that needs no setup. No other place may have it."""
