"""The fork server: a process that has imported the training code once and forks itself for every run.

Importing torch and transformers takes several seconds of processor time, a fork a few hundredths. One server serves the
processes that share its properties (``engine.launch.fork_client``). It computes nothing, because threads and an open
GPU do not survive a fork. Its socket exists once everything is imported. For each connection it forks a process, which
forks the requested run and waits for its end:

    client   {"arguments": [...], ...}         that process   {"pid": 4711}, and in the end {"code": 0}

Runs lead their own sessions, so they outlive the server. The server ends when it had no connection for
``IDLE_SECONDS``. The standard library's ``multiprocessing.forkserver`` ends with the process that started it.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import socketserver
import sys
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NoReturn, TypedDict

from engine.launch.preloading import import_training_code
from engine.launch.process_log import flush_output, log_traceback, redirect_output
from engine.processor import allowed_threads

IDLE_SECONDS = 600.0
"""Time after which a server without connections ends."""
UNUSED_SECONDS = 3600.0
"""Time after which a connection without requests, such as an open window's, is closed."""
GPU_FILES = ("/dev/nvidia", "/dev/nvhost", "/dev/dxg", "/dev/kfd")
"""Prefixes of the device files of GPU drivers (NVIDIA, its boards, WSL, AMD)."""
_MAX_CONNECTIONS = 10_000
_POLL_SECONDS = 5.0


class StartRequest(TypedDict):
    """A process to start: arguments of ``engine.launch.child``, environment, working folder, output file."""

    arguments: list[str]
    environment: dict[str, str]
    folder: str
    log: str


if sys.platform != "win32":
    import fcntl

    class _Connection(socketserver.BaseRequestHandler):
        """One connection, served by a process forked for it."""

        server: ForkServer

        def handle(self) -> None:
            """Fork the run that the client requests, and report how it has ended."""
            self.server.socket.close()  # processes that outlive the server must not accept its connections
            with Connection(self.request.detach()) as client, suppress(EOFError, OSError):
                if not client.poll(UNUSED_SECONDS):
                    return
                request: StartRequest = json.loads(client.recv_bytes())
                pid = os.fork()
                if pid == 0:
                    client.close()
                    os.setsid()
                    gc.enable()
                    become_run(request)
                client.send_bytes(json.dumps({"pid": pid}).encode())
                _, status = os.waitpid(pid, 0)
                client.send_bytes(json.dumps({"code": os.waitstatus_to_exitcode(status)}).encode())

    class ForkServer(socketserver.ForkingMixIn, socketserver.UnixStreamServer):
        """Serves requests at the socket ``path`` until it is no longer needed."""

        max_children = _MAX_CONNECTIONS
        request_queue_size = 64
        block_on_close = False
        timeout = _POLL_SECONDS

        def __init__(self, path: Path) -> None:
            super().__init__(str(path), _Connection)

        def serve(self) -> None:
            """Answer requests. Return after ``IDLE_SECONDS`` without a connection."""
            last_connected = time.monotonic()
            while time.monotonic() - last_connected < IDLE_SECONDS:
                self.handle_request()
                self.collect_children()
                if self.active_children:
                    last_connected = time.monotonic()


def become_run(request: StartRequest) -> NoReturn:
    """Turn this forked process, which leads its own session, into the process of a run."""
    code = 1
    try:
        os.chdir(request["folder"])
        redirect_output(Path(request["log"]))
        _set_environment(request["environment"])
        from engine.launch import child

        sys.argv = [child.__file__, *request["arguments"]]
        child.guard_process()
        code = child.main(request["arguments"])
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
    except BaseException:
        log_traceback()
    finally:
        flush_output()
        os._exit(code)  # never return to the code of the server


def _set_environment(environment: dict[str, str]) -> None:
    """Set this process's environment, also for torch, which has read the number of threads already."""
    import torch

    os.environ.clear()
    os.environ.update(environment)
    if threads := allowed_threads():
        torch.set_num_threads(threads)


def has_opened_gpu() -> bool:
    """Return whether this process has opened a GPU. The driver's state would not survive a fork.

    Importing some packages maps the driver on a machine with a GPU. That is harmless.
    """
    folder = Path("/proc/self/fd")
    for number in os.listdir(folder):
        try:
            if os.readlink(folder / number).startswith(GPU_FILES):
                return True
        except OSError:  # the descriptor of this listing itself
            continue
    return False


def main(arguments: list[str] | None = None) -> int:
    """Serve on a socket. Exit at once if another process already does.

    Returns exit code 3 when this process cannot be forked.
    """
    parser = argparse.ArgumentParser(prog="engine.launch.fork_server", description="Starts runs quickly.")
    parser.add_argument("--socket", type=Path, required=True)
    path: Path = parser.parse_args(arguments).socket
    with path.with_suffix(".lock").open("a", encoding="utf-8") as lock:
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # forked processes do not inherit this lock
        except OSError:
            return 0
        lock.truncate(0)
        print(os.getpid(), file=lock, flush=True)
        path.unlink(missing_ok=True)
        gc.disable()
        import_training_code()
        if has_opened_gpu():
            return 3
        gc.freeze()  # otherwise garbage collection in a run would copy all shared pages
        try:
            with ForkServer(path) as server:
                server.serve()
        finally:
            path.unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
