"""Files that only their user can access: the home, stores and runs, independent of the umask.

On Windows the access lists of the user profile are private already, so nothing is done.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from engine import paths

SHARED = "PALIMPSEST_SHARED"
"""Environment variable: 1 leaves permissions to the umask, for a home shared by a group."""
_GROUP_AND_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def is_private() -> bool:
    """Return whether new files are private: always, except on Windows or with ``PALIMPSEST_SHARED=1``."""
    return sys.platform != "win32" and os.environ.get(SHARED) != "1"


def make_folder(path: Path, *, root: Path | None = None) -> None:
    """Create a folder and its missing parents. ``root`` (by default the home) and what it contains get mode 0700.

    The umask decides for folders above ``root``. An existing folder stays as it is.
    """
    root = (paths.home() if root is None else root).absolute()
    new_folders = [path.absolute()]
    while not new_folders[-1].parent.is_dir() and new_folders[-1] != new_folders[-1].parent:
        new_folders.append(new_folders[-1].parent)
    for folder in reversed(new_folders):
        folder.mkdir(mode=0o700 if is_private() and folder.is_relative_to(root) else 0o777, exist_ok=True)


def make_file(path: Path) -> None:
    """Create an empty file with mode 0600 if it does not exist."""
    if is_private():
        with suppress(OSError):  # it exists, or opening it will report why it cannot
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def keep_private() -> None:
    """Make all further files of this process private. It writes to runs and caches only."""
    if is_private():
        os.umask(_GROUP_AND_OTHERS)


def tighten_home() -> str:
    """Remove group and other permissions from the home folder. Return a sentence about that, or "".

    Only the owner of the home can do that. Once the home is private, its contents are not checked again.
    """
    home = paths.home()
    try:
        status = home.stat()
        if not is_private() or not stat.S_ISDIR(status.st_mode):
            return ""
        if status.st_uid != os.getuid() or not status.st_mode & _GROUP_AND_OTHERS:
            return ""
        for folder, _, names in os.walk(home):
            for entry in (folder, *(os.path.join(folder, name) for name in names)):
                with suppress(OSError):
                    mode = os.lstat(entry).st_mode
                    if not stat.S_ISLNK(mode) and mode & _GROUP_AND_OTHERS:
                        os.chmod(entry, stat.S_IMODE(mode) & ~_GROUP_AND_OTHERS)
    except OSError:
        return ""
    return (
        f"{home} and its contents are now private to you. Others could read them before. "
        f"Set {SHARED}=1 before you give a group access again."
    )
