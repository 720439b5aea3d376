"""What surrounds a command may be broken: its store, its output, its home. Each says so in a sentence and ends.

The commands are listed by the program itself, so a new one is tried too.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from engine.store import schema
from tests.engine.malformed.cases import run_command_line
from tests.engine.malformed.commands import EXAMPLES, command_line, list_commands, write_inputs
from tests.engine.malformed.stores import sound_store
from tests.small_disks import small_disk

COMMANDS = list_commands()
OF_STORES = [name for name, takes_store in COMMANDS.items() if takes_store]
NEED_NO_STORE = ("reproduce", "data register", "store restore", "data paper", "new", "problem-report")
"""May be answered before, or without, the store they are given."""
READ_CATALOGUE = ("encoders rank", "data inspect", "data tokens", "data preview", "noise", "predict")
"""Look names up in a store: one that is not there has none."""
TRAIN = ("run", "baseline", "resume", "rerun", "queue", "search", "reproduce")
"""Train, where nothing is in the way."""
LOADS_MODELS = ("encoders rank", "predict", "serve", "export", "average", "import-checkpoint")
"""Load torch: they are tried where the answer must come before that."""


@pytest.fixture(autouse=True)
def alone(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_inputs(tmp_path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(sound_store(), tmp_path / "s.sqlite"))


def test_each_command_has_an_example() -> None:
    assert EXAMPLES.keys() == COMMANDS.keys()
    assert len(OF_STORES) > 25


def refuse_all(path: Path, words: tuple[str, ...], spared: tuple[str, ...] = NEED_NO_STORE) -> None:
    """Assert that every command refuses the store at ``path`` with one of ``words``, and names it."""
    wrong = {}
    for name in OF_STORES:
        answer = run_command_line(command_line(name, str(path)))
        said = answer.err + answer.out
        damage_listed = name == "store check" and answer.code == 1
        is_refused = answer.code == 2 and path.name in said and any(word in said for word in words)
        is_spared = name in spared and answer.code in (0, 2)
        if "Traceback" in said or not (damage_listed or is_refused or is_spared):
            wrong[name] = answer
    assert wrong == {}


def test_a_damaged_store(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 10])  # the tables are declared, and none of their rows is left
    refuse_all(path, ("damaged", "nothing in it can be read"))


def test_a_store_of_a_newer_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as store:
        store.execute(f"PRAGMA user_version={len(schema.MIGRATIONS) + 1}")
    refuse_all(path, ("newer Palimpsest",))


def test_a_store_that_is_locked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.store.database.BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        refuse_all(path, ("locked", "in use"))


def test_a_store_whose_place_is_a_folder_or_not_there(tmp_path: Path) -> None:
    spared = (*NEED_NO_STORE, *READ_CATALOGUE)
    (tmp_path / "folder.sqlite").mkdir()
    refuse_all(tmp_path / "folder.sqlite", ("is a folder", "folder, not a store"), spared)
    refuse_all(tmp_path / "nowhere" / "s.sqlite", ("does not exist", "no store here", "no such file"), spared)


def test_a_full_disk(tmp_path: Path) -> None:
    """Reading goes on; what has to be written is refused, and the store is as it was."""
    with small_disk(tmp_path / "disk", 640) as disk:
        path = Path(shutil.copy(sound_store(), disk / "s.sqlite"))
        with contextlib.suppress(OSError), (disk / "filler").open("wb", buffering=0) as filler:
            while True:
                filler.write(bytes(1024))
        wrong = {}
        for name in OF_STORES:
            if name in (*LOADS_MODELS, *TRAIN):
                continue
            answer = run_command_line(command_line(name, str(path)))
            if "Traceback" in answer.err + answer.out or answer.code not in (0, 1, 2):
                wrong[name] = answer
        assert wrong == {}
        for name in ("run", "store backup"):
            answer = run_command_line(command_line(name, str(path)))
            assert answer.code == 2 and ("space" in answer.err or "full" in answer.err), answer
        for left in disk.glob("s.sqlite-*"):  # made anew by whoever opens the store next
            left.unlink()
        with contextlib.suppress(OSError), (disk / "filler").open("ab", buffering=0) as filler:
            while True:
                filler.write(bytes(1024))
        answer = run_command_line(["runs", "--store", str(path)])
        assert answer.code == 2 and "no space left" in answer.err, answer
        (disk / "filler").unlink()
        assert run_command_line(["store", "check", "--store", str(path)]).code == 0


def test_a_disk_that_can_only_be_read(tmp_path: Path) -> None:
    """Reading goes on; what has to be written is refused, and nothing waits for a disk that stays as it is."""
    with small_disk(tmp_path / "disk", 2000) as disk:
        path = Path(shutil.copy(sound_store(), disk / "s.sqlite"))
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        refuse_all(path, ("cannot be written", "cannot be read", "read-only", "readonly"), tuple(OF_STORES))
        for words in (["run", "quickstart", "--queue"], ["queue"]):
            answer = run_command_line([*words, "--store", str(path)])
            assert answer.code == 2 and answer.err, words


def full_output() -> io.TextIOWrapper:
    return open("/dev/full", "w", encoding="utf-8")


def closed_pipe() -> io.TextIOWrapper:
    reader, writer = os.pipe()
    os.close(reader)
    return open(writer, "w", encoding="utf-8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    ("make", "codes"),
    [(full_output, (2,)), pytest.param(closed_pipe, (1,), marks=pytest.mark.nightly)],
    ids=["full", "closed"],
)
def test_an_output_that_takes_nothing(
    make: Callable[[], io.TextIOWrapper], codes: tuple[int, ...], path: Path
) -> None:
    wrong = {}
    for name, takes_store in COMMANDS.items():
        if name in (*LOADS_MODELS, *TRAIN):
            continue  # print what others print too, after long work
        arguments = command_line(name, str(path) if takes_store else "")
        with make() as out:
            answer = run_command_line(arguments, out)
        usual = run_command_line(arguments)  # second: what has written a folder refuses to write it again
        expected = codes if usual.out and usual.code == 0 else (*codes, usual.code)
        if "Traceback" in answer.err or answer.code not in expected:
            wrong[name] = (usual.code, answer)
    assert wrong == {}


HOMES = {
    "a name that is too long": lambda folder: folder / ("n" * 300),
    "a file in its place": lambda folder: _file(folder / "file"),
    "no UTF-8": lambda folder: folder / "\udcff",
}
FURTHER_HOMES = {
    "a path that is too long": lambda folder: folder.joinpath(*["n" * 200] * 25),
    "below a file": lambda folder: _file(folder / "file") / "home",
    "a circle of links": lambda folder: _circle(folder / "circle"),
    "on a system's folder": lambda folder: Path("/proc/palimpsest"),
}


def _file(path: Path) -> Path:
    path.touch()
    return path


def _circle(path: Path) -> Path:
    path.symlink_to(path)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="paths are others there")
@pytest.mark.parametrize(
    "kind", [*HOMES, *(pytest.param(each, marks=pytest.mark.nightly) for each in FURTHER_HOMES)]
)
def test_a_home_that_can_be_none(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PALIMPSEST_HOME", str((HOMES | FURTHER_HOMES)[kind](tmp_path)))
    wrong = {}
    for name in COMMANDS:
        if name in LOADS_MODELS or name in ("doctor", "problem-report", "resume", "rerun"):
            continue
        answer = run_command_line(command_line(name))
        if "Traceback" in answer.err + answer.out or answer.code not in (0, 2):
            wrong[name] = answer
    assert wrong == {}
    answer = run_command_line(["run", "quickstart", "--queue"])
    assert answer.code == 2 and "palimpsest: " in answer.err, answer


def test_without_a_home_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The platform's folder is asked for by the user's number where HOME is missing; it is only looked for here."""
    monkeypatch.delenv("PALIMPSEST_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("HOME", raising=False)
    for command in (["runs"], ["recipes"], ["cache"]):
        answer = run_command_line(command)
        assert answer.code == 0 and "Traceback" not in answer.err, answer


def test_a_folder_for_temporary_files_that_is_full_or_missing(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = "".join(
        f"a text that is number {number},{'good' if number % 2 else 'bad'}\n" for number in range(400_000)
    )
    (tmp_path / "large.csv").write_text("text,label\n" + rows, encoding="utf-8")
    with small_disk(tmp_path / "disk", 64) as disk:
        monkeypatch.setattr(tempfile, "tempdir", str(disk))
        answer = run_command_line(["data", "preview", "large.csv"])
        assert answer.code == 2 and "space" in answer.err and "Traceback" not in answer.err, answer
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    answer = run_command_line(["data", "preview", "large.csv"])
    assert answer.code == 2 and "Traceback" not in answer.err, answer
