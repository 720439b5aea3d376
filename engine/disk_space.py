"""Disk space: check whether a folder has room, and wait until it has.

A run does not fail when its disk is full. It reports that, waits for room, and continues. After ``WAIT_SECONDS`` it
stops and can be resumed.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from engine.errors import UserError, write_failure
from engine.events import Event, PhaseKind, PhaseProgress, RunNotice

WAIT_SECONDS = 3600.0
"""Maximum time a run waits for disk space before it stops."""
POLL_SECONDS = 1.0
"""Interval between two checks of the disk and of a stop request."""
RETRY_SECONDS = 5.0
"""Pause after a write that failed although there seemed to be room (a quota). It doubles with each such failure."""
_MAX_PAUSE = 300.0

T = TypeVar("T")


def limit_wait(seconds: float) -> None:
    """Limit all waits of this process to ``seconds``, because other processes wait for it."""
    global WAIT_SECONDS
    WAIT_SECONDS = min(WAIT_SECONDS, seconds)


class NoSpaceError(UserError):
    """The disk was full for ``WAIT_SECONDS``."""


@dataclass(frozen=True)
class Room:
    """Free space of a folder, and the bytes needed in it (0 if unknown)."""

    folder: Path
    needed: int
    free: int

    def __str__(self) -> str:
        has = f"has {format_bytes(self.free)} in {self.folder}"
        return f"needs {format_bytes(self.needed)}, {has}" if self.needed else has


def format_bytes(count: int) -> str:
    """Return a number of bytes as text.

    >>> format_bytes(1_230_000_000), format_bytes(4_200_000), format_bytes(66_000), format_bytes(0)
    ('1.2 GB', '4.2 MB', '66 kB', '0 kB')
    """
    if count < 1e6:
        return f"{count / 1e3:.0f} kB"
    return f"{count / 1e9:.1f} GB" if count >= 1e8 else f"{count / 1e6:.1f} MB"


def find_room(needs: Mapping[Path, int]) -> Room:
    """Return the room of the folder with the least space left after its needs. ``needs`` maps folders to bytes.

    For a missing folder, the nearest existing parent is measured.
    """
    rooms = []
    for folder, needed in needs.items():
        existing = next((parent for parent in (folder, *folder.parents) if parent.is_dir()), Path("/"))
        rooms.append(Room(folder, needed, shutil.disk_usage(existing).free))
    return min(rooms, key=lambda room: room.free - room.needed)


class RoomWait:
    """A wait for disk space, over any number of attempts to write.

    Args:
        needs: bytes needed in each folder, 0 where unknown.

    Attributes:
        room: the last measurement.
    """

    def __init__(self, needs: Mapping[Path, int]) -> None:
        self._needs = needs
        self._started_at: float | None = None
        self._pause = RETRY_SECONDS
        self.room = find_room(needs)

    @property
    def has_room(self) -> bool:
        """Whether there seems to be enough room, measured now."""
        self.room = find_room(self._needs)
        return self.room.free >= self.room.needed

    def wait(self, refusal: str = "") -> Iterator[Event]:
        """Report that nothing can be written, and return when a write may succeed. Call it before each attempt.

        ``refusal``: why the last attempt failed (``write_failure``), or "". After a failure it pauses even if there
        seems to be room.

        Raises NoSpaceError when all calls together have waited for ``WAIT_SECONDS``.
        """
        if not refusal and self.has_room:
            return
        cause, now = refusal or "The disk is full", time.monotonic()
        if self._started_at is None:
            self._started_at = now
            yield RunNotice(
                "warning",
                f"{cause}: {self.room}. The run waits up to {WAIT_SECONDS / 60:.0f} minutes for free space.",
            )
        deadline = now + self._pause if refusal else now
        self._pause = min(2 * self._pause, _MAX_PAUSE)
        while not self.has_room or time.monotonic() < deadline:
            if time.monotonic() - self._started_at > WAIT_SECONDS:
                raise NoSpaceError(
                    f"nothing could be written for {WAIT_SECONDS / 60:.0f} minutes. {cause}: {self.room}.",
                    remedy="Free some space and resume the run: it continues from its last checkpoint.",
                )
            yield PhaseProgress(f"Waiting for disk space: {self.room}", kind=PhaseKind.WAITING)
            time.sleep(POLL_SECONDS)
        yield RunNotice(
            "info", f"Writing is tried again after {time.monotonic() - self._started_at:.0f} s: {self.room}."
        )


def write_when_room(folder: Path, needed: int, write: Callable[[], T]) -> Generator[Event, None, T]:
    """Return the result of ``write``, which writes ``needed`` bytes into ``folder``. Wait while the disk is full.

    ``write`` is called again after a failure, so it must clean up after itself. Raises NoSpaceError after
    ``WAIT_SECONDS``, and any other error of ``write``.
    """
    wait, refusal = RoomWait({folder: needed}), ""
    while True:
        yield from wait.wait(refusal)
        try:
            return write()
        except Exception as error:
            if not (refusal := write_failure(error)):
                raise
