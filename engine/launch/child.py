"""The training process of one run: it reads the frozen spec from the store, trains, and records the outcome.

A run on several devices has one process for each. This process then starts and watches them (``engine.launch.ranks``).

Exit codes: 0 finished, 3 stopped on request, 4 interrupted because nothing could be written for long, 2 invalid input,
1 any other failure.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import json
import os
import platform
import signal
import sqlite3
import tempfile
import time
from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import cast

from engine import disk_space, paths, private_files
from engine.analysis.rerun import compare_rerun
from engine.cache import usage
from engine.compute.process_group import ProcessGroup, patience
from engine.disk_space import NoSpaceError, RoomWait
from engine.errors import TooLittleMemoryError, UserError, is_device_lost, is_out_of_memory, write_failure
from engine.events import CheckpointSaved, Event, PhaseKind, PhaseProgress, RunFinished
from engine.launch import processes
from engine.launch.devices import process_count, with_assigned_device
from engine.launch.process_log import (
    failure_reason,
    flush_output,
    forward_warnings,
    is_own_error,
    log_event,
    log_line,
    log_traceback,
)
from engine.launch.ranks import RunOutcome, as_rank, launch_ranks
from engine.launch.startup_timeline import StartupTimeline
from engine.launch.status import actual_status
from engine.launch.stopping import has_checkpoint
from engine.launch.trial import TrialPruning
from engine.redaction import redact, redact_output
from engine.spec import toml
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, runs
from engine.store.data_names import get_resolved_experiment
from engine.store.database import STARTING_RUN_SECONDS
from engine.store.rows import RunRow
from engine.store.writer import LeaseLostError, RunLease, RunWriter
from engine.weights_digest import weights_digest

PACKAGES = (
    "palimpsest",
    "torch",
    "transformers",
    "tokenizers",
    "peft",
    "datasets",
    "numpy",
    "safetensors",
    "scikit-learn",
)
_CLOSE_SECONDS = 300.0
"""Maximum time to retry writing the last rows while the disk is full or the store is locked."""
_ACTIVITY_TEXTS = {
    PhaseKind.DATA: "while its data was read",
    PhaseKind.ENCODER: "while its encoder was loaded",
    PhaseKind.PREPARING: "while it was prepared",
    PhaseKind.FINGERPRINT: "while it was prepared",
    PhaseKind.EVALUATION: "while it was evaluated, at step {step:,}",
    PhaseKind.PROBES: "while forgetting was measured, at step {step:,}",
    PhaseKind.SAVING: "while a checkpoint was saved, at step {step:,}",
}
"""Activity of a run when it ended, by its last phase."""
_MEMORY_REMEDY = "Split the batch into more parts (Accumulation), or use a smaller batch or length."
_MEMORY_REMEDIES = {
    PhaseKind.DATA: "End other programs and runs, or read a smaller part of the data.",
    PhaseKind.ENCODER: "End other programs and runs, or choose a smaller encoder.",
    PhaseKind.PREPARING: "End other programs and runs, or choose a smaller encoder.",
    PhaseKind.FINGERPRINT: "End other programs and runs, or choose a smaller encoder.",
}
"""Remedies for a run without memory, by its last phase. In other phases the batch takes most of the memory."""


def main(arguments: list[str] | None = None) -> int:
    """Train one run. The exit codes are described above."""
    parser = argparse.ArgumentParser(prog="engine.launch.child", description="Trains one run of a store.")
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--run", type=int, required=True)
    options = parser.parse_args(arguments)
    timeline = StartupTimeline.of_current_process()
    faulthandler.enable()
    log_line(f"run {options.run}, process {os.getpid()}")
    timeline.begin("claim")
    try:
        return _claim_and_train(options.store, options.run, timeline)
    except Exception as error:  # errors during training are explained there
        outcome = _failure_outcome(error, "before it began", PhaseKind.PREPARING)
        log_line(outcome.reason)
        _record_failed_start(options.store, options.run, outcome)
        return outcome.code


def _claim_and_train(store_path: Path, run_id: int, timeline: StartupTimeline) -> int:
    """Claim the run, train it, record its end and return the exit code. Raises errors that prevent its start."""
    with Store(store_path, patience=STARTING_RUN_SECONDS) as store:
        row, lease = _claim_run(store, run_id)
        experiment = get_resolved_experiment(store, run_id)
    _write_spec(experiment, row.folder / "spec.toml")
    experiment = with_assigned_device(experiment, row.device)
    usage.hold_used_entries()
    request = StopRequest(row.folder / "stop")
    world_size = 1
    if experiment.trains_encoder:
        world_size = process_count(experiment.compute.device)
    if world_size > 1:
        timeline.begin("imports")
        outcome = launch_ranks(
            train_rank,
            (store_path, row, lease, timeline),
            world_size=world_size,
            folder=row.folder,
        )
        writer = RunWriter(store_path, run_id, lease=lease, report_failure=log_line)
    else:
        # The heartbeat starts here, because importing torch takes seconds.
        writer = RunWriter(store_path, run_id, lease=lease, report_failure=log_line)
        outcome = _train(experiment, row, writer, request, timeline)
    if outcome.status == "finished" and experiment.rerun_of:
        _compare_with_original(writer, experiment.rerun_of)
    _record_end(writer, outcome)
    return outcome.code


def guard_process() -> None:
    """Make files of this process private, and keep secrets out of its log."""
    private_files.keep_private()
    redact_output()


def train_rank(store_path: Path, row: RunRow, lease: RunLease, timeline: StartupTimeline) -> RunOutcome:
    """Train a run as one of its processes, started by ``launch_ranks``."""
    guard_process()
    faulthandler.enable()
    usage.hold_used_entries()
    rank = ProcessGroup.from_environment().rank
    if rank:
        return as_rank(lambda: train_secondary_rank(row.id), rank, row.folder)
    with Store(store_path, read_only=True) as store:
        experiment = with_assigned_device(get_resolved_experiment(store, row.id), row.device)
    writer = RunWriter(store_path, row.id, lease=lease, report_failure=log_line)
    try:
        request = StopRequest(row.folder / "stop")
        return as_rank(lambda: _train(experiment, row, writer, request, timeline), rank, row.folder)
    finally:
        writer.close(_CLOSE_SECONDS)


def _compare_with_original(writer: RunWriter, original: int) -> None:
    """Record the comparison of a rerun with its original in its notes. A failure here does not fail the run."""
    writer.flush()
    try:
        with Store(writer.path, read_only=True) as store:
            comparison = compare_rerun(store, original, writer.run_id)
    except UserError as error:  # the original was deleted in the meantime
        writer.add_message("warning", f"Not compared with run {original}: {error}")
        return
    level = "info" if comparison.is_identical else "warning"
    lines = comparison.sentences()
    for line in lines:
        writer.add_message(level, line)
        log_line(line)


def _record_end(writer: RunWriter, outcome: RunOutcome) -> None:
    """Record how the run has ended, in its log and its row."""
    log_line(f"{outcome.status}: {outcome.reason}" if outcome.reason else outcome.status)
    cleared_columns = {
        "phase": "",
        "phase_done": 0,
        "phase_total": 0,
        "eta_seconds": None,
        "pid": None,
        "pid_started": None,
    }
    writer.set_columns(status=outcome.status, reason=outcome.reason, finished=time.time(), **cleared_columns)
    writer.close(_CLOSE_SECONDS)


class StopRequest:
    """Whether the run was requested to stop, by the file in its folder. SIGTERM and SIGINT create this file.

    A second SIGINT ends the process as usual.
    """

    def __init__(self, file: Path) -> None:
        self.file, self.is_signalled = file, False
        signal.signal(signal.SIGTERM, self._signal)
        signal.signal(signal.SIGINT, self._signal)

    def _signal(self, number: int, frame: object) -> None:
        if number == signal.SIGINT:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        self.is_signalled = True
        with suppress(OSError):
            self.file.touch()  # for rank 0 of a run on several devices, which is another process

    def __bool__(self) -> bool:
        return self.is_signalled or self.file.exists()


def _claim_run(store: Store, run_id: int) -> tuple[RunRow, RunLease]:
    """Record this process as the process of the run, and return the row and the lease.

    Raises UserError when another process trains the run, or it has ended.
    """
    pid = os.getpid()
    lease = RunLease(processes.host_name(), pid, processes.start_time(pid))
    with store.transaction(durable=True):
        row = runs.get_run(store, run_id)
        if row.status not in ("queued", "running"):
            raise UserError(f"is {row.status}, so put it into the queue first.", place=f"run {run_id}")
        if row.pid not in (None, pid) and actual_status(row).is_alive:
            raise UserError(f"is being trained by process {row.pid}.", place=f"run {run_id}")
        runs.set_run_columns(
            store,
            [run_id],
            status="running",
            phase="Starting",
            **asdict(lease),
            heartbeat=time.time(),
            started=row.started or time.time(),
            finished=None,
            reason="",
            versions=json.dumps(package_versions()),
        )
    return row, lease


def _write_spec(experiment: Experiment, file: Path) -> None:
    """Write the frozen specification into the run's folder, for readers without the store. A full disk is ignored."""
    with suppress(OSError):
        if not file.exists():
            file.write_text(toml.dumps(experiment), encoding="utf-8")


def _record_failed_start(store_path: Path, run_id: int, outcome: RunOutcome) -> None:
    """Record in the row why the run could not start, if that is possible and the row is still ours."""
    values = (outcome.status, redact(outcome.reason), time.time(), run_id, os.getpid())
    # These errors mean that the store itself fails, which is logged already.
    with (
        suppress(UserError, sqlite3.Error, OSError, MemoryError),
        Store(store_path) as store,
        store.transaction(),
    ):
        sql = """UPDATE runs SET status = ?, reason = ?, phase = '', finished = ?, pid = NULL
                 WHERE id = ? AND status IN ('queued', 'running') AND (pid IS NULL OR pid = ?)"""
        store.execute(sql, values)


def package_versions() -> dict[str, str]:
    """Return the versions of packages that determine results, without importing them."""
    versions = {"python": platform.python_version(), "system": platform.platform()}
    for name in PACKAGES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            pass  # not needed by this installation
    return versions


def _train(
    experiment: Experiment,
    row: RunRow,
    writer: RunWriter,
    stop_request: StopRequest,
    timeline: StartupTimeline,
) -> RunOutcome:
    """Train the run in the first process, and return its outcome.

    If the disk is full, the run waits for room and continues from its last checkpoint. (Checkpoints and results wait by
    themselves, without losing an update: ``engine.disk_space.write_when_room``.)
    """
    session = _Session(experiment, row, writer, stop_request, timeline)
    timeline.begin("imports")
    try:
        while True:
            try:
                return session.follow()
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException as error:  # a panic in Rust is not an Exception
                refusal = write_failure(error)
                if isinstance(error, NoSpaceError) or not refusal or session.world_size > 1:
                    return session.outcome_of(error)
                log_line(failure_reason(error))
            # Only here the error is released, and with it the model in the frames of its traceback.
            gc.collect()
            if (outcome := session.wait_for_room(refusal)) is not None:
                return outcome
    except KeyboardInterrupt:
        return RunOutcome("stopped", f"Interrupted at step {session.step:,}.", 3)
    finally:
        writer.add_info(processor_seconds=round(time.process_time(), 1))


class _Session:
    """Work of the first process of a run: it follows the loop's events, and retries after a full disk.

    Attributes:
        step: updates reported so far.
        world_size: number of processes that train the run.
    """

    def __init__(
        self,
        experiment: Experiment,
        row: RunRow,
        writer: RunWriter,
        stop_request: StopRequest,
        timeline: StartupTimeline,
    ) -> None:
        self.experiment, self.row, self.writer = experiment, row, writer
        self.stop_request, self.timeline = stop_request, timeline
        self.step, self.world_size = row.step, 1
        self.pruning = TrialPruning(writer.path, row.id) if experiment.trial_of else None
        self.lost_metrics_note = ""
        self._phase = PhaseKind.PREPARING
        self._has_begun = False
        self._room_wait: RoomWait | None = None

    def follow(self) -> RunOutcome:
        """Consume the loop's events until the run ends or is stopped. Errors are raised."""
        if not self.experiment.trains_encoder:
            return self._fit()
        from engine.compute.device import join_process_group
        from engine.train.checkpoints import Checkpoints
        from engine.train.loop import train

        self.timeline.begin("device")
        folder, writer, stop_request = self.row.folder, self.writer, self.stop_request
        # Once the loop has started, checkpoints of earlier attempts are gone, so existing ones belong to this attempt.
        resume = (self.row.resume or self._has_begun) and has_checkpoint(folder)
        if resume and not self._has_begun:
            self._check_lost_metrics()
        task = {
            "folder": str(folder),
            "resume": resume,
            "experiment": self.experiment.model_dump(mode="json"),
        }
        process_group = join_process_group(self.experiment.compute, task=task)
        self.world_size = process_group.world_size
        if self.world_size > 1:
            disk_space.limit_wait(patience() / 2)
        events = cast(
            Generator[Event, None, None],
            train(self.experiment, folder, resume=resume, process_group=process_group),
        )
        is_stopped = False
        with closing(events), forward_warnings(lambda text: writer.add_message("warning", text)):
            for event in events:
                self._observe(event)
                if isinstance(event, CheckpointSaved) and event.slot == "stage":
                    writer.add_info(weights=weights_digest(event.path))
                saves = isinstance(event, PhaseProgress) and event.kind is PhaseKind.SAVING
                if isinstance(event, PhaseProgress) and saves:
                    # Written together with the metrics: the update up to which the store is complete.
                    writer.set_columns(step=event.done)
                if saves or stop_request or writer.lease_error:
                    _wait_for_commit(writer, events, stop_request)
                if self.timeline.observe(event):
                    writer.add_info(start_seconds=self.timeline.as_seconds())
                    log_line(self.timeline)
                if isinstance(event, RunFinished):
                    return RunOutcome("finished", self.lost_metrics_note)
                if self.pruning is not None and self.pruning.reason:
                    break
                if stop_request:
                    is_stopped = True
                    break
        if self.pruning is not None and self.pruning.reason:
            return self._end_pruned_trial(self.pruning)
        # Closing the loop between two updates has saved a checkpoint without an event.
        checkpoints = Checkpoints(folder / "checkpoints")
        if (newest := checkpoints.newest()) is not None:
            progress, path = newest
            self.step = progress.first_step + progress.step
            writer.write(CheckpointSaved("last", path, self.step))
            writer.set_columns(step=self.step)
        if is_stopped:
            return RunOutcome("stopped", f"Stopped on request at step {self.step:,}.", 3)
        return RunOutcome("failed", "Training ended before its last step.", 1)

    def _check_lost_metrics(self) -> None:
        """Compare the checkpoint with the store, and note which metrics the store has lost, if any.

        Both are on the disk before each checkpoint. So this can only happen if a disk loses writes or an older copy was
        restored.
        """
        from engine.train.checkpoints import Checkpoints

        with suppress(UserError):  # reading a damaged one reports it later
            if (newest := Checkpoints(self.row.folder / "checkpoints").newest()) is not None:
                progress = newest[0]
                reported = progress.first_step + min((n for n, _ in progress.untold), default=progress.step)
                if reported > self.row.step:
                    self.lost_metrics_note = (
                        f"The store has lost the measures of updates {self.row.step + 1:,} to {reported:,}, which the "
                        "checkpoint includes. Start the run again to measure them."
                    )
                    self.writer.add_message("warning", self.lost_metrics_note)

    def _end_pruned_trial(self, pruning: TrialPruning) -> RunOutcome:
        """End a pruned trial. Its checkpoints are deleted, because they would take most of the search's disk space."""
        from engine.train.checkpoints import Checkpoints

        pruning.record(self.step)
        Checkpoints(self.row.folder / "checkpoints").clear()
        self.writer.set_columns(step=self.step)
        return RunOutcome("stopped", f"Pruned at step {self.step:,}: {pruning.reason}.", 3)

    def _fit(self) -> RunOutcome:
        """Consume the events of a run without an encoder, which needs no torch and has no checkpoints."""
        from engine.train.fit import fit

        with closing(fit(self.experiment, self.row.folder)) as events:
            for event in events:
                self._observe(event)
                if isinstance(event, RunFinished):
                    return RunOutcome("finished")
                if self.stop_request:
                    return RunOutcome("stopped", "Stopped on request.", 3)
        return RunOutcome("failed", "Fitting ended before its last step.", 1)

    def _observe(self, event: Event) -> None:
        self.writer.write(event)
        log_event(event)
        self._has_begun = True
        self.step = getattr(event, "step", self.step)
        if self.pruning is not None:
            self.pruning.observe(event, self.writer)
        if isinstance(event, PhaseProgress):
            self._phase = event.kind
        elif isinstance(event, CheckpointSaved):
            self._room_wait = None  # there was room, so the next wait is a new one

    def wait_for_room(self, refusal: str) -> RunOutcome | None:
        """Wait until the run can write again (``write_failure``). Return its outcome if it ends in the meantime."""
        folder = self.row.folder
        if self._room_wait is None:
            needs = {folder: _size_of_newest_checkpoint(folder), paths.cache_folder(): 0}
            self._room_wait = RoomWait(needs | {Path(tempfile.gettempdir()): 0})
        try:
            for event in self._room_wait.wait(refusal):
                self.writer.write(event)
                log_event(event)
                if self.stop_request:
                    return self._full_disk_outcome()
        except NoSpaceError as error:
            return self.outcome_of(error)
        return None

    def _full_disk_outcome(self) -> RunOutcome:
        resume_note = (
            "resume starts from the checkpoint before" if has_checkpoint(self.row.folder) else "it has none"
        )
        reason = (
            f"Stopped on request at step {self.step:,}. The disk had no room for a checkpoint: {resume_note}."
        )
        return RunOutcome("stopped", reason, 3)

    def outcome_of(self, error: BaseException) -> RunOutcome:
        """Return the outcome of a run whose loop has raised ``error``."""
        if isinstance(error, LeaseLostError):
            return RunOutcome("failed", str(error), 1)  # for the log: another process has the row
        if isinstance(error, NoSpaceError | StoreUnwritableError):
            return RunOutcome("interrupted", str(error), 4)
        if refusal := write_failure(error):
            if self.stop_request:
                return self._full_disk_outcome()
            log_traceback()
            remedy = "Free some space and resume the run: it continues from its last checkpoint."
            return RunOutcome("interrupted", f"{refusal}: {failure_reason(error)} {remedy}", 4)
        where = _ACTIVITY_TEXTS.get(self._phase, "at step {step:,}").format(step=self.step)
        return _failure_outcome(error, where, self._phase)


def _size_of_newest_checkpoint(folder: Path) -> int:
    """Return the size of the newest checkpoint in a run's folder in bytes, 0 without one."""
    newest = max((folder / "checkpoints").glob("last-*"), default=None)
    return sum(file.stat().st_size for file in newest.glob("*")) if newest is not None else 0


class StoreUnwritableError(UserError):
    """Error when the store could not be written for long. The run has ended without the metrics of its last updates."""


def _wait_for_commit(
    writer: RunWriter, events: Generator[Event, None, None], stop_request: StopRequest
) -> None:
    """Wait until all metrics are stored, before a checkpoint is saved that counts them as done.

    While the store cannot be written (it is locked, its disk is full), the run waits, after a stop request for less
    time. If another process has taken the run, or the wait fails, the loop ends without a checkpoint, and the previous
    checkpoint stays valid.
    """
    started_at = time.monotonic()
    while not writer.flush():
        if writer.lease_error:
            events.throw(LeaseLostError(writer.lease_error))
        patience = _CLOSE_SECONDS if stop_request else disk_space.WAIT_SECONDS
        if time.monotonic() - started_at > patience:
            events.throw(
                StoreUnwritableError(
                    f"the store could not be written for {patience / 60:.0f} minutes.",
                    place=str(writer.path),
                    remedy="Free its disk, or end the program that locks it, and resume the run: it "
                    "continues from its last checkpoint.",
                )
            )


def train_secondary_rank(run_id: int) -> RunOutcome:
    """Train as a process other than the first. Only the log is written.

    The first process sends the specification. The store is not opened, because it may be on another machine's disk.
    """
    faulthandler.enable()
    group = ProcessGroup.from_environment()
    log_line(f"run {run_id}, process {group.rank} of {group.world_size}, pid {os.getpid()}")
    try:
        from engine.compute.device import join_process_group, receive_task
        from engine.compute.process_group import StoppedByMain
        from engine.train.loop import train

        try:
            task, group = receive_task()
            folder, resume = Path(str(task["folder"])), bool(task["resume"])
            experiment = parse_experiment(task["experiment"], place=f"run {run_id}")
            process_group = join_process_group(experiment.compute, group)
            for _ in train(experiment, folder, resume=resume, process_group=process_group):
                pass
        except StoppedByMain:
            log_line("stopped by the first process")
    except Exception as error:
        outcome = _failure_outcome(error, "here")
        log_line(f"{outcome.status}: {outcome.reason}")
        return outcome
    log_line("finished")
    return RunOutcome("finished")


def _failure_outcome(error: BaseException, where: str, activity: PhaseKind = PhaseKind.UPDATES) -> RunOutcome:
    """Return the outcome of a process that raised ``error``. ``where`` describes ``activity`` in the message."""
    if is_out_of_memory(error):
        if isinstance(error, TooLittleMemoryError):
            return RunOutcome("out_of_memory", f"Out of memory {where}: {error}", 1)
        log_traceback()
        remedy = _MEMORY_REMEDIES.get(activity, _MEMORY_REMEDY)
        return RunOutcome("out_of_memory", f"Out of memory {where}. {remedy}", 1)
    if isinstance(error, UserError):
        return RunOutcome("failed", str(error), 2)
    log_traceback()
    if is_device_lost(error):
        message = str(error).strip().splitlines()[0]
        reason = (
            f"The GPU has failed {where} ({message}). Resume the run: it continues from its last checkpoint, in a new "
            "process. If that fails too, check nvidia-smi and the system's log, and restart the machine."
        )
        return RunOutcome("failed", reason, 1)
    # Our own errors are more precise than those of a process that failed because this one ended.
    return RunOutcome("failed", failure_reason(error), 1, is_certain=is_own_error(error))


if __name__ == "__main__":
    guard_process()
    code = main()
    flush_output()
    # Everything is on disk. An orderly exit of torch takes seconds in which the next run could start.
    os._exit(code)
