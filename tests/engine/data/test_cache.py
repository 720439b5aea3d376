"""Cache folders appear whole or not at all; content is what counts."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from engine import paths
from engine.data import cache
from engine.errors import UserError


def test_a_folder_appears_when_its_block_ends(tmp_path: Path):
    final = tmp_path / "a" / "final"
    with cache.folder(final) as making:
        (making / "x.txt").write_text("x", encoding="utf-8")
        assert not final.exists()
    assert (final / "x.txt").read_text(encoding="utf-8") == "x"
    assert os.listdir(final.parent) == ["final"]


def test_a_failure_leaves_nothing(tmp_path: Path):
    final = tmp_path / "final"
    with pytest.raises(ZeroDivisionError), cache.folder(final) as making:
        (making / "x.txt").write_text("x", encoding="utf-8")
        raise ZeroDivisionError
    assert os.listdir(tmp_path) == []


def test_the_quicker_process_wins(tmp_path: Path):
    final = tmp_path / "final"
    with cache.folder(final) as slow:
        (slow / "who").write_text("slow", encoding="utf-8")
        with cache.folder(final) as quick:
            (quick / "who").write_text("quick", encoding="utf-8")
    assert (final / "who").read_text(encoding="utf-8") == "quick"
    assert os.listdir(tmp_path) == ["final"]


def test_a_full_disk_is_explained(home: Path):
    with (
        pytest.raises(UserError, match="no space is left.*PALIMPSEST_HOME"),
        cache.folder(paths.cache() / "x" / "y"),
    ):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_home_that_cannot_hold_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "file"))
    with (
        pytest.raises(UserError, match="the cache cannot be written"),
        cache.folder(paths.cache() / "x" / "y"),
    ):
        raise AssertionError("not reached")


def test_content_is_names_and_bytes_but_not_the_place(tmp_path: Path):
    def tree(name: str, files: dict[str, str]) -> str:
        root = tmp_path / name
        for file, text in files.items():
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_text(text, encoding="utf-8")
        return cache.content([root / file for file in files], root)

    first = tree("one", {"pos/1.txt": "good", "neg/1.txt": "bad"})
    assert tree("two", {"pos/1.txt": "good", "neg/1.txt": "bad"}) == first
    assert tree("three", {"pos/1.txt": "good", "neg/2.txt": "bad"}) != first
    assert tree("four", {"pos/1.txt": "goodb", "neg/1.txt": "ad"}) != first


def test_large_trees_are_hashed_once_and_again_after_a_change(tmp_path: Path, home: Path):
    files = [tmp_path / f"{i:03}.txt" for i in range(150)]
    for file in files:
        file.write_text("same", encoding="utf-8")
    first = cache.content(files, tmp_path)
    assert len(list((paths.cache() / "hashes").iterdir())) == 1
    assert cache.content(files, tmp_path) == first
    files[3].write_text("diff", encoding="utf-8")
    os.utime(files[3], ns=(1, 1))
    changed = cache.content(files, tmp_path)
    assert changed != first
    files[3].write_text("same", encoding="utf-8")
    assert cache.content(files, tmp_path) == first


def test_keys_tell_values_apart():
    keys = [cache.key("a", 1), cache.key("a", "1"), cache.key("a", [1]), cache.key("b", 1), cache.key("a", 1)]
    assert len(set(keys)) == 4 and all(len(key) == 16 for key in keys)
