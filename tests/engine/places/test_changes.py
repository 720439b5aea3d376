"""Changes of runs elsewhere, as they arrive here."""

from __future__ import annotations

import random
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.launch import enqueue
from engine.places.changes import (
    copy_changes,
    log_bytes,
    merge_run,
    pack,
    read_log_part,
    unpacked,
    write_log_part,
)
from engine.places.link import partition_name
from engine.spec.experiment import parse_experiment
from engine.store import Store, metrics, placed_runs, runs
from engine.store.repair import check_store
from engine.store.tables import columns, run_tables
from engine.store.transfer import memory_store

STAGE = {"kind": "finetune", "data": "samples:questions"}
EXPERIMENT = parse_experiment({"stages": [STAGE, STAGE], "seed": 4})


@pytest.fixture
def there(tmp_path: Path, home: Path) -> Iterator[Store]:
    """A store with one run, the one over there."""
    (tmp_path / "there").mkdir()
    with Store(tmp_path / "there" / "s.sqlite") as store:
        enqueue(store, [EXPERIMENT])
        yield store


@pytest.fixture
def here(tmp_path: Path, home: Path) -> Iterator[Store]:
    """A store with a run of its own, and run 2 at a place."""
    (tmp_path / "here").mkdir()
    with Store(tmp_path / "here" / "s.sqlite") as store:
        enqueue(store, [EXPERIMENT])
        enqueue(store, [EXPERIMENT], place="gpubox")
        yield store


def rows(store: Store, run: int) -> dict[str, list[tuple[object, ...]]]:
    """All that travels of a run, as it stands in a store."""
    found = {}
    for table in run_tables():
        names = [
            name for name in columns()[table] if name != "run_id" and (table, name) != ("messages", "id")
        ]
        sql = f"SELECT {', '.join(names)} FROM {table} WHERE run_id = ?"
        found[table] = sorted(map(tuple, store.execute(sql, (run,))), key=repr)
    sql = "SELECT fingerprint, split, time FROM test_looks WHERE identity = (SELECT identity FROM runs WHERE id = ?)"
    found["test_looks"] = [tuple(row) for row in store.execute(sql, (run,))]
    row = runs.get_run(store, run)
    found["runs"] = [(row.status, row.step, row.finished, row.reason, row.active_seconds)]
    return found


Answer = tuple[bytes, str, str, tuple[int, bytes]]
"""Packed rows, their stamp and the one that the question had, and a part of the log."""


def ask(there: Store, here: Store) -> Answer:
    """What the machine over there answers."""
    known = placed_runs.require_placed_run(here, 2).stamp
    with closing(memory_store()) as changed:
        stamp = copy_changes(changed, 1, there.path, 1, known)
        return pack(changed), stamp, known, read_log_part(runs.get_run(there, 1).folder, log_bytes(here, 2))


def take(here: Store, packed: bytes, stamp: str, known: str, log: tuple[int, bytes]) -> None:
    """What the follower does with the answer."""
    write_log_part(here, 2, *log)
    if stamp != known:
        with unpacked(packed) as file:
            merge_run(here, 2, file, 1, stamp, known)


def look(there: Store, here: Store) -> bytes:
    answer = ask(there, here)
    take(here, *answer)
    return answer[0]


def train(store: Store, steps: range, session: int) -> None:
    """What a training process writes, in short."""
    runs.set_run_columns(
        store, [1], status="running", pid=session, step=steps[-1], active_seconds=float(steps[-1])
    )
    for position, first in enumerate((0, 10)):
        if steps[-1] > first:
            row = {"run_id": 1, "position": position, "kind": "finetune", "title": "é\u2028"}
            store.upsert("stages", {**row, "first_step": first, "steps": 10}, ("run_id", "position"))
    points = [
        (key, step, step * 0.5 + session, 1 / (step + 1))
        for step in steps
        for key in ("train/loss", "rate/top")
    ]
    last = ("validation/error", steps[-1], steps[-1] * 0.5 + session, float("nan"))
    metrics.add_points(store, 1, [*points, last])
    runs.add_message(store, 1, f"after {steps[-1]}")
    with (runs.get_run(store, 1).folder / "run.log").open("ab") as log:
        log.write(f"step {steps[-1]} é\xff\n".encode("latin-1"))


def predict(store: Store, step: int, right: int) -> None:
    """What an evaluation writes: 50 predictions, so many of them right."""
    row = {"run_id": 1, "split": "test", "step": step, "classes": '["a","b"]'}
    store.upsert("prediction_sets", row, ("run_id", "split"))
    for place in range(50):
        values = {"source_row": place, "label": 0, "predicted": int(place >= right), "loss": 0.1}
        key = {"run_id": 1, "split": "test", "position": place}
        store.upsert("predictions", key | values, ("run_id", "split", "position"))


def end(store: Store) -> None:
    predict(store, 20, 40)
    row = {"run_id": 1, "key": "drift/layers", "step": 9, "time": 1.0, "shape": "[1]", "value": "[0.5]"}
    store.upsert("probe_maps", row)
    identity = runs.get_run(store, 1).identity
    look = {"fingerprint": "f", "identity": identity, "group_identity": "g", "split": "test", "time": 5.0}
    store.upsert("test_looks", look)
    runs.set_run_columns(store, [1], status="finished", pid=None, finished=1e9, reason="")


def test_a_run_that_is_stopped_resumed_and_finished_there_is_the_same_run_here(
    there: Store, here: Store
) -> None:
    before = rows(here, 1)
    steps: list[Callable[[], object]] = [
        lambda: train(there, range(1, 8), 11),
        lambda: predict(there, 7, 10),
        lambda: train(there, range(8, 13), 11),
        lambda: predict(there, 12, 20),  # another checkpoint is better
        lambda: runs.set_run_columns(there, [1], status="stopped", pid=None),
        lambda: train(there, range(9, 21), 12),  # from the checkpoint at 8: some steps are measured again
        lambda: end(there),
    ]
    for step in steps:
        step()
        look(there, here)
        assert rows(here, 2) == rows(there, 1)
    assert rows(here, 1)["metrics"] == before["metrics"]  # nothing of another run was touched
    log = (runs.get_run(here, 2).folder / "run.log").read_bytes()
    assert log == (runs.get_run(there, 1).folder / "run.log").read_bytes() and log.count(b"step") == 3
    assert [each.text for each in check_store(here.path).findings if each.is_damage] == []


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_lost_or_doubled_on_the_way_nothing_is_lost_or_doubled_here(
    seed: int, there: Store, here: Store
) -> None:
    draw = random.Random(seed)
    step, session = 1, 1
    under_way: list[Answer] = []
    for _ in range(40):
        act = draw.randrange(5)
        if act == 0:
            more = draw.randint(1, 4)
            train(there, range(step, step + more), session)
            step += more
        elif act == 1:  # killed, resumed from a checkpoint
            session, step = session + 1, max(1, step - draw.randint(0, 3))
        elif act == 2:
            under_way.append(ask(there, here))
        elif under_way:
            take(here, *draw.choice(under_way[-2:]))  # an older one, or one that has come before
    end(there)
    look(there, here)
    assert rows(here, 2) == rows(there, 1)


def test_of_a_run_that_goes_on_only_what_is_new_travels(there: Store, here: Store) -> None:
    train(there, range(1, 5000), 11)
    predict(there, 4000, 10)
    whole = len(look(there, here))
    train(there, range(5000, 5003), 11)
    assert len(look(there, here)) < whole / 10 and rows(here, 2) == rows(there, 1)


def test_what_somebody_wants_here_is_not_undone_by_what_was_told_before(there: Store, here: Store) -> None:
    train(there, range(1, 5), 11)
    runs.set_run_columns(there, [1], status="interrupted", pid=None)
    look(there, here)
    runs.set_run_columns(here, [2], status="queued")  # it is to be resumed
    look(there, here)
    assert runs.get_run(here, 2).status == "queued"
    train(there, range(5, 7), 12)
    look(there, here)
    assert runs.get_run(here, 2).status == "running"


HOSTILE = {
    "a status that is none": "UPDATE runs SET status = 'cheerful'",
    "a value of another type": "UPDATE metrics SET value = x'00'",
    "a text that is no UTF-8": "UPDATE stages SET title = CAST(x'ff' AS TEXT)",
    "JSON that is none": "UPDATE stages SET info = '{'",
    "more stages than the run has": "INSERT INTO stages VALUES (1, 2, 'finetune', '', 20, 1, '{}')",
    "an artefact outside of the folder": "INSERT INTO artefacts VALUES (1, 'stage', '../../x', 1, 1, 1.0)",
    "no table": "DROP TABLE summary",
    "a trigger": "CREATE TRIGGER run_added2 AFTER INSERT ON runs BEGIN DELETE FROM runs; END",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_rows_that_no_run_can_have_are_refused_and_change_nothing(
    name: str, there: Store, here: Store, tmp_path: Path
) -> None:
    train(there, range(1, 15), 11)
    packed, *rest = ask(there, here)
    file = tmp_path / "hostile.sqlite"
    file.write_bytes(zlib.decompress(packed))
    with closing(sqlite3.connect(file)) as hostile:
        hostile.execute("PRAGMA ignore_check_constraints=ON")
        if name == "a value of another type":  # a strict table lets nobody write it
            hostile.execute("PRAGMA writable_schema=ON")
            hostile.execute(
                "UPDATE sqlite_master SET sql = replace(sql, 'STRICT, ', '') WHERE name = 'metrics'"
            )
            hostile.commit()
            hostile.close()
            hostile = sqlite3.connect(file)
            hostile.execute("PRAGMA ignore_check_constraints=ON")
        hostile.execute(HOSTILE[name])
        hostile.commit()
        hostile.close()
    before = rows(here, 1), rows(here, 2)
    if name == "a trigger":  # which nobody calls who only reads
        take(here, zlib.compress(file.read_bytes()), *rest)
        assert runs.count_runs(here, archived=None) == 2
        return
    with pytest.raises(UserError):
        take(here, zlib.compress(file.read_bytes()), *rest)
    assert (rows(here, 1), rows(here, 2)) == before


@pytest.mark.parametrize(
    "packed", [b"", b"no file", zlib.compress(b"no store"), zlib.compress(b"x" * 9999)[:20]]
)
def test_what_is_no_store_is_refused(packed: bytes) -> None:
    with pytest.raises(UserError), unpacked(packed):
        pass


def test_a_finding_begins_with_the_name_of_its_partition() -> None:
    assert partition_name("gpu* (up): 2 x 8 CPUs, 64000 MB, gpu:a100:4, at most 1-00:00:00") == "gpu"
    assert partition_name("long-cpu (down): 12 x 64 CPUs, 250000 MB, at most infinite") == "long-cpu"
    assert partition_name("debug") == "debug"
