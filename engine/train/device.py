"""Which device and precision a run uses, and why."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

import torch

from engine.errors import UserError
from engine.model.allocator import keep_freed_memory
from engine.spec.experiment import Compute


@dataclass(frozen=True)
class Device:
    """A device with the precision of its matrix products; ``why`` is shown to the user."""

    name: str
    precision: str
    why: str

    @property
    def torch(self) -> torch.device:
        """The device as torch names it."""
        return torch.device(self.name)


def choose(compute: Compute, *, precision: str = "") -> Device:
    """The device a run uses; ``precision`` of an earlier part of the run wins, so that a resumed run computes alike.

    Raises UserError when the device asked for is not there.
    """
    name = _device(compute.device)
    if name == "cpu":
        keep_freed_memory()
        torch.set_num_threads(
            compute.threads or int(os.environ.get("OMP_NUM_THREADS") or 0) or os.cpu_count() or 1
        )
    wanted = precision or compute.precision
    if wanted != "auto":
        return Device(name, wanted, "as asked" if not precision else "as the run began")
    if name == "mps":
        return Device(name, "fp32", "bfloat16 is not measured on this device")
    if name.startswith("cuda"):
        able = torch.cuda.is_bf16_supported()
        return Device(name, "bf16" if able else "fp32", f"the GPU has {'' if able else 'no '}bfloat16 units")
    gain = bf16_gain()
    if gain > 1.3:
        return Device(name, "bf16", f"bfloat16 products are {gain:.1f} times faster on this CPU")
    return Device(name, "fp32", "bfloat16 products are not faster on this CPU")


def _device(wanted: str) -> str:
    if wanted == "auto":
        if torch.cuda.is_available():
            return "cuda:0"
        return "mps" if torch.backends.mps.is_available() else "cpu"
    if wanted.startswith("cuda"):
        index = int(wanted.partition(":")[2] or 0)
        if not torch.cuda.is_available() or index >= torch.cuda.device_count():
            raise UserError(
                f"there is no GPU '{wanted}' on this machine.",
                place="compute.device",
                remedy="Set it to auto or cpu.",
            )
        return f"cuda:{index}"
    if wanted == "mps" and not torch.backends.mps.is_available():
        raise UserError(
            "there is no Apple GPU here.", place="compute.device", remedy="Set it to auto or cpu."
        )
    return wanted


def bf16_gain(size: int = 512, rounds: int = 5) -> float:
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
