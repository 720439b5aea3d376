"""The processes that share the updates of one run: one alone, or one per device (data parallel).

Every process holds the whole model and builds the same micro-batches of every update; each computes its share of them,
with the number of items of the *whole* update and with dropout seeded by the micro-batch's own number. Gradients are
then summed, so what follows (regularisers, clipping, optimiser) is the same computation on the same numbers everywhere.
For n micro-batches the result is that of one process that goes through them one after another, up to the order of a sum
(Li et al. 2020, PyTorch Distributed, 2.2; there gradients are averaged over processes, which is wrong for shares of
different size).

The first process decides everything (when to evaluate, what is best, when to stop) and tells the others what to do
next (``tell``, ``told``); so nothing that only it knows (a clock, a request to stop) can drive them apart.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import torch
    from torch import nn

BUCKET_BYTES = 32 * 2**20
"""Gradients are summed in pieces of about this size: large enough for full bandwidth, small enough to overlap."""
_ORDER_BYTES = 1024
_PATIENCE = timedelta(days=30)
"""How long a process waits for another: the first one may measure or save for as long as it likes. One that dies is
noticed at once (its connection is closed), so nobody waits for the dead."""


class Drifted(RuntimeError):
    """The weights of two processes are no longer the same; the message names update and process."""


@dataclass(frozen=True)
class Ranks:
    """This process among those that train together. Alone, every method returns at once.

    Attributes:
        rank: number of this process, from 0.
        world: how many there are.
        local, here: number of this process among those of this machine, from 0 (that of its GPU), and their number.
        control: the group over which orders and what is no gradient travel, on the CPU.
    """

    rank: int = 0
    world: int = 1
    local: int = 0
    here: int = 1
    control: Any = field(default=None, repr=False, compare=False)

    @property
    def main(self) -> bool:
        """Whether this is the process that measures, saves and tells."""
        return self.rank == 0

    @property
    def alone(self) -> bool:
        """Whether there are no others."""
        return self.world == 1

    @property
    def text(self) -> str:
        """What it means for a run, in words."""
        where = "" if self.here == self.world else f", {self.here} of them on this machine"
        return (
            f"{self.world} processes train together{where}: of every update each computes its share of the "
            "micro-batches, and their gradients are summed."
        )

    # -- orders ----------------------------------------------------------------------------------------------

    def tell(self, order: str, **values: Any) -> None:
        """Tells the others what to do next, with JSON values of a few words; said by one of them, it is nothing."""
        if self.alone or not self.main:
            return
        import torch

        text = json.dumps({"order": order, **values}).encode("utf-8")
        self._broadcast(torch.tensor([*text.ljust(_ORDER_BYTES)], dtype=torch.uint8))

    def told(self) -> dict[str, Any]:
        """What the first process says to do next; waits for it. For the others."""
        import torch

        text = torch.empty(_ORDER_BYTES, dtype=torch.uint8)
        self._broadcast(text)
        found: dict[str, Any] = json.loads(bytes(text.tolist()))
        return found

    def _broadcast(self, tensor: torch.Tensor) -> None:
        from torch import distributed

        distributed.broadcast(tensor, 0, group=self.control)

    def wait(self) -> None:
        """Returns when every process has come here."""
        if not self.alone:
            from torch import distributed

            distributed.barrier(group=self.control)

    # -- what is shared --------------------------------------------------------------------------------------

    def share(self, sizes: Sequence[int]) -> list[int]:
        """The numbers, rising, of the things of these sizes that are this process's; every one is somebody's.

        The largest first, each to whoever has least so far (Graham 1969: at most a third above the best division). The
        first process has one whenever there is any.
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
        """The places of this process's share of texts of ``lengths`` [n] tokens, rising; int64.

        They are dealt by length, so all processes have about as much to do.
        """
        import numpy as np

        if self.alone:
            return np.arange(len(lengths))
        return np.sort(np.argsort(-lengths, kind="stable")[self.rank :: self.world])

    def sum_gradients(self, parameters: Sequence[nn.Parameter], there: Sequence[int]) -> None:
        """Makes every gradient the sum of it over all processes.

        ``there`` says which parameters have one in any process (``most``): they have one in all of them afterwards. The
        others (frozen, or of the head of a task whose turn it is not) keep none.
        """
        if self.alone:
            return
        import torch
        from torch import distributed

        gradients = []
        for parameter, needed in zip(parameters, there, strict=True):
            if needed:
                if parameter.grad is None:
                    parameter.grad = torch.zeros_like(parameter)
                gradients.append(parameter.grad)
        under_way = []
        for bucket in buckets(gradients):
            # A large one alone is summed where it is; small ones travel together.
            single = len(bucket) == 1 and bucket[0].is_contiguous()
            flat = bucket[0] if single else torch.cat([gradient.reshape(-1) for gradient in bucket])
            work = distributed.all_reduce(flat, async_op=True)
            under_way.append((work, flat, [] if single else bucket))
        for work, flat, bucket in under_way:
            assert work is not None
            work.wait()
            if bucket:
                parts = flat.split([gradient.numel() for gradient in bucket])
                shaped = [part.view_as(gradient) for part, gradient in zip(parts, bucket, strict=True)]
                torch._foreach_copy_(bucket, shaped)

    def sum(self, tensor: torch.Tensor) -> torch.Tensor:
        """``tensor``, summed over all processes in place; on a GPU without waiting for it."""
        if not self.alone:
            from torch import distributed

            distributed.all_reduce(tensor)
        return tensor

    def most(self, values: Sequence[int | bool]) -> list[int]:
        """The largest of each value over all processes, int64. Waits, on the CPU only."""
        if self.alone:
            return [int(value) for value in values]
        import torch
        from torch import distributed

        found = torch.tensor([int(value) for value in values], dtype=torch.int64)
        distributed.all_reduce(found, distributed.ReduceOp.MAX, group=self.control)
        return found.tolist()

    def gather(self, *arrays: np.ndarray) -> None:
        """Sums arrays over all processes in place: each has filled its own places and left zeros elsewhere."""
        if self.alone:
            return
        import torch
        from torch import distributed

        for array in arrays:
            distributed.all_reduce(torch.from_numpy(array), group=self.control)

    def spread(self, tensors: Iterable[torch.Tensor]) -> None:
        """Gives all processes the first one's values of ``tensors``, in place."""
        if self.alone:
            return
        from torch import distributed

        for tensor in tensors:
            value = tensor.detach()
            assert value.is_contiguous(), "only whole tensors can be sent"
            distributed.broadcast(value, 0)

    def compare(self, tensors: Iterable[torch.Tensor], when: str) -> None:
        """Raises Drifted, in every process, unless all have the very same ``tensors``, to the last bit.

        Compared are sums of the bit patterns, so it costs one pass over the weights.
        """
        if self.alone:
            return
        import torch
        from torch import distributed

        own = checksum(tensors)
        found = [torch.zeros((), dtype=torch.int64) for _ in range(self.world)]
        distributed.all_gather(found, own, group=self.control)
        odd = [rank for rank, value in enumerate(found) if int(value) != int(found[0])]
        if odd:
            raise Drifted(
                f"the weights of process {odd[0]} are not those of process 0 {when}; the devices do not compute alike "
                "or one of them is faulty. Train on one of them."
            )


ALONE = Ranks()


def join(rank: int, world: int, local: int, here: int, *, cuda: bool) -> Ranks:
    """Makes this process one of ``world``; returns when all of them are there.

    They find each other as those of torchrun do, by ``MASTER_ADDR`` and ``MASTER_PORT`` of the environment. Gradients
    travel by NCCL between GPUs (gloo where torch has no NCCL), all else by gloo.
    """
    import torch
    from torch import distributed

    nccl = cuda and distributed.is_nccl_available()
    if cuda:
        torch.cuda.set_device(local)
    if nccl and any("RTX 40" in torch.cuda.get_device_name(gpu) for gpu in range(torch.cuda.device_count())):
        # These cards have no direct access to each other's memory; early drivers say they have, and NCCL hangs.
        os.environ.setdefault("NCCL_P2P_DISABLE", "1")
        os.environ.setdefault("NCCL_IB_DISABLE", "1")
    if sys.platform == "win32":
        os.environ.setdefault("USE_LIBUV", "0")  # torch is built without it there
    distributed.init_process_group(
        "cpu:gloo,cuda:nccl" if nccl else "gloo", rank=rank, world_size=world, timeout=_PATIENCE
    )
    control = distributed.new_group(backend="gloo", timeout=_PATIENCE)
    return Ranks(rank, world, local, here, control)


def leave() -> None:
    """Ends what ``join`` began."""
    from torch import distributed

    if distributed.is_initialized():
        distributed.destroy_process_group()


def buckets(tensors: Iterable[torch.Tensor], size: int = BUCKET_BYTES) -> list[list[torch.Tensor]]:
    """``tensors`` in their order, put together to about ``size`` bytes; each bucket is of one type and device."""
    found: list[list[torch.Tensor]] = []
    filled, kind = size, None
    for tensor in tensors:
        own = tensor.numel() * tensor.element_size()
        if filled + own > size or kind != (tensor.dtype, tensor.device):
            found.append([])
            filled, kind = 0, (tensor.dtype, tensor.device)
        found[-1].append(tensor)
        filled += own
    return found


def checksum(tensors: Iterable[torch.Tensor]) -> torch.Tensor:
    """The sum of the bit patterns of ``tensors``, each multiplied with its place: int64 [], on the CPU."""
    import torch

    whole = {4: torch.int32, 2: torch.int16, 8: torch.int64, 1: torch.int8}
    sums = [
        tensor.detach().contiguous().view(whole[tensor.element_size()]).sum(dtype=torch.int64) * place
        for place, tensor in enumerate(tensors, start=1)
    ]
    return torch.stack(sums).sum().cpu() if sums else torch.zeros((), dtype=torch.int64)
