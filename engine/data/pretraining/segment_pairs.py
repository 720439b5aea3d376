"""Segment pairs: truncation of two segments to a common length, and drawing of pairs from a corpus for pre-training."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine import random_streams
from engine.data.pretraining.instances import (
    CORPUS_SPAN,
    PASSES_IN_MEMORY,
    InputSpans,
    PretrainingInputs,
    PretrainingInstances,
    assemble_inputs,
)
from engine.data.special_tokens import SpecialTokenFrame

if TYPE_CHECKING:
    from engine.data.pretraining.corpus import Corpus

MAX_DRAWS = 10
"""Number of draws of another document before the same one is accepted for a random next segment."""


def truncate_longest_first(first: np.ndarray, second: np.ndarray, room: int) -> np.ndarray:
    """Return how many tokens of each segment are kept, int64 [n, 2].

    Tokens are removed one by one from the longer segment, and from the second when both are as long, until ``room``
    holds both (Sun et al. 2019, code). This is the closed form.

    Example: with ``room`` 7, segments of 10 and 3 tokens keep 4 and 3, of 4 and 4 keep 4 and 3, of 3 and 9 keep 3
    and 4.
    """
    half = (room + 1) // 2
    kept_first = np.where(first <= half, first, np.maximum(half, room - second))
    kept_first = np.minimum(first, kept_first)
    return np.stack([kept_first, np.minimum(second, room - kept_first)], axis=1)


@dataclass(frozen=True)
class PairPlan:
    """The n pairs of one pass: positions of segments A and B in the corpus' tokens.

    Attributes:
        first, second: start and end of A and of B after truncation, int64 [n, 2].
        random_next: whether B was drawn from elsewhere, bool [n].
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
    """Plan one pass of the published algorithm (Devlin et al. 2019, code), over all documents at once.

    Each document aims at ``room`` tokens or, with probability ``short``, at a random number from 2 to
    ``room``. Its sentences are gathered until the aim or its end is reached, and cut at random into A and B.
    With probability ``random_next``, and always when there is one sentence only, B comes instead from a
    random sentence onwards of a random other document, and the sentences left over are used again. Too long a
    pair loses tokens one by one from the longer segment, at its front or its end with equal probability.

    Args:
        corpus: every sentence has at least one token.
        room: tokens of a pair, special ones not counted; at least 2.
        random_next: probability of a random next segment.
        short: probability of a shorter aim.
        generator: source of all random draws.
    """
    bounds = np.asarray(corpus.document_offsets)
    starts, ends = bounds[:-1][np.diff(bounds) > 0], bounds[1:][np.diff(bounds) > 0]
    offsets = np.asarray(corpus.sentence_offsets)
    aims = np.full(len(starts), room)
    shorter = generator.random(len(starts)) < short
    aims[shorter] = generator.integers(2, room + 1, int(shorter.sum()))
    at = starts.copy()
    active = np.arange(len(starts))
    chunks: list[tuple[np.ndarray, ...]] = []
    # Each iteration takes one chunk from every document that has sentences left.
    while len(active):
        begin, aim = at[active], aims[active]
        stop = np.minimum(_reach(offsets, begin, aim), ends[active])
        cut = begin + generator.integers(1, np.maximum(stop - begin, 2))
        swapped = (generator.random(len(active)) < random_next) | (stop - begin == 1)
        b_first, b_stop = cut.copy(), stop.copy()
        other = _others(active[swapped], len(starts), generator)
        b_first[swapped] = generator.integers(starts[other], ends[other])
        missing = aim[swapped] - (offsets[cut[swapped]] - offsets[begin[swapped]])
        b_stop[swapped] = np.minimum(_reach(offsets, b_first[swapped], missing), ends[other])
        chunks.append((offsets[begin], offsets[cut], offsets[b_first], offsets[b_stop], swapped))
        at[active] = np.where(swapped, cut, stop)
        active = active[at[active] < ends[active]]
    first, first_end, second, second_end, swaps = (
        np.concatenate(parts) for parts in zip(*chunks, strict=True)
    )
    retained = truncate_longest_first(first_end - first, second_end - second, room)
    first = _trim(first, first_end, retained[:, 0], generator)
    second = _trim(second, second_end, retained[:, 1], generator)
    return PairPlan(first, second, swaps)


def _reach(offsets: np.ndarray, begin: np.ndarray, aim: np.ndarray) -> np.ndarray:
    """Return the end of the fewest sentences from ``begin`` on that hold ``aim`` tokens, but at least one
    sentence.

    Example: sentences of 4, 5, 3 and 8 tokens have ``offsets`` [0, 4, 9, 12, 20]. From sentence 0, 8 tokens take
    sentences 0 and 1, so the result is 2.
    """
    return np.maximum(np.searchsorted(offsets, offsets[begin] + aim), begin + 1)


def _others(own: np.ndarray, documents: int, generator: np.random.Generator) -> np.ndarray:
    """Return a random other document for each of ``own``.

    It is drawn again while it is the same one, at most ten times in all.
    """
    other = generator.integers(0, documents, len(own))
    for _ in range(MAX_DRAWS - 1):
        same = np.flatnonzero(other == own)
        if not len(same):
            break
        other[same] = generator.integers(0, documents, len(same))
    return other


def _trim(
    start: np.ndarray, stop: np.ndarray, lengths: np.ndarray, generator: np.random.Generator
) -> np.ndarray:
    """Return the ranges cut to ``lengths`` tokens, int64 [n, 2].

    Each lost token is removed at the front or the end with equal probability.
    """
    front = generator.binomial(stop - start - lengths, 0.5)
    return np.stack([start + front, start + front + lengths], axis=1)


class PairInstances(PretrainingInstances):
    """Segments A and B between special tokens, drawn anew in each pass. A pass is planned when it is first used.

    Args:
        length: most tokens of a pair, special ones included.
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
            here, plan = copies == copy, self.plan_of_pass(copy)
            first[here], second[here] = plan.first[indices[here]], plan.second[indices[here]]
            random_next[here] = plan.random_next[indices[here]]
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
