"""Which attention kernel is the fastest on this device, by a measurement of a fraction of a second, remembered.

Three situations have a verdict each: learning with attention dropout, learning without, and measuring (no gradients).
In each the kernels take turns on the same packed texts, backward pass included where one is; the fastest round counts.
A kernel is measured only after it has given the right values, so that one which is broken on some device is not chosen.

Verdicts lie in the cache under ``kernels``, keyed by device, versions, threads, precision and shape of the heads.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from engine import paths
from engine.errors import UserError
from engine.kernels.attention_registry import (
    KERNELS,
    SDPA,
    AttentionKernel,
    AttentionProblem,
    KernelSelection,
)
from engine.kernels.packing import Packing, pack_texts

TIMINGS_VERSION = 1
"""Raised when our own kernels become faster or slower: older verdicts are measured anew."""
SAMPLE_LENGTHS = np.array([224, 128, 61, 61, 48, 33, 32, 16, 16, 15, 14, 12, 11, 9])
"""Tokens of the texts that are measured on a CPU; a GPU gets many times as many."""
ROUNDS = 3
DROPOUT = 0.1
DROPOUT_TOLERANCE = 0.05
"""Half of what a kernel would be off that forgets dropout's factor."""
SITUATIONS = ("dropout", "learning", "measuring")
"""The fields of ``KernelSelection``."""
MIN_SPEEDUP = 1.05
"""How much faster another kernel must be than the first of the list: two that are alike stay in order."""


@dataclass(frozen=True)
class KernelDecision:
    """What computes attention, and what to tell of it.

    ``seconds`` were measured by situation and kernel; empty when nothing had to be measured. ``resumed``: an earlier
    part of the run went with the same.
    """

    kernels: KernelSelection
    seconds: dict[str, dict[str, float]]
    notes: tuple[str, ...] = ()
    resumed: bool = False

    def describe(self, *, dropout: bool = True) -> str:
        """For people: which kernel learns, with or without ``dropout``, and which one measures when that is another."""
        learns = "dropout" if dropout else "learning"
        name, measuring = getattr(self.kernels, learns), self.kernels.measuring
        text = KERNELS[name].title + self._gain(learns)
        if measuring != name:
            text += f"; in evaluation {KERNELS[measuring].title}" + self._gain("measuring")
        return f"{text}, as the run began" if self.resumed else text

    def _gain(self, situation: str) -> str:
        seconds, chosen = self.seconds.get(situation, {}), getattr(self.kernels, situation)
        others = {name: value for name, value in seconds.items() if name != chosen}
        if chosen not in seconds or not others:
            return ""
        other = min(others, key=lambda name: others[name])
        return f", {others[other] / seconds[chosen]:.1f} times as fast as {KERNELS[other].title} here"


@dataclass(frozen=True)
class AttentionShape:
    """What a verdict holds for: the device, the precision of the products, heads and their size."""

    device: torch.device
    dtype: torch.dtype
    heads: int
    head_size: int

    def problem(self, *, dropout: bool, packed: bool = True) -> AttentionProblem:
        return AttentionProblem(self.device.type, self.dtype, self.head_size, packed, dropout)

    def cache_key(self) -> dict[str, Any]:
        return {
            "device": _device_name(self.device),
            "torch": torch.__version__,
            "threads": torch.get_num_threads() if self.device.type == "cpu" else 0,
            "precision": str(self.dtype).removeprefix("torch."),
            "heads": f"{self.heads}x{self.head_size}",
            "edition": TIMINGS_VERSION,
        }


def select_kernels(
    requested: str,
    attention_shape: AttentionShape,
    *,
    packed: bool = True,
    recorded: dict[str, str] | None = None,
) -> KernelDecision:
    """The kernels of a run.

    Args:
        requested: ``auto`` or a kernel's name (``compute.attention``).
        attention_shape: of the run's attention.
        packed: whether its batches are.
        recorded: the kernels an earlier part of the run went with; they win.

    Raises UserError when the kernel asked for cannot be used here at all.
    """
    if recorded and set(recorded) == set(SITUATIONS) and set(recorded.values()) <= KERNELS.keys():
        return KernelDecision(KernelSelection(**recorded), {}, resumed=True)
    if requested != "auto":
        return _requested_kernel(KERNELS[requested], attention_shape, packed)
    seconds = measure_kernels(attention_shape)
    chosen = {}
    for situation in SITUATIONS:
        able = {
            name: value
            for name, value in seconds[situation].items()
            if KERNELS[name].unsupported_reason(
                attention_shape.problem(dropout=situation == "dropout", packed=packed)
            )
            is None
        }
        first = next((name for name in KERNELS if name in able), SDPA.name)
        best = min(able, key=lambda name: able[name], default=first)
        chosen[situation] = best if able and able[best] * MIN_SPEEDUP < able[first] else first
    return KernelDecision(KernelSelection(**chosen), seconds)


def _requested_kernel(kernel: AttentionKernel, shape: AttentionShape, packed: bool) -> KernelDecision:
    reason = kernel.unsupported_reason(shape.problem(dropout=False, packed=packed)) or kernel.missing_reason(
        shape.device
    )
    if reason is not None:
        raise UserError(
            f"{kernel.title} cannot compute attention here: {reason}.",
            place="compute.attention",
            remedy="Set it to auto.",
        )
    if kernel.unsupported_reason(shape.problem(dropout=True, packed=packed)) is None and _is_correct(
        kernel, shape, DROPOUT
    ):
        return KernelDecision(KernelSelection(*[kernel.name] * 3), {})
    other = KernelSelection().select(shape.problem(dropout=True, packed=packed))
    note = f"{kernel.title} has no dropout here; with dropout {other.title} computes attention."
    return KernelDecision(
        KernelSelection(other.name, kernel.name, kernel.name), {}, (note[0].upper() + note[1:],)
    )


def measure_kernels(shape: AttentionShape) -> dict[str, dict[str, float]]:
    """Seconds by situation and kernel, from the cache or measured now; a kernel that cannot do it is not there."""
    key = shape.cache_key()
    file = (
        paths.cache_folder() / "kernels" / f"{hashlib.sha256(json.dumps(key).encode()).hexdigest()[:16]}.json"
    )
    found = _read(file, key)
    if found is None:
        found = {situation: _time_kernels(shape, situation) for situation in SITUATIONS}
        _write(file, {"key": key, "seconds": found})
    return found


def _read_content(file: Path) -> dict[str, Any] | None:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        seconds = content["seconds"]
        sound = all(
            name in KERNELS and isinstance(value, float) and value > 0
            for situation in SITUATIONS
            for name, value in seconds[situation].items()
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return content if sound and isinstance(content["key"], dict) else None


def _read(file: Path, key: dict[str, Any]) -> dict[str, dict[str, float]] | None:
    content = _read_content(file)
    if content is None or content["key"] != key:
        return None
    seconds: dict[str, dict[str, float]] = content["seconds"]
    return seconds


def _write(file: Path, content: dict[str, Any]) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(f".{os.getpid()}.tmp")
        draft.write_text(json.dumps(content, indent=1), encoding="utf-8")
        os.replace(draft, file)
    except OSError:  # a full or read-only disk costs a measurement, not the run
        return


def _time_kernels(shape: AttentionShape, situation: str) -> dict[str, float]:
    dropout = DROPOUT if situation == "dropout" else 0.0
    problem = shape.problem(dropout=dropout > 0)
    runners: dict[str, Callable[[], None]] = {}
    for kernel in KERNELS.values():
        if (
            kernel.unsupported_reason(problem)
            or kernel.missing_reason(shape.device)
            or not _is_correct(kernel, shape, dropout)
        ):
            continue
        runners[kernel.name] = _runner(kernel, shape, dropout, learning=situation != "measuring")
    times = {name: float("inf") for name in runners}
    for run in runners.values():
        run()
    for _ in range(ROUNDS):
        for name, run in runners.items():
            _synchronize(shape.device)
            start = time.perf_counter()
            run()
            _synchronize(shape.device)
            times[name] = min(times[name], time.perf_counter() - start)
    return times


def _runner(
    kernel: AttentionKernel, shape: AttentionShape, dropout: float, *, learning: bool
) -> Callable[[], None]:
    inputs, packing = _sample_inputs(shape)
    given = inputs[2].detach().clone()

    def run() -> None:
        with torch.set_grad_enabled(learning), torch.random.fork_rng(_devices(shape.device)):
            q, k, v = (x.detach().requires_grad_(learning) for x in inputs)
            mixed = kernel.packed(q, k, v, packing, None, dropout, shape.head_size**-0.5)
            if learning:
                (mixed * given).sum().backward()  # a gradient handed in would load half of torch

    return run


def _is_correct(kernel: AttentionKernel, shape: AttentionShape, dropout: float) -> bool:
    """Whether ``kernel`` gives what plain torch gives, with dropout on average, and gradients as well."""
    inputs, packing = _sample_inputs(shape)
    given = inputs[2].detach().flip(0)

    def found(by: AttentionKernel, probability: float) -> list[torch.Tensor]:
        q, k, v = inputs
        mixed = by.packed(q, k, v, packing, None, probability, shape.head_size**-0.5)
        return [x.detach().float() for x in (mixed, *torch.autograd.grad((mixed * given).sum(), inputs))]

    try:
        with torch.enable_grad(), torch.random.fork_rng(_devices(shape.device)):
            torch.manual_seed(0)
            ours, wanted = found(kernel, dropout), found(SDPA, 0.0)
    except (RuntimeError, ValueError, TypeError, AttributeError):
        return False
    pairs = list(zip(ours, wanted, strict=True))
    if dropout:
        # What is dropped and made up for cancels over all tokens, so the part along the right values is one.
        return all(abs(float((a * b).sum() / b.square().sum()) - 1) < DROPOUT_TOLERANCE for a, b in pairs)
    few = 0.03 if shape.dtype in (torch.bfloat16, torch.float16) else 1e-3
    return all(float((a - b).norm()) <= few * float(b.norm()) for a, b in pairs)


def _sample_inputs(shape: AttentionShape) -> tuple[list[torch.Tensor], Packing]:
    lengths = np.tile(SAMPLE_LENGTHS, 1 if shape.device.type == "cpu" else 32)
    draw = torch.Generator().manual_seed(0)
    size = (int(lengths.sum()), shape.heads, shape.head_size)
    inputs = [torch.randn(size, generator=draw).to(shape.device, shape.dtype) for _ in range(3)]
    inputs = [x.requires_grad_() for x in inputs]
    return inputs, pack_texts(lengths, shape.device)


def _devices(device: torch.device) -> list[torch.device]:
    return [device] if device.type == "cuda" else []


def _synchronize(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    elif device.type == "mps":
        torch.mps.synchronize()


def _device_name(device: torch.device) -> str:
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return device.type if device.type != "cpu" else " ".join(_processor())


def _processor() -> Iterator[str]:
    import platform

    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        yield next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        yield platform.processor() or platform.machine()
    yield torch.backends.cpu.get_cpu_capability()
