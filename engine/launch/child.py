"""The training process of one run: reads the frozen spec from the store, trains, and records the outcome in its row.

A run on several devices has one process for each; this one then starts and watches them (``engine.launch.ranks``).

Exit codes: 0 finished, 3 stopped on request, 2 bad input, 1 anything else.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import platform
import signal
import sys
import time
import traceback
from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import cast

from engine import private_files
from engine.cache import usage
from engine.compute.process_group import ProcessGroup
from engine.errors import UserError, out_of_memory
from engine.events import CheckpointSaved, Event, PhaseKind, PhaseProgress, RunFinished
from engine.launch import processes
from engine.launch.devices import process_count, with_assigned_device
from engine.launch.process_log import failure_reason, forward_warnings, is_own_error, log_event, log_line
from engine.launch.ranks import RunOutcome, as_rank, launch_ranks
from engine.launch.startup_timeline import StartupTimeline
from engine.launch.status import actual_status
from engine.launch.stopping import has_checkpoint
from engine.redaction import redact, redact_output
from engine.spec import toml
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from engine.store.data_names import get_resolved_experiment
from engine.store.database import STARTING_RUN_SECONDS
from engine.store.rows import RunRow
from engine.store.run_lease import LeaseLostError, RunLease
from engine.store.writer import RunWriter

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
"""How long writing the last rows is retried when the disk is full or the store is locked."""


def main(arguments: list[str] | None = None) -> int:
    """Train one run; see the module for exit codes."""
    parser = argparse.ArgumentParser(prog="engine.launch.child", description="Trains one run of a store.")
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--run", type=int, required=True)
    chosen = parser.parse_args(arguments)
    timeline = StartupTimeline.of_current_process()
    place = ProcessGroup.from_environment()
    if not place.is_main:  # started by torchrun, like all its processes
        return _train_along(chosen.store, chosen.run).code
    faulthandler.enable()
    log_line(f"run {chosen.run}, process {os.getpid()}")
    timeline.begin("claim")
    try:
        with Store(chosen.store, patience=STARTING_RUN_SECONDS) as store:
            row, lease = _take_run(store, chosen.run)
            experiment = get_resolved_experiment(store, chosen.run)
        _write_spec(experiment, row.folder / "spec.toml")
        experiment = with_assigned_device(experiment, row.device)
        usage.hold_used_entries()
    except UserError as error:
        log_line(str(error))
        _record_failed_start(chosen.store, chosen.run, str(error))
        return 2
    request = StopRequest(row.folder / "stop")
    world_size = 1
    if place.is_alone and experiment.reads_encoder:
        world_size = process_count(experiment.compute.device)
    if world_size > 1:
        timeline.begin("imports")
        outcome = launch_ranks(
            train_rank,
            (chosen.store, chosen.run, lease, timeline),
            world_size=world_size,
            folder=row.folder,
        )
        writer = RunWriter(chosen.store, chosen.run, lease=lease, report_failure=log_line)
    else:
        # The heartbeat starts here: importing torch alone takes seconds.
        writer = RunWriter(chosen.store, chosen.run, lease=lease, report_failure=log_line)
        outcome = _train(experiment, row, writer, request, timeline)
    _record_end(writer, outcome)
    return outcome.code


def guard_process() -> None:
    """Let this process write files for its user alone, and no secrets into its log."""
    private_files.keep_private()
    redact_output()


def train_rank(store_path: Path, run_id: int, lease: RunLease, timeline: StartupTimeline) -> RunOutcome:
    """Train a run as one of its processes, started by ``launch_ranks``."""
    guard_process()
    faulthandler.enable()
    usage.hold_used_entries()
    rank = ProcessGroup.from_environment().rank
    with Store(store_path, read_only=True) as store:
        row = runs.get_run(store, run_id)
    if rank:
        return as_rank(lambda: _train_along(store_path, run_id), rank, row.folder)
    experiment = _read_experiment(store_path, row)
    writer = RunWriter(store_path, run_id, lease=lease, report_failure=log_line)
    try:
        request = StopRequest(row.folder / "stop")
        return as_rank(lambda: _train(experiment, row, writer, request, timeline), rank, row.folder)
    finally:
        writer.close(_CLOSE_SECONDS)


def _read_experiment(store_path: Path, row: RunRow) -> Experiment:
    with Store(store_path, read_only=True) as store:
        return with_assigned_device(get_resolved_experiment(store, row.id), row.device)


def _record_end(writer: RunWriter, outcome: RunOutcome) -> None:
    """Record how the run has ended, in its log and its row."""
    log_line(f"{outcome.status}: {outcome.reason}" if outcome.reason else outcome.status)
    ended = {
        "phase": "",
        "phase_done": 0,
        "phase_total": 0,
        "eta_seconds": None,
        "pid": None,
        "pid_started": None,
    }
    writer.set_columns(status=outcome.status, reason=outcome.reason, finished=time.time(), **ended)
    writer.close(_CLOSE_SECONDS)


class StopRequest:
    """Whether the run was requested to stop: by the file in its folder, or by SIGTERM, which also makes the file."""

    def __init__(self, file: Path) -> None:
        self.file, self.signalled = file, False
        signal.signal(signal.SIGTERM, self._signal)

    def _signal(self, number: int, frame: object) -> None:
        self.signalled = True
        with suppress(OSError):
            self.file.touch()  # for the first rank of a run on several devices, which is another process

    def __bool__(self) -> bool:
        return self.signalled or self.file.exists()


def _take_run(store: Store, run_id: int) -> tuple[RunRow, RunLease]:
    """Record this process as the one of the run, and return the row and the lease.

    Raises UserError when another process trains it or it has ended.
    """
    me = os.getpid()
    lease = RunLease(processes.host_name(), me, processes.start_time(me))
    with store.transaction():
        row = runs.get_run(store, run_id)
        if row.status not in ("queued", "running"):
            raise UserError(f"is {row.status}; put it into the queue first.", place=f"run {run_id}")
        if row.pid not in (None, me) and actual_status(row).alive:
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
    """Write the frozen specification into the run's folder, for readers without the store; a full disk is no harm."""
    with suppress(OSError):
        if not file.exists():
            file.write_text(toml.dumps(experiment), encoding="utf-8")


def _record_failed_start(store_path: Path, run_id: int, reason: str) -> None:
    """Record in the row why the run could not begin, where that is possible and the row is ours."""
    try:
        with Store(store_path) as store, store.transaction():
            sql = """UPDATE runs SET status = 'failed', reason = ?, phase = '', finished = ?, pid = NULL
                     WHERE id = ? AND status IN ('queued', 'running') AND (pid IS NULL OR pid = ?)"""
            store.execute(sql, (redact(reason), time.time(), run_id, os.getpid()))
    except UserError:
        pass  # the store itself is at fault, which has been logged


def package_versions() -> dict[str, str]:
    """Return the versions of packages that determine a run's results, without importing them."""
    found = {"python": platform.python_version(), "system": platform.platform()}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            pass  # not needed by this installation
    return found


def _train(
    experiment: Experiment,
    row: RunRow,
    writer: RunWriter,
    stop_request: StopRequest,
    timeline: StartupTimeline,
) -> RunOutcome:
    """Consume the loop's events in the first process, and return the outcome, whatever happens."""
    step, stopped = row.step, False
    timeline.begin("imports")
    try:
        if not experiment.reads_encoder:
            return _fit(experiment, row, writer, stop_request)
        from engine.compute.device import join_process_group
        from engine.train.checkpoints import Checkpoints
        from engine.train.loop import train

        timeline.begin("device")
        resume = row.resume and has_checkpoint(row.folder)
        process_group = join_process_group(experiment.compute)
        events = cast(
            Generator[Event, None, None],
            train(experiment, row.folder, resume=resume, process_group=process_group),
        )
        with closing(events), forward_warnings(lambda text: writer.add_message("warning", text)):
            for event in events:
                writer.write(event)
                log_event(event)
                saves = isinstance(event, PhaseProgress) and event.kind is PhaseKind.SAVING
                if saves or stop_request or writer.lease_lost:
                    _require_stored(writer, events, stop_request)
                if timeline.observe(event):
                    writer.add_info(start_seconds=timeline.as_seconds())
                    log_line(timeline)
                step = getattr(event, "step", step)
                if isinstance(event, RunFinished):
                    return RunOutcome("finished")
                if stop_request:
                    stopped = True
                    break
        # Closing the loop between two updates has written a checkpoint for which there is no event any more.
        checkpoints = Checkpoints(row.folder / "checkpoints")
        if (saved := checkpoints.newest()) is not None:
            progress, path = saved
            step = progress.first_step + progress.step
            writer.write(CheckpointSaved("last", path, step))
            writer.set_columns(step=step)
        if stopped:
            return RunOutcome("stopped", f"Stopped on request at step {step:,}.", 3)
        return RunOutcome("failed", "Training ended before its last step.", 1)
    except LeaseLostError as error:
        return RunOutcome("failed", str(error), 1)  # for the log: the row is another process's
    except KeyboardInterrupt:
        return RunOutcome("stopped", f"Interrupted at step {step:,}.", 3)
    except Exception as error:
        return _failed(error, f"at step {step:,}")
    finally:
        writer.add_info(processor_seconds=round(time.process_time(), 1))


def _require_stored(
    writer: RunWriter, events: Generator[Event, None, None], stop_request: StopRequest
) -> None:
    """Wait until all measurements are stored, before a checkpoint is saved that counts them as done.

    While the store cannot be written (it is locked, its disk is full), the run waits; one that is asked to stop waits
    for a while. Where another process has taken the run, or the wait was in vain, the loop ends without a checkpoint:
    the one before stays in force.
    """
    deadline = None
    while not writer.flush():
        if writer.lease_lost:
            events.throw(LeaseLostError(writer.lease_lost))
        if stop_request:
            deadline = deadline or time.monotonic() + _CLOSE_SECONDS
            if time.monotonic() > deadline:
                events.throw(UserError("the store cannot be written.", place=str(writer.path)))


def _train_along(store_path: Path, run_id: int) -> RunOutcome:
    """Take part in a run as another process than the first; nothing is written but the log."""
    faulthandler.enable()
    place = ProcessGroup.from_environment()
    log_line(f"run {run_id}, process {place.rank} of {place.world_size}, pid {os.getpid()}")
    try:
        with Store(store_path, read_only=True) as store:
            row = runs.get_run(store, run_id)
        experiment = _read_experiment(store_path, row)

        from engine.compute.device import join_process_group
        from engine.compute.process_group import StoppedByMain
        from engine.train.loop import train

        process_group = join_process_group(experiment.compute)
        resume = row.resume and has_checkpoint(row.folder)
        try:
            for _ in train(experiment, row.folder, resume=resume, process_group=process_group):
                pass
        except StoppedByMain:
            log_line("stopped by the first process")
    except Exception as error:
        outcome = _failed(error, "here")
        log_line(f"{outcome.status}: {outcome.reason}")
        return outcome
    log_line("finished")
    return RunOutcome("finished")


def _failed(error: Exception, where: str) -> RunOutcome:
    """Return the outcome of a process that has raised ``error``."""
    if isinstance(error, UserError):
        return RunOutcome("failed", str(error), 2)
    traceback.print_exc()
    if out_of_memory(error):
        remedy = "Split the batch into more parts (Accumulation), or use a smaller batch or length."
        return RunOutcome("out_of_memory", f"Out of memory {where}. {remedy}", 1)
    # Our own errors are more precise than the end of a process that could not go on without this one.
    return RunOutcome("failed", failure_reason(error), 1, is_certain=is_own_error(error))


def _fit(
    experiment: Experiment,
    row: RunRow,
    writer: RunWriter,
    stop_request: StopRequest,
) -> RunOutcome:
    """Consume the events of a run without an encoder, which needs no torch; it has no checkpoint to go on from."""
    from engine.train.fit import fit

    with closing(fit(experiment, row.folder)) as events:
        for event in events:
            writer.write(event)
            log_event(event)
            if isinstance(event, RunFinished):
                return RunOutcome("finished")
            if stop_request:
                return RunOutcome("stopped", "Stopped on request.", 3)
    return RunOutcome("failed", "Fitting ended before its last step.", 1)


if __name__ == "__main__":
    guard_process()
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    # Everything is on disk; an orderly exit of torch costs seconds in which the next run could start.
    os._exit(code)
