"""The processes that share the updates of one run: a single process, or one per device (data parallel).

Every process runs the same loop (``engine.train.loop``), holds the whole model and builds the same micro-batches of
every update. Each process computes its share of them. It scales losses by the size of the *whole* update, and seeds
dropout by the number of the micro-batch. Gradients are summed over processes (``engine.train.data_parallel``), so
regularisers, clipping and the optimiser compute the same numbers in every process. The result equals that of a single
process that computes all micro-batches in turn, up to the order of a sum.

The first process makes every decision that depends on more than numbers (a clock, a request to stop, the state of the
disk), and broadcasts it where the others need it (``decide``). So the processes cannot diverge. They wait for a
decision without limit, and for each other for some minutes (``patience``).

Processes of one machine communicate over the loopback address only, unreachable from a network. By default torch's
``TCPStore`` listens on all interfaces without authentication, and gloo and NCCL listen on the interface of the host's
name.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from engine.parsing import positive_setting

if TYPE_CHECKING:
    import numpy as np
    import torch
    from torch import distributed


_HOSTS = "/etc/hosts"


def keep_to_loopback() -> None:
    """Let gloo and NCCL of this process listen on the loopback interface, unless the user has named another."""
    if sys.platform == "win32":
        return  # gloo identifies interfaces by address there, and uses that of the host's name
    import psutil

    interfaces = [
        name for name, addrs in psutil.net_if_addrs().items() if any(a.address == "127.0.0.1" for a in addrs)
    ]
    for variable in ("GLOO_SOCKET_IFNAME", "NCCL_SOCKET_IFNAME"):
        if interfaces:
            os.environ.setdefault(variable, interfaces[0])


def _hosts_name_ipv6() -> bool:
    """Return whether this machine's hosts file names ``::1``.

    torch resolves the name of every address that it connects to, and writes IPv4 addresses in their IPv6 form
    (::ffff:127.0.0.1), which no hosts file contains. So it would query a name server. With ::1 nothing leaves the
    machine.
    """
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.bind(("::1", 0))
        with open(_HOSTS, encoding="utf-8", errors="replace") as stream:
            return any(line.split()[:1] == ["::1"] for line in stream)
    except OSError:
        return False


def open_store(port: int, *, rank: int, world_size: int, timeout: timedelta) -> distributed.Store:
    """Return the store that the processes of a run share. Rank 0 serves it on the loopback address.

    Args:
        port: the value of ``MASTER_PORT``.
        rank: rank of this process, 0 to ``world_size`` - 1.
        world_size: number of processes.
        timeout: how long a process waits for another to write.
    """
    from torch.distributed import TCPStore

    address = "::1" if _hosts_name_ipv6() else "127.0.0.1"
    if rank:
        return TCPStore(address, port, world_size, False, timeout, wait_for_workers=False)
    resolved = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(resolved[0], socket.SOCK_STREAM) as listener:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(resolved[4])
        listener.listen(world_size + 8)
        descriptor = listener.detach()  # the store owns it from now on
    return TCPStore(
        address,
        port,
        world_size,
        True,
        timeout,
        wait_for_workers=False,
        multi_tenant=True,
        master_listen_fd=descriptor,
    )


T = TypeVar("T")
PATIENCE_VARIABLE = "PALIMPSEST_COLLECTIVE_SECONDS"
"""Environment variable with the seconds that a process waits for another in a shared computation."""
_PATIENCE_SECONDS = 600.0
_PREPARATION_FACTOR = 6
"""Factor on the patience while a stage is prepared, since processes may find different caches."""
_DECISION_POLL_SECONDS = 30.0
_DECISIONS_KEPT = 64
_REPORT_SECONDS = 15.0
"""How long a process that timed out looks for others that did. At most half of its patience."""


class WeightsDiverged(RuntimeError):
    """Error for processes whose weights are no longer equal. The message names update and process."""


class UnresponsiveProcess(RuntimeError):
    """Error for a process that has not ended but no longer answers. The message names it."""


class StoppedByMain(Exception):
    """Exception in the other processes when the first one has ended its part of the run."""


@dataclass(frozen=True)
class ProcessGroup:
    """The processes that train together, as seen from this one. For a single process every method returns at once.

    Attributes:
        rank: number of this process, from 0.
        world_size: number of processes.
        control: the group that exchanges everything but gradients, on the CPU.
        store: a store that all processes read: decisions, and which processes wait.
    """

    rank: int = 0
    world_size: int = 1
    control: distributed.ProcessGroup | None = field(default=None, repr=False, compare=False)
    store: distributed.Store | None = field(default=None, repr=False, compare=False)
    _decisions: Iterator[int] = field(default_factory=count, repr=False, compare=False)
    _barriers: Iterator[int] = field(default_factory=count, repr=False, compare=False)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> ProcessGroup:
        """Return the group that the environment variables of ``engine.launch.ranks`` define, else ``SINGLE``.

        It is neither connected (``connect_store``) nor joined (``join_processes``) yet.
        """
        rank, world_size = int(environment.get("RANK", 0)), int(environment.get("WORLD_SIZE", 1))
        return cls(rank, world_size) if world_size > 1 else SINGLE

    @property
    def is_main(self) -> bool:
        """Whether this process decides, measures and saves."""
        return self.rank == 0

    @property
    def is_single(self) -> bool:
        """Whether this is the only process."""
        return self.world_size == 1

    @property
    def description(self) -> str:
        """Return a description of the group for the user."""
        return (
            f"{self.world_size} processes train together: each computes its share of the micro-batches of every "
            "update, and the gradients are summed."
        )

    # -- decisions -------------------------------------------------------------------------------------------

    def decide(self, value: T) -> T:
        """Return the first process's ``value``, short JSON, in every process. Every process must make the same calls.

        The others wait without limit. Raises StoppedByMain in them when the first process has stopped.
        """
        if self.store is None:
            return value
        key = f"decision {(number := next(self._decisions))}"
        if self.is_main:
            self.store.set(key, json.dumps({"value": value}))
            self.store.delete_key(f"decision {number - _DECISIONS_KEPT}")
            return value
        from torch.distributed import DistStoreError

        while True:
            try:
                self.store.wait([key], timedelta(seconds=_DECISION_POLL_SECONDS))
                break
            except DistStoreError:
                continue  # the first process is measuring or saving; had it ended, the connection would fail
        decision: dict[str, T] = json.loads(self.store.get(key))
        if "value" not in decision:
            raise StoppedByMain
        return decision["value"]

    def stop_others(self) -> None:
        """Stop the other processes at their next decision. Calls in these processes have no effect."""
        if self.store is not None and self.is_main:
            self.store.set(f"decision {next(self._decisions)}", json.dumps({}))

    @contextmanager
    def main_first(self) -> Iterator[None]:
        """Let the first process run the block before the others, which then find its results in caches."""
        if not self.is_main:
            self.decide(None)
        yield
        if self.is_main:
            self.decide(None)

    def barrier(self) -> None:
        """Wait until every process has reached this call. Raises UnresponsiveProcess when one does not."""
        if self.store is None:
            return
        from torch.distributed import DistStoreError

        barrier, started_at = next(self._barriers), time.time()
        keys = [f"barrier {barrier} of {rank}" for rank in range(self.world_size)]
        self.store.set(keys[self.rank], "here")
        try:
            self.store.wait(keys, timedelta(seconds=patience() * _PREPARATION_FACTOR))
        except DistStoreError as error:
            raise self._unresponsive_error(keys, started_at) from error

    @contextmanager
    def report_unresponsive(self) -> Iterator[None]:
        """Report processes that do not answer during a shared computation inside the context.

        Raises UnresponsiveProcess.
        """
        started_at = time.time()
        try:
            yield
        except RuntimeError as error:
            message = str(error).lower()
            if self.store is None or not ("timed out" in message or "timeout" in message):
                raise
            keys = [f"waiting of {rank}" for rank in range(self.world_size)]
            self.store.set(keys[self.rank], "for others")
            raise self._unresponsive_error(keys, started_at) from error

    def _unresponsive_error(self, keys: list[str], started_at: float) -> UnresponsiveProcess:
        """Return an error that names the processes that have not written their keys in time."""
        assert self.store is not None
        silent = [rank for rank in range(self.world_size) if rank != self.rank]
        wait_seconds = min(_REPORT_SECONDS, patience() / 2)
        deadline = time.monotonic() + wait_seconds
        while silent and time.monotonic() < deadline:
            silent = [rank for rank in silent if not self.store.check([keys[rank]])]
            time.sleep(0.1)
        if not self.is_main:
            time.sleep(4 * wait_seconds)  # the first process reports the error, and ends this process
        plural = len(silent) > 1
        names = f"process{'es' if plural else ''} {', '.join(map(str, silent))} of {self.world_size}"
        clock = time.strftime("%H:%M:%S", time.localtime(started_at))
        return UnresponsiveProcess(
            f"{names} (0 to {self.world_size - 1}) {'do' if plural else 'does'} not answer since {clock}, though "
            "not ended. Its device or a library may hang. Resume continues from the last checkpoint."
            if silent
            else f"the {self.world_size} processes have not reached each other since {clock}. Resume continues "
            "from the last checkpoint."
        )

    # -- shared work -----------------------------------------------------------------------------------------

    def shard_sizes(self, sizes: Sequence[int]) -> list[int]:
        """Return the indices, ascending, of this process's share of items of these sizes. Every item is in one share.

        Items are assigned in descending order of size, each to the process with the smallest sum (Graham 1969: at most
        a third above the optimum). The first process gets an item whenever there is one.

        Example: of sizes [5, 3, 3, 1] and two processes the first gets [0, 3] and the second [1, 2], 6 each.
        """
        if self.is_single:
            return list(range(len(sizes)))
        loads, indices = [0] * self.world_size, list[int]()
        for number in sorted(range(len(sizes)), key=lambda n: (-sizes[n], n)):
            rank = loads.index(min(loads))
            loads[rank] += max(1, sizes[number])
            if rank == self.rank:
                indices.append(number)
        return sorted(indices)

    def shard_texts(self, lengths: np.ndarray) -> np.ndarray:
        """Return the indices of this process's share of texts of ``lengths`` [n] tokens, ascending, int64.

        Texts are dealt out by length, so all processes have about as much work.

        Example: of lengths [4, 9, 2, 7] and two processes the first gets [0, 1] and the second [2, 3].
        """
        import numpy as np

        if self.is_single:
            return np.arange(len(lengths))
        return np.sort(np.argsort(-lengths, kind="stable")[self.rank :: self.world_size])

    def all_reduce(self, tensor: torch.Tensor) -> torch.Tensor:
        """Sum ``tensor`` over all processes in place, and return it. On a GPU this is asynchronous."""
        if not self.is_single:
            from torch import distributed

            with self.report_unresponsive():
                distributed.all_reduce(tensor)
        return tensor

    def maximum(self, values: Sequence[int | bool]) -> list[int]:
        """Return the maximum of each value over all processes, int64. Blocks, but computes on the CPU only."""
        if self.is_single:
            return [int(value) for value in values]
        import torch
        from torch import distributed

        largest = torch.tensor([int(value) for value in values], dtype=torch.int64)
        with self.report_unresponsive():
            distributed.all_reduce(largest, distributed.ReduceOp.MAX, group=self.control)
        return largest.tolist()

    def all_reduce_arrays(self, *arrays: np.ndarray) -> None:
        """Sum arrays over all processes in place. Each process has filled its own positions, the others are zero."""
        if self.is_single:
            return
        import torch
        from torch import distributed

        for array in arrays:
            with self.report_unresponsive():
                distributed.all_reduce(torch.from_numpy(array), group=self.control)

    def broadcast(self, tensors: Iterable[torch.Tensor]) -> None:
        """Broadcast the first process's values of ``tensors`` to all processes, in place."""
        if self.is_single:
            return
        from torch import distributed

        for tensor in tensors:
            value = tensor.detach()
            assert value.is_contiguous(), "only whole tensors can be sent"
            with self.report_unresponsive():
                distributed.broadcast(value, 0)

    def require_equal(self, tensors: Iterable[torch.Tensor], moment: str) -> None:
        """Raise WeightsDiverged, in every process, unless all have bit-identical ``tensors``.

        Sums of the bit patterns are compared, which costs one pass over the weights.
        """
        if self.is_single:
            return
        import torch
        from torch import distributed

        local_sum = checksum(tensors)
        gathered = [torch.zeros((), dtype=torch.int64) for _ in range(self.world_size)]
        with self.report_unresponsive():
            distributed.all_gather(gathered, local_sum, group=self.control)
        others = [rank for rank, value in enumerate(gathered) if int(value) != int(gathered[0])]
        if others:
            raise WeightsDiverged(
                f"the weights of process {others[0]} are not those of process 0 {moment}; the devices do not compute "
                "alike or one of them is faulty. Train on one of them."
            )


SINGLE = ProcessGroup()


def connect_store(group: ProcessGroup) -> ProcessGroup:
    """Connect to the store through which processes communicate before they compute anything together.

    The processes listen on the loopback address only.
    """
    from torch import distributed

    if sys.platform == "win32":
        os.environ.setdefault("USE_LIBUV", "0")  # torch is built without it there
    limit = timedelta(seconds=patience() * _PREPARATION_FACTOR)
    keep_to_loopback()
    store = open_store(
        int(os.environ["MASTER_PORT"]), rank=group.rank, world_size=group.world_size, timeout=limit
    )
    return replace(group, store=distributed.PrefixStore("run", store))


def join_processes(group: ProcessGroup, *, cuda: bool) -> ProcessGroup:
    """Join ``group``, connecting to its store first if needed. Return when all processes have joined.

    Gradients are exchanged by NCCL between GPUs (gloo where torch has no NCCL), everything else by gloo.
    """
    import torch
    from torch import distributed

    nccl = cuda and distributed.is_nccl_available()
    if cuda:
        torch.cuda.set_device(group.rank)
    if nccl and any("RTX 40" in torch.cuda.get_device_name(gpu) for gpu in range(torch.cuda.device_count())):
        # These cards have no direct access to each other's memory. Early drivers report that they do, and NCCL hangs.
        os.environ.setdefault("NCCL_P2P_DISABLE", "1")
        os.environ.setdefault("NCCL_IB_DISABLE", "1")
    if group.store is None:
        group = connect_store(group)
    assert group.store is not None
    # The timeout of gradients is longer, since the control group can name the process that does not answer.
    limit = timedelta(seconds=patience())
    distributed.init_process_group(
        "cpu:gloo,cuda:nccl" if nccl else "gloo",
        store=distributed.PrefixStore("processes", group.store),
        rank=group.rank,
        world_size=group.world_size,
        timeout=limit * 1.5 if nccl else limit,
    )
    control = distributed.new_group(backend="gloo", timeout=limit)
    assert isinstance(control, distributed.ProcessGroup)  # every process belongs to it
    return replace(group, control=control)


def patience() -> float:
    """Return the seconds that a process waits for another in a shared computation. Raises UserError."""
    return positive_setting(PATIENCE_VARIABLE) or _PATIENCE_SECONDS


def leave_process_group() -> None:
    """Leave the process group that ``join_processes`` entered."""
    from torch import distributed

    if distributed.is_initialized():
        distributed.destroy_process_group()


def checksum(tensors: Iterable[torch.Tensor]) -> torch.Tensor:
    """Return the sum of the bit patterns of ``tensors``, each multiplied by its position: int64 [], on the CPU."""
    import torch

    int_types = {4: torch.int32, 2: torch.int16, 8: torch.int64, 1: torch.int8}
    sums = [
        tensor.detach().contiguous().view(int_types[tensor.element_size()]).sum(dtype=torch.int64) * position
        for position, tensor in enumerate(tensors, start=1)
    ]
    return torch.stack(sums).sum().cpu() if sums else torch.zeros((), dtype=torch.int64)
