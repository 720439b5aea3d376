"""Installed parts of Palimpsest: the engine, which reads data, trains and predicts, and the window.

``pip install palimpsest`` does not install torch, ``pip install 'palimpsest[engine]'`` does. This module imports
neither part. It only looks up whether packages are installed.

The engine does not depend on the window. An installed window offers functions under the entry-point group
``palimpsest.window``: ``main`` opens it, ``pdf`` writes a report, ``screen`` reports whether Qt can start.
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
"""Packages of the extra ``engine``: distribution by module name."""

TRAINING = "Training on this computer"
"""Subject of the error message when a run cannot start without the engine."""

INSTALL_ENGINE = "pip install 'palimpsest[engine]'"

WINDOW_GROUP = "palimpsest.window"

_INDIRECT_DEPENDENCIES = {"huggingface_hub", "accelerate"}
"""Dependencies of these packages that we also import."""


class EngineMissingError(UserError):
    """Error of a request that needs the engine, which is not installed.

    Args:
        subject: the subject of the message: what needs the engine.
        module: the missing module.
    """

    def __init__(self, subject: str = "This", module: str = "") -> None:
        detail = f" ({module} is missing)" if module else ""
        super().__init__(
            f"{subject} needs the engine, which is not part of this installation{detail}.",
            remedy=f"Install it with: {INSTALL_ENGINE}",
        )
        self.subject, self.module = subject, module

    def __reduce__(self) -> tuple[object, ...]:
        return (EngineMissingError, (self.subject, self.module))


@functools.cache
def missing_engine_packages() -> tuple[str, ...]:
    """Return the modules of the engine that are not installed, in the order of ``ENGINE_PACKAGES``."""
    return tuple(name for name in ENGINE_PACKAGES if importlib.util.find_spec(name) is None)


def is_engine_installed() -> bool:
    """Return whether this installation can train."""
    return not missing_engine_packages()


def require_engine(subject: str) -> None:
    """Raise EngineMissingError with ``subject`` as its subject if the engine is not installed."""
    if missing := missing_engine_packages():
        raise EngineMissingError(subject, missing[0])


def engine_missing_error(error: BaseException) -> EngineMissingError | None:
    """Return the error to report if ``error`` is a failed import of an engine package, else None.

    >>> str(engine_missing_error(ModuleNotFoundError("No module named 'torch'", name="torch.nn")))[:30]
    'This needs the engine, which t'
    >>> engine_missing_error(ModuleNotFoundError("No module named 'engine.modle'", name="engine.modle"))
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ModuleNotFoundError):
            package = (cause.name or "").partition(".")[0]
            if package in ENGINE_PACKAGES or package in _INDIRECT_DEPENDENCIES:
                return EngineMissingError(module=package)
        cause = cause.__cause__
    return None


def load_window_function(name: str) -> Callable[..., object]:
    """Return the function ``name`` of the installed window. Raises UserError when no window is installed."""
    from importlib.metadata import entry_points

    for entry_point in entry_points(group=WINDOW_GROUP, name=name):
        try:
            function: Callable[..., object] = entry_point.load()
        except ImportError as error:
            raise UserError(
                f"the window cannot be loaded ({error}).", remedy="Install Palimpsest again."
            ) from error
        return function
    raise UserError(
        "no window is installed.",
        remedy="Install Palimpsest again, or use the commands: palimpsest --help.",
    )
