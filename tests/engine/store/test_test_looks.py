"""The odometer of test splits: what counts as a look, what outlives a run, and the looks of older stores."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np
import pytest

from engine.analysis.verdicts.odometer import looks_of_runs, looks_sentence, widening
from engine.store import Store, runs, schema
from engine.store.test_looks import TestLooks, add_looks_of_stored_runs, fingerprint_texts, read_looks
from tests.workbench.pages.stored import finished


def looks(store: Store, *numbers: int) -> TestLooks:
    return looks_of_runs(store, [runs.get_run(store, number) for number in numbers])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "s.sqlite"
    Store(made).close()
    return made


def test_each_experiment_is_one_look_and_stays_when_its_run_is_deleted(path: Path) -> None:
    first = finished(path, "a, seed 1", seed=1, test=20.0, texts=50)
    finished(path, "a, seed 1 again", seed=1, test=20.0, texts=50)
    finished(path, "a, seed 2", seed=2, test=20.0, texts=50)
    last = finished(path, "b", seed=1, rate=1e-3, test=30.0, texts=50)
    elsewhere = finished(path, "other texts", seed=1, test=30.0, texts=60)
    with Store(path) as store:
        assert looks(store, first) == TestLooks(3, 2)
        assert looks(store, elsewhere) == TestLooks(1, 1)
        assert looks(store, elsewhere, last) == TestLooks(3, 2)
        store.execute("DELETE FROM runs WHERE id = ?", (last,))
        assert looks(store, first) == TestLooks(3, 2)


def test_validation_is_no_look(path: Path) -> None:
    number = finished(path, "a", seed=1, test=20.0)  # without predictions nothing is known of the texts
    with Store(path) as store:
        assert looks(store, number) == TestLooks(0, 0)
        assert looks_sentence(looks(store, number)) == ""


def test_the_fingerprint_is_that_of_texts_whatever_their_order() -> None:
    rows, labels = np.array([1, 2, 3]), np.array([0, 1, 0])
    made = fingerprint_texts(rows, labels, ["a", "b"])
    assert made == fingerprint_texts(rows[::-1], labels[::-1], ["a", "b"])
    assert made != fingerprint_texts(rows, 1 - labels, ["a", "b"])
    assert made != fingerprint_texts(rows + 1, labels, ["a", "b"])
    assert made != fingerprint_texts(rows, labels, ["a", "c"])
    assert len(made) == 16


def test_looks_of_a_store_of_version_4_are_those_of_its_runs(path: Path) -> None:
    number = finished(path, "a", seed=1, test=20.0, texts=50)
    with Store(path) as store:
        before = [tuple(row)[:4] for row in store.execute("SELECT * FROM test_looks")]
    connection = sqlite3.connect(path)
    connection.executescript(
        "DROP TABLE test_looks; DROP TABLE trials; DROP TABLE searches; DROP TABLE placed_runs; "
        "DROP TABLE received_runs; PRAGMA user_version = 4;"
    )
    connection.close()
    with Store(path) as store:
        assert store.execute("PRAGMA user_version").fetchone()[0] == len(schema.MIGRATIONS)
        assert [tuple(row)[:4] for row in store.execute("SELECT * FROM test_looks")] == before
        assert looks(store, number) == TestLooks(1, 1)
        with store.transaction():
            add_looks_of_stored_runs(store.connection)
        assert read_looks(store.connection) == {before[0][1]: TestLooks(1, 1)}
        assert runs.get_run(store, number).status == "finished"


def test_what_was_picked_among_many_needs_a_wider_interval() -> None:
    assert widening(1) == 1.0
    # z(1 - 0.05 / 20) = 2.807 from any table, over 1.960.
    assert widening(10) == pytest.approx(2.807 / 1.960, abs=1e-3)
    assert looks_sentence(TestLooks(12, 10)) == (
        "These test texts have been looked at by 12 runs of 10 strategies: what is picked among them by test error "
        "needs an interval 1.43 times as wide."
    )
    assert looks_sentence(TestLooks(1, 1)) == "These test texts have been looked at by 1 run of one strategy."


def test_of_several_stages_the_last_counts_and_of_several_tasks_the_most_seen(path: Path) -> None:
    with Store(path) as store:
        rows = [
            ("t1", "both stages", "g1", "test", 1.0),
            ("t2", "both stages", "g1", "test", 2.0),
            ("t1", "other", "g2", "test", 1.0),
            ("t1", "two tasks", "g3", "test/a", 3.0),
            ("t2", "two tasks", "g3", "test/b", 3.1),
            ("t2", "earlier only", "g4", "stage-1/test", 4.0),
        ]
        store.connection.executemany("INSERT INTO test_looks VALUES (?, ?, ?, ?, ?)", rows)
        assert read_looks(store.connection) == {
            "both stages": TestLooks(3, 3),  # t2: both stages, two tasks, earlier only
            "other": TestLooks(3, 3),
            "two tasks": TestLooks(3, 3),
        }
