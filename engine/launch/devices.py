"""The devices of this machine, detected without torch (the window needs them and cannot wait for its import)."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Mapping, Sequence

from engine.spec.experiment import Experiment


def local_devices() -> tuple[str, ...]:
    """Return the devices for queued runs: ``("cuda:0", "cuda:1")``, ``("mps",)`` or ``("cpu",)``.

    This runs ``nvidia-smi``, which may take a second. ``CUDA_VISIBLE_DEVICES`` is respected.
    """
    gpus = _gpu_count()
    if gpus:
        return tuple(f"cuda:{number}" for number in range(gpus))
    return ("mps",) if sys.platform == "darwin" and platform.machine() == "arm64" else ("cpu",)


def _gpu_count() -> int:
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    if visible is not None and not visible.strip():
        return 0
    try:
        result = subprocess.run(
            ["nvidia-smi", "--query-gpu=index", "--format=csv,noheader"],
            capture_output=True,
            encoding="utf-8",
            timeout=20,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return 0
    count = len(result.stdout.split()) if result.returncode == 0 else 0
    return min(count, len(visible.split(","))) if visible is not None else count


def devices_of_request(request: str, devices: Sequence[str]) -> tuple[str, ...]:
    """Return the devices that ``request`` occupies. ``devices`` are those of this machine.

    ``cuda:0,1`` occupies two, ``cuda:all`` every GPU, ``cpu:4`` (four processes) the CPU, and any other request the
    device of that name.
    """
    kind, _, which = request.partition(":")
    if kind == "cuda" and which == "all":
        return tuple(device for device in devices if device.startswith("cuda:")) or (request,)
    if kind == "cuda" and which:
        return tuple(f"cuda:{number}" for number in dict.fromkeys(map(int, which.split(","))))
    return ("cpu",) if kind == "cpu" else (request,)


def join_gpu_names(devices: Sequence[str]) -> str:
    """Join the names of GPUs into one: ``("cuda:0", "cuda:1")`` into ``cuda:0,1``."""
    return f"cuda:{','.join(device.partition(':')[2] for device in devices)}"


def process_count(device: str, gpus: int | None = None) -> int:
    """Return the number of processes that train a run on ``device``.

    ``gpus`` is the number of GPUs. By default they are counted.
    """
    kind, _, which = device.partition(":")
    if kind == "cpu":
        return int(which or 1)
    if kind == "cuda" and which == "all":
        return max(1, _gpu_count() if gpus is None else gpus)
    return len(devices_of_request(device, ()))


def with_assigned_device(experiment: Experiment, device: str) -> Experiment:
    """Return the experiment on the devices assigned in its row.

    Within the process its visible GPUs are called cuda:0, cuda:1...
    """
    if not device.startswith("cuda:") or device == "cuda:all" or experiment.compute.device == "auto":
        return experiment
    visible = ",".join(str(number) for number in range(process_count(device)))
    compute = experiment.compute.model_copy(update={"device": f"cuda:{visible}"})
    return experiment.model_copy(update={"compute": compute})


def accepts_request(device: str, request: str, devices: Sequence[str]) -> bool:
    """Return whether the queue runner of ``device``, one of ``devices``, takes runs with ``request``.

    The runner of the first device takes a run on several devices. It also takes requests for devices that this machine
    does not have. A CPU run on a machine with GPUs is queued there. A run that requests a missing GPU fails with the
    reason instead of waiting for ever.
    """
    if request in ("auto", "cuda") or request == device:
        return True
    requested = devices_of_request(request, devices)
    if all(name in devices for name in requested):
        return device == requested[0]
    return request not in devices and device == (devices[0] if devices else device)


def process_environment(device: str, threads: int, base: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a training process.

    Args:
        device: the assigned device. The process sees only this GPU: ``cuda:1`` as ``cuda:0``, ``cuda:2,3`` as
            ``cuda:0`` and ``cuda:1``.
        threads: CPU threads of the run, 0 for the libraries' default.
        base: the environment to start from.
    """
    result = dict(base)
    # Libraries that fork would warn about parallel tokenisers. Output is written to a file without buffering.
    result |= {"TOKENIZERS_PARALLELISM": "true", "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
    # A Rust panic that gets no memory for its backtrace waits for ever on its own lock.
    result["RUST_BACKTRACE"] = "0"
    # By default waiting threads spin for ever. Alongside another program they wait for threads that are not
    # running, and training is ten times slower. A short spin costs nothing on an idle machine.
    result.setdefault("GOMP_SPINCOUNT", "10000")
    if threads:
        result |= {"OMP_NUM_THREADS": str(threads), "MKL_NUM_THREADS": str(threads)}
    if device.startswith("cuda"):
        # Packed batches all have different sizes. Expandable segments avoid fragmentation.
        result.setdefault("PYTORCH_ALLOC_CONF", "expandable_segments:True")
    if device.startswith("cuda:") and device != "cuda:all":
        numbers = [int(name.partition(":")[2]) for name in devices_of_request(device, ())]
        visible = [name.strip() for name in base.get("CUDA_VISIBLE_DEVICES", "").split(",") if name.strip()]
        result["CUDA_VISIBLE_DEVICES"] = ",".join(
            visible[number] if number < len(visible) else str(number) for number in numbers
        )
        # The order of nvidia-smi. CUDA's default puts the fastest GPU first.
        result.setdefault("CUDA_DEVICE_ORDER", "PCI_BUS_ID")
    return result
