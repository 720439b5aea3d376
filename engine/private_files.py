"""Files with access for their user only: Palimpsest's home, stores and runs, whatever the umask.

On Windows the folders of a user profile are private by their access lists, and nothing is done here.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from engine import paths

SHARED = "PALIMPSEST_SHARED"
"""The environment variable that, set to 1, leaves permissions to the umask: for a home that a group shares."""
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def is_private() -> bool:
    """Return whether new files are for the user only: everywhere but on Windows, unless ``PALIMPSEST_SHARED=1``."""
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
    """Make an empty file, 0600, where there is none."""
    if is_private():
        with suppress(OSError):  # it is there, or whoever opens it will say why it cannot be
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def replace_file(path: Path, text: str) -> None:
    """Write a file whole or not at all, with mode 0600, replacing an existing one. Raises OSError."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        draft.unlink(missing_ok=True)
        make_file(draft)
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, path)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def keep_private() -> None:
    """Let this process, which writes to runs and caches only, make files for its user alone."""
    if is_private():
        os.umask(_OTHERS)


def tighten_home() -> str:
    """Remove group and other permissions from the home folder. Return a sentence about that, or "".

    Only the home's owner can do that. Once the home is private, nothing in it is checked again.
    """
    home = paths.home()
    try:
        status = home.stat()
        if not is_private() or not stat.S_ISDIR(status.st_mode):
            return ""
        if status.st_uid != os.getuid() or not status.st_mode & _OTHERS:
            return ""
        for folder, _, names in os.walk(home):
            for each in (folder, *(os.path.join(folder, name) for name in names)):
                with suppress(OSError):
                    mode = os.lstat(each).st_mode
                    if not stat.S_ISLNK(mode) and mode & _OTHERS:
                        os.chmod(each, stat.S_IMODE(mode) & ~_OTHERS)
    except OSError:
        return ""
    return (
        f"{home} and its contents are now private to you. Others could read them before. "
        f"Set {SHARED}=1 before you give a group access again."
    )
