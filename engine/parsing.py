"""Guard calls into third-party parsers: every error becomes a UserError, and parsing time is limited.

A parser of spreadsheets, XML, ZIP, Parquet, tensors or tokenizers may raise any exception for a damaged or malicious
file, and may take hours for a few kilobytes. Only calls into such a parser belong inside ``parsing`` and
``parse_items``. Our own code has no catch-all around it, so our own bugs stay visible.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar, cast

from engine.errors import (
    TooLittleMemoryError,
    UserError,
    file_error,
    is_disk_full,
    is_out_of_memory,
    printable,
    require_plain_file,
)

T = TypeVar("T")

READ_SECONDS = "PALIMPSEST_READ_SECONDS"
"""Environment variable with the maximum number of seconds to parse one file."""
MIN_SECONDS, SECONDS_PER_MB = 40.0, 20.0
"""Default time limit: a minimum, and more for larger files. It is about twenty times the usual time."""
UNPACKED_MB = "PALIMPSEST_UNPACKED_MB"
"""Environment variable with the maximum unpacked size of a packed file in megabytes."""
MIN_UNPACKED_LIMIT, MAX_RATIO = 64 << 20, 100
"""Default limits of the unpacked size: bytes, or a multiple of the packed size, whichever is larger.

Real documents unpack to five to fifteen times their size.
"""
_CHECK_FILE = "Check that it is complete."
_SILENT_SECONDS, _REPORT_SECONDS = 2.0, 0.3
_SYSTEM_ERRORS = (
    errno.ENOENT, errno.EACCES, errno.EPERM, errno.EIO, errno.ESTALE, errno.ENOSPC, errno.EDQUOT, errno.EROFS,
)  # fmt: skip
"""Errors of the system. Others, especially EINVAL, result from offsets and lengths in a damaged file."""


@contextmanager
def parsing(
    place: str | Path,
    kind: str,
    *,
    remedy: str = _CHECK_FILE,
    watch: ParsingWatch | None = None,
    reraise: type[Exception] | tuple[type[Exception], ...] = (),
) -> Iterator[None]:
    """Raise UserError for any error of a parser in the block, which must contain only the call into the parser.

    Args:
        place: the file, and its part if known.
        kind: the expected kind: "a workbook".
        remedy: the remedy in the error.
        watch: the time limit of the file.
        reraise: errors to raise unchanged.
    """
    if watch is not None:
        watch.resume()
    try:
        yield
    except reraise:
        raise
    except BaseException as error:
        raise _to_user_error(error, place, kind, remedy) from error
    finally:
        if watch is not None:
            watch.pause()


def parse_items(
    items: Iterable[T],
    place: str | Path,
    kind: str,
    *,
    remedy: str = _CHECK_FILE,
    watch: ParsingWatch | None = None,
) -> Iterator[T]:
    """Yield the items of a parser. Each call into it is guarded as in ``parsing``."""
    with parsing(place, kind, remedy=remedy):
        source = iter(items)
    end = object()
    while True:
        with parsing(place, kind, remedy=remedy, watch=watch):
            item = next(source, end)
        if item is end:
            return
        yield cast(T, item)


def _to_user_error(error: BaseException, place: str | Path, kind: str, remedy: str) -> BaseException:
    """Return the error to raise in place of ``error``, or ``error`` itself if the parser did not cause it."""
    # Rust libraries panic on some files, and a panic is not an Exception.
    if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
        return error
    if isinstance(error, UserError) or is_disk_full(error):
        return error
    where = printable(str(place), 300)
    if isinstance(error, OSError) and error.errno in _SYSTEM_ERRORS:
        return file_error(error, where)
    if is_out_of_memory(error):
        return TooLittleMemoryError(
            f"there is not enough memory to read it as {kind}.",
            place=where,
            remedy="Check that the file is complete, or read a smaller part of it.",
        )
    reason = printable((str(error).strip().splitlines() or [type(error).__name__])[0], 200)
    return UserError(f"the file cannot be read as {kind} ({reason}).", place=where, remedy=remedy)


def open_plain_file(path: Path) -> io.FileIO:
    """Open a file for reading without waiting for another program.

    Raises UserError for a folder, a pipe, a socket, a device, and a missing or unreadable file.
    """
    require_plain_file(path)
    try:
        # Non-blocking, because the file may have been replaced by a pipe since the check.
        file = io.FileIO(
            os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        )
    except OSError as error:
        raise file_error(error, path) from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise UserError("this is not a plain file.", place=str(path), remedy="Name a file on disk.")
    return file


class ParsingWatch:
    """Time limit and progress of parsing one file. Time spent between calls into the parser does not count.

    Args:
        path: the file.
        report: receives the position in the file, in bytes, a few times a second after two seconds of parsing.
    """

    def __init__(self, path: Path, report: Callable[[int], None] | None = None) -> None:
        self.path, self.position = path, 0
        self.size = path.stat().st_size
        self._report = report
        limit = positive_setting(READ_SECONDS)
        self._limit_seconds = limit if limit is not None else MIN_SECONDS + SECONDS_PER_MB * self.size / 1e6
        self._elapsed, self._resumed_at = 0.0, time.monotonic()
        self._last_report_at = self._resumed_at + _SILENT_SECONDS - _REPORT_SECONDS

    def resume(self) -> None:
        """Start the clock before a call into the parser."""
        self._resumed_at = time.monotonic()

    def pause(self) -> None:
        """Stop the clock after a call into the parser. Raises UserError when the time limit is exceeded."""
        self.check()
        self._elapsed += time.monotonic() - self._resumed_at

    def check(self) -> None:
        """Raise UserError past the time limit, else report the position if due. For use during a parser call."""
        now = time.monotonic()
        if self._elapsed + now - self._resumed_at > self._limit_seconds:
            raise UserError(
                f"could not be read within {self._limit_seconds:,.3g} seconds, which is far more than a file of "
                f"{max(1, self.size // 1000):,} kB needs.",
                place=self.path.name,
                remedy=f"Save it in a simpler form, such as CSV, or set {READ_SECONDS} to more seconds.",
            )
        if self._report is not None and now - self._last_report_at > _REPORT_SECONDS:
            self._last_report_at = now
            self._report(self.position)


class WatchedFile(io.FileIO):
    """A file that checks the time limit on each read.

    A parser of packed data returns here for every further packed block.
    """

    def __init__(self, watch: ParsingWatch) -> None:
        with open_plain_file(watch.path) as file:
            super().__init__(os.dup(file.fileno()), "rb")
        self._watch = watch

    def read(self, size: int | None = -1, /) -> bytes:
        """Return bytes like a file. Raises UserError when the time limit is exceeded."""
        self._watch.position = self.tell()
        self._watch.check()
        return super().read(-1 if size is None else size) or b""


def require_packed_size(unpacked_bytes: int, path: Path) -> None:
    """Raise UserError if a packed document declares an implausible unpacked size."""
    size = path.stat().st_size
    limit = positive_setting(UNPACKED_MB)
    max_bytes = limit * 1e6 if limit is not None else max(MIN_UNPACKED_LIMIT, MAX_RATIO * size)
    if unpacked_bytes > max_bytes:
        raise UserError(
            f"unpacks from {size / 1e6:,.2f} MB to {unpacked_bytes / 1e6:,.0f} MB, "
            f"and at most {max_bytes / 1e6:,.0f} MB are read.",
            place=path.name,
            remedy=f"Check where it comes from, save it as CSV, or set {UNPACKED_MB} to more megabytes.",
        )


def positive_setting(name: str) -> float | None:
    """Return a positive number from the environment, None if it is not set. Raises UserError for any other value."""
    text = os.environ.get(name, "").strip()
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise UserError(
            f"'{printable(text, 60)}' is not a number above 0.", place=name, remedy="Set it to one."
        )
    return value
