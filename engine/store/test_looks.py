"""How often each test split has been looked at: an odometer that only goes forward.

Whoever chooses by test errors fits the test split, a little with every look. A look is one experiment (its settings and
seeds) whose test predictions were stored; the same experiment again is no new one. Looks stay when runs are deleted.
Test texts are the same where their rows, labels and classes are, and the content of the file that they were read from.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.errors import UserError
from engine.spec.data import fingerprint_content
from engine.spec.experiment import parse_experiment
from engine.spec.task_names import task_of_split


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
    digest.update(
        np.ascontiguousarray(labels[order] + 0.0, "<f8").tobytes()
    )  # -0.0, which SQLite keeps as 0, is 0
    return digest.hexdigest()[:16]


def read_fingerprint(connection: sqlite3.Connection, run_id: int, split: str, classes: Sequence[str]) -> str:
    """Return the fingerprint of the texts of ``split`` that a run's predictions are stored for; empty for none.

    Whatever the labels are: classes, numbers (``classes`` is empty), or several of a text.
    """
    sql = "SELECT source_row, label FROM predictions WHERE run_id = ? AND split = ?"
    found = connection.execute(sql, (run_id, split)).fetchall()
    if not found:
        return ""
    rows = np.array([row[0] for row in found], np.int64)
    return fingerprint_texts(rows, read_labels([row[1] for row in found], classes), classes)


def read_labels(cells: Sequence[float | str | None], classes: Sequence[str]) -> np.ndarray:
    """Return labels or predictions as they are stored: int64 [n], float64 [n] without classes, or label sets [n, C].

    Example: ``["[0,2]", "[]"]`` of three classes gives [[1, 0, 1], [0, 0, 0]].
    """
    if not any(isinstance(cell, str) for cell in cells):
        return np.array(cells, np.int64 if classes else np.float64)
    found = np.zeros((len(cells), len(classes)))
    for row, cell in zip(found, cells, strict=True):
        row[json.loads(str(cell))] = 1.0
    return found


def is_test_split(split: str) -> bool:
    """Return whether predictions for ``split`` are a look at test texts: ``test``, ``test/NAME``, ``stage-1/test``."""
    return split == "test" or split.startswith("test/") or "/test" in split


def read_content(connection: sqlite3.Connection, run_id: int, split: str, step: int) -> str:
    """Return the hash of the file that a run's test split was read from; empty where none was recorded.

    Of a set of the hub, whose files have no record, it is a hash of its name.

    Args:
        connection: of the store.
        run_id: the run.
        split: as its predictions are called.
        step: the update after which they were made.
    """
    sql = "SELECT position FROM stages WHERE run_id = ? AND first_step < ? ORDER BY position DESC LIMIT 1"
    stage = connection.execute(sql, (run_id, step)).fetchone()
    (spec,) = connection.execute("SELECT spec FROM runs WHERE id = ?", (run_id,)).fetchone()
    try:
        task = task_of_split(parse_experiment(json.loads(spec)), split, stage[0] if stage else 0)
    except UserError:  # an option of it is no longer installed
        return ""
    if task is None or task.data.resolved is None:
        return ""
    read, content = task.data.resolved.source, task.data.resolved.content
    if read.source.startswith("hub:"):
        return fingerprint_content({"source": read.source, "test": read.test})
    return (content or {}).get("test") or (content or {}).get("train", "")


def add_look(
    connection: sqlite3.Connection, run_id: int, split: str, fingerprint: str, content: str, when: float = 0.0
) -> None:
    """Record that run ``run_id`` has been measured on a test split; nothing where its experiment has been before.

    Args:
        connection: of the store.
        run_id: the run.
        split: as its predictions are called.
        fingerprint, content: of the test texts (``fingerprint_texts``, ``read_content``).
        when: seconds since 1970; 0: now.
    """
    connection.execute(
        """INSERT OR IGNORE INTO test_looks (fingerprint, content, identity, group_identity, split, time)
           SELECT ?, ?, identity, group_identity, ?, ? FROM runs WHERE id = ?""",
        (fingerprint, content, split, when or time.time(), run_id),
    )


TestTexts = tuple[str, str]
"""Test texts: the fingerprint of their rows, labels and classes, and the content of their file, empty where unknown."""


def count_looks(connection: sqlite3.Connection, texts: Sequence[TestTexts]) -> dict[TestTexts, TestLooks]:
    """Return how often each of the test splits has been looked at.

    A look whose content is not known counts for every split of its fingerprint: rather one too many than one too few.
    """
    sql = """SELECT count(DISTINCT identity), count(DISTINCT group_identity) FROM test_looks
             WHERE fingerprint = ?1 AND (content IN ('', ?2) OR ?2 = '')"""
    return {each: TestLooks(*connection.execute(sql, each).fetchone()) for each in texts}


def read_looks(connection: sqlite3.Connection) -> dict[str, TestLooks]:
    """Return how often the test texts of each experiment have been looked at, by its identity.

    Of an experiment of several stages it is the split that was measured last; of several tasks the one that was
    looked at most.
    """
    sql = "SELECT DISTINCT fingerprint, content FROM test_looks"
    counts = count_looks(connection, [tuple(row) for row in connection.execute(sql)])
    last: dict[str, tuple[bool, list[TestTexts]]] = {}
    sql = (
        "SELECT identity, fingerprint, content, split FROM test_looks WHERE split LIKE 'test%' ORDER BY time"
    )
    for identity, fingerprint, content, split in connection.execute(sql):
        of_tasks, texts = last.get(identity, (False, []))
        task, text = split.startswith("test/"), (fingerprint, content)
        last[identity] = (task, [*texts, text] if task and of_tasks else [text])
    return {
        identity: max(
            (counts[text] for text in texts), key=lambda looks: (looks.strategies, looks.experiments)
        )
        for identity, (_, texts) in last.items()
    }


def identify_by_content(connection: sqlite3.Connection) -> dict[int, str]:
    """Give the runs of a store before version 8 identities in which files count by content; return those they had."""
    before = {}
    for run_id, identity, spec in connection.execute("SELECT id, identity, spec FROM runs").fetchall():
        before[run_id] = identity
        try:
            experiment = parse_experiment(json.loads(spec))
        except (UserError, ValueError):  # an option of it is no longer installed: it keeps what it has
            continue
        if experiment.identity() != experiment.identity_by_place():
            connection.execute(
                "UPDATE runs SET identity = ?, group_identity = ? WHERE id = ?",
                (experiment.identity(), experiment.group_identity(), run_id),
            )
    return before


def add_looks_of_stored_runs(connection: sqlite3.Connection, before: Mapping[int, str]) -> None:
    """Record the looks of all runs whose predictions are stored, in place of those that know no content.

    Looks of deleted runs stay as they are. ``before`` are the identities that the runs had (``identify_by_content``).
    """
    sets = connection.execute("SELECT run_id, split, step, classes FROM prediction_sets ORDER BY run_id")
    for run_id, split, step, classes in sets.fetchall():
        if not is_test_split(split) or run_id not in before:
            continue
        try:
            names = [str(name) for name in json.loads(classes)]
            fingerprint = read_fingerprint(connection, run_id, split, names)
        except (
            ValueError,
            TypeError,
            LookupError,
            OverflowError,
        ):  # damaged: `palimpsest store check` says so
            continue
        if not fingerprint:
            continue
        earlier = (fingerprint, before[run_id])
        sql = "SELECT time FROM test_looks WHERE fingerprint = ? AND identity = ? AND content = ''"
        when = connection.execute(sql, earlier).fetchone()
        sql = "DELETE FROM test_looks WHERE fingerprint = ? AND identity = ? AND content = ''"
        connection.execute(sql, earlier)
        content = read_content(connection, run_id, split, step)
        add_look(connection, run_id, split, fingerprint, content, when[0] if when else 0.0)
