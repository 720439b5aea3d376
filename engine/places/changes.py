"""``ChangeLog``: what the rows of a run have become since the last look, as frames in a file of the run's folder.

Each look compares the store with what the frames have told so far, so a look that was missed, a process that was
killed or a frame that was torn costs nothing: the next look tells the rest. A frame holds

    {"n": 7, "rows": {"metrics": [["train/loss", 12, 3.5, 0.61]], "runs": [["running", ...]]},
     "gone": {"metrics": [["train/loss"]]}, "log": [4096, "text of run.log from byte 4096 on"]}

rows as lists in the order of the columns that frame 0 names, and keys of rows (or, of curves, names of curves) that
are there no more; ``gone`` is meant before ``rows``. The row of the run itself comes last: who reads that a run has
finished has read the rest.

Curves and maps only grow while a process trains, so of them the points after the last one are read; when a process
begins or ends, when the file is taken up again, and at the end of the run everything is compared.
"""

from __future__ import annotations

import json
import math
import secrets
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version as installed_version
from pathlib import Path

from engine.json_types import JsonObject
from engine.places.frames import FrameFile, frame_number
from engine.store import Store, runs, schema
from engine.store.tables import columns, row_key, run_tables

FILE_NAME = "changes.frames"
OF_RUN: dict[str, tuple[str, ...]] = {
    "origin": ("precision", "device", "host", "started", "versions", "data_fingerprints"),
    "runs": (
        "status", "phase", "phase_done", "phase_total", "reason", "step", "steps", "progress", "eta_seconds",
        "finished",
        "active_seconds",
    ),
}  # fmt: skip
"""The columns of the run's row that tell what becomes of it, those that hardly change apart from the others. The rest
belongs to the store that the row is in."""
TABLES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    **{
        table: (
            row_key(table),
            tuple(each for each in columns()[table] if each not in ("run_id", *row_key(table))),
        )
        for table in run_tables()
    },
    "messages": (("time", "level", "text"), ()),  # numbers are each store's own
    "test_looks": (("fingerprint", "content"), ("split", "time")),
    **{table: ((), names) for table, names in OF_RUN.items()},
}
"""Of each table the columns that name a row of the run, and the others; in the order in which rows are told."""
_LARGE = ("predictions", "example_forgetting", "probe_maps")
_ROWS = 2000
_BYTES = 256 << 10
"""Rows, and bytes or little more, that one frame holds at most."""
_LOG_BYTES = 64 << 10
_Row = tuple[object, ...]


class ChangeLog:
    """The change stream of one run, written by whoever looks.

    Args:
        store: the store that the run is in; it stays the caller's.
        run_id: the run.
        file: the file of frames; None: ``changes.frames`` in the run's folder.
    """

    def __init__(self, store: Store, run_id: int, file: Path | None = None) -> None:
        self.store, self.run_id = store, run_id
        self.folder = runs.get_run(store, run_id).folder
        self.file = self.folder / FILE_NAME if file is None else file
        self._frames = FrameFile(self.file)
        self._forget()

    def _forget(self) -> None:
        self._stream = ""
        self._rows: dict[str, dict[_Row, int]] = {table: {} for table in TABLES if table != "metrics"}
        self._curves: dict[str, _Curve] = {}
        self._log_end = 0
        self._moment: _Row = ()

    @property
    def stream(self) -> str:
        """The name of the stream; empty before the first frame."""
        return self._stream

    @property
    def tells_updates(self) -> bool:
        """Whether something measured after an update was told: the run has begun to learn."""
        return any(curve.last > 0 for curve in self._curves.values())

    @property
    def frame(self) -> int:
        """Number of the last frame that this object has read or written; -1 before the first."""
        return self._frames.next - 1

    def update(self) -> int:
        """Append what has changed since the last frame, and return how many frames that took."""
        with self._frames as frames:
            for content in frames.read_new():
                self._take(content)
            if not frames.next:  # a new file, or one that somebody has removed
                self._forget()
            if self._stream == "" and frames.next:  # frame 0 is of another version
                frames.clear()
                self._forget()
            self.store.execute("BEGIN")  # all that is read is of one moment, and nobody waits
            try:
                told = list(self._look())
            finally:
                self.store.connection.rollback()
            if not self._stream and told:
                self._stream = secrets.token_hex(8)
                told.insert(0, self._header())
            count = frames.append(told)
        return count

    def _header(self) -> JsonObject:
        told: dict[str, object] = {table: [*key, *others] for table, (key, others) in TABLES.items()}
        return {
            "stream": self._stream, "schema": len(schema.MIGRATIONS), "program": installed_version("palimpsest"),
            "columns": told,
        }  # fmt: skip

    # -- what the frames have told

    def _take(self, content: JsonObject) -> None:
        """Remember what a frame of the file tells, as if it had been written here."""
        if frame_number(content) == 0:
            self._forget()
            if content.get("schema") == len(schema.MIGRATIONS):
                self._stream = str(content.get("stream", ""))
            return
        for table, keys in _parts(content, "gone"):
            for key in keys:
                if table == "metrics":
                    self._curves.pop(str(key[0]), None)
                else:
                    self._rows[table].pop(tuple(key), None)
        for table, rows in _parts(content, "rows"):
            for row in rows:
                if table == "metrics":
                    self._curves.setdefault(str(row[0]), _Curve()).add(*_point(row))
                else:
                    name = tuple(row[: len(TABLES[table][0])])
                    self._rows[table][name] = _digest(_without_clock(table, row))
        match content.get("log"):
            case [int(start), str(text)]:
                self._log_end = start + len(text.encode("utf-8"))

    # -- what the store says

    def _look(self) -> Iterator[JsonObject]:
        sql = "SELECT status, pid, pid_started, queued, started, finished FROM runs WHERE id = ?"
        moment = tuple(self.store.execute(sql, (self.run_id,)).fetchone())
        whole = moment != self._moment
        self._moment = moment
        for table, (key, others) in TABLES.items():
            if table == "metrics":
                yield from self._new_points(whole)
            elif table not in _LARGE or whole or self._has_moved(table):
                yield from self._changed_rows(table, key, others, whole)
            if table == "test_looks":
                yield from self._new_log()

    def _has_moved(self, table: str) -> bool:
        """Return whether a large table has other rows of the run than the frames have told, cheaply asked."""
        if table == "probe_maps":
            return True  # only its newest rows are read
        count = self.store.execute(
            f"SELECT count(*) FROM {table} WHERE run_id = ?", (self.run_id,)
        ).fetchone()[0]
        return bool(count != len(self._rows[table])) or (table == "predictions" and self._sets_moved)

    _sets_moved = False

    def _changed_rows(
        self, table: str, key: tuple[str, ...], others: tuple[str, ...], whole: bool
    ) -> Iterator[JsonObject]:
        known = self._rows[table]
        where = "id = ?" if table in OF_RUN else "run_id = ?"
        if table == "test_looks":
            where = "identity = (SELECT identity FROM runs WHERE id = ?)"
        grows = table == "probe_maps" and not whole
        if grows:
            last = max((int(str(row[1])) for row in known), default=-1)
            where += f" AND step > {last}"
        sql = f"SELECT {', '.join((*key, *others))} FROM {'runs' if table in OF_RUN else table} WHERE {where}"
        found: dict[_Row, _Row] = {}
        for row in self.store.execute(sql, (self.run_id,)):
            found[tuple(row)[: len(key)]] = tuple(row)
        # A key that is told twice (two equal messages) is one row there too.
        fresh = [row for name, row in found.items() if known.get(name) != _digest(_without_clock(table, row))]
        if table == "runs" and whole:
            fresh = [*found.values()]  # a run that was taken up again may have ended just as it had before
        gone = [] if grows else [name for name in known if name not in found]
        if table == "prediction_sets":
            self._sets_moved = bool(fresh or gone)
        for name in gone:
            del known[name]
        known.update((row[: len(key)], _digest(_without_clock(table, row))) for row in fresh)
        yield from _frames(table, fresh, gone)

    def _new_points(self, whole: bool) -> Iterator[JsonObject]:
        sql = "SELECT DISTINCT key FROM summary WHERE run_id = ?"
        keys = [row[0] for row in self.store.execute(sql, (self.run_id,))]
        if whole:
            keys = sorted({*keys, *self._curves})
        points: list[_Row] = []
        gone: list[_Row] = []
        for key in keys:
            curve = self._curves.setdefault(key, _Curve())
            if whole and not curve.equals(self._points(key, -1)):
                gone.append((key,))
                curve = self._curves[key] = _Curve()
            for step, time, value in self._points(key, curve.last):
                curve.add(step, time, value)
                points.append((key, step, time, value))
            if not curve.steps:
                del self._curves[key]
        yield from _frames("metrics", points, gone)

    def _points(self, key: str, after: int) -> list[tuple[int, float, float | None]]:
        sql = "SELECT step, time, value FROM metrics WHERE run_id = ? AND key = ? AND step > ? ORDER BY step"
        return [tuple(row) for row in self.store.execute(sql, (self.run_id, key, after))]

    def _new_log(self) -> Iterator[JsonObject]:
        try:
            with (self.folder / "run.log").open("rb") as stream:
                if stream.seek(0, 2) < self._log_end:
                    self._log_end = 0
                stream.seek(self._log_end)
                while found := stream.read(_LOG_BYTES):
                    text = found.decode("utf-8", "replace")
                    size = len(found)
                    if (
                        len(text.encode("utf-8")) != size
                    ):  # no UTF-8, or a character in two halves: as plain bytes
                        text = found.decode("ascii", "replace").replace("\ufffd", "?")
                    yield {"log": [self._log_end, text]}
                    self._log_end += size
        except OSError:
            return


class _Curve:
    """The points of one metric, by rising step: 24 bytes each."""

    def __init__(self) -> None:
        self.steps, self.times, self.values = array("q"), array("d"), array("d")

    @property
    def last(self) -> int:
        """The last step; -1 where there is none."""
        return self.steps[-1] if self.steps else -1

    def add(self, step: int, time: float, value: float | None) -> None:
        self.steps.append(step)
        self.times.append(time)
        self.values.append(math.nan if value is None else value)

    def equals(self, points: Sequence[tuple[int, float, float | None]]) -> bool:
        """Return whether the first points are these; more of them may follow."""
        other = _Curve()
        for point in points[: len(self.steps)]:
            other.add(*point)
        return (self.steps, self.times) == (other.steps, other.times) and (
            self.values.tobytes() == other.values.tobytes()
        )


def _parts(content: JsonObject, name: str) -> list[tuple[str, list[list[object]]]]:
    """Return the rows by table that a frame of our own file holds."""
    found = content.get(name, {})
    return [*found.items()] if isinstance(found, dict) else []


def _point(row: Sequence[object]) -> tuple[int, float, float | None]:
    """Return step, time and value of a row of metrics."""
    return int(str(row[1])), float(str(row[2])), None if row[3] is None else float(str(row[3]))


def _frames(table: str, rows: Sequence[_Row], gone: Iterable[_Row]) -> Iterator[JsonObject]:
    if missing := [list(key) for key in gone]:
        yield {"gone": {table: missing}}
    part: list[list[object]] = []
    size = 0
    for row in rows:
        part.append(list(row))
        size += sum(len(each) for each in row if isinstance(each, str)) + 16 * len(row)
        if len(part) >= _ROWS or size >= _BYTES:
            yield {"rows": {table: part}}
            part, size = [], 0
    if part:
        yield {"rows": {table: part}}


def _without_clock(table: str, row: Sequence[object]) -> Sequence[object]:
    """Return a row without what changes every second while nothing happens: the seconds that a run has been active."""
    return row[:-1] if table == "runs" else row


def _digest(row: Iterable[object]) -> int:
    return zlib.crc32(
        json.dumps(list(row), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    )
