"""Processes of runs: identified by pid and start time, and ended with all their children.

psutil is imported on use, because most commands examine no process.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from pathlib import Path
from typing import Protocol


class RunProcess(Protocol):
    """A process started for a run: ``subprocess.Popen``, or one that the fork server has started."""

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


_START_TOLERANCE = 2.0
"""Maximum difference in seconds between two measurements of a start time. No pid is reused that soon."""
_SINCE_1970 = 1e8
"""Start times above this are counted from 1970, those below since boot."""

_disowned: list[RunProcess] = []
"""Processes that outlive their starter, referenced so that Python does not warn about them."""


def host_name() -> str:
    """Return the name of this machine as in rows of runs."""
    return socket.gethostname()


def disown(process: RunProcess) -> None:
    """Let a process continue without its starter."""
    _disowned.append(process)


def start_time(pid: int) -> float | None:
    """Return when a process was started, or None if it is gone.

    On Linux in seconds since boot, which clock changes do not affect, elsewhere since 1970.
    """
    if sys.platform != "linux":
        return _start_since_1970(pid)
    else:
        try:
            # The name may contain anything. After it come the fields from the third on. The 22nd is the start time.
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
    """Return whether the process with this pid and start time is still running."""
    if pid is None:
        return False
    import psutil

    for process in _disowned:
        process.poll()  # collects the exit codes of our own children, which are zombies until then
    try:
        return _has_started(pid, pid_started) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True


def _has_started(pid: int, moment: float | None) -> bool:
    """Return whether process ``pid`` was started at ``moment``. Version 0.1.0 counted all times from 1970."""
    if moment is None:
        return True
    started = _start_since_1970(pid) if moment > _SINCE_1970 else start_time(pid)
    return started is not None and abs(started - moment) < _START_TOLERANCE


def terminate(pid: int, pid_started: float | None) -> None:
    """Request that a process ends (SIGTERM). On Windows it is killed at once."""
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
        descendants = psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        descendants = []
    if sys.platform != "win32":
        try:
            # A run leads its own process group, so this also reaches grandchildren without a parent.
            if os.getpgid(pid) == pid:
                os.killpg(pid, signal.SIGKILL)
        except OSError:
            pass
    for process in [psutil.Process(pid) if psutil.pid_exists(pid) else None, *descendants]:
        try:
            if process is not None:
                process.kill()
        except psutil.Error:
            pass
    psutil.wait_procs(descendants, timeout=2)
