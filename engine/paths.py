"""Paths of the user's home folder for Palimpsest and of the bundled resources."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import platformdirs

from engine.errors import UserError, file_error, is_unicode, printable

RESOURCES = Path(__file__).resolve().parent.parent / "resources"


def home() -> Path:
    """Return the folder of the store, runs and caches: ``PALIMPSEST_HOME``, else the platform's user-data folder."""
    chosen = os.environ.get("PALIMPSEST_HOME")
    return user_path(chosen) if chosen else Path(platformdirs.user_data_dir("Palimpsest", False))


def user_path(text: str | Path) -> Path:
    """Return a path that a user has typed, ``~`` expanded, without checking whether it exists.

    Raises UserError for what can be no path here: no UTF-8, too long, links in a circle, a user who does not exist.
    """
    name = str(text)
    if not is_unicode(name):
        raise UserError(
            "the name is not UTF-8.", place=printable(name, 300), remedy="Rename the file or folder."
        )
    if "\0" in name:
        raise UserError("a path cannot contain NUL.", place=printable(name, 300), remedy="Check the path.")
    try:
        path = Path(text).expanduser()
    except RuntimeError:
        user = printable(name.partition("/")[0], 60)
        raise UserError(
            f"there is no user '{user}' here.", place=printable(name, 300), remedy="Write the path in full."
        ) from None
    try:
        path.stat()
    except OSError as error:
        if error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
            raise file_error(error, path) from None
    return path


def default_store() -> Path:
    """Return the SQLite file that every command and the window use unless another is given."""
    return home() / "palimpsest.sqlite"


def cache_folder() -> Path:
    """Return the folder of re-creatable files (read data sets, tokens), keyed by content. It is safe to delete."""
    return home() / "cache"


def run_folder(store: Path, run: int) -> Path:
    """Return the folder of one run (log, checkpoints, export), next to the store that lists it."""
    return store.parent / f"{store.stem}-runs" / f"{run:06d}"
