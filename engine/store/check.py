"""``check_store``: find all damage in a store, and irregularities in the folders of its runs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.errors import UserError, printable
from engine.json_types import JsonObject
from engine.spec.experiment import parse_experiment
from engine.store.damage import Finding, as_text, find_damage, open_for_check, require_store_version
from engine.store.runs import requested_spec
from engine.store.tables import columns


@dataclass(frozen=True, slots=True)
class StoreCheck:
    """Findings of a check.

    Attributes:
        store: the store.
        version: the version of its schema.
        rows: number of rows by table, where they can be counted.
        findings: damage and notes.
    """

    store: Path
    version: int
    rows: dict[str, int]
    findings: list[Finding]

    @property
    def is_sound(self) -> bool:
        """Whether nothing is damaged."""
        return not any(each.is_damage for each in self.findings)

    def as_json(self) -> JsonObject:
        """Return the check as the stable JSON of the command line."""
        return {
            "store": str(self.store),
            "version": self.version,
            "sound": self.is_sound,
            "rows": self.rows,
            "findings": [asdict(each) for each in self.findings],
        }


def check_store(path: Path) -> StoreCheck:
    """Find all damage of the store at ``path``, which is only read.

    Raises UserError when there is no store, or it is unreadable, not a store, or from a newer Palimpsest.
    """
    with closing(open_for_check(path)) as store:
        version = require_store_version(store, path)
        rows: dict[str, int] = {}
        for table in columns(version):
            try:
                rows[table] = int(store.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
            except sqlite3.DatabaseError:
                pass  # the findings below explain it
        findings = [*find_damage(store, version, thorough=True)]
        for part in (_spec_findings(store), _folder_findings(store, path), _set_aside_findings(store)):
            try:
                findings += part
            except sqlite3.DatabaseError:
                pass  # already in the findings
    return StoreCheck(path, version, rows, findings)


def _spec_findings(store: sqlite3.Connection) -> Iterator[Finding]:
    """Yield runs with a specification that this program cannot read. It is no damage if a plug-in may be missing."""
    for number, text in store.execute("SELECT id, spec FROM runs WHERE json_valid(spec)"):
        name = f"run {as_text(number)}"
        try:
            parse_experiment(requested_spec(json.loads(text)), place=name)
        except UserError as error:
            yield Finding("value", printable(str(error), 300), "runs", is_damage=False)
        except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
            reason = printable(str(error), 200)
            yield Finding("value", f"the specification of {name} cannot be read ({reason})", "runs")


def _set_aside_findings(store: sqlite3.Connection) -> Iterator[Finding]:
    """Yield the number of rows by table that a migration to strict tables has set aside."""
    for table, count in store.execute("SELECT source, count(*) FROM set_aside GROUP BY source"):
        text = f"{count:,} rows of '{as_text(table)}' broke a rule when the store was brought up to date; "
        yield Finding("value", f"{text}as they were, they are in the table 'set_aside'", is_damage=False)


def _folder_findings(store: sqlite3.Connection, path: Path) -> Iterator[Finding]:
    """Yield runs without a folder and folders without a run. Neither is damage, because folders may be deleted."""
    rows = [(as_text(number), as_text(name)) for number, name in store.execute("SELECT id, folder FROM runs")]
    folders = {(path.parent / name).name for _, name in rows if name}
    for number, name in rows:
        if name and not (path.parent / name).is_dir():
            yield Finding("folder", f"run {number} has no folder any more ({name})", "runs", is_damage=False)
    folder = path.parent / f"{path.stem}-runs"
    if folder.is_dir():
        for entry in sorted(folder.iterdir()):
            if entry.is_dir() and entry.name.isdecimal() and entry.name not in folders:
                text = f"the folder {folder.name}/{entry.name} belongs to no run"
                yield Finding("folder", text, is_damage=False)
