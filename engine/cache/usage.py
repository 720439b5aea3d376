"""Use of cache entries: time of last use, and entries in use by running runs.

The modification time of an entry is the time of its last use. The process of a run also lists the entries that it has
used, and holds an operating-system lock on that list, which is released even when the process crashes.
"""

from __future__ import annotations

import os
import threading
import uuid
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from engine import paths, private_files

if TYPE_CHECKING:
    from filelock import FileLock

_guard = threading.Lock()
_lock: FileLock | None = None
_recorded: set[Path] = set()


def mark_used(entry: Path) -> None:
    """Record that ``entry``, a folder or file of the cache, is used now. Never raises.

    Call it before checking whether the entry exists, so that no other process removes it in between.
    """
    with suppress(OSError):
        os.utime(entry)
    with _guard, suppress(OSError):
        if _lock is not None and entry not in _recorded:
            with _list_of(Path(_lock.lock_file)).open("a", encoding="utf-8") as file:
                file.write(f"{entry.relative_to(paths.cache_folder()).as_posix()}\n")
            _recorded.add(entry)


def hold_used_entries() -> None:
    """Protect every entry that this process uses from now on from eviction, until the process ends.

    Processes of runs call it.
    """
    global _lock
    with _guard:
        if _lock is not None:
            return
        from filelock import FileLock

        folder = _folder()
        lock = FileLock(folder / f"{os.getpid()}-{uuid.uuid4().hex[:8]}.lock", thread_local=False)
        # On a disk without locks (filelock raises a RuntimeError) or a full one, no entry is protected.
        with suppress(OSError, RuntimeError):
            private_files.make_folder(folder)
            _list_of(Path(lock.lock_file)).touch()
            lock.acquire(blocking=False)
            _lock = lock


def entries_in_use() -> set[Path]:
    """Return the entries in use by running runs.

    Lists of dead processes are removed.
    """
    from filelock import FileLock, Timeout

    in_use: set[Path] = set()
    for list_file in _folder().glob("*.txt"):
        lock = FileLock(list_file.with_suffix(".lock"), thread_local=False)
        try:
            lock.acquire(blocking=False)
        except Timeout:
            with suppress(OSError):
                names = list_file.read_text(encoding="utf-8").splitlines()
                in_use |= {paths.cache_folder() / name for name in names}
        except (OSError, RuntimeError):
            continue
        else:
            _remove(lock)
    return in_use


def _remove(lock: FileLock) -> None:
    file = Path(lock.lock_file)
    with suppress(OSError):
        _list_of(file).unlink(missing_ok=True)
    lock.release()
    with suppress(OSError):
        file.unlink(missing_ok=True)


def _list_of(lock_file: Path) -> Path:
    return lock_file.with_suffix(".txt")


def _folder() -> Path:
    return paths.cache_folder() / "holders"
