"""The computation record: everything apart from specification, seeds and data that determines the bits of a run.

Sums of floating-point numbers depend on their order, and that depends on the processor, the number of threads, the
kernels and the precision. The record is stored with each stage, so that ``palimpsest rerun`` can report differences.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

import torch

from engine.cache.program_hash import program_hash
from engine.compute.device import Device
from engine.compute.process_group import ProcessGroup
from engine.json_types import JsonObject
from engine.kernels.kernel_selection import device_name
from engine.spec.experiment import Compute

LIBRARY_SETTINGS = (
    "ATEN_CPU_CAPABILITY", "CUBLAS_WORKSPACE_CONFIG", "DNNL_MAX_CPU_ISA", "MKL_CBWR", "MKL_ENABLE_INSTRUCTIONS",
    "NVIDIA_TF32_OVERRIDE", "ONEDNN_MAX_CPU_ISA", "OPENBLAS_CORETYPE",
)  # fmt: skip
"""Environment variables that make libraries choose other instructions."""


def computation_record(
    compute: Compute, device: Device, process_group: ProcessGroup, kernels: Mapping[str, str]
) -> JsonObject:
    """Return everything that determines the bits of a stage trained by this process, as JSON.

    Args:
        compute: the run's compute settings.
        device: the device, with its precision.
        process_group: the processes that train the stage.
        kernels: the attention kernels by field of ``KernelSelection``. Empty: those of transformers.
    """
    record: JsonObject = {
        "device": device.torch.type,
        "processor": device_name(device.torch),
        "precision": device.precision,
        "products": torch.get_float32_matmul_precision(),
        "threads": torch.get_num_threads(),
        "processes": process_group.world_size,
        "attention": dict(kernels) or "transformers",
        "padding": compute.padding,
        "micro_batches": compute.micro_batches,
        "micro_tokens": compute.micro_tokens,
        "program": program_hash()[:16],
    }
    if device.torch.type == "cuda":
        record |= {"cuda": torch.version.cuda or "", "cudnn": torch.backends.cudnn.version() or 0}
    return record | {name: os.environ[name] for name in LIBRARY_SETTINGS if name in os.environ}
