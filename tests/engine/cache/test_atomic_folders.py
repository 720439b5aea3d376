"""Folders that appear whole or not at all, and are gone in one step."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from engine import paths
from engine.cache.atomic_folders import atomic_folder
from engine.errors import UserError


def test_a_folder_appears_when_its_block_ends(tmp_path: Path):
    final = tmp_path / "a" / "final"
    with atomic_folder(final) as making:
        (making / "x.txt").write_text("x", encoding="utf-8")
        assert not final.exists()
    assert (final / "x.txt").read_text(encoding="utf-8") == "x"
    assert os.listdir(final.parent) == ["final"]


def test_a_failure_leaves_nothing(tmp_path: Path):
    final = tmp_path / "final"
    with pytest.raises(ZeroDivisionError), atomic_folder(final) as making:
        (making / "x.txt").write_text("x", encoding="utf-8")
        raise ZeroDivisionError
    assert os.listdir(tmp_path) == []


def test_a_full_disk_is_explained(home: Path):
    with (
        pytest.raises(UserError, match="no space is left.*PALIMPSEST_HOME"),
        atomic_folder(paths.cache_folder() / "x" / "y"),
    ):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_home_that_cannot_hold_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "file"))
    with (
        pytest.raises(UserError, match="the cache cannot be written"),
        atomic_folder(paths.cache_folder() / "x" / "y"),
    ):
        raise AssertionError("not reached")


@pytest.mark.skipif(
    sys.platform != "linux", reason="needs /proc, a folder that takes no folder even from root"
)
def test_a_place_that_only_seems_writable() -> None:
    with (
        pytest.raises(UserError, match="the folder cannot be written .*Check its permissions"),
        atomic_folder(Path("/proc/out"), seal=False),
    ):
        raise AssertionError("not reached")
