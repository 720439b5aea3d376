"""Memory-mapped activations on disk, one row per text, in folders that appear atomically.

The cache key covers everything that determines the activations. The least recently used are evicted first.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch

from engine import paths, private_files
from engine.cache import artefacts, capacity, usage
from engine.cache.atomic_folders import atomic_folder, discard
from engine.json_types import JsonObject

MAX_DISK_SHARE = 0.2
"""Share that activations may take of the disk space that would be free without them."""
_TORCH_TYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
_NUMPY_TYPES = {torch.float32: np.float32, torch.bfloat16: np.int16, torch.float16: np.float16}


class StoredRows:
    """Rows of equal width for n texts, on the CPU."""

    def __init__(self, rows: np.ndarray, dtype: torch.dtype) -> None:
        self._rows, self._dtype = rows, dtype

    def take(self, indices: np.ndarray) -> torch.Tensor:
        """Return the rows of the texts at ``indices``: [n, width]."""
        return torch.from_numpy(self._rows[indices]).view(self._dtype)

    @property
    def size_bytes(self) -> int:
        """Size on disk in bytes."""
        return int(self._rows.nbytes)


def store_folder() -> Path:
    """Return the folder of activations. It has one subfolder per key."""
    return paths.cache_folder() / "activations"


def find_rows(key: str, texts: int) -> StoredRows | None:
    """Return the rows stored under ``key``, or None when they are missing or damaged.

    Damaged entries, whose size is not that of ``texts`` rows, are removed.
    """
    folder = store_folder() / key
    usage.mark_used(folder)
    if not artefacts.is_sound(folder):
        return None
    try:
        meta = artefacts.read_json(folder / "about.json")
        dtype, width = _TORCH_TYPES[meta["dtype"]], int(meta["width"])
        file, shape = folder / "rows.bin", (texts, width)
        numpy_type = np.dtype(_NUMPY_TYPES[dtype])
        if file.stat().st_size != shape[0] * width * numpy_type.itemsize:
            raise ValueError("truncated")
        # A plain view of the map: slicing np.memmap itself costs microseconds each time.
        rows = np.asarray(np.memmap(file, numpy_type, "r", shape=shape))
    except (OSError, ValueError, KeyError, TypeError):
        discard(folder)
        return None
    return StoredRows(rows, dtype)


def write_rows(keys: Sequence[str], rows: Iterator[torch.Tensor]) -> None:
    """Write ``rows`` ([m, W] each) in sequence, and split their columns equally among ``keys``.

    Raises UserError when the disk is full.
    """
    with contextlib.ExitStack() as stack:
        folders = [stack.enter_context(atomic_folder(store_folder() / key)) for key in keys]
        sinks = [stack.enter_context((folder / "rows.bin").open("wb")) for folder in folders]
        meta: JsonObject = {}
        for block in rows:
            width = block.shape[1] // len(keys)
            meta = {"dtype": str(block.dtype).removeprefix("torch."), "width": width}
            for sink, columns in zip(sinks, block.split(width, dim=1), strict=True):
                sink.write(columns.contiguous().view(torch.uint8).numpy().data)
        for folder, sink in zip(folders, sinks, strict=True):
            sink.close()
            artefacts.write_json(folder / "about.json", meta)
    for key in keys:
        usage.mark_used(store_folder() / key)
    capacity.make_room()


def make_room(size: int) -> bool:
    """Remove the least recently used activations until ``size`` more bytes fit. Return False when they never can."""
    root = store_folder()
    private_files.make_folder(root)
    entries = sorted(_entries(root))
    total = sum(each[1] for each in entries)
    limit = MAX_DISK_SHARE * (shutil.disk_usage(root).free + total)
    if size > limit:
        return False
    for _, entry_size, entry in entries:
        if total + size <= limit:
            break
        # A process that is reading the entry has it mapped. On Windows its files then stay.
        discard(entry)
        total -= entry_size
    return True


def _entries(root: Path) -> Iterator[tuple[float, int, Path]]:
    """Yield the time of last use, the size and the path of each entry."""
    for entry in root.iterdir():
        with contextlib.suppress(OSError):
            yield entry.stat().st_mtime, sum(file.stat().st_size for file in entry.iterdir()), entry
