"""The data cache: folders that appear whole or not at all, keyed by what they were made from."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine import paths
from engine.errors import UserError

VERSION = 1
"""Part of every key: raise it when the same input is read into other texts, labels or tokens than before."""


def key(*parts: Any) -> str:
    """16 hex digits for plain JSON values."""
    text = json.dumps([VERSION, *parts], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


@contextmanager
def folder(final: Path) -> Iterator[Path]:
    """A new folder to write in that becomes ``final`` in one step when the block ends well.

    When another process was quicker, its result stands and ours is dropped: both were made from the same key.
    Raises UserError when the disk is full or the place cannot be written.
    """
    temporary: Path | None = None
    try:
        final.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=".making-", dir=final.parent))
        yield temporary
        try:
            os.replace(temporary, final)
        except OSError:
            if not final.is_dir():
                raise
    except OSError as error:
        raise _explained(error, final) from error
    finally:
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)


def _explained(error: OSError, final: Path) -> Exception:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        free = shutil.disk_usage(final.parent).free / 1e9
        return UserError(
            f"no space is left on the disk of the cache ({free:.1f} GB free).",
            place=str(paths.cache()),
            remedy="Free some space, delete the cache, or set PALIMPSEST_HOME to a larger disk.",
        )
    if not os.access(final.parent, os.W_OK) or not final.parent.is_dir():
        return UserError(
            "the cache cannot be written.",
            place=str(paths.cache()),
            remedy="Set PALIMPSEST_HOME to a folder of yours.",
        )
    return error


def read_json(path: Path) -> Any:
    """The JSON value in ``path``."""
    return json.loads(path.read_text(encoding="utf-8"))


def write_json(path: Path, value: Any) -> None:
    """Writes ``value`` as readable UTF-8 JSON."""
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1), encoding="utf-8")


def content(files: Iterable[str | Path], root: Path) -> str:
    """SHA-256 over names (relative to ``root``) and bytes of ``files``, in the given order.

    The bytes of large trees are hashed once: the result is remembered under names, sizes and times of change.
    """
    inside = os.path.join(root, "")
    listed = []
    for file in (str(file) for file in files):
        name = file[len(inside) :] if file.startswith(inside) else os.path.basename(file)
        listed.append((file, name.replace(os.sep, "/"), os.stat(file)))
    memory = None
    if len(listed) > 100:
        seen = [(name, status.st_size, status.st_mtime_ns) for _, name, status in listed]
        memory = paths.cache() / "hashes" / f"{key('tree', str(root.resolve()), seen)}.json"
        if memory.is_file():
            return str(read_json(memory))
    digest = hashlib.sha256()
    for file, name, status in listed:
        digest.update(f"{name}\0{status.st_size}\0".encode("utf-8", "surrogateescape"))
        with open(file, "rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    result = digest.hexdigest()
    if memory is not None:
        memory.parent.mkdir(parents=True, exist_ok=True)
        write_json(memory, result)
    return result
