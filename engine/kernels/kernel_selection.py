"""Select the attention kernel: in a fixed order, the first that is supported and correct on this machine.

The order is that of ``KERNELS``: plain matrix products on a CPU, torch's variable-length kernel on an NVIDIA GPU, and
torch's fused kernel (SDPA) where neither works. Timings do not decide: kernels differ in their dropout masks, so
results would depend on the load of the machine. A kernel is selected only after it has reproduced the values and
gradients of SDPA, so a kernel that is broken on some device is skipped. The check takes a tenth of a second, once per
machine, and is cached under ``kernels``. If it runs out of memory, the run ends with that reason, because another
kernel would give other results.
"""

from __future__ import annotations

import functools
import platform
from dataclasses import dataclass

import numpy as np
import torch

from engine import paths
from engine.cache import artefacts
from engine.errors import UserError, is_out_of_memory
from engine.json_types import JsonObject
from engine.kernels.attention_registry import (
    KERNELS,
    SDPA,
    AttentionKernel,
    AttentionProblem,
    KernelSelection,
)
from engine.kernels.packing import Packing, pack_texts
from engine.processor import processor_field

CHECKS_VERSION = 3
"""Version of our kernels and of the check. A change invalidates cached checks."""
SAMPLE_LENGTHS = np.array([224, 128, 61, 61, 48, 33, 32, 16, 16, 15, 14, 12, 11, 9])
"""Tokens of the texts on which a kernel is checked."""
DROPOUT = 0.1
DROPOUT_TOLERANCE = 0.05
"""Half the error of a kernel that omits the scaling of dropout."""
SELECTION_FIELDS = ("dropout", "learning", "measuring")
"""The fields of ``KernelSelection``."""


@dataclass(frozen=True)
class KernelDecision:
    """The selected kernels, with notes for the user.

    ``is_resumed``: an earlier part of the run used the same kernels.
    """

    kernels: KernelSelection
    notes: tuple[str, ...] = ()
    is_resumed: bool = False

    def describe(self, *, dropout: bool = True) -> str:
        """Name the training kernel, with or without ``dropout``, and the evaluation kernel where it differs."""
        name = self.kernels.dropout if dropout else self.kernels.learning
        text = KERNELS[name].title
        if self.kernels.measuring != name:
            text += f"; in evaluation {KERNELS[self.kernels.measuring].title}"
        return f"{text}, as the run began" if self.is_resumed else text


@dataclass(frozen=True)
class AttentionShape:
    """The properties of a run's attention: device, precision of the products, number of heads and their size."""

    device: torch.device
    dtype: torch.dtype
    heads: int
    head_size: int

    def problem(self, *, dropout: bool, packed: bool = True) -> AttentionProblem:
        """Return the problem that a kernel must support, with ``dropout`` or without."""
        return AttentionProblem(self.device.type, self.dtype, self.head_size, packed, dropout)

    def cache_key(self) -> JsonObject:
        """Return everything that may change the values of a kernel."""
        return {
            "device": device_name(self.device),
            "torch": torch.__version__,
            "precision": str(self.dtype).removeprefix("torch."),
            "heads": f"{self.heads}x{self.head_size}",
            "edition": CHECKS_VERSION,
        }


def select_kernels(
    requested: str,
    attention_shape: AttentionShape,
    *,
    packed: bool = True,
    recorded: dict[str, str] | None = None,
) -> KernelDecision:
    """Return the kernels of a run.

    Args:
        requested: ``auto`` or a kernel's name (``compute.attention``).
        attention_shape: the shape of the run's attention.
        packed: whether its batches are packed.
        recorded: the kernels of an earlier part of the run, which take precedence.

    Raises UserError when the requested kernel cannot be used on this machine.
    """
    if recorded and set(recorded) == set(SELECTION_FIELDS) and set(recorded.values()) <= KERNELS.keys():
        return KernelDecision(KernelSelection(**recorded), is_resumed=True)
    if requested != "auto":
        return _requested_kernel(KERNELS[requested], attention_shape, packed)
    with_dropout, without_dropout = (
        _first_correct_kernel(attention_shape, packed=packed, dropout=dropout) for dropout in (DROPOUT, 0.0)
    )
    return KernelDecision(KernelSelection(with_dropout, without_dropout, without_dropout))


def _first_correct_kernel(shape: AttentionShape, *, packed: bool, dropout: float) -> str:
    problem = shape.problem(dropout=dropout > 0, packed=packed)
    for kernel in KERNELS.values():
        if kernel is SDPA or (
            kernel.unsupported_reason(problem) is None
            and kernel.missing_reason(shape.device) is None
            and is_correct_here(kernel, shape, dropout)
        ):
            return kernel.name
    return SDPA.name


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
    if kernel.unsupported_reason(shape.problem(dropout=True, packed=packed)) is None and is_correct_here(
        kernel, shape, DROPOUT
    ):
        return KernelDecision(KernelSelection(*[kernel.name] * 3))
    dropout_kernel = KernelSelection().select(shape.problem(dropout=True, packed=packed))
    note = f"{kernel.title} has no dropout here; with dropout {dropout_kernel.title} computes attention."
    return KernelDecision(
        KernelSelection(dropout_kernel.name, kernel.name, kernel.name), (note[0].upper() + note[1:],)
    )


def is_correct_here(kernel: AttentionKernel, shape: AttentionShape, dropout: float) -> bool:
    """Return ``_is_correct``, computed once per machine and cached."""
    cache_key = artefacts.key(shape.cache_key(), kernel.name, dropout)
    file = paths.cache_folder() / "kernels" / f"{cache_key}.json"
    if record := artefacts.read_note(file):
        return bool(record["correct"])
    correct = _is_correct(kernel, shape, dropout)
    artefacts.write_note(file, {"key": shape.cache_key(), "kernel": kernel.name, "correct": correct})
    return correct


def _is_correct(kernel: AttentionKernel, shape: AttentionShape, dropout: float) -> bool:
    """Return whether ``kernel`` gives the values and gradients of SDPA, with dropout on average."""
    inputs, packing = _sample_inputs(shape)
    output_gradient = inputs[2].detach().flip(0)

    def compute(kernel_used: AttentionKernel, probability: float) -> list[torch.Tensor]:
        q, k, v = inputs
        mixed = kernel_used.packed(q, k, v, packing, None, probability, shape.head_size**-0.5)
        return [
            x.detach().float() for x in (mixed, *torch.autograd.grad((mixed * output_gradient).sum(), inputs))
        ]

    try:
        with (
            torch.enable_grad(),
            torch.random.fork_rng([shape.device] if shape.device.type == "cuda" else []),
        ):
            torch.manual_seed(0)
            results, reference = compute(kernel, dropout), compute(SDPA, 0.0)
    except (RuntimeError, ValueError, TypeError, AttributeError) as error:
        if is_out_of_memory(error):  # not evidence against the kernel, and the result would be cached
            raise
        return False
    pairs = list(zip(results, reference, strict=True))
    if dropout:
        # Dropping and rescaling cancel out over all tokens, so the projection onto the correct values is one.
        return all(abs(float((a * b).sum() / b.square().sum()) - 1) < DROPOUT_TOLERANCE for a, b in pairs)
    tolerance = 0.03 if shape.dtype in (torch.bfloat16, torch.float16) else 1e-3
    return all(float((a - b).norm()) <= tolerance * float(b.norm()) for a, b in pairs)


def _sample_inputs(shape: AttentionShape) -> tuple[list[torch.Tensor], Packing]:
    lengths = SAMPLE_LENGTHS
    generator = torch.Generator().manual_seed(0)
    size = (int(lengths.sum()), shape.heads, shape.head_size)
    inputs = [torch.randn(size, generator=generator).to(shape.device, shape.dtype) for _ in range(3)]
    inputs = [x.requires_grad_() for x in inputs]
    return inputs, pack_texts(lengths, shape.device)


@functools.cache
def device_name(device: torch.device) -> str:
    """Return the model name of the processor or GPU. For a processor add the capability that torch detects."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    if device.type != "cpu":
        return device.type
    name = processor_field("model name") or platform.processor() or platform.machine()
    return f"{name} {torch.backends.cpu.get_cpu_capability()}"
