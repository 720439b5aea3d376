"""Artefact locks: one process builds a cached artefact while others that need it wait.

A lock is an operating-system lock on a small file, so it is released even when its process crashes. A waiting process
then checks again, and builds the artefact if it is still missing.
"""

from __future__ import annotations

import contextlib

from engine import paths, private_files

POLL_SECONDS = 0.3
"""Interval at which a waiting process tries again."""


class ArtefactLock:
    """Exclusive right to build the artefact of ``key``.

    ``owner`` is the folder name of the run that takes the lock, or "". On a disk without locks every process gets it:
    several may then build the same artefact, which is only slower.
    """

    def __init__(self, key: str, owner: str = "") -> None:
        from filelock import FileLock  # here: a command that makes nothing need not load it

        self._file = paths.cache_folder() / "claims" / f"{key}.lock"
        self._note = self._file.with_suffix(".txt")
        self._lock = FileLock(self._file, thread_local=False)
        self._owner = owner

    def try_acquire(self) -> bool:
        """Take the lock if no other process holds it. Return whether it was taken."""
        from filelock import Timeout

        try:
            private_files.make_folder(self._file.parent)
            self._lock.acquire(blocking=False)
            if self._owner:
                self._note.write_text(self._owner, encoding="utf-8")
        except Timeout:
            return False
        except (OSError, RuntimeError):
            pass  # a disk without locks (filelock raises a kind of RuntimeError), or one that is full
        return True

    def holder(self) -> str:
        """Return the holder of the lock in words: ``run 12``, or ``another run`` if unknown."""
        with contextlib.suppress(OSError):
            name = self._note.read_text(encoding="utf-8").strip()
            if name.isdigit():
                return f"run {int(name)}"
        return "another run"

    def release(self, *, unlink: bool = False) -> None:
        """Release the lock.

        ``unlink``: also remove the lock file, because the artefact exists. If one process is waiting and another
        arrives, both may get the lock, and both find the artefact.
        """
        if self._lock.is_locked:
            if unlink:
                with contextlib.suppress(OSError):
                    self._file.unlink()
            with contextlib.suppress(OSError):
                self._note.unlink(missing_ok=True)
            self._lock.release()

    def __enter__(self) -> ArtefactLock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
