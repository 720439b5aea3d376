"""Write a run's events from its training process to the store without delaying training.

The training thread only queues events. A daemon thread commits them twice a second and writes the heartbeat once a
second, even during a long call of the training thread. A failed commit (full disk, locked file) is kept and retried.
Nothing is ever raised into training.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.errors import UserError, is_out_of_memory, write_failure
from engine.events import (
    CheckpointSaved,
    Evaluation,
    Event,
    ExampleForgetting,
    PhaseProgress,
    Predictions,
    ProbeMeasured,
    ProbingStarted,
    RunFinished,
    RunNotice,
    StageReused,
    StageStarted,
    StepMetrics,
)
from engine.redaction import redact
from engine.store import metrics, probabilities, probe_results, runs, summaries
from engine.store.database import STARTING_RUN_SECONDS, Store
from engine.store.rows import REUSED_KEY
from engine.store.tables import json_text

COMMIT_SECONDS = 0.5
HEARTBEAT_SECONDS = 1.0
MAX_PENDING_POINTS = 500
"""Number of points that triggers a commit at once."""
MAX_BUFFERED_POINTS = 200_000
"""Maximum number of points in memory while the store cannot be written. Beyond it the oldest are dropped."""
_PATIENCE_SECONDS = 5.0
"""Maximum time that training waits for a commit."""
_RATE_SECONDS = 120.0
"""Period of this session over which the speed for the remaining time is measured."""

_Operation = Callable[[Store], object]
_Work = list[metrics.MetricPoint] | _Operation
"""One item of a commit: an operation, or metric points to add."""


class LeaseLostError(Exception):
    """Error when another process trains the run now, or it was ended from outside."""


@dataclass(frozen=True)
class RunLease:
    """The exclusive right to train a run and to write its rows: the process named in the run's row.

    It names the machine, the pid and the start time (pids are reused). Every commit checks it in the same transaction,
    so a process that has lost it writes nothing more. A checkpoint is saved only after such a commit.
    """

    host: str
    pid: int
    pid_started: float | None

    def require(self, store: Store, run_id: int) -> None:
        """Raise LeaseLostError unless this process holds the lease. Call it inside a transaction.

        A run that was marked as interrupted (its machine was unreachable) is taken back if no other process has taken
        it.
        """
        row = store.execute(
            "SELECT status, host, pid, pid_started FROM runs WHERE id = ?", (run_id,)
        ).fetchone()
        if row is None:
            raise LeaseLostError(f"run {run_id} was deleted")
        if row["pid"] is None and row["status"] == "interrupted":
            runs.set_run_columns(store, [run_id], status="running", reason="", finished=None, **asdict(self))
        elif (row["host"], row["pid"], row["pid_started"]) != (self.host, self.pid, self.pid_started):
            holder = f"process {row['pid']} trains it" if row["pid"] else f"it is {row['status']}"
            raise LeaseLostError(f"run {run_id} is no longer this process's: {holder}")


class RunWriter:
    """The only writer of one run's rows while it trains.

    Use it as a context manager, or call ``close``.

    Args:
        store: the store's file.
        run_id: the run. Its row must exist.
        lease: the lease to check in every commit. None if no other process can write the run.
        report_failure: receives failure messages for the run's log.

    Attributes:
        lease_error: why nothing is written any more, "" while the lease is held.
    """

    def __init__(
        self,
        store: Path,
        run_id: int,
        *,
        lease: RunLease | None = None,
        report_failure: Callable[[str], None] = lambda text: print(text, file=sys.stderr),
    ) -> None:
        self.path, self.run_id, self.report_failure = store, run_id, report_failure
        self.failures, self.lease_error = 0, ""
        self._lease = lease
        self._lock = threading.Condition()
        self._points: list[metrics.MetricPoint] = []
        self._operations: list[_Work] = []
        self._columns: dict[str, object] = {}
        self._dropped_points = 0
        self._reported_failures: set[str] = set()
        self._flush_requests = self._tried_flushes = self._done_flushes = 0
        self._is_urgent = self._is_closing = self._is_durable = False
        self._stage: StageStarted | None = None
        self._phase = ""
        self._recent_steps: deque[tuple[float, int]] = deque()
        with Store(store, patience=STARTING_RUN_SECONDS) as database:
            row = runs.get_run(database, run_id)
        self._folder = row.folder
        self._earlier_seconds, self._started_at = row.active_seconds, time.monotonic()
        self._thread = threading.Thread(target=self._commit_loop, name=f"store-writer-{run_id}", daemon=True)
        self._thread.start()

    @property
    def active_seconds(self) -> float:
        """Training time of the run in seconds, over all sessions."""
        return self._earlier_seconds + time.monotonic() - self._started_at

    def write(self, event: Event) -> None:
        """Queue an event. Never raises.

        It returns at once, except for checkpoints and results, which are committed first.
        """
        try:
            wait = self._enqueue_event(event)
        except Exception as error:  # a bug here must not end a training run
            self._report_once(f"an event could not be recorded: {error!r}")
            return
        if wait and not self.failures:
            self._flush(_PATIENCE_SECONDS, accept_failure=True)

    def set_columns(self, **columns: object) -> None:
        """Set columns of the run's row with the next commit."""
        with self._lock:
            self._columns |= columns

    def add_message(self, level: str, text: str) -> None:
        """Add a line to the run's notes."""
        self._enqueue_call(_add_message, time.time(), level, redact(text))

    def add_info(self, **values: object) -> None:
        """Add JSON values to the record of the current stage."""
        if self._stage is not None:
            self._enqueue_call(_add_stage_info, self._stage.index, values)

    def flush(self, timeout: float = _PATIENCE_SECONDS) -> bool:
        """Wait until all queued events are on the disk. Return False on a timeout.

        They then survive a power cut, as do files saved afterwards.
        """
        self._is_durable = True
        return self._flush(timeout, accept_failure=False)

    def _flush(self, timeout: float, *, accept_failure: bool) -> bool:
        """Wait until all queued events are committed, or with ``accept_failure`` until a commit was tried."""
        with self._lock:
            self._flush_requests += 1
            request, self._is_urgent = self._flush_requests, True
            self._lock.notify_all()

            def is_over() -> bool:
                flushed = self._tried_flushes if accept_failure else self._done_flushes
                return flushed >= request or not self._thread.is_alive() or bool(self.lease_error)

            return self._lock.wait_for(is_over, timeout) and not self.lease_error

    def close(self, timeout: float = 35.0) -> bool:
        """Commit the remaining events and end the thread. Return False if the store could not be written in time."""
        with self._lock:
            self._is_closing = True
            self._lock.notify_all()
        self._thread.join(timeout)
        return not self._thread.is_alive() and not self.failures

    def __enter__(self) -> RunWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # What each event means for the tables.

    def _enqueue_event(self, event: Event) -> bool:
        """Queue the changes of an event. Return whether they must be committed before training continues."""
        now, position = self.active_seconds, self._stage.index if self._stage is not None else 0
        match event:
            case StepMetrics(step=step, values=values):
                self._enqueue([(key, step, now, float(value)) for key, value in values.items()])
                self._update_progress(step)
                return False
            case PhaseProgress(text=text, done=done, total=total):
                changed, self._phase = text != self._phase, text
                self.set_columns(phase=text, phase_done=done, phase_total=total)
                return changed
            case StageStarted():
                self._begin_stage(event)
            case Evaluation(step=step, values=values, best=best, predictions=predicted):
                self._enqueue([(key, step, now, float(value)) for key, value in values.items()])
                if best:
                    self._enqueue_call(metrics.set_best_checkpoint_values, position, step)
                elif event.final or event.split == "test":
                    self._enqueue_call(metrics.set_best_checkpoint_values, position, step, list(values))
                if predicted is not None:
                    self._enqueue_call(_set_predictions, step, predicted)
                    if event.final and predicted.classes:
                        self._enqueue_call(_write_probabilities, self._folder, position, step, predicted)
            case ProbeMeasured():
                self._enqueue([(key, event.step, now, float(value)) for key, value in event.values.items()])
                for key, value in event.values.items() if event.chosen else ():
                    # At the selected checkpoint, which may differ from the last one measured.
                    self._enqueue_call(metrics.set_best_checkpoint_value, position, key, value)
                if event.maps:
                    self._enqueue_call(probe_results.add_maps, event.step, now, event.maps)
                return False
            case ExampleForgetting():
                self._enqueue_call(_set_example_forgetting, event)
                return False
            case ProbingStarted(index=index, info=info):
                self._enqueue_call(_add_stage_info, index, {"probes": dict(info)})
                return False
            case CheckpointSaved(slot=slot, path=path, step=step):
                self._enqueue_call(_set_artefact, slot, path, self._folder, step)
            case StageReused(index=index, run=run, name=name):
                self._enqueue_call(_add_stage_info, index, {REUSED_KEY: {"run": run, "name": name}})
                return False
            case RunNotice(level=level, text=text):
                self.add_message(level, text)
                return False
            case RunFinished(step=step, values=_):
                self.set_columns(
                    step=step, progress=1.0, eta_seconds=None, phase="", phase_done=0, phase_total=0
                )
                self._enqueue_call(metrics.recompute_summaries)
        return True

    def _begin_stage(self, event: StageStarted) -> None:
        self._stage = event
        self._recent_steps.clear()
        self.set_columns(phase=event.title, phase_done=0, phase_total=event.steps, steps=event.run_steps)
        if precision := event.info.get("precision"):
            self.set_columns(precision=precision)
        self._enqueue_call(_set_stage, event)

    def _update_progress(self, step: int) -> None:
        now = time.monotonic()
        self._recent_steps.append((now, step))
        while now - self._recent_steps[0][0] > _RATE_SECONDS:
            self._recent_steps.popleft()
        if self._stage is None:
            return
        stage, total = self._stage, max(self._stage.run_steps, step, 1)
        (start_time, start_step), steps_left = self._recent_steps[0], total - step
        rate = (step - start_step) / (now - start_time) if now > start_time else 0.0
        self.set_columns(
            step=step,
            progress=step / total,
            eta_seconds=steps_left / rate if rate > 0 else None,
            phase=stage.title,
            phase_done=step - stage.first_step,
            phase_total=stage.steps,
        )

    # The thread that commits.

    def _enqueue(self, item: list[metrics.MetricPoint] | _Operation) -> None:
        with self._lock:
            if callable(item):
                self._operations += [self._points, item] if self._points else [item]
                self._points = []
            else:
                self._points += item
                if len(self._points) > MAX_BUFFERED_POINTS:
                    self._dropped_points += len(self._points) - MAX_BUFFERED_POINTS
                    del self._points[:-MAX_BUFFERED_POINTS]
            if len(self._points) >= MAX_PENDING_POINTS and not self.failures:
                self._is_urgent = True
                self._lock.notify_all()

    def _enqueue_call(self, work: Callable[..., object], *values: object) -> None:
        """Call ``work`` with the store, the number of the run and ``values`` in the next commit."""
        self._enqueue(lambda store: work(store, self.run_id, *values))

    def _commit_loop(self) -> None:
        store: Store | None = None
        last_heartbeat = 0.0
        while True:
            with self._lock:
                self._lock.wait_for(lambda: self._is_urgent or self._is_closing, COMMIT_SECONDS)
                is_last, requests, self._is_urgent = self._is_closing, self._flush_requests, False
                is_durable, self._is_durable = self._is_durable or is_last, False
                work = [*self._operations, *([self._points] if self._points else [])]
                row, self._operations, self._points, self._columns = self._columns, [], [], {}
            has_changes, is_committed = bool(work or row), True
            is_due = has_changes or is_last or time.monotonic() - last_heartbeat >= HEARTBEAT_SECONDS
            if is_due and not self.lease_error:
                try:
                    store = store or Store(self.path)
                    self._commit(store, work, row, durable=is_durable)
                    last_heartbeat = time.monotonic()
                    self._report_recovery()
                except LeaseLostError as error:
                    self._stop_writing(str(error))
                except (sqlite3.OperationalError, UserError, OSError) as error:
                    is_committed, self._is_durable = False, is_durable
                    # Full disk, lock, vanished mount: keep everything and retry with a new connection.
                    store = self._requeue(store, work, row, error)
                    if not is_last:
                        time.sleep(COMMIT_SECONDS)  # do not spin while flush() waits
                except Exception as error:
                    if write_failure(error) or is_out_of_memory(error):
                        is_committed, store = False, self._requeue(store, work, row, error)
                    else:  # an invalid item must not affect the others
                        self._commit_one_by_one(store, work, row)
            with self._lock:
                self._tried_flushes = requests
                if is_committed:
                    self._done_flushes = requests
                self._lock.notify_all()
            if is_last:
                if not is_committed:
                    self._commit_end(row)
                if store is not None:
                    store.close()
                return

    def _commit(
        self, store: Store, work: list[_Work], row: dict[str, object], *, durable: bool = True
    ) -> None:
        with store.transaction(durable=durable):
            if self._lease is not None:
                self._lease.require(store, self.run_id)
            for item in work:
                if callable(item):
                    item(store)
                else:
                    metrics.add_points(store, self.run_id, item)
            beat = {"heartbeat": time.time(), "active_seconds": self.active_seconds}
            runs.set_run_columns(store, [self.run_id], **(row | beat))
        if "pid" in row and row["pid"] is None:
            self._lease = None  # released at the end of the run

    def _commit_end(self, row: dict[str, object]) -> None:
        """Record at least how the run ended. The disk may have no room for SQLite's companion files."""
        with suppress(Exception), Store(self.path) as store:
            self._commit(store, [], row)

    def _stop_writing(self, reason: str) -> None:
        """Stop writing, because the rows belong to another process."""
        self.lease_error = reason
        self._report_once(reason)

    def _commit_one_by_one(self, store: Store | None, work: list[_Work], row: dict[str, object]) -> None:
        for item in [*([item] for item in work), []]:
            try:
                self._commit(store or Store(self.path), item, {} if item else row)
            except Exception as error:
                self._report_once(f"something could not be recorded: {error!r}")

    def _report_once(self, text: str) -> None:
        if text not in self._reported_failures:
            self._reported_failures.add(text)
            self.report_failure(text)

    def _requeue(
        self, store: Store | None, work: list[_Work], row: dict[str, object], error: Exception
    ) -> Store | None:
        with self._lock:
            self._operations = work + self._operations
            self._columns = row | self._columns
        if store is not None:
            store.close()
        self._report_write_failure(f"the store could not be written, training goes on: {error}")
        return None

    def _report_write_failure(self, text: str) -> None:
        self.failures += 1
        # Report the 1st, 2nd, 4th, 8th ... failure, so that a full disk does not flood the log.
        if self.failures & (self.failures - 1) == 0:
            self.report_failure(f"{text} ({self.failures} failed)" if self.failures > 1 else text)

    def _report_recovery(self) -> None:
        if self.failures:
            self.report_failure(f"the store is written again after {self.failures} failures")
            self.failures = 0
        if self._dropped_points:
            dropped, self._dropped_points = self._dropped_points, 0
            self.add_message(
                "warning", f"{dropped} measurements were lost while the store could not be written."
            )


def _set_stage(store: Store, run_id: int, event: StageStarted) -> None:
    row = {
        "run_id": run_id,
        "position": event.index,
        "kind": event.kind,
        "title": event.title,
        "first_step": event.first_step,
        "steps": event.steps,
        "info": json_text(dict(event.info)),
    }
    store.upsert("stages", row, ("run_id", "position"))
    if "data" in event.info:
        fingerprints = runs.data_fingerprints(store, run_id) | {str(event.index): str(event.info["data"])}
        runs.set_run_columns(store, [run_id], data_fingerprints=json.dumps(fingerprints))


def _set_example_forgetting(store: Store, run_id: int, event: ExampleForgetting) -> None:
    def step(value: float) -> int | None:
        return None if value < 0 else int(value)

    rows = (
        (int(row), event.classes[label], int(updates), int(forgotten), step(learnt), step(last), bool(right))
        for row, label, updates, forgotten, learnt, last, right in zip(
            event.rows, event.labels, event.seen, event.forgotten, event.learnt, event.last, event.right,
            strict=True,
        )
    )  # fmt: skip
    probe_results.set_example_forgetting(store, run_id, rows, event.index, event.task)


def _add_stage_info(store: Store, run_id: int, position: int, values: dict[str, object]) -> None:
    where = "WHERE run_id = ? AND position = ?"
    row = store.execute(f"SELECT info FROM stages {where}", (run_id, position)).fetchone()
    if row is not None:
        info = json_text(json.loads(row[0]) | values)
        store.execute(f"UPDATE stages SET info = ? {where}", (info, run_id, position))


def _set_predictions(store: Store, run_id: int, step: int, result: Predictions) -> None:
    answers = (result.rows, result.labels, result.predicted, result.probabilities, result.losses)
    summaries.set_predictions(store, run_id, result.split, step, result.classes, *answers)


def _write_probabilities(
    store: Store, run_id: int, folder: Path, position: int, step: int, predicted: Predictions
) -> None:
    file = probabilities.file_of(folder, position, predicted.split)
    probabilities.write(file, predicted.rows, predicted.probabilities, predicted.classes)
    _set_artefact(store, run_id, probabilities.ARTEFACT, file, folder, step)


def _set_artefact(store: Store, run_id: int, kind: str, path: Path, folder: Path, step: int) -> None:
    is_inside = path.is_relative_to(folder)
    files = [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else [path]
    row = {
        "run_id": run_id,
        "kind": kind,
        "path": path.relative_to(folder).as_posix() if is_inside else str(path),
        "step": step,
        "bytes": sum(file.stat().st_size for file in files if file.is_file()),
        "created": time.time(),
    }
    if kind in ("last", "best"):
        # A new checkpoint in one of these slots has replaced the old one on disk.
        store.execute("DELETE FROM artefacts WHERE run_id = ? AND kind = ?", (run_id, kind))
    store.upsert("artefacts", row, ("run_id", "kind", "path"))


def _add_message(store: Store, run_id: int, when: float, level: str, text: str) -> None:
    store.upsert("messages", {"run_id": run_id, "time": when, "level": level, "text": text})
