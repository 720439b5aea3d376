"""The fork server: a process that has imported the training code once and forks itself for every run.

Importing torch and transformers takes several seconds of processor time, a fork some hundredths. One server serves the
processes that share its circumstances (``engine.launch.fork_client``). It never computes anything: it has no thread of
ours and no GPU, since neither survives a fork. Its socket exists once everything is imported. For each connection it
forks a process, which forks the requested run, and waits for its end:

    client   {"arguments": [...], ...}         that process   {"pid": 4711}, and in the end {"code": 0}

Runs lead sessions of their own, so they outlive the server, which ends when nobody has been connected for
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

IDLE_SECONDS = 600.0
"""How long a server without connections stays."""
UNUSED_SECONDS = 3600.0
"""How long a connection without requests is kept, such as an open window's."""
GPU_FILES = ("/dev/nvidia", "/dev/nvhost", "/dev/dxg", "/dev/kfd")
"""Prefixes of the device files of GPU drivers (NVIDIA's, its boards', under WSL, AMD's)."""
_MOST_CONNECTIONS = 10_000
_LOOK_SECONDS = 5.0


class StartRequest(TypedDict):
    """A process to start: arguments of ``engine.launch.child``, environment, working folder, file for its output."""

    arguments: list[str]
    environment: dict[str, str]
    folder: str
    log: str


if sys.platform != "win32":
    import fcntl

    class _Connection(socketserver.BaseRequestHandler):
        """One connection, in a process forked for it."""

        server: ForkServer

        def handle(self) -> None:
            """Fork the run that the client requests, and report to it how that has ended."""
            self.server.socket.close()  # what outlives the server must not take its connections
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

        max_children = _MOST_CONNECTIONS
        request_queue_size = 64
        block_on_close = False
        timeout = _LOOK_SECONDS

        def __init__(self, path: Path) -> None:
            super().__init__(str(path), _Connection)

        def serve(self) -> None:
            """Answer requests. Return when nobody has been connected for long enough."""
            connected = time.monotonic()
            while time.monotonic() - connected < IDLE_SECONDS:
                self.handle_request()
                self.collect_children()
                if self.active_children:
                    connected = time.monotonic()


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
    """Serve on a socket. End at once when another process does.

    Returns exit code 3 when this process cannot be forked.
    """
    parser = argparse.ArgumentParser(prog="engine.launch.fork_server", description="Starts runs quickly.")
    parser.add_argument("--socket", type=Path, required=True)
    path: Path = parser.parse_args(arguments).socket
    with path.with_suffix(".lock").open("a", encoding="utf-8") as lock:
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # which processes that are forked do not hold
        except OSError:
            return 0
        lock.truncate(0)
        print(os.getpid(), file=lock, flush=True)
        path.unlink(missing_ok=True)
        gc.disable()
        import_training_code()
        if has_opened_gpu():
            return 3
        gc.freeze()  # or collecting garbage in a run would write to, and so copy, every page it shares
        try:
            with ForkServer(path) as server:
                server.serve()
        finally:
            path.unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
