"""Tables that need not fit into memory: large ones go to disk batch by batch and are mapped from there."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pyarrow as pa

from engine import paths
from engine.cache import artifacts

MEMORY_LIMIT = 32 << 20
"""Bytes of a table that are held in memory; from there on it is written down."""
BATCH_ROWS = 16_384
"""Rows handled at a time."""
_ABANDONED_SECONDS = 24 * 3600


def spill_table(schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> pa.Table:
    """The rows of ``batches``, which are asked for one at a time. Raises UserError when the disk is full."""
    held: list[pa.RecordBatch] = []
    size, rest = 0, iter(batches)
    for batch in rest:
        held.append(batch)
        size += batch.nbytes
        if size > MEMORY_LIMIT:
            break
    else:
        return pa.Table.from_batches(held, schema)
    with artifacts.explain_write_errors(paths.cache_folder() / "spool"):
        file = _file()
        with pa.OSFile(str(file), "wb") as sink, pa.ipc.new_file(sink, schema) as writer:
            while held:
                writer.write_batch(held.pop(0))
            for batch in rest:
                writer.write_batch(batch)
        found = pa.ipc.open_file(pa.memory_map(str(file))).read_all()
        # It lives as long as the table does. Where an open file cannot be removed, it goes a day later.
        with suppress(OSError):
            file.unlink()
    return found


def _file() -> Path:
    folder = paths.cache_folder() / "spool"
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.iterdir():
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _ABANDONED_SECONDS:
                left.unlink()
    handle, name = tempfile.mkstemp(suffix=".arrow", dir=folder)
    os.close(handle)
    return Path(name)
