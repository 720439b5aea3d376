"""The actual status of a run, from its row, its process and its last heartbeat."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import is_out_of_memory_message
from engine.launch.processes import host_name, is_alive
from engine.redaction import redact
from engine.store import Store, open_store, runs
from engine.store.placed_runs import LAUNCHER
from engine.store.rows import RunRow, RunStatus

SILENCE_WARNING_SECONDS = 60.0
"""Time without a heartbeat after which a living process is called silent."""
UNLAUNCHED_SECONDS = 30.0
"""Time after which a claimed run without a process is requeued."""
LOST_SECONDS = 600.0
"""Time without a heartbeat after which a run on another machine, whose processes are not visible here, counts as
interrupted.
"""

_TAIL_LINES = 2000
"""Number of last lines of a log to search for the reason of an end. A crash prints the stacks of many threads."""
_TIMESTAMP = re.compile(r"\d\d:\d\d:\d\d ")
_PROCESS_START = re.compile(r"\d\d:\d\d:\d\d run \d+, process \d+(?: of \d+, pid \d+)?")
_OUTCOME = re.compile(r"\d\d:\d\d:\d\d (failed|out_of_memory): (.+)")
_KILLED_NOTE = "Its process was killed, or the machine went down. Resume continues from the last checkpoint."


@dataclass(frozen=True, slots=True)
class ActualStatus:
    """The actual status of a run.

    Attributes:
        status: the status.
        note: details that the row does not show.
        is_alive: whether its process is running.
    """

    status: RunStatus
    note: str = ""
    is_alive: bool = False


def silent_since(row: RunRow, now: float | None = None) -> float | None:
    """Return when the process of a running run last wrote (seconds since 1970), if that is too long ago.

    None for a run that is not running, has no process yet, or answers. A heartbeat from the future (the clock was set
    back) counts as old, because a living process of this machine writes another one within a second.
    """
    if row.status != "running" or row.pid is None or row.heartbeat is None:
        return None
    silence = (time.time() if now is None else now) - row.heartbeat
    if row.host == host_name():
        silence = abs(silence)
    return row.heartbeat if silence > SILENCE_WARNING_SECONDS else None


def actual_status(row: RunRow, now: float | None = None) -> ActualStatus:
    """Return the status of a run from its row, its process (pid and start time) and the age of its heartbeat."""
    if row.status != "running":
        return ActualStatus(row.status, row.reason)
    if row.launcher == LAUNCHER:  # only the place knows its status
        return ActualStatus("running", row.place_trouble or f"at {row.place}", is_alive=True)
    silence = (time.time() if now is None else now) - (row.heartbeat or row.created)
    if row.host != host_name():
        if silence > LOST_SECONDS:
            return ActualStatus(
                "interrupted", f"No heartbeat from {row.host} for {silence / 60:.0f} minutes."
            )
        return ActualStatus("running", f"on {row.host}", is_alive=True)
    if row.pid is None:
        # Claimed, but without a process yet.
        return ActualStatus("queued" if silence > UNLAUNCHED_SECONDS else "running")
    if not is_alive(row.pid, row.pid_started):
        return ActualStatus("interrupted", _KILLED_NOTE)
    if silent_since(row, now) is not None:
        return ActualStatus(
            "running",
            f"not answering: its process lives, but has not written for {abs(silence):.0f} s",
            is_alive=True,
        )
    return ActualStatus("running", is_alive=True)


def reconcile_runs(store: Store | Path) -> list[int]:
    """Correct the rows of running runs whose process has ended, and return the changed runs."""
    corrected = []
    with open_store(store) as db:
        for row in [] if db.is_immutable else runs.list_runs(db, status=["running"], archived=None):
            actual = actual_status(row)
            if actual.status != "running" and record_end(db, row, actual.status, actual.note):
                corrected.append(row.id)
    return corrected


def record_end(store: Store, row: RunRow, status: RunStatus, reason: str) -> bool:
    """Record the end of a run on behalf of its process, unless the process has done so since ``row`` was read.

    Raises NewerStoreError when a newer program has migrated the store.
    """
    sql = """UPDATE runs SET status = ?, reason = ?, pid = NULL, pid_started = NULL, eta_seconds = NULL,
             finished = CASE WHEN ? = 'queued' THEN NULL ELSE coalesce(heartbeat, ?) END
             WHERE id = ? AND status = 'running' AND pid IS ?"""
    with store.transaction():
        store.require_supported_version()
        cursor = store.execute(sql, (status, redact(reason), status, time.time(), row.id, row.pid))
    return cursor.rowcount > 0


def record_exit(store: Store, run_id: int, code: int, pid: int | None = None) -> None:
    """Record the end of a run whose process ``pid`` has exited with ``code``, unless it did so itself.

    A run that another process now trains is left alone.
    """
    row = runs.get_run(store, run_id)
    if row.status == "running" and (pid is None or row.pid in (None, pid)):
        status, reason = outcome_of_exit_code(code, is_stop_requested=(row.folder / "stop").exists())
        if status in ("failed", "interrupted"):
            tail = runs.read_log_tail(row.folder, _TAIL_LINES).splitlines()
            if code > 0 and (outcome := find_logged_outcome(tail)) is not None:
                status, reason = outcome
            elif message := find_last_message(tail):
                reason = f"{reason} Last output: {message}"
                if is_out_of_memory_message(message):
                    status = "out_of_memory"
            elif pid is not None and code == -signal.SIGKILL and was_killed_for_memory(pid):
                status, reason = "out_of_memory", "The system killed its process to free memory (SIGKILL)."
        record_end(store, row, status, reason)


def find_last_message(log: Sequence[str]) -> str:
    """Return the line of a log that explains why its process ended, or "" for an empty log.

    A crash prints much after that line: the stack of each thread, and the names of all extension modules. An unusual
    line before it comes from the cause of the crash, such as an allocator.
    """
    start = max((n for n, line in enumerate(log) if _PROCESS_START.fullmatch(line)), default=-1)
    lines = [line.strip() for line in log[start + 1 :] if line.strip()]
    crash = next((n for n, line in enumerate(lines) if line.startswith("Fatal Python error: ")), None)
    if crash is None:
        return lines[-1] if lines else ""
    previous = lines[crash - 1] if crash else ""
    return previous if previous and not _TIMESTAMP.match(previous) else lines[crash]


def was_killed_for_memory(pid: int) -> bool:
    """Return whether the log of the Linux kernel shows that it killed the process because memory ran out.

    False if the log is not readable.
    """
    try:
        log = os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK)
    except (OSError, AttributeError):
        return False
    try:
        while entry := os.read(log, 8192):
            if re.search(rb"Killed process %d\b" % pid, entry):
                return True
    except OSError:  # the end of the log
        pass
    finally:
        os.close(log)
    return False


def find_logged_outcome(log: Sequence[str]) -> tuple[RunStatus, str] | None:
    """Return the status and reason that a process logged at its end because it could not write to the store."""
    for line in reversed(log):
        if _PROCESS_START.fullmatch(line):  # lines above belong to an earlier process of the run
            return None
        if match := _OUTCOME.fullmatch(line):
            return ("out_of_memory" if match[1] == "out_of_memory" else "failed"), match[2]
    return None


def outcome_of_exit_code(code: int, *, is_stop_requested: bool) -> tuple[RunStatus, str]:
    """Return the status and reason that follow from an exit code, for a run that has recorded none."""
    if code == 0:
        return "finished", ""
    if code == 3:
        return "stopped", "Stopped on request."
    if code == 4:
        return "interrupted", "It could not write: its disk was full, or the store was locked."
    if code < 0:
        name = signal.Signals(-code).name if -code in signal.valid_signals() else f"signal {-code}"
        if code in (-signal.SIGSEGV, -signal.SIGABRT):
            return "failed", f"Its process crashed ({name})."
        if is_stop_requested:
            return "stopped", f"Did not stop on request and was ended ({name})."
        # The system kills processes this way when memory runs out, but anyone else may, too.
        hint = ", perhaps by the system because memory ran out" if name == "SIGKILL" else ""
        return "interrupted", f"Its process was killed ({name}){hint}."
    return "failed", f"Its process ended with exit code {code}."


def exit_code_of_status(status: RunStatus) -> int:
    """Return the exit code of a command that has followed a run to its end.

    0 finished, 3 stopped or interrupted, else 1.
    """
    return {"finished": 0, "stopped": 3, "interrupted": 3}.get(status, 1)
