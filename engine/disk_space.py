"""Disk space: whether a folder has room, and the wait of a run for more.

A run that finds its disk full does not fail. It reports that, waits until there is room, and continues. After
``WAIT_SECONDS`` it stops so that it can be resumed.
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
"""How long a run waits for disk space before it stops."""
POLL_SECONDS = 1.0
"""Seconds between two checks of the disk, and of a request to stop."""
RETRY_SECONDS = 5.0
"""Pause after a write that failed though there seemed to be room (a quota). It doubles with each such failure."""
_LONGEST_PAUSE = 300.0

T = TypeVar("T")


def limit_wait(seconds: float) -> None:
    """Let no wait of this process last longer than ``seconds``: other processes wait for it, and not for ever."""
    global WAIT_SECONDS
    WAIT_SECONDS = min(WAIT_SECONDS, seconds)


class NoSpaceError(UserError):
    """The disk was full for ``WAIT_SECONDS``."""


@dataclass(frozen=True)
class Room:
    """The room of a folder: bytes that are needed (0: not known) and that are free."""

    folder: Path
    needed: int
    free: int

    def __str__(self) -> str:
        has = f"has {format_bytes(self.free)} in {self.folder}"
        return f"needs {format_bytes(self.needed)}, {has}" if self.needed else has


def format_bytes(count: int) -> str:
    """Return a number of bytes in words.

    >>> format_bytes(1_230_000_000), format_bytes(4_200_000), format_bytes(66_000), format_bytes(0)
    ('1.2 GB', '4.2 MB', '66 kB', '0 kB')
    """
    if count < 1e6:
        return f"{count / 1e3:.0f} kB"
    return f"{count / 1e9:.1f} GB" if count >= 1e8 else f"{count / 1e6:.1f} MB"


def find_room(needs: Mapping[Path, int]) -> Room:
    """Return the room of the folder, of those with the bytes that each needs, where least is left beyond that.

    A folder that is missing has the room of where it would be.
    """
    rooms = []
    for folder, needed in needs.items():
        existing = next((each for each in (folder, *folder.parents) if each.is_dir()), Path("/"))
        rooms.append(Room(folder, needed, shutil.disk_usage(existing).free))
    return min(rooms, key=lambda room: room.free - room.needed)


class RoomWait:
    """A wait for disk space, over any number of attempts to write.

    Args:
        needs: the folders written to, each with the number of bytes, 0 where that is not known.

    Attributes:
        room: as it was when it was last looked at.
    """

    def __init__(self, needs: Mapping[Path, int]) -> None:
        self._needs = needs
        self._began: float | None = None
        self._pause = RETRY_SECONDS
        self.room = find_room(needs)

    @property
    def has_room(self) -> bool:
        """Whether there seems to be enough room."""
        self.room = find_room(self._needs)
        return self.room.free >= self.room.needed

    def wait(self, refusal: str = "") -> Iterator[Event]:
        """Report that nothing can be written, and return when it seems possible. Call it before each attempt.

        ``refusal``: why an attempt to write has just failed (``write_failure``), so that a pause is due even if there
        seems to be room. Empty where none has.

        Raises NoSpaceError when this wait has lasted ``WAIT_SECONDS``, all its calls together.
        """
        if not refusal and self.has_room:
            return
        now = time.monotonic()
        if self._began is None:
            self._began = now
            yield RunNotice(
                "warning",
                f"{refusal or 'The disk is full'}: {self.room}. "
                f"The run waits up to {WAIT_SECONDS / 60:.0f} minutes for free space.",
            )
        due = now + self._pause if refusal else now
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)
        while not self.has_room or time.monotonic() < due:
            if time.monotonic() - self._began > WAIT_SECONDS:
                cause = f"{refusal or 'The disk is full'}; the run {self.room}"
                raise NoSpaceError(
                    f"nothing could be written for {WAIT_SECONDS / 60:.0f} minutes ({cause}).",
                    remedy="Free some space and resume the run: it continues from its last checkpoint.",
                )
            yield PhaseProgress(f"Waiting for disk space: {self.room}", kind=PhaseKind.WAITING)
            time.sleep(POLL_SECONDS)
        yield RunNotice(
            "info", f"Writing is tried again after {time.monotonic() - self._began:.0f} s: {self.room}."
        )


def write_when_room(folder: Path, needed: int, write: Callable[[], T]) -> Generator[Event, None, T]:
    """Return the result of ``write``, which writes ``needed`` bytes into ``folder``. While the disk refuses, wait.

    ``write`` is called again after it has failed, so it has to leave nothing behind then. Raises NoSpaceError after
    ``WAIT_SECONDS``, and what ``write`` raises otherwise.
    """
    wait, refusal = RoomWait({folder: needed}), ""
    while True:
        yield from wait.wait(refusal)
        try:
            return write()
        except Exception as error:
            if not (refusal := write_failure(error)):
                raise
