"""The mask token of an encoder, without which masked words cannot be predicted."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import UserError

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

_VOCABULARIES = ("tokenizer.json", "vocab.txt", "vocab.json")
_COMMON_NAMES = ("[MASK]", "<mask>")


def has_mask_token(folder: Path) -> bool:
    """Return whether the tokenizer files in ``folder`` contain a mask token.

    True for tokenizers without files that can be searched as text.
    """
    files = [folder / name for name in _VOCABULARIES if (folder / name).is_file()]
    config = folder / "tokenizer_config.json"
    names: tuple[str, ...] = _COMMON_NAMES
    if config.is_file():
        try:
            value = json.loads(config.read_text(encoding="utf-8")).get("mask_token")
        except (ValueError, AttributeError, RecursionError):
            value = None
        value = value.get("content") if isinstance(value, dict) else value
        names = (value,) if isinstance(value, str) else names
    return not files or any(_contains(file, names, file.stat().st_mtime_ns) for file in files)


@lru_cache(maxsize=64)
def _contains(file: Path, names: tuple[str, ...], modified_ns: int) -> bool:
    content = file.read_bytes()
    return any(name.encode("utf-8") in content for name in names)


def mask_token_id(tokenizer: PreTrainedTokenizerFast, vocabulary: int) -> int:
    """Return the id of the mask token.

    A tokenizer whose vocabulary lacks the configured mask token assigns it an id beyond the encoder's last one.

    Raises UserError when the mask token is not among the ``vocabulary`` ids of the encoder.
    """
    mask_id = tokenizer.mask_token_id
    if not isinstance(mask_id, int) or mask_id == tokenizer.unk_token_id or mask_id >= vocabulary:
        raise UserError(
            f"the vocabulary of '{tokenizer.name_or_path}' has no [MASK] token, so no word can be hidden.",
            place="encoder.source",
            remedy="Choose an encoder that was trained on masked words, or leave further pre-training out.",
        )
    return mask_id
