"""Digests of the weights that a stage leaves: equal digests are equal weights, bit for bit."""

from __future__ import annotations

import hashlib
from pathlib import Path


def weights_digest(folder: Path) -> str:
    """Return 32 hex digits for the weights in a stage's folder, or "" where it holds none.

    The relative path and the content of every safetensors file count, without kept steps and averages.
    """
    files = [
        file
        for file in sorted(folder.rglob("*.safetensors"))
        if not file.relative_to(folder).parts[0].startswith(("steps", "average-", "."))
    ]
    if not files:
        return ""
    total = hashlib.sha256()
    for file in files:
        with file.open("rb") as opened:
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
        total.update(f"{file.relative_to(folder).as_posix()} {digest}\n".encode())
    return total.hexdigest()[:32]
