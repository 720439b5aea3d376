"""Tables larger than memory: they are written to disk batch by batch and memory-mapped.

Each batch is an Arrow stream of its own, so later batches may have more columns (new keys in JSON lines).
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, pairwise
from pathlib import Path

import pyarrow as pa

from engine import paths, private_files
from engine.cache.atomic_folders import explain_write_errors
from engine.cache.mapped_tables import map_bytes

MEMORY_LIMIT = 32 << 20
"""Bytes of a table that are held in memory. A larger table is written to disk."""
BATCH_ROWS = 16_384
"""Rows of a batch."""
_ABANDONED_SECONDS = 24 * 3600


def spill_table(schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> pa.Table:
    """Return a table of the rows of ``batches``, which are consumed one at a time.

    Raises UserError when the disk is full.
    """
    return pa.Table.from_batches(spill_batches(batches), schema)


def spill_batches(batches: Iterable[pa.RecordBatch]) -> list[pa.RecordBatch]:
    """Return ``batches``, which may have different columns and are consumed one at a time.

    Raises UserError when the disk is full.
    """
    buffered: list[pa.RecordBatch] = []
    size, remaining = 0, iter(batches)
    for batch in remaining:
        buffered.append(batch)
        size += batch.nbytes
        if size > MEMORY_LIMIT:
            break
    else:
        return buffered
    folder = paths.cache_folder() / "spool"
    # An unnamed file, or on Windows one that is deleted on close, leaves nothing behind even after a crash.
    with explain_write_errors(folder):
        _make_folder(folder)
        with tempfile.TemporaryFile(suffix=".arrow", dir=folder) as file:
            ends = [0]
            for batch in chain(_emptied(buffered), remaining):
                with pa.ipc.new_stream(file, batch.schema) as writer:
                    writer.write_batch(batch)
                ends.append(file.tell())
            file.flush()
            content = map_bytes(file)
    return [
        pa.ipc.open_stream(content.slice(start, stop - start)).read_next_batch()
        for start, stop in pairwise(ends)
    ]


def _emptied(batches: list[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield the batches and drop each from the list, so that its memory is freed."""
    while batches:
        yield batches.pop(0)


def _make_folder(folder: Path) -> None:
    """Create the spool folder, and remove the named files that an earlier version left there."""
    private_files.make_folder(folder)
    for leftover in folder.iterdir():
        with suppress(OSError):
            if time.time() - leftover.stat().st_mtime > _ABANDONED_SECONDS:
                leftover.unlink()
