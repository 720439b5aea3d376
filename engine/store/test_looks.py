"""How often each test split has been looked at: an odometer that only goes forward.

Whoever chooses by test errors fits the test split, a little with every look. A look is one experiment (its settings and
seeds) whose test predictions were stored; the same experiment again is no new one. Looks stay when runs are deleted.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class TestLooks:
    """Distinct experiments, and distinct strategies (experiments but for their seeds), measured on a test split."""

    experiments: int
    strategies: int

    __test__ = False  # no test class, whatever pytest thinks of its name


def fingerprint_texts(rows: np.ndarray, labels: np.ndarray, classes: Iterable[str]) -> str:
    """Return 16 hex digits, equal for equal test texts: their rows in the source, labels and classes.

    Args:
        rows: int64 [n], row numbers of the source.
        labels: int64 [n] class numbers, float64 [n], or rows of 0 and 1 [n, C].
        classes: the names of the classes.
    """
    order = np.lexsort((*labels.reshape(len(rows), -1).T[::-1], rows))
    digest = hashlib.sha256("\0".join(classes).encode())
    digest.update(np.ascontiguousarray(rows[order], "<i8").tobytes())
    digest.update(np.ascontiguousarray(labels[order], "<f8").tobytes())
    return digest.hexdigest()[:16]


def is_test_split(split: str) -> bool:
    """Return whether predictions for ``split`` are a look at test texts: ``test``, ``test/NAME``, ``stage-1/test``."""
    return split == "test" or split.startswith("test/") or "/test" in split


def add_look(connection: sqlite3.Connection, run_id: int, split: str, fingerprint: str) -> None:
    """Record that run ``run_id`` has been measured on a test split; nothing where its experiment has been before."""
    connection.execute(
        """INSERT OR IGNORE INTO test_looks (fingerprint, identity, group_identity, split, time)
           SELECT ?, identity, group_identity, ?, ? FROM runs WHERE id = ?""",
        (fingerprint, split, time.time(), run_id),
    )


def count_looks(connection: sqlite3.Connection, fingerprints: Sequence[str]) -> dict[str, TestLooks]:
    """Return how often each of the test splits has been looked at."""
    sql = """SELECT count(DISTINCT identity), count(DISTINCT group_identity) FROM test_looks WHERE fingerprint = ?"""
    return {each: TestLooks(*connection.execute(sql, (each,)).fetchone()) for each in fingerprints}


def read_looks(connection: sqlite3.Connection) -> dict[str, TestLooks]:
    """Return how often the test texts of each experiment have been looked at, by its identity.

    Of an experiment of several stages it is the split that was measured last; of several tasks the one that was
    looked at most.
    """
    sql = "SELECT fingerprint, count(*), count(DISTINCT group_identity) FROM test_looks GROUP BY fingerprint"
    counts = {text: TestLooks(experiments, groups) for text, experiments, groups in connection.execute(sql)}
    last: dict[str, tuple[bool, list[str]]] = {}
    sql = "SELECT identity, fingerprint, split FROM test_looks WHERE split LIKE 'test%' ORDER BY time"
    for identity, text, split in connection.execute(sql):
        of_tasks, texts = last.get(identity, (False, []))
        task = split.startswith("test/")
        last[identity] = (task, [*texts, text] if task and of_tasks else [text])
    return {
        identity: max(
            (counts[text] for text in texts), key=lambda looks: (looks.strategies, looks.experiments)
        )
        for identity, (_, texts) in last.items()
    }


def add_looks_of_stored_runs(connection: sqlite3.Connection) -> None:
    """Record the looks of all runs whose predictions are stored: those of stores before version 5."""
    sets = connection.execute("SELECT run_id, split, classes FROM prediction_sets ORDER BY run_id").fetchall()
    for run_id, split, classes in sets:
        if not is_test_split(split):
            continue
        sql = "SELECT source_row, label FROM predictions WHERE run_id = ? AND split = ?"
        found = np.array([tuple(row) for row in connection.execute(sql, (run_id, split))], float).reshape(
            -1, 2
        )
        if len(found):
            names = [str(name) for name in json.loads(classes)]
            fingerprint = fingerprint_texts(found[:, 0].astype(np.int64), found[:, 1], names)
            add_look(connection, run_id, split, fingerprint)
