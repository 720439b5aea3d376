"""The odometer of test splits: what counts as a look, what outlives a run, and the looks of older stores."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from engine.analysis.evidence import looks_of_runs, looks_sentence
from engine.events import Evaluation, Predictions, StageStarted
from engine.spec.data import DataSource
from engine.spec.experiment import parse_experiment
from engine.store import Store, runs, schema
from engine.store.data_names import get_resolved_experiment
from engine.store.datasets import add_dataset
from engine.store.test_looks import TestLooks, count_looks, read_looks
from engine.store.writer import RunWriter
from tests.workbench.pages.stored import answers_of, finished, queued, settle


def looks(store: Store, *numbers: int) -> TestLooks:
    return looks_of_runs(store, [runs.get_run(store, number) for number in numbers])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "s.sqlite"
    Store(file).close()
    return file


def test_each_experiment_is_one_look_and_stays_when_its_run_is_deleted(path: Path) -> None:
    first = finished(path, "a, seed 1", seed=1, test=20.0, texts=50)
    finished(path, "a, seed 1 again", seed=1, test=20.0, texts=50)
    finished(path, "a, seed 2", seed=2, test=20.0, texts=50)
    last = finished(path, "b", seed=1, rate=1e-3, test=30.0, texts=50)
    elsewhere = finished(path, "other texts", seed=1, test=30.0, texts=60)
    with Store(path) as store:
        assert looks(store, first) == TestLooks(3, 2)
        assert looks(store, elsewhere) == TestLooks(1, 1)
        assert looks(store, elsewhere, last) == TestLooks(3, 2, splits=2)
        store.execute("DELETE FROM runs WHERE id = ?", (last,))
        assert looks(store, first) == TestLooks(3, 2)


def test_validation_is_no_look(path: Path) -> None:
    number = finished(path, "a", seed=1, test=20.0)  # without predictions nothing is known of the texts
    with Store(path) as store:
        assert looks(store, number) == TestLooks(0, 0)
        assert looks_sentence(looks(store, number)) == ""


def a_data_set(folder: Path, words: str) -> str:
    """Return the training file of a new folder, with a test file beside it; all have the same rows and labels."""
    folder.mkdir(parents=True)
    for name, count in (("train", 40), ("test", 50)):
        rows = [f"{words} {name} {number},{number % 2}" for number in range(count)]
        (folder / f"{name}.csv").write_text("\n".join(["text,label", *rows]), encoding="utf-8")
    return str(folder / "train.csv")


@pytest.fixture
def three(path: Path, tmp_path: Path) -> tuple[int, int, int]:
    """Runs that were tested on films, on a copy of these elsewhere, and on plays with the same labels."""
    places = {"films": "film", "elsewhere/films": "film", "plays": "play"}
    films, copy, plays = (a_data_set(tmp_path / place, words) for place, words in places.items())
    one = finished(path, "films", seed=1, data=films, test=20.0, texts=50)
    moved = finished(path, "films, moved", seed=2, data=copy, test=20.0, texts=50)
    return one, moved, finished(path, "plays", seed=1, data=plays, test=20.0, texts=50)


def test_texts_with_the_same_labels_are_other_texts_and_a_copy_is_the_same(
    path: Path, three: tuple[int, int, int]
) -> None:
    one, moved, other = three
    with Store(path) as store:
        assert len({row[0] for row in store.execute("SELECT fingerprint FROM test_looks")}) == 1
        assert looks(store, one) == looks(store, moved) == TestLooks(2, 1)
        assert looks(store, other) == TestLooks(1, 1)
        by_experiment = read_looks(store.connection)
        assert [
            by_experiment[runs.get_run(store, number).identity].experiments for number in (one, other)
        ] == [2, 1]


def test_of_several_stages_each_has_its_own_texts(path: Path, tmp_path: Path) -> None:
    films, plays = a_data_set(tmp_path / "films", "film"), a_data_set(tmp_path / "plays", "play")
    stages = [{"kind": "finetune", "data": data} for data in (films, plays)]
    (both,) = queued(path, [parse_experiment({"stages": stages})])
    with RunWriter(path, both) as writer:
        for place in range(2):
            writer.write(StageStarted(place, "finetune", "Fine-tuning", 10 * place, 10, 20, {}))
            answers = answers_of(20.0, 50, 1)
            writer.write(Evaluation("test", 10 * place + 10, {"test/error": 20.0}, predictions=answers))
    settle(path, [both], "finished")
    later = finished(path, "plays", data=plays, test=20.0, texts=50)
    earlier = finished(path, "films", data=films, seed=1, test=20.0, texts=50)
    again = finished(path, "films", data=films, seed=2, test=20.0, texts=50)
    with Store(path) as store:
        assert looks(store, later) == looks(store, both) == TestLooks(2, 2)
        assert looks(store, earlier) == looks(store, again) == TestLooks(3, 2)


def run_with_answers(
    path: Path, seed: int, truth: np.ndarray, classes: tuple[str, ...], **stage: object
) -> int:
    """Return a finished run whose answers to the texts with the labels ``truth`` are stored, all of them right."""
    stages = [{"kind": "finetune", "data": "samples:reviews"} | stage]
    (number,) = queued(path, [parse_experiment({"seed": seed, "stages": stages})])
    texts, width = len(truth), len(classes)
    with RunWriter(path, number) as writer:
        writer.write(StageStarted(0, "finetune", "Fine-tuning", 0, 10, 10, {}))
        columns = (np.arange(texts), truth, truth, np.full((texts, width), 0.5), np.zeros(texts), classes)
        writer.write(Evaluation("test", 10, {}, predictions=Predictions("test", *columns)))
    settle(path, [number], "finished")
    return number


SEVERAL = np.array([[1.0, 0.0, 1.0], [0.0, 0.0, 0.0], [0.0, 1.0, 0.0]] * 4)
NUMBERS = np.array([3.5, -0.0, 1 / 3, 2.0] * 3)


@pytest.mark.parametrize(
    ("truth", "classes", "stage"),
    [
        (NUMBERS, (), {"objective": "regression", "data": {"source": "FILE", "target": "number"}}),
        (SEVERAL, ("a", "b", "c"), {"objective": "multi_label", "data": {"source": "FILE", "target": "labels"}}),
        (np.arange(12) % 3, ("low", "middle", "high"), {"objective": "ordinal"}),
        (np.arange(12) % 2, ("a", "b"), {"data": "FILE"}),
        (np.arange(12) % 2, ("a", "b"), {"data": "catalogue:mine"}),
        (np.arange(12) % 2, ("negative", "positive"), {"data": "samples:reviews"}),
    ],
    ids=["numbers", "several labels", "ordered classes", "own file", "imported", "generated"],
)  # fmt: skip
def test_labels_and_data_of_every_kind_are_counted(
    path: Path, tmp_path: Path, truth: np.ndarray, classes: tuple[str, ...], stage: dict[str, object]
) -> None:
    own = a_data_set(tmp_path / "films", "film")
    with Store(path) as store:
        add_dataset(store, "mine", DataSource(source=own).model_dump(mode="json"))
    stage = json.loads(json.dumps(stage).replace("FILE", own))
    first, again, repeated = (run_with_answers(path, seed, truth, classes, **stage) for seed in (1, 1, 2))
    other = run_with_answers(path, 1, truth, classes, **stage, learning_rate=1e-3)
    elsewhere = run_with_answers(path, 1, truth[:-1], classes, **stage)
    with Store(path) as store:
        for number in (first, again, repeated, other):
            assert looks(store, number) == TestLooks(3, 2)
        assert looks(store, elsewhere) == TestLooks(1, 1)
        known = {row.identity for row in runs.list_runs(store)}
        assert {*read_looks(store.connection)} == known


def as_version_7(path: Path) -> None:
    """Make of a store what the version before content counted would have left: identities by place, looks by labels."""
    with Store(path) as store:
        for number, identity in store.execute("SELECT id, identity FROM runs").fetchall():
            former = get_resolved_experiment(store, number).identity_by_path()
            for table, column in (("runs", "id"), ("test_looks", "identity")):
                key = number if table == "runs" else identity
                sql = f"UPDATE OR IGNORE {table} SET identity = ?, group_identity = ? WHERE {column} = ?"
                store.execute(sql, (former, f"group of {former}", key))
    connection = sqlite3.connect(path)
    connection.execute("ALTER TABLE test_looks RENAME TO newer")
    schema.MIGRATIONS[4](connection)
    connection.executescript(
        "INSERT OR IGNORE INTO test_looks SELECT fingerprint, identity, group_identity, split, time FROM newer;"
        "DROP TABLE newer; DROP TABLE look_plans; PRAGMA user_version = 7;"
    )
    connection.close()


def test_a_look_of_before_content_was_known_counts_for_every_split_with_its_labels(
    path: Path, tmp_path: Path, three: tuple[int, int, int]
) -> None:
    one, moved, other = three
    plays = str(tmp_path / "plays" / "train.csv")
    gone = finished(path, "to be deleted", seed=1, data=plays, rate=1e-3, test=20.0, texts=50)
    with Store(path) as store:
        before = [tuple(row) for row in store.execute("SELECT id, identity, group_identity FROM runs")]
        times = store.execute("SELECT identity, time FROM test_looks ORDER BY identity").fetchall()
    as_version_7(path)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("DELETE FROM runs WHERE id = ?", (gone,))
    assert connection.execute("SELECT count(DISTINCT group_identity) FROM runs").fetchone()[0] == 3
    connection.commit()
    connection.close()
    with Store(path) as store:
        after = [tuple(row) for row in store.execute("SELECT id, identity, group_identity FROM runs")]
        assert after == [row for row in before if row[0] != gone]
        assert looks(store, one) == looks(store, moved) == TestLooks(3, 2)  # both, and the deleted run's
        assert looks(store, other) == TestLooks(2, 2)
        rows = store.execute("SELECT fingerprint, content, identity, time FROM test_looks").fetchall()
        assert sorted(row["content"] == "" for row in rows) == [False, False, False, True]
        assert dict(map(tuple, times)).items() >= {row[2]: row[3] for row in rows if row[1]}.items()
        unknown = (rows[0]["fingerprint"], "")
        assert count_looks(store.connection, [unknown]) == {unknown: TestLooks(4, 3)}


@pytest.mark.parametrize("known", [True, False], ids=["from the looks", "from predictions"])
def test_a_migrated_store_has_the_looks_that_it_would_have_recorded(
    path: Path, tmp_path: Path, known: bool
) -> None:
    films, plays = a_data_set(tmp_path / "films", "film"), a_data_set(tmp_path / "plays", "play")
    copy = a_data_set(tmp_path / "elsewhere" / "films", "film")
    numbers = {"objective": "regression", "data": {"source": films, "target": "number"}}
    several = {"objective": "multi_label", "data": {"source": plays, "target": "labels"}}
    run_with_answers(path, 1, NUMBERS, (), **numbers)
    run_with_answers(path, 1, SEVERAL, ("a", "b", "c"), **several)
    for data in (films, copy, plays, "samples:reviews"):
        run_with_answers(path, 1, np.arange(12) % 2, ("a", "b"), data=data)
    stages = [{"kind": "finetune", "data": data} for data in (films, plays)]
    (both,) = queued(path, [parse_experiment({"stages": stages})])
    with RunWriter(path, both) as writer:
        for place, texts in enumerate((30, 40)):
            writer.write(StageStarted(place, "finetune", "Fine-tuning", 10 * place, 10, 20, {}))
            answers = answers_of(20.0, texts, 1)
            writer.write(Evaluation("test", 10 * place + 10, {"test/error": 20.0}, predictions=answers))
    columns = "fingerprint, content, identity, split" + (", time" if known else "")
    sql = f"SELECT {columns} FROM test_looks ORDER BY fingerprint, content, identity"
    with Store(path) as store:
        recorded = [tuple(row) for row in store.execute(sql)]
    assert len(recorded) == 7  # the moved copy is the same experiment
    as_version_7(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as earlier:
        if not known:
            earlier.execute("DELETE FROM test_looks")
        else:  # of one stage nothing has to be read
            earlier.execute("DELETE FROM predictions WHERE run_id <> ?", (both,))
    with Store(path) as store:
        migrated = [tuple(row) for row in store.execute(sql)]
    if known:
        assert migrated == recorded
    else:  # where a split has got the name of its stage since, that is the name of the look
        assert [row[:3] for row in migrated] == [row[:3] for row in recorded]


def test_of_several_stages_the_last_counts_and_of_several_tasks_the_most_seen(path: Path) -> None:
    with Store(path) as store:
        rows = [
            ("t1", "c", "both stages", "g1", "test", 1.0),
            ("t2", "c", "both stages", "g1", "test", 2.0),
            ("t1", "c", "other", "g2", "test", 1.0),
            ("t1", "c", "two tasks", "g3", "test/a", 3.0),
            ("t2", "c", "two tasks", "g3", "test/b", 3.1),
            ("t2", "c", "earlier only", "g4", "stage-1/test", 4.0),
        ]
        store.connection.executemany("INSERT INTO test_looks VALUES (?, ?, ?, ?, ?, ?)", rows)
        assert read_looks(store.connection) == {
            "both stages": TestLooks(3, 3),  # t2: both stages, two tasks, earlier only
            "other": TestLooks(3, 3),
            "two tasks": TestLooks(3, 3),
        }
