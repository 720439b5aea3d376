"""A pipe, a socket, a folder or a device in the place of a file is refused at every door, and never waited for."""

from __future__ import annotations

import os
import shutil
import socket
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine.foreign.tensorboard import PREFIX
from engine.output_files import output_file, write_output
from tests import patience
from tests.engine.malformed.cases import Answer, run_command_line
from tests.engine.malformed.commands import write_inputs
from tests.engine.malformed.data_files import csv_text, inspect
from tests.engine.malformed.model_folders import SOUND, tokenizes
from tests.engine.malformed.specs import queue
from tests.engine.malformed.stores import sound_store
from tests.engine.malformed.test_foreign_rows import finished_store

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


WRITERS = {
    "page.html": "forgetting 1 --html",
    "page.pdf": "forgetting 1 --pdf",
    "best.toml": "search quickstart --overwrite --over learning_rate=1e-5:1e-3:log --trials 1 --queue --write",
    "one.capsule": "capsule 1 --overwrite --out",
    "copy.sqlite": "store backup",
    "copy.sqlite.json": "store backup copy.sqlite",
    "rows.csv": "predictions 1 --no-texts --overwrite --out",
    "rows.parquet": "predictions 1 --no-texts --overwrite --out",
    "new.csv": "predict 1 --text fine --overwrite --out",
    "queue.tsv": "noise samples:reviews --overwrite --out",
    "tables.md": "reproduce table-4 --size sample --yes --out",
    "model": "export 1",
    "encoder": "import-checkpoint checkpoint",
    "curves": "export-log 1 --to tensorboard --into",
}
"""Commands that write the file or folder of this name, which follows as the last argument."""


@pytest.fixture
def target(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a store, in which the command runs."""
    monkeypatch.chdir(tmp_path)
    write_inputs(tmp_path)
    shutil.copy(finished_store(), tmp_path / "s.sqlite")
    return tmp_path


def write_to(name: str) -> Answer:
    last = [] if name.endswith(".sqlite.json") else [name]
    return run_command_line(
        [*WRITERS[name].split(), *last, *([] if name == "encoder" else ["--store", "s.sqlite"])]
    )


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for name in WRITERS for kind in ODD if kind != "a folder" or "." in name]
)
def test_what_is_no_plain_file_is_not_written_and_stays(kind: str, name: str, target: Path) -> None:
    ODD[kind](target / name)
    before = os.lstat(target / name)
    answer = write_to(name)
    assert "Traceback" not in answer.out + answer.err
    if (kind, name) != ("a device", "page.html"):  # it may be /dev/stdout
        assert answer.code == 2, answer
    assert os.path.samestat(before, os.lstat(target / name))
    assert not list(target.glob(".*.part*"))


def test_a_pipe_with_a_reader_gets_the_report(target: Path) -> None:
    os.mkfifo(target / "page.html")
    with ThreadPoolExecutor(1) as pool:
        text = pool.submit((target / "page.html").read_text, encoding="utf-8")
        time.sleep(0.2)
        answer = write_to("page.html")
    assert answer.code == 0 and text.result().rstrip().endswith("</html>")


def test_a_link_stays_and_what_it_names_is_replaced_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "kept.csv").write_text("before", encoding="utf-8")
    (tmp_path / "link.csv").symlink_to("kept.csv")
    with pytest.raises(ValueError, match="half"), output_file(tmp_path / "link.csv") as draft:
        draft.write_text("half", encoding="utf-8")
        raise ValueError("half")
    assert (tmp_path / "kept.csv").read_text(encoding="utf-8") == "before"
    write_output(tmp_path / "link.csv", "after\r\n")
    assert (tmp_path / "kept.csv").read_bytes() == b"after\r\n" and (tmp_path / "link.csv").is_symlink()
    assert len(list(tmp_path.iterdir())) == 2
