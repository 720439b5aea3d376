"""What this machine has, what is missing, and what to do."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import psutil

from engine import paths

SMALL_DISK = 2 * 2**30
SHARED_GPU = 16
"""GB of a GPU that has room for two small encoders at a time."""


@dataclass(frozen=True)
class Finding:
    """One thing looked at. ``needed``: Palimpsest cannot work without it."""

    name: str
    ok: bool
    found: str
    remedy: str = ""
    needed: bool = True


def examine() -> list[Finding]:
    """Looks at Python, libraries, window, devices, folders, encoder and disk; the cache keeps what was measured."""
    return [*_python(), *_libraries(), *_window(), *_devices(), *_folders(), *_resources()]


def _python() -> Iterator[Finding]:
    version = platform.python_version()
    remedy = "" if sys.version_info >= (3, 11) else "Install Python 3.11 or newer."
    yield Finding("Python", not remedy, f"{version} on {platform.system()} {platform.machine()}", remedy)


def _libraries() -> Iterator[Finding]:
    names = [
        "torch",
        "transformers",
        "accelerate",
        "peft",
        "datasets",
        "tokenizers",
        "safetensors",
        "pydantic",
        "sqlite-utils",
    ]
    for name in [*names, "spacy", "PySide6-Essentials", "pyqtgraph"]:
        try:
            yield Finding(name, True, importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            yield Finding(
                name, False, "not installed", "Install Palimpsest again: make run, or see the README."
            )
    try:
        yield Finding("jieba", True, importlib.metadata.version("jieba"), needed=False)
    except importlib.metadata.PackageNotFoundError:
        remedy = "Only needed to mask whole Chinese words: pip install jieba"
        yield Finding("jieba", False, "not installed", remedy, needed=False)
    try:
        qt = tuple(int(part) for part in importlib.metadata.version("PySide6-Essentials").split(".")[:2])
    except importlib.metadata.PackageNotFoundError:
        return
    if qt >= (6, 12) and sys.version_info < (3, 12):
        yield Finding(
            "Qt and Python",
            False,
            "PySide6 6.12 aborts on Python before 3.12",
            "pip install 'PySide6-Essentials<6.12'",
        )


def _window() -> Iterator[Finding]:
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        yield Finding("Display", True, os.environ.get("QT_QPA_PLATFORM") or "the system's own", needed=False)
        return
    display = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
    remedy = "" if display else "The command line does everything: palimpsest run quickstart"
    yield Finding("Display", bool(display), display or "none", remedy, needed=False)


def _devices() -> Iterator[Finding]:
    cores = psutil.cpu_count(logical=False) or os.cpu_count() or 1
    memory = psutil.virtual_memory()
    yield Finding("Processor", True, f"{cores} cores, {memory.total / 2**30:.0f} GB of memory")
    try:
        import torch

        from engine.model.verdict import Shape, decide
        from engine.spec.experiment import Compute
        from engine.train.device import bf16_gain, choose
    except ImportError:
        return
    gain = bf16_gain()
    found = f"bfloat16 products run at {gain:.1f} times the speed of 32-bit ones"
    yield Finding("CPU precision", True, found, needed=False)
    if torch.cuda.is_available():
        for index in range(torch.cuda.device_count()):
            card = torch.cuda.get_device_properties(index)
            memory_gb = card.total_memory / 2**30
            shared = "; runs of small encoders may share it: palimpsest queue --slots 2"
            found = (
                f"cuda:{index}, {card.name}, {memory_gb:.0f} GB{shared if memory_gb >= SHARED_GPU else ''}"
            )
            yield Finding("GPU", True, found, needed=False)
    elif torch.backends.mps.is_available():
        yield Finding("GPU", True, "Apple GPU (mps)", needed=False)
    else:
        yield Finding("GPU", False, "none that torch can use", "Training runs on the CPU.", needed=False)
    device = choose(Compute())
    dtype = torch.bfloat16 if device.precision == "bf16" else torch.float32
    # The heads of BERT-base; a run measures with its own encoder's.
    found = decide("auto", Shape(device.torch, dtype, 12, 64)).text()
    yield Finding("Attention", True, f"{found} ({device.name}, {device.precision})", needed=False)


def _folders() -> Iterator[Finding]:
    home = paths.home()
    existing = next(folder for folder in [home, *home.parents] if folder.exists())
    writable = os.access(existing, os.W_OK)
    remedy = "" if writable else "Set PALIMPSEST_HOME to a folder you can write to."
    yield Finding("Home", writable, str(home), remedy)
    free = shutil.disk_usage(existing).free
    remedy = (
        ""
        if free > SMALL_DISK
        else f"Free some space, or set PALIMPSEST_HOME elsewhere; the cache is {paths.cache()}."
    )
    yield Finding("Disk", free > SMALL_DISK, f"{free / 2**30:.0f} GB free", remedy)


def _resources() -> Iterator[Finding]:
    models = sorted(folder.parent.name for folder in (paths.RESOURCES / "models").glob("*/config.json"))
    yield Finding(
        "Bundled encoder", bool(models), ", ".join(models) or "none", "" if models else "Install again."
    )
    samples = (paths.RESOURCES / "samples" / "catalogue.toml").is_file()
    yield Finding("Bundled data", samples, "yes" if samples else "none", "" if samples else "Install again.")
