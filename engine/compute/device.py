"""The device and precision of a run, with the reason for the choice.

Rules decide, never a measured time. Otherwise the results of a run would depend on the load of the machine.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time
from dataclasses import asdict, dataclass
from functools import cache

import torch

from engine import paths
from engine.cache import artefacts
from engine.compute.process_group import SINGLE, ProcessGroup, connect_store, join_processes
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.kernels.attention import attention_implementation
from engine.kernels.kernel_selection import AttentionShape, KernelDecision, device_name, select_kernels
from engine.model.encoders import EncoderInfo
from engine.processor import allowed_threads, processor_field
from engine.spec.experiment import Compute

CPU = torch.device("cpu")
WARNING_FACTOR = 1.3
"""Slowdown from which a requested precision causes a warning."""
MAX_TIMING_SECONDS = 0.05
"""Time after which no further round of matrix products starts."""
WARM_UP_SIZE = 32
"""Size of the products that load the libraries before any is timed."""


@dataclass(frozen=True)
class Device:
    """A device with the precision of its matrix products.

    ``reason`` is shown to the user, and ``warning`` if there is one.
    """

    name: str
    precision: str
    reason: str
    warning: str = ""

    @property
    def torch(self) -> torch.device:
        """The device as torch names it."""
        return torch.device(self.name)


def choose_device(compute: Compute, *, precision: str = "", process_group: ProcessGroup = SINGLE) -> Device:
    """Choose the device and precision of a run.

    ``precision`` is that of an earlier part of the run, and takes precedence, so that a resumed run computes alike.
    Each process of ``process_group`` gets a device of its own, a single process the first one.

    Raises UserError when a requested device does not exist.
    """
    name = _resolve_device(compute.device, process_group)
    if name == "cpu":
        keep_freed_memory()
        torch.set_num_threads(_thread_count(compute, process_group.world_size))
    requested = precision or compute.precision
    if name.startswith("cuda"):
        # The remaining float32 products are rounded no more than the bfloat16 ones.
        torch.set_float32_matmul_precision("highest" if requested == "fp32" else "high")
    if precision:
        return Device(name, precision, "as the run began")
    if requested != "auto":
        return Device(name, requested, "as asked", precision_warning(torch.device(name), requested))
    units = bf16_units(torch.device(name))
    return Device(name, "bf16" if units else "fp32", units or "no bfloat16 units are known here")


def bf16_units(device: torch.device) -> str:
    """Return which bfloat16 units ``device`` has, in words, or "" where no fast ones are known.

    NVIDIA GPUs from compute capability 8.0 on have them, and x86 processors with AMX or AVX512-BF16.
    """
    if device.type == "cuda":
        return "the GPU has bfloat16 units" if torch.cuda.is_bf16_supported(including_emulation=False) else ""
    if device.type == "cpu":
        flags = processor_flags()
        units = {"amx_bf16": "AMX", "avx512_bf16": "AVX512-BF16"}
        return next((f"the processor has {name}" for flag, name in units.items() if flag in flags), "")
    return ""


@cache
def processor_flags() -> frozenset[str]:
    """Return the instruction sets of this processor as Linux lists them, or none elsewhere."""
    return frozenset(processor_field("flags").split())


def precision_warning(device: torch.device, precision: str) -> str:
    """Return a warning where the other precision is clearly faster on ``device`` than the requested one, else ""."""
    speedup = measured_bf16_speedup(device)
    if precision == "bf16" and speedup * WARNING_FACTOR < 1:
        return (
            f"bfloat16 was requested, but its matrix products take {1 / speedup:.1f} times as long as those in 32 bits "
            'here. Set compute.precision to "auto" for speed.'
        )
    if precision == "fp32" and speedup > WARNING_FACTOR:
        return (
            f"32-bit products were asked for; bfloat16 ones are {speedup:.1f} times as fast here. "
            'Set compute.precision to "auto" for speed.'
        )
    return ""


def measured_bf16_speedup(device: torch.device) -> float:
    """Return ``time_bf16_products`` of this machine, measured once and cached. It is shown, and decides nothing."""
    key = {"device": device_name(device), "torch": torch.__version__, "threads": torch.get_num_threads()}
    file = paths.cache_folder() / "machine" / f"{artefacts.key('bf16', key)}.json"
    if record := artefacts.read_note(file):
        return float(record["bf16_speedup"])
    speedup = time_bf16_products(device)
    artefacts.write_note(file, {"key": key, "bf16_speedup": speedup})
    return speedup


def describe_process_setup(device: Device) -> str:
    """Describe the set-up of this process for ``device``: threads and memory (``devices.process_environment``)."""
    if device.name != "cpu":
        return (
            "products of 32-bit numbers in TF32"
            if torch.get_float32_matmul_precision() == "high"
            else "32-bit products"
        )
    threads = torch.get_num_threads()
    settings = [f"{threads} threads" if threads > 1 else "1 thread"]
    if sys.platform == "linux":
        settings.append("freed memory is kept for the next update")
    return ", ".join(settings)


def join_process_group(
    compute: Compute, process_group: ProcessGroup | None = None, task: JsonObject | None = None
) -> ProcessGroup:
    """Join the processes that train a run, as the environment defines. Return when all of them have joined.

    Args:
        compute: the run's compute settings.
        process_group: the connected group, if ``receive_task`` has returned one.
        task: the task that the first process sends to the others.

    Raises UserError, before waiting for any process, when a device does not exist.
    """
    joined_group = process_group or ProcessGroup.from_environment()
    if joined_group.is_single:
        return SINGLE
    name = _resolve_device(compute.device, joined_group)
    if name == "mps":
        raise UserError(
            "there is one Apple GPU, so several processes cannot train on it.", place="compute.device"
        )
    if process_group is None:
        joined_group = connect_store(joined_group)
        joined_group.decide(task)
    return join_processes(joined_group, cuda=name.startswith("cuda"))


def receive_task() -> tuple[JsonObject, ProcessGroup]:
    """Connect to the first process. Return the task that it passes to ``join_process_group``, and the group."""
    process_group = connect_store(ProcessGroup.from_environment())
    task: JsonObject | None = process_group.decide(None)
    return task or {}, process_group


def _thread_count(compute: Compute, world_size: int) -> int:
    """Return the CPU threads of this process: its share of the run's threads."""
    if compute.threads:
        return max(1, compute.threads // world_size)
    # With several processes, OMP_NUM_THREADS is this process's share already.
    return allowed_threads() or max(1, (os.cpu_count() or 1) // world_size)


def _resolve_device(requested: str, process_group: ProcessGroup = SINGLE) -> str:
    if requested == "auto":
        if torch.cuda.is_available():
            requested = "cuda:all" if process_group.world_size > 1 else "cuda:0"
        else:
            return "mps" if torch.backends.mps.is_available() else "cpu"
    kind, _, number_list = requested.partition(":")
    if kind == "cuda":
        # Several processes see the run's GPUs only, numbered from 0.
        first = number_list.split(",")[0]
        numbers = (
            list(range(process_group.world_size))
            if process_group.world_size > 1
            else [int(first) if first.isdigit() else 0]
        )
        gpu_count = torch.cuda.device_count() if torch.cuda.is_available() else 0
        if missing := [number for number in numbers if number >= gpu_count]:
            raise UserError(
                f"there is no GPU 'cuda:{missing[0]}' on this machine, which has {gpu_count}.",
                place="compute.device",
                remedy="Set it to auto or cpu.",
            )
        return f"cuda:{numbers[process_group.rank if process_group.world_size > 1 else 0]}"
    if kind == "mps" and not torch.backends.mps.is_available():
        raise UserError(
            "there is no Apple GPU here.", place="compute.device", remedy="Set it to auto or cpu."
        )
    return kind


def time_bf16_products(device: torch.device = CPU, size: int = 512, rounds: int = 9) -> float:
    """Return how many times faster a bfloat16 matrix product of ``size``³ is than a float32 one.

    The two alternate on ``device``, so that other load disturbs both, and the fastest of each counts. That takes some
    20 ms where there are units for both. Where bfloat16 is emulated, one product takes up to half a second, so no
    further round starts after ``MAX_TIMING_SECONDS``.
    """
    numbers = torch.randn(size, size, device=device)
    pair = (numbers, numbers.bfloat16())

    def seconds(x: torch.Tensor) -> float:
        start = time.perf_counter()
        torch.mm(x, x)
        if device.type != "cpu":
            torch.accelerator.synchronize()
        return time.perf_counter() - start

    times: list[list[float]] = []
    with torch.no_grad():
        for x in pair:
            seconds(x[:WARM_UP_SIZE, :WARM_UP_SIZE])
        if device.type != "cpu":  # chooses and loads a kernel for each size
            for x in pair:
                seconds(x)
        start_time = time.perf_counter()
        while len(times) < rounds and (not times or time.perf_counter() - start_time < MAX_TIMING_SECONDS):
            times.append([seconds(x) for x in pair])
    fp32_seconds, bf16_seconds = (min(each) for each in zip(*times, strict=True))
    return fp32_seconds / bf16_seconds


_TRIM_THRESHOLD, _MMAP_MAX = -1, -4  # glibc's malloc.h
_UNLIMITED = -1


def keep_freed_memory() -> bool:
    """Let tensors reuse the pages of the last update instead of faulting in new ones. Return whether it took effect.

    By default glibc maps large tensors separately and unmaps them at once, and trims its heap as soon as its end is
    free. Each update then waits while the system clears a gigabyte, page by page. With everything in one heap,
    BERT-base's updates on short texts take a tenth less time, and peak memory is the same within a twentieth.
    Only glibc (most Linux systems) needs this. Elsewhere nothing is done.
    """
    if sys.platform != "linux":
        return False
    try:
        mallopt = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):  # another C library
        return False
    return bool(mallopt(_MMAP_MAX, 0)) and bool(mallopt(_TRIM_THRESHOLD, _UNLIMITED))


def choose_attention(
    compute: Compute, device: Device, encoder: EncoderInfo, resumed_kernels: dict[str, str]
) -> KernelDecision | None:
    """Return the attention kernels of a run on ``device``, or None for families that use transformers' own attention.

    ``resumed_kernels``: the kernels of an earlier part of the run, empty when there is none.

    Raises UserError when the requested kernel cannot be used here.
    """
    if attention_implementation(encoder.model_type) is None or not encoder.heads:
        return None
    dtype = torch.bfloat16 if device.precision == "bf16" else torch.float32
    shape = AttentionShape(device.torch, dtype, encoder.heads, encoder.hidden // encoder.heads)
    packed = compute.padding != "padded"
    return select_kernels(compute.attention, shape, packed=packed, recorded=resumed_kernels)


def attention_notices(decision: KernelDecision, *, dropout: bool) -> list[str]:
    """Return the notices of a run on its kernels."""
    return [f"Attention: {decision.describe(dropout=dropout)}.", *decision.notes]


def kernels_as_json(decision: KernelDecision | None) -> dict[str, str]:
    """Return the selected kernels by field, for a checkpoint."""
    return asdict(decision.kernels) if decision else {}
