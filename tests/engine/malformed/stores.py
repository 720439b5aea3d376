"""Damaged stores: values that no program of ours writes, missing parts, files of others, files that are locked."""

# ruff: noqa: E501  (tables of odd values read better with many in a line)
from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

from engine.events import Evaluation
from engine.spec.recipes import find_recipe
from engine.spec.search import FieldRange, Search
from engine.store import Store, datasets, probe_results, runs, searches, summaries
from engine.store.schema import MIGRATIONS
from engine.store.writer import RunWriter
from tests import leftovers
from tests.engine.malformed.cases import MalformedCase

COMMANDS = (
    ("runs",), ("runs", "--json"), ("show", "1"), ("show", "1", "--json"), ("show", "1", "--confusion"), ("compare", "1", "2"),
    ("compare", "1", "2", "--test"), ("predictions", "1", "--out", "out.csv"), ("predictions", "1", "--no-texts", "--out", "bare.csv"),
    ("slices", "1"), ("forgetting", "1"), ("forgetting", "1", "--json"), ("searches",), ("searches", "1", "--json"),
    ("capsule", "1", "--out", "one.capsule"), ("data", "paper"), ("stop", "1"), ("next", "1"), ("gate", "1", "2", "--max-flips", "1"),
    ("decide", "1"), ("compare", "1", "2", "--format", "latex"), ("forgetting", "1", "2", "--html", "page.html"), ("paper", "table5"),
    ("data", "preview", "catalogue:mine"), ("export-log", "1", "--to", "tensorboard", "--into", "curves"), ("retry", "1", "--set", "batch_size=12", "--queue"),
    ("run", "quickstart", "--queue"), ("export", "1"), ("predict", "1", "--text", "x"), ("reproduce", "--plan"), ("store", "backup", "copy.sqlite"),
)  # fmt: skip
"""Commands that read the store."""


@cache
def sound_store() -> Path:
    """Return a store with two runs, one of which has stages, measures and notes."""
    room = Path(os.environ[leftovers.MARK]).parent  # the session's own, which goes with it
    path = Path(mkdtemp(prefix="palimpsest-sound-", dir=room)) / "store.sqlite"
    experiment = find_recipe("quickstart").plan.experiment
    with Store(path) as store:
        first = runs.create_run(store, experiment)
        runs.create_run(store, experiment.model_copy(update={"name": "Second", "tags": ["one"]}))
        sql = "INSERT INTO stages (run_id, position, kind, title, first_step, steps, info) VALUES (?, 0, ?, ?, 0, 9, '{}')"
        store.execute(sql, (first, "finetune", "Fine-tuning"))
        predicted = (np.array([0, 1, 2]), np.array([0, 1, 1]), np.array([0, 1, 0]), np.array([0.9, 0.8, 0.7]))
        summaries.set_predictions(
            store, first, "test", 9, ["bad", "good"], *predicted, np.array([0.1, 0.2, 0.9])
        )
        probe_results.add_maps(store, first, 9, 1.0, {"drift/layers": np.array([0.1, 0.2])})
        store.upsert(
            "artefacts",
            {"run_id": first, "kind": "stage", "path": "stage-1", "step": 9, "bytes": 1, "created": 1.0},
        )
        datasets.add_dataset(store, "mine", {"source": "samples:reviews"}, "print", {"rows": 3})
        sweep = runs.create_sweep(store, "Two runs")
        wanted = Search(fields={"stages.0.learning_rate": FieldRange(low=1e-4, high=1e-3)})
        searches.create_search(store, sweep, experiment, wanted)
        searches.add_trial(store, sweep, first, 0, 0, {"stages.0.learning_rate": 1e-4})
    writer = RunWriter(path, first)
    try:
        writer.set_columns(status="stopped")
        writer.add_message("warning", "A note")
        writer.write(Evaluation("validation", 9, {"validation/error": 12.0, "validation/loss": 0.5}))
    finally:
        writer.close()
    return path


def store_cases() -> list[MalformedCase]:
    """Return stores with damaged structure or bytes, each read by several commands.

    ``test_foreign_rows`` has odd values.
    """
    return [*structure_cases(), *file_cases()]


def damaged(
    name: str, damage: Callable[[sqlite3.Connection], object], *, legal: bool = False
) -> Iterator[MalformedCase]:
    """Yield the cases of one damaged store, one for each command that reads it."""
    for command in COMMANDS:

        def write(folder: Path, command: tuple[str, ...] = command) -> list[str]:
            path = folder / "store.sqlite"
            shutil.copy(sound_store(), path)
            with unguarded(path) as store:
                damage(store)
            return [*command, "--store", str(path)]

        yield MalformedCase(
            f"store, {name}, {' '.join(command)}", write, () if legal else ("store.sqlite",), legal
        )


@contextmanager
def unguarded(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection that writes any value into any column, as a program that makes the file by itself can."""
    declared = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE '%STRICT%'"
    with closing(sqlite3.connect(path, isolation_level=None)) as store:
        store.execute("PRAGMA writable_schema=ON")
        strict = store.execute(declared).fetchall()
        loose = "UPDATE sqlite_master SET sql = replace(replace(sql, 'STRICT, ', ''), 'STRICT', '') WHERE name = ?"
        store.executemany(loose, [(name,) for name, _ in strict])
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as store:
            store.execute("PRAGMA ignore_check_constraints=ON")
            store.execute("PRAGMA foreign_keys=OFF")
            yield store
            changed = dict(store.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
    finally:
        with closing(sqlite3.connect(path, isolation_level=None)) as store:
            store.execute("PRAGMA writable_schema=ON")
            for name, sql in strict:
                if changed.get(name) == sql.replace("STRICT, ", "").replace("STRICT", ""):
                    store.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, name))


INSIDE_JSON = {
    "runs.tags": ('[null, 7, {"a": []}]', '["x", NaN]'),
    "runs.spec": ('{"name": NaN}', '{"stages": [NaN]}', '{"stages": {"a": 1}}', "{}"),
    "runs.versions": ('{"torch": {"a": []}}',),
    "runs.data_fingerprints": ('{"train": [7]}',),
    "stages.info": ('{"computation": 7, "start_seconds": [], "classes": {}, "tokens": NaN}',),
    "prediction_sets.classes": ("[7, null]", "[NaN, NaN]", "[[], []]"),
    "datasets.source": ('{"source": []}', '{"source": "samples:reviews", "format": NaN}'),
    "datasets.report": ('{"rows": {"train": []}}',),
    "probe_maps.shape": ("[7]", '["a"]', "[-1]", "[NaN]"),
    "searches.design": ("{}", '{"stages": [NaN]}', '{"name": NaN}'),
    "searches.declaration": ("{}", '{"fields": {"stages.0.learning_rate": 7}}', '{"fields": {"no.such.field": [1, 2]}}', '{"trials": NaN}'),
    "trials.settings": ("{}", '{"learning_rate": {"a": []}}', '{"no.such.field": 1}', '{"learning_rate": NaN}'),
    "probe_maps.value": ("[0.1]", '["x", {}]', "[[0.1, 0.2]]"),
}  # fmt: skip
"""JSON of the right kind with nonsense inside, by column."""


def structure_cases() -> Iterator[MalformedCase]:
    """Yield stores that lack a table or a column, or come from a program that is not ours."""
    for table in (
        "runs",
        "stages",
        "metrics",
        "summary",
        "messages",
        "changes",
        "sweeps",
        "stage_summary",
        "datasets",
        "leases",
        "artefacts",
        "searches",
        "trials",
    ):
        yield from damaged(
            f"no table {table}", lambda store, t=table: store.execute(f"DROP TABLE {t}"), legal=True
        )  # type: ignore[misc]
    for table, column in (("stages", "info"), ("messages", "level"), ("summary", "best")):

        def rename(store: sqlite3.Connection, table: str = table, column: str = column) -> None:
            store.execute("DROP VIEW IF EXISTS results")
            store.execute(f"ALTER TABLE {table} RENAME COLUMN {column} TO another")

        yield from damaged(f"no column {table}.{column}", rename, legal=True)
    newer = len(MIGRATIONS) + 1
    yield from damaged("from the future", lambda store: store.execute(f"PRAGMA user_version={newer}"))
    yield from damaged("from the far future", lambda store: store.execute("PRAGMA user_version=2147483647"))
    yield from damaged("of a version below none", lambda store: store.execute("PRAGMA user_version=-5"))
    yield from damaged(
        "of an older version than its tables", lambda store: store.execute("PRAGMA user_version=1")
    )
    yield from damaged("of another program", lambda store: store.execute("PRAGMA application_id=7"))


def file_cases() -> Iterator[MalformedCase]:
    """Yield files that are no store, or no whole one."""
    whole = sound_store().read_bytes()
    for name, content in {
        "junk": b"no database" * 100, "a header only": whole[:100], "one page": whole[:4096], "half of it": whole[: len(whole) // 2],
        "its pages zeroed": whole[:4096] + bytes(len(whole) - 4096), "its pages junk": whole[:4096] + b"\xa5" * (len(whole) - 4096),
        "its first page junk": whole[:100] + b"\xa5" * 3996 + whole[4096:], "text": b"hello\n", "a page size of nothing": whole[:16] + b"\0\3" + whole[18:],
    }.items():  # fmt: skip
        for command in COMMANDS:

            def write(
                folder: Path, content: bytes = content, command: tuple[str, ...] = command
            ) -> list[str]:
                (folder / "store.sqlite").write_bytes(content)
                return [*command, "--store", str(folder / "store.sqlite")]

            yield MalformedCase(f"store, {name}, {' '.join(command)}", write, ("store.sqlite",))
