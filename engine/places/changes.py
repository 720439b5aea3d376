"""Updates of runs, on the way from the place that computes them: their rows as a small store.

On the remote side, rows that the owner does not have yet are copied into a snapshot. Here it is checked like any
foreign store, and merged into the runs' rows (``engine.store.transfer``). Nothing depends on earlier exchanges, so a
missed one, or an answer that is lost or repeated, costs nothing. The owner reports what it has (``known_of``).

Curves and maps only grow while one process trains, so only the points after the last one are requested. After anything
that affects the run as a whole (``_moment``), all its rows are compared.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from engine import private_files
from engine.errors import UserError, printable
from engine.places.messages import Message
from engine.store import Store, runs, schema
from engine.store.placed_runs import require_placed_run
from engine.store.transfer import attached, copy_run

_MOMENT = ("status", "pid", "pid_started", "queued", "started", "finished")
"""Columns of a run that change when a process takes it up or leaves it."""
_COPIED_COLUMNS = (
    "status", "finished", "reason", "started", "phase", "phase_done", "phase_total", "step", "steps", "progress",
    "eta_seconds", "active_seconds", "precision", "device", "host", "versions", "data_fingerprints",
)  # fmt: skip
"""The columns that describe a run's progress. The others belong to the store that holds the row."""
_GROWING = ("metrics", "probe_maps")
_LARGE = ("predictions", "example_forgetting")
_MOST_BYTES = 4 << 30
_MOST_LOG = 256 << 20
"""Bytes of a log from another place that are kept here."""
_LOG_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Known:
    """State of a run as its owner has it.

    Attributes:
        moment: of the run, when its rows were last compared as a whole.
        steps: the last step of each curve.
        maps: the last step of the maps.
        large: summary of the large tables.
        log: bytes of its log, -1 to receive no more of it.
    """

    moment: str = ""
    steps: dict[str, int] = field(default_factory=dict)
    maps: int = -1
    large: str = ""
    log: int = 0

    @classmethod
    def parse(cls, content: object) -> Known:
        """Return it from the JSON of a question. Raises BadMessageError."""
        message = Message({"known": content})
        rows = Message(message.table("known"))
        return cls(
            rows.text("moment"), rows.numbers("steps"), rows.number("maps"), rows.text("large"), rows.number("log")
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Changes:
    """Updates of several runs.

    Attributes:
        rows: a store of their rows, packed. Empty where nothing is new.
        numbers: the number in it of each run that has new rows, by its number at the place.
        logs: new parts of logs: from which byte on, and the bytes.
    """

    rows: bytes = b""
    numbers: dict[str, int] = field(default_factory=dict)
    logs: dict[str, tuple[int, bytes]] = field(default_factory=dict)


def known_of(store: Store, run_id: int) -> Known:
    """Return what this store has of a placed run."""
    row = runs.get_run(store, run_id)
    steps = dict(map(tuple, store.execute("SELECT key, last_step FROM summary WHERE run_id = ?", (run_id,))))
    sql = "SELECT coalesce(max(step), -1) FROM probe_maps WHERE run_id = ?"
    (maps,) = store.execute(sql, (run_id,)).fetchone()
    log = row.folder / "run.log"
    size = log.stat().st_size if log.is_file() else 0
    size = size if size < _MOST_LOG else -1
    large = _large(store.connection, "main", run_id)
    return Known(require_placed_run(store, run_id).stream, steps, maps, large, size)


# -- where the run computes


def stamp_of(store: Store, run_id: int) -> str:
    """Return a text that changes with whatever ``ChangesFile.add`` would copy, but the seconds that a run is active."""
    columns = ", ".join(name for name in (*_COPIED_COLUMNS, *_MOMENT) if name != "active_seconds")
    sql = f"""SELECT {columns},
        (SELECT max(id) FROM messages WHERE run_id = :run), (SELECT count(*) FROM probe_maps WHERE run_id = :run),
        (SELECT total(last_step) + count(*) FROM summary WHERE run_id = :run),
        (SELECT total(length(info)) + count(*) FROM stages WHERE run_id = :run),
        (SELECT total(created) + count(*) FROM artefacts WHERE run_id = :run) FROM runs WHERE id = :run"""
    row = store.execute(sql, {"run": run_id}).fetchone()
    return json.dumps([*row, _large(store.connection, "main", run_id)], default=str)


class ChangesFile:
    """A store that rows of several runs are copied into, used as a context manager."""

    def __enter__(self) -> ChangesFile:
        self._folder = tempfile.TemporaryDirectory(prefix="palimpsest-changes-")
        self._file = Path(self._folder.name) / "changes.sqlite"
        self._rows: sqlite3.Connection | None = None
        self._count = 0
        return self

    def __exit__(self, *_: object) -> None:
        if self._rows is not None:
            self._rows.close()
        self._folder.cleanup()

    def add(self, store: Path, run_id: int, owned: Known) -> int:
        """Copy the unknown rows of a store's run, and return the run's number in this file."""
        if self._rows is None:
            self._rows = sqlite3.connect(self._file, isolation_level=None, uri=True)
            self._rows.execute("PRAGMA synchronous=OFF")
            self._rows.execute("BEGIN")
            schema.bring_up_to_date(self._rows)
            self._rows.execute("COMMIT")
        self._count += 1
        with attached(self._rows, f"{store.as_uri()}?mode=ro") as rows:
            rows.execute("BEGIN")  # all that is read is of one moment, and nobody waits
            left_out: tuple[str, ...] = ()
            if grows := _moment(rows, "source", run_id) == owned.moment:
                left_out = (*_GROWING, *(_LARGE if _large(rows, "source", run_id) == owned.large else ()))
            copy_run(rows, run_id, self._count, left_out=left_out)
            if grows:
                self._copy_what_has_grown(rows, run_id, owned)
            rows.execute("COMMIT")
        return self._count

    def _copy_what_has_grown(self, rows: sqlite3.Connection, run_id: int, owned: Known) -> None:
        rows.execute(
            """INSERT INTO main.metrics (run_id, key, step, time, value) SELECT ?, m.key, m.step, m.time, m.value
               FROM source.summary s JOIN source.metrics m ON m.run_id = s.run_id AND m.key = s.key
               AND m.step > coalesce((SELECT k.value FROM json_each(?) k WHERE k.key = s.key), -1)
               WHERE s.run_id = ?""",
            (self._count, json.dumps(owned.steps), run_id),
        )
        rows.execute(
            """INSERT INTO main.probe_maps (run_id, key, step, time, shape, value)
               SELECT ?, key, step, time, shape, value FROM source.probe_maps WHERE run_id = ? AND step > ?""",
            (self._count, run_id, owned.maps),
        )

    def packed(self) -> bytes:
        """Return the file, packed. Empty where nothing was added."""
        if self._rows is None:
            return b""
        self._rows.close()
        self._rows = None
        return zlib.compress(self._file.read_bytes(), 1)


def write_snapshot(store: Store, run_id: int, file: Path) -> None:
    """Write the rows of a run of ``store`` into ``file``, for readers on other machines that share the disk.

    In place: over a network drive a new file may be seen late. A reader that meets a half of it waits for the next one.
    """
    with ChangesFile() as changes:
        changes.add(store.path, run_id, Known())
        packed = changes.packed()
    private_files.make_file(file)
    with file.open("r+b") as stream:
        stream.write(hashlib.sha256(packed).digest() + packed)
        stream.truncate()


def read_snapshot(file: Path, target: Path) -> bool:
    """Unpack a snapshot into the store ``target``, where run 1 is its run. Return False unless it is whole."""
    try:
        packed = file.read_bytes()
    except OSError:
        return False
    if hashlib.sha256(packed[32:]).digest() != packed[:32]:
        return False
    target.write_bytes(zlib.decompress(packed[32:]))
    return True


def new_log_part(folder: Path, size: int) -> tuple[int, bytes]:
    """Return the part of the log of a run that follows its first ``size`` bytes, and where it begins."""
    if size < 0:
        return 0, b""
    try:
        with (folder / "run.log").open("rb") as stream:
            at = size if size <= stream.seek(0, 2) else 0  # a shorter log is another one
            stream.seek(at)
            return at, stream.read(_LOG_BYTES)
    except OSError:
        return 0, b""


# -- where the run belongs


@contextmanager
def unpacked(changes: Changes) -> Iterator[Path]:
    """Give the store of the rows as a file, once it was found sound. Raises UserError where it is not."""
    from engine.store.check import check_store

    with tempfile.TemporaryDirectory(prefix="palimpsest-changes-") as folder:
        file = Path(folder, "changes.sqlite")
        try:
            packer = zlib.decompressobj()
            file.write_bytes(packer.decompress(changes.rows, _MOST_BYTES))
            check = check_store(file)
        except (zlib.error, UserError) as error:
            raise _refusal(printable(str(error), 200)) from None
        damage = next((each.text for each in check.findings if each.is_damage), "")
        if damage or packer.unconsumed_tail or check.version != len(schema.MIGRATIONS):
            raise _refusal(damage or "they are of another version, or too many")
        yield file


def merge_run(store: Store, run_id: int, file: Path, number: int, owned: Known) -> None:
    """Merge the rows of run ``number`` of an unpacked file into a placed run, in one transaction.

    ``owned``: the request's. If the run has changed since, nothing is done. Raises UserError for impossible rows.
    """
    try:
        with attached(store.connection, f"{file.as_uri()}?mode=ro") as rows, store.transaction():
            placed, row = require_placed_run(store, run_id), runs.get_run(store, run_id)
            remote_row = rows.execute("SELECT status FROM source.runs WHERE id = ?", (number,)).fetchone()
            if remote_row is None or placed.stream != owned.moment:
                return
            moment = _moment(rows, "source", number)
            grows = moment == placed.stream
            if grows and remote_row[0] != row.status:
                return  # somebody here wants it to go on, or has heard of its end
            copy_run(rows, number, run_id, changing=_COPIED_COLUMNS, left_out=_left_out(rows, number) if grows else (),
                     growing=_GROWING if grows else ())  # fmt: skip
            sql = "UPDATE placed_runs SET stream = ?1, frame = 0 WHERE run_id = ?2 AND (stream <> ?1 OR frame < 0)"
            store.execute(sql, (moment, run_id))
    except (sqlite3.IntegrityError, OverflowError) as error:
        raise _refusal(printable(str(error), 160)) from None


def write_log_part(store: Store, run_id: int, at: int, part: bytes) -> None:
    """Write a part of the log of a placed run into its folder here. Writing it twice has no further effect."""
    file = runs.get_run(store, run_id).folder / "run.log"
    private_files.make_folder(file.parent, below=file.parent.parent)
    private_files.make_file(file)
    with file.open("rb+") as stream:
        if 0 <= at <= stream.seek(0, 2):
            stream.seek(at)
            stream.write(part)
            stream.truncate()


def _left_out(rows: sqlite3.Connection, number: int) -> tuple[str, ...]:
    """Return the large tables of which nothing has come."""
    return tuple(
        table for table in _LARGE
        if rows.execute(f"SELECT 1 FROM source.{table} WHERE run_id = ? LIMIT 1", (number,)).fetchone() is None
    )  # fmt: skip


def _moment(connection: sqlite3.Connection, where: str, run_id: int) -> str:
    sql = f"SELECT {', '.join(_MOMENT)} FROM {where}.runs WHERE id = ?"
    return json.dumps([*connection.execute(sql, (run_id,)).fetchone()])


def _large(connection: sqlite3.Connection, where: str, run_id: int) -> str:
    """Return a summary of a run's large tables: step and rows of each split, and the number of texts learnt."""
    sql = f"""SELECT s.split, s.step, (SELECT count(*) FROM {where}.predictions p
                                       WHERE p.run_id = s.run_id AND p.split = s.split)
              FROM {where}.prediction_sets s WHERE s.run_id = ? ORDER BY s.split"""
    sets = [[*row] for row in connection.execute(sql, (run_id,))]
    sql = f"SELECT count(*), total(seen) FROM {where}.example_forgetting WHERE run_id = ?"
    return json.dumps([sets, [*connection.execute(sql, (run_id,)).fetchone()]])


def _refusal(what: str) -> UserError:
    return UserError(
        f"its place has sent an invalid run ({what}). It was not stored.",
        remedy="Check that both sides run the same Palimpsest: palimpsest places test NAME",
    )
