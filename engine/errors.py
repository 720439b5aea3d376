"""``UserError``: the one error that a user can cause and correct."""

from __future__ import annotations

import errno
import re
import stat
from pathlib import Path

_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but tab and newline, marks that reverse the direction of writing, halves of surrogate pairs."""

_MOST_CHARACTERS = 2000


class UserError(Exception):
    """Bad input, with the place and the remedy in words a user can act on.

    Args:
        message: one sentence that says what is wrong.
        place: the file, row, column or field (``reviews.csv, row 18`` or ``stages.0.epochs``).
        remedy: one sentence that says what to do.

    The CLI prints it and exits with code 2; the window shows it at the field.
    """

    def __init__(self, message: str, *, place: str = "", remedy: str = "") -> None:
        self.message, self.place, self.remedy = message, place, remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}" if self.place else self.message
        return f"{text} {self.remedy}" if self.remedy else text

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (self.message, self.place, self.remedy))


def printable(text: str, most: int = _MOST_CHARACTERS) -> str:
    """Return ``text`` as a terminal and a UTF-8 file can take it: odd characters escaped, a long middle left out.

    >>> printable("a\x1b[31m \ud800")
    'a\\x1b[31m \\ud800'
    """
    if len(text) > most:
        text = f"{text[: most // 2]} ... {text[-most // 2 :]}"
    return _UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def is_unicode(text: str) -> bool:
    """Return whether ``text`` can be written as UTF-8: names and arguments that are not hold half surrogate pairs."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


_FILE_ERRORS = {
    errno.ENOENT: ("there is no such file or folder.", "Check the path."),
    errno.EACCES: ("the file may not be read.", "Check its permissions."),
    errno.EPERM: ("the file may not be read.", "Check its permissions."),
    errno.ENAMETOOLONG: ("the name is too long for this file system.", "Check the path."),
    errno.ELOOP: ("the symbolic links lead in a circle.", "Name the file itself, or fix the link."),
    errno.EISDIR: ("this is a folder, and a file is needed.", "Name a file inside it."),
    errno.ENOTDIR: ("this is a file, and a folder is needed.", "Name the folder that holds it."),
    errno.ENXIO: ("this is no file that can be read.", "Name a file."),
    errno.EIO: ("the disk cannot read the file.", "Copy it to another disk."),
    errno.ESTALE: ("the network folder is gone.", "Connect it again."),
    errno.ENOSPC: ("no space is left on the disk.", "Free some space."),
    errno.EDQUOT: ("your share of the disk is used up.", "Free some space."),
    errno.EROFS: ("the disk can only be read.", "Name a place on another disk."),
    errno.EINVAL: ("the path is not one of this system.", "Check the path."),
}


def file_error(error: OSError, place: str | Path) -> UserError:
    """Return the error for a file that the system would not open or read, in words; ``place`` where it names none."""
    where = error.filename if isinstance(error.filename, str) else str(place)
    known = _FILE_ERRORS.get(error.errno or 0)
    message, remedy = known or (f"the file cannot be read ({error.strerror or error}).", "Check the file.")
    return UserError(message, place=printable(where, 300), remedy=remedy)


_KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def require_plain_file(path: Path) -> None:
    """Raise UserError for a pipe, a socket or a device: reading one may never end. The rest is left to who reads it."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return
    for holds, kind in _KINDS:
        if holds(mode):
            raise UserError(f"this is {kind}, not a file.", place=str(path), remedy="Name a file on disk.")


def _rebuild(message: str, place: str, remedy: str) -> UserError:
    return UserError(message, place=place, remedy=remedy)


_NO_MEMORY = ("can't allocate memory", "out of memory", "alloc_failed", "not enough memory")
"""Messages of allocators (torch's own, CUDA's libraries, Windows)."""


def out_of_memory(error: BaseException) -> bool:
    """Return whether ``error`` reports that memory could not be allocated, on any device.

    torch's errors are recognised by their names.
    """
    if isinstance(error, MemoryError) or type(error).__name__ in (
        "OutOfMemoryError",
        "AcceleratorOutOfMemoryError",
    ):
        return True
    return isinstance(error, RuntimeError) and any(text in str(error).lower() for text in _NO_MEMORY)
