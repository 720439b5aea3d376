"""Tables that need not fit into memory: large ones are written to disk batch by batch and mapped from there."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pyarrow as pa

from engine import paths, private_files
from engine.cache.atomic_folders import explain_write_errors

MEMORY_LIMIT = 32 << 20
"""Bytes of a table that are held in memory; a larger table is written to disk."""
BATCH_ROWS = 16_384
"""Rows of a batch."""
_ABANDONED_SECONDS = 24 * 3600


def spill_table(schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> pa.Table:
    """Return a table of the rows of ``batches``, which are consumed one at a time.

    Raises UserError when the disk is full.
    """
    held: list[pa.RecordBatch] = []
    size, rest = 0, iter(batches)
    for batch in rest:
        held.append(batch)
        size += batch.nbytes
        if size > MEMORY_LIMIT:
            break
    else:
        return pa.Table.from_batches(held, schema)
    with explain_write_errors(paths.cache_folder() / "spool"):
        file = _file()
        with pa.OSFile(str(file), "wb") as sink, pa.ipc.new_file(sink, schema) as writer:
            while held:
                writer.write_batch(held.pop(0))
            for batch in rest:
                writer.write_batch(batch)
        found = pa.ipc.open_file(pa.memory_map(str(file))).read_all()
        # The mapping keeps the data as long as the table lives. Where an open file cannot be removed (Windows), it is
        # removed a day later.
        with suppress(OSError):
            file.unlink()
    return found


def _file() -> Path:
    folder = paths.cache_folder() / "spool"
    private_files.make_folder(folder)
    for left in folder.iterdir():
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _ABANDONED_SECONDS:
                left.unlink()
    handle, name = tempfile.mkstemp(suffix=".arrow", dir=folder)
    os.close(handle)
    return Path(name)
