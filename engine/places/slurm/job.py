"""``python -m engine.places.slurm.job --name NAME --run TOKEN``: the program of a Slurm job.

It has the run's store and folder (``engine.places.slurm.folder``) to itself, trains the run in a separate process, and
writes its progress into the run's snapshot every second.

Slurm signals a job to leave: SIGUSR1 some time before its time limit (``--signal``), SIGTERM when it is preempted,
requeued or cancelled. In both cases the run saves a checkpoint and waits in the queue again. Before the time limit,
this process requeues the job itself. After SIGTERM, Slurm has decided already, and the cluster's side sees its
decision.
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
from engine.parsing import positive_setting
from engine.places.changes import stamp_of, write_snapshot
from engine.places.slurm import commands
from engine.places.slurm.commands import SlurmUnavailableError
from engine.places.slurm.folder import RUN, JobFolder
from engine.store import Store, runs
from engine.store.database import StoreUnavailableError

_POLL_SECONDS = 0.1
_SNAPSHOT_SECONDS = 1.0
"""Interval between two checks of the run's progress."""
_MAX_SHARE = 0.05
"""Maximum share of its time that the job spends on snapshots."""
_LAST_SNAPSHOT_SECONDS = 300.0
"""Maximum time to retry writing the last snapshot."""
_REQUEUE_SECONDS = 60.0
"""Maximum time to retry requeueing this job while Slurm does not answer."""
_SIGTERM_SECONDS = 3.0
"""Maximum delay of Slurm's SIGTERM to this process after it has ended one of its children."""


class _Signals:
    """The signals received from Slurm."""

    def __init__(self) -> None:
        self.is_limit_near, self.is_terminating = False, False
        signal.signal(signal.SIGUSR1, self._limit)
        signal.signal(signal.SIGTERM, self._end)

    def _limit(self, number: int, frame: object) -> None:
        self.is_limit_near = True

    def _end(self, number: int, frame: object) -> None:
        self.is_terminating = True

    def __bool__(self) -> bool:
        return self.is_limit_near or self.is_terminating


class Job:
    """One session of a run in a job.

    Args:
        store: the run's own store.
        folder: the folder shared with the cluster's side.
        name: of the job, as submitted.
        may_requeue: whether the job may requeue itself.
    """

    def __init__(self, store: Store, folder: JobFolder, name: str, *, may_requeue: bool) -> None:
        self.store, self.folder, self.name, self.may_requeue = store, folder, name, may_requeue
        self.signals = _Signals()
        array, index = os.environ.get("SLURM_ARRAY_JOB_ID"), os.environ.get("SLURM_ARRAY_TASK_ID")
        # For a job of an array, SLURM_JOB_ID may be the number of the whole array.
        self.number = f"{array}_{index}" if array and index else os.environ.get("SLURM_JOB_ID", "")
        self._next_snapshot, self._last_stamp = float("-inf"), ""

    def run(self) -> int:
        """Train the run as far as possible in this job, and return the exit code of the job."""
        is_ready = self._prepare()
        self.folder.write_state(self.name, "runs")
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
            return self._requeue_run(first_step)
        return self._end()

    def _prepare(self) -> bool:
        """Queue the run, continuing from the checkpoint of an earlier job. Return whether it is to be trained."""
        row = runs.get_run(self.store, RUN)
        if (
            row.status == "running"
        ):  # its job was killed. Slurm runs a job once at a time, so no process trains it now
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
        """Write snapshots until the run's process has ended, and forward a stop request.

        Return its exit code.
        """
        stop_requested = False
        while (code := poll()) is None:
            if not stop_requested and (self.signals or self.folder.wants_stop()):
                stop_requested = True
                launch.request_stop(self.store, RUN)
            # A run that must leave is stopped briefly before it waits again. Snapshots must not show that.
            if not self.signals and time.monotonic() >= self._next_snapshot:
                with suppress(StoreUnavailableError):  # the next snapshot has it
                    self._write_snapshot()
            time.sleep(_POLL_SECONDS)
        return code

    def _requeue_run(self, first_step: int) -> int:
        """Requeue the run with its checkpoint, and return the exit code."""
        row = runs.get_run(self.store, RUN)
        if self.signals.is_limit_near and not self.may_requeue:
            return self._interrupt(f"Its job reached the time limit at step {row.step:,}.")
        if self.signals.is_limit_near and row.step <= first_step:
            return self._interrupt(
                f"The time limit of its job is too short: it was reached at step {row.step:,} again."
            )
        cause = "its time limit is near" if self.signals.is_limit_near else "Slurm requested it (SIGTERM)"
        text = f"Slurm job {self.number} stopped at step {row.step:,}: {cause}. The run continues from there."
        runs.add_message(self.store, RUN, text)
        launch.resume_run(self.store, RUN)
        self._write_last_snapshot()
        self.folder.write_state(self.name, "waits")
        if not self.signals.is_limit_near:
            return 128 + signal.SIGTERM
        try:
            self._requeue()
        except UserError as error:
            return self._interrupt(
                f"Its job reached the time limit and could not be requeued: {error.message}"
            )
        # Slurm ends the job now. An earlier exit could be mistaken for the end of the requeued job.
        deadline = time.monotonic() + _LAST_SNAPSHOT_SECONDS
        while not self.signals.is_terminating and time.monotonic() < deadline:
            time.sleep(_POLL_SECONDS)
        return 0

    def _requeue(self) -> None:
        """Requeue this job, which ends it.

        Raises UserError if that is not allowed, or if Slurm does not answer for a minute.
        """
        deadline = time.monotonic() + _REQUEUE_SECONDS
        while True:
            try:
                commands.requeue(self.number)
                return
            except UserError as error:
                if self._must_end():
                    return
                if not isinstance(error, SlurmUnavailableError) or time.monotonic() > deadline:
                    raise

    def _must_end(self) -> bool:
        """Return whether Slurm ends this job now. Then it has received the requeue request even if the command failed.

        The SIGTERM for a requeued job also reaches the command that requested it.
        """
        deadline = time.monotonic() + _SIGTERM_SECONDS
        while not self.signals.is_terminating and time.monotonic() < deadline:
            time.sleep(_POLL_SECONDS)
        return self.signals.is_terminating

    def _interrupt(self, reason: str) -> int:
        """Record that the run continues when it is resumed, and return the exit code."""
        sql = "UPDATE runs SET status = 'interrupted', reason = ?, finished = ? WHERE id = ?"
        self.store.execute(sql, (f"{reason} Resume continues from the last checkpoint.", time.time(), RUN))
        return self._end()

    def _end(self) -> int:
        """Report that this job has ended, and return its exit code."""
        status = runs.get_run(self.store, RUN).status
        self._write_last_snapshot()
        self.folder.write_state(self.name, f"ended {status}")
        return 0 if status in ("finished", "stopped") else 1

    def _write_snapshot(self) -> None:
        started_at, stamp = time.monotonic(), stamp_of(self.store.connection, RUN)
        if stamp != self._last_stamp:
            write_snapshot(self.store, RUN, self.folder.snapshot)
            self._last_stamp = stamp
        now = time.monotonic()
        self._next_snapshot = now + max(_SNAPSHOT_SECONDS, (now - started_at) / _MAX_SHARE)

    def _write_last_snapshot(self) -> None:
        deadline = time.monotonic() + _LAST_SNAPSHOT_SECONDS
        while True:
            try:
                self._write_snapshot()
                return
            except (StoreUnavailableError, OSError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(_SNAPSHOT_SECONDS)


def main(arguments: list[str] | None = None) -> int:
    """Run the job, and return its exit code."""
    parser = argparse.ArgumentParser(prog="engine.places.slurm.job", description="Trains one run in a job.")
    parser.add_argument("--name", required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--requeue", action="store_true")
    options = parser.parse_args(arguments)
    folder = JobFolder.of(options.run)
    print(f"Palimpsest {metadata.version('palimpsest')}, job {os.environ.get('SLURM_JOB_ID')}", flush=True)
    if folder.submission().name != options.name:
        print("Another job trains this run.")
        return 0
    try:
        with Store(Path(folder.store)) as store:
            return Job(store, folder, options.name, may_requeue=options.requeue).run()
    except UserError as error:
        print(error, file=sys.stderr)
        return 2


def _cpus() -> int:
    """Return the number of CPUs that the run has in its job, 0 if unknown."""
    return int(positive_setting("SLURM_CPUS_PER_TASK") or positive_setting("SLURM_CPUS_ON_NODE") or 0)


if __name__ == "__main__":
    sys.exit(main())
