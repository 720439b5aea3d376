"""Token counts of a data set for one encoder, cached for processes without the transformers library.

``count_tokens`` runs in a child process, because it imports transformers. The window's reader thread loads its results
with NumPy: lengths of all texts, and the core of the tokenizer as a JSON file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, ConfigDict

from engine import paths
from engine.cache import artefacts
from engine.cache.manifest import is_intact
from engine.errors import UserError
from engine.spec.truncation import HeadTruncation, Truncation

if TYPE_CHECKING:
    from tokenizers import Tokenizer


@dataclass(frozen=True)
class TruncationSpan:
    """Characters ``start`` to ``stop`` of a text, with ``tokens`` tokens that are all kept or all truncated."""

    start: int
    stop: int
    tokens: int
    kept: bool


def truncation_spans(
    text: str, tokenizer: Tokenizer, truncation: Truncation, room: int
) -> list[TruncationSpan]:
    """Return consecutive spans that cover the text, for truncation to ``room`` tokens.

    Args:
        tokenizer: core of a fast tokenizer without truncation and padding
            (``engine.data.special_tokens.tokenizer_core``).
    """
    offsets = tokenizer.encode(text, add_special_tokens=False).offsets
    result: list[TruncationSpan] = []
    ends = [0]
    ranges: list[tuple[int, int, bool]] = []
    for start, stop in truncation.kept_ranges(len(offsets), room):
        if start > ends[-1]:
            ranges.append((ends[-1], start, False))
        ranges.append((start, stop, True))
        ends.append(stop)
    if ends[-1] < len(offsets):
        ranges.append((ends[-1], len(offsets), False))
    for number, (start, stop, is_kept) in enumerate(ranges):
        first = 0 if number == 0 else offsets[start][0]
        last = len(text) if number == len(ranges) - 1 else offsets[stop][0]
        result.append(TruncationSpan(first, last, stop - start, is_kept))
    return result


_NAME = re.compile(r"[0-9a-f]{16}")


class TokenCounts(BaseModel):
    """Cache keys of the tokens of a data set, and the limits of the encoder.

    Attributes:
        fingerprint: fingerprint of the data set.
        encoder: the encoder of the tokenizer.
        positions: maximum length of the encoder, special tokens included.
        specials: number of special tokens of each input (a text or pair).
        tokenizer: name of the tokenizer's core in the cache.
        keys: by split, the cache keys of the tokens of its texts and, for pairs, of its second segments.
        gaps: warning on gaps of the vocabulary for the training texts, empty if negligible.
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
        """Maximum number of text tokens of an input."""
        return self.positions - self.specials


def tokenizer_core_file(name: str) -> Path:
    """Return the cache file of the tokenizer core ``name`` (``TokenCounts.tokenizer``)."""
    return paths.cache_folder() / "tokenizers" / f"{name}.json"


def find_token_lengths(keys: tuple[str, ...]) -> np.ndarray | None:
    """Return the number of tokens of each text of a split (or pair), without special tokens, int64 [n].

    None if they are not in the cache.
    """
    folders = [paths.cache_folder() / "tokens" / key for key in keys if _NAME.fullmatch(key)]
    if not folders or len(folders) < len(keys) or not all(map(is_intact, folders)):
        return None
    lengths = [np.diff(np.load(folder / "offsets.npy")) for folder in folders]
    return np.asarray(sum(lengths[1:], lengths[0]), np.int64)


def load_token_lengths(keys: tuple[str, ...]) -> np.ndarray:
    """Return the result of ``find_token_lengths``. Raises UserError when they are not in the cache."""
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
    """Return the spans of a text and of its second segment (if not empty), for truncation to ``room`` tokens.

    Pairs lose tokens from the end of the longer segment, independent of ``truncation``.
    """
    core = load_tokenizer_core(tokenizer)
    if not second:
        return truncation_spans(text, core, truncation, room), []

    sizes = [np.asarray([len(core.encode(part, add_special_tokens=False).ids)]) for part in (text, second)]
    retained = truncate_longest_first(sizes[0], sizes[1], room)[0]
    return truncation_spans(text, core, HeadTruncation(), int(retained[0])), truncation_spans(
        second, core, HeadTruncation(), int(retained[1])
    )


def truncate_longest_first(first: np.ndarray, second: np.ndarray, room: int) -> np.ndarray:
    """Return the number of kept tokens of each segment, int64 [n, 2].

    Tokens are removed one by one from the longer segment, and from the second if both are equally long, until both fit
    into ``room`` (Sun et al. 2019, code). This is the closed form.

    Example: with ``room`` 7, segments of 10 and 3 tokens keep 4 and 3, of 4 and 4 keep 4 and 3, of 3 and 9 keep 3
    and 4.
    """
    half = (room + 1) // 2
    kept_first = np.where(first <= half, first, np.maximum(half, room - second))
    kept_first = np.minimum(first, kept_first)
    return np.stack([kept_first, np.minimum(second, room - kept_first)], axis=1)
