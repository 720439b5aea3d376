"""What becomes of a run at its place becomes of its row here: exactly once, whatever is lost, torn or hostile."""

from __future__ import annotations

import json
import random
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.launch import enqueue
from engine.places.applying import FrameGapError, apply_frames, read_cursor
from engine.places.base import Cursor
from engine.places.changes import OF_RUN, TABLES, ChangeLog
from engine.places.frames import frame_line, parse_frame, read_frames, read_since
from engine.spec.experiment import parse_experiment
from engine.store import Store, metrics, runs
from engine.store.check import check_store

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
    for table, (key, others) in TABLES.items():
        where = "id = ?" if table in OF_RUN else "run_id = ?"
        if table == "test_looks":
            where = "identity = (SELECT identity FROM runs WHERE id = ?)"
        source = "runs" if table in OF_RUN else table
        sql = f"SELECT {', '.join((*key, *others))} FROM {source} WHERE {where}"
        found[table] = sorted(map(tuple, store.execute(sql, (run,))), key=repr)
    return found


def train(store: Store, steps: range, session: int) -> None:
    """What a training process writes, in short."""
    runs.set_run_columns(
        store, [1], status="running", pid=session, step=steps[-1], active_seconds=float(steps[-1])
    )
    for position, first in enumerate((0, 10)):
        if steps[-1] > first:
            store.upsert(
                "stages",
                {
                    "run_id": 1,
                    "position": position,
                    "kind": "finetune",
                    "title": "é\u2028",
                    "first_step": first,
                    "steps": 10,
                },
                ("run_id", "position"),
            )
    points = [
        (key, step, step * 0.5 + session, 1 / (step + 1))
        for step in steps
        for key in ("train/loss", "rate/top")
    ]
    metrics.add_points(store, 1, [*points, ("validation/error", steps[-1], 1.0, float("nan"))])
    runs.add_message(store, 1, f"after {steps[-1]}")
    with (runs.get_run(store, 1).folder / "run.log").open("ab") as log:
        log.write(f"step {steps[-1]} é\xff\n".encode("latin-1"))


def end(store: Store) -> None:
    store.upsert("prediction_sets", {"run_id": 1, "split": "test", "step": 20, "classes": '["a","b"]'})
    for place in range(5000):
        store.upsert(
            "predictions",
            {
                "run_id": 1,
                "split": "test",
                "position": place,
                "source_row": place,
                "label": 0,
                "predicted": 1,
                "loss": 0.1,
            },
        )
    store.upsert(
        "probe_maps",
        {"run_id": 1, "key": "drift/layers", "step": 9, "time": 1.0, "shape": "[1]", "value": "[0.5]"},
    )
    store.upsert(
        "test_looks",
        {
            "fingerprint": "f",
            "identity": runs.get_run(store, 1).identity,
            "group_identity": "g",
            "split": "test",
            "time": 5.0,
        },
    )
    runs.set_run_columns(store, [1], status="finished", pid=None, finished=1e9, reason="")


def test_a_run_that_is_stopped_resumed_and_finished_there_is_the_same_run_here(
    there: Store, here: Store
) -> None:
    before = rows(here, 1)
    log = ChangeLog(there, 1)
    for work in (
        lambda: train(there, range(1, 8), 11),
        lambda: train(there, range(8, 13), 11),
        lambda: runs.set_run_columns(there, [1], status="stopped", pid=None),
        lambda: train(there, range(9, 21), 12),  # from the checkpoint at 8: some steps are measured again
        lambda: end(there),
    ):
        work()
        log.update()
        apply_frames(here, 2, read_since(log.file, read_cursor(here, 2)))
    while lines := read_since(log.file, read_cursor(here, 2)):
        apply_frames(here, 2, lines)
    assert rows(here, 2) == rows(there, 1)
    assert rows(here, 1)["metrics"] == before["metrics"]  # nothing of another run was touched
    assert (runs.get_run(here, 2).folder / "run.log").read_bytes().count(b"step") == 3
    assert log.update() == 0  # nothing has changed since
    assert [each.text for each in check_store(here.path).findings if each.is_damage] == []


def test_a_run_that_begins_anew_there_loses_what_it_had_measured_here(there: Store, here: Store) -> None:
    log = ChangeLog(there, 1)
    train(there, range(1, 15), 11)
    log.update()
    apply_frames(here, 2, read_since(log.file, read_cursor(here, 2)))
    metrics.clear_measurements(there, 1)
    train(there, range(1, 3), 12)
    log.update()
    apply_frames(here, 2, read_since(log.file, read_cursor(here, 2)))
    assert rows(here, 2)["metrics"] == rows(there, 1)["metrics"]
    assert rows(here, 2)["stages"] == rows(there, 1)["stages"]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_lost_doubled_or_torn_on_the_way_nothing_is_lost_or_doubled_here(
    seed: int, there: Store, here: Store
) -> None:
    draw = random.Random(seed)
    step, session = 1, 1
    for _ in range(40):
        act = draw.randrange(6)
        log = ChangeLog(there, 1)  # each time by another process, so to speak
        if act == 0:
            more = draw.randint(1, 4)
            train(there, range(step, step + more), session)
            step += more
        elif act == 1:
            session, step = (
                session + 1,
                max(1, step - draw.randint(0, 3)),
            )  # killed, resumed from a checkpoint
        elif act == 2:
            log.update()
        elif act == 3 and log.file.exists():  # a power cut tears the tail
            whole = log.file.read_bytes()
            told = read_cursor(here, 2)
            safe = sum(len(line) for line, content, _ in read_frames(log.file) if content["n"] <= told.frame)
            log.file.write_bytes(whole[: draw.randint(safe, len(whole))])
        else:
            lines = read_since(
                log.file, draw.choice([Cursor(), read_cursor(here, 2)]), most=draw.choice([1, 1 << 20])
            )
            if act == 4 and lines:
                lines = lines[draw.randrange(len(lines)) :]
            try:
                apply_frames(here, 2, lines)
            except FrameGapError:
                assert lines
    end(there)
    ChangeLog(there, 1).update()
    while lines := read_since(ChangeLog(there, 1).file, read_cursor(here, 2)):
        assert apply_frames(here, 2, lines) == len(lines)
    assert rows(here, 2) == rows(there, 1)


def test_a_file_of_frames_that_was_deleted_begins_a_new_stream_and_replaces_what_came_of_the_old_one(
    there: Store, here: Store
) -> None:
    log = ChangeLog(there, 1)
    train(there, range(1, 9), 11)
    log.update()
    apply_frames(here, 2, read_since(log.file, Cursor()))
    first = read_cursor(here, 2)
    log.file.unlink()
    end(there)
    ChangeLog(there, 1).update()
    while lines := read_since(log.file, read_cursor(here, 2)):
        apply_frames(here, 2, lines)
    assert read_cursor(here, 2).stream != first.stream
    assert rows(here, 2) == rows(there, 1)


def test_a_writer_that_finds_its_file_gone_begins_a_new_stream(there: Store, here: Store) -> None:
    log = ChangeLog(there, 1)
    train(there, range(1, 9), 11)
    log.update()
    log.file.unlink()
    log.update()
    assert next(read_frames(log.file))[1]["n"] == 0
    while lines := read_since(log.file, read_cursor(here, 2)):
        apply_frames(here, 2, lines)
    assert rows(here, 2) == rows(there, 1)


def test_a_frame_that_is_too_early_is_refused_whole(there: Store, here: Store) -> None:
    log = ChangeLog(there, 1)
    train(there, range(1, 9), 11)
    log.update()
    first, *rest = read_since(log.file, Cursor())
    with pytest.raises(FrameGapError):
        apply_frames(here, 2, rest)
    with pytest.raises(FrameGapError):
        apply_frames(here, 2, [first, rest[0], rest[0][:-3]])
    assert read_cursor(here, 2) == Cursor()
    assert rows(here, 2)["metrics"] == []


HOSTILE = {
    "another table": {"rows": {"datasets": [[1, "x"]]}},
    "a table's name that is SQL": {"rows": {"metrics; DROP TABLE runs": [[1]]}},
    "too few values": {"rows": {"metrics": [["a", 1]]}},
    "a value that is a list": {"rows": {"metrics": [["a", 1, 1.0, [2]]]}},
    "a status that is none": {"rows": {"runs": [["cheerful", "", 0, 0, "", 0, 0, None, None, None, 0.0]]}},
    "a number beyond 64 bits": {"rows": {"metrics": [["a", 2**70, 1.0, 2.0]]}},
    "half a surrogate pair": {"rows": {"metrics": [["\ud800", 1, 1.0, 2.0]]}},
    "no rows": {"rows": 3},
    "a log that is none": {"log": [-1, "x"]},
    "a place in a log beyond all disks": {"log": [1 << 60, "x"]},
    "keys that are none": {"gone": {"metrics": [["a", "b"]]}},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_frame_that_says_what_no_run_can_be_is_refused_and_changes_nothing(name: str, here: Store) -> None:
    def line(content: dict[str, object]) -> bytes:
        text = json.dumps(content).encode("ascii")
        return b"%08x %s\n" % (zlib.crc32(text), text)

    header = line({"n": 0, "stream": "a", "schema": here.execute("PRAGMA user_version").fetchone()[0]})
    before = rows(here, 1), rows(here, 2)
    with pytest.raises((UserError, FrameGapError)):
        apply_frames(here, 2, [header, line({"n": 1, **HOSTILE[name]})])
    assert (rows(here, 1), rows(here, 2)) == before
    assert read_cursor(here, 2) == Cursor()


def test_artefacts_that_lead_out_of_the_folder_are_not_taken_over(here: Store) -> None:
    header = frame_line({"n": 0, "stream": "a", "schema": here.execute("PRAGMA user_version").fetchone()[0]})
    paths = ["../../x", "/etc/passwd", "C:\\x", "a\\..\\..\\b", "stage-1"]
    found = [["stage", path, 1, 1, 1.0] for path in paths]
    apply_frames(here, 2, [header, frame_line({"n": 1, "rows": {"artefacts": found}})])
    assert [row[1] for row in rows(here, 2)["artefacts"]] == ["stage-1"]


def test_two_importers_at_once_apply_each_frame_once(there: Store, here: Store) -> None:
    log = ChangeLog(there, 1)
    for start in range(1, 30, 3):
        train(there, range(start, start + 3), 11)
        log.update()
    lines = read_since(log.file, Cursor())
    with Store(here.path) as other:
        applied = 0
        for place in range(0, len(lines), 3):
            applied += apply_frames(here, 2, lines[: place + 3])
            applied += apply_frames(other, 2, lines[: place + 3])
    assert applied == len(lines)
    assert rows(here, 2) == rows(there, 1)


def test_what_is_told_is_of_one_moment_and_nobody_waits_for_it(there: Store) -> None:
    """A look takes no lock for writing: the training process goes on while it is looked at."""
    log = ChangeLog(there, 1)
    with closing(sqlite3.connect(there.path, timeout=0, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE runs SET step = 5")
        assert log.update() > 0
        writer.execute("COMMIT")
    log.update()
    last = [parse_frame(line) for line in read_since(log.file, Cursor())][-1]
    assert last["rows"]["runs"][0][OF_RUN["runs"].index("step")] == 5


def test_a_look_without_news_writes_nothing(here: Store) -> None:
    with Store(here.path, read_only=True) as watcher:
        before = watcher.data_version
        assert apply_frames(here, 2, iter(())) == 0
        assert watcher.data_version == before
