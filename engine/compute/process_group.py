"""The processes that share the updates of one run: one alone, or one per device (data parallel).

Every process runs the same loop (``engine.train.loop``), holds the whole model and builds the same micro-batches of
every update. Each computes its share of them, with the number of items of the *whole* update and with dropout seeded by
the micro-batch's own number. Gradients are summed over processes (``engine.train.data_parallel``), so what follows
(regularisers, clipping, the optimiser) is the same computation on the same numbers everywhere. For n micro-batches the
result is that of one process that goes through them one after another, up to the order of a sum.

The first process decides everything that depends on more than numbers (a clock, a request to stop, the state of the
disk), and broadcasts it where the others need it (``decide``). So the processes cannot diverge. They wait for its
decision without limit, and for each other some minutes (``patience``).
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from engine.compute import loopback

if TYPE_CHECKING:
    import numpy as np
    import torch
    from torch import distributed

T = TypeVar("T")
PATIENCE_VARIABLE = "PALIMPSEST_COLLECTIVE_SECONDS"
"""The environment variable with the time that a process waits for another in a shared computation."""
_PATIENCE_SECONDS = 600.0
_PREPARING = 6
"""Factor on the patience while a stage is prepared, where the caches of processes may differ."""
_WORD_SECONDS = 30.0
_DECISIONS_KEPT = 64
_REPORT_SECONDS = 15.0
"""How long a process that was kept waiting checks for others that were, too. At most half of its patience."""


class Drifted(RuntimeError):
    """The weights of two processes are no longer the same. The message names update and process."""


class Unresponsive(RuntimeError):
    """A process does not answer any more, though it has not ended. The message names it."""


class StoppedByMain(Exception):
    """The first process has ended its part of the run, so this one ends too."""


@dataclass(frozen=True)
class ProcessGroup:
    """This process among those that train together. Alone, every method returns at once.

    Attributes:
        rank: number of this process, from 0.
        world_size: how many there are.
        control: the group for numbers other than gradients, on the CPU.
        board: a store that all can read: decisions, and which processes wait.
    """

    rank: int = 0
    world_size: int = 1
    control: distributed.ProcessGroup | None = field(default=None, repr=False, compare=False)
    board: distributed.Store | None = field(default=None, repr=False, compare=False)
    _decisions: Iterator[int] = field(default_factory=count, repr=False, compare=False)
    _barriers: Iterator[int] = field(default_factory=count, repr=False, compare=False)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> ProcessGroup:
        """Read this process's place as torch's agent has set it (``engine.launch.ranks``). ``ALONE`` without one.

        It has neither met the others (``meet_processes``) nor joined them (``join_processes``).
        """
        rank, world_size = int(environment.get("RANK", 0)), int(environment.get("WORLD_SIZE", 1))
        return cls(rank, world_size) if world_size > 1 else ALONE

    @property
    def is_main(self) -> bool:
        """Whether this is the process that decides, measures and saves."""
        return self.rank == 0

    @property
    def is_alone(self) -> bool:
        """Whether there are no others."""
        return self.world_size == 1

    @property
    def description(self) -> str:
        """Return the consequence for a run, in words."""
        return (
            f"{self.world_size} processes train together: each computes its share of the micro-batches of every "
            "update, and the gradients are summed."
        )

    # -- decisions -------------------------------------------------------------------------------------------

    def decide(self, value: T) -> T:
        """Return the first process's ``value``, short JSON, in every process. Every process must make the same calls.

        The others wait for it, however long it takes. Raises StoppedByMain in them when there will be no more.
        """
        if self.board is None:
            return value
        key = f"decision {(number := next(self._decisions))}"
        if self.is_main:
            self.board.set(key, json.dumps({"value": value}))
            self.board.delete_key(f"decision {number - _DECISIONS_KEPT}")
            return value
        from torch.distributed import DistStoreError

        while True:
            try:
                self.board.wait([key], timedelta(seconds=_WORD_SECONDS))
                break
            except DistStoreError:
                continue  # it measures or saves; were it gone, the connection would be
        decision: dict[str, T] = json.loads(self.board.get(key))
        if "value" not in decision:
            raise StoppedByMain
        return decision["value"]

    def stop_others(self) -> None:
        """Stop the other processes at their next decision. Only the first one's call has any effect."""
        if self.board is not None and self.is_main:
            self.board.set(f"decision {next(self._decisions)}", json.dumps({}))

    @contextmanager
    def main_first(self) -> Iterator[None]:
        """Let the first process run the block before the others, which then find its results in caches."""
        if not self.is_main:
            self.decide(None)
        yield
        if self.is_main:
            self.decide(None)

    def barrier(self) -> None:
        """Wait until every process has reached this call. Raises Unresponsive when one does not."""
        if self.board is None:
            return
        from torch.distributed import DistStoreError

        barrier, began = next(self._barriers), time.time()
        keys = [f"barrier {barrier} of {rank}" for rank in range(self.world_size)]
        self.board.set(keys[self.rank], "here")
        try:
            self.board.wait(keys, timedelta(seconds=patience() * _PREPARING))
        except DistStoreError as error:
            raise self._unresponsive(keys, began) from error

    @contextmanager
    def naming_unresponsive(self) -> Iterator[None]:
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
            keys = [f"waiting of {rank}" for rank in range(self.world_size)]
            self.board.set(keys[self.rank], "for others")
            raise self._unresponsive(keys, began) from error

    def _unresponsive(self, keys: list[str], began: float) -> Unresponsive:
        """Return an error naming the processes that have not written their keys, while all that live wait."""
        assert self.board is not None
        silent = [rank for rank in range(self.world_size) if rank != self.rank]
        report = min(_REPORT_SECONDS, patience() / 2)
        until = time.monotonic() + report
        while silent and time.monotonic() < until:
            silent = [rank for rank in silent if not self.board.check([keys[rank]])]
            time.sleep(0.1)
        if not self.is_main:
            time.sleep(4 * report)  # the first one says it, and ends this process with it
        plural = len(silent) > 1
        who = f"process{'es' if plural else ''} {', '.join(map(str, silent))} of {self.world_size}"
        since = time.strftime("%H:%M:%S", time.localtime(began))
        return Unresponsive(
            f"{who} (0 to {self.world_size - 1}) {'do' if plural else 'does'} not answer since {since}, though "
            "not ended. Its device or a library may hang. Resume continues from the last checkpoint."
            if silent
            else f"the {self.world_size} processes do not reach each other since {since}. Resume continues "
            "from the last checkpoint."
        )

    # -- what is shared --------------------------------------------------------------------------------------

    def shard_sizes(self, sizes: Sequence[int]) -> list[int]:
        """Return the indices, ascending, of this process's share of items of these sizes. Every item is in one share.

        The largest go first, each to the process with the least so far (Graham 1969: at most a third above the best
        division). The first process has one whenever there is any.

        Example: of sizes [5, 3, 3, 1] and two processes the first gets [0, 3] and the second [1, 2], 6 each.
        """
        if self.is_alone:
            return list(range(len(sizes)))
        loads, mine = [0] * self.world_size, list[int]()
        for number in sorted(range(len(sizes)), key=lambda n: (-sizes[n], n)):
            taker = loads.index(min(loads))
            loads[taker] += max(1, sizes[number])
            if taker == self.rank:
                mine.append(number)
        return sorted(mine)

    def shard_texts(self, lengths: np.ndarray) -> np.ndarray:
        """Return the indices of this process's share of texts of ``lengths`` [n] tokens, ascending, int64.

        They are dealt by length, so all processes have about as much to do.

        Example: of lengths [4, 9, 2, 7] and two processes the first gets [0, 1] and the second [2, 3].
        """
        import numpy as np

        if self.is_alone:
            return np.arange(len(lengths))
        return np.sort(np.argsort(-lengths, kind="stable")[self.rank :: self.world_size])

    def all_reduce(self, tensor: torch.Tensor) -> torch.Tensor:
        """Sum ``tensor`` over all processes in place, and return it. On a GPU it does not wait for the result."""
        if not self.is_alone:
            from torch import distributed

            with self.naming_unresponsive():
                distributed.all_reduce(tensor)
        return tensor

    def maximum(self, values: Sequence[int | bool]) -> list[int]:
        """Return the maximum of each value over all processes, int64. Waits, on the CPU only."""
        if self.is_alone:
            return [int(value) for value in values]
        import torch
        from torch import distributed

        largest = torch.tensor([int(value) for value in values], dtype=torch.int64)
        with self.naming_unresponsive():
            distributed.all_reduce(largest, distributed.ReduceOp.MAX, group=self.control)
        return largest.tolist()

    def all_reduce_arrays(self, *arrays: np.ndarray) -> None:
        """Sum arrays over all processes in place: each has filled its own positions and left zeros elsewhere."""
        if self.is_alone:
            return
        import torch
        from torch import distributed

        for array in arrays:
            with self.naming_unresponsive():
                distributed.all_reduce(torch.from_numpy(array), group=self.control)

    def broadcast(self, tensors: Iterable[torch.Tensor]) -> None:
        """Broadcast the first process's values of ``tensors`` to all processes, in place."""
        if self.is_alone:
            return
        from torch import distributed

        for tensor in tensors:
            value = tensor.detach()
            assert value.is_contiguous(), "only whole tensors can be sent"
            with self.naming_unresponsive():
                distributed.broadcast(value, 0)

    def require_equal(self, tensors: Iterable[torch.Tensor], when: str) -> None:
        """Raise Drifted, in every process, unless all have the very same ``tensors``, to the last bit.

        Compared are sums of the bit patterns, so it costs one pass over the weights.
        """
        if self.is_alone:
            return
        import torch
        from torch import distributed

        own = checksum(tensors)
        gathered = [torch.zeros((), dtype=torch.int64) for _ in range(self.world_size)]
        with self.naming_unresponsive():
            distributed.all_gather(gathered, own, group=self.control)
        odd = [rank for rank, value in enumerate(gathered) if int(value) != int(gathered[0])]
        if odd:
            raise Drifted(
                f"the weights of process {odd[0]} are not those of process 0 {when}; the devices do not compute alike "
                "or one of them is faulty. Train on one of them."
            )


ALONE = ProcessGroup()


def meet_processes(place: ProcessGroup) -> ProcessGroup:
    """Open the board on which processes can read each other's words, before they compute anything together.

    They listen on the loopback address alone (``engine.compute.loopback``).
    """
    from torch import distributed

    if sys.platform == "win32":
        os.environ.setdefault("USE_LIBUV", "0")  # torch is built without it there
    limit = timedelta(seconds=patience() * _PREPARING)
    loopback.keep_to_loopback()
    board = loopback.open_store(
        int(os.environ["MASTER_PORT"]), rank=place.rank, world_size=place.world_size, timeout=limit
    )
    return replace(place, board=distributed.PrefixStore("run", board))


def join_processes(place: ProcessGroup, *, cuda: bool) -> ProcessGroup:
    """Join the others at ``place``, meeting them first if needed. Return when all of them are there.

    Gradients travel by NCCL between GPUs (gloo where torch has no NCCL), all else by gloo.
    """
    import torch
    from torch import distributed

    nccl = cuda and distributed.is_nccl_available()
    if cuda:
        torch.cuda.set_device(place.rank)
    if nccl and any("RTX 40" in torch.cuda.get_device_name(gpu) for gpu in range(torch.cuda.device_count())):
        # These cards have no direct access to each other's memory; early drivers say they have, and NCCL hangs.
        os.environ.setdefault("NCCL_P2P_DISABLE", "1")
        os.environ.setdefault("NCCL_IB_DISABLE", "1")
    if place.board is None:
        place = meet_processes(place)
    assert place.board is not None
    # That of gradients is a little longer: what notices first should be what can say who does not answer.
    limit = timedelta(seconds=patience())
    distributed.init_process_group(
        "cpu:gloo,cuda:nccl" if nccl else "gloo",
        store=distributed.PrefixStore("processes", place.board),
        rank=place.rank,
        world_size=place.world_size,
        timeout=limit * 1.5 if nccl else limit,
    )
    control = distributed.new_group(backend="gloo", timeout=limit)
    assert isinstance(control, distributed.ProcessGroup)  # every process belongs to it
    return replace(place, control=control)


def patience() -> float:
    """Return how long, s, a process waits for another in a computation that all share."""
    return float(os.environ.get(PATIENCE_VARIABLE) or _PATIENCE_SECONDS)


def leave() -> None:
    """Leave the process group that ``join_processes`` entered."""
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
