"""Find an encoder's mask token, without which hidden words cannot be predicted."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import UserError

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

_VOCABULARIES = ("tokenizer.json", "vocab.txt", "vocab.json")
_USUAL = ("[MASK]", "<mask>")


def has_mask_token(folder: Path) -> bool:
    """Return whether the tokenizer files in ``folder`` hold a mask token.

    True where they cannot be searched as text.
    """
    files = [folder / name for name in _VOCABULARIES if (folder / name).is_file()]
    config = folder / "tokenizer_config.json"
    names: tuple[str, ...] = _USUAL
    if config.is_file():
        try:
            value = json.loads(config.read_text(encoding="utf-8")).get("mask_token")
        except (ValueError, AttributeError, RecursionError):
            value = None
        value = value.get("content") if isinstance(value, dict) else value
        names = (value,) if isinstance(value, str) else names
    return not files or any(_holds(file, names, file.stat().st_mtime_ns) for file in files)


@lru_cache(maxsize=64)
def _holds(file: Path, names: tuple[str, ...], changed: int) -> bool:
    content = file.read_bytes()
    return any(name.encode("utf-8") in content for name in names)


def mask_token_id(tokenizer: PreTrainedTokenizerFast, vocabulary: int) -> int:
    """Return the id of the mask token.

    A tokenizer configured with a mask token that its vocabulary lacks gives it an id beyond the encoder's last one.

    Raises UserError when no mask token is among the ``vocabulary`` ids of the encoder.
    """
    mask_id = tokenizer.mask_token_id
    if not isinstance(mask_id, int) or mask_id == tokenizer.unk_token_id or mask_id >= vocabulary:
        raise UserError(
            f"the vocabulary of '{tokenizer.name_or_path}' has no [MASK] token, so no word can be hidden.",
            place="encoder.source",
            remedy="Choose an encoder that was trained on masked words, or leave further pre-training out.",
        )
    return mask_id
