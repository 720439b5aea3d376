"""Memory-mapped Arrow files: their pages are loaded on access."""

from __future__ import annotations

import mmap
import weakref
from pathlib import Path
from typing import IO

import pyarrow as pa

_mapped: weakref.WeakSet[mmap.mmap] = weakref.WeakSet()


def map_table(file: Path) -> pa.Table:
    """Return the table of an Arrow file. Its columns stay on disk."""
    with file.open("rb") as stream:
        return pa.ipc.open_file(map_bytes(stream)).read_all()


def map_bytes(stream: IO[bytes]) -> pa.Buffer:
    """Return the content of an open file. The file may be closed and removed while the content is in use."""
    pages = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    _mapped.add(pages)
    return pa.py_buffer(pages)


def release_pages() -> None:
    """Release the resident pages of all mapped tables. They are loaded again on access.

    Passes over tables of gigabytes call this from time to time, to keep the memory of the process small. Mappings are
    never written to, so nothing is lost. Has no effect on Windows.
    """
    if hasattr(mmap, "MADV_DONTNEED"):
        for pages in list(_mapped):
            pages.madvise(mmap.MADV_DONTNEED)
