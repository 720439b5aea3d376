"""``palimpsest store``: what its commands print, and their exit codes."""

from __future__ import annotations

import gc
import json
import shutil
from pathlib import Path

import pytest

from engine.store import Store, runs
from tests.engine.malformed.cases import run_command_line
from tests.engine.malformed.stores import sound_store
from tests.engine.store.test_repair import damage


@pytest.fixture
def path(home: Path) -> Path:
    return Path(shutil.copy(sound_store(), home / "palimpsest.sqlite"))


def test_damage_is_listed_saved_and_gone(path: Path) -> None:
    assert run_command_line(["store", "check"]).code == 0
    answer = run_command_line(["store", "repair"])
    assert answer.code == 0 and "is sound; nothing was changed" in answer.out
    damage(path, "UPDATE runs SET phase = X'00' WHERE id = 2")
    for command in (["runs"], ["show", "2"]):
        refused = run_command_line(command)
        assert refused.code == 2 and "palimpsest store repair" in refused.err, refused
    gc.collect()  # the commands above were of this process: their errors hold cursors, and with them the store
    answer = run_command_line(["store", "check", "--json"])
    found = json.loads(answer.out)
    assert answer.code == 1 and not found["sound"]
    assert [each["table"] for each in found["findings"] if each["is_damage"]] == ["runs"]
    done = json.loads(run_command_line(["store", "repair", "--json"]).out)
    assert done["mended"] == {"runs.phase": 1} and Path(done["damaged"]).is_file()
    assert run_command_line(["store", "check"]).code == 0
    assert run_command_line(["runs"]).code == 0


def test_a_copy_is_made_and_put_back(path: Path) -> None:
    made = json.loads(run_command_line(["store", "backup", "--json"]).out)
    assert made["rows"]["runs"] == 2
    with Store(path) as store:
        runs.rename_run(store, 1, "Later")
    answer = run_command_line(["store", "restore", made["path"]])
    assert answer.code == 0 and "The store as it was" in answer.out
    with Store(path) as store:
        assert runs.get_run(store, 1).name == "Quickstart"


def test_without_a_store_there_is_nothing_to_look_at(home: Path) -> None:
    for command in ("check", "repair", "backup"):
        answer = run_command_line(["store", command])
        assert answer.code == 2 and "no store here yet" in answer.err
    answer = run_command_line(["store", "restore", str(home / "nothing.sqlite")])
    assert answer.code == 2 and "nothing.sqlite" in answer.err
    assert list(home.iterdir()) == []
