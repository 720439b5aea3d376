"""Manifests: every kind of damage to every file is recognised."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import google_crc32c
import pytest

from engine.cache import manifest
from engine.cache.manifest import (
    MANIFEST,
    DamagedError,
    is_intact,
    verify,
    verify_unless_legacy,
    write_manifest,
)

FILES = ("state.bin", "encoder/weights.bin", "about.json")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with three files of the same length and other content."""
    found = tmp_path / "folder"
    for number, name in enumerate(FILES):
        (found / name).parent.mkdir(parents=True, exist_ok=True)
        (found / name).write_bytes(bytes([number + 1]) * 3_000_000)
    write_manifest(found)
    return found


def truncate(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def zero(file: Path) -> None:
    file.write_bytes(bytes(file.stat().st_size))


def empty(file: Path) -> None:
    os.truncate(file, 0)


def flip_a_bit(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0x10
    file.write_bytes(content)


def swap(file: Path) -> None:
    other = _neighbour(file)
    content = file.read_bytes()
    file.write_bytes(other.read_bytes())
    other.write_bytes(content)


def _neighbour(file: Path) -> Path:
    root = next(parent for parent in file.parents if parent.name == "folder")
    files = sorted(path for path in root.rglob("*") if path.is_file())
    return files[files.index(file) - 1]


@pytest.mark.parametrize("name", [*FILES, MANIFEST])
@pytest.mark.parametrize("damage", [truncate, zero, empty, flip_a_bit, swap, Path.unlink])
def test_damage_is_recognised(folder: Path, name: str, damage: Callable[[Path], object]) -> None:
    verify(folder)
    damage(folder / name)
    assert not is_intact(folder)
    with pytest.raises(DamagedError) as caught:
        verify(folder)
    assert caught.value.place == str(folder)


def test_every_bit_of_a_manifest_counts(folder: Path) -> None:
    """A flipped bit makes it unreadable or another list; only where blanks stand may it change nothing."""
    content = (folder / MANIFEST).read_bytes()
    for place in range(0, len(content)):
        changed = bytearray(content)
        changed[place] ^= 0x01
        (folder / MANIFEST).write_bytes(changed)
        if is_intact(folder):
            assert json.loads(changed) == json.loads(content)


def test_checksums_are_those_of_crc32c(folder: Path) -> None:
    listed = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
    assert sorted(listed) == sorted(FILES)
    for name, (size, checksum) in listed.items():
        content = (folder / name).read_bytes()
        assert (size, int(checksum, 16)) == (len(content), google_crc32c.value(content))


def test_files_that_are_not_listed_do_not_matter(folder: Path) -> None:
    (folder / "steps").mkdir()
    (folder / "steps" / "later").write_text("kept", encoding="utf-8")
    verify(folder)


def test_what_was_found_whole_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    checksum = manifest._checksum
    monkeypatch.setattr(manifest, "_checksum", lambda file: read.append(file.name) or checksum(file))
    verify(folder)
    verify(folder)
    assert sorted(read) == sorted(Path(name).name for name in FILES)


def test_a_kept_step_lacks_its_manifest_only_where_its_stage_does(tmp_path: Path) -> None:
    step = tmp_path / "stage-1" / "steps" / "00000002"
    step.mkdir(parents=True)
    (step / "weights").write_bytes(b"weights")
    verify_unless_legacy(step)  # as version 0.1.0 left it
    (tmp_path / "stage-1" / "head").write_bytes(b"head")
    write_manifest(tmp_path / "stage-1")
    with pytest.raises(DamagedError, match=r"manifest\.json is missing"):
        verify_unless_legacy(step)
    write_manifest(step)
    verify_unless_legacy(step)
    (step / "weights").write_bytes(b"wEights")
    with pytest.raises(DamagedError, match="the content of weights has changed"):
        verify_unless_legacy(step)
