"""Pre-training instances: windows and segment pairs of a corpus, numbered over all passes.

Each instance is a pure function of (seed, pass, index), without reading state. So the batch of any update can be built
directly, and a resumed run reads the same instances. A corpus has ``ids``, ``word_starts``, ``sentence_offsets`` and
``document_offsets`` (``engine.data.pretraining.corpus.Corpus``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine import random_streams
from engine.data.pretraining.masking import SPECIAL_WORD, MaskingSettings, mask_texts
from engine.data.special_tokens import SpecialTokenFrame
from engine.data.token_counts import truncate_longest_first
from engine.data.tokens import TokenBatch
from engine.data.word_cached_tokenizer import concatenate_ranges
from engine.errors import UserError

if TYPE_CHECKING:
    from engine.data.pretraining.corpus import Corpus


PASSES_IN_MEMORY = 2
"""Number of passes in memory. A batch may contain the end of one pass and the beginning of the next."""


@dataclass(frozen=True)
class PretrainingInputs:
    """Concatenated inputs before masking, special tokens included.

    Attributes:
        ids: tokens, int64 [T].
        token_types: token types, int64 [T].
        word_ids: word of each token, numbered over all inputs, int32 [T]. -1 for special tokens.
        lengths: number of tokens of each input, int64 [B].
        random_next: whether segment B is a random one, bool [B]. False for windows.
        corpus_positions: index of the first token of each input in the corpus, int64 [B].
    """

    ids: np.ndarray
    token_types: np.ndarray
    word_ids: np.ndarray
    lengths: np.ndarray
    random_next: np.ndarray
    corpus_positions: np.ndarray


class PretrainingInstances(ABC):
    """A corpus as a sequence of instances.

    Each pass reads all instances in a different order.

    Args:
        corpus: the text.
        frame: the special tokens of an input.
        seed: seed of the random draws and of the order.
        copies: number of passes after which instances repeat, in another order. 0: never.
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
        """Return the instances ``indices`` of the source passes ``copies`` (int64 [B] each, or a number)."""

    def pass_size(self, pass_index: int) -> int:
        """Return the number of instances of pass ``pass_index``."""
        copy = self.source_pass(pass_index)
        if copy not in self._sizes:
            self._sizes[copy] = self.count_instances(copy)
        return self._sizes[copy]

    def source_pass(self, pass_index: int) -> int:
        """Return the pass whose instances pass ``pass_index`` repeats, which is itself without ``copies``.

        Example: with ``copies`` 10, pass 23 repeats the instances of pass 3.
        """
        return pass_index % self.copies if self.copies else pass_index

    def locate(self, number: int) -> tuple[int, int]:
        """Return (copy, index) of instance ``number``, counted over all passes.

        Example: with 100 instances per pass and ``copies`` 0, instance 230 has copy 2 and element 30 of the random
        order of pass 2.
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
    """Windows of equal length from documents joined by a separator (Liu et al. 2019, 4.2).

    Each pass cuts the token sequence at another offset and reads every window once. Less than two windows at the ends
    are not read.

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
        """Return windows of ``room`` tokens from the token sequence with a separator after each document.

        Example: documents of 3 and 4 tokens form a sequence of 9 tokens. A window of 5 tokens from index 1 has two
        tokens of the first, the separator and two of the second: [CLS] corpus[1:3] [SEP] corpus[3:5] [SEP], so 5
        spans and 7 tokens. Its corpus position is 1, because there is no separator before index 1.
        """
        copies, indices = np.atleast_1d(copies), np.atleast_1d(indices)
        total = int(self._row[-1])
        offsets = np.zeros(len(copies), np.int64)
        for copy in set(copies.tolist()):
            offsets[copies == copy] = self._offset(copy)
        starts = offsets + indices * self.room
        stops = np.minimum(starts + self.room, total)
        # Each window is text, separator, text, ... A separator is the last token of a document in the sequence.
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
        """Return the start of the first window of pass ``copy`` in the token sequence."""
        free = int(self._row[-1]) - self.pass_size(copy) * self.room
        return int(random_streams.generator(self.seed, "offset", copy).integers(min(self.room, max(1, free))))


CORPUS_SPAN = -1
"""Value of ``InputSpans.tokens`` for a span of the corpus."""


@dataclass(frozen=True)
class InputSpans:
    """Spans from which inputs are assembled: ranges of the corpus and single special tokens, int64 [P] each.

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
        """Return ``count`` uninitialised spans of special tokens."""
        nothing = np.zeros(count, np.int64)
        return cls(nothing, np.ones(count, np.int64), nothing.copy(), nothing.copy())


def assemble_inputs(
    corpus: Corpus, spans: InputSpans, counts: np.ndarray, random_next: np.ndarray, positions: np.ndarray
) -> PretrainingInputs:
    """Return inputs of ``counts`` [B] spans each. Words are numbered consecutively. Each span of text starts a word.

    Example: if words start at tokens 0 and 3 of the corpus, [CLS] corpus[1:4] [SEP] is one input of 3 spans and 5
    tokens with the words [-1, 0, 0, 1, -1]: the rest of the first word counts as a word.
    """
    offsets = np.cumsum(spans.lengths) - spans.lengths
    is_text = spans.tokens == CORPUS_SPAN
    special = offsets[~is_text]
    source = concatenate_ranges(spans.starts, spans.lengths)
    # One gather for all tokens. Special tokens, a few percent, are corrected afterwards.
    ids = corpus.ids[source].astype(np.int64)
    ids[special] = spans.tokens[~is_text]
    begins = corpus.word_starts[source]
    begins[offsets[is_text & (spans.lengths > 0)]] = True
    begins[special] = False
    words = np.cumsum(begins, dtype=np.int32)
    words -= 1
    words[special] = SPECIAL_WORD
    lengths = np.add.reduceat(spans.lengths, np.cumsum(counts) - counts)
    return PretrainingInputs(
        ids, np.repeat(spans.token_types, spans.lengths), words, lengths, random_next, positions
    )


MAX_DRAWS = 10
"""Number of draws of another document for a random next segment, before the same document is accepted."""


@dataclass(frozen=True)
class PairPlan:
    """The n pairs of one pass: positions of segments A and B in the tokens of the corpus.

    Attributes:
        first, second: start and end of A and of B after truncation, int64 [n, 2].
        random_next: whether B is a random segment, bool [n].
    """

    first: np.ndarray
    second: np.ndarray
    random_next: np.ndarray

    def __len__(self) -> int:
        return len(self.random_next)

    @property
    def lengths(self) -> np.ndarray:
        """Tokens of each pair, special ones not counted, int64 [n]."""
        return (self.first[:, 1] - self.first[:, 0]) + (self.second[:, 1] - self.second[:, 0])


def plan_pairs(
    corpus: Corpus, room: int, random_next: float, short: float, generator: np.random.Generator
) -> PairPlan:
    """Plan one pass of the published algorithm (Devlin et al. 2019, code), vectorised over documents.

    The target length of each document is ``room`` or, with probability ``short``, a random number from 2 to ``room``.
    Its sentences are collected until the target or its end is reached, and split at random into A and B. With
    probability ``random_next``, and always for a single sentence, B starts instead at a random sentence of another
    random document. The unused sentences are then used again. Pairs that are too long lose tokens one by one from the
    longer segment, at its front or its end with equal probability.

    Args:
        corpus: the corpus. Every sentence has at least one token.
        room: maximum number of tokens of a pair, without special ones; at least 2.
        random_next: probability of a random next segment.
        short: probability of a shorter target length.
        generator: source of all random draws.
    """
    bounds = np.asarray(corpus.document_offsets)
    starts, ends = bounds[:-1][np.diff(bounds) > 0], bounds[1:][np.diff(bounds) > 0]
    offsets = np.asarray(corpus.sentence_offsets)
    aims = np.full(len(starts), room)
    shorter = generator.random(len(starts)) < short
    aims[shorter] = generator.integers(2, room + 1, int(shorter.sum()))
    cursor = starts.copy()
    active = np.arange(len(starts))
    chunks: list[tuple[np.ndarray, ...]] = []
    # Each iteration takes one chunk from every document with remaining sentences.
    while len(active):
        begin, aim = cursor[active], aims[active]
        stop = np.minimum(_reach(offsets, begin, aim), ends[active])
        boundary = begin + generator.integers(1, np.maximum(stop - begin, 2))
        swapped = (generator.random(len(active)) < random_next) | (stop - begin == 1)
        b_first, b_stop = boundary.copy(), stop.copy()
        others = _other_documents(active[swapped], len(starts), generator)
        b_first[swapped] = generator.integers(starts[others], ends[others])
        missing = aim[swapped] - (offsets[boundary[swapped]] - offsets[begin[swapped]])
        b_stop[swapped] = np.minimum(_reach(offsets, b_first[swapped], missing), ends[others])
        chunks.append((offsets[begin], offsets[boundary], offsets[b_first], offsets[b_stop], swapped))
        cursor[active] = np.where(swapped, boundary, stop)
        active = active[cursor[active] < ends[active]]
    first, first_end, second, second_end, swaps = (
        np.concatenate(parts) for parts in zip(*chunks, strict=True)
    )
    retained = truncate_longest_first(first_end - first, second_end - second, room)
    first = _trim(first, first_end, retained[:, 0], generator)
    second = _trim(second, second_end, retained[:, 1], generator)
    return PairPlan(first, second, swaps)


def _reach(offsets: np.ndarray, begin: np.ndarray, aim: np.ndarray) -> np.ndarray:
    """Return the end of the fewest sentences from ``begin`` on with at least ``aim`` tokens, at least one sentence.

    Example: sentences of 4, 5, 3 and 8 tokens have ``offsets`` [0, 4, 9, 12, 20]. From sentence 0, 8 tokens take
    sentences 0 and 1, so the result is 2.
    """
    return np.maximum(np.searchsorted(offsets, offsets[begin] + aim), begin + 1)


def _other_documents(current: np.ndarray, documents: int, generator: np.random.Generator) -> np.ndarray:
    """Return another random document for each of ``current``.

    It is redrawn while it is the same document, at most ``MAX_DRAWS`` times.
    """
    result = generator.integers(0, documents, len(current))
    for _ in range(MAX_DRAWS - 1):
        same = np.flatnonzero(result == current)
        if not len(same):
            break
        result[same] = generator.integers(0, documents, len(same))
    return result


def _trim(
    start: np.ndarray, stop: np.ndarray, lengths: np.ndarray, generator: np.random.Generator
) -> np.ndarray:
    """Return the ranges trimmed to ``lengths`` tokens, int64 [n, 2].

    Each removed token is at the front or the end with equal probability.
    """
    front = generator.binomial(stop - start - lengths, 0.5)
    return np.stack([start + front, start + front + lengths], axis=1)


class PairInstances(PretrainingInstances):
    """Pairs of segments A and B, drawn anew in each pass. A pass is planned when it is first used.

    Args:
        length: maximum number of tokens of a pair, special ones included.
        random_next, short: as in ``plan_pairs``.
    """

    def __init__(
        self,
        corpus: Corpus,
        frame: SpecialTokenFrame,
        length: int,
        *,
        random_next: float,
        short: float,
        seed: int,
        copies: int = 0,
    ) -> None:
        self.room, self.random_next, self.short = length - frame.special_count, random_next, short
        self._plans: OrderedDict[int, PairPlan] = OrderedDict()
        super().__init__(corpus, frame, seed, copies)

    def plan_of_pass(self, copy: int) -> PairPlan:
        """Return the plan of pass ``copy``."""
        if copy not in self._plans:
            generator = random_streams.generator(self.seed, "pairs", copy)
            self._plans[copy] = plan_pairs(self.corpus, self.room, self.random_next, self.short, generator)
            if len(self._plans) > PASSES_IN_MEMORY:
                self._plans.popitem(last=False)
        return self._plans[copy]

    def count_instances(self, copy: int) -> int:
        return len(self.plan_of_pass(copy)) if len(self.corpus.ids) else 0

    def build_inputs(self, copies: np.ndarray | int, indices: np.ndarray | int) -> PretrainingInputs:
        copies, indices = np.atleast_1d(copies), np.atleast_1d(indices)
        first, second = np.empty((len(copies), 2), np.int64), np.empty((len(copies), 2), np.int64)
        random_next = np.empty(len(copies), bool)
        for copy in set(copies.tolist()):
            in_pass, plan = copies == copy, self.plan_of_pass(copy)
            first[in_pass], second[in_pass] = plan.first[indices[in_pass]], plan.second[indices[in_pass]]
            random_next[in_pass] = plan.random_next[indices[in_pass]]
        frame = self.frame
        tokens = [*frame.prefix, CORPUS_SPAN, *frame.middle, CORPUS_SPAN, *frame.suffix]
        spans = InputSpans.empty(len(copies) * len(tokens))
        rows = [array.reshape(len(copies), len(tokens)) for array in (spans.starts, spans.lengths)]
        for segment, column in (
            (first, len(frame.prefix)),
            (second, len(frame.prefix) + 1 + len(frame.middle)),
        ):
            rows[0][:, column], rows[1][:, column] = segment[:, 0], segment[:, 1] - segment[:, 0]
        spans.tokens[:] = np.tile(np.asarray(tokens, np.int64), len(copies))
        spans.token_types[:] = np.tile(np.concatenate(frame.token_types), len(copies))
        return assemble_inputs(
            self.corpus, spans, np.full(len(copies), len(tokens)), random_next, first[:, 0]
        )


@dataclass(frozen=True)
class MaskedBatch:
    """Inputs with some tokens masked, without padding.

    Attributes:
        texts: the inputs. Its labels are 1 for a random next segment and 0 for the true one, its indices are the
            positions of the inputs in the corpus.
        positions: ascending positions in ``texts.ids`` to predict, int64 [M].
        targets: original tokens at these positions, int64 [M].
        word_ids: word of each token, int32 [T]. Adjacent words of an input have different numbers, special tokens -1.
    """

    texts: TokenBatch
    positions: np.ndarray
    targets: np.ndarray
    word_ids: np.ndarray

    @property
    def original_ids(self) -> np.ndarray:
        """The tokens before masking, int64 [T]."""
        ids = self.texts.ids.copy()
        ids[self.positions] = self.targets
        return ids

    def take(self, inputs: np.ndarray) -> MaskedBatch:
        """Return the batch of the inputs at indices ``inputs``, int64 [n], in that order.

        Example: for inputs of 4, 3 and 5 tokens, [2] has 5 tokens. Position 9 becomes position 2.
        """
        texts = self.texts
        lengths, starts = texts.lengths[inputs], np.cumsum(texts.lengths) - texts.lengths
        tokens = concatenate_ranges(starts[inputs], lengths)
        targets = np.full(len(texts.ids), -1, np.int64)
        targets[self.positions] = self.targets
        positions = np.flatnonzero(targets[tokens] >= 0)
        part = TokenBatch(
            texts.ids[tokens], texts.token_types[tokens], lengths, texts.labels[inputs], texts.indices[inputs]
        )
        return MaskedBatch(part, positions, targets[tokens][positions], self.word_ids[tokens])


def make_masked_batch(
    instances: PretrainingInstances, locations: Sequence[tuple[int, int]], masking: MaskingSettings, seed: int
) -> MaskedBatch:
    """Return the instances at ``locations``, pairs (copy, index), as one batch.

    Masks are a pure function of (seed, copy, index), so they are new in every pass unless a copy repeats.
    """
    copies, indices = np.asarray(locations, np.int64).reshape(-1, 2).T
    inputs = instances.build_inputs(copies, indices)
    keys = random_streams.stream_keys(seed, "masks", copies, indices)
    ids, positions = mask_texts(inputs.ids, inputs.word_ids, inputs.lengths, masking, keys)
    labels = inputs.random_next.astype(np.int64)
    texts = TokenBatch(ids, inputs.token_types, inputs.lengths, labels, inputs.corpus_positions)
    return MaskedBatch(texts, positions, inputs.ids[positions], inputs.word_ids)


def join_batches(batches: Sequence[MaskedBatch]) -> MaskedBatch:
    """Return the concatenation of ``batches``."""
    texts = [part.texts for part in batches]
    starts = np.cumsum([0, *(len(text.ids) for text in texts[:-1])])
    return MaskedBatch(
        TokenBatch(
            ids=np.concatenate([text.ids for text in texts]),
            token_types=np.concatenate([text.token_types for text in texts]),
            lengths=np.concatenate([text.lengths for text in texts]),
            labels=np.concatenate([text.labels for text in texts]),
            indices=np.concatenate([text.indices for text in texts]),
        ),
        np.concatenate([part.positions + start for part, start in zip(batches, starts, strict=True)]),
        np.concatenate([part.targets for part in batches]),
        np.concatenate([part.word_ids for part in batches]),
    )
