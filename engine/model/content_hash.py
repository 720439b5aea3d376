"""Hash of an encoder's content: equal files, in any place, are the same encoder."""

from __future__ import annotations

import hashlib
from pathlib import Path

from engine.model.encoders import locate_encoder
from engine.spec.experiment import Encoder

_ENCODER_SUFFIXES = (".json", ".txt", ".model", ".safetensors")
"""Files that determine an encoder: config, weights, tokenizer."""


def encoder_content_hash(encoder: Encoder) -> str | None:
    """Return a hash of an encoder's files, None for one of the hub that is not on this machine."""
    place = locate_encoder(encoder)
    if isinstance(place, str):
        from huggingface_hub import try_to_load_from_cache

        config = try_to_load_from_cache(place, "config.json", revision=encoder.revision or None)
        if not isinstance(config, str):
            return None
        place = Path(config).parent
    total = hashlib.sha256()
    for file in sorted(path for path in place.iterdir() if path.suffix in _ENCODER_SUFFIXES):
        with file.open("rb") as stream:
            total.update(f"{file.name} {hashlib.file_digest(stream, 'sha256').hexdigest()}\n".encode())
    return total.hexdigest()
