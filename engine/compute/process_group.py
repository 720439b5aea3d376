"""The processes that share the updates of one run: one alone, or one per device (data parallel).

Every process holds the whole model and builds the same micro-batches of every update; each computes its share of them,
with the number of items of the *whole* update and with dropout seeded by the micro-batch's own number. Gradients are
summed over processes (``engine.train.data_parallel``), so what follows (regularisers, clipping, the optimiser) is the
same computation on the same numbers everywhere. For n micro-batches the result is that of one process that goes through
them one after another, up to the order of a sum.

The first process decides everything (when to evaluate, what is best, when to stop) and tells the others what to do
next (``tell``, ``told``); so nothing that only it knows (a clock, a request to stop) can drive them apart. They wait
for its word as long as it likes; for each other, processes wait some minutes (``patience``).
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING

from engine.json_types import JsonObject

if TYPE_CHECKING:
    import numpy as np
    import torch
    from torch.distributed import ProcessGroup, Store

PATIENCE_VARIABLE = "PALIMPSEST_COLLECTIVE_SECONDS"
"""The environment variable that says how long a process waits for another in a computation that all share."""
_PATIENCE_SECONDS = 600.0
_PREPARING = 6
"""Factor on the patience while a stage is made ready, where processes differ in what they find prepared."""
_WORD_SECONDS = 30.0
_ORDERS_KEPT = 64
_REPORT_SECONDS = 15.0
"""How long a process that was kept waiting looks for others that were, too."""


class Drifted(RuntimeError):
    """The weights of two processes are no longer the same; the message names update and process."""


class Unresponsive(RuntimeError):
    """A process does not answer any more, though it has not ended; the message says which."""


@dataclass(frozen=True)
class Ranks:
    """This process among those that train together. Alone, every method returns at once.

    Attributes:
        rank: number of this process, from 0.
        world: how many there are.
        local, here: number of this process among those of this machine, from 0 (that of its GPU), and their number.
        control: the group over which numbers travel that are no gradients, on the CPU.
        board: where all can read what one has written: orders, and who is waiting.
    """

    rank: int = 0
    world: int = 1
    local: int = 0
    here: int = 1
    control: ProcessGroup | None = field(default=None, repr=False, compare=False)
    board: Store | None = field(default=None, repr=False, compare=False)
    _count: Iterator[int] = field(default_factory=count, repr=False, compare=False)
    _meetings: Iterator[int] = field(default_factory=count, repr=False, compare=False)

    @property
    def main(self) -> bool:
        """Whether this is the process that measures, saves and gives orders."""
        return self.rank == 0

    @property
    def alone(self) -> bool:
        """Whether there are no others."""
        return self.world == 1

    @property
    def text(self) -> str:
        """Description of what this means for a run, in words."""
        where = "" if self.here == self.world else f", {self.here} of them on this machine"
        return (
            f"{self.world} processes train together{where}: of every update each computes its share of the "
            "micro-batches, and their gradients are summed."
        )

    # -- orders ----------------------------------------------------------------------------------------------

    def tell(self, order: str, **values: object) -> None:
        """Tell the other processes what to do next, with short JSON values; only the first has any effect."""
        if self.board is None or not self.main:
            return
        number = next(self._count)
        self.board.set(f"order {number}", json.dumps({"order": order, **values}))
        self.board.delete_key(f"order {number - _ORDERS_KEPT}")

    def told(self) -> JsonObject:
        """Return the first process's next order, however long that takes to arrive. For the other processes."""
        assert self.board is not None
        from torch.distributed import DistStoreError

        key = f"order {next(self._count)}"
        while True:
            try:
                self.board.wait([key], timedelta(seconds=_WORD_SECONDS))
            except DistStoreError:
                continue  # it measures or saves; were it gone, the connection would be
            found: dict[str, object] = json.loads(self.board.get(key))
            return found

    def wait(self) -> None:
        """Wait until every process has reached this call. Raises Unresponsive when one does not."""
        if self.board is None:
            return
        from torch.distributed import DistStoreError

        meeting, began = next(self._meetings), time.time()
        keys = [f"meeting {meeting} of {rank}" for rank in range(self.world)]
        self.board.set(keys[self.rank], "here")
        try:
            self.board.wait(keys, timedelta(seconds=patience() * _PREPARING))
        except DistStoreError as error:
            raise self._unresponsive(keys, began) from error

    @contextmanager
    def patiently(self) -> Iterator[None]:
        """Wrap what all processes compute together, and report any process that does not answer.

        Raises Unresponsive.
        """
        began = time.time()
        try:
            yield
        except RuntimeError as error:
            words = str(error).lower()
            if self.board is None or not ("timed out" in words or "timeout" in words):
                raise
            keys = [f"waiting of {rank}" for rank in range(self.world)]
            self.board.set(keys[self.rank], "for others")
            raise self._unresponsive(keys, began) from error

    def _unresponsive(self, keys: list[str], began: float) -> Unresponsive:
        """Return an error naming the processes that have not written their keys, while all that live wait."""
        assert self.board is not None
        silent = [rank for rank in range(self.world) if rank != self.rank]
        until = time.monotonic() + _REPORT_SECONDS
        while silent and time.monotonic() < until:
            silent = [rank for rank in silent if not self.board.check([keys[rank]])]
            time.sleep(0.1)
        if not self.main:
            time.sleep(4 * _REPORT_SECONDS)  # the first one says it, and ends this process with it
        who = f"process{'es' if len(silent) > 1 else ''} {', '.join(map(str, silent))} of {self.world}"
        since = time.strftime("%H:%M:%S", time.localtime(began))
        return Unresponsive(
            f"{who} (0 to {self.world - 1}) {'do' if len(silent) > 1 else 'does'} not answer since {since}, though "
            "not ended; its device or a library may hang. Resume goes on from the last checkpoint."
            if silent
            else f"the {self.world} processes do not reach each other since {since}. Resume goes on from the last "
            "checkpoint."
        )

    # -- what is shared --------------------------------------------------------------------------------------

    def share(self, sizes: Sequence[int]) -> list[int]:
        """Return the indices, ascending, of this process's share of items of these sizes; every item is in one share.

        The largest first, each to whoever has least so far (Graham 1969: at most a third above the best division). The
        first process has one whenever there is any.

        Example: of sizes [5, 3, 3, 1] and two processes the first gets [0, 3] and the second [1, 2], 6 each.
        """
        if self.alone:
            return list(range(len(sizes)))
        loads, mine = [0] * self.world, list[int]()
        for number in sorted(range(len(sizes)), key=lambda n: (-sizes[n], n)):
            taker = loads.index(min(loads))
            loads[taker] += max(1, sizes[number])
            if taker == self.rank:
                mine.append(number)
        return sorted(mine)

    def dealt(self, lengths: np.ndarray) -> np.ndarray:
        """Return the indices of this process's share of texts of ``lengths`` [n] tokens, ascending; int64.

        They are dealt by length, so all processes have about as much to do.

        Example: of lengths [4, 9, 2, 7] and two processes the first gets [0, 1] and the second [2, 3].
        """
        import numpy as np

        if self.alone:
            return np.arange(len(lengths))
        return np.sort(np.argsort(-lengths, kind="stable")[self.rank :: self.world])

    def sum(self, tensor: torch.Tensor) -> torch.Tensor:
        """Sum ``tensor`` over all processes in place, and return it; on a GPU without waiting for it."""
        if not self.alone:
            from torch import distributed

            with self.patiently():
                distributed.all_reduce(tensor)
        return tensor

    def most(self, values: Sequence[int | bool]) -> list[int]:
        """Return the maximum of each value over all processes, int64. Waits, on the CPU only."""
        if self.alone:
            return [int(value) for value in values]
        import torch
        from torch import distributed

        found = torch.tensor([int(value) for value in values], dtype=torch.int64)
        with self.patiently():
            distributed.all_reduce(found, distributed.ReduceOp.MAX, group=self.control)
        return found.tolist()

    def gather(self, *arrays: np.ndarray) -> None:
        """Sum arrays over all processes in place: each has filled its own positions and left zeros elsewhere."""
        if self.alone:
            return
        import torch
        from torch import distributed

        for array in arrays:
            with self.patiently():
                distributed.all_reduce(torch.from_numpy(array), group=self.control)

    def spread(self, tensors: Iterable[torch.Tensor]) -> None:
        """Broadcast the first process's values of ``tensors`` to all processes, in place."""
        if self.alone:
            return
        from torch import distributed

        for tensor in tensors:
            value = tensor.detach()
            assert value.is_contiguous(), "only whole tensors can be sent"
            with self.patiently():
                distributed.broadcast(value, 0)

    def compare(self, tensors: Iterable[torch.Tensor], when: str) -> None:
        """Raise Drifted, in every process, unless all have the very same ``tensors``, to the last bit.

        Compared are sums of the bit patterns, so it costs one pass over the weights.
        """
        if self.alone:
            return
        import torch
        from torch import distributed

        own = checksum(tensors)
        found = [torch.zeros((), dtype=torch.int64) for _ in range(self.world)]
        with self.patiently():
            distributed.all_gather(found, own, group=self.control)
        odd = [rank for rank, value in enumerate(found) if int(value) != int(found[0])]
        if odd:
            raise Drifted(
                f"the weights of process {odd[0]} are not those of process 0 {when}; the devices do not compute alike "
                "or one of them is faulty. Train on one of them."
            )


ALONE = Ranks()


def join_processes(rank: int, world: int, local: int, here: int, *, cuda: bool) -> Ranks:
    """Make this process one of ``world``; return when all of them are there.

    They find each other as those of torchrun do, by ``MASTER_ADDR`` and ``MASTER_PORT`` of the environment. Gradients
    travel by NCCL between GPUs (gloo where torch has no NCCL), all else by gloo.
    """
    import torch
    from torch import distributed
    from torch.distributed.rendezvous import rendezvous

    nccl = cuda and distributed.is_nccl_available()
    if cuda:
        torch.cuda.set_device(local)
    if nccl and any("RTX 40" in torch.cuda.get_device_name(gpu) for gpu in range(torch.cuda.device_count())):
        # These cards have no direct access to each other's memory; early drivers say they have, and NCCL hangs.
        os.environ.setdefault("NCCL_P2P_DISABLE", "1")
        os.environ.setdefault("NCCL_IB_DISABLE", "1")
    if sys.platform == "win32":
        os.environ.setdefault("USE_LIBUV", "0")  # torch is built without it there
    # That of gradients is a little longer: what notices first should be what can say who does not answer.
    limit = timedelta(seconds=patience())
    board, _, _ = next(rendezvous("env://", rank, world, timeout=limit * _PREPARING))
    distributed.init_process_group(
        "cpu:gloo,cuda:nccl" if nccl else "gloo",
        store=distributed.PrefixStore("processes", board),
        rank=rank,
        world_size=world,
        timeout=limit * 1.5 if nccl else limit,
    )
    control = distributed.new_group(backend="gloo", timeout=limit)
    assert isinstance(control, distributed.ProcessGroup)  # every process belongs to it
    return Ranks(rank, world, local, here, control, distributed.PrefixStore("run", board))


def patience() -> float:
    """Return how long, s, a process waits for another in a computation that all share."""
    return float(os.environ.get(PATIENCE_VARIABLE) or _PATIENCE_SECONDS)


def leave() -> None:
    """Leave the process group that ``join`` entered."""
    from torch import distributed

    if distributed.is_initialized():
        distributed.destroy_process_group()


def checksum(tensors: Iterable[torch.Tensor]) -> torch.Tensor:
    """Return the sum of the bit patterns of ``tensors``, each multiplied by its position: int64 [], on the CPU."""
    import torch

    whole = {4: torch.int32, 2: torch.int16, 8: torch.int64, 1: torch.int8}
    sums = [
        tensor.detach().contiguous().view(whole[tensor.element_size()]).sum(dtype=torch.int64) * place
        for place, tensor in enumerate(tensors, start=1)
    ]
    return torch.stack(sums).sum().cpu() if sums else torch.zeros((), dtype=torch.int64)
