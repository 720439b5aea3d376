"""Processes of runs: recognised by pid and start time, and ended with all their children.

psutil is imported by what uses it: most commands look at no process.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from typing import Protocol


class RunProcess(Protocol):
    """A process that was started for a run: ``subprocess.Popen``, or one that the fork server has started."""

    pid: int

    def poll(self) -> int | None:
        """Return the exit code, or None while it runs; -N when signal N has ended it."""
        ...

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the exit code. Raises subprocess.TimeoutExpired after ``timeout`` seconds."""
        ...

    def kill(self) -> None:
        """Kill the process at once."""
        ...


_SAME_START = 2.0
"""Seconds by which two measurements of one process's start time may differ.

It is counted from the time of booting, which moves when the clock is set. No pid is used again that soon.
"""

_disowned: list[RunProcess] = []
"""Processes that go on without their starter; held so that Python does not warn about them."""


def host_name() -> str:
    """Return the name of this machine, as in the rows of its runs."""
    return socket.gethostname()


def disown(process: RunProcess) -> None:
    """Let a process go on without its starter."""
    _disowned.append(process)


def start_time(pid: int) -> float | None:
    """Return when a process was started (seconds since 1970); None when it has gone."""
    import psutil

    try:
        return float(psutil.Process(pid).create_time())
    except psutil.Error:
        return None


def is_alive(pid: int | None, pid_started: float | None) -> bool:
    """Return whether the very process that had this pid at that time is still running."""
    if pid is None:
        return False
    import psutil

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
    """Request that a process ends (SIGTERM; on Windows it is ended at once)."""
    import psutil

    if is_alive(pid, pid_started):
        try:
            psutil.Process(pid).terminate()
        except psutil.Error:
            pass  # it has just ended


def kill_tree(pid: int, pid_started: float | None) -> None:
    """Kill a process and all its descendants at once."""
    import psutil

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
