"""The training process of one run: reads the frozen spec from the store, trains, and records the outcome in its row.

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
from contextlib import closing
from dataclasses import astuple
from importlib import metadata
from pathlib import Path
from typing import cast

from engine.cache import usage
from engine.errors import UserError, out_of_memory
from engine.events import CheckpointSaved, Event, RunFinished
from engine.launch import processes
from engine.launch.devices import with_assigned_device
from engine.launch.process_log import failure_reason, is_own_error, log_event, log_line
from engine.launch.ranks import RankFailure, RankPlacement, RankProcesses
from engine.launch.startup_timeline import StartupTimeline
from engine.launch.stopping import has_checkpoint
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from engine.store.data_names import get_resolved_experiment
from engine.store.rows import RunRow, RunStatus
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
    place = RankPlacement.from_environment()
    if place is not None and place.rank > 0:  # started by torchrun, like all its processes
        from engine.launch import follower

        return follower.main(arguments, piped=False)
    faulthandler.enable()
    log_line(f"run {chosen.run}, process {os.getpid()}")
    timeline.begin("claim")
    try:
        with Store(chosen.store) as store:
            row = _take_run(store, chosen.run)
            experiment = with_assigned_device(get_resolved_experiment(store, chosen.run), row.device)
        usage.hold_used_entries()
    except UserError as error:
        log_line(str(error))
        _record_failed_start(chosen.store, chosen.run, str(error))
        return 2
    request = StopRequest(row.folder / "stop")
    # The heartbeat starts here: importing torch alone takes seconds.
    writer = RunWriter(chosen.store, chosen.run, report_failure=log_line)

    def lost(loss: RankFailure) -> None:
        # The training thread waits for a process that has gone, perhaps inside a kernel: it cannot react.
        _record_end(writer, loss.status, loss.reason)
        os._exit(1)

    devices = experiment.compute.device if experiment.reads_encoder else "cpu"
    with RankProcesses(chosen.store, chosen.run, row.folder, devices, lost) as others:
        status, reason, code = _train(experiment, row, writer, request, others, timeline)
    writer.add_info(processor_seconds=round(time.process_time(), 1))
    _record_end(writer, status, reason)
    return code


def _record_end(writer: RunWriter, status: RunStatus, reason: str) -> None:
    """Record how the run has ended, in its log and its row."""
    log_line(f"{status}: {reason}" if reason else status)
    ended = {
        "phase": "",
        "phase_done": 0,
        "phase_total": 0,
        "eta_seconds": None,
        "pid": None,
        "pid_started": None,
    }
    writer.set_columns(status=status, reason=reason, finished=time.time(), **ended)
    writer.close(_CLOSE_SECONDS)


class StopRequest:
    """Whether the run was requested to stop: by the file in its folder, or by SIGTERM."""

    def __init__(self, file: Path) -> None:
        self.file, self.signalled = file, False
        signal.signal(signal.SIGTERM, self._signal)

    def _signal(self, number: int, frame: object) -> None:
        self.signalled = True

    def __bool__(self) -> bool:
        return self.signalled or self.file.exists()


def _take_run(store: Store, run_id: int) -> RunRow:
    """Record this process as the one of the run.

    Raises UserError when another process trains it or it has ended.
    """
    me = os.getpid()
    with store.transaction():
        row = runs.get_run(store, run_id)
        if row.status not in ("queued", "running"):
            raise UserError(f"is {row.status}; put it into the queue first.", place=f"run {run_id}")
        if row.pid not in (None, me) and processes.is_alive(row.pid, row.pid_started):
            raise UserError(f"is being trained by process {row.pid}.", place=f"run {run_id}")
        runs.set_run_columns(
            store,
            [run_id],
            status="running",
            phase="Starting",
            host=processes.host_name(),
            pid=me,
            pid_started=processes.start_time(me),
            heartbeat=time.time(),
            started=row.started or time.time(),
            finished=None,
            reason="",
            versions=json.dumps(package_versions()),
        )
    return row


def _record_failed_start(store_path: Path, run_id: int, reason: str) -> None:
    """Record in the row why the run could not begin, where that is possible and the row is ours."""
    try:
        with Store(store_path) as store, store.transaction():
            sql = """UPDATE runs SET status = 'failed', reason = ?, phase = '', finished = ?, pid = NULL
                     WHERE id = ? AND status IN ('queued', 'running') AND (pid IS NULL OR pid = ?)"""
            store.execute(sql, (reason, time.time(), run_id, os.getpid()))
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
    rank_processes: RankProcesses,
    timeline: StartupTimeline,
) -> tuple[RunStatus, str, int]:
    """Consume the loop's events; return status, reason and exit code, whatever happens."""
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
        ranks = join_process_group(experiment.compute, *astuple(rank_processes.placement))
        events = cast(
            Generator[Event, None, None], train(experiment, row.folder, resume=resume, process_group=ranks)
        )
        with closing(events):
            for event in events:
                writer.write(event)
                log_event(event)
                if timeline.observe(event):
                    writer.add_info(start_seconds=timeline.as_seconds())
                    log_line(timeline)
                step = getattr(event, "step", step)
                if isinstance(event, RunFinished):
                    ranks.tell("end")
                    return "finished", "", 0
                if stop_request:
                    stopped = True
                    break
        ranks.tell("end")
        # Closing the loop between two updates has written a checkpoint for which there is no event any more.
        checkpoints = Checkpoints(row.folder / "checkpoints")
        progress, path = checkpoints.read(), checkpoints.path("last")
        if progress is not None and path is not None:
            step = progress.first_step + progress.step
            writer.write(CheckpointSaved("last", path, step))
            writer.set_columns(step=step)
        if stopped:
            return "stopped", f"Stopped on request at step {step:,}.", 3
        return "failed", "Training ended before its last step.", 1
    except UserError as error:
        return "failed", str(error), 2
    except KeyboardInterrupt:
        return "stopped", f"Interrupted at step {step:,}.", 3
    except Exception as error:
        traceback.print_exc()
        # Our own errors are more precise than the end of a process that could not go on without this one.
        if not is_own_error(error) and (loss := rank_processes.find_failure()) is not None:
            return loss.status, loss.reason, 1
        if out_of_memory(error):
            remedy = "Split the batch into more parts (Accumulation), or use a smaller batch or length."
            return "out_of_memory", f"Out of memory at step {step:,}. {remedy}", 1
        return "failed", failure_reason(error), 1


def _fit(
    experiment: Experiment,
    row: RunRow,
    writer: RunWriter,
    stop_request: StopRequest,
) -> tuple[RunStatus, str, int]:
    """Consume the events of a run without an encoder, which needs no torch; it has no checkpoint to go on from."""
    from engine.train.fit import fit

    with closing(fit(experiment, row.folder)) as events:
        for event in events:
            writer.write(event)
            log_event(event)
            if isinstance(event, RunFinished):
                return "finished", "", 0
            if stop_request:
                return "stopped", "Stopped on request.", 3
    return "failed", "Fitting ended before its last step.", 1


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    # Everything is on disk; an orderly exit of torch costs seconds in which the next run could start.
    os._exit(code)
