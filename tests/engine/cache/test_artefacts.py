"""Cache folders appear whole or not at all; content is what counts."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from engine import paths
from engine.cache import artefacts
from engine.cache.atomic_folders import atomic_folder
from tests import patience


def test_content_is_names_and_bytes_but_not_the_place(tmp_path: Path):
    def tree(name: str, files: dict[str, str]) -> str:
        root = tmp_path / name
        for file, text in files.items():
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_text(text, encoding="utf-8")
        return artefacts.hash_files([root / file for file in files], root)

    first = tree("one", {"pos/1.txt": "good", "neg/1.txt": "bad"})
    assert tree("two", {"pos/1.txt": "good", "neg/1.txt": "bad"}) == first
    assert tree("three", {"pos/1.txt": "good", "neg/2.txt": "bad"}) != first
    assert tree("four", {"pos/1.txt": "goodb", "neg/1.txt": "ad"}) != first


def test_bytes_are_hashed_once_and_again_after_a_change(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
):
    reads: list[str] = []

    def noted(file: str, mode: str) -> IO[bytes]:
        reads.append(file)
        return Path(file).open(mode)

    monkeypatch.setattr(artefacts, "open", noted, raising=False)
    monkeypatch.setattr(artefacts, "_TICK_NS", -1)  # as if the files had lain there for a while
    files = [tmp_path / f"{i:03}.txt" for i in range(5)]
    for file in files:
        file.write_text("same", encoding="utf-8")
    first = artefacts.hash_files(files, tmp_path)
    assert len(reads) == 5
    assert artefacts.hash_files(files, tmp_path) == first and len(reads) == 5
    # An edit that keeps size and time of change, as far as a user can.
    before = files[3].stat()
    files[3].write_text("diff", encoding="utf-8")
    os.utime(files[3], ns=(before.st_atime_ns, before.st_mtime_ns))
    assert artefacts.hash_files(files, tmp_path) != first and len(reads) == 10
    files[3].write_text("same", encoding="utf-8")
    assert artefacts.hash_files(files, tmp_path) == first and len(reads) == 15


def test_what_has_just_been_written_is_hashed_again(tmp_path: Path, home: Path):
    file = tmp_path / "new.txt"
    file.write_text("one", encoding="utf-8")
    artefacts.hash_files([file], tmp_path)
    assert not (paths.cache_folder() / "hashes").exists()


MAKER = """
import sys, time
from pathlib import Path
from engine.cache import artefacts

final, log, slow = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] == "slow"

def make(folder):
    with log.open("a", encoding="utf-8") as out:
        out.write("made\\n")
    time.sleep(60 if slow else 0.3)
    (folder / "x.txt").write_text("x", encoding="utf-8")

artefacts.build_once(final, make, lambda text, done, total: print(text, flush=True))
print(sorted(each.name for each in final.iterdir()))
"""


def start(final: Path, log: Path, pace: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", MAKER, str(final), str(log), pace]
    root = str(Path(artefacts.__file__).resolve().parents[2])
    environment = {**os.environ, "PYTHONPATH": root}
    return subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", env=environment)


def test_one_of_two_processes_makes_it_and_the_other_waits(tmp_path: Path, home: Path):
    final, log = paths.cache_folder() / "things" / "final", tmp_path / "log"
    both = [start(final, log, "quick") for _ in range(2)]
    said = [each.communicate(timeout=patience.seconds(60))[0].splitlines() for each in both]
    assert [lines[-1] for lines in said] == ["['manifest.json', 'x.txt']"] * 2
    assert log.read_text("utf-8") == "made\n"
    assert os.listdir(final.parent) == ["final"]


def test_when_its_maker_is_killed_the_next_one_makes_it(tmp_path: Path, home: Path):
    final, log = paths.cache_folder() / "things" / "final", tmp_path / "log"
    first = start(final, log, "slow")
    until = time.monotonic() + patience.seconds(60)
    while not log.exists():
        assert time.monotonic() < until and first.poll() is None
        time.sleep(0.05)
    second = start(final, log, "quick")
    assert second.stdout is not None
    assert second.stdout.readline() == "Waiting for another process that prepares the same\n"
    assert not (final / "x.txt").exists()
    first.kill()
    first.communicate()
    said, _ = second.communicate(timeout=patience.seconds(60))
    assert said.splitlines() == ["['manifest.json', 'x.txt']"] and log.read_text("utf-8") == "made\nmade\n"
    # What the dead one left goes a day later, when something else is made beside it.
    (left,) = (each for each in final.parent.iterdir() if each.name.startswith(".making-"))
    with atomic_folder(final.parent / "other"):
        pass
    assert left.is_dir()
    os.utime(left, (1, 1))
    with atomic_folder(final.parent / "another"):
        pass
    assert not left.exists()


def test_keys_tell_values_apart():
    keys = [
        artefacts.key("a", 1),
        artefacts.key("a", "1"),
        artefacts.key("a", [1]),
        artefacts.key("b", 1),
        artefacts.key("a", 1),
    ]
    assert len(set(keys)) == 4 and all(len(key) == 16 for key in keys)
