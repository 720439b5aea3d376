"""Whatever stands in a row of a store or a capsule: a sentence or an answer, and no file outside the store's folder.

Each case puts one value into one column of a sound store, past all checks, as a file made by hand has it. The suite
draws a few of them, the nightly run two thousand.
"""

# ruff: noqa: E501  (tables of odd values read better with many in a line)
from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.spec.data import DataSource
from engine.store import Store, metrics, runs, summaries
from engine.store.tables import columns
from tests.engine.malformed.cases import run_command_line
from tests.engine.malformed.stores import COMMANDS, INSIDE_JSON, sound_store, unguarded

TEXTS = ("", "word", "\x00", "a\x00b", "n" * 20_000, "../../outside", "/tmp/../outside", "..\\..\\outside", "C:\\outside", ".",
         "outside-runs/000001", "{", "[]", "{}", "7", "null", "[7]", '["a"]', '{"a": 1}', '[{"a": []}]', "NaN", "[NaN]", '{"a": NaN}',
         "[-1]", "[1e999]", "[99999999999999999999]", '[[1], [2]]', '{"stages": []}', '{"stages": 7}', '[""]', r'["\ud800"]',
         "[" * 3000 + "]" * 3000, "[" * 100_000, "\u202e\x1b[2J", "<b>&amp;</b>", "2024", r'{"a": "\ud800"}',
         *chain(*INSIDE_JSON.values()))  # fmt: skip
NUMBERS = (-1, 0, 1, 2, 7, 999, 1 << 31, 1 << 53, 1 << 60, (1 << 63) - 1, -(1 << 63), 0.5, -0.5, 1e308, -1e308,
           float("inf"), 1e-320)  # fmt: skip
VALUES: tuple[object, ...] = (*TEXTS, *NUMBERS, None, b"", b"\xff\xfe\x00")


@cache
def finished_store() -> Path:
    """Return a store like ``sound_store`` whose first run has finished, with a curve and predictions for its test texts."""
    headlines = load_dataset(DataSource(source="samples:headlines"))
    test, classes = headlines.splits["test"], list(headlines.classes)
    path = sound_store().parent / "finished" / "store.sqlite"
    path.parent.mkdir(exist_ok=True)
    shutil.copy(sound_store(), path)
    with Store(path) as store:
        metrics.add_points(store, 1, [("train/loss", step, step / 2, 1 / (step + 1)) for step in range(9)])
        sure = np.full(len(test), 0.9)
        summaries.set_predictions(
            store, 1, "test", 9, classes, test.rows, test.labels, test.labels, sure, 1 - sure
        )
        runs.set_run_columns(store, [1], status="finished", steps=9, step=9, started=1e9, finished=1e9 + 9)
    return path


def cases(count: int, seed: int) -> Iterator[tuple[str, str, object, tuple[tuple[str, ...], ...]]]:
    """Yield table, column, value and three commands; every column comes before one comes again."""
    draw = random.Random(seed)
    places = [(table, name) for table, found in columns().items() for name in found]
    for number in range(count):
        if number % len(places) == 0:
            draw.shuffle(places)
        yield *places[number % len(places)], draw.choice(VALUES), tuple(draw.sample(COMMANDS, 3))


def listing(folder: Path, but: Path) -> dict[str, bytes]:
    return {
        str(file): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and but not in file.parents
    }


def examine(
    folder: Path, table: str, column: str, value: object, commands: tuple[tuple[str, ...], ...]
) -> None:
    """Put the value into the column, run the commands, and assert what every answer has to be."""
    shutil.rmtree(folder, ignore_errors=True)
    room = folder / "a" / "b"
    outside = [folder / "outside", folder / "a" / "outside", room / "outside-runs" / "000001"]
    for each in outside:
        each.mkdir(parents=True)
        (each / "precious.txt").write_text("mine", encoding="utf-8")
    path = shutil.copy(finished_store(), room / "store.sqlite")
    for number in (1, 2):
        (room / "store-runs" / f"{number:06d}" / "stage-1").mkdir(parents=True)
    with unguarded(path) as store, suppress(sqlite3.IntegrityError):  # a key that may not be there twice
        store.execute(f"UPDATE {table} SET {column} = ?", (value,))
    before = listing(folder, room)
    check = run_command_line(["store", "check", "--store", str(path)])
    for command in commands:
        answer = run_command_line([*command, "--store", str(path)])
        said = f"{table}.{column} = {value!r:.60}: {' '.join(command)}: {answer.code} {answer.err[-1500:]} {answer.out[-300:]}"
        assert "Traceback" not in answer.err + answer.out, said
        assert answer.code in (0, 1, 2), said
        assert "damaged" not in answer.err or check.code != 0, f"found sound: {check.out} {said}"
    with suppress(UserError), Store(path) as store:
        runs.delete_runs(store, [1])
    assert listing(folder, room) == before, f"{table}.{column} = {value!r:.60}: {commands}"
    assert all((each / "precious.txt").is_file() for each in outside), (
        f"{table}.{column} = {value!r:.60}: {commands}"
    )


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "stores"


def test_a_value_of_a_row_breaks_no_command(room: Path) -> None:
    known = ("prediction_sets", "split", '{"a": 1}', (("slices", "1"), ("predictions", "1")))
    for case in (known, *cases(49, seed=1)):
        examine(room, *case)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(20))
def test_a_hundred_values_of_rows_break_no_command(room: Path, part: int) -> None:
    for case in cases(100, seed=10 * random.randrange(10**6) + part):
        examine(room, *case)
