"""Paths of the user's home folder for Palimpsest and of the bundled resources."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

RESOURCES = Path(__file__).resolve().parent.parent / "resources"


def home() -> Path:
    """Return the folder of the store, runs and caches: ``PALIMPSEST_HOME``, else the platform's user-data folder."""
    chosen = os.environ.get("PALIMPSEST_HOME")
    return Path(chosen).expanduser() if chosen else Path(platformdirs.user_data_dir("Palimpsest", False))


def default_store() -> Path:
    """Return the SQLite file that every command and the window use unless another is given."""
    return home() / "palimpsest.sqlite"


def cache_folder() -> Path:
    """Return the folder of re-creatable files (read data sets, tokens), keyed by content; it is safe to delete."""
    return home() / "cache"


def run_folder(store: Path, run: int) -> Path:
    """Return the folder of one run (log, checkpoints, export), beside the store that lists it."""
    return store.parent / f"{store.stem}-runs" / f"{run:06d}"
