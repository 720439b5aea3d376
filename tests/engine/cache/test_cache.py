"""The cache: its size, claims, damage and what its entries depend on."""

from __future__ import annotations

import csv
import errno
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import paths, plugins
from engine.cache import arrow_spill, capacity, usage
from engine.cache import program_hash as module
from engine.cache.atomic_folders import atomic_folder
from engine.cache.locks import ArtefactLock
from engine.cache.manifest import (
    MANIFEST,
    DamagedError,
    is_intact,
    verify,
    verify_unless_legacy,
    write_manifest,
)
from engine.cache.program_hash import ENGINE, program_hash
from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.model.content_hash import encoder_content_hash
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder

pytestmark = pytest.mark.usefixtures("home")


OLD = time.time() - 30 * 86_400


def entry(kind: str, name: str, size: int = 1000, days: float = 0.0) -> Path:
    """An entry of ``size`` bytes, last used ``days`` after the oldest possible."""
    folder = paths.cache_folder() / kind / name
    folder.mkdir(parents=True)
    (folder / "data.bin").write_bytes(b"x" * size)
    os.utime(folder, (OLD + 86_400 * days,) * 2)
    return folder


def limit(size: float) -> None:
    capacity.set_size_limit(size / 1e9)


def test_the_least_recently_used_goes_first_and_no_more_than_needed() -> None:
    oldest, used_again, newer = (
        entry("texts", "a"),
        entry("tokens", "b", days=1),
        entry("corpora", "c", days=2),
    )
    usage.mark_used(used_again)
    limit(2000)
    assert capacity.make_room() == capacity.Removal(1, 1000, 0)
    assert (oldest.exists(), used_again.exists(), newer.exists()) == (False, True, True)
    limit(500)
    capacity.make_room()
    # What was used a moment ago stays, even above the limit.
    assert (used_again.exists(), newer.exists()) == (True, False)
    limit(0)  # none
    entry("texts", "d", 10**6)
    assert capacity.make_room().entries == 0


HOLDER = """
import sys
from engine import paths
from engine.cache import usage
usage.hold_used_entries()
usage.mark_used(paths.cache_folder() / "texts" / "held")
print("holding", flush=True)
sys.stdin.read()
"""


def test_what_a_living_process_holds_stays_until_it_ends() -> None:
    held, other = entry("texts", "held"), entry("texts", "other")
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline().strip() == "holding"
        assert usage.entries_in_use() == {held}
        os.utime(held, (OLD, OLD))
        limit(1)
        assert capacity.make_room() == capacity.Removal(1, 1000, 1)
        assert capacity.clear() == capacity.Removal(0, 0, 1)
        assert held.exists() and not other.exists()
        process.kill()  # however it ends
    assert usage.entries_in_use() == set()
    assert not list((paths.cache_folder() / "holders").glob("*"))
    assert capacity.clear().entries == 1 and not held.exists()


def test_the_limit_of_the_environment_goes_first_and_must_be_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(capacity.LIMIT_VARIABLE, "1.5")
    assert capacity.size_limit() == 1.5e9
    for wrong in ("much", "-1", "nan"):
        monkeypatch.setenv(capacity.LIMIT_VARIABLE, wrong)
        with pytest.raises(UserError, match="not a size in GB"):
            capacity.size_limit()
    with pytest.raises(UserError):
        capacity.set_size_limit(-1)


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


CLAIMER = """
import sys
from engine.cache.locks import ArtefactLock
claim = ArtefactLock(sys.argv[1], sys.argv[2])
print(claim.try_acquire(), flush=True)
sys.stdin.read()
"""


def holder(name: str) -> subprocess.Popen[str]:
    """A process that has taken the claim and keeps it."""
    process = subprocess.Popen(
        [sys.executable, "-c", CLAIMER, "key", name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).resolve().parents[3],
    )
    assert process.stdout is not None and process.stdout.readline() == "True\n"
    return process


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_a_claim_ends_with_its_process() -> None:
    process = holder("000007")
    mine = ArtefactLock("key", "000008")
    assert not mine.try_acquire() and mine.holder() == "run 7"
    process.kill()
    process.wait()
    assert mine.try_acquire()
    with mine:
        assert ArtefactLock("key", "").holder() == "run 8"
    assert ArtefactLock("key", "").holder() == "another run"


def test_a_disk_that_cannot_be_written_lets_everybody_have_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PALIMPSEST_HOME", str(home / "file"))
    one, two = ArtefactLock("key", "1"), ArtefactLock("key", "2")
    assert one.try_acquire() and two.try_acquire()
    one.release()


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


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    return shutil.copytree(ENGINE, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))


def test_every_module_of_the_engine_counts(engine: Path) -> None:
    whole = module._hash_program(engine, ())
    assert whole == module._hash_program(ENGINE, ())
    for name in ("random_streams.py", "progress.py", "spec/mitigation.py", "kernels/dropout.py"):
        file = engine / name
        text = file.read_text(encoding="utf-8")
        file.write_text(f"{text}\n", encoding="utf-8")
        module._hash_program.cache_clear()
        assert module._hash_program(engine, ()) != whole, name
        file.write_text(text, encoding="utf-8")
    module._hash_program.cache_clear()
    assert module._hash_program(engine, ()) == whole
    (engine / "new_module.py").write_text("", encoding="utf-8")
    module._hash_program.cache_clear()
    assert module._hash_program(engine, ()) != whole


def test_a_plug_in_counts_with_all_its_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = program_hash()
    package = tmp_path / "added_for_a_hash"
    package.mkdir()
    for name in ("__init__.py", "inner.py"):
        (package / name).write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PALIMPSEST_PLUGINS", "added_for_a_hash")
    try:
        assert {file.name for file in plugins.plugin_files()} == {"__init__.py", "inner.py"}
        added = program_hash()
        assert added != plain
        (package / "inner.py").write_text("SCALE = 2\n", encoding="utf-8")
        module._hash_program.cache_clear()
        assert program_hash() not in (plain, added)
    finally:
        sys.modules.pop("added_for_a_hash", None)
        plugins._loaded_modules.discard("added_for_a_hash")
    monkeypatch.delenv("PALIMPSEST_PLUGINS")
    assert program_hash() == plain


def test_an_encoder_is_known_by_the_content_of_its_files(tiny_bert_folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(tiny_bert_folder, tmp_path / "copy")
    first = encoder_content_hash(Encoder(source=str(tiny_bert_folder)))
    assert first == encoder_content_hash(Encoder(source=str(copy)))
    config = copy / "config.json"
    config.write_text(f"{config.read_text(encoding='utf-8')} ", encoding="utf-8")
    assert encoder_content_hash(Encoder(source=str(copy))) != first


def test_a_data_set_is_the_same_however_little_is_held(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [(f"{'good' if n % 3 else 'bad'}", f"text {n} \u00fc", f"more {n}") for n in range(300)]
    rows[7] = ("", "no label", "x")
    rows[290] = ("good", "  ", "")
    with (tmp_path / "train.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("label", "title", "text"), *rows])
    source = DataSource.model_validate(
        {"source": str(tmp_path / "train.csv"), "format": {"kind": "csv", "incomplete": "skip"}}
    )
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "one"))
    first = load_dataset(source)
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "two"))
    monkeypatch.setattr(arrow_spill, "MEMORY_LIMIT", 0)
    monkeypatch.setattr(arrow_spill, "BATCH_ROWS", 17)
    second = load_dataset(source)
    assert second.fingerprint == first.fingerprint and second.notes == first.notes
    assert first.classes == ("bad", "good")
    for name, split in first.splits.items():
        other = second.splits[name]
        assert list(split.texts) == list(other.texts)
        assert split.labels.tolist() == other.labels.tolist() and split.rows.tolist() == other.rows.tolist()
    kept = {row for split in second.splits.values() for row in split.rows.tolist()}
    assert kept == set(range(2, 302)) - {9, 292}, "a header counts as row 1"


def test_reading_csv_does_not_load_pandas(tmp_path: Path, home: Path) -> None:
    rows = [("label", "text"), *((n % 2, f"text {n}") for n in range(40))]
    with (tmp_path / "train.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    program = """
import sys
from engine.data.dataset import load_dataset
from engine.spec.data import DataSource

found = load_dataset(DataSource(source=sys.argv[1]))
print(len(found.splits["train"].labels), "pandas" in sys.modules)
"""
    root = str(Path(arrow_spill.__file__).resolve().parents[2])
    said = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "train.csv")],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": root},
        check=True,
    )
    assert said.stdout.split()[1] == "False"
