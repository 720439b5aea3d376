"""Properties of this computer's processor, and the number of its threads that the user allows."""

from __future__ import annotations

import os
from pathlib import Path


def processor_field(name: str) -> str:
    """Return a field of /proc/cpuinfo ("model name", "flags") for the first core, "" on other systems."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), "")


def allowed_threads() -> int:
    """Return the number of threads that ``OMP_NUM_THREADS`` allows, 0 without a valid one.

    As in OpenMP, the first number of a list counts (``4,2``), and an invalid value is ignored.
    """
    first = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0].strip()
    return int(first) if first.isascii() and first.isdigit() and len(first) < 6 else 0
