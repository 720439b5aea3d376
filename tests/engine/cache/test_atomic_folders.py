"""Folders that appear whole or not at all, and are gone in one step."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from engine import paths
from engine.cache.atomic_folders import atomic_folder, discard, replace_parts, sweep
from engine.cache.manifest import MANIFEST, DamagedError, is_intact, verify
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


def test_the_quicker_process_wins(tmp_path: Path):
    final = tmp_path / "final"
    with atomic_folder(final) as slow:
        (slow / "who").write_text("slow", encoding="utf-8")
        with atomic_folder(final) as quick:
            (quick / "who").write_text("quick", encoding="utf-8")
    assert (final / "who").read_text(encoding="utf-8") == "quick"
    assert os.listdir(tmp_path) == ["final"]


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


def test_a_damaged_folder_is_replaced_and_a_whole_one_stands(tmp_path: Path) -> None:
    final = tmp_path / "final"

    def make(content: str, *, replace: bool = False) -> str:
        with atomic_folder(final, replace=replace) as making:
            (making / "who").write_text(content, encoding="utf-8")
        return (final / "who").read_text(encoding="utf-8")

    assert make("first") == "first"
    assert make("second") == "first"
    assert make("third", replace=True) == "third"
    (final / "who").write_text("THIRD", encoding="utf-8")
    assert make("fourth") == "fourth"
    assert is_intact(final) and os.listdir(tmp_path) == ["final"]


def test_parts_are_replaced_beside_what_stays(tmp_path: Path) -> None:
    final = tmp_path / "stage"
    for content in ("old", "new"):
        draft = tmp_path / ".making-stage"
        (draft / "encoder").mkdir(parents=True)
        (draft / "encoder" / "weights").write_text(content, encoding="utf-8")
        (draft / "head").write_text(content, encoding="utf-8")
        replace_parts(draft, final)
        (final / "steps").mkdir(exist_ok=True)
        (final / "steps" / "kept").write_text(content, encoding="utf-8")
    verify(final)
    assert (final / "encoder" / "weights").read_text(encoding="utf-8") == "new"
    assert sorted(os.listdir(final)) == ["encoder", "head", MANIFEST, "steps"]
    assert os.listdir(tmp_path) == ["stage"]


def test_what_is_discarded_is_gone_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process killed while it deletes leaves nothing under the old name; the next one sweeps the rest."""
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").write_text("content", encoding="utf-8")
    with monkeypatch.context() as killed:
        killed.setattr("engine.cache.atomic_folders.shutil.rmtree", lambda *_, **__: None)
        assert discard(folder)
    assert not folder.exists() and len(os.listdir(tmp_path)) == 1
    sweep(tmp_path)
    assert os.listdir(tmp_path) == []
    assert not discard(folder)


def test_half_made_folders_go_when_nobody_can_be_making_them(tmp_path: Path) -> None:
    with atomic_folder(tmp_path / "final"):
        sweep(tmp_path)
        assert len(os.listdir(tmp_path)) == 1  # not a day old: its process lives
    (tmp_path / ".making-left").mkdir()
    sweep(tmp_path, abandoned_seconds=0)
    assert os.listdir(tmp_path) == ["final"]


def test_nothing_is_sealed_for_other_programs(tmp_path: Path) -> None:
    with atomic_folder(tmp_path / "export", seal=False) as making:
        (making / "config.json").write_text("{}", encoding="utf-8")
    assert os.listdir(tmp_path / "export") == ["config.json"]
    with pytest.raises(DamagedError, match="is missing"):
        verify(tmp_path / "export")
