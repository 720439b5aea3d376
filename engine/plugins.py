"""Load the modules that add options (readers, freezing policies, schedules, stages, objectives, metrics...)
to their families.

Three sources, in this order: the engine's own modules, installed packages with an entry point in the group
``palimpsest``, and the module names in the environment variable ``PALIMPSEST_PLUGINS`` (comma-separated). A module adds
an option by defining its class (a metric, by registering its function). Importing it is enough.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from engine.errors import UserError, printable

VARIABLE = "PALIMPSEST_PLUGINS"
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
    "engine.data.readers.auto",
    "engine.data.readers.delimited",
    "engine.data.readers.folders",
    "engine.data.readers.hub",
    "engine.data.readers.json_document",
    "engine.data.readers.jsonl",
    "engine.data.readers.labelled_lines",
    "engine.data.readers.parquet",
    "engine.data.readers.spreadsheet",
    "engine.metrics.measures",
    "engine.objectives.classification",
    "engine.objectives.multi_label",
    "engine.objectives.ordinal",
    "engine.objectives.soft_labels",
    "engine.objectives.regression",
    "engine.places.ssh",
    "engine.places.slurm.place",
)

GROUP = "palimpsest"
"""The group of entry points by which an installed package is a plug-in."""

_loaded: set[str] = set()
_loading = threading.RLock()  # the window calls from several threads; none may see half the options


def has_plugins() -> bool:
    """Return whether plug-ins are to be expected, without loading them."""
    return bool(_extra_modules()) or has_plugin_packages()


def load_plugins(within: str = "") -> None:
    """Import every module that defines options. Further calls are cheap.

    ``within``: the package that holds the requested options. Without plug-ins only its modules can define them.
    """
    with _loading:
        _load("" if has_plugins() else within)


@functools.cache
def registration_index(module: str) -> int:
    """Return the place of a module among those that define options. All others, such as a plug-in's, come last."""
    packages = (place for place, name in enumerate(BUILT_IN) if f"{module}.".startswith(f"{name}."))
    return next(packages, len(BUILT_IN))


@functools.cache
def has_plugin_packages() -> bool:
    """Return whether an installed package may be a plug-in: whether one has entry points of our group.

    The files are looked at as they lie: to ask ``importlib.metadata`` takes longer than all else that a command does
    before it refuses a design.
    """
    mark = f"[{GROUP}]".encode()
    return any(mark in each for each in _entry_point_files())


def _entry_point_files() -> Iterator[bytes]:
    """Yield the entry points of all packages that are found in folders, and our group's name for anything else."""
    for place in dict.fromkeys(sys.path):
        folder = Path(place)
        if folder.is_file() or any(
            part.endswith(".egg") for part in folder.parts
        ):  # an archive, which is not opened
            yield f"[{GROUP}]".encode()
        with suppress(OSError):
            names = [name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info"))]
            for name in names:
                with suppress(OSError), open(folder / name / "entry_points.txt", "rb") as file:
                    yield file.read()


def plugin_files() -> tuple[Path, ...]:
    """Return the source files of the plug-ins, sorted. For a package these are all its modules.

    A change of these files may change results.
    """
    from importlib.metadata import entry_points

    load_plugins()
    named = {*_extra_modules(), *(point.module for point in entry_points(group=GROUP))}
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
    return [name.strip() for name in os.environ.get(VARIABLE, "").split(",") if name.strip()]


def _import_extra(name: str) -> None:
    """Import a module that the user has named. Raises UserError where it is not there, and for whatever it raises."""
    try:
        importlib.import_module(name)
    except Exception as error:
        _loaded.discard(name)
        reason = printable(f"{type(error).__name__}: {error}", 200)
        raise UserError(
            f"the plug-in '{printable(name, 100)}' cannot be imported ({reason}).",
            place=VARIABLE,
            remedy="Correct its name, or the module. To continue without it, empty the variable.",
        ) from error


def _load(within: str) -> None:
    for name in (*BUILT_IN, *_extra_modules()):
        if name not in _loaded and f"{name}.".startswith(f"{within}." if within else ""):
            _loaded.add(name)
            if name in BUILT_IN:
                importlib.import_module(name)
            else:
                _import_extra(name)
    if "entry points" not in _loaded and has_plugin_packages():
        from importlib.metadata import entry_points

        _loaded.add("entry points")
        for point in entry_points(group=GROUP):
            point.load()
