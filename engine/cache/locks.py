"""Claims: one process makes a thing of the cache, others that need the same wait for it.

A claim is a lock of the operating system on a small file, so it ends with its process, however that ends: whoever
waited then looks again, and makes the thing itself if it is still not there.
"""

from __future__ import annotations

import contextlib

from filelock import FileLock, Timeout

from engine import paths

POLL_SECONDS = 0.3
"""How often those who wait look again."""


class ArtifactLock:
    """The right to make what is known by ``key``, taken by ``owner`` (the folder name of a run; "" for nobody to name).

    Where the disk knows no locks, everybody has it: then both make the thing, which is slower and no more.
    """

    def __init__(self, key: str, owner: str = "") -> None:
        self._file = paths.cache_folder() / "claims" / f"{key}.lock"
        self._note = self._file.with_suffix(".txt")
        self._lock = FileLock(self._file, thread_local=False)
        self._who = owner

    def try_acquire(self) -> bool:
        """Takes it, if nobody has it now."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(blocking=False)
            if self._who:
                self._note.write_text(self._who, encoding="utf-8")
        except Timeout:
            return False
        except (OSError, RuntimeError):
            pass  # a disk without locks (filelock raises a kind of RuntimeError), or one that is full
        return True

    def holder(self) -> str:
        """Who has it, in words: ``run 12``; ``another run`` where that is not known."""
        with contextlib.suppress(OSError):
            name = self._note.read_text(encoding="utf-8").strip()
            if name.isdigit():
                return f"run {int(name)}"
        return "another run"

    def release(self, *, unlink: bool = False) -> None:
        """Lets the next one have it.

        ``unlink``: the thing is there, so the file of the lock may go too. Should one process wait just then and
        another come anew, both may go on: they find the thing made.
        """
        if self._lock.is_locked:
            if unlink:
                with contextlib.suppress(OSError):
                    self._file.unlink()
            with contextlib.suppress(OSError):
                self._note.unlink(missing_ok=True)
            self._lock.release()

    def __enter__(self) -> ArtifactLock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
