"""Examine this machine: hardware, missing parts and their remedies."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec

import psutil

from engine import paths
from engine.errors import UserError
from engine.installation import ENGINE_PACKAGES, INSTALL_ENGINE, load_window_function

MIN_FREE_BYTES = 2 * 2**30
SHARED_GPU_GB = 16
"""Memory in GB of a GPU that has room for two small encoders at a time."""


@dataclass(frozen=True)
class MachineFinding:
    """Result of one check of the machine.

    ``required``: Palimpsest does not work without this part.
    """

    name: str
    ok: bool
    value: str
    remedy: str = ""
    required: bool = True


def examine_machine() -> list[MachineFinding]:
    """Check Python, libraries, window, devices, folders, encoder and disk. Measured values are cached."""
    return [*_python(), *_libraries(), *_window(), *_devices(), *_folders(), *_resources()]


def _python() -> Iterator[MachineFinding]:
    version = platform.python_version()
    remedy = "" if sys.version_info >= (3, 11) else "Install Python 3.11 or newer."
    yield MachineFinding(
        "Python", not remedy, f"{version} on {platform.system()} {platform.machine()}", remedy
    )


def _libraries() -> Iterator[MachineFinding]:
    if find_spec("torch") is None:
        remedy = f"Runs can be looked at and compared; to train here: {INSTALL_ENGINE}"
        yield MachineFinding("Engine", False, "not installed", remedy, required=False)
        engine: list[str] = []
    else:
        engine = [*ENGINE_PACKAGES.values()]
    for name in [*engine, "pydantic", "sqlite-utils", "PySide6-Essentials", "pyqtgraph"]:
        try:
            yield MachineFinding(name, True, importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            yield MachineFinding(
                name, False, "not installed", "Install Palimpsest again: make run, or see the README."
            )
    try:
        yield MachineFinding("jieba", True, importlib.metadata.version("jieba"), required=False)
    except importlib.metadata.PackageNotFoundError:
        remedy = "Only needed to mask whole Chinese words: pip install jieba"
        yield MachineFinding("jieba", False, "not installed", remedy, required=False)
    try:
        qt = tuple(int(part) for part in importlib.metadata.version("PySide6-Essentials").split(".")[:2])
    except importlib.metadata.PackageNotFoundError:
        return
    if qt >= (6, 12) and sys.version_info < (3, 12):
        yield MachineFinding(
            "Qt and Python",
            False,
            "PySide6 6.12 aborts on Python before 3.12",
            "pip install 'PySide6-Essentials<6.12'",
        )


def _window() -> Iterator[MachineFinding]:
    """Start Qt's platform plug-in. This is the only way to detect a missing system library."""
    display = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
    if sys.platform == "linux" and not display and not os.environ.get("QT_QPA_PLATFORM"):
        remedy = "The command line does everything: palimpsest run quickstart"
        yield MachineFinding("Display", False, "none", remedy, required=False)
        return
    try:
        result = load_window_function("screen")()
        name, problem = result if isinstance(result, tuple) else ("", "Qt's platform is not known.")
    except UserError as error:
        name, problem = "", str(error)
    yield MachineFinding("Display", not problem, name or "Qt cannot start", problem, required=False)


def _devices() -> Iterator[MachineFinding]:
    cores = psutil.cpu_count(logical=False) or os.cpu_count() or 1
    memory = psutil.virtual_memory()
    yield MachineFinding("Processor", True, f"{cores} cores, {memory.total / 2**30:.0f} GB of memory")
    try:
        import torch

        from engine.compute.device import choose_device, time_bf16_products
        from engine.kernels.kernel_selection import AttentionShape, select_kernels
        from engine.spec.experiment import Compute
    except ImportError:
        return
    gain = time_bf16_products()
    value = f"bfloat16 products run at {gain:.1f} times the speed of 32-bit ones"
    yield MachineFinding("CPU precision", True, value, required=False)
    if torch.cuda.is_available():
        for index in range(torch.cuda.device_count()):
            card = torch.cuda.get_device_properties(index)
            memory_gb = card.total_memory / 2**30
            shared = "; runs of small encoders may share it: palimpsest queue --slots 2"
            value = (
                f"cuda:{index}, {card.name}, {memory_gb:.0f} GB{shared if memory_gb >= SHARED_GPU_GB else ''}"
            )
            yield MachineFinding("GPU", True, value, required=False)
    elif torch.backends.mps.is_available():
        yield MachineFinding("GPU", True, "Apple GPU (mps)", required=False)
    else:
        yield MachineFinding(
            "GPU", False, "none that torch can use", "Training runs on the CPU.", required=False
        )
    device = choose_device(Compute())
    dtype = torch.bfloat16 if device.precision == "bf16" else torch.float32
    # With the heads of BERT-base. A run measures with the heads of its own encoder.
    value = select_kernels("auto", AttentionShape(device.torch, dtype, 12, 64)).describe()
    yield MachineFinding("Attention", True, f"{value} ({device.name}, {device.precision})", required=False)


def _folders() -> Iterator[MachineFinding]:
    home = paths.home()
    existing = next(folder for folder in [home, *home.parents] if folder.exists())
    writable = os.access(existing, os.W_OK)
    remedy = "" if writable else "Set PALIMPSEST_HOME to a folder you can write to."
    yield MachineFinding("Home", writable, str(home), remedy)
    free = shutil.disk_usage(existing).free
    remedy = (
        ""
        if free > MIN_FREE_BYTES
        else f"Free some space, or set PALIMPSEST_HOME elsewhere; the cache is {paths.cache_folder()}."
    )
    yield MachineFinding("Disk", free > MIN_FREE_BYTES, f"{free / 2**30:.0f} GB free", remedy)


def _resources() -> Iterator[MachineFinding]:
    models = sorted(folder.parent.name for folder in (paths.RESOURCES / "models").glob("*/config.json"))
    yield MachineFinding(
        "Bundled encoder", bool(models), ", ".join(models) or "none", "" if models else "Install again."
    )
    samples = (paths.RESOURCES / "samples" / "catalogue.toml").is_file()
    yield MachineFinding(
        "Bundled data", samples, "yes" if samples else "none", "" if samples else "Install again."
    )
