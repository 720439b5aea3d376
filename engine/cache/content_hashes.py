"""Hashes of what results depend on: the files of an encoder, and the program itself."""

from __future__ import annotations

import functools
import hashlib
from importlib import metadata
from pathlib import Path

from engine import plugins
from engine.model.encoders import locate_encoder
from engine.spec.experiment import Encoder

_ENCODER_SUFFIXES = (".json", ".txt", ".model", ".safetensors")
"""What makes an encoder: config, weights, tokenizer."""
ENGINE = Path(__file__).resolve().parent.parent
_PACKAGES = ("palimpsest", "torch", "transformers", "tokenizers", "numpy", "peft")


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


def program_hash() -> str:
    """A hash of the program: our whole engine, the plug-ins loaded into it, versions of the packages that compute.

    A changed program trains anew. Where the code does not lie open (a zipped install), its version stands for it.
    """
    return _hash_program(ENGINE, plugins.plugin_files())


@functools.cache
def _hash_program(engine: Path, plugin_files: tuple[Path, ...]) -> str:
    """Computed once a process: the code that runs is that which was loaded."""
    total = hashlib.sha256()
    for name in _PACKAGES:
        try:
            total.update(f"{name} {metadata.version(name)}\n".encode())
        except metadata.PackageNotFoundError:
            total.update(f"{name} unknown\n".encode())
    for file in sorted(engine.rglob("*.py")):
        total.update(f"{file.relative_to(engine).as_posix()}\n".encode())
        total.update(file.read_bytes())
    for file in plugin_files:
        total.update(f"plug-in {file.name}\n".encode())
        total.update(file.read_bytes())
    return total.hexdigest()
