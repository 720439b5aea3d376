"""An SSH server of this machine for one test: keys, configuration and port of its own, on the loopback address only."""

from __future__ import annotations

import contextlib
import getpass
import os
import shlex
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from engine import launch
from engine.places.base import Order
from engine.places.follower import follow_places
from engine.places.link import Link
from engine.places.messages import PlaceAnswer
from engine.places.ssh import SshPlace
from engine.store import Store, runs
from tests import leftovers, patience

CHECKOUT = Path(__file__).resolve().parents[3]
SSHD = shutil.which("sshd") or "/usr/sbin/sshd"


def require_sshd() -> None:
    """Skip where there is no SSH server to be started, with the reason."""
    if not Path(SSHD).exists() or shutil.which("ssh") is None or shutil.which("ssh-keygen") is None:
        pytest.skip("no OpenSSH here: install openssh-server and openssh-client to run this test")
    if os.name == "posix" and os.geteuid() == 0:
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)  # sshd of root wants this folder


def free_port() -> int:
    """Return a port of the loopback address that nobody has."""
    return free_ports(1)[0]


def free_ports(count: int) -> list[int]:
    """Return several of them, no two alike: all are held until the last is known."""
    with contextlib.ExitStack() as held:
        servers = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [int(server.getsockname()[1]) for server in servers]


class Loopback:
    """A machine to log in to, that is this one with another home.

    Attributes:
        home: PALIMPSEST_HOME there.
        config: the client's configuration, with the alias ``box``.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.home, self.port = folder, folder / "box-home", free_port()
        self.config, self.known_hosts = folder / "ssh_config", folder / "known_hosts"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.home.mkdir(exist_ok=True)
        for name in ("host_key", "other_host_key", "client_key"):
            self._make_key(name)
        shutil.copy(folder / "client_key.pub", folder / "authorized_keys")
        self.process: subprocess.Popen[bytes] | None = None
        self.subsystem = "internal-sftp"
        self._has_begun = False
        self.write_client_config()
        self.trust()

    def _take_other_port(self) -> None:
        """Move to another port, where somebody has taken this one meanwhile."""
        self.port = free_port()
        self.write_client_config()
        self.trust()

    def _make_key(self, name: str) -> None:
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.folder / name)]
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL)

    def trust(self, key: str = "host_key") -> None:
        """Let the client know the server by this key."""
        public = " ".join((self.folder / f"{key}.pub").read_text().split()[:2])
        self.known_hosts.write_text(f"[127.0.0.1]:{self.port} {public}\n")

    def write_client_config(self, *more: str) -> None:
        lines = [
            "Host box", "  HostName 127.0.0.1", f"  Port {self.port}", f"  User {getpass.getuser()}",
            f"  IdentityFile {self.folder / 'client_key'}", "  IdentitiesOnly yes", "  IdentityAgent none",
            f"  UserKnownHostsFile {self.known_hosts}", "  GlobalKnownHostsFile /dev/null",
            "  StrictHostKeyChecking ask", *(f"  {each}" for each in more),
        ]  # fmt: skip
        self.config.write_text("\n".join(lines) + "\n")

    def start(self, host_key: str = "host_key") -> None:
        """Start the server, and return when it takes connections."""
        settings = self.folder / "sshd_config"
        settings.write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {self.folder / host_key}\nPidFile none\n"
            f"AuthorizedKeysFile {self.folder / 'authorized_keys'}\nStrictModes no\nUsePAM no\n"
            "PasswordAuthentication no\nKbdInteractiveAuthentication no\nPermitRootLogin yes\nMaxStartups 100\n"
            f"Subsystem sftp {self.subsystem}\n"
        )
        with (self.folder / "sshd.log").open("ab") as log:
            self.process = subprocess.Popen(
                [SSHD, "-D", "-e", "-f", str(settings)], stdin=subprocess.DEVNULL, stderr=log
            )
        until = time.monotonic() + patience.seconds(20)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                assert self.process.poll() is None, "another server answers at this port"
                self._has_begun = True
                return
            except OSError:
                said = (self.folder / "sshd.log").read_text()
                if (
                    self.process.poll() is not None
                    and "Address already in use" in said
                    and not self._has_begun
                ):
                    (self.folder / "sshd.log").unlink()
                    self._take_other_port()
                    return self.start(host_key)
                assert self.process.poll() is None, said
                assert time.monotonic() < until
                time.sleep(0.05)

    def cut(self) -> None:
        """Cut every connection, as a network does: the server's processes for them are killed."""
        assert self.process is not None
        for each in psutil.Process(self.process.pid).children():
            with contextlib.suppress(psutil.NoSuchProcess):  # it has ended by itself since
                for child in each.children():
                    _kill_server(child)
            _kill_server(each)

    def stop(self) -> None:
        """End the server and every connection."""
        if self.process is not None:
            self.cut()
            self.process.terminate()
            self.process.wait()
            self.process = None

    def restart(self, subsystem: str) -> None:
        """Start the server again, with another program for sftp."""
        self.stop()
        self.subsystem = subsystem
        self.start()

    def place(self, **fields: object) -> SshPlace:
        """The machine as a place."""
        surroundings = {
            "PYTHONPATH": str(CHECKOUT), "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1",
            leftovers.MARK: os.environ[leftovers.MARK], "XDG_RUNTIME_DIR": os.environ["XDG_RUNTIME_DIR"],
        }  # fmt: skip
        # Byte-code is kept where the session keeps it.
        for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"):
            if name in os.environ:
                surroundings[name] = os.environ[name]
        command = [
            "env",
            *(f"{name}={value}" for name, value in surroundings.items()),
            sys.executable,
            "-P",
            "-m",
            "engine",
        ]
        values = {
            "host": "box", "config": str(self.config), "home": str(self.home), "command": shlex.join(command),
        }  # fmt: skip
        return SshPlace.model_validate(values | fields)


def exchange(link: Link, *orders: Order, **requests: object) -> PlaceAnswer:
    """Ask for these runs to be taken."""
    return link.ask("exchange", 900, orders=tuple(each.record for each in orders), **requests)


def give(link: Link, order: Order) -> PlaceAnswer:
    """Send what is missing of an order, then the order again."""
    answer = exchange(link, order)
    link.send({sha256: order.files[sha256] for sha256 in answer.missing}, answer.folder)
    return exchange(link, order)


def end_box(box: Loopback) -> None:
    """Stop what still runs there."""
    path = box.home / "palimpsest.sqlite"
    if path.is_file():
        with Store(path) as store:
            for row in runs.list_runs(store, status=["queued", "running"], archived=None):
                launch.stop_run(store, row.id)


class Follower:
    """A follower in a thread; leaving the block ends it."""

    def __init__(self, path: Path) -> None:
        self.ending = threading.Event()
        self.thread = threading.Thread(target=follow_places, args=(path, self.ending.is_set))

    def __enter__(self) -> Follower:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ending.set()
        self.thread.join()


def wait_for(is_so: Callable[[], object], seconds: float = 120) -> None:
    until = time.monotonic() + patience.seconds(seconds)
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)


def measured(store: Store, run: int) -> list[tuple[object, ...]]:
    """What does not depend on the clock, of a run's measures and predictions."""
    sql = """SELECT key, step, value FROM metrics WHERE run_id = ? AND key NOT LIKE 'speed/%'
             AND key NOT LIKE 'system/%' AND key NOT LIKE 'probes/%' ORDER BY key, step"""
    found = [tuple(row) for row in store.execute(sql, (run,))]
    sql = """SELECT split, position, source_row, label, predicted, confidence, loss FROM predictions
             WHERE run_id = ? ORDER BY split, position"""
    return [*found, *(tuple(row) for row in store.execute(sql, (run,)))]


@contextmanager
def loopback(folder: Path) -> Iterator[Loopback]:
    """Give a machine to log in to for the length of the block."""
    require_sshd()
    box = Loopback(folder)
    box.start()
    try:
        yield box
    finally:
        box.stop()


def _kill_server(process: psutil.Process) -> None:
    """Kill a process of the server, which may have ended by itself."""
    with contextlib.suppress(psutil.NoSuchProcess):
        if process.name().startswith("sshd"):
            process.kill()
