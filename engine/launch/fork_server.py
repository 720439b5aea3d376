"""The fork server: a process that has imported the training code once and forks itself for every run.

Importing torch and transformers takes several seconds of processor time; a fork takes some hundredths. One
server serves the processes that share its circumstances (``engine.launch.fork_client``). It never computes
anything: it has no thread of ours and no GPU, since neither survives a fork. Runs lead sessions of their own,
so they outlive the server, which ends when nobody has been connected for ``IDLE_SECONDS``.

    client   connects                          server   "ready", once everything is imported
             {"arguments": [...], ...}                  {"pid": 4711}, or {"problem": "..."}
                                                        {"code": 0} when that process has ended

The standard library's ``multiprocessing.forkserver`` ends with the process that started it, and its runs
would too.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import signal
import socket
import sys
import time
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NoReturn, TypedDict

from engine.launch.preloading import import_training_code
from engine.launch.process_log import flush_output, log_traceback, redirect_output

if sys.platform != "win32":
    import fcntl

IDLE_SECONDS = 600.0
"""How long a server without connections goes on."""
UNUSED_SECONDS = 3600.0
"""How long a server with connections, such as an open window, goes on when nothing was started and nothing runs."""
GPU_FILES = ("/dev/nvidia", "/dev/nvhost", "/dev/dxg", "/dev/kfd")
"""What the names of the files begin with by which drivers talk to GPUs (NVIDIA's, its boards', under WSL, AMD's)."""
_BACKLOG = 64


class StartRequest(TypedDict):
    """A process to start: arguments of ``engine.launch.child``, environment, working folder, file for its output."""

    arguments: list[str]
    environment: dict[str, str]
    folder: str
    log: str


class ForkServer:
    """Serves requests on ``listener`` until it is no longer needed.

    Attributes:
        listener: the socket on which clients connect.
        clients: the connections; a client that waits for a run's end keeps its own open.
        running: the client of each process that has not ended, by pid; None when that client has gone.
        last_connected: when a client was last connected.
        last_used: when a process was last started or watched by its client.
        inherited: descriptors that a run must not keep open, beside those of the clients.
    """

    def __init__(self, listener: socket.socket, inherited: list[int]) -> None:
        self.listener = listener
        self.clients: set[Connection] = set()
        self.running: dict[int, Connection | None] = {}
        self.last_connected = self.last_used = time.monotonic()
        self._ended, self._child_signal = os.pipe()
        for descriptor in (self._ended, self._child_signal):
            os.set_blocking(descriptor, False)
        self.inherited = [*inherited, listener.fileno(), self._ended, self._child_signal]

    def serve(self) -> None:
        """Answer requests; return when nobody has needed this process for long enough."""
        signal.set_wakeup_fd(self._child_signal, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        while not self._is_unneeded():
            for source in wait([self.listener, self._ended, *self.clients], timeout=5.0):
                if source is self.listener:
                    self._accept()
                elif isinstance(source, Connection):
                    self._answer(source)
                else:
                    os.read(self._ended, 4096)
            self._report_ended()

    def _is_unneeded(self) -> bool:
        now = time.monotonic()
        if self.clients:
            self.last_connected = now
        if any(client is not None for client in self.running.values()):
            self.last_used = now
        return now - self.last_connected > IDLE_SECONDS or now - self.last_used > UNUSED_SECONDS

    def _accept(self) -> None:
        client = Connection(self.listener.accept()[0].detach())
        self.clients.add(client)
        self._send(client, "ready")

    def _answer(self, client: Connection) -> None:
        try:
            request: StartRequest = json.loads(client.recv_bytes())
        except (EOFError, OSError):
            self._forget(client)
            return
        self.last_used = time.monotonic()
        try:
            pid = os.fork()
        except OSError as error:
            self._send(client, {"problem": str(error)})
            return
        if pid == 0:
            self._become_run(request)
        self.running[pid] = client
        self._send(client, {"pid": pid})

    def _report_ended(self) -> None:
        """Collect the exit codes of processes that have ended, and send them to the clients that started these."""
        for pid in list(self.running):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended and (client := self.running.pop(pid)) is not None:
                self._send(client, {"code": os.waitstatus_to_exitcode(status)})

    def _send(self, client: Connection, message: object) -> None:
        try:
            client.send_bytes(json.dumps(message).encode("utf-8"))
        except OSError:
            self._forget(client)

    def _forget(self, client: Connection) -> None:
        self.clients.discard(client)
        self.running = {pid: None if theirs is client else theirs for pid, theirs in self.running.items()}
        client.close()

    def _become_run(self, request: StartRequest) -> NoReturn:
        """Turn this process, just forked, into that of a run."""
        try:
            os.setsid()
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for descriptor in (*self.inherited, *(client.fileno() for client in self.clients)):
                os.close(descriptor)
        except BaseException:
            log_traceback()
            os._exit(1)
        gc.enable()
        become_run(request)


def become_run(request: StartRequest) -> NoReturn:
    """Turn this process, which was forked for it and leads a session of its own, into that of a run."""
    code = 1
    try:
        os.chdir(request["folder"])
        redirect_output(Path(request["log"]))
        _set_environment(request["environment"])
        from engine.launch import child

        sys.argv = [child.__file__, *request["arguments"]]
        child.guard_process()
        code = child.main(request["arguments"])
    except SystemExit as ending:
        code = ending.code if isinstance(ending.code, int) else 1
    except BaseException:
        log_traceback()
    finally:
        flush_output()
        os._exit(code)  # not back to where it was forked


def _set_environment(environment: dict[str, str]) -> None:
    """Set this process's environment to ``environment``, also for a library that read it while being loaded."""
    import torch

    os.environ.clear()
    os.environ.update(environment)
    threads = environment.get("OMP_NUM_THREADS", "")
    if threads.isdigit() and int(threads):
        torch.set_num_threads(int(threads))


def has_opened_gpu() -> bool:
    """Return whether this process has opened a GPU: what its driver keeps of that would not survive a fork.

    A driver that is only mapped, as importing some packages does where there is a GPU, keeps nothing yet.
    """
    folder = Path("/proc/self/fd")
    for number in os.listdir(folder):
        try:
            if os.readlink(folder / number).startswith(GPU_FILES):
                return True
        except OSError:  # the descriptor by which the folder itself was listed
            continue
    return False


def main(arguments: list[str] | None = None) -> int:
    """Serve on a socket; end at once when another process does.

    Returns exit code 3 when this process cannot be forked.
    """
    parser = argparse.ArgumentParser(prog="engine.launch.fork_server", description="Starts runs quickly.")
    parser.add_argument("--socket", type=Path, required=True)
    path: Path = parser.parse_args(arguments).socket
    with path.with_suffix(".lock").open("a", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return 0
        lock.truncate(0)
        print(os.getpid(), file=lock, flush=True)
        path.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as listener:
            # Clients may connect from now on; they receive "ready" when everything is imported.
            listener.bind(str(path))
            listener.listen(_BACKLOG)
            gc.disable()
            try:
                import_training_code()
                if has_opened_gpu():
                    return 3
                gc.freeze()  # or collecting garbage in a run would write to, and so copy, every page it shares
                ForkServer(listener, [lock.fileno()]).serve()
            finally:
                path.unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
