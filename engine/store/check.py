"""``check_store``: everything that is wrong with a store, and oddities in the folders of its runs."""

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
from engine.store.damage import Finding, open_for_check, plain, require_store_version, search
from engine.store.runs import requested_spec
from engine.store.tables import columns


@dataclass(frozen=True, slots=True)
class StoreCheck:
    """Findings of a check.

    Attributes:
        store: the store.
        version: the version of its schema.
        rows: by table, how many rows can be counted.
        findings: what is wrong, and what is only worth knowing.
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
    """Look for all damage of the store at ``path``, which is only read.

    Raises UserError when there is none, it cannot be read, is no store, or is one of a newer Palimpsest.
    """
    with closing(open_for_check(path)) as store:
        version = require_store_version(store, path)
        rows: dict[str, int] = {}
        for table in columns(version):
            try:
                rows[table] = int(store.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
            except sqlite3.DatabaseError:
                pass  # the search says why
        findings = [*search(store, version, thorough=True)]
        for look in (_spec_findings(store), _folder_findings(store, path), _set_aside_findings(store)):
            try:
                findings += look
            except sqlite3.DatabaseError:
                pass  # as the search has found
    return StoreCheck(path, version, rows, findings)


def _spec_findings(store: sqlite3.Connection) -> Iterator[Finding]:
    """Yield the runs whose specification this program cannot read. Without damage, a plug-in may be missing."""
    for number, text in store.execute("SELECT id, spec FROM runs WHERE json_valid(spec)"):
        name = f"run {plain(number)}"
        try:
            parse_experiment(requested_spec(json.loads(text)), place=name)
        except UserError as error:
            yield Finding("value", printable(str(error), 300), "runs", is_damage=False)
        except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
            reason = printable(str(error), 200)
            yield Finding("value", f"the specification of {name} cannot be read ({reason})", "runs")


def _set_aside_findings(store: sqlite3.Connection) -> Iterator[Finding]:
    """Yield how many rows were set aside when the store got rules for them."""
    for table, count in store.execute("SELECT source, count(*) FROM set_aside GROUP BY source"):
        text = f"{count:,} rows of '{plain(table)}' broke a rule when the store was brought up to date; "
        yield Finding("value", f"{text}as they were, they are in the table 'set_aside'", is_damage=False)


def _folder_findings(store: sqlite3.Connection, path: Path) -> Iterator[Finding]:
    """Yield runs whose folder is missing, and folders that no run has. Neither is damage: folders may be deleted."""
    rows = [(plain(number), plain(place)) for number, place in store.execute("SELECT id, folder FROM runs")]
    folders = {(path.parent / place).name for _, place in rows if place}
    for number, place in rows:
        if place and not (path.parent / place).is_dir():
            yield Finding("folder", f"run {number} has no folder any more ({place})", "runs", is_damage=False)
    folder = path.parent / f"{path.stem}-runs"
    if folder.is_dir():
        for each in sorted(folder.iterdir()):
            if each.is_dir() and each.name.isdecimal() and each.name not in folders:
                text = f"the folder {folder.name}/{each.name} belongs to no run"
                yield Finding("folder", text, is_damage=False)
