"""Use of cache entries: when each was last used, and which a living run holds.

The modification time of an entry's folder is the time of its last use. A run's process also keeps a list of the entries
it has used, with a lock of the operating system that ends with the process, however that ends.
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

    Called before an entry is looked for, so that it is not removed between the look and the use.
    """
    with suppress(OSError):
        os.utime(entry)
    with _guard, suppress(OSError):
        if _lock is not None and entry not in _recorded:
            with _list_of(Path(_lock.lock_file)).open("a", encoding="utf-8") as file:
                file.write(f"{entry.relative_to(paths.cache_folder()).as_posix()}\n")
            _recorded.add(entry)


def hold_used_entries() -> None:
    """Hold every entry that this process uses from now on, so that it is not removed to make room.

    For the processes of runs. It lasts until the process ends.
    """
    global _lock
    with _guard:
        if _lock is not None:
            return
        from filelock import FileLock

        folder = _folder()
        lock = FileLock(folder / f"{os.getpid()}-{uuid.uuid4().hex[:8]}.lock", thread_local=False)
        # A disk without locks (filelock raises a kind of RuntimeError) or a full one: nothing is held.
        with suppress(OSError, RuntimeError):
            private_files.make_folder(folder)
            _list_of(Path(lock.lock_file)).touch()
            lock.acquire(blocking=False)
            _lock = lock


def entries_in_use() -> set[Path]:
    """Return the entries that living runs hold.

    Lists that dead processes have left are removed.
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
