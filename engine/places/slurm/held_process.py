"""``HeldProcess``: the process of a job's run, forked before it is known what there is to train.

It imports what training needs while the job opens the store and says that it has begun. Forked from the job, it has
imported already what the two have in common, and lives within the job's limits; it leads a session of its own, so that
what Slurm sends to the job's processes does not reach it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, NoReturn

from engine.launch.devices import process_environment
from engine.launch.preloading import import_training_code
from engine.launch.processes import RunProcess
from engine.launch.starting import start_interpreter

if TYPE_CHECKING:
    from engine.launch.fork_server import StartRequest

_POLL_SECONDS = 0.02


class HeldProcess:
    """A child of this process that becomes a run's, or ends where it is not needed; a ``RunProcess``.

    To be made by a process without threads and without an open store.

    Args:
        threads: CPU threads, 0: the libraries' own choice.

    Attributes:
        pid: its process id.
        returncode: None while it runs; -N when signal N has ended it.
    """

    def __init__(self, threads: int) -> None:
        self.returncode: int | None = None
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(writing)
            _wait_for_request(reading, threads)
        os.close(reading)
        self._request: IO[bytes] | None = os.fdopen(writing, "wb")

    def become(self, arguments: list[str], environment: dict[str, str], log: Path) -> RunProcess:
        """Let it be the process of a run (a ``Starter``); where it has ended, start another one. Raises OSError."""
        assert self._request is not None
        request: StartRequest = {
            "arguments": arguments, "environment": environment, "folder": os.getcwd(), "log": str(log)
        }  # fmt: skip
        try:
            with self._request as stream:
                stream.write(json.dumps(request).encode())
        except BrokenPipeError:
            self.poll()
            return start_interpreter(arguments, environment, log)
        finally:
            self._request = None
        return self

    def dismiss(self) -> None:
        """Let it end where it has not become a run's process."""
        if self._request is not None:
            self._request.close()
            self._request = None
            self.kill()
            self.wait()

    def poll(self) -> int | None:
        """Return the exit code, or None while it runs."""
        if self.returncode is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the exit code. Raises subprocess.TimeoutExpired after ``timeout`` seconds."""
        until = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if until is not None and time.monotonic() > until:
                raise subprocess.TimeoutExpired("the run's process", timeout or 0.0)
            time.sleep(_POLL_SECONDS)
        return code

    def kill(self) -> None:
        """Kill it at once."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


def _wait_for_request(reading: int, threads: int) -> NoReturn:
    """Import what training needs, and become the process of the run that is asked for."""
    try:
        os.setsid()
        os.environ |= process_environment(
            "", threads, os.environ
        )  # of which libraries read some while loaded
        with suppress(Exception):  # what cannot be imported is told again, in the run's own log
            import_training_code()
        with os.fdopen(reading, "rb") as stream:
            asked = stream.read()
        if asked:
            from engine.launch.fork_server import become_run

            become_run(json.loads(asked))
    finally:
        os._exit(1)
