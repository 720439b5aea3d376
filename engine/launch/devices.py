"""The devices of this machine, found without torch (the window needs them and cannot wait for its import)."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Mapping, Sequence

from engine.spec.experiment import Experiment


def local_devices() -> tuple[str, ...]:
    """Return the devices for which runs can be queued: ``("cuda:0", "cuda:1")``, ``("mps",)`` or ``("cpu",)``.

    Runs ``nvidia-smi``, which may take a second. ``CUDA_VISIBLE_DEVICES`` is respected.
    """
    gpus = _gpu_count()
    if gpus:
        return tuple(f"cuda:{number}" for number in range(gpus))
    return ("mps",) if sys.platform == "darwin" and platform.machine() == "arm64" else ("cpu",)


def _gpu_count() -> int:
    named = os.environ.get("CUDA_VISIBLE_DEVICES")
    if named is not None and not named.strip():
        return 0
    try:
        answer = subprocess.run(
            ["nvidia-smi", "--query-gpu=index", "--format=csv,noheader"],
            capture_output=True,
            encoding="utf-8",
            timeout=20,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return 0
    count = len(answer.stdout.split()) if answer.returncode == 0 else 0
    return min(count, len(named.split(","))) if named is not None else count


def with_assigned_device(experiment: Experiment, device: str) -> Experiment:
    """Return the experiment on the device assigned in its row. The only GPU that this process sees is its cuda:0."""
    if not (device.startswith("cuda:") and experiment.compute.device.startswith("cuda:")):
        return experiment
    compute = experiment.compute.model_copy(update={"device": "cuda:0"})
    return experiment.model_copy(update={"compute": compute})


def may_take(device: str, request: str, devices: Sequence[str]) -> bool:
    """Return whether the queue runner of ``device``, one of ``devices``, may take a run whose request is ``request``.

    A request for no device of this machine goes to the first runner: a CPU run on a machine with GPUs is queued there,
    and a run that requests a missing GPU is started and fails with the reason, instead of waiting for ever.
    """
    if request in ("auto", "cuda") or request == device:
        return True
    return request not in devices and device == (devices[0] if devices else device)


def process_environment(device: str, threads: int, base: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a training process.

    Args:
        device: the assigned device. ``cuda:1`` makes that GPU the only one it sees, under the name ``cuda:0``.
        threads: CPU threads of the run, 0 for the libraries' own choice.
        base: the environment to start from.
    """
    result = dict(base)
    # Tokenising forks nothing here, but a library that does would warn; output goes to a file, as it is written.
    result |= {"TOKENIZERS_PARALLELISM": "true", "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
    # A panic of Rust that wants memory to tell where it happened, and gets none, waits for ever on its own lock.
    result["RUST_BACKTRACE"] = "0"
    # Threads that wait for each other spin for ever by default; beside another program each then waits for one that
    # is not running, and training is ten times slower. A short spin costs an idle machine nothing.
    result.setdefault("GOMP_SPINCOUNT", "10000")
    if threads:
        result |= {"OMP_NUM_THREADS": str(threads), "MKL_NUM_THREADS": str(threads)}
    if device.startswith("cuda"):
        # Packed batches are all of different sizes: segments that grow leave no gaps of the wrong size behind.
        result.setdefault("PYTORCH_ALLOC_CONF", "expandable_segments:True")
    if device.startswith("cuda:"):
        number = int(device.partition(":")[2])
        visible = [name.strip() for name in base.get("CUDA_VISIBLE_DEVICES", "").split(",") if name.strip()]
        result["CUDA_VISIBLE_DEVICES"] = visible[number] if number < len(visible) else str(number)
        # The order of nvidia-smi; CUDA's own default puts the fastest GPU first.
        result.setdefault("CUDA_DEVICE_ORDER", "PCI_BUS_ID")
    return result
