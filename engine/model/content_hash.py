"""Hash of an encoder's content. Equal files in any folder are the same encoder."""

from __future__ import annotations

import hashlib
from pathlib import Path

from engine.model.encoders import locate_encoder
from engine.spec.experiment import Encoder

_ENCODER_SUFFIXES = (".json", ".txt", ".model", ".safetensors")
"""Files that determine an encoder: config, weights, tokenizer."""


def encoder_content_hash(encoder: Encoder) -> str | None:
    """Return a hash of an encoder's files, None for a hub model that has not been downloaded."""
    location = locate_encoder(encoder)
    if isinstance(location, str):
        from huggingface_hub import try_to_load_from_cache

        config = try_to_load_from_cache(location, "config.json", revision=encoder.revision or None)
        if not isinstance(config, str):
            return None
        location = Path(config).parent
    digest = hashlib.sha256()
    for file in sorted(path for path in location.iterdir() if path.suffix in _ENCODER_SUFFIXES):
        with file.open("rb") as stream:
            digest.update(f"{file.name} {hashlib.file_digest(stream, 'sha256').hexdigest()}\n".encode())
    return digest.hexdigest()
