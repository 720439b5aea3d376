"""Which tokens a model has to guess, and what it is shown instead (Devlin et al. 2019, 3.1 and A.1, and code)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

SPECIAL = -1
"""The word number of special tokens, which are never masked."""


@dataclass(frozen=True)
class Masking:
    """How tokens are masked.

    Attributes:
        mask: the id of [MASK].
        vocabulary: random tokens are drawn from ids below this, special ones among them, as in the original.
        share: share of the tokens to mask.
        most: most tokens to mask in one text; 0: as many as the share says.
        whole_words: mask all pieces of a word together.
    """

    mask: int
    vocabulary: int
    share: float = 0.15
    most: int = 0
    whole_words: bool = False

    def count(self, length: int) -> int:
        """How many of ``length`` tokens, special ones counted, are masked: at least one."""
        count = max(1, round(self.share * length))
        return min(self.most, count) if self.most else count


def word_numbers(begins: np.ndarray) -> np.ndarray:
    """The word that each token of a segment belongs to, int64, from 0.

    The first token begins a word even where ``begins`` says otherwise: what stood before it was cut away.
    """
    numbers = np.cumsum(begins)
    return numbers - numbers[:1]


def mask(
    ids: np.ndarray, words: np.ndarray, masking: Masking, generator: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Hides tokens of one text: 80 % become [MASK], 10 % a random token, 10 % stay as they are.

    Which of the three is drawn for each piece, also when whole words are masked: so were the published whole-word
    models made (Devlin et al., code of May 2019; Cui et al. 2021, 3.1).

    Args:
        ids: the text's tokens, int64 [L], special ones included.
        words: the word of each token, int64 [L]; -1 marks special tokens.

    Returns the tokens to show [L] and the ascending positions to predict [M]; M is 0 only when all are special.
    """
    count = masking.count(len(ids))
    if masking.whole_words:
        positions = _whole_words(words, count, generator)
    else:
        positions = np.sort(generator.permutation(np.flatnonzero(words != SPECIAL))[:count])
    shown = ids.copy()
    draw = generator.random(len(positions))
    shown[positions[draw < 0.8]] = masking.mask
    swapped = positions[draw >= 0.9]
    shown[swapped] = generator.integers(0, masking.vocabulary, len(swapped))
    return shown, positions


def _whole_words(words: np.ndarray, count: int, generator: np.random.Generator) -> np.ndarray:
    """Words in random order until ``count`` tokens are reached; a word that would exceed it is passed over.

    When no word is that short, the shortest is taken, so that every text asks for something.
    """
    names, sizes = np.unique(words[words != SPECIAL], return_counts=True)
    if not len(names):
        return np.zeros(0, np.int64)
    chosen, left = [], count
    for pick in generator.permutation(len(names)).tolist():
        if sizes[pick] <= left:
            chosen.append(pick)
            left -= int(sizes[pick])
        if not left:
            break
    chosen = chosen or [int(sizes.argmin())]
    return np.flatnonzero(np.isin(words, names[chosen]))
