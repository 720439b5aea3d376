"""Instances of pre-training: windows and segment pairs of a corpus, numbered over all passes.

There is no reading state: each instance is a pure function of (seed, pass, place). So the batch of any update can be
built at once, and a resumed run reads the same instances. A corpus has ``ids``, ``word_starts``,
``sentence_offsets`` and ``document_offsets`` (``engine.data.pretraining.corpus.Corpus``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine import random_streams
from engine.data.pretraining.masking import SPECIAL_WORD
from engine.data.segment_ranges import concatenate_ranges
from engine.data.special_tokens import SpecialTokenFrame
from engine.errors import UserError

if TYPE_CHECKING:
    from engine.data.pretraining.corpus import Corpus

PASSES_IN_MEMORY = 2
"""Passes whose order is in memory: a batch may read the end of one and the beginning of the next."""


@dataclass(frozen=True)
class PretrainingInputs:
    """Inputs before masking, one after the other, special tokens included.

    Attributes:
        ids: tokens, int64 [T].
        token_types: int64 [T].
        word_ids: the word of each token, another number for each word of all inputs, int32 [T], -1 for
            special tokens.
        lengths: tokens of each input, int64 [B].
        random_next: whether segment B comes from elsewhere, bool [B], False for plain windows.
        corpus_positions: the index of each input's first token in the corpus, int64 [B].
    """

    ids: np.ndarray
    token_types: np.ndarray
    word_ids: np.ndarray
    lengths: np.ndarray
    random_next: np.ndarray
    corpus_positions: np.ndarray


class PretrainingInstances(ABC):
    """A corpus as a sequence of instances.

    Each pass reads all of them in an order of its own.

    Args:
        corpus: the text.
        frame: the special tokens around it.
        seed: seed of the random draws and of the order.
        copies: after this many passes the instances of the first one recur, in another order. 0: never.
    """

    def __init__(self, corpus: Corpus, frame: SpecialTokenFrame, seed: int, copies: int) -> None:
        self.corpus, self.frame, self.seed, self.copies = corpus, frame, seed, copies
        self._ends = [0]
        self._sizes: dict[int, int] = {}
        self._orders: OrderedDict[int, np.ndarray] = OrderedDict()
        if not self.pass_size(0):
            raise UserError(
                "the corpus is empty.", place="corpus", remedy="Name data or files with running text."
            )

    @abstractmethod
    def count_instances(self, copy: int) -> int:
        """Return the number of instances of source pass ``copy``."""

    @abstractmethod
    def build_inputs(self, copies: np.ndarray | int, indices: np.ndarray | int) -> PretrainingInputs:
        """Return the instances ``indices`` of the source passes ``copies`` (int64 [B] each, or one number)."""

    def pass_size(self, pass_index: int) -> int:
        """Return the number of instances of pass ``pass_index``."""
        copy = self.source_pass(pass_index)
        if copy not in self._sizes:
            self._sizes[copy] = self.count_instances(copy)
        return self._sizes[copy]

    def source_pass(self, pass_index: int) -> int:
        """Return the pass whose instances pass ``pass_index`` repeats.

        It is the pass itself, unless the corpus was prepared in advance. Example: with ``copies`` 10, pass 23
        repeats the instances of pass 3.
        """
        return pass_index % self.copies if self.copies else pass_index

    def locate(self, number: int) -> tuple[int, int]:
        """Return (copy, index) of instance ``number``, counted from the first of the first pass.

        Example: with 100 instances in each pass and ``copies`` 0, instance 230 has copy 2 and the index at
        place 30 of the random order of pass 2.
        """
        while number >= self._ends[-1]:
            self._ends.append(self._ends[-1] + self.pass_size(len(self._ends) - 1))
        pass_index = bisect_right(self._ends, number) - 1
        if pass_index not in self._orders:
            self._orders[pass_index] = random_streams.generator(self.seed, "order", pass_index).permutation(
                self.pass_size(pass_index)
            )
            if len(self._orders) > PASSES_IN_MEMORY:
                self._orders.popitem(last=False)
        return self.source_pass(pass_index), int(self._orders[pass_index][number - self._ends[pass_index]])


class WindowInstances(PretrainingInstances):
    """Windows of equal length, cut from the documents joined by a separator (Liu et al. 2019, 4.2).

    Each pass cuts the token sequence at another offset and reads every window once. Less than two windows are left
    out at its ends.

    Args:
        length: tokens of a window, special tokens included.
        separator: the token after each document.
    """

    def __init__(
        self,
        corpus: Corpus,
        frame: SpecialTokenFrame,
        length: int,
        separator: int,
        *,
        seed: int,
        copies: int = 0,
    ) -> None:
        self.room, self.separator = length - frame.special_count, separator
        self._tokens = np.asarray(corpus.sentence_offsets[corpus.document_offsets])
        self._row = self._tokens + np.arange(len(self._tokens))
        super().__init__(corpus, frame, seed, copies)

    def count_instances(self, copy: int) -> int:
        total = int(self._row[-1])
        return max(1, (total - 1) // self.room) if total else 0

    def build_inputs(self, copies: np.ndarray | int, indices: np.ndarray | int) -> PretrainingInputs:
        """Return windows of ``room`` places of the token sequence in which a separator follows each document.

        Example: documents of 3 and 4 tokens make a sequence of 9 places. A window of 5 places from place 1 holds two
        tokens of the first, the separator and two of the second: [CLS] corpus[1:3] [SEP] corpus[3:5] [SEP], so 5
        spans and 7 tokens. Its corpus position is 1: place 1, before which there is no separator.
        """
        copies, indices = np.atleast_1d(copies), np.atleast_1d(indices)
        total = int(self._row[-1])
        offsets = np.zeros(len(copies), np.int64)
        for copy in set(copies.tolist()):
            offsets[copies == copy] = self._offset(copy)
        starts = offsets + indices * self.room
        stops = np.minimum(starts + self.room, total)
        # Each window is text, separator, text, ...: a separator is the last place of a document in the row.
        ends = self._row[1:] - 1
        document, last = np.searchsorted(ends, starts), np.searchsorted(ends, stops)
        inner = last - document
        separators = ends[concatenate_ranges(document, inner)]
        prefix, suffix = self.frame.prefix, self.frame.suffix
        count = len(prefix) + 2 * inner + 1 + len(suffix)
        first = np.cumsum(count) - count
        texts = concatenate_ranges(first + len(prefix), inner * 2 + 1)
        after = concatenate_ranges(np.cumsum(inner + 1) - inner, inner)
        begins, stop = np.repeat(starts, inner + 1), np.repeat(stops, inner + 1)
        begins[after], stop[after - 1] = separators + 1, separators
        odd = (concatenate_ranges(np.zeros(len(inner), np.int64), inner * 2 + 1) % 2).astype(bool)
        spans = InputSpans.empty(int(count.sum()))
        spans.starts[texts[~odd]] = begins - concatenate_ranges(document, inner + 1)
        spans.lengths[texts[~odd]] = stop - begins
        spans.tokens[texts[~odd]] = CORPUS_SPAN
        spans.tokens[texts[odd]] = self.separator
        spans.token_types[texts] = int(self.frame.token_types[1][0])
        for number, token in enumerate(prefix):
            spans.tokens[first + number] = token
            spans.token_types[first + number] = self.frame.token_types[0][number]
        for number, token in enumerate(suffix):
            spans.tokens[first + count - len(suffix) + number] = token
            spans.token_types[first + count - len(suffix) + number] = self.frame.token_types[4][number]
        return assemble_inputs(self.corpus, spans, count, np.zeros(len(count), bool), starts - document)

    def _offset(self, copy: int) -> int:
        """Return the position in the token sequence at which the first window of pass ``copy`` begins."""
        free = int(self._row[-1]) - self.pass_size(copy) * self.room
        return int(random_streams.generator(self.seed, "offset", copy).integers(min(self.room, max(1, free))))


CORPUS_SPAN = -1
"""Marks a span of corpus text in place of a special token's id."""


@dataclass(frozen=True)
class InputSpans:
    """Spans of which inputs are assembled: ranges of the corpus and single special tokens, int64 [P] each.

    Example: [CLS] corpus[7:12] [SEP] has ``starts`` [0, 7, 0] and ``lengths`` [1, 5, 1].

    Attributes:
        starts, lengths: the range of the corpus' tokens; 0 and 1 for a special token.
        tokens: the special token, or ``CORPUS_SPAN``.
        token_types: the token type of its tokens.
    """

    starts: np.ndarray
    lengths: np.ndarray
    tokens: np.ndarray
    token_types: np.ndarray

    @classmethod
    def empty(cls, count: int) -> InputSpans:
        """Return ``count`` spans of special tokens, to be filled in."""
        nothing = np.zeros(count, np.int64)
        return cls(nothing, np.ones(count, np.int64), nothing.copy(), nothing.copy())


def assemble_inputs(
    corpus: Corpus, spans: InputSpans, counts: np.ndarray, random_next: np.ndarray, places: np.ndarray
) -> PretrainingInputs:
    """Return inputs of ``counts`` [B] spans each. Words are numbered through, and every span of text begins one.

    Example: where words begin at the tokens 0 and 3 of the corpus, [CLS] corpus[1:4] [SEP] is one input of 3 spans
    and 5 tokens, whose words are [-1, 0, 0, 1, -1]: the rest of the first word counts as one.
    """
    at = np.cumsum(spans.lengths) - spans.lengths
    text = spans.tokens == CORPUS_SPAN
    special = at[~text]
    source = concatenate_ranges(spans.starts, spans.lengths)
    # One gather for all tokens; special ones, a few in a hundred, are corrected after it.
    ids = corpus.ids[source].astype(np.int64)
    ids[special] = spans.tokens[~text]
    begins = corpus.word_starts[source]
    begins[at[text & (spans.lengths > 0)]] = True
    begins[special] = False
    words = np.cumsum(begins, dtype=np.int32)
    words -= 1
    words[special] = SPECIAL_WORD
    lengths = np.add.reduceat(spans.lengths, np.cumsum(counts) - counts)
    return PretrainingInputs(
        ids, np.repeat(spans.token_types, spans.lengths), words, lengths, random_next, places
    )
