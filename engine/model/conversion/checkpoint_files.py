"""Lookup of the file of a foreign checkpoint, without torch, so that a missing one is reported before torch is
imported.
"""

from __future__ import annotations

import re
from pathlib import Path

from engine.errors import UserError

_TORCH = (".bin", ".pt", ".pth")
_PART = re.compile(r"(\.index|\.meta|\.data-\d{5}-of-\d{5})$")


def find_checkpoint(place: Path, origin: Path) -> tuple[Path | None, Path | None]:
    """Return (prefix of a TensorFlow checkpoint, None) or (None, PyTorch file).

    Raises UserError, with the place ``origin``, where ``place`` is neither and holds none, or several.
    """
    prefix = place.with_name(_PART.sub("", place.name))
    if prefix.with_name(f"{prefix.name}.index").is_file() and not place.is_dir():
        return prefix, None
    if place.is_file():
        return None, place
    if not place.is_dir():
        raise UserError("is neither a folder nor a checkpoint.", place=str(origin), remedy="Check the path.")
    bundles = sorted(path.with_suffix("") for path in place.glob("*.index"))
    files = sorted(path for path in place.iterdir() if path.suffix in _TORCH)
    candidates = [path for path in bundles if path.name == "bert_model.ckpt"] or bundles
    if len(candidates) == 1:
        return candidates[0], None
    if len(candidates) > 1 or len(files) > 1:
        several = ", ".join(path.name for path in (candidates or files)[:8])
        raise UserError("holds several checkpoints.", place=str(origin), remedy=f"Name one of {several}.")
    if files:
        return None, files[0]
    ready = (place / "model.safetensors").is_file()
    raise UserError(
        "is a Hugging Face folder already." if ready else "holds no checkpoint.",
        place=str(origin),
        remedy="Use it as the encoder." if ready else "There is no .index, .bin, .pt or .pth file in it.",
    )
