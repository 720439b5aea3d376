"""A pipe, a socket, a folder or a device in the place of a file is refused at every door, and never waited for."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.foreign.tensorboard import PREFIX
from engine.parsing import open_plain_file
from tests import patience
from tests.engine.malformed.cases import run_command_line
from tests.engine.malformed.data_files import csv_text, inspect
from tests.engine.malformed.model_folders import SOUND, tokenizes
from tests.engine.malformed.specs import queue
from tests.engine.malformed.stores import sound_store

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="has no such files"),
    pytest.mark.timeout(patience.seconds(60)),
]


def make_socket(path: Path) -> None:
    """A socket that nobody serves; its name is bound from within its folder, for it may not be long."""
    before = os.getcwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(before)


ODD: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a socket": make_socket,
    "a folder": Path.mkdir,
    "a device": lambda path: path.symlink_to("/dev/zero"),
}


def data_folder(folder: Path, odd: str) -> list[str]:
    """A folder with a training file, its neighbours and texts by class; ``odd`` is not there yet."""
    place = folder / "data"
    for name in ("train.csv", "test.csv"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        if name != odd:
            (place / name).write_text(csv_text(), encoding="utf-8")
    return inspect(place / "train.csv" if odd != "train.csv" else place)


def text_folder(folder: Path, odd: str) -> list[str]:
    """A folder of texts in folders of their classes."""
    for name in ("neg/1.txt", "neg/2.txt", "pos/1.txt", "pos/2.txt"):
        (folder / "texts" / name).parent.mkdir(parents=True, exist_ok=True)
        if name != odd:
            (folder / "texts" / name).write_text(f"a text {name}", encoding="utf-8")
    return inspect(folder / "texts")


def model_folder(folder: Path, odd: str) -> list[str]:
    """A model's folder."""
    shutil.copytree(SOUND, folder / "model")
    (folder / "model" / odd).unlink(missing_ok=True)
    return tokenizes(folder, folder / "model")


def log_folder(folder: Path, odd: str) -> list[str]:
    """A folder in which another program's log should be."""
    (folder / "log").mkdir()
    return ["import-log", str(folder / "log"), "--store", str(folder / "s.sqlite")]


def store_file(folder: Path, odd: str) -> list[str]:
    """A store without a file that SQLite keeps next to it."""
    shutil.copy(sound_store(), folder / "s.sqlite")
    return ["store", "check", "--store", str(folder / "s.sqlite")]


def alone(*before: str) -> Callable[[Path, str], list[str]]:
    """A file that is named by itself."""
    return lambda folder, odd: [*before, str(folder / odd)]


DOORS: list[tuple[str, str, Callable[[Path, str], list[str]]]] = [
    ("", "rows.csv", lambda folder, odd: inspect(folder / odd)),
    ("", "rows.xlsx", lambda folder, odd: inspect(folder / odd)),
    ("", "rows.parquet", lambda folder, odd: inspect(folder / odd)),
    ("", "design.toml", lambda folder, odd: queue(folder, str(folder / odd))),
    ("", "a.palimpsest", alone("open-capsule")),
    ("data", "test.csv", data_folder),
    ("data", "classes.txt", data_folder),
    ("texts", "neg/1.txt", text_folder),
    *(("model", name, model_folder) for name in (
        "config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "vocab.txt",
        "model.safetensors",
    )),
    *(("", f"s.sqlite{ending}", store_file) for ending in ("-wal", "-shm", "-journal")),
    *(("log", name, log_folder) for name in ("trainer_state.json", f"{PREFIX}1")),
]  # fmt: skip


@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize(("below", "odd", "arguments"), DOORS, ids=[each[1] for each in DOORS])
def test_what_is_no_plain_file_is_refused_or_passed_over(
    kind: str, below: str, odd: str, arguments: Callable[[Path, str], list[str]], tmp_path: Path, home: Path
) -> None:
    words = arguments(tmp_path, odd)
    ODD[kind](tmp_path / below / odd)
    answer = run_command_line(words)
    assert "Traceback" not in answer.out + answer.err
    assert answer.code == 2 or (answer.code == 0 and below), answer.err
    assert not list(tmp_path.glob("palimpsest-runs/*"))


@pytest.mark.parametrize("kind", ODD)
def test_opening_never_waits(kind: str, tmp_path: Path) -> None:
    ODD[kind](tmp_path / "odd")
    with pytest.raises(UserError, match="odd: this is"):
        open_plain_file(tmp_path / "odd")
    (tmp_path / "file").write_bytes(b"content")
    with open_plain_file(tmp_path / "file") as opened:
        assert opened.read() == b"content"
