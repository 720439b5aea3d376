"""Processes of runs: recognised by pid and start time, and ended with all their children.

psutil is imported by what uses it: most commands look at no process.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from pathlib import Path
from typing import Protocol


class RunProcess(Protocol):
    """A process that was started for a run: ``subprocess.Popen``, or one that the fork server has started."""

    pid: int

    def poll(self) -> int | None:
        """Return the exit code, or None while it runs. It is -N when signal N has ended it."""
        ...

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the exit code. Raises subprocess.TimeoutExpired after ``timeout`` seconds."""
        ...

    def kill(self) -> None:
        """Kill the process at once."""
        ...


_SAME_START = 2.0
"""Seconds by which two measurements of one process's start time may differ. No pid is used again that soon."""
_SINCE_1970 = 1e8
"""Start times above are counted from 1970, those below from when the machine was booted."""

_disowned: list[RunProcess] = []
"""Processes that outlive their starter, referenced so that Python does not warn about them."""


def host_name() -> str:
    """Return the name of this machine, as in the rows of its runs."""
    return socket.gethostname()


def disown(process: RunProcess) -> None:
    """Let a process continue without its starter."""
    _disowned.append(process)


def start_time(pid: int) -> float | None:
    """Return when a process was started, or None when it has gone.

    On Linux in seconds since the machine was booted, which no setting of the clock changes, elsewhere since 1970.
    """
    if sys.platform != "linux":
        return _start_since_1970(pid)
    else:
        try:
            # After the name, which may hold anything, come the fields from the third on: the 22nd is the start
            fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            return None
        return int(fields[19]) / os.sysconf("SC_CLK_TCK")


def _start_since_1970(pid: int) -> float | None:
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
        return _has_started(pid, pid_started) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True


def _has_started(pid: int, moment: float | None) -> bool:
    """Return whether process ``pid`` was started at ``moment``. Version 0.1.0 counted all from 1970."""
    if moment is None:
        return True
    started = _start_since_1970(pid) if moment > _SINCE_1970 else start_time(pid)
    return started is not None and abs(started - moment) < _SAME_START


def terminate(pid: int, pid_started: float | None) -> None:
    """Request that a process ends (SIGTERM). On Windows it is ended at once."""
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
