"""Room on the disk, names of files, and streams of random numbers."""

from __future__ import annotations

import errno
import os
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import disk_space, random_streams
from engine.disk_space import NoSpaceError, write_when_room
from engine.errors import UserError, is_disk_full, write_failure
from engine.events import Event, PhaseProgress, RunNotice
from engine.file_names import MAX_BYTES, file_name, name_problem, with_default_suffix
from engine.spec.experiment import parse_experiment

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
        "The run waits up to 60 minutes for free space."
    )
    assert f"Waiting for disk space: needs 1.2 GB, has 0.3 GB in {tmp_path}" in said
    assert said[-1].startswith("Writing is tried again after ")


def test_it_gives_up_with_cause_and_remedy(free: list[int], tmp_path: Path) -> None:
    with pytest.raises(NoSpaceError, match=r"60 minutes.*needs 5.0 MB, has 0 kB.*resume the run"):
        list(write_when_room(tmp_path, 5_000_000, full_disk))
    assert disk_space.time.monotonic() > disk_space.WAIT_SECONDS


def test_a_full_disk_is_known_in_any_dress() -> None:
    assert is_disk_full(OSError(errno.ENOSPC, "x"))
    assert is_disk_full(OSError(errno.EDQUOT, "x"))
    assert is_disk_full(RuntimeError("I/O error: No space left on device (os error 28)"))
    try:
        try:
            full_disk()
        except OSError as error:
            raise UserError("the cache cannot be written.") from error
    except UserError as error:
        assert is_disk_full(error)
    assert not is_disk_full(OSError(errno.EACCES, "x"))
    assert not is_disk_full(UserError("a label says: no space left"))
    assert not is_disk_full(None)


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
    assert said[0].startswith(write_failure(OSError(number, ""))), said
    assert write_failure(OSError(errno.EACCES, "x")) == ""


HOSTILE = [
    "..", "../../x", "/etc/passwd", "C:\\Windows\\x", "\\\\server\\share", "a/../../b", "con", "NUL.txt", "com1",
    "a\0b", ".hidden", "x\n", "x" * 5000, "‮gpj.exe", "~", "$HOME", "a|b", "-rf", " ", "", "漢字", "..\\..",
]  # fmt: skip


def is_plain(name: str) -> bool:
    return (
        PurePosixPath(name).parts == (name,)
        and PureWindowsPath(name).parts == (name,)
        and not PureWindowsPath(name).is_reserved()
        and not name.startswith((".", "-"))
        and len(name.encode("utf-8")) <= MAX_BYTES + 10
        and "\0" not in name
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_become_plain_ones(text: str) -> None:
    assert is_plain(file_name(text, "run")), file_name(text, "run")


@given(st.text())
def test_any_text_becomes_a_plain_name(text: str) -> None:
    assert is_plain(file_name(text, "run"))


def test_ordinary_names_can_be_read() -> None:
    assert file_name("My own: one", "x") == "My-own-one"
    assert file_name("uncased_L-12", "x") == "uncased_L-12"
    assert file_name("../..", "run") == "run"


@pytest.mark.parametrize("name", ["../up", "a/b", "a\\b", "..", ".x", "a:b", "x\0", "y" * 300])
def test_a_task_has_no_name_that_leads_elsewhere(name: str) -> None:
    assert name_problem(name)
    tasks = [{"name": name, "data": "samples:questions"}, {"data": "samples:reviews"}]
    with pytest.raises(UserError):
        parse_experiment({"stages": [{"kind": "multitask", "tasks": tasks}]})
    for source in (name, f"x/{name}", f"catalogue:{name}"):
        tasks = [{"data": {"source": source}}, {"data": "samples:reviews"}]
        try:
            made = parse_experiment({"stages": [{"kind": "multitask", "tasks": tasks}]})
        except UserError:
            continue
        shown = made.stages[0].labelled_tasks()[0].name
        assert PurePosixPath(shown).parts == (shown,) and PureWindowsPath(shown).parts == (shown,)
        assert not shown.startswith(".")


def test_a_file_without_an_ending_gets_that_of_the_proposal_and_replaces_none(tmp_path: Path) -> None:
    assert with_default_suffix(str(tmp_path / "mine"), "table.csv") == tmp_path / "mine.csv"
    assert with_default_suffix(str(tmp_path / "mine.txt"), "table.csv") == tmp_path / "mine.txt"
    assert with_default_suffix(str(tmp_path / "mine"), "") == tmp_path / "mine"
    for name in ("mine.csv", "mine (2).csv"):
        (tmp_path / name).touch()
    assert with_default_suffix(str(tmp_path / "mine"), "CSV (*.csv") == tmp_path / "mine (3).csv"


def test_draws_are_the_outputs_of_splitmix64() -> None:
    # The reference values that SplitMix64 is commonly checked with: the first five from state 1234567.
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert random_streams.random_bits(np.array([1234567], np.uint64), np.arange(5)).tolist() == expected


def test_keys_are_a_function_of_all_they_are_made_from() -> None:
    first, second = np.divmod(np.arange(10_000), 100)
    keys = random_streams.stream_keys(1, "a", first, second)
    assert len(np.unique(keys)) == 10_000
    assert np.array_equal(random_streams.stream_keys(1, "a", first[7:9], second[7:9]), keys[7:9])
    for other in (
        random_streams.stream_keys(2, "a", first, second),
        random_streams.stream_keys(1, "b", first, second),
    ):
        assert not np.isin(other, keys).any()
    ones = np.unpackbits(keys.view(np.uint8)).mean()
    assert abs(ones - 0.5) < 0.003, "bits are even"
