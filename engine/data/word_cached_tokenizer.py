"""Word-cached tokenizer: tokenises many texts into one array, each distinct word once.

BERT's tokenizers split at blanks first, and no rule crosses a blank, so the tokens of a text are those of its words in
sequence. Words repeat in natural text, so on one core a table of words is several times as fast as tokenising every
text, with the same tokens. On many cores, and for other tokenizers, all cores tokenise every text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

import numpy as np
from tokenizers import Encoding, Tokenizer

from engine.data.pretraining.sentences import available_cores


def concatenate_ranges(starts: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the concatenated integers of the ranges [starts[i], starts[i] + counts[i]), int64.

    Example: ``starts`` [5, 0, 9] and ``counts`` [2, 3, 1] give [5, 6, 0, 1, 2, 9]. As a gather index into a flat array
    of tokens, it reads two tokens from 5 on, three from 0 on and the one at 9.
    """
    ends = np.cumsum(counts)
    numbers = np.repeat(starts - ends + counts, counts).astype(np.int64, copy=False)
    # In place: allocating new memory costs more than the addition.
    numbers += np.arange(len(numbers))
    return numbers


_CHARACTERS = 1_000_000
"""Characters tokenised at a time: enough for all cores, with about ten megabytes of temporary data."""
_WORDS_PER_TEXT = 500
_MOST_WORDS = 300_000
"""Number of words at which the table is cleared."""
_FEW_CORES = 4
"""Number of cores above which no table is faster, unless word starts are needed."""
_LONG = 24
"""Mean characters per word above which no table is used, because text without blanks hardly repeats words."""


@dataclass(frozen=True)
class FlatTokens:
    """Tokens of n texts, without special tokens.

    Attributes:
        ids: concatenated tokens of all texts, int32 [T].
        lengths: number of tokens of each text, int64 [n].
        word_starts: whether a token starts a word, bool [T]. Empty unless requested.
    """

    ids: np.ndarray
    lengths: np.ndarray
    word_starts: np.ndarray


class WordCachedTokenizer:
    """Tokenizer of lists of texts that caches the tokens of words between calls.

    Args:
        backend: a core without truncation and padding (``engine.data.special_tokens.tokenizer_core``).
        find_word_starts: whether to find the starts of words.
    """

    def __init__(self, backend: Tokenizer, *, find_word_starts: bool = False) -> None:
        self._backend, self._find_begins = backend, find_word_starts
        self.uses_word_cache = (find_word_starts or available_cores() <= _FEW_CORES) and splits_at_blanks(
            backend
        )
        self._numbers: dict[str, int] = {}
        self._table, self._starts = _join_tokens([]), np.zeros(0, np.int64)

    def encode(self, texts: Sequence[str]) -> FlatTokens:
        """Return the tokens of ``texts``."""
        return _join_tokens([self._encode_chunk(chunk) for chunk in _chunks(texts)])

    def _encode_chunk(self, texts: Sequence[str]) -> FlatTokens:
        if not self.uses_word_cache:
            return self._encode_all(texts)
        parts = [text.split(" ") for text in texts]
        counts = np.fromiter(map(len, parts), np.int64, len(parts))
        words = list(chain.from_iterable(parts))
        if sum(map(len, texts)) > _LONG * len(words):
            return self._encode_all(texts)
        numbers = np.fromiter(map(self._numbers.get, words, repeat(-1)), np.int64, len(words))
        missing = np.flatnonzero(numbers < 0)
        if len(missing):
            if len(self._numbers) > _MOST_WORDS:
                self._numbers, self._table, self._starts = {}, _join_tokens([]), np.zeros(0, np.int64)
                missing = np.arange(len(words))
            self._add_words(list(dict.fromkeys(words[i] for i in missing.tolist())))
            numbers[missing] = [self._numbers[words[i]] for i in missing.tolist()]
        sizes = self._table.lengths[numbers]
        source = concatenate_ranges(self._starts[numbers], sizes)
        begins = self._table.word_starts[source] if self._find_begins else self._table.word_starts
        return FlatTokens(self._table.ids[source], np.add.reduceat(sizes, np.cumsum(counts) - counts), begins)

    def _encode_all(self, texts: Sequence[str]) -> FlatTokens:
        # The fast way does not count words.
        encode = self._backend.encode_batch if self._find_begins else self._backend.encode_batch_fast
        encodings = encode(list(texts), add_special_tokens=False)
        empty = [np.zeros(0, np.int32)]
        ids = np.concatenate(empty + [np.array(each.ids, np.int32) for each in encodings])
        lengths = np.fromiter(map(len, encodings), np.int64, len(encodings))
        begins = [np.zeros(0, bool)] + ([_begins(each) for each in encodings] if self._find_begins else [])
        return FlatTokens(ids, lengths, np.concatenate(begins))

    def _add_words(self, words: list[str]) -> None:
        """Add new words to the table. Many words are joined to one text, because a text costs as much as 20 words."""
        self._numbers.update(
            zip(words, range(len(self._numbers), len(self._numbers) + len(words)), strict=True)
        )
        groups = [words[start : start + _WORDS_PER_TEXT] for start in range(0, len(words), _WORDS_PER_TEXT)]
        encodings = self._backend.encode_batch(
            [" ".join(group) for group in groups], add_special_tokens=False
        )
        parts = [self._table]
        for group, encoding in zip(groups, encodings, strict=True):
            ends = np.cumsum(np.fromiter(map(len, group), np.int64, len(group)) + 1)
            starts = np.fromiter((start for start, _ in encoding.offsets), np.int64, len(encoding))
            lengths = np.bincount(np.searchsorted(ends, starts, "right"), minlength=len(group))
            begins = _begins(encoding) if self._find_begins else self._table.word_starts[:0]
            parts.append(FlatTokens(np.array(encoding.ids, np.int32), lengths, begins))
        self._table = _join_tokens(parts)
        self._starts = np.cumsum(self._table.lengths) - self._table.lengths


def splits_at_blanks(backend: Tokenizer) -> bool:
    """Return whether the tokens of a text are those of its words, as for BERT's tokenizers with any vocabulary."""
    state = json.loads(backend.to_str())
    kinds = [(state[part] or {}).get("type") for part in ("normalizer", "pre_tokenizer", "model")]
    single_words = not any(" " in token["content"] for token in state["added_tokens"])
    return kinds == ["BertNormalizer", "BertPreTokenizer", "WordPiece"] and single_words


def _chunks(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield groups of consecutive ``texts`` of about ``_CHARACTERS`` characters, or of a single text."""
    ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)))
    start = 0
    while start < len(texts):
        before = int(ends[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, before + _CHARACTERS, "right")))
        yield texts[start:stop]
        start = stop


def _join_tokens(parts: Sequence[FlatTokens]) -> FlatTokens:
    return FlatTokens(
        np.concatenate([np.zeros(0, np.int32), *(part.ids for part in parts)]),
        np.concatenate([np.zeros(0, np.int64), *(part.lengths for part in parts)]),
        np.concatenate([np.zeros(0, bool), *(part.word_starts for part in parts)]),
    )


def _begins(encoding: Encoding) -> np.ndarray:
    # A sentence of control characters alone has no tokens.
    words = np.array([-1 if word is None else word for word in encoding.word_ids], np.int64)
    begins = np.ones(len(words), bool)
    begins[1:] = words[1:] != words[:-1]
    return begins
