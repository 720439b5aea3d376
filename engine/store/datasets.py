"""The user's own data sets: their locations and reading options.

Bundled data sets are files, not rows. A row called ``paper:NAME`` is a copy of one of the paper's data sets. All other
rows are the user's own.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.errors import UserError
from engine.json_types import ParsedJson
from engine.store.database import Store
from engine.store.rows import require_types, stored_types


@dataclass(frozen=True, slots=True)
class DatasetRow:
    """A data set added by the user.

    ``source`` and ``report`` are plain JSON values. Times are seconds since 1970.
    """

    id: int
    name: str
    source: ParsedJson
    fingerprint: str
    report: ParsedJson
    created: float
    used: float | None


_TYPES = stored_types(DatasetRow)
_SELECT = "SELECT id, name, source, fingerprint, report, created, used FROM datasets"


PAPER_PREFIX = "paper:"


def list_datasets(store: Store) -> list[DatasetRow]:
    """Return the user's own data sets, sorted by name."""
    return [row for row in _all(store) if not row.name.startswith(PAPER_PREFIX)]


def list_paper_copies(store: Store) -> dict[str, DatasetRow]:
    """Return the registered copies of the paper's data sets, by name (``imdb``)."""
    return {
        row.name.removeprefix(PAPER_PREFIX): row for row in _all(store) if row.name.startswith(PAPER_PREFIX)
    }


def _all(store: Store) -> list[DatasetRow]:
    return [_row(row) for row in store.execute(f"{_SELECT} ORDER BY name COLLATE NOCASE")]


def get_dataset(store: Store, name: str) -> DatasetRow:
    """Return the data set called ``name``.

    Raises UserError if there is none.
    """
    match = store.execute(f"{_SELECT} WHERE name = ?", (name,)).fetchone()
    if match is None:
        names = ", ".join(row.name for row in list_datasets(store)) or "none yet"
        raise UserError(f"the catalogue has no data set '{name}'.", remedy=f"It has: {names}.")
    return _row(match)


def find_dataset_source(store: Store, name: str) -> ParsedJson | None:
    """Return the ``DataSource`` of the row called ``name`` as plain values, or None."""
    row = store.execute("SELECT source FROM datasets WHERE name = ?", (name,)).fetchone()
    return json.loads(row[0]) if row is not None else None


def add_dataset(
    store: Store,
    name: str,
    source: Mapping[str, object],
    fingerprint: str = "",
    report: Mapping[str, object] | None = None,
) -> int:
    """Add a data set, or replace the one with that name, and return its number.

    Raises UserError if the name is empty.

    Args:
        store: the store.
        name: the name in the catalogue.
        source: a ``DataSource`` as plain values.
        fingerprint: hash of its content, once it has been read.
        report: the last inspection as plain values.
    """
    if not name.strip():
        raise UserError("a data set needs a name.", place="catalogue")
    sql = """INSERT INTO datasets (name, source, fingerprint, report, created) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (name) DO UPDATE SET source = excluded.source, fingerprint = excluded.fingerprint,
             report = excluded.report RETURNING id"""
    values = [json.dumps(dict(value), ensure_ascii=False) for value in (source, report or {})]
    with store.transaction():
        rows = store.execute(sql, (name.strip(), values[0], fingerprint, values[1], time.time())).fetchall()
    return int(rows[0][0])


def remove_dataset(store: Store, dataset_id: int) -> None:
    """Remove a data set from the catalogue. Its files are not touched."""
    store.execute("DELETE FROM datasets WHERE id = ?", (dataset_id,))


def remove_paper_copy(store: Store, name: str) -> None:
    """Remove the copy of the paper's data set ``name`` (``imdb``) from the store. Its files are not touched."""
    store.execute("DELETE FROM datasets WHERE name = ?", (f"{PAPER_PREFIX}{name}",))


def mark_datasets_used(store: Store, sources: Iterable[str]) -> None:
    """Record that a run uses the data sets with these names (``catalogue:NAME``, ``paper:NAME``) now."""
    names = {source.removeprefix("catalogue:") for source in sources if ":" in source}
    for name in names:
        store.execute("UPDATE datasets SET used = ? WHERE name = ?", (time.time(), name))


def _row(row: sqlite3.Row) -> DatasetRow:
    require_types(row, _TYPES)
    values = dict(row)
    return DatasetRow(**values | {name: json.loads(values[name]) for name in ("source", "report")})
