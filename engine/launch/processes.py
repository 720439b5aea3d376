"""Starting, recognising and ending the processes of runs."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psutil

from engine.errors import UserError
from engine.launch import devices
from engine.store import Store, open_store, runs

_SAME_START = 2.0
"""Seconds by which two readings of one process's start time may differ: it is counted from the time of booting, which
moves when the clock is set. No pid is used again that soon."""

_disowned: list[subprocess.Popen[bytes]] = []
"""Processes that go on after their starter lost interest; kept so that they are not complained about."""


def host_name() -> str:
    """The name of this machine, as it stands in the rows of its runs."""
    return socket.gethostname()


def module_command(module: str, *arguments: str) -> list[str]:
    """The command that runs one of the engine's modules in a process of its own."""
    if getattr(sys, "frozen", False):
        # A program frozen into one executable has no "-m": that executable is the interpreter and the code, and its
        # entry point hands such a call to ``dispatch_frozen_module``.
        return [sys.executable, "--engine-module", module, *arguments]
    # -P: without it the current folder would come first, and a user's "random.py" would be imported for Python's.
    return [sys.executable, "-P", "-m", module, *arguments]


def dispatch_frozen_module(arguments: list[str]) -> None:
    """Runs the module that ``module_command`` asks a frozen program for, and ends; returns when it asks for none."""
    if (
        len(arguments) >= 2
        and arguments[0] == "--engine-module"
        and arguments[1].partition(".")[0] == "engine"
    ):
        import runpy

        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        sys.exit(0)


def detached_options() -> dict[str, object]:
    """Arguments of ``Popen`` for a process that outlives this one and does not share its terminal's Ctrl+C."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}


def claim_run(store: Store, run_id: int, *, launcher: str, device: str = "") -> bool:
    """Takes a queued run for whoever launches it next; False when it is no longer queued."""
    with store.transaction():
        row = runs.get_run(store, run_id)
        if row.status != "queued":
            return False
        # A request to stop that was meant for an earlier session of the run.
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
            host=host_name(),
            pid=None,
            pid_started=None,
            heartbeat=now,
            started=row.started or now,
            finished=None,
            eta_seconds=None,
        )
    return True


def reserve_runs(store: Store, run_ids: list[int]) -> None:
    """Keeps queued runs for this process; a queue runner takes them only when it has died."""
    me = os.getpid()
    runs.set_run_columns(store, run_ids, host=host_name(), pid=me, pid_started=start_time(me))


def start_run_process(store_path: Path, run_id: int, *, threads: int = 0) -> subprocess.Popen[bytes]:
    """Starts the training process of a claimed run and writes its pid into the row. UserError when it cannot start.

    ``threads``: CPU threads for a run that asks for no number of its own; 0: the libraries' own choice.
    """
    with Store(store_path) as store:
        row = runs.get_run(store, run_id)
        compute = runs.get_spec(store, run_id).get("compute", {})
        row.folder.mkdir(parents=True, exist_ok=True)
        environment = devices.process_environment(
            row.device, int(compute.get("threads", 0)) or threads, os.environ
        )
        # A file, not a pipe: nobody has to drain it, and it is still there when nobody listens any more.
        with (row.folder / "run.log").open("ab") as log:
            process = subprocess.Popen(
                module_command("engine.launch.child", "--store", str(store.path), "--run", str(run_id)),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=environment,
                **detached_options(),  # type: ignore[call-overload]
            )
        with store.transaction():
            # Unless it has been so quick as to end already.
            sql = (
                "UPDATE runs SET pid = ?, pid_started = ? WHERE id = ? AND status = 'running' AND pid IS NULL"
            )
            store.execute(sql, (process.pid, start_time(process.pid), run_id))
    return process


def launch_run(store_path: Path, run_id: int, *, launcher: str = "cli") -> int:
    """Starts a queued run now, in a process of its own; returns the pid. UserError when it is not queued."""
    with open_store(store_path) as store:
        if not claim_run(store, run_id, launcher=launcher):
            status = runs.get_run(store, run_id).status.replace("_", " ")
            raise UserError(f"is {status}, not queued.", place=f"run {run_id}")
    process = start_run_process(store_path, run_id)
    disown(process)
    return process.pid


def disown(process: subprocess.Popen[bytes]) -> None:
    """Lets a process go on by itself."""
    _disowned.append(process)


def start_time(pid: int) -> float | None:
    """When a process was started (seconds since 1970); None when it is gone."""
    try:
        return float(psutil.Process(pid).create_time())
    except psutil.Error:
        return None


def is_alive(pid: int | None, pid_started: float | None) -> bool:
    """Whether the very process is still there that had this pid at that time."""
    if pid is None:
        return False
    for process in _disowned:
        process.poll()  # takes the exit code of our own ended children, which stay in the table as zombies until then
    try:
        process_now = psutil.Process(pid)
        same = pid_started is None or abs(process_now.create_time() - pid_started) < _SAME_START
        return same and process_now.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True


def terminate(pid: int, pid_started: float | None) -> None:
    """Asks a process to end (SIGTERM; on Windows there is no asking, it ends)."""
    if is_alive(pid, pid_started):
        try:
            psutil.Process(pid).terminate()
        except psutil.Error:
            pass  # it has just gone


def kill_tree(pid: int, pid_started: float | None) -> None:
    """Ends a process and all that it has started, at once."""
    if not is_alive(pid, pid_started):
        return
    try:
        family = psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        family = []
    if sys.platform != "win32":
        try:
            # A run leads a process group of its own: this also reaches grandchildren whose parent has gone.
            if os.getpgid(pid) == pid:
                os.killpg(pid, signal.SIGKILL)
        except OSError:
            pass
    for process in [psutil.Process(pid) if psutil.pid_exists(pid) else None, *family]:
        try:
            if process is not None:
                process.kill()
        except psutil.Error:
            pass
    psutil.wait_procs(family, timeout=2)
