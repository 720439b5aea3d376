"""Start queued runs, each in its own process: claim them in the store first."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from engine import child_processes, private_files
from engine.errors import UserError
from engine.installation import TRAINING, require_engine
from engine.launch import devices, fork_client, processes
from engine.launch.fork_client import ForkServerClient
from engine.launch.processes import RunProcess
from engine.store import Store, open_store, runs
from engine.store.placed_runs import LAUNCHER

Starter = Callable[[list[str], dict[str, str], Path], RunProcess]
"""Starts a run's process from arguments of ``engine.launch.child``, environment and output file."""


def claim_run(store: Store, run_id: int, *, launcher: str, device: str = "") -> bool:
    """Claim a queued run for the process that launches it next. Return False if it is no longer queued.

    Raises NewerStoreError when a newer program has migrated the store.
    """
    with store.transaction():
        store.require_supported_version()
        row = runs.get_run(store, run_id)
        if row.status != "queued" or row.launcher == LAUNCHER:
            return False
        # Remove a stop request for an earlier session of the run.
        (row.folder / "stop").unlink(missing_ok=True)
        now = time.time()
        runs.set_run_columns(
            store,
            [run_id],
            status="running",
            phase="Starting",
            phase_done=0,
            phase_total=0,
            reason="",
            launcher=launcher,
            device=device or row.device,
            host=processes.host_name(),
            pid=None,
            pid_started=None,
            heartbeat=now,
            started=row.started or now,
            finished=None,
            eta_seconds=None,
        )
    return True


def reserve_runs(store: Store, run_ids: list[int]) -> None:
    """Reserve queued runs for this process. A queue runner takes them only if this process dies."""
    me = os.getpid()
    runs.set_run_columns(
        store, run_ids, host=processes.host_name(), pid=me, pid_started=processes.start_time(me)
    )


def start_run_process(
    store_path: Path, run_id: int, *, threads: int = 0, start: Starter | None = None
) -> RunProcess:
    """Start the training process of a claimed run and write its pid into the row.

    It is forked from the fork server if one is ready, else started as a new interpreter. Raises OSError when it cannot
    be started.

    ``threads``: CPU threads for a run that specifies none, 0 for the libraries' default. ``start``: starts the process
    if the fork server must not be its parent, whose limits and cgroup it would inherit.
    """
    with Store(store_path) as store:
        row = runs.get_run(store, run_id)
        compute = runs.get_spec(store, run_id).get("compute", {})
        private_files.make_folder(row.folder, root=row.folder.parent)
        environment = devices.process_environment(
            row.device, int(compute.get("threads", 0)) or threads, os.environ
        )
        arguments = ["--store", str(store.path), "--run", str(run_id)]
        log = row.folder / "run.log"
        process = (start or _start_soonest)(arguments, environment, log)
        with store.transaction():
            # Do nothing if the process has ended already.
            sql = (
                "UPDATE runs SET pid = ?, pid_started = ? WHERE id = ? AND status = 'running' AND pid IS NULL"
            )
            store.execute(sql, (process.pid, processes.start_time(process.pid), run_id))
    return process


def _start_soonest(arguments: list[str], environment: dict[str, str], log: Path) -> RunProcess:
    return fork_client.fork_run(arguments, environment, log) or start_interpreter(arguments, environment, log)


def start_interpreter(arguments: list[str], environment: dict[str, str], log: Path) -> RunProcess:
    """Start the process of a run as a new interpreter. Raises OSError."""
    # Unlike a pipe, a file needs no reader.
    private_files.make_file(log)
    with log.open("ab") as file:
        return subprocess.Popen(
            child_processes.module_command("engine.launch.child", *arguments),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            env=environment,
            **child_processes.detached_options(),  # type: ignore[call-overload]
        )


def connect_fork_server(device: str = "") -> ForkServerClient:
    """Return a client of the fork server for runs on ``device``.

    ``start_run_process`` uses the server when it is ready.
    """
    return ForkServerClient(devices.process_environment(device, 0, os.environ))


def prepare_start(device: str) -> None:
    """Begin to prepare for a run on ``device`` that will be launched soon. Return at once."""
    server = connect_fork_server(device)
    server.is_ready()
    server.close()


def launch_run(store_path: Path, run_id: int, *, launcher: str = "cli") -> int:
    """Start a queued run now, in its own process, and return the pid.

    Raises UserError when it is not queued, or the engine is not installed.
    """
    require_engine(TRAINING)
    with open_store(store_path) as store:
        if not claim_run(store, run_id, launcher=launcher):
            status = runs.get_run(store, run_id).status.replace("_", " ")
            raise UserError(f"is {status}, not queued.", place=f"run {run_id}")
    process = start_run_process(store_path, run_id)
    processes.disown(process)
    return process.pid
