"""Loads the modules that add options (readers, freezing policies, schedules, stages...) to the spec's
families.

Three sources, in this order: the engine's own modules, installed packages with an entry point in the group
``palimpsest``, and the module names in the environment variable ``PALIMPSEST_PLUGINS`` (comma-separated).
A module adds an option by defining its class; importing it is all there is to do.
"""

from __future__ import annotations

import importlib
import os
import threading
from importlib.metadata import entry_points

BUILT_IN = (
    "engine.spec.schedules",
    "engine.spec.decay",
    "engine.spec.freezing",
    "engine.spec.truncation",
    "engine.spec.optimizers",
    "engine.spec.batching",
    "engine.spec.augmentation",
    "engine.spec.stages",
    "engine.data.readers",
)

_loaded: set[str] = set()
_loading = threading.RLock()  # the window asks from several threads; none may see half the options


def load_plugins() -> None:
    """Imports every module that defines options; cheap when called again."""
    with _loading:
        _load()


def _load() -> None:
    extra = [name.strip() for name in os.environ.get("PALIMPSEST_PLUGINS", "").split(",") if name.strip()]
    for name in (*BUILT_IN, *extra):
        if name not in _loaded:
            _loaded.add(name)
            importlib.import_module(name)
    if "entry points" not in _loaded:
        _loaded.add("entry points")
        for point in entry_points(group="palimpsest"):
            point.load()
