"""Properties of this computer's processor on Linux."""

from __future__ import annotations

from pathlib import Path


def processor_field(name: str) -> str:
    """Return a field of /proc/cpuinfo ("model name", "flags") for the first core, "" on other systems."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), "")
