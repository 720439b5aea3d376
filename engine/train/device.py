"""Which device and precision a run uses, and why."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass

import torch

from engine.errors import UserError
from engine.kernels.allocator import keep_freed_memory
from engine.spec.experiment import Compute
from engine.train import parallel
from engine.train.parallel import ALONE, Ranks


@dataclass(frozen=True)
class Device:
    """A device with the precision of its matrix products; ``reason`` is shown to the user."""

    name: str
    precision: str
    reason: str

    @property
    def torch(self) -> torch.device:
        """The device as torch names it."""
        return torch.device(self.name)


def choose_device(compute: Compute, *, precision: str = "", process_group: Ranks = ALONE) -> Device:
    """The device a run uses; ``precision`` of an earlier part of the run wins, so that a resumed run computes alike.

    Of several devices, that of this process of ``process_group``; alone, the first.

    Raises UserError when a device asked for is not there.
    """
    name = _resolve_device(compute.device, process_group)
    if name == "cpu":
        keep_freed_memory()
        torch.set_num_threads(_thread_count(compute, process_group.here))
    wanted = precision or compute.precision
    if name.startswith("cuda"):
        # What is left of float32 products is rounded no more than the bfloat16 ones beside it.
        torch.set_float32_matmul_precision("highest" if wanted == "fp32" else "high")
    if wanted != "auto":
        return Device(name, wanted, "as asked" if not precision else "as the run began")
    if name == "mps":
        return Device(name, "fp32", "bfloat16 is not measured on this device")
    if name.startswith("cuda"):
        able = torch.cuda.is_bf16_supported()
        return Device(name, "bf16" if able else "fp32", f"the GPU has {'' if able else 'no '}bfloat16 units")
    gain = bf16_speedup()
    if gain > 1.3:
        return Device(name, "bf16", f"bfloat16 products are {gain:.1f} times faster on this CPU")
    return Device(name, "fp32", "bfloat16 products are not faster on this CPU")


def describe_process_setup(device: Device) -> str:
    """How this process was set up for ``device``: threads and memory (``engine.launch.devices.environment``)."""
    if device.name != "cpu":
        return (
            "products of 32-bit numbers in TF32"
            if torch.get_float32_matmul_precision() == "high"
            else "32-bit products"
        )
    threads = torch.get_num_threads()
    told = [f"{threads} threads" if threads > 1 else "1 thread"]
    if sys.platform == "linux":
        told.append("freed memory is kept for the next update")
    return ", ".join(told)


def join_process_group(
    compute: Compute, rank: int, world_size: int, local_rank: int, local_world_size: int
) -> Ranks:
    """Makes this process number ``rank`` of the ``world_size`` that train a run; returns when all of them are there.

    ``local_rank`` is its number among the ``local_world_size`` processes of this machine. Raises UserError,
    before it waits for anybody, when a device is not there.
    """
    if world_size == 1:
        return ALONE
    name = _resolve_device(compute.device, Ranks(rank, world_size, local_rank, local_world_size))
    if name == "mps":
        raise UserError(
            "there is one Apple GPU, so several processes cannot train on it.", place="compute.device"
        )
    return parallel.join(rank, world_size, local_rank, local_world_size, cuda=name.startswith("cuda"))


def _thread_count(compute: Compute, local_world_size: int) -> int:
    """The CPU threads of this process of ``local_world_size`` on this machine, which share those of the run."""
    if compute.threads:
        return max(1, compute.threads // local_world_size)
    # Where there are several processes, the environment of each has its share already.
    return int(os.environ.get("OMP_NUM_THREADS") or 0) or max(1, (os.cpu_count() or 1) // local_world_size)


def _resolve_device(wanted: str, process_group: Ranks = ALONE) -> str:
    if wanted == "auto":
        if torch.cuda.is_available():
            wanted = "cuda:all" if process_group.here > 1 else "cuda:0"
        else:
            return "mps" if torch.backends.mps.is_available() else "cpu"
    kind, _, which = wanted.partition(":")
    if kind == "cuda":
        # Several processes see the run's GPUs only, so theirs are the first ones, in order.
        first = which.split(",")[0]
        numbers = (
            list(range(process_group.here))
            if process_group.here > 1
            else [int(first) if first.isdigit() else 0]
        )
        there = torch.cuda.device_count() if torch.cuda.is_available() else 0
        if missing := [number for number in numbers if number >= there]:
            raise UserError(
                f"there is no GPU 'cuda:{missing[0]}' on this machine, which has {there}.",
                place="compute.device",
                remedy="Set it to auto or cpu.",
            )
        return f"cuda:{numbers[process_group.local if process_group.here > 1 else 0]}"
    if kind == "mps" and not torch.backends.mps.is_available():
        raise UserError(
            "there is no Apple GPU here.", place="compute.device", remedy="Set it to auto or cpu."
        )
    return kind


def bf16_speedup(size: int = 512, rounds: int = 5) -> float:
    """How many times faster a bfloat16 matrix product of ``size``³ is than a float32 one here; about 20 ms."""
    a = torch.randn(size, size)

    def fastest(x: torch.Tensor) -> float:
        times = []
        for _ in range(rounds + 1):
            start = time.perf_counter()
            torch.mm(x, x)
            times.append(time.perf_counter() - start)
        return min(times[1:])

    with torch.no_grad():
        return fastest(a) / fastest(a.bfloat16())
