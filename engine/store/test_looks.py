"""Count how often each test split has been evaluated ("looks"). The count never decreases.

Selecting by test errors fits the test split a little with every evaluation. A look is one experiment (settings and
seeds) whose test predictions were stored. Repeating the same experiment is no new look. Looks outlive deleted runs. Two
test splits are the same if their rows, labels, classes and the content of their file are the same.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.spec.data import fingerprint_content
from engine.spec.experiment import Experiment, parse_experiment, task_of_split

if TYPE_CHECKING:
    import numpy as np  # imported only to read texts, so that lists of runs do not wait for it


@dataclass(frozen=True, slots=True)
class TestLooks:
    """Number of distinct experiments and of distinct strategies (experiments without seeds) measured on a test split.

    ``splits``: number of test splits among which this one has the most looks.
    """

    experiments: int
    strategies: int
    splits: int = 1

    __test__ = False  # not a test class for pytest


def fingerprint_texts(rows: np.ndarray, labels: np.ndarray, classes: Iterable[str]) -> str:
    """Return 16 hex digits for test texts, from their rows in the source, labels and classes.

    Args:
        rows: int64 [n], row numbers of the source.
        labels: int64 [n] class numbers, float64 [n], or rows of 0 and 1 [n, C].
        classes: the names of the classes.
    """
    import numpy as np

    order = np.lexsort((*labels.reshape(len(rows), -1).T[::-1], rows))
    digest = hashlib.sha256("\0".join(classes).encode())
    digest.update(np.ascontiguousarray(rows[order], "<i8").tobytes())
    digest.update(np.ascontiguousarray(labels[order] + 0.0, "<f8").tobytes())  # SQLite stores -0.0 as 0
    return digest.hexdigest()[:16]


def read_fingerprint(connection: sqlite3.Connection, run_id: int, split: str, classes: Sequence[str]) -> str:
    """Return the fingerprint of the texts of ``split`` from a run's predictions, "" without predictions.

    Labels may be classes, numbers (``classes`` is empty) or label sets.
    """
    where = "FROM predictions WHERE run_id = ? AND split = ?"
    import numpy as np

    if classes:  # two JSON lists take a quarter of the time of rows
        sql = f"SELECT json_group_array(source_row), json_group_array(label) {where}"
        rows, labels = map(json.loads, connection.execute(sql, (run_id, split)).fetchone())
    else:  # JSON would round numbers
        cells = connection.execute(f"SELECT source_row, label {where}", (run_id, split)).fetchall()
        rows, labels = [row[0] for row in cells], [row[1] for row in cells]
    if not rows:
        return ""
    return fingerprint_texts(np.array(rows, np.int64), read_labels(labels, classes), classes)


def read_labels(cells: Sequence[float | str | None], classes: Sequence[str]) -> np.ndarray:
    """Return stored labels or predictions as int64 [n], float64 [n] without classes, or label sets [n, C].

    Example: ``["[0,2]", "[]"]`` of three classes gives [[1, 0, 1], [0, 0, 0]].
    """
    import numpy as np

    if str not in set(map(type, cells)):
        return np.array(cells, np.int64 if classes else np.float64)
    matrix = np.zeros((len(cells), len(classes)))
    for row, cell in zip(matrix, cells, strict=True):
        row[json.loads(str(cell))] = 1.0
    return matrix


def is_test_split(split: str) -> bool:
    """Return whether a split or metric belongs to test texts: ``test``, ``test/NAME``, ``stage-1/test``."""
    return is_last_test_split(split) or "/test" in split


def is_last_test_split(split: str) -> bool:
    """Return whether a split or metric belongs to the test texts of the last stage: ``test``, ``test/NAME``."""
    return split.split("/")[0] == "test"


def read_content(connection: sqlite3.Connection, run_id: int, split: str, step: int) -> str:
    """Return the hash of the file of a run's test split, or "" if none was recorded.

    For a data set of the hub, whose files have no recorded hash, it is a hash of its name.

    Args:
        connection: of the store.
        run_id: the run.
        split: the name of its predictions.
        step: the update after which they were made.
    """
    (spec,) = connection.execute("SELECT spec FROM runs WHERE id = ?", (run_id,)).fetchone()
    try:
        experiment = parse_experiment(json.loads(spec))
    except UserError:  # one of its options is no longer installed
        return ""
    return _content_of(connection, run_id, experiment, split, step)


def _content_of(
    connection: sqlite3.Connection, run_id: int, experiment: Experiment | None, split: str, step: int
) -> str:
    """Return ``read_content`` for a run whose experiment is known."""
    sql = "SELECT position FROM stages WHERE run_id = ? AND first_step < ? ORDER BY position DESC LIMIT 1"
    stage = connection.execute(sql, (run_id, step)).fetchone()
    task = task_of_split(experiment, split, stage[0] if stage else 0) if experiment is not None else None
    if task is None or task.data.resolved is None:
        return ""
    source, content = task.data.resolved.source, task.data.resolved.content
    if source.source.startswith("hub:"):
        return fingerprint_content({"source": source.source, "test": source.test})
    return (content or {}).get("test") or (content or {}).get("train", "")


def add_look(
    connection: sqlite3.Connection,
    run_id: int,
    split: str,
    fingerprint: str,
    content: str,
    when: float = 0.0,
    variant: str = "",
) -> None:
    """Record that run ``run_id`` was measured on a test split, unless its experiment already was.

    Args:
        connection: of the store.
        run_id: the run.
        split: the name of its predictions.
        fingerprint, content: of the test texts (``fingerprint_texts``, ``read_content``).
        when: seconds since 1970, 0 for now.
        variant: a name for weights other than the selected checkpoint. They count as a separate look and strategy.
    """
    connection.execute(
        """INSERT OR IGNORE INTO test_looks (fingerprint, content, identity, group_identity, split, time)
           SELECT ?1, ?2, identity || ?6, group_identity || ?6, ?3, ?4 FROM runs WHERE id = ?5""",
        (fingerprint, content, split, when or time.time(), run_id, variant and f"/{variant}"),
    )


TestTexts = tuple[str, str]
"""Test texts: the fingerprint of their rows, labels and classes, and the hash of their file, empty if unknown."""


def count_looks(connection: sqlite3.Connection, texts: Sequence[TestTexts]) -> dict[TestTexts, TestLooks]:
    """Return the number of looks at each of the test splits.

    A look with unknown content counts for every split with its fingerprint, so the count may be too high, but not too
    low.
    """
    sql = """SELECT count(DISTINCT identity), count(DISTINCT group_identity) FROM test_looks
             WHERE fingerprint = ?1 AND (content IN ('', ?2) OR ?2 = '')"""
    return {each: TestLooks(*connection.execute(sql, each).fetchone()) for each in texts}


def read_looks(connection: sqlite3.Connection) -> dict[str, TestLooks]:
    """Return the looks at the test texts of each experiment, by its identity.

    With several stages this is the split measured last, with several tasks the one with the most looks.
    """
    sql = "SELECT DISTINCT fingerprint, content FROM test_looks"
    counts = count_looks(connection, [tuple(row) for row in connection.execute(sql)])
    last_texts: dict[str, tuple[bool, list[TestTexts]]] = {}
    sql = (
        "SELECT identity, fingerprint, content, split FROM test_looks WHERE split LIKE 'test%' ORDER BY time"
    )
    for identity, fingerprint, content, split in connection.execute(sql):
        has_tasks, texts = last_texts.get(identity, (False, []))
        task, text = split.startswith("test/"), (fingerprint, content)
        last_texts[identity] = (task, [*texts, text] if task and has_tasks else [text])
    return {
        identity: max(
            (counts[text] for text in texts), key=lambda looks: (looks.strategies, looks.experiments)
        )
        for identity, (_, texts) in last_texts.items()
    }


def identify_data_by_content(connection: sqlite3.Connection) -> None:
    """Migrate a store to version 8: identities of runs and test looks identify files by their content.

    Looks without a content hash are replaced by those of existing runs. Looks of deleted runs are kept. Predictions are
    read only if no look has the fingerprint of their texts.
    """
    old_looks: dict[str, list[_EarlierLook]] = {}
    for identity, *look in connection.execute("SELECT identity, fingerprint, split, time FROM test_looks"):
        old_looks.setdefault(identity, []).append(_EarlierLook(*look))
    replaced: list[tuple[str, str]] = []
    rows = connection.execute("SELECT id, identity, spec FROM runs ORDER BY id").fetchall()
    for run_id, old_identity, spec in rows:
        try:
            experiment = parse_experiment(json.loads(spec))
        except (UserError, ValueError):  # one of its options is no longer installed, so it keeps its identity
            experiment = None
        if experiment is not None and (identity := experiment.identity()) != experiment.identity_by_path():
            sql = "UPDATE runs SET identity = ?, group_identity = ? WHERE id = ?"
            connection.execute(sql, (identity, experiment.group_identity(), run_id))
        looks = old_looks.get(old_identity, [])
        sets = connection.execute(
            "SELECT split, step, classes FROM prediction_sets WHERE run_id = ?", (run_id,)
        )
        for split, step, classes in sets.fetchall():
            if is_test_split(split) and (
                fingerprint := _known_fingerprint(connection, run_id, split, classes, looks)
            ):
                content = _content_of(connection, run_id, experiment, split, step)
                look = next((each for each in looks if each.fingerprint == fingerprint), None)
                name, when = (look.split, look.time) if look is not None else (split, 0.0)
                add_look(connection, run_id, name, fingerprint, content, when)
                if content:
                    replaced.append((fingerprint, old_identity))
    connection.executemany(
        "DELETE FROM test_looks WHERE fingerprint = ? AND identity = ? AND content = ''", replaced
    )


@dataclass(frozen=True, slots=True)
class _EarlierLook:
    """A look as it was recorded before version 8."""

    fingerprint: str
    split: str
    time: float


def _known_fingerprint(
    connection: sqlite3.Connection, run_id: int, split: str, classes: str, looks: Sequence[_EarlierLook]
) -> str:
    """Return the fingerprint of a prediction set, from its experiment's looks or else from its rows.

    Empty if there are no rows, or if they are damaged.
    """
    fingerprints = {each.fingerprint for each in looks}
    if len(fingerprints) > 1:  # several tasks. With several stages the split may have been renamed since
        fingerprints = {each.fingerprint for each in looks if each.split == split}
    if len(fingerprints) == 1:
        return fingerprints.pop()
    try:
        return read_fingerprint(connection, run_id, split, [str(name) for name in json.loads(classes)])
    except (ValueError, TypeError, LookupError, OverflowError, sqlite3.OperationalError):
        return ""  # damaged, which `palimpsest store check` reports
