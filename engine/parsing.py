"""The boundary to parsers that others wrote: whatever they raise becomes one sentence, and none reads without end.

A parser of spreadsheets, XML, ZIP, Parquet, tensors or tokenizers may raise anything for a file that is cut, wrong or
made to harm, and may need hours for one of a few kilobytes. Only calls into such a parser stand within ``parsing`` and
``parse_items``: our own code has no catch-all around it, so that a fault of ours stays one.
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
from typing import TypeVar

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
"""The environment variable that sets how many seconds the parsing of one file may take."""
LEAST_SECONDS, SECONDS_PER_MB = 40.0, 20.0
"""Time limit for a file without that variable: some twenty times the usual time, and more for a larger one."""
UNPACKED_MB = "PALIMPSEST_UNPACKED_MB"
"""The environment variable that sets how many megabytes a packed file may unpack to."""
LEAST_UNPACKED, MOST_RATIO = 64 << 20, 100
"""Size limit of an unpacked document without that variable: in bytes, or in multiples of its own size.

Markup of real documents unpacks to five to fifteen times its size.
"""
_WHOLE = "Check that it is whole."
_QUIET_SECONDS, _TELL_SECONDS = 2.0, 0.3
_SYSTEM_ERRORS = (
    errno.ENOENT, errno.EACCES, errno.EPERM, errno.EIO, errno.ESTALE, errno.ENOSPC, errno.EDQUOT, errno.EROFS,
)  # fmt: skip
"""Errors that are the system's own. Others, EINVAL above all, come of offsets and lengths that a file claims."""


@contextmanager
def parsing(
    place: str | Path,
    kind: str,
    *,
    remedy: str = _WHOLE,
    watch: ParsingWatch | None = None,
    reraise: type[Exception] | tuple[type[Exception], ...] = (),
) -> Iterator[None]:
    """Raise UserError for whatever a parser raises within the block, which holds a call into one and nothing else.

    Args:
        place: the file, and its part if known.
        kind: the expected kind: "a workbook".
        remedy: the remedy.
        watch: how long the file may be parsed.
        allowed: errors that the caller explains.
    """
    if watch is not None:
        watch.resume()
    try:
        yield
    except reraise:
        raise
    except BaseException as error:
        raise _explained(error, place, kind, remedy) from error
    finally:
        if watch is not None:
            watch.pause()


def parse_items(
    items: Iterable[T],
    place: str | Path,
    kind: str,
    *,
    remedy: str = _WHOLE,
    watch: ParsingWatch | None = None,
) -> Iterator[T]:
    """Yield the items of a parser one by one, each call into it as within ``parsing`` and within its time."""
    with parsing(place, kind, remedy=remedy):
        source = iter(items)
    while True:
        if watch is not None:
            watch.resume()
        try:
            item = next(source)
        except StopIteration:
            return
        except BaseException as error:
            raise _explained(error, place, kind, remedy) from error
        finally:
            if watch is not None:
                watch.pause()
        yield item


def _explained(error: BaseException, place: str | Path, kind: str, remedy: str) -> BaseException:
    """Return the error to raise in place of ``error``: itself, where it is no parser's complaint."""
    # What is written in Rust panics over some files, and a panic is no Exception.
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
            remedy="Check that the file is whole, or read a smaller part of it.",
        )
    reason = printable((str(error).strip().splitlines() or [type(error).__name__])[0], 200)
    return UserError(f"the file cannot be read as {kind} ({reason}).", place=where, remedy=remedy)


def open_plain_file(path: Path) -> io.FileIO:
    """Open a file named by a user or found in a folder for reading, without ever waiting for another program.

    Raises UserError for a folder, a pipe, a socket, a device, and for a missing or unreadable file.
    """
    require_plain_file(path)
    try:
        # Without waiting: what was a file a moment ago may be a pipe by now.
        opened = io.FileIO(
            os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        )
    except OSError as error:
        raise file_error(error, path) from None
    if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
        opened.close()
        raise UserError("this is not a plain file.", place=str(path), remedy="Name a file on disk.")
    return opened


class ParsingWatch:
    """How long one file has been parsed, and how far. Time spent on its rows in between does not count.

    Args:
        path: the file.
        tell: receives the position in the file, in bytes, a few times a second once parsing has taken two seconds.
    """

    def __init__(self, path: Path, tell: Callable[[int], None] | None = None) -> None:
        self.path, self.position = path, 0
        self.size = path.stat().st_size
        self._tell = tell
        limit = _setting(READ_SECONDS)
        self._seconds = limit if limit is not None else LEAST_SECONDS + SECONDS_PER_MB * self.size / 1e6
        self._spent, self._resumed = 0.0, time.monotonic()
        self._last_report = self._resumed + _QUIET_SECONDS - _TELL_SECONDS

    def resume(self) -> None:
        """Count the time from now on: a call into the parser begins."""
        self._resumed = time.monotonic()

    def pause(self) -> None:
        """Count no more time, for the parser has answered. Raises UserError when the time is over."""
        self.check()
        self._spent += time.monotonic() - self._resumed

    def check(self) -> None:
        """Raise UserError when the time is over, else report the position when that is due. Within a call only."""
        now = time.monotonic()
        if self._spent + now - self._resumed > self._seconds:
            raise UserError(
                f"could not be read within {self._seconds:,.3g} seconds, which is far more than a file of "
                f"{max(1, self.size // 1000):,} kB needs.",
                place=self.path.name,
                remedy=f"Save it in a simpler form, such as CSV, or set {READ_SECONDS} to more seconds.",
            )
        if self._tell is not None and now - self._last_report > _TELL_SECONDS:
            self._last_report = now
            self._tell(self.position)


class WatchedFile(io.FileIO):
    """A file that a parser reads from. Each time it reads more, its time is checked.

    Whatever is packed, a parser has to come back for the next packed bytes.
    """

    def __init__(self, watch: ParsingWatch) -> None:
        with open_plain_file(watch.path) as opened:
            super().__init__(os.dup(opened.fileno()), "rb")
        self._watch = watch

    def read(self, size: int | None = -1, /) -> bytes:
        """Return bytes as a file does. Raises UserError when the time is over."""
        self._watch.position = self.tell()
        self._watch.check()
        return super().read(-1 if size is None else size) or b""


def require_packed_size(unpacked: int, path: Path) -> None:
    """Raise UserError when a packed document claims to unpack to ``unpacked`` bytes, far more than markup does."""
    size = path.stat().st_size
    limit = _setting(UNPACKED_MB)
    most = limit * 1e6 if limit is not None else max(LEAST_UNPACKED, MOST_RATIO * size)
    if unpacked > most:
        raise UserError(
            f"unpacks from {size / 1e6:,.2f} MB to {unpacked / 1e6:,.0f} MB, "
            f"and at most {most / 1e6:,.0f} MB are read.",
            place=path.name,
            remedy=f"Check where it comes from, save it as CSV, or set {UNPACKED_MB} to more megabytes.",
        )


def _setting(name: str) -> float | None:
    """Return a number above 0 of the environment, or None where it is not set. Raises UserError for anything else."""
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
