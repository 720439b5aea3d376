"""Load the modules that add options (readers, freezing policies, schedules, stages, objectives, metrics...)
to their families.

Three sources, in this order: the engine's own modules, installed packages with an entry point in the group
``palimpsest``, and the module names in the environment variable ``PALIMPSEST_PLUGINS`` (comma-separated).
A module adds an option by defining its class (a metric, by registering its function); importing it is enough.
"""

from __future__ import annotations

import importlib
import os
import sys
import threading
from importlib.metadata import entry_points
from pathlib import Path

BUILT_IN = (
    "engine.spec.schedules",
    "engine.spec.decay",
    "engine.spec.freezing",
    "engine.spec.truncation",
    "engine.spec.optimizers",
    "engine.spec.batching",
    "engine.spec.augmentation",
    "engine.spec.targets",
    "engine.spec.stages",
    "engine.data.readers",
    "engine.metrics.correctness",
    "engine.metrics.likelihood",
    "engine.metrics.confusion",
    "engine.metrics.calibration",
    "engine.metrics.ranking",
    "engine.metrics.regression",
    "engine.metrics.label_sets",
    "engine.metrics.ordinal",
    "engine.objectives.classification",
    "engine.objectives.multi_label",
    "engine.objectives.ordinal",
    "engine.objectives.soft_labels",
    "engine.objectives.regression",
    "engine.places.ssh",
    "engine.places.slurm.place",
)

_loaded: set[str] = set()
_loading = threading.RLock()  # the window calls from several threads; none may see half the options


def load_plugins() -> None:
    """Import every module that defines options; further calls are cheap."""
    with _loading:
        _load()


def plugin_files() -> tuple[Path, ...]:
    """Return the source files of the plug-ins, sorted; of a package all its modules.

    A change of these files may change results.
    """
    load_plugins()
    named = {*_extra_modules(), *(point.module for point in entry_points(group="palimpsest"))}
    files: set[Path] = set()
    for name in named:
        module = sys.modules.get(name)
        source = getattr(module, "__file__", None)
        if module is None or source is None:
            continue
        file = Path(source).resolve()
        files |= set(file.parent.rglob("*.py")) if hasattr(module, "__path__") else {file}
    return tuple(sorted(file for file in files if file.suffix == ".py"))


def _extra_modules() -> list[str]:
    return [name.strip() for name in os.environ.get("PALIMPSEST_PLUGINS", "").split(",") if name.strip()]


def _load() -> None:
    for name in (*BUILT_IN, *_extra_modules()):
        if name not in _loaded:
            _loaded.add(name)
            importlib.import_module(name)
    if "entry points" not in _loaded:
        _loaded.add("entry points")
        for point in entry_points(group="palimpsest"):
            point.load()
