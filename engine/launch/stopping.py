"""Stopping runs, politely first, and putting them back into the queue."""

from __future__ import annotations

import time
from pathlib import Path

from engine.errors import UserError
from engine.launch import processes
from engine.launch.status import reconcile, settle
from engine.store import Store, metrics, opened, runs

_POLL = 0.1


def request_stop(store: Store | Path, run_id: int) -> None:
    """Asks a run to stop at its next update, with a checkpoint; a queued run leaves the queue. Returns at once."""
    with opened(store) as db:
        row = runs.run(db, run_id)
        with db.transaction():
            sql = """UPDATE runs SET status = 'stopped', reason = ?, finished = ?, pid = NULL
                     WHERE id = ? AND status = 'queued'"""
            if db.execute(sql, ("Taken out of the queue.", time.time(), run_id)).rowcount:
                return
        row.folder.mkdir(parents=True, exist_ok=True)
        (row.folder / "stop").touch()


def stop(store: Store | Path, run_id: int, patience: tuple[float, float] = (10, 5)) -> None:
    """Stops a run: asks, then terminates, then kills its whole process tree. Returns when it has ended.

    Args:
        store: the store or its file.
        run_id: a queued or running run; others are left as they are.
        patience: seconds to wait after asking and after terminating.
    """
    with opened(store) as db:
        request_stop(db, run_id)
        if _ended(db, run_id, patience[0]):
            return
        row = runs.run(db, run_id)
        if row.pid is not None and row.host == processes.host():
            processes.terminate(row.pid, row.pid_started)
            if not _ended(db, run_id, patience[1]):
                processes.kill_tree(row.pid, row.pid_started)
        for _ in range(50):
            row = runs.run(db, run_id)
            if row.status != "running" or not processes.alive(row.pid, row.pid_started):
                break
            time.sleep(_POLL)
        settle(
            db,
            row,
            "stopped",
            "Did not stop when asked and was killed; resume goes on from the last checkpoint.",
        )


def _ended(store: Store, run_id: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while runs.run(store, run_id).status == "running":
        row = runs.run(store, run_id)
        if (
            row.pid is not None
            and row.host == processes.host()
            and not processes.alive(row.pid, row.pid_started)
        ):
            # The process is gone; whatever it wrote last is in the row by now.
            settle(store, row, "stopped", "Its process ended before it could say so.")
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL)
    return True


def resume(store: Store | Path, run_id: int, *, launcher: str = "queue") -> bool:
    """Puts an ended run back into the queue, to go on from its last checkpoint.

    Args:
        store: the store or its file.
        run_id: a stopped, interrupted, failed or out-of-memory run.
        launcher: see ``queue.enqueue``.

    Returns:
        True when there is a checkpoint; False when the run will begin anew (what it measured is forgotten).

    Raises:
        UserError: it is finished, queued or running.
    """
    with opened(store) as db:
        reconcile(db)
        row = runs.run(db, run_id)
        if not row.resumable:
            raise UserError(f"is {row.status}; there is nothing to resume.", place=f"run {run_id}")
        found = has_checkpoint(row.folder)
        asked = str(runs.spec(db, run_id).get("compute", {}).get("device", "auto"))
        with db.transaction():
            if not found:
                metrics.clear(db, run_id)
                runs.set_fields(db, [run_id], step=0, progress=None, active_seconds=0.0, started=None)
            runs.set_fields(
                db,
                [run_id],
                status="queued",
                phase="",
                reason="",
                resume=int(found),
                queued=time.time(),
                finished=None,
                device=asked,
                pid=None,
                pid_started=None,
                launcher=launcher,
            )
            if launcher != "queue":
                processes.reserve(db, [run_id])
        return found


def has_checkpoint(folder: Path) -> bool:
    """Whether a run can go on from where it was: the pointer to its last checkpoint leads somewhere."""
    pointer = folder / "checkpoints" / "last.txt"
    try:
        return (pointer.parent / pointer.read_text(encoding="utf-8").strip()).is_dir()
    except OSError:
        return False
