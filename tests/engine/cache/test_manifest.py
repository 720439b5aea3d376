"""Manifests: every kind of damage to every file is recognised."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

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


def test_a_manifest_for_which_there_was_no_room_at_first_is_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the first attempt leaves, and cannot remove either, is no file of the folder."""

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(OSError, match="No space left"):
        patch.setattr(os, "replace", full)
        patch.setattr(Path, "unlink", full)
        write_manifest(folder)
    left = [path.name for path in folder.iterdir() if path.name.startswith(".")]
    assert len(left) == 1
    (folder / f".{MANIFEST}.1.tmp").write_bytes(b"")  # of a process that was killed
    write_manifest(folder)
    assert is_intact(folder)
    (folder / f".{MANIFEST}.1.tmp").unlink()
    assert is_intact(folder)
    listed = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    listed["files"][left[0]] = [0, "00000000"]  # as versions before this one listed it
    (folder / MANIFEST).write_text(json.dumps(listed), encoding="utf-8")
    assert is_intact(folder)


@pytest.mark.parametrize("name", [*FILES, MANIFEST])
@pytest.mark.parametrize("damage", [truncate, zero, empty, flip_a_bit, Path.unlink])
def test_damage_is_recognised(folder: Path, name: str, damage: Callable[[Path], object]) -> None:
    verify(folder)
    damage(folder / name)
    assert not is_intact(folder)
    with pytest.raises(DamagedError) as caught:
        verify(folder)
    assert caught.value.place == str(folder)


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
