"""Changes of runs on the way from the place that computes them: their rows as a small store.

On the remote side, rows that the owner lacks are copied into a store in memory. Here it is checked like any foreign
store, and merged into the rows of the runs (``engine.store.transfer``). The owner keeps only the stamp of its merged
rows, and sends it with the next request. So lost or repeated answers do no harm.

Curves and maps only grow while one process trains, so only points after the last one are copied. After a change of the
run as a whole (``_SESSION``), all its rows are compared.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from engine import private_files
from engine.errors import UserError, printable
from engine.store import Store, runs, schema
from engine.store.placed_runs import require_placed_run
from engine.store.tables import columns
from engine.store.transfer import attach_store, copy_run, memory_store

_SESSION = ("status", "pid", "pid_started", "queued", "started", "finished")
"""Columns of a run that change when a process starts or ends it."""
_COPIED_COLUMNS = (
    "status", "finished", "reason", "started", "phase", "phase_done", "phase_total", "step", "steps", "progress",
    "eta_seconds", "active_seconds", "precision", "device", "host", "versions", "data_fingerprints",
)  # fmt: skip
"""Columns with the progress of a run. The others belong to the store that holds the row."""
_GROWING = ("metrics", "probe_maps")
_LARGE = ("predictions", "example_forgetting")
_OVERLAP_SECONDS = 5.0
"""Active seconds before the last point here whose points are copied again, because they may have been written later."""
_MAX_BYTES = 4 << 30
_MAX_LOG_BYTES = 256 << 20
"""Maximum size of a log from another place."""
_LOG_BYTES = 1 << 20


# -- where the run computes


def stamp_of(rows: sqlite3.Connection, run_id: int, database: str = "main") -> str:
    """Return a text that changes with everything that ``copy_changes`` would copy, except the active seconds.

    It consists of a hash of the run as a whole, the times of the last points of curves and maps, and a hash of the
    rest.
    """

    def query(columns_sql: str, table_sql: str) -> list[tuple[object, ...]]:
        sql = f"SELECT {columns_sql} FROM {database}.{table_sql}"
        return [tuple(row) for row in rows.execute(sql, {"run": run_id})]

    names = ", ".join(name for name in _COPIED_COLUMNS if name != "active_seconds")
    session_rows = [
        *query(", ".join(_SESSION), "runs WHERE id = :run"),
        *query("split, step", "prediction_sets WHERE run_id = :run ORDER BY split"),
        *query("split, count(*)", "predictions WHERE run_id = :run GROUP BY split ORDER BY split"),
        *query("count(*), total(seen)", "example_forgetting WHERE run_id = :run"),
    ]
    last_times = [query("coalesce(max(time), 0.0)", f"{each} WHERE run_id = :run")[0][0] for each in _GROWING]
    other_rows = [
        *query(names, "runs WHERE id = :run"),
        *query("max(id)", "messages WHERE run_id = :run"),
        *query("count(*)", "probe_maps WHERE run_id = :run"),
        *query("total(last_step) + count(*)", "summary WHERE run_id = :run"),
        *query("total(length(info)) + count(*)", "stages WHERE run_id = :run"),
        *query("total(created) + count(*)", "artefacts WHERE run_id = :run"),
    ]
    return json.dumps([_digest(session_rows), last_times, _digest(other_rows)])


def copy_changes(rows: sqlite3.Connection, number: int, source: Path, run_id: int, since: str = "") -> str:
    """Copy the changes of a run in the store ``source`` after the stamp ``since``. Return its current stamp.

    The run gets ``number`` in ``rows``. Nothing is copied if the stamps are equal.
    """
    with attach_store(rows, f"{source.as_uri()}?mode=ro"):
        rows.execute("BEGIN")  # read one consistent state without blocking writers
        stamp = stamp_of(rows, run_id, "source")
        if stamp != since:
            (session, *_), (old_session, old_times, _) = _split_stamp(stamp), _split_stamp(since)
            grows = session == old_session
            copy_run(rows, run_id, number, skip=(*_GROWING, *_LARGE) if grows else ())
            for table, seconds in zip(_GROWING, old_times, strict=True) if grows else ():
                names = ", ".join(name for name in columns()[table] if name != "run_id")
                rows.execute(
                    f"""INSERT INTO main.{table} (run_id, {names}) SELECT ?, {names} FROM source.{table}
                        WHERE run_id = ? AND time > ?""",
                    (number, run_id, seconds - _OVERLAP_SECONDS),
                )
        rows.execute("COMMIT")
    return stamp


def pack(rows: sqlite3.Connection) -> bytes:
    """Return a store in memory as the compressed bytes of its file."""
    return zlib.compress(rows.serialize(), 1)


def write_snapshot(store: Store, run_id: int, file: Path) -> None:
    """Write the rows of a run of ``store`` into ``file``, for readers on other machines that share the disk.

    It is written in place, because network drives may show a new file late. A reader of an incomplete file waits for
    the next one.
    """
    with closing(memory_store()) as rows:
        copy_changes(rows, 1, store.path, run_id)
        packed = pack(rows)
    private_files.make_file(file)
    with file.open("r+b") as stream:
        stream.write(hashlib.sha256(packed).digest() + packed)
        stream.truncate()


def read_snapshot(file: Path, target: Path) -> bool:
    """Unpack a snapshot into the store ``target``, where the run has number 1. Return False if it is incomplete."""
    try:
        packed = file.read_bytes()
    except OSError:
        return False
    if hashlib.sha256(packed[32:]).digest() != packed[:32]:
        return False
    target.write_bytes(zlib.decompress(packed[32:]))
    return True


def read_log_part(folder: Path, size: int) -> tuple[int, bytes]:
    """Return the part of a run's log after its first ``size`` bytes, and its offset."""
    if size < 0:
        return 0, b""
    try:
        with (folder / "run.log").open("rb") as stream:
            offset = size if size <= stream.seek(0, 2) else 0  # a shorter log is a new one
            stream.seek(offset)
            return offset, stream.read(_LOG_BYTES)
    except OSError:
        return 0, b""


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode("utf-8", "replace")).hexdigest()[:16]


def _split_stamp(stamp: str) -> tuple[str, tuple[float, float], str]:
    """Return the parts of a stamp, empty ones for an invalid stamp."""
    try:
        session, (curves, maps), other = json.loads(stamp)
        return str(session), (float(curves), float(maps)), str(other)
    except (ValueError, TypeError):
        return "", (0.0, 0.0), ""


# -- where the run belongs


def log_bytes(store: Store, run_id: int) -> int:
    """Return the size of a run's log here in bytes, -1 to receive no more of it."""
    log = runs.get_run(store, run_id).folder / "run.log"
    size = log.stat().st_size if log.is_file() else 0
    return size if size < _MAX_LOG_BYTES else -1


@contextmanager
def unpacked(rows: bytes) -> Iterator[Path]:
    """Yield packed rows as the file of a store, after checking it. Raises UserError if it is not sound."""
    from engine.store.repair import check_store

    with tempfile.TemporaryDirectory(prefix="palimpsest-changes-") as folder:
        file = Path(folder, "changes.sqlite")
        try:
            packer = zlib.decompressobj()
            file.write_bytes(packer.decompress(rows, _MAX_BYTES))
            check = check_store(file)
        except (zlib.error, UserError) as error:
            raise _refusal(printable(str(error), 200)) from None
        damage = next((each.text for each in check.findings if each.is_damage), "")
        if damage or packer.unconsumed_tail or check.version != len(schema.MIGRATIONS):
            raise _refusal(damage or "they are of another version, or too many")
        yield file


def merge_run(store: Store, run_id: int, file: Path, number: int, stamp: str, since: str) -> None:
    """Merge the rows of run ``number`` of an unpacked file, and their stamp, into a placed run in one transaction.

    ``since``: the stamp that the request had. Nothing is done if the run has changed since, or is to be resumed. Raises
    UserError for invalid rows.
    """
    try:
        with attach_store(store.connection, f"{file.as_uri()}?mode=ro") as rows, store.transaction():
            placed, row = require_placed_run(store, run_id), runs.get_run(store, run_id)
            remote_row = rows.execute("SELECT status FROM source.runs WHERE id = ?", (number,)).fetchone()
            if remote_row is None or placed.stamp != since or placed.requested in ("resume", "anew"):
                return
            grows = _split_stamp(stamp)[0] == _split_stamp(since)[0]
            if grows and remote_row[0] != row.status:
                return  # the run was resumed here, or its end is known already
            copy_run(rows, number, run_id, update=_COPIED_COLUMNS, skip=_LARGE if grows else (),
                     append_only=_GROWING if grows else ())  # fmt: skip
            sql = "UPDATE placed_runs SET stream = ?1, frame = 0 WHERE run_id = ?2 AND (stream <> ?1 OR frame < 0)"
            store.execute(sql, (stamp, run_id))
    except (sqlite3.IntegrityError, OverflowError) as error:
        raise _refusal(printable(str(error), 160)) from None


def write_log_part(store: Store, run_id: int, offset: int, part: bytes) -> None:
    """Write a part of the log of a placed run into its folder here. Repeating it has no effect."""
    file = runs.get_run(store, run_id).folder / "run.log"
    private_files.make_folder(file.parent, root=file.parent.parent)
    private_files.make_file(file)
    with file.open("rb+") as stream:
        if 0 <= offset <= stream.seek(0, 2):
            stream.seek(offset)
            stream.write(part)
            stream.truncate()


def _refusal(problem: str) -> UserError:
    return UserError(
        f"its place has sent an invalid run ({problem}). It was not stored.",
        remedy="Check that both sides run the same Palimpsest: palimpsest places test NAME",
    )
