"""Artefact locks: one process makes an artefact of the cache, others that need the same one wait for it.

A lock is one of the operating system on a small file, so it ends with its process, however that ends: a
waiting process then looks again, and makes the artefact itself if it is still missing.
"""

from __future__ import annotations

import contextlib

from engine import paths, private_files

POLL_SECONDS = 0.3
"""Seconds between two attempts of a waiting process."""


class ArtefactLock:
    """Exclusive right to make the artefact of ``key``.

    ``owner`` is the folder name of the run that takes it, "" for no name. On a disk without locks every
    process gets it: then several make the artefact, which is slower and no more.
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
        """Return who holds the lock, in words: ``run 12``, or ``another run`` where that is not known."""
        with contextlib.suppress(OSError):
            name = self._note.read_text(encoding="utf-8").strip()
            if name.isdigit():
                return f"run {int(name)}"
        return "another run"

    def release(self, *, unlink: bool = False) -> None:
        """Release the lock.

        ``unlink``: the artefact exists, so the lock file may be removed too. If one process is waiting just then and
        another arrives, both may continue, and they find the artefact made.
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
