"""Count how many runs and strategies have been tested on the texts of a test split."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from engine.formatting.phrases import phrase
from engine.store import Store
from engine.store.rows import RunRow
from engine.store.test_looks import (
    TestLooks,
    TestTexts,
    count_looks,
    is_last_test_split,
    read_content,
    read_fingerprint,
    read_looks,
)


def looks_sentence(looks: TestLooks) -> str:
    """Return ``12 runs of 5 strategies have been tested on these texts: ...``, empty for none."""
    if not looks.experiments:
        return ""
    n, strategies = f"{looks.experiments:,}", f"{looks.strategies:,}"
    if looks.strategies < 2 and looks.splits > 1:
        return phrase(
            "On each of these {splits} test splits, runs of only one strategy have been tested.",
            splits=looks.splits,
        )
    if looks.strategies < 2:
        return phrase(
            "{n} run of one strategy has been tested on these texts."
            if looks.experiments == 1
            else "{n} runs of one strategy have been tested on these texts.",
            n=n,
        )
    return phrase(
        "{n} runs of {strategies} strategies have been tested on these texts: the best of them, if chosen by its test "
        "result, looks better than it is."
        if looks.splits == 1
        else "Up to {n} runs of {strategies} strategies have been tested on one of these test splits: the best of "
        "them, if chosen by its test result, looks better than it is.",
        n=n,
        strategies=strategies,
    )


def looks_notes(store: Store, rows: Sequence[RunRow]) -> list[str]:
    """Return ``looks_sentence`` of the test texts of several runs, as a list, nothing where there are no test texts."""
    sentence = looks_sentence(looks_of_runs(store, rows))
    return [sentence] if sentence else []


def looks_by_run(store: Store, rows: Sequence[RunRow]) -> dict[int, TestLooks]:
    """Return the looks at the test texts of each run that has a test value, by its number: for lists of many runs."""
    tested_rows = [row for row in rows if row.test is not None]
    looks = read_looks(store.connection) if tested_rows else {}
    return {row.id: most_looks(looks, [row]) for row in tested_rows if row.identity in looks}


def looks_of_runs(store: Store, rows: Sequence[RunRow]) -> TestLooks:
    """Return the looks at the test texts of several runs; of several test splits the most. None at all: (0, 0)."""
    texts = {text for row in rows for text in _test_texts(store, row)}
    most = max(count_looks(store.connection, sorted(texts)).values(), key=_order, default=TestLooks(0, 0))
    # Of one fingerprint there are two where the content of a file was not known once.
    return replace(most, splits=max(1, len({fingerprint for fingerprint, _ in texts})))


def most_looks(looks: Mapping[str, TestLooks], rows: Sequence[RunRow]) -> TestLooks:
    """Return the most of ``looks``, by the identity of an experiment, that any of the runs has; else (0, 0).

    For lists of many runs, where nobody reads the predictions of each (``looks_of_runs``): of equal experiments on
    different texts the one that was measured last counts.
    """
    candidates = [looks[row.identity] for row in rows if row.identity in looks]
    return max(candidates, key=_order, default=TestLooks(0, 0))


def _order(looks: TestLooks) -> tuple[int, int]:
    return looks.strategies, looks.experiments


def _test_texts(store: Store, run: RunRow) -> tuple[TestTexts, ...]:
    """Return the test texts that a run's predictions are stored for, by task."""
    if run.finished is None:
        return _read_texts(store, run.id)
    return _cached_texts(store.path, run.id, run.finished)


@lru_cache(maxsize=2048)
def _cached_texts(path: Path, run_id: int, _finished: float) -> tuple[TestTexts, ...]:
    """Read once: a finished run's predictions do not change."""
    with Store(path, read_only=True) as store:
        return _read_texts(store, run_id)


def _read_texts(store: Store, run_id: int) -> tuple[TestTexts, ...]:
    sets = store.execute("SELECT split, step, classes FROM prediction_sets WHERE run_id = ?", (run_id,))
    texts = []
    for split, step, classes in sets.fetchall():
        if is_last_test_split(split):
            fingerprint = read_fingerprint(store.connection, run_id, split, json.loads(classes))
            if fingerprint:
                texts.append((fingerprint, read_content(store.connection, run_id, split, step)))
    return tuple(texts)
