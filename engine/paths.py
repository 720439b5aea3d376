"""Paths of the user's home folder for Palimpsest and of the bundled resources."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import platformdirs

from engine.errors import UserError, file_error, is_unicode, printable

RESOURCES = Path(__file__).resolve().parent.parent / "resources"


def home() -> Path:
    """Return the folder of the store, runs and caches: ``PALIMPSEST_HOME`` or the platform's user-data folder."""
    folder = os.environ.get("PALIMPSEST_HOME")
    return user_path(folder) if folder else Path(platformdirs.user_data_dir("Palimpsest", False))


def user_path(text: str | Path) -> Path:
    """Return a path typed by a user, with ``~`` expanded. It need not exist.

    Raises UserError for an invalid path: not UTF-8, too long, a loop of links, an unknown user.
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
    """Return the default SQLite file of every command and the window."""
    return home() / "palimpsest.sqlite"


def cache_folder() -> Path:
    """Return the folder of caches (read data sets, tokens), keyed by content. It can be deleted safely."""
    return home() / "cache"


def run_folder(store: Path, run: int) -> Path:
    """Return the folder of one run (log, checkpoints, export), next to its store."""
    return store.parent / f"{store.stem}-runs" / f"{run:06d}"
