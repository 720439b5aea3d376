"""Digests of the weights of a stage. Equal digests mean equal weights, bit for bit."""

from __future__ import annotations

import hashlib
from pathlib import Path


def weights_digest(folder: Path) -> str:
    """Return 32 hex digits for the weights in a stage's folder, "" without weights.

    The relative path and content of every safetensors file count, except kept steps and averages.
    """
    files = [
        file
        for file in sorted(folder.rglob("*.safetensors"))
        if not file.relative_to(folder).parts[0].startswith(("steps", "average-", "."))
    ]
    if not files:
        return ""
    digest_of_all = hashlib.sha256()
    for file in files:
        with file.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        digest_of_all.update(f"{file.relative_to(folder).as_posix()} {digest}\n".encode())
    return digest_of_all.hexdigest()[:32]
