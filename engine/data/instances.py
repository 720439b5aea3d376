"""What is read in one pass over a corpus, numbered over all passes: the windows and pairs of pre-training.

Nothing is kept of what was read: each instance is a pure function of (seed, pass, place), so the batch of any update
can be made at once, and a resumed run reads what it would have read. A corpus has ``ids``, ``begins``, ``sentences``
and ``documents`` (``engine.data.corpus.Corpus``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine import rng
from engine.data.masking import SPECIAL, word_numbers
from engine.data.template import Frame
from engine.errors import UserError

if TYPE_CHECKING:
    from engine.data.corpus import Corpus

KEPT = 2
"""Passes whose plan is kept in memory: a batch may read the end of one and the beginning of the next."""


@dataclass(frozen=True)
class Instance:
    """One input before masking, special tokens included.

    Attributes:
        ids, segments: int64 [L].
        words: the word of each token, int64 [L], -1 for special tokens.
        random_next: whether segment B comes from elsewhere; False for a plain window.
        place: the first token's index in the corpus.
    """

    ids: np.ndarray
    segments: np.ndarray
    words: np.ndarray
    random_next: bool
    place: int


class Instances(ABC):
    """A corpus as instances. Each pass reads all of them in an order of its own.

    Args:
        corpus: the text.
        frame: the special tokens around it.
        seed: of what is drawn, and of the order.
        copies: after so many passes the first one's instances come again, in another order; 0: never.
    """

    def __init__(self, corpus: Corpus, frame: Frame, seed: int, copies: int) -> None:
        self.corpus, self.frame, self.seed, self.copies = corpus, frame, seed, copies
        self._ends = [0]
        self._sizes: dict[int, int] = {}
        self._orders: OrderedDict[int, np.ndarray] = OrderedDict()
        if not self.size(0):
            raise UserError(
                "the corpus is empty.", place="corpus", remedy="Name data or files with running text."
            )

    @abstractmethod
    def count(self, copy: int) -> int:
        """How many instances pass ``copy`` has."""

    @abstractmethod
    def make(self, copy: int, index: int) -> Instance:
        """Instance ``index`` of pass ``copy``."""

    def size(self, number: int) -> int:
        """How many instances pass ``number`` has."""
        copy = self.copy(number)
        if copy not in self._sizes:
            self._sizes[copy] = self.count(copy)
        return self._sizes[copy]

    def copy(self, number: int) -> int:
        """The pass whose instances pass ``number`` repeats: itself, unless the corpus was prepared in advance."""
        return number % self.copies if self.copies else number

    def locate(self, number: int) -> tuple[int, int]:
        """(copy, index) of instance ``number``, counted from the first of the first pass."""
        while number >= self._ends[-1]:
            self._ends.append(self._ends[-1] + self.size(len(self._ends) - 1))
        found = bisect_right(self._ends, number) - 1
        if found not in self._orders:
            self._orders[found] = rng.generator(self.seed, "order", found).permutation(self.size(found))
            if len(self._orders) > KEPT:
                self._orders.popitem(last=False)
        return self.copy(found), int(self._orders[found][number - self._ends[found]])


class Windows(Instances):
    """Windows of equal length, cut from the documents joined by a separator (Liu et al. 2019, 4.2).

    Each pass cuts the row at another offset and reads every window once; less than two windows are left out at its
    ends.

    Args:
        length: tokens of a window, special tokens included.
        separator: the token after each document.
    """

    def __init__(
        self, corpus: Corpus, frame: Frame, length: int, separator: int, *, seed: int, copies: int = 0
    ) -> None:
        self.room, self.separator = length - frame.specials, np.asarray([separator])
        self._tokens = np.asarray(corpus.sentences[corpus.documents])
        self._row = self._tokens + np.arange(len(self._tokens))
        super().__init__(corpus, frame, seed, copies)

    def count(self, copy: int) -> int:
        total = int(self._row[-1])
        return max(1, (total - 1) // self.room) if total else 0

    def make(self, copy: int, index: int) -> Instance:
        free = int(self._row[-1]) - self.size(copy) * self.room
        offset = int(rng.generator(self.seed, "offset", copy).integers(min(self.room, max(1, free))))
        start = offset + index * self.room
        stop = min(start + self.room, int(self._row[-1]))
        segments, corpus = self.frame.segments, self.corpus
        pieces: list[Piece] = [(self.frame.prefix, None, segments[0])]
        document, at = int(np.searchsorted(self._row, start, side="right")) - 1, start
        place = int(self._tokens[document]) + start - int(self._row[document])
        while at < stop:
            first = int(self._tokens[document]) + at - int(self._row[document])
            last = min(int(self._tokens[document + 1]), first + stop - at)
            pieces.append((corpus.ids[first:last], corpus.begins[first:last], segments[1]))
            at += last - first
            document += 1
            if at < stop:
                pieces.append((self.separator, None, segments[1]))
                at += 1
        return instance([*pieces, (self.frame.suffix, None, segments[4])], place)


Piece = tuple[np.ndarray, np.ndarray | None, np.ndarray]
"""Tokens, which of them begin a word (None: special tokens), and their segment numbers (one, or one each)."""


def instance(pieces: Sequence[Piece], place: int, random_next: bool = False) -> Instance:
    """An instance put together from pieces of text and special tokens; words are numbered through."""
    words, following = [], 0
    for tokens, begins, _ in pieces:
        if begins is None or not len(tokens):
            words.append(np.full(len(tokens), SPECIAL, np.int64))
        else:
            words.append(word_numbers(begins) + following)
            following = int(words[-1][-1]) + 1
    return Instance(
        np.concatenate([tokens for tokens, _, _ in pieces]).astype(np.int64),
        np.concatenate([np.broadcast_to(segment, len(tokens)) for tokens, _, segment in pieces]).astype(
            np.int64
        ),
        np.concatenate(words),
        random_next,
        place,
    )
