"""Home, stores and runs are their user's alone, whatever the umask says."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import launch, paths, private_files
from engine.cache import artefacts
from engine.cache.atomic_folders import atomic_folder
from engine.spec.experiment import parse_experiment
from engine.store import Store, runs
from tests.film_reviews import write_reviews

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")


@pytest.fixture(autouse=True)
def open_umask(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A user whose files everybody may read and change."""
    monkeypatch.delenv(private_files.SHARED, raising=False)
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home that is not there yet."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(folder: Path) -> list[Path]:
    """What others could read or change in a folder that they can enter."""
    found = [folder, *folder.rglob("*")]
    return [path for path in found if not path.is_symlink() and mode(path) & 0o077]


def test_the_home_and_its_store_are_private(home: Path) -> None:
    with Store(paths.default_store()) as store:
        number = runs.create_run(
            store, parse_experiment({"stages": [{"kind": "linear_baseline", "data": "samples:x"}]})
        )
        folder = runs.get_run(store, number).folder
        assert mode(home) == 0o700
        assert {mode(file) for file in home.glob("palimpsest.sqlite*")} == {0o600}
        assert mode(folder) == mode(folder.parent) == 0o700


def test_a_store_elsewhere_is_private_and_its_folder_the_users(tmp_path: Path, home: Path) -> None:
    place = tmp_path / "project"
    place.mkdir(mode=0o755)
    with Store(place / "mine.sqlite") as store:
        number = runs.create_run(
            store, parse_experiment({"stages": [{"kind": "linear_baseline", "data": "samples:x"}]})
        )
        assert mode(place / "mine.sqlite") == 0o600
        assert mode(runs.get_run(store, number).folder.parent) == 0o700
    assert mode(place) == 0o755


def test_the_cache_makes_a_private_home(home: Path, tmp_path: Path) -> None:
    artefacts.write_note(paths.cache_folder() / "machine" / "a.json", 1)
    assert {mode(each) for each in (home, home / "cache", home / "cache" / "machine")} == {0o700}
    with atomic_folder(tmp_path / "out" / "export", seal=False) as folder:
        (folder / "file").write_text("x", encoding="utf-8")
    assert mode(tmp_path / "out" / "export") == 0o777  # what is asked for elsewhere follows the umask


@pytest.mark.slow
def test_all_that_a_run_writes_is_private(home: Path, tmp_path: Path) -> None:
    file = write_reviews(tmp_path / "films.csv")
    stage = {"kind": "linear_baseline", "data": {"source": str(file), "validation_share": 0.2}}
    (number,) = launch.enqueue(paths.default_store(), [parse_experiment({"stages": [stage]})], launcher="cli")
    last = list(launch.run_foreground(paths.default_store(), number))[-1]
    assert last.exit_code == 0, last.row.reason
    names = {path.name for path in last.row.folder.rglob("*")}
    assert {"run.log", "spec.toml"} <= names
    assert open_to_others(home / "palimpsest-runs") == []
    assert mode(home) == 0o700


def test_an_open_home_is_closed_with_a_word(home: Path, tmp_path: Path) -> None:
    (home / "cache" / "texts").mkdir(parents=True)
    note = home / "cache" / "texts" / "a.json"
    note.write_text("1", encoding="utf-8")
    outside = tmp_path / "outside.txt"
    outside.write_text("x", encoding="utf-8")
    (home / "link").symlink_to(outside)
    done = subprocess.run(
        [sys.executable, "-m", "engine", "fields", "freezing"], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0
    assert "now private to you" in done.stderr
    assert open_to_others(home) == []
    assert mode(outside) == 0o666  # what a link leads to is not ours
    assert private_files.tighten_home() == ""


def test_a_group_may_share_a_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(private_files.SHARED, "1")
    os.umask(0o007)
    Store(paths.default_store()).close()
    assert mode(home) == 0o770
    assert mode(paths.default_store()) & 0o040
    assert private_files.tighten_home() == ""
    assert mode(home) == 0o770
