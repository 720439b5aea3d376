"""Client of the fork server (``engine.launch.fork_server``). It finds or starts the server without importing torch.

A forked process inherits properties of its server: the imported code, the environment that libraries read while they
are loaded, priority, limits, control group, namespaces. So a server belongs to one set of these properties, and its
socket is named after their hash. A process with other properties, or newer code, uses another server.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import engine
from engine import child_processes
from engine.launch import processes

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SWITCH = "PALIMPSEST_FORK_SERVER"
"""Environment variable: ``0`` disables the fork server."""
READY_SECONDS = 120.0
"""Maximum time to wait for a server before runs are started without it."""
_START_SECONDS = 5.0
"""Time after which another server is started, if the last one found a third one that is not ready."""
_REPLY_SECONDS = 20.0
_LOAD_TIME_PREFIXES = (
    "ACCELERATE_", "ARROW_", "ATEN_", "BLIS_", "CUBLAS_", "CUDA_", "CUDNN_", "DNNL_", "GLOO_", "GOMP_", "HF_", "HIP_",
    "HOME", "HUGGINGFACE_", "KMP_", "LANG", "LC_", "LD_", "LRU_CACHE_", "MALLOC_", "MKL_", "NCCL_", "NUMEXPR_",
    "NVIDIA_", "OMP_", "ONEDNN_", "OPENBLAS_", "PYTHON", "PYTORCH_", "ROCR_", "TMPDIR", "TOKENIZERS_", "TORCH",
    "TRANSFORMERS_", "USE_", "XDG_CACHE_HOME",
)  # fmt: skip
"""Prefixes of variables that libraries may read only once, when they are loaded."""
_RUNTIME_VARIABLES = {"OMP_NUM_THREADS", "MKL_NUM_THREADS", "CUDA_VISIBLE_DEVICES"}
"""Variables among them that still take effect after the libraries are loaded."""
_STATUS_LINES = (
    "Umask", "Uid", "Gid", "Groups", "CapEff", "NoNewPrivs", "Seccomp", "Cpus_allowed", "Mems_allowed",
)  # fmt: skip
_NAME_SPACES = ("mnt", "pid", "net", "ipc", "user")


class ForkedProcess:
    """A run's process that the fork server has started. It has the interface of ``subprocess.Popen``.

    Attributes:
        pid: its process id.
        returncode: None while it runs, -N when signal N has ended it, -9 also when the exit code is unknown.
    """

    def __init__(self, pid: int, connection: Connection) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._start_time = processes.start_time(pid)
        self._connection: Connection | None = connection

    def poll(self) -> int | None:
        """Return the exit code, or None while the process runs."""
        if self.returncode is None:
            if self._connection is not None and self._connection.poll():
                self._receive()
            elif self._connection is None and not processes.is_alive(self.pid, self._start_time):
                self.returncode = -signal.SIGKILL
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the exit code. Raises subprocess.TimeoutExpired after ``timeout`` seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0)
            if self._connection is None:
                time.sleep(0.05)
            else:
                self._connection.poll(0.2)
        return code

    def kill(self) -> None:
        """Kill the process at once."""
        if self.poll() is None and processes.is_alive(self.pid, self._start_time):
            os.kill(self.pid, signal.SIGKILL)

    def _receive(self) -> None:
        assert self._connection is not None
        try:
            self.returncode = int(json.loads(self._connection.recv_bytes())["code"])
        except (EOFError, OSError):
            pass  # the server is gone, and only it could learn the exit code
        self._connection.close()
        self._connection = None


class ForkServerClient:
    """The fork server for processes with ``environment``, started if there is none.

    An open client keeps the server running.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = dict(environment)
        self._path = socket_path(environment)
        self._server_connection: Connection | None = None
        self._server: subprocess.Popen[bytes] | None = None
        self._waiting_since: float | None = None
        self._next_start = 0.0
        self._is_disabled = self._path is None

    def is_ready(self) -> bool:
        """Return whether a run can be started without waiting: a server is ready, or there will be none.

        A missing server is started.
        """
        if self._path is None or self._is_disabled:
            return True
        if self._server_connection is not None:
            self._server_connection.close()
        self._server_connection = _connect(self._path)
        if self._server_connection is not None:
            self._waiting_since = None
            return True
        now = time.monotonic()
        self._waiting_since = self._waiting_since or now
        code = None if self._server is None else self._server.poll()
        # A server exits with 0 if it finds another one, which may still be importing or about to end.
        if self._server is None or (code == 0 and now >= self._next_start):
            self._server = _start_server(self._path, self._environment)
            self._next_start = now + _START_SECONDS
        self._is_disabled = bool(code) or now - self._waiting_since > READY_SECONDS
        return self._is_disabled

    def close(self) -> None:
        """Disconnect from the server."""
        if self._server_connection is not None:
            self._server_connection.close()
            self._server_connection = None
        if self._server is not None:
            processes.disown(self._server)
            self._server = None


def fork_run(arguments: list[str], environment: Mapping[str, str], log: Path) -> ForkedProcess | None:
    """Fork a process that runs ``engine.launch.child`` with ``arguments`` and writes to ``log``.

    Returns None when no server is ready. It does not wait for a server's imports.
    """
    path = socket_path(environment)
    connection = None if path is None else _connect(path)
    if connection is None:
        return None
    request = {
        "arguments": arguments,
        "environment": dict(environment),
        "folder": str(Path.cwd()),
        "log": str(log.absolute()),
    }
    try:
        connection.send_bytes(json.dumps(request).encode("utf-8"))
        if connection.poll(_REPLY_SECONDS):
            return ForkedProcess(json.loads(connection.recv_bytes())["pid"], connection)
    except (EOFError, OSError):
        pass  # the server has just ended, so the run is started without it
    connection.close()
    return None


def socket_path(environment: Mapping[str, str]) -> Path | None:
    """Return the socket of the server for processes with ``environment``, or None if forking is not possible."""
    if sys.platform != "linux" or os.environ.get(SWITCH) == "0":
        return None
    base = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(base, "palimpsest") if base else Path(tempfile.gettempdir(), f"palimpsest-{os.getuid()}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return None
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        return None  # other users with write access could start processes in our name
    return folder / f"{_context_hash(environment)}.sock"


def _context_hash(environment: Mapping[str, str]) -> str:
    """Return a hash of everything that a server and its forked processes share, as 24 hex digits."""
    digest = hashlib.sha256()
    for line in (*_code_state(), *_load_time_variables(environment), *_process_state()):
        digest.update(line.encode("utf-8", "surrogateescape") + b"\0")
    return digest.hexdigest()[:24]


def _code_state() -> Iterator[str]:
    """Yield values that change with this program or an installed package."""
    modules = [
        os.path.join(folder, name)
        for folder, _, names in os.walk(os.path.dirname(engine.__file__))
        for name in names
        if name.endswith(".py")
    ]
    for file in (sys.executable, *sorted(modules)):
        state = os.stat(file)
        yield f"{file} {state.st_mtime_ns} {state.st_size}"
    for folder in sys.path:  # without subfolders that setuptools and others add on import
        if os.path.basename(folder) in ("site-packages", "dist-packages") and os.path.isdir(folder):
            yield f"{folder} {os.stat(folder).st_mtime_ns}"


def _load_time_variables(environment: Mapping[str, str]) -> Iterator[str]:
    for name, value in sorted(environment.items()):
        if name.startswith(_LOAD_TIME_PREFIXES) and name not in _RUNTIME_VARIABLES:
            yield f"{name}={value}"


def _process_state() -> Iterator[str]:
    """Yield inherited properties of a process: rights, limits, priority, processors, control group, namespaces."""
    process = Path("/proc/self")
    for line in (process / "status").read_text(encoding="utf-8").splitlines():
        if line.startswith(_STATUS_LINES):
            yield line
    for name in ("cgroup", "limits"):
        yield (process / name).read_text(encoding="utf-8")
    for name in _NAME_SPACES:
        yield os.readlink(process / "ns" / name)
    yield str(os.getpriority(os.PRIO_PROCESS, 0))


def _connect(path: Path) -> Connection | None:
    from multiprocessing.connection import Client

    try:
        return Client(str(path), "AF_UNIX")
    except OSError:
        return None


def _start_server(path: Path, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    env = {name: value for name, value in environment.items() if name not in _RUNTIME_VARIABLES}
    return child_processes.start_detached("engine.launch.fork_server", "--socket", str(path), environment=env)
