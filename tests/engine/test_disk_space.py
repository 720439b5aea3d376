"""A run waits for disk space, says so, and gives up after a stated time."""

from __future__ import annotations

import errno
import os
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import disk_space
from engine.disk_space import NoSpaceError, write_when_room
from engine.errors import UserError, disk_full, out_of_memory, write_refusal
from engine.events import Event, PhaseProgress, RunNotice

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Free bytes of the disk: each look takes the next number, the last one stays. Seconds pass with each sleep."""
    numbers, now = [0], [0.0]
    monkeypatch.setattr(
        disk_space.shutil,
        "disk_usage",
        lambda _: Usage(10**12, 0, numbers.pop(0) if numbers[1:] else numbers[0]),
    )
    monkeypatch.setattr(disk_space.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(disk_space.time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    yield numbers


def full_disk() -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def texts(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, PhaseProgress | RunNotice)]


def test_it_waits_until_what_it_needs_is_there(free: list[int], tmp_path: Path) -> None:
    free[:] = [0, 0, 300_000_000, 300_000_000, 2_000_000_000]
    said = texts(list(write_when_room(tmp_path, 1_230_000_000, lambda: 7)))
    assert said[0] == (
        f"The disk is full: needs 1.2 GB, has 0 kB in {tmp_path}. "
        "The run waits for up to 60 minutes until there is room."
    )
    assert f"Waiting for disk space: needs 1.2 GB, has 0.3 GB in {tmp_path}" in said
    assert said[-1].startswith("Trying to write again after ")


def test_it_gives_up_with_cause_and_remedy(free: list[int], tmp_path: Path) -> None:
    with pytest.raises(NoSpaceError, match=r"60 minutes.*needs 5.0 MB, has 0 kB.*resume the run"):
        list(write_when_room(tmp_path, 5_000_000, full_disk))
    assert disk_space.time.monotonic() > disk_space.WAIT_SECONDS


def test_a_full_disk_is_known_in_any_dress() -> None:
    assert disk_full(OSError(errno.ENOSPC, "x"))
    assert disk_full(OSError(errno.EDQUOT, "x"))
    assert disk_full(RuntimeError("I/O error: No space left on device (os error 28)"))
    try:
        try:
            full_disk()
        except OSError as error:
            raise UserError("the cache cannot be written.") from error
    except UserError as error:
        assert disk_full(error)
    assert not disk_full(OSError(errno.EACCES, "x"))
    assert not disk_full(UserError("a label says: no space left"))
    assert not disk_full(None)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS])
def test_every_refusal_to_write_is_waited_for_in_its_own_words(
    number: int, free: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Raised by the system, or quoted by a library in Rust as it words it."""
    monkeypatch.setattr(disk_space, "RETRY_SECONDS", 0.0)
    free[:] = [10]
    refusals = [
        OSError(number, os.strerror(number)),
        RuntimeError(f"I/O error: {os.strerror(number)} (os error {number})"),
    ]

    def write() -> None:
        if refusals:
            raise refusals.pop()

    said = [event.text for event in list(write_when_room(tmp_path, 1, write)) if isinstance(event, RunNotice)]
    assert said[0].startswith(write_refusal(OSError(number, ""))), said
    assert write_refusal(OSError(errno.EACCES, "x")) == ""


def test_want_of_memory_is_known_in_any_dress() -> None:
    for text in (
        "[enforce fail at alloc_cpu.cpp:118] DefaultCPUAllocator: can't allocate memory: you tried to allocate 8 bytes",
        "CUDA out of memory. Tried to allocate 2.00 GiB", "std::bad_alloc", "memory allocation of 77 bytes failed",
        "malloc of size 64 failed: Failed to allocate", "Cannot allocate memory (os error 12)",
    ):  # fmt: skip
        assert out_of_memory(RuntimeError(text)), text
    assert out_of_memory(MemoryError()) and out_of_memory(OSError(errno.ENOMEM, "x"))
    assert not out_of_memory(RuntimeError("shapes do not fit"))
