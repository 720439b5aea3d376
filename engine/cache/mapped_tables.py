"""Arrow files that are mapped, not read: their pages come from the disk's cache when they are looked at."""

from __future__ import annotations

import mmap
import weakref
from pathlib import Path
from typing import IO

import pyarrow as pa

_mapped: weakref.WeakSet[mmap.mmap] = weakref.WeakSet()


def map_table(file: Path) -> pa.Table:
    """Return the table in an Arrow file, whose columns stay on disk."""
    with file.open("rb") as stream:
        return pa.ipc.open_file(map_bytes(stream)).read_all()


def map_bytes(stream: IO[bytes]) -> pa.Buffer:
    """Return the content of an open file, which may be closed, and removed, while it is used."""
    pages = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    _mapped.add(pages)
    return pa.py_buffer(pages)


def release_pages() -> None:
    """Take the pages of all mapped tables out of this process. Pages that are read again are mapped again.

    A pass over a table of gigabytes calls this now and then. Otherwise the pages read would count as its memory to the
    end. Nothing is lost, since a mapping is never written to. Without effect where the system has no such call
    (Windows).
    """
    if hasattr(mmap, "MADV_DONTNEED"):
        for pages in list(_mapped):
            pages.madvise(mmap.MADV_DONTNEED)
