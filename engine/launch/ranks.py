"""Ranks: the further processes of a run on several devices, started, watched and ended by its first one.

The first process (``engine.launch.child``) is rank 0 and the only one that writes anything but a log. The
others are its children and in its process group, so ending the run's processes ends them too. Each holds the
reading end of a pipe whose writing end is rank 0's: when rank 0 has ended, for whatever reason, they end by
themselves.

They learn of each other as torchrun's processes do (``RANK``, ``LOCAL_RANK``, ``WORLD_SIZE``,
``MASTER_ADDR``, ``MASTER_PORT``), and where these are set already, by torchrun or ``accelerate launch``, no
process is started: each then finds its rank in its environment.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine import child_processes
from engine.launch.devices import process_count
from engine.launch.process_log import log_ending
from engine.launch.status import outcome_of_exit_code
from engine.store.rows import RunStatus

OUT_OF_MEMORY = 4
"""Exit code of a process that ran out of memory; others as in ``engine.launch.child``."""
FAILURE_GRACE_SECONDS = 5.0
"""How long rank 0 has to notice by itself that another process has ended, before the run is ended."""
_END_SECONDS = 10.0


@dataclass(frozen=True)
class RankPlacement:
    """The place of a process among those of a run.

    Attributes:
        rank: its number.
        world_size: number of processes.
        local_rank: its number on this machine.
        local_world_size: number of processes on this machine.
    """

    rank: int = 0
    world_size: int = 1
    local_rank: int = 0
    local_world_size: int = 1

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> RankPlacement | None:
        """Read the placement set by torchrun or ``accelerate launch``; None when neither has started this process."""
        if not all(name in environment for name in ("RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT")):
            return None
        rank, world = int(environment["RANK"]), int(environment["WORLD_SIZE"])
        local = int(environment.get("LOCAL_RANK", rank))
        return cls(rank, world, local, int(environment.get("LOCAL_WORLD_SIZE", world))) if world > 1 else None

    def environment(self, port: int, base: Mapping[str, str]) -> dict[str, str]:
        """Return ``base`` with the variables of torchrun; the threads of the run are divided among its processes."""
        threads = int(base.get("OMP_NUM_THREADS") or 0) or os.cpu_count() or 1
        each = str(max(1, threads // self.local_world_size))
        return {
            **base,
            "RANK": str(self.rank),
            "LOCAL_RANK": str(self.local_rank),
            "WORLD_SIZE": str(self.world_size),
            "LOCAL_WORLD_SIZE": str(self.local_world_size),
            "MASTER_ADDR": "127.0.0.1",
            "MASTER_PORT": str(port),
            "OMP_NUM_THREADS": each,
            "MKL_NUM_THREADS": each,
            # Else torch remarks, in words, that it has looked for unused parameters and found none.
            "TORCH_CPP_LOG_LEVEL": base.get("TORCH_CPP_LOG_LEVEL", "ERROR"),
        }


@dataclass(frozen=True)
class RankFailure:
    """The outcome of a process that ended prematurely."""

    status: RunStatus
    reason: str


class RankProcesses:
    """All processes of a run but the first, which uses this as a context manager.

    Args:
        store, run_id, folder: the run.
        device: its device, see ``devices.process_count``.
        on_failure: called in a thread, when another process has ended prematurely and this one has not
            noticed for ``FAILURE_GRACE_SECONDS``: it hangs in a kernel or is busy. Must end this process.

    Attributes:
        placement: of this process.
    """

    def __init__(
        self, store: Path, run_id: int, folder: Path, device: str, on_failure: Callable[[RankFailure], None]
    ) -> None:
        self._folder, self._device, self._on_failure = folder, device, on_failure
        self._children: list[subprocess.Popen[bytes]] = []
        self._ended = threading.Event()
        given = RankPlacement.from_environment()
        world = process_count(device) if given is None else given.world_size
        self.placement = given or RankPlacement(0, world, 0, world)
        if given is not None or world == 1:
            return
        port, base = _free_port(), dict(os.environ)
        os.environ.update(self.placement.environment(port, base))
        try:
            for rank in range(1, world):
                environment = RankPlacement(rank, world, rank, world).environment(port, base)
                self._children.append(self._start(store, run_id, rank, environment))
        except BaseException:
            self.end()
            raise
        for rank, child in enumerate(self._children, start=1):
            threading.Thread(
                target=self._watch, args=(rank, child), name=f"watch of process {rank}", daemon=True
            ).start()

    def __enter__(self) -> RankProcesses:
        return self

    def __exit__(self, *problem: object) -> None:
        self.end()

    def find_failure(self, seconds: float = 2.0) -> RankFailure | None:
        """Return the failure of the first process that has ended prematurely, or does within ``seconds``; None if none.

        When one has ended the others fail too, because it no longer answers: what ended first is the cause.
        """
        if not self._children:
            return None
        deadline = time.monotonic() + seconds
        while True:
            for rank, child in enumerate(self._children, start=1):
                code = child.poll()
                if code not in (None, 0):
                    return self._describe_failure(rank, code)
            if time.monotonic() > deadline:
                return None
            time.sleep(0.05)

    def end(self) -> None:
        """Let the other processes end, and kill those that do not."""
        self._ended.set()
        for child in self._children:
            assert child.stdin is not None
            try:
                child.stdin.close()
            except OSError:
                pass  # it has ended already
        deadline = time.monotonic() + _END_SECONDS
        for child in self._children:
            try:
                child.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()

    def _start(
        self, store: Path, run_id: int, rank: int, environment: dict[str, str]
    ) -> subprocess.Popen[bytes]:
        with self._log(rank).open("ab") as log:
            return subprocess.Popen(
                child_processes.module_command(
                    "engine.launch.follower", "--store", str(store), "--run", str(run_id)
                ),
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=environment,
            )

    def _watch(self, rank: int, child: subprocess.Popen[bytes]) -> None:
        code = child.wait()
        if code and not self._ended.wait(FAILURE_GRACE_SECONDS):
            self._on_failure(self._describe_failure(rank, code))

    def _describe_failure(self, rank: int, code: int) -> RankFailure:
        status, reason = outcome_of_exit_code(code, stopping=False)
        if code == OUT_OF_MEMORY:
            status, reason = "out_of_memory", "Its process found no more memory."
        words = log_ending(self._log(rank))
        text = (
            f"Process {rank} of {self.placement.world_size} (0 to {self.placement.world_size - 1}): {reason}"
        )
        return RankFailure(status, f"{text} Last words: {words}" if words else text)

    def _log(self, rank: int) -> Path:
        return self._folder / f"rank-{rank}.log"


def exit_with_first_rank() -> None:
    """End this process when the one that started it has ended, which closes its end of the pipe."""

    def wait() -> None:
        try:
            while sys.stdin.buffer.read(1):
                pass
        finally:
            os._exit(0)

    threading.Thread(target=wait, name="watch of the first process", daemon=True).start()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
