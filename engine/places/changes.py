"""Updates of runs, on the way from the place that computes them: their rows as a small store.

On the remote side, rows that the owner does not have yet are copied into a store in memory. Here it is checked like any
foreign store, and merged into the runs' rows (``engine.store.transfer``). The owner keeps only the stamp of the rows
that it has merged, and sends it with the next question. An answer that is lost or repeated therefore costs nothing.

Curves and maps only grow while one process trains, so only the points after the last one are copied. After anything
that affects the run as a whole (``_SESSION``), all its rows are compared.
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
"""Columns of a run that change when a process takes it up or leaves it."""
_COPIED_COLUMNS = (
    "status", "finished", "reason", "started", "phase", "phase_done", "phase_total", "step", "steps", "progress",
    "eta_seconds", "active_seconds", "precision", "device", "host", "versions", "data_fingerprints",
)  # fmt: skip
"""The columns that describe a run's progress. The others belong to the store that holds the row."""
_GROWING = ("metrics", "probe_maps")
_LARGE = ("predictions", "example_forgetting")
_OVERLAP_SECONDS = 5.0
"""Active seconds before the last point here whose points are copied once more: they may have been written later."""
_MOST_BYTES = 4 << 30
_MOST_LOG = 256 << 20
"""Bytes of a log from another place that are kept here."""
_LOG_BYTES = 1 << 20


# -- where the run computes


def stamp_of(rows: sqlite3.Connection, run_id: int, where: str = "main") -> str:
    """Return a text that changes with whatever ``copy_changes`` would copy, but the seconds that a run is active.

    It consists of the run as a whole, the last active seconds of curves and maps, and everything else.
    """

    def query(what: str, source: str) -> list[tuple[object, ...]]:
        sql = f"SELECT {what} FROM {where}.{source}"
        return [tuple(row) for row in rows.execute(sql, {"run": run_id})]

    names = ", ".join(name for name in _COPIED_COLUMNS if name != "active_seconds")
    whole = [
        *query(", ".join(_SESSION), "runs WHERE id = :run"),
        *query("split, step", "prediction_sets WHERE run_id = :run ORDER BY split"),
        *query("split, count(*)", "predictions WHERE run_id = :run GROUP BY split ORDER BY split"),
        *query("count(*), total(seen)", "example_forgetting WHERE run_id = :run"),
    ]
    last = [query("coalesce(max(time), 0.0)", f"{each} WHERE run_id = :run")[0][0] for each in _GROWING]
    rest = [
        *query(names, "runs WHERE id = :run"),
        *query("max(id)", "messages WHERE run_id = :run"),
        *query("count(*)", "probe_maps WHERE run_id = :run"),
        *query("total(last_step) + count(*)", "summary WHERE run_id = :run"),
        *query("total(length(info)) + count(*)", "stages WHERE run_id = :run"),
        *query("total(created) + count(*)", "artefacts WHERE run_id = :run"),
    ]
    return json.dumps([_digest(whole), last, _digest(rest)])


def copy_changes(rows: sqlite3.Connection, number: int, source: Path, run_id: int, known: str = "") -> str:
    """Copy what has changed of a run of the store ``source`` since its stamp was ``known``. Return its stamp now.

    The run gets ``number`` in ``rows``. Nothing is copied where the stamps are equal.
    """
    with attach_store(rows, f"{source.as_uri()}?mode=ro"):
        rows.execute("BEGIN")  # all that is read is of one moment, and nobody waits
        stamp = stamp_of(rows, run_id, "source")
        if stamp != known:
            (whole, *_), (before, last, _) = _parts(stamp), _parts(known)
            grows = whole == before
            copy_run(rows, run_id, number, skip=(*_GROWING, *_LARGE) if grows else ())
            for table, seconds in zip(_GROWING, last, strict=True) if grows else ():
                names = ", ".join(name for name in columns()[table] if name != "run_id")
                rows.execute(
                    f"""INSERT INTO main.{table} (run_id, {names}) SELECT ?, {names} FROM source.{table}
                        WHERE run_id = ? AND time > ?""",
                    (number, run_id, seconds - _OVERLAP_SECONDS),
                )
        rows.execute("COMMIT")
    return stamp


def pack(rows: sqlite3.Connection) -> bytes:
    """Return a store in memory as the bytes of its file, packed."""
    return zlib.compress(rows.serialize(), 1)


def write_snapshot(store: Store, run_id: int, file: Path) -> None:
    """Write the rows of a run of ``store`` into ``file``, for readers on other machines that share the disk.

    In place: over a network drive a new file may be seen late. A reader that meets a half of it waits for the next one.
    """
    with closing(memory_store()) as rows:
        copy_changes(rows, 1, store.path, run_id)
        packed = pack(rows)
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


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode("utf-8", "replace")).hexdigest()[:16]


def _parts(stamp: str) -> tuple[str, tuple[float, float], str]:
    """Return the parts of a stamp, empty ones for a text that is none."""
    try:
        whole, (curves, maps), rest = json.loads(stamp)
        return str(whole), (float(curves), float(maps)), str(rest)
    except (ValueError, TypeError):
        return "", (0.0, 0.0), ""


# -- where the run belongs


def log_bytes(store: Store, run_id: int) -> int:
    """Return how many bytes of a run's log are here, -1 to receive no more of it."""
    log = runs.get_run(store, run_id).folder / "run.log"
    size = log.stat().st_size if log.is_file() else 0
    return size if size < _MOST_LOG else -1


@contextmanager
def unpacked(rows: bytes) -> Iterator[Path]:
    """Give packed rows as the file of a store, once it was found sound. Raises UserError where it is not."""
    from engine.store.check import check_store

    with tempfile.TemporaryDirectory(prefix="palimpsest-changes-") as folder:
        file = Path(folder, "changes.sqlite")
        try:
            packer = zlib.decompressobj()
            file.write_bytes(packer.decompress(rows, _MOST_BYTES))
            check = check_store(file)
        except (zlib.error, UserError) as error:
            raise _refusal(printable(str(error), 200)) from None
        damage = next((each.text for each in check.findings if each.is_damage), "")
        if damage or packer.unconsumed_tail or check.version != len(schema.MIGRATIONS):
            raise _refusal(damage or "they are of another version, or too many")
        yield file


def merge_run(store: Store, run_id: int, file: Path, number: int, stamp: str, known: str) -> None:
    """Merge the rows of run ``number`` of an unpacked file into a placed run, in one transaction, and keep their stamp.

    ``known``: the stamp that the question had. Nothing is done where the run has changed since, or is to be resumed.
    Raises UserError for impossible rows.
    """
    try:
        with attach_store(store.connection, f"{file.as_uri()}?mode=ro") as rows, store.transaction():
            placed, row = require_placed_run(store, run_id), runs.get_run(store, run_id)
            remote_row = rows.execute("SELECT status FROM source.runs WHERE id = ?", (number,)).fetchone()
            if remote_row is None or placed.stamp != known or placed.requested in ("resume", "anew"):
                return
            grows = _parts(stamp)[0] == _parts(known)[0]
            if grows and remote_row[0] != row.status:
                return  # somebody here wants it to go on, or has heard of its end
            copy_run(rows, number, run_id, update=_COPIED_COLUMNS, skip=_LARGE if grows else (),
                     append_only=_GROWING if grows else ())  # fmt: skip
            sql = "UPDATE placed_runs SET stream = ?1, frame = 0 WHERE run_id = ?2 AND (stream <> ?1 OR frame < 0)"
            store.execute(sql, (stamp, run_id))
    except (sqlite3.IntegrityError, OverflowError) as error:
        raise _refusal(printable(str(error), 160)) from None


def write_log_part(store: Store, run_id: int, at: int, part: bytes) -> None:
    """Write a part of the log of a placed run into its folder here. Writing it twice has no further effect."""
    file = runs.get_run(store, run_id).folder / "run.log"
    private_files.make_folder(file.parent, root=file.parent.parent)
    private_files.make_file(file)
    with file.open("rb+") as stream:
        if 0 <= at <= stream.seek(0, 2):
            stream.seek(at)
            stream.write(part)
            stream.truncate()


def _refusal(what: str) -> UserError:
    return UserError(
        f"its place has sent an invalid run ({what}). It was not stored.",
        remedy="Check that both sides run the same Palimpsest: palimpsest places test NAME",
    )
