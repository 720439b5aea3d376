"""Load the modules that define options (readers, freezing policies, schedules, stages, objectives, metrics...).

Sources, in this order: the engine's own modules, installed packages with an entry point in the group ``palimpsest``,
and the modules named in the environment variable ``PALIMPSEST_PLUGINS`` (comma-separated). A module adds an option by
defining its class, or a metric by registering its function. Importing the module is enough.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from engine.errors import UserError, printable

PLUGINS_VARIABLE = "PALIMPSEST_PLUGINS"
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
"""Entry-point group by which an installed package registers a plug-in."""

_loaded_modules: set[str] = set()
_lock = threading.RLock()  # the window calls from several threads, and none may see half of the options


def has_plugins() -> bool:
    """Return whether there may be plug-ins, without loading them."""
    return bool(_extra_modules()) or has_plugin_packages()


def load_plugins(package: str = "") -> None:
    """Import all modules that define options. Repeated calls are cheap.

    ``package``: the package of the requested options. Without plug-ins only its modules are loaded.
    """
    with _lock:
        _load("" if has_plugins() else package)


@functools.cache
def registration_index(module: str) -> int:
    """Return the position of a module among those that define options. All others, such as plug-ins, come last."""
    indices = (index for index, name in enumerate(BUILT_IN) if f"{module}.".startswith(f"{name}."))
    return next(indices, len(BUILT_IN))


@functools.cache
def has_plugin_packages() -> bool:
    """Return whether an installed package may be a plug-in, that is, has entry points in our group.

    The files are searched directly, because ``importlib.metadata`` takes longer than the rest of a command that only
    refuses a design.
    """
    mark = f"[{GROUP}]".encode()
    return any(mark in content for content in _entry_point_files())


def _entry_point_files() -> Iterator[bytes]:
    """Yield the entry points of all packages in folders. For anything else yield our group's name."""
    for entry in dict.fromkeys(sys.path):
        folder = Path(entry)
        if folder.is_file() or any(part.endswith(".egg") for part in folder.parts):  # archives are not opened
            yield f"[{GROUP}]".encode()
        with suppress(OSError):
            names = [name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info"))]
            for name in names:
                with suppress(OSError), open(folder / name / "entry_points.txt", "rb") as file:
                    yield file.read()


def plugin_files() -> tuple[Path, ...]:
    """Return the source files of the plug-ins, sorted. For a package these are all of its modules.

    Changes to these files may change results.
    """
    from importlib.metadata import entry_points

    load_plugins()
    module_names = {*_extra_modules(), *(point.module for point in entry_points(group=GROUP))}
    files: set[Path] = set()
    for name in module_names:
        if source := getattr(sys.modules.get(name), "__file__", None):
            file = Path(source).resolve()
            files |= set(file.parent.rglob("*.py")) if file.name == "__init__.py" else {file}
    return tuple(sorted(file for file in files if file.suffix == ".py"))


def _extra_modules() -> list[str]:
    return [name.strip() for name in os.environ.get(PLUGINS_VARIABLE, "").split(",") if name.strip()]


def _import_plugin(name: str, load: Callable[[], object], package: str = "") -> None:
    """Import a plug-in, of an installed package or named by the user. Raises UserError for any error in it."""
    try:
        load()
    except Exception as error:
        _loaded_modules.difference_update((name, GROUP))
        unset = "Correct its name, or the module. To continue without it, unset the variable."
        reason = printable(f"{type(error).__name__}: {error}", 200)
        raise UserError(
            f"the plug-in '{printable(name, 100)}' cannot be imported ({reason}).",
            place=f"package {package}" if package else PLUGINS_VARIABLE,
            remedy=f"Update or uninstall {package}." if package else unset,
        ) from error


def _load(package: str) -> None:
    for name in (*BUILT_IN, *_extra_modules()):
        if name not in _loaded_modules and f"{name}.".startswith(f"{package}." if package else ""):
            _loaded_modules.add(name)
            if name in BUILT_IN:
                importlib.import_module(name)
            else:
                _import_plugin(name, functools.partial(importlib.import_module, name))
    if GROUP not in _loaded_modules and has_plugin_packages():
        from importlib.metadata import entry_points

        _loaded_modules.add(GROUP)
        for point in entry_points(group=GROUP):
            _import_plugin(point.value, point.load, point.dist.name if point.dist else point.value)
