"""``python -m engine.places.slurm.job --name NAME --run TOKEN``: the program of a Slurm job.

It has the run's store and folder (``engine.places.slurm.folder``) to itself, trains the run in a process of its own,
and writes what becomes of it into the run's snapshot every second.

Slurm signals a job to leave: SIGUSR1 some time before its time limit (``--signal``), SIGTERM when it is preempted,
requeued or cancelled. In both cases the run saves a checkpoint. It then waits in the queue again, as its row shows.
Before the time limit, this process requeues the job itself. After SIGTERM, Slurm has decided already, and its decision
is seen from outside.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from engine import launch
from engine.errors import UserError
from engine.launch import processes
from engine.launch.starting import claim_run, start_interpreter, start_run_process
from engine.launch.status import record_end, record_exit
from engine.places.changes import stamp_of, write_snapshot
from engine.places.slurm import commands
from engine.places.slurm.commands import SlurmUnavailableError
from engine.places.slurm.folder import RUN, JobFolder
from engine.store import Store, runs
from engine.store.database import StoreUnavailableError

_POLL_SECONDS = 0.1
_LOOK_SECONDS = 1.0
"""Seconds between two checks of the run's progress."""
_MOST_SHARE = 0.05
"""The share of its time that the job spends on snapshots at most."""
_LAST_LOOK_SECONDS = 300.0
"""How long the last snapshot is tried to be written."""
_REQUEUE_SECONDS = 60.0
"""How long to retry putting this job back into the queue while Slurm does not answer."""
_SIGTERM_SECONDS = 3.0
"""How long Slurm's SIGTERM may take to reach this process when it has already ended one of its children."""


class _Signals:
    """Which of Slurm's signals have come."""

    def __init__(self) -> None:
        self.before_limit, self.to_end = False, False
        signal.signal(signal.SIGUSR1, self._limit)
        signal.signal(signal.SIGTERM, self._end)

    def _limit(self, number: int, frame: object) -> None:
        self.before_limit = True

    def _end(self, number: int, frame: object) -> None:
        self.to_end = True

    def __bool__(self) -> bool:
        return self.before_limit or self.to_end


class Job:
    """One session of a run in a job.

    Args:
        store: the run's own store.
        folder: where the cluster's side and the job communicate.
        name: of the job, as it was submitted.
        may_requeue: whether the job may put itself back into the queue.
    """

    def __init__(self, store: Store, folder: JobFolder, name: str, *, may_requeue: bool) -> None:
        self.store, self.folder, self.name, self.may_requeue = store, folder, name, may_requeue
        self.signals = _Signals()
        array, index = os.environ.get("SLURM_ARRAY_JOB_ID"), os.environ.get("SLURM_ARRAY_TASK_ID")
        # Not SLURM_JOB_ID: that of one job of an array is the number of the whole array.
        self.number = f"{array}_{index}" if array and index else os.environ.get("SLURM_JOB_ID", "")
        self._next_look, self._last_stamp = float("-inf"), ""

    def run(self) -> int:
        """Train the run as far as this job gets, and return the exit code of the job."""
        is_ready = self._prepare()
        self.folder.tell(self.name, "runs")
        if not is_ready:
            return self._end()
        first_step = runs.get_run(self.store, RUN).step
        node = os.environ.get("SLURMD_NODENAME") or processes.host_name()
        runs.add_message(self.store, RUN, f"Slurm job {self.number} has started on {node}.")
        if not claim_run(self.store, RUN, launcher="queue"):
            raise UserError("is not queued.", place=f"run {RUN}")
        process = start_run_process(self.store.path, RUN, threads=_cpus(), start=start_interpreter)
        record_exit(self.store, RUN, self._watch(process.poll), process.pid)
        ended_early = runs.get_run(self.store, RUN).status in ("stopped", "interrupted")
        if ended_early and self.signals and not self.folder.wants_stop():
            return self._leave(first_step)
        return self._end()

    def _prepare(self) -> bool:
        """Return whether the run is to be trained, now queued. The checkpoint of an earlier job is continued."""
        row = runs.get_run(self.store, RUN)
        if (
            row.status == "running"
        ):  # its job was killed: Slurm runs a job once at a time, so nobody trains it now
            if row.pid is not None and row.host == processes.host_name():
                processes.kill_tree(row.pid, row.pid_started)
            record_end(self.store, row, "interrupted", "Its job has ended.")
        if self.folder.wants_stop():
            launch.request_stop(self.store, RUN)
            return False
        row = runs.get_run(self.store, RUN)
        if row.resumable:
            anew = self.folder.submission().anew and not self.folder.has_begun(self.name)
            launch.resume_run(self.store, RUN, restart=anew)
        return runs.get_run(self.store, RUN).status == "queued"

    def _watch(self, poll: Callable[[], int | None]) -> int:
        """Write snapshots until the run's process has ended, and forward the request to stop it.

        Return its exit code.
        """
        stop_requested = False
        while (code := poll()) is None:
            if not stop_requested and (self.signals or self.folder.wants_stop()):
                stop_requested = True
                launch.request_stop(self.store, RUN)
            # A run that Slurm asks to leave is stopped for a moment. Nobody shall hear of that: it waits again then.
            if not self.signals and time.monotonic() >= self._next_look:
                with suppress(StoreUnavailableError):  # the next look tells it
                    self._write_snapshot()
            time.sleep(_POLL_SECONDS)
        return code

    def _leave(self, first_step: int) -> int:
        """Put the run back into the queue, with its checkpoint, and return the exit code."""
        row = runs.get_run(self.store, RUN)
        if self.signals.before_limit and not self.may_requeue:
            return self._interrupt(f"Its job reached the time limit at step {row.step:,}.")
        if self.signals.before_limit and row.step <= first_step:
            return self._interrupt(
                f"The time limit of its job is too short: it was reached at step {row.step:,} again."
            )
        why = "its time limit is near" if self.signals.before_limit else "Slurm requested it (SIGTERM)"
        words = f"Slurm job {self.number} stopped at step {row.step:,}: {why}. The run continues from there."
        runs.add_message(self.store, RUN, words)
        launch.resume_run(self.store, RUN)
        self._write_last_snapshot()
        self.folder.tell(self.name, "waits")
        if not self.signals.before_limit:
            return 128 + signal.SIGTERM
        try:
            self._requeue()
        except UserError as error:
            return self._interrupt(
                f"Its job reached the time limit and could not be requeued: {error.message}"
            )
        # Slurm ends the job now; an exit before that could be taken for the end of the requeued one.
        until = time.monotonic() + _LAST_LOOK_SECONDS
        while not self.signals.to_end and time.monotonic() < until:
            time.sleep(_POLL_SECONDS)
        return 0

    def _requeue(self) -> None:
        """Let Slurm put this job back into the queue, which ends it.

        Raises UserError where that is not allowed, or where Slurm does not answer for a minute.
        """
        until = time.monotonic() + _REQUEUE_SECONDS
        while True:
            try:
                commands.requeue(self.number)
                return
            except UserError as error:
                if self._must_end():
                    return
                if not isinstance(error, SlurmUnavailableError) or time.monotonic() > until:
                    raise

    def _must_end(self) -> bool:
        """Return whether Slurm ends this job now: then it has heard of the requeue, whatever became of the command.

        The SIGTERM by which Slurm ends a job that it requeues also reaches the command that requested it.
        """
        until = time.monotonic() + _SIGTERM_SECONDS
        while not self.signals.to_end and time.monotonic() < until:
            time.sleep(_POLL_SECONDS)
        return self.signals.to_end

    def _interrupt(self, reason: str) -> int:
        """Record that the run continues when it is resumed, and return the exit code."""
        sql = "UPDATE runs SET status = 'interrupted', reason = ?, finished = ? WHERE id = ?"
        self.store.execute(sql, (f"{reason} Resume continues from the last checkpoint.", time.time(), RUN))
        return self._end()

    def _end(self) -> int:
        """Report that this job has ended, and return its exit code."""
        status = runs.get_run(self.store, RUN).status
        self._write_last_snapshot()
        self.folder.tell(self.name, f"ended {status}")
        return 0 if status in ("finished", "stopped") else 1

    def _write_snapshot(self) -> None:
        began, stamp = time.monotonic(), stamp_of(self.store.connection, RUN)
        if stamp != self._last_stamp:
            write_snapshot(self.store, RUN, self.folder.snapshot)
            self._last_stamp = stamp
        now = time.monotonic()
        self._next_look = now + max(_LOOK_SECONDS, (now - began) / _MOST_SHARE)

    def _write_last_snapshot(self) -> None:
        until = time.monotonic() + _LAST_LOOK_SECONDS
        while True:
            try:
                self._write_snapshot()
                return
            except (StoreUnavailableError, OSError):
                if time.monotonic() > until:
                    raise
                time.sleep(_LOOK_SECONDS)


def main(arguments: list[str] | None = None) -> int:
    """Run the job, and return its exit code."""
    parser = argparse.ArgumentParser(prog="engine.places.slurm.job", description="Trains one run in a job.")
    parser.add_argument("--name", required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--requeue", action="store_true")
    chosen = parser.parse_args(arguments)
    folder = JobFolder.of(chosen.run)
    print(f"Palimpsest {metadata.version('palimpsest')}, job {os.environ.get('SLURM_JOB_ID')}", flush=True)
    if folder.submission().name != chosen.name:
        print("Another job trains this run.")
        return 0
    try:
        with Store(Path(folder.store)) as store:
            return Job(store, folder, chosen.name, may_requeue=chosen.requeue).run()
    except UserError as error:
        print(error, file=sys.stderr)
        return 2


def _cpus() -> int:
    """Return how many CPUs the run has of its job, 0 if unknown."""
    return int(os.environ.get("SLURM_CPUS_PER_TASK") or os.environ.get("SLURM_CPUS_ON_NODE") or 0)


if __name__ == "__main__":
    sys.exit(main())
