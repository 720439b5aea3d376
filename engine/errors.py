"""Errors: ``UserError``, which a user can cause and correct, and the classification of system errors."""

from __future__ import annotations

import difflib
import errno
import re
import stat
from collections.abc import Iterable
from pathlib import Path

_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters except tab and newline, bidirectional marks, and lone surrogates."""

_MAX_CHARACTERS = 2000


class UserError(Exception):
    """Invalid input, with its location and a remedy.

    Args:
        message: one sentence that states what is wrong.
        place: the file, row, column or field (``reviews.csv, row 18`` or ``stages.0.epochs``).
        remedy: one sentence that states what to do.

    The CLI prints it and exits with code 2. The window shows it at the field.
    """

    def __init__(self, message: str, *, place: str = "", remedy: str = "") -> None:
        self.message, self.place, self.remedy = message, place, remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}" if self.place else self.message
        return f"{text} {self.remedy}" if self.remedy else text

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (self.message, self.place, self.remedy))


def printable(text: str, limit: int = _MAX_CHARACTERS) -> str:
    """Return ``text`` with unprintable characters escaped, and the middle cut out if it is longer than ``limit``.

    >>> printable("a\x1b[31m \ud800")
    'a\\x1b[31m \\ud800'
    """
    if len(text) > limit:
        text = f"{text[: limit // 2]} ... {text[-limit // 2 :]}"
    return _UNPRINTABLE.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def suggest_name(name: str, names: Iterable[str], otherwise: str, cutoff: float = 0.6) -> str:
    """Return a remedy for an unknown name: the nearest of ``names``, or ``otherwise``."""
    matches = difflib.get_close_matches(name, list(names), n=1, cutoff=cutoff)
    return f"Did you mean '{matches[0]}'?" if matches else otherwise


def is_unicode(text: str) -> bool:
    """Return whether ``text`` can be encoded as UTF-8. Undecodable names and arguments hold lone surrogates."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


_FILE_ERRORS = {
    errno.ENOENT: ("there is no such file or folder.", "Check the path."),
    errno.EACCES: ("permission to read the file is denied.", "Check its permissions."),
    errno.EPERM: ("permission to read the file is denied.", "Check its permissions."),
    errno.ENAMETOOLONG: ("the name is too long for this file system.", "Check the path."),
    errno.ELOOP: ("the symbolic links form a loop.", "Name the file itself, or fix the link."),
    errno.EISDIR: ("this is a folder, and a file is needed.", "Name a file inside it."),
    errno.ENOTDIR: ("this is a file, and a folder is needed.", "Name the folder that holds it."),
    errno.ENXIO: ("this is not a file that can be read.", "Name a file."),
    errno.EIO: ("the disk cannot read the file.", "Copy it to another disk."),
    errno.ESTALE: ("the network folder cannot be reached.", "Connect it again."),
    errno.ENOSPC: ("no space is left on the disk.", "Free some space."),
    errno.EDQUOT: ("your disk quota is used up.", "Free some space."),
    errno.EROFS: ("the disk is read-only.", "Choose a folder on another disk."),
    errno.EINVAL: ("the path is not valid on this system.", "Check the path."),
}


def file_error(error: OSError, place: str | Path) -> UserError:
    """Return the UserError for a file that cannot be opened or read. ``place`` is used if ``error`` names no file."""
    where = error.filename if isinstance(error.filename, str) else str(place)
    entry = _FILE_ERRORS.get(error.errno or 0)
    message, remedy = entry or (f"the file cannot be read ({error.strerror or error}).", "Check the file.")
    return UserError(message, place=printable(where, 300), remedy=remedy)


_SPECIAL_FILES = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def require_plain_file(path: Path) -> None:
    """Raise UserError for a pipe, a socket or a device, because reading one may never end.

    A missing file passes. ``engine.parsing.open_plain_file`` also refuses folders.
    """
    try:
        mode = path.stat().st_mode
    except OSError:
        return
    for is_special, kind in _SPECIAL_FILES:
        if is_special(mode):
            raise UserError(f"this is {kind}, not a file.", place=str(path), remedy="Name a file on disk.")


def require_plain_store(path: Path) -> None:
    """Raise UserError unless a store and SQLite's files next to it are plain files. SQLite waits for a pipe."""
    require_plain_file(path)
    for companion in (Path(f"{path}{ending}") for ending in ("-wal", "-shm", "-journal")):
        require_plain_file(companion)
        if companion.is_dir():
            raise file_error(IsADirectoryError(errno.EISDIR, ""), companion)


def _rebuild(message: str, place: str, remedy: str) -> UserError:
    return UserError(message, place=place, remedy=remedy)


_DISK_FULL = ("no space left", "disk quota exceeded", "disk is full", "not enough space")
"""Messages of libraries that report a full disk or an exceeded quota as errors of their own."""
_WRITE_FAILURES = {
    errno.ENOSPC: "The disk is full",
    errno.EDQUOT: "Your disk quota is used up",
    errno.EFBIG: "A file may not become larger here (a limit of file sizes)",
    errno.EIO: "The disk reports an error",
    errno.EROFS: "The disk is read-only at present",
}
_SYSTEM_ERROR = re.compile(r"\(os error (\d+)\)")
"""Pattern by which Rust libraries (safetensors, tokenizers) quote a system error."""
_SQLITE_WRITE_ERRORS = ("SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_TRUNCATE")


def system_error(error: BaseException) -> int:
    """Return the system error number (errno) that ``error`` carries or quotes, 0 for none."""
    if isinstance(error, OSError):
        return error.errno or 0
    match = None if isinstance(error, UserError) else _SYSTEM_ERROR.search(str(error))
    return int(match[1]) if match else 0


def write_failure(error: BaseException | None) -> str:
    """Return why the system could not write, as a phrase, from ``error`` or its causes. Empty for any other error.

    All of these failures may pass, so the caller can wait and try again.
    """
    while error is not None:
        if (number := system_error(error)) in _WRITE_FAILURES:
            return _WRITE_FAILURES[number]
        if not isinstance(error, UserError) and any(text in str(error).lower() for text in _DISK_FULL):
            return _WRITE_FAILURES[errno.ENOSPC]
        if getattr(error, "sqlite_errorname", "") in _SQLITE_WRITE_ERRORS:
            return _WRITE_FAILURES[errno.EIO]
        error = _cause(error)
    return ""


def is_disk_full(error: BaseException | None) -> bool:
    """Return whether ``error`` or one of its causes reports a full disk or an exceeded quota."""
    return write_failure(error) in (_WRITE_FAILURES[errno.ENOSPC], _WRITE_FAILURES[errno.EDQUOT])


class TooLittleMemoryError(UserError):
    """Error of a computation that does not fit into memory even in parts."""


_OUT_OF_MEMORY_PATTERNS = (
    "allocate memory",
    "memory allocation",
    "failed to allocate",
    "insufficient memory",
    "out of memory",
    "alloc_failed",
    "bad_alloc",
    "bad alloc",
    "not enough memory",
    "unable to allocate",
    "can't start new thread",
    "failed to launch worker thread",
    "could not (create|execute) .*(primitive|memory|partition)",
    "failed to map segment",
    "os error 12",
    "error return without exception set",
)
"""Patterns of out-of-memory messages of allocators (torch, CUDA libraries, Windows) and their callers.

oneDNN only names the object that it could not create or execute. The last pattern comes from C extensions that have no
memory for their own error.
"""


def is_out_of_memory(error: BaseException | None) -> bool:
    """Return whether ``error`` or one of its causes reports that memory ran out, on any device.

    torch's errors are recognised by their class names.
    """
    while error is not None:
        if isinstance(error, MemoryError | TooLittleMemoryError) or type(error).__name__ in (
            "OutOfMemoryError",
            "AcceleratorOutOfMemoryError",
        ):
            return True
        if isinstance(error, OSError) and error.errno == errno.ENOMEM:
            return True
        if getattr(error, "sqlite_errorname", "") in (
            "SQLITE_NOMEM",
            "SQLITE_IOERR_NOMEM",
            "SQLITE_IOERR_SHMMAP",
        ):
            return True
        # These errors quote values, which may contain any text.
        text = "" if isinstance(error, UserError | ValueError | TypeError | LookupError) else str(error)
        if is_out_of_memory_message(text):
            return True
        error = _cause(error)
    return False


def is_out_of_memory_message(text: str) -> bool:
    """Return whether an allocator's message, or the last line of a process, shows that memory ran out."""
    text = text.lower()
    if any(re.search(pattern, text) for pattern in _OUT_OF_MEMORY_PATTERNS) and "static tls" not in text:
        return True
    return "thread" in text and "resource temporarily unavailable" in text  # no memory for the thread's stack


_DEVICE_LOST = (
    "cuda error: unspecified launch failure",
    "cuda error: an illegal",
    "cuda error: the launch timed out",
    "cuda error: device",
    "cuda error: all cuda-capable devices are busy",
    "cuda error: uncorrectable",
    "cuda error: hardware",
    "cuda error: unknown error",
    "cuda error: driver",
    "cuda error: misaligned",
    "no cuda-capable device",
    "no cuda gpus are available",
    "gpu is lost",
    "cublas_status_execution_failed",
    "cublas_status_internal_error",
    "cudnn_status_execution_failed",
    "cudnn_status_internal_error",
    "hip error",
)
"""Messages of a failed GPU: off the bus, memory error, reset, kernel fault."""


def is_device_lost(error: BaseException | None) -> bool:
    """Return whether ``error`` or one of its causes reports that the GPU has failed.

    This process cannot use the GPU again. A new process usually can.
    """
    while error is not None:
        is_listed = any(text in str(error).lower() for text in _DEVICE_LOST)
        if not isinstance(error, UserError) and (is_listed or type(error).__name__ == "AcceleratorError"):
            return True
        error = _cause(error)
    return False


def _cause(error: BaseException) -> BaseException | None:
    """Return the error from which ``error`` was raised, or which was being handled then. None without one."""
    return error.__cause__ or (None if error.__suppress_context__ else error.__context__)
