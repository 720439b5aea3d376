"""Ranks: the processes of a run on several devices, started, watched and ended by torch's elastic agent.

This uses the machinery of torchrun. The run's own process becomes the agent, and each of its children one rank
(``engine.launch.child.train_rank``). Rank 0 writes the store and ``run.log``, the others write ``rank-N.log`` in the
run's folder. When a rank ends prematurely, the agent ends the others, and the rank's failure is the run's. When the
agent ends for any reason, the system (on Linux) or the lost connection ends its ranks.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from engine.launch.devices import local_devices
from engine.launch.preloading import import_training_code
from engine.launch.process_log import flush_output, log_tail, redirect_output
from engine.launch.status import outcome_of_exit_code
from engine.processor import allowed_threads
from engine.store.rows import RunStatus

if TYPE_CHECKING:
    from torch.distributed.elastic.multiprocessing.errors import ProcessFailure

ECHO_SECONDS = 5.0
"""Delay before a rank reports an error that may follow from another rank's failure, which the agent should see first.
"""
_AGENT_FOLDER = ".ranks-"
STOP_FILE_SECONDS = 1.0
"""Time that a rank waits after SIGTERM for the stop file, which the agent creates on that signal."""


@dataclass(frozen=True)
class RunOutcome:
    """How a process's part of a run has ended.

    Attributes:
        status, reason: of the run.
        code: exit code, see ``engine.launch.child``.
        is_certain: whether this process knows the reason. Otherwise another process may have failed.
    """

    status: RunStatus
    reason: str = ""
    code: int = 0
    is_certain: bool = True


class RankFailedError(Exception):
    """Error of a failed rank. The message, which torch's agent passes on, is its outcome as JSON."""


def launch_ranks(
    entry: Callable[..., RunOutcome],
    arguments: Sequence[object],
    *,
    world_size: int,
    folder: Path,
) -> RunOutcome:
    """Run ``entry(*arguments)`` in ``world_size`` processes until all have ended. Return the outcome of the run.

    Args:
        entry: a module-level function that does a rank's work, within ``as_rank``. Rank 0 returns the outcome.
        arguments: must be picklable.
        world_size: number of processes that train the run.
        folder: of the run.
    """
    # A fork shares the imported modules. But GPU drivers do not survive a fork, and the agent opens one.
    forks = sys.platform == "linux" and local_devices() == ("cpu",)
    threads = allowed_threads() or os.cpu_count() or 1
    shared = {name: str(max(1, threads // world_size)) for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS")}
    # Suppress torch's warning about unused parameters. Without the second variable the agent would serve a store on all
    # interfaces, while rank 0 serves one on the loopback address (engine.compute.process_group).
    os.environ.update({"TORCH_CPP_LOG_LEVEL": "ERROR", "TORCH_DISABLE_SHARE_RDZV_TCP_STORE": "1"} | shared)
    if forks:
        import_training_code()
    from torch.distributed.elastic.multiprocessing import DefaultLogsSpecs
    from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
    from torch.distributed.launcher.api import LaunchConfig, elastic_launch

    # Its tracebacks of failed ranks import torch's compiler.
    logging.getLogger("torch.distributed.elastic").setLevel(logging.CRITICAL)
    with agent_folder(folder) as logs:
        config = LaunchConfig(
            min_nodes=1,
            max_nodes=1,
            nproc_per_node=world_size,
            run_id=folder.name,
            rdzv_backend="c10d",
            rdzv_endpoint=str(Path(logs, "rendezvous")),
            rdzv_configs={"store_type": "file"},  # a private file, because the agent unpickles its content
            local_addr="127.0.0.1",
            max_restarts=0,
            start_method="fork" if forks else "spawn",
            logs_specs=DefaultLogsSpecs(log_dir=logs),
            signals_to_handle="SIGHUP",  # without SIGTERM, which requests a stop
        )
        try:
            outcome: RunOutcome = elastic_launch(config, entry)(*arguments)[0]
            return outcome
        except KeyboardInterrupt:
            return RunOutcome("stopped", "Interrupted.", 3)
        except ChildFailedError as error:
            rank, failure = error.get_first_failure()
            return _outcome_of(failure, rank, world_size, folder)


def agent_folder(folder: Path) -> TemporaryDirectory[str]:
    """Return a new folder for the agent's files in the ``folder`` of its run. It is removed at the end.

    A killed agent leaves its folder behind. It is removed here, the last one with the run.
    """
    for leftover in folder.glob(f"{_AGENT_FOLDER}*"):
        shutil.rmtree(leftover, ignore_errors=True)
    return TemporaryDirectory(prefix=_AGENT_FOLDER, dir=folder, ignore_cleanup_errors=True)


def as_rank(train: Callable[[], RunOutcome], rank: int, folder: Path) -> RunOutcome:
    """Run ``train`` as one process of a run. Return its outcome if the run finished or was stopped.

    Raises RankFailedError otherwise, which makes the agent end the others.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the system sends it when the agent itself is gone
    _end_on_request(folder / "stop")
    if rank:
        redirect_output(folder / f"rank-{rank}.log")
    outcome = train()
    flush_output()
    if outcome.status in ("finished", "stopped"):
        return outcome
    if not outcome.is_certain:
        time.sleep(ECHO_SECONDS)
    raise RankFailedError(json.dumps(asdict(outcome)))


def _end_on_request(stop_file: Path) -> None:
    """End this rank at once on SIGTERM, unless the whole run was requested to stop. Rank 0 handles that.

    The agent sends SIGTERM to ranks when one of them has failed. A scheduler that reclaims the machine sends it to
    every process, and then the agent creates the stop file. A thread checks for that, because Python calls handlers in
    the main thread, which may be waiting for other ranks.
    """
    if sys.platform == "win32":
        return  # Windows has no SIGTERM
    receiver, wakeup = os.pipe()
    os.set_blocking(wakeup, False)
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    signal.set_wakeup_fd(wakeup, warn_on_full_buffer=False)

    def watch() -> None:
        while number := os.read(receiver, 1):
            deadline = time.monotonic() + STOP_FILE_SECONDS
            while number[0] == signal.SIGTERM and not stop_file.exists():
                if time.monotonic() > deadline:
                    os._exit(128 + signal.SIGTERM)
                time.sleep(0.05)

    threading.Thread(target=watch, name="ends on request", daemon=True).start()


def _outcome_of(failure: ProcessFailure, rank: int, world_size: int, folder: Path) -> RunOutcome:
    """Return the outcome of a run whose ``rank`` has ended with ``failure``."""
    error_data = failure.error_file_data.get("message")
    name, _, message = str(error_data["message"] if isinstance(error_data, dict) else "").partition(": ")
    if name == RankFailedError.__name__:
        outcome = RunOutcome(**json.loads(message))
    else:
        status, reason = outcome_of_exit_code(failure.exitcode, is_stop_requested=False)
        last_output = log_tail(folder / (f"rank-{rank}.log" if rank else "run.log"))
        outcome = RunOutcome(status, f"{reason} Last output: {last_output}" if last_output else reason, 1)
    if rank == 0 or outcome.code == 2:  # invalid input is the same for all ranks
        return outcome
    return replace(
        outcome, reason=f"Process {rank} of {world_size} (0 to {world_size - 1}): {outcome.reason}"
    )
