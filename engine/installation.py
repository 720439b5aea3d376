"""Installed parts of Palimpsest: the engine, which reads data, trains and predicts, and the window.

``pip install palimpsest`` brings no torch, ``pip install 'palimpsest[engine]'`` does. This module imports neither. It
only looks up where a package would be found.

The engine does not depend on the window. An installed window offers its parts under the entry-point group
``palimpsest.window``: ``main`` opens it, ``pdf`` writes a report, ``screen``
reports whether Qt can start.
"""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Callable

from engine.errors import UserError

ENGINE_PACKAGES = {
    "torch": "torch",
    "transformers": "transformers",
    "peft": "peft",
    "datasets": "datasets",
    "pyarrow": "pyarrow",
    "pandas": "pandas",
    "tokenizers": "tokenizers",
    "safetensors": "safetensors",
    "sklearn": "scikit-learn",
    "datasketch": "datasketch",
    "threadpoolctl": "threadpoolctl",
    "spacy": "spacy",
    "openpyxl": "openpyxl",
    "matplotlib": "matplotlib",
}
"""The packages of the extra ``engine``: the name of the module, and that of the distribution."""

TRAINING = "Training on this computer"
"""The subject of the sentence where a run was to begin."""

INSTALL_ENGINE = "pip install 'palimpsest[engine]'"

WINDOW_GROUP = "palimpsest.window"

_BROUGHT_ALONG = {"huggingface_hub", "accelerate"}
"""Packages that those install and that we import too."""


class EngineMissingError(UserError):
    """Error of a request that needs the engine, which is not installed here.

    Args:
        what: what needs it, as the subject of a sentence.
        module: the module that was looked for in vain.
    """

    def __init__(self, what: str = "This", module: str = "") -> None:
        lacking = f" ({module} is not installed)" if module else ""
        super().__init__(
            f"{what} needs the engine, which this installation is without{lacking}.",
            remedy=f"Install it with: {INSTALL_ENGINE}",
        )
        self.what, self.module = what, module

    def __reduce__(self) -> tuple[object, ...]:
        return (EngineMissingError, (self.what, self.module))


@functools.cache
def missing_engine_packages() -> tuple[str, ...]:
    """Return the modules of the engine that are not installed, in the order of ``ENGINE_PACKAGES``."""
    return tuple(name for name in ENGINE_PACKAGES if importlib.util.find_spec(name) is None)


def is_engine_installed() -> bool:
    """Return whether this installation can train."""
    return not missing_engine_packages()


def require_engine(what: str) -> None:
    """Raise EngineMissingError, with ``what`` as its subject, where the engine is not installed."""
    if missing := missing_engine_packages():
        raise EngineMissingError(what, missing[0])


def engine_missing_error(error: BaseException) -> EngineMissingError | None:
    """Return the error to report for an import that failed since the engine is not installed, or None for any other.

    >>> str(engine_missing_error(ModuleNotFoundError("No module named 'torch'", name="torch.nn")))[:30]
    'This needs the engine, which t'
    >>> engine_missing_error(ModuleNotFoundError("No module named 'engine.modle'", name="engine.modle"))
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ModuleNotFoundError):
            package = (cause.name or "").partition(".")[0]
            if package in ENGINE_PACKAGES or package in _BROUGHT_ALONG:
                return EngineMissingError(module=package)
        cause = cause.__cause__
    return None


def load_window_function(name: str) -> Callable[..., object]:
    """Return the installed window's function ``name``. Raises UserError when no window is installed."""
    from importlib.metadata import entry_points

    for point in entry_points(group=WINDOW_GROUP, name=name):
        try:
            part: Callable[..., object] = point.load()
        except ImportError as error:
            raise UserError(
                f"the window cannot be loaded ({error}).", remedy="Install Palimpsest again."
            ) from error
        return part
    raise UserError(
        "no window is installed.",
        remedy="Install Palimpsest again, or use the commands: palimpsest --help.",
    )
