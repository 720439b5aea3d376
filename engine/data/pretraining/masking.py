"""Masking: selection and replacement of the tokens to predict (Devlin et al. 2019, 3.1 and A.1, and code)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine import random_streams

SPECIAL_WORD = -1
"""Word id of special tokens, which are never masked."""


@dataclass(frozen=True)
class MaskingSettings:
    """Settings of masking.

    Attributes:
        mask_id: id of [MASK].
        vocabulary_size: upper bound of the ids of random tokens, which include special tokens as in the original.
        share: share of tokens to mask.
        max_masked: maximum number of masked tokens in a text. 0: no maximum.
        whole_words: whether to mask all pieces of a word together.
    """

    mask_id: int
    vocabulary_size: int
    share: float = 0.15
    max_masked: int = 0
    whole_words: bool = False

    def masked_counts(self, lengths: np.ndarray) -> np.ndarray:
        """Return the number of masked tokens for ``lengths`` with special tokens, at least one each, int64."""
        # Rounds halves to even, as Python's round does.
        counts = np.maximum(1, np.rint(self.share * lengths).astype(np.int64))
        return np.minimum(self.max_masked, counts) if self.max_masked else counts


def mask_text(
    ids: np.ndarray, words: np.ndarray, masking: MaskingSettings, generator: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Mask one text like ``mask_texts``, with a key drawn from ``generator``."""
    key = generator.integers(0, 2**63, 1).astype(np.uint64)
    return mask_texts(ids, words, np.array([len(ids)]), masking, key)


def mask_texts(
    ids: np.ndarray, words: np.ndarray, lengths: np.ndarray, masking: MaskingSettings, keys: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Mask tokens of each text: 80 % become [MASK], 10 % a random token, 10 % are not changed.

    The replacement is drawn for each word piece, also for whole-word masking, as for the published whole-word models
    (Devlin et al., code of May 2019; Cui et al. 2021, 3.1). The draws for a text depend only on its key and its tokens.

    Example: [CLS] a b [SEP] [CLS] c [SEP] are two texts of ``lengths`` [4, 3] with ``words`` [-1, 0, 1, -1, -1, 0,
    -1]. 15 % of either is less than one token, so one of each is predicted: the positions are [1, 5] or [2, 5].

    Args:
        ids: concatenated tokens of B texts, special ones included, int64 [T]. At most 65,536 per text.
        words: word of each token, int64 [T], -1 for special tokens. The tokens of a word are adjacent.
        lengths: number of tokens of each text, int64 [B].
        masking: the settings.
        keys: random bits of each text, uint64 [B] (``engine.random_streams.stream_keys``).

    Returns the masked tokens [T] and the ascending positions to predict [M]. Texts of special tokens only have none.
    """
    starts = np.cumsum(lengths) - lengths
    real = np.flatnonzero(words != SPECIAL_WORD)
    first = np.searchsorted(real, starts)
    available = np.diff(first, append=len(real))
    if masking.whole_words:
        owner = np.repeat(np.arange(len(lengths)), available)
        offset = real - starts[owner]
        positions = real[_word_mask(words[real], owner, offset, masking.masked_counts(lengths), keys)]
        text = np.searchsorted(starts, positions, "right") - 1
    else:
        counts = np.minimum(masking.masked_counts(lengths), available)
        text = np.repeat(np.arange(len(lengths)), counts)
        positions = real[first[text] + _sample(available, counts, text, keys)]
    tokens = ids.copy()
    draw = random_streams.random_bits(keys[text], positions - starts[text] + 2**32)
    kind, low_bits = draw >> np.uint64(32), draw & np.uint64(2**32 - 1)
    tokens[positions[kind < 0.8 * 2**32]] = masking.mask_id
    swap = kind >= 0.9 * 2**32
    tokens[positions[swap]] = (low_bits[swap] * np.uint64(masking.vocabulary_size) >> np.uint64(32)).astype(
        ids.dtype
    )
    return tokens, positions


def _sample(sizes: np.ndarray, counts: np.ndarray, owner: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """Return, for each text i, ``counts[i]`` distinct numbers below ``sizes[i]``, ascending.

    All sets are equally likely. Repeated numbers are drawn again. Only masked tokens need a draw. Example: ``sizes``
    [10, 4], ``counts`` [3, 2] and ``owner`` [0, 0, 0, 1, 1] may give [1, 5, 8, 0, 3].

    Args:
        sizes: numbers to choose from in each text, int64 [B].
        counts: size of the sample of each text, int64 [B].
        owner: the text of each number to draw, ascending, int64 [sum of counts].
        keys: random bits of each text, uint64 [B].
    """
    base = (np.cumsum(sizes) - sizes)[owner]
    slot = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
    numbers, redo, turn = np.empty(len(owner), np.int64), np.arange(len(owner)), 0
    while len(redo):
        random = random_streams.random_bits(keys[owner[redo]], slot[redo] + turn * 2**16) >> np.uint64(32)
        draws = (random * sizes[owner[redo]].astype(np.uint64) >> np.uint64(32)).astype(np.int64)
        numbers[redo] = base[redo] + draws
        # Ranges of texts are disjoint, so sorting keeps the numbers of each text in its slots.
        numbers.sort()
        redo = np.flatnonzero(numbers[1:] == numbers[:-1]) + 1
        turn += 1
    return numbers - base


_OWNER, _PLACE = 44, 2**16 - 1
"""Bit offset of the text's index in a 64-bit sort key, and bit mask of the position. 28 random bits are in between."""


def _word_mask(
    words: np.ndarray, owner: np.ndarray, offset: np.ndarray, counts: np.ndarray, keys: np.ndarray
) -> np.ndarray:
    """Return a mask of the tokens of randomly selected words, bool, with up to ``counts`` tokens in each text.

    A word that would exceed the count is skipped. If every word of a text is too long, its shortest one is selected,
    so that every text has a word to predict.

    Example: ``words`` [0, 0, 1, 2, 2, 2] have 2, 1 and 3 tokens, and the count is 3. In the order 1, 2, 0, word 1 is
    selected, 2 is skipped (4 tokens), 0 is selected: [True, True, True, False, False, False]. In the order 2, 0, 1,
    word 2 suffices: [False, False, False, True, True, True].
    """
    begins = np.ones(len(words), bool)
    begins[1:] = (words[1:] != words[:-1]) | (owner[1:] != owner[:-1])
    head = np.flatnonzero(begins)
    sizes = np.diff(head, append=len(words))
    # All words of a text in random order, one text after the other.
    random = (random_streams.random_bits(keys[owner[head]], offset[head]) >> np.uint64(36)).astype(np.int64)
    order = np.sort(owner[head] << _OWNER | random << 16 | offset[head])
    text = order >> _OWNER
    word_counts = np.bincount(text, minlength=len(counts))
    first = np.cumsum(word_counts) - word_counts
    # Sorted by text and position, the words have the order of ``head``.
    number = np.empty(len(head), np.int64)
    number[np.argsort(text << 16 | (order & _PLACE), kind="stable")] = np.arange(len(head))
    size = sizes[number]
    totals = np.cumsum(size)
    totals -= np.repeat((totals - size)[first[word_counts > 0]], word_counts[word_counts > 0])
    accepted = totals <= counts[text]
    remaining = counts - np.bincount(text, size * accepted, len(counts)).astype(np.int64)
    # After the first word that is too long, check one word of every unfinished text at a time.
    following = first + np.bincount(text, accepted, len(counts)).astype(np.int64) + 1
    active = np.flatnonzero((remaining > 0) & (following < first + word_counts))
    while len(active):
        word = following[active]
        fits = size[word] <= remaining[active]
        accepted[word[fits]] = True
        remaining[active[fits]] -= size[word[fits]]
        following[active] += 1
        active = active[(remaining[active] > 0) & (following[active] < (first + word_counts)[active])]
    mask = np.zeros(len(head), bool)
    mask[number[accepted]] = True
    for index in np.flatnonzero((remaining == counts) & (word_counts > 0)).tolist():
        mask[first[index] + int(sizes[first[index] : first[index] + word_counts[index]].argmin())] = True
    return np.repeat(mask, sizes)
