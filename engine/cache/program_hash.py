"""Hash of the program: only the same program reuses a result."""

from __future__ import annotations

import functools
import hashlib
from importlib import metadata
from pathlib import Path

from engine import plugins

ENGINE = Path(__file__).resolve().parent.parent
_PACKAGES = ("palimpsest", "torch", "transformers", "tokenizers", "numpy", "peft")


def program_hash() -> str:
    """Return a hash of the source of the engine, of loaded plug-ins, and of the versions of numerical packages.

    A changed program retrains. Without readable source (a zipped install) the version alone counts.
    """
    return _hash_program(ENGINE, plugins.plugin_files())


@functools.cache
def _hash_program(engine: Path, plugin_files: tuple[Path, ...]) -> str:
    """Compute the hash once per process, because the loaded code does not change."""
    total = hashlib.sha256()
    for name in _PACKAGES:
        try:
            total.update(f"{name} {metadata.version(name)}\n".encode())
        except metadata.PackageNotFoundError:
            total.update(f"{name} unknown\n".encode())
    for file in sorted(engine.rglob("*.py")):
        total.update(f"{file.relative_to(engine).as_posix()}\n".encode())
        total.update(file.read_bytes())
    for file in plugin_files:
        total.update(f"plug-in {file.name}\n".encode())
        total.update(file.read_bytes())
    return total.hexdigest()
