"""Token counts of a data set for one encoder, cached for processes that load no tokenizer library.

``count_tokens`` runs in a child process (it imports transformers). The window's reader thread opens its results with
NumPy alone: lengths of all texts, and the tokenizer's core as one JSON file.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, ConfigDict

from engine import paths
from engine.cache import artefacts
from engine.cache.manifest import is_intact
from engine.data.inspection.truncation_view import TruncationSpan, truncation_spans
from engine.errors import UserError
from engine.spec.truncation import HeadTruncation, Truncation

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_NAME = re.compile(r"[0-9a-f]{16}")


class TokenCounts(BaseModel):
    """Keys of the tokens of a data set, and how many of them the encoder reads.

    Attributes:
        fingerprint: of the data set.
        encoder: the encoder whose tokens they are.
        positions: tokens that the encoder reads, special tokens included.
        specials: special tokens of each input (a text or pair).
        tokenizer: name of the tokenizer's core in the cache.
        keys: by split, the names of the tokens of its texts and, for pairs, of its second segments.
        gaps: a warning on what the encoder's vocabulary lacks of the training texts, empty if negligible.
    """

    model_config = ConfigDict(frozen=True)

    fingerprint: str
    encoder: str
    positions: int
    specials: int
    tokenizer: str
    keys: dict[str, tuple[str, ...]]
    gaps: str = ""

    @property
    def room(self) -> int:
        """Largest number of text tokens that the encoder reads."""
        return self.positions - self.specials


def tokenizer_core_file(name: str) -> Path:
    """Return the path in the cache of the core of the tokenizer called ``name`` (``TokenCounts.tokenizer``)."""
    return paths.cache_folder() / "tokenizers" / f"{name}.json"


def find_token_lengths(keys: tuple[str, ...]) -> np.ndarray | None:
    """Return the tokens of each text of a split (both segments of a pair), special tokens not counted, int64 [n].

    None where the cache does not have them.
    """
    folders = [paths.cache_folder() / "tokens" / key for key in keys if _NAME.fullmatch(key)]
    if not folders or len(folders) < len(keys) or not all(map(is_intact, folders)):
        return None
    lengths = [np.diff(np.load(folder / "offsets.npy")) for folder in folders]
    return np.asarray(sum(lengths[1:], lengths[0]), np.int64)


def load_token_lengths(keys: tuple[str, ...]) -> np.ndarray:
    """Return ``find_token_lengths``. Raises UserError when the cache no longer has them."""
    if (lengths := find_token_lengths(keys)) is None:
        raise UserError("the tokens are not in the cache any more.", remedy="Count them again.")
    return lengths


@lru_cache(maxsize=4)
def load_tokenizer_core(name: str) -> Tokenizer:
    """Return the core of a tokenizer that ``count_tokens`` cached.

    Raises UserError when the cache no longer has it.
    """
    from tokenizers import Tokenizer

    core = artefacts.read_note(tokenizer_core_file(name))
    if core is None:
        raise UserError("the tokenizer is not in the cache any more.", remedy="Count the tokens again.")
    return Tokenizer.from_str(core)


def visible_spans(
    tokenizer: str, text: str, second: str, truncation: Truncation, room: int
) -> tuple[list[TruncationSpan], list[TruncationSpan]]:
    """Return the parts of a text, or of a pair (``second`` not empty), that a model reads with room for
    ``room`` tokens.

    Pairs lose tokens from the end of the longer segment, whatever ``truncation`` says.
    """
    own = load_tokenizer_core(tokenizer)
    if not second:
        return truncation_spans(text, own, truncation, room), []
    from engine.data.pretraining.segment_pairs import truncate_longest_first

    sizes = [np.asarray([len(own.encode(part, add_special_tokens=False).ids)]) for part in (text, second)]
    retained = truncate_longest_first(sizes[0], sizes[1], room)[0]
    return truncation_spans(text, own, HeadTruncation(), int(retained[0])), truncation_spans(
        second, own, HeadTruncation(), int(retained[1])
    )
