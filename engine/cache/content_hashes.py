"""Hashes of what results depend on: the files of an encoder, and the program itself."""

from __future__ import annotations

import functools
import hashlib
from importlib import metadata
from pathlib import Path

from engine.model.encoders import locate_encoder
from engine.spec.experiment import Encoder

_ENCODER_SUFFIXES = (".json", ".txt", ".model", ".safetensors")
"""What makes an encoder: config, weights, tokenizer."""
_PACKAGES = ("palimpsest", "torch", "transformers", "tokenizers", "numpy", "peft")
_PACKAGE_FOLDERS = (
    "cache",
    "data",
    "kernels",
    "mitigation",
    "model",
    "optim",
    "probes",
    "spec",
    "stages",
    "train",
)


def encoder_content_hash(encoder: Encoder) -> str | None:
    """A hash of an encoder's files; None for one of the hub that is not on this machine."""
    place = locate_encoder(encoder)
    if isinstance(place, str):
        from huggingface_hub import try_to_load_from_cache

        config = try_to_load_from_cache(place, "config.json", revision=encoder.revision or None)
        if not isinstance(config, str):
            return None
        place = Path(config).parent
    total = hashlib.sha256()
    for file in sorted(path for path in place.iterdir() if path.suffix in _ENCODER_SUFFIXES):
        with file.open("rb") as opened:
            total.update(f"{file.name} {hashlib.file_digest(opened, 'sha256').hexdigest()}\n".encode())
    return total.hexdigest()


@functools.cache
def program_hash() -> str:
    """A hash of the packages' versions and, where it lies open, of our own code: a changed program trains anew."""
    total = hashlib.sha256()
    for name in _PACKAGES:
        try:
            total.update(f"{name} {metadata.version(name)}\n".encode())
        except metadata.PackageNotFoundError:
            total.update(f"{name} unknown\n".encode())
    root = Path(__file__).resolve().parent.parent
    for room in _PACKAGE_FOLDERS:
        for file in sorted((root / room).rglob("*.py")):
            total.update(file.relative_to(root).as_posix().encode())
            total.update(file.read_bytes())
    return total.hexdigest()
