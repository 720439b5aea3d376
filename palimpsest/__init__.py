"""Python API of Palimpsest: the runs, models and tables of the window and the command line, in a dozen names.

    import palimpsest

    run = palimpsest.run("quickstart", {"seed": 7})
    palimpsest.metrics(run)                      # every curve, as pandas
    palimpsest.predict(run, ["A good film."])

All use the same store, so a run started here appears in an open window, and vice versa. Tables are pandas data frames
(``pyarrow.Table.from_pandas`` converts them to Arrow). A run is identified by its number, its name, ``"last"``, or the
``Run`` returned by a function. Invalid input raises ``UserError`` with the location and a remedy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import UserError
from palimpsest.models import Model, export, load, predict
from palimpsest.running import Run, RunError, run, sweep
from palimpsest.tables import compare, metrics, predictions, runs

if TYPE_CHECKING:
    from palimpsest.callbacks import ForgettingCallback
    from palimpsest.lightning import LightningForgettingCallback

__all__ = [
    "ForgettingCallback",
    "Model",
    "Run",
    "RunError",
    "UserError",
    "compare",
    "export",
    "load",
    "metrics",
    "predict",
    "predictions",
    "run",
    "runs",
    "sweep",
]


def __getattr__(name: str) -> type[ForgettingCallback | LightningForgettingCallback]:
    """Import a callback on first use. They require transformers, and the second also Lightning."""
    if name == "ForgettingCallback":
        from palimpsest.callbacks import ForgettingCallback

        return ForgettingCallback
    if name == "LightningForgettingCallback":
        from palimpsest.lightning import LightningForgettingCallback

        return LightningForgettingCallback
    raise AttributeError(f"module 'palimpsest' has no attribute '{name}'")
