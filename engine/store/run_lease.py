"""Run lease: the exclusive right to train a run and to write its rows, held by one process at a time.

The lease is the process that the run's row names (host, pid and start time). It is taken in one transaction, and every
commit of its holder checks it in the same transaction: whoever has lost it writes nothing more. A checkpoint is saved
only after such a commit.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from engine.store.database import Store
from engine.store.runs import set_run_columns


class LeaseLostError(Exception):
    """Another process trains the run now, or it was ended from outside."""


@dataclass(frozen=True)
class RunLease:
    """A process that trains a run: its machine, its pid, and when it was started (pids are given out again)."""

    host: str
    pid: int
    pid_started: float | None

    def require(self, store: Store, run_id: int) -> None:
        """Raise LeaseLostError unless this process holds the lease; to be called inside a transaction.

        A run that was taken for dead (its machine could not be reached) and that nobody has taken up is taken back.
        """
        found = store.execute(
            "SELECT status, host, pid, pid_started FROM runs WHERE id = ?", (run_id,)
        ).fetchone()
        if found is None:
            raise LeaseLostError(f"run {run_id} was deleted")
        if found["pid"] is None and found["status"] == "interrupted":
            set_run_columns(store, [run_id], status="running", reason="", finished=None, **asdict(self))
        elif (found["host"], found["pid"], found["pid_started"]) != (self.host, self.pid, self.pid_started):
            holder = f"process {found['pid']} trains it" if found["pid"] else f"it is {found['status']}"
            raise LeaseLostError(f"run {run_id} is no longer this process's: {holder}")
