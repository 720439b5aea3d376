"""Stop runs, by request before by force, and requeue them."""

from __future__ import annotations

import time
from pathlib import Path

from engine import private_files
from engine.errors import UserError
from engine.installation import TRAINING, require_engine
from engine.launch import processes, starting
from engine.launch.at_places import start_follower
from engine.launch.status import reconcile_runs, record_end
from engine.store import Store, metrics, open_store, runs
from engine.store.placed_runs import LAUNCHER, request_action, require_placed_run
from engine.store.rows import RunRow

_POLL_SECONDS = 0.1


def request_stop(store: Store | Path, run_id: int) -> None:
    """Request that a run stops at its next update, with a checkpoint. Return at once.

    A queued run leaves the queue.
    """
    with open_store(store) as db:
        row = runs.get_run(db, run_id)
        if row.launcher == LAUNCHER:
            if row.active:
                _stop_placed_run(db, row)
            return
        with db.transaction():
            sql = """UPDATE runs SET status = 'stopped', reason = ?, finished = ?, pid = NULL
                     WHERE id = ? AND status = 'queued'"""
            if db.execute(sql, ("Removed from the queue.", time.time(), run_id)).rowcount:
                return
        private_files.make_folder(row.folder, root=row.folder.parent)
        (row.folder / "stop").touch()


def _stop_placed_run(store: Store, row: RunRow) -> None:
    """Request that the place stops the run. A resumption that has not started there is cancelled here."""
    with store.transaction():
        if require_placed_run(store, row.id).requested in ("resume", "anew"):
            sql = "UPDATE runs SET status = 'stopped', reason = ?, phase = '', finished = ? WHERE id = ?"
            store.execute(sql, (f"Stopped before {row.place} resumed it.", time.time(), row.id))
        request_action(store, row.id, "stop")
    start_follower(store.path)


def stop_run(store: Store | Path, run_id: int, patience: tuple[float, float] = (10, 5)) -> None:
    """Stop a run: request it, then terminate, then kill its whole process tree. Returns when it has ended.

    Args:
        store: the store or its file.
        run_id: a queued or running run. Others are not changed.
        patience: seconds to wait after the request and after terminating.
    """
    with open_store(store) as db:
        request_stop(db, run_id)
        if _wait_for_end(db, run_id, patience[0]):
            return
        row = runs.get_run(db, run_id)
        if row.launcher == LAUNCHER:
            return  # the request stays, because only the place can stop it
        if row.pid is not None and row.host == processes.host_name():
            processes.terminate(row.pid, row.pid_started)
            if not _wait_for_end(db, run_id, patience[1]):
                processes.kill_tree(row.pid, row.pid_started)
        for _ in range(50):
            row = runs.get_run(db, run_id)
            if row.status != "running" or not processes.is_alive(row.pid, row.pid_started):
                break
            time.sleep(_POLL_SECONDS)
        record_end(
            db,
            row,
            "stopped",
            "Did not stop on request and was killed. Resume continues from the last checkpoint.",
        )


def _wait_for_end(store: Store, run_id: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while (row := runs.get_run(store, run_id)).status == "running" or (
        row.launcher == LAUNCHER and row.status == "queued"
    ):
        if (
            row.pid is not None
            and row.host == processes.host_name()
            and not processes.is_alive(row.pid, row.pid_started)
        ):
            # The process is gone, and its last changes are in the row.
            record_end(store, row, "stopped", "Its process ended without a report.")
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL_SECONDS)
    return True


def resume_run(store: Store | Path, run_id: int, *, launcher: str = "queue", restart: bool = False) -> bool:
    """Requeue an ended run, to continue from its last checkpoint.

    Args:
        store: the store or its file.
        run_id: a stopped, interrupted, failed or out-of-memory run.
        launcher: see ``queue.enqueue``.
        restart: start from scratch. The run then deletes its checkpoints.

    Returns:
        Whether there is a checkpoint. Without one the run will start from scratch (its measurements are deleted).

    Raises:
        UserError: it is finished, queued or running, or it is a run of this computer and the engine is not installed.
    """
    with open_store(store) as db:
        reconcile_runs(db)
        if runs.get_run(db, run_id).launcher == LAUNCHER:
            return _resume_placed_run(db, run_id, restart=restart)
        require_engine(TRAINING)
        with db.transaction():  # of several simultaneous requests, only one finds the run resumable
            row = _require_resumable(db, run_id)
            is_resumable = has_checkpoint(row.folder) and not restart
            device = str(runs.get_spec(db, run_id).get("compute", {}).get("device", "auto"))
            if not is_resumable:
                metrics.clear_measurements(db, run_id)
                runs.set_run_columns(db, [run_id], step=0, progress=None, active_seconds=0.0, started=None)
            runs.set_run_columns(
                db,
                [run_id],
                status="queued",
                phase="",
                reason="",
                resume=int(is_resumable),
                queued=time.time(),
                finished=None,
                device=device,
                pid=None,
                pid_started=None,
                launcher=launcher,
            )
            if launcher != "queue":
                starting.reserve_runs(db, [run_id])
        return is_resumable


def _require_resumable(store: Store, run_id: int) -> RunRow:
    row = runs.get_run(store, run_id)
    if not row.resumable:
        raise UserError(f"is {row.status}, so there is nothing to resume.", place=f"run {run_id}")
    return row


def _resume_placed_run(store: Store, run_id: int, *, restart: bool) -> bool:
    """Request that the place resumes the run, or accepts it if it has not yet. Return whether it will be resumed."""
    with store.transaction():
        row = _require_resumable(store, run_id)
        is_accepted = bool(require_placed_run(store, run_id).remote)
        verb = "sent to" if not is_accepted else "begun anew at" if restart else "resumed at"
        phase = f"To be {verb} {row.place}"
        runs.set_run_columns(store, [run_id], status="queued", phase=phase, reason="", finished=None)
        request_action(store, run_id, "send" if not is_accepted else "anew" if restart else "resume")
    start_follower(store.path)  # after the commit, because it ends if it finds nothing to do
    return is_accepted and not restart


def has_checkpoint(folder: Path) -> bool:
    """Return whether a run has checkpoints, intact or damaged. Without one it can only start from scratch."""
    return any(path.is_dir() for path in (folder / "checkpoints").glob("last-*"))
