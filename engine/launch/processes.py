"""Processes of runs: recognised by pid and start time, and ended with all they have started."""

from __future__ import annotations

import os
import signal
import socket
import sys
from typing import Protocol

import psutil


class RunProcess(Protocol):
    """A process that was started for a run: ``subprocess.Popen``, or one that the fork server has started."""

    pid: int

    def poll(self) -> int | None:
        """The exit code, or None while it runs; -N when signal N has ended it."""
        ...

    def wait(self, timeout: float | None = None) -> int:
        """Waits for the exit code. Raises subprocess.TimeoutExpired after ``timeout`` seconds."""
        ...

    def kill(self) -> None:
        """Ends it at once."""
        ...


_SAME_START = 2.0
"""Seconds by which two readings of one process's start time may differ: it is counted from the time of booting, which
moves when the clock is set. No pid is used again that soon."""

_disowned: list[RunProcess] = []
"""Processes that go on after their starter lost interest; kept so that they are not complained about."""


def host_name() -> str:
    """The name of this machine, as it stands in the rows of its runs."""
    return socket.gethostname()


def disown(process: RunProcess) -> None:
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
