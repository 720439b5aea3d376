"""Corpora put together by hand, in which every token has a number of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from engine.data.pretraining.corpus import Corpus
from engine.data.special_tokens import SpecialTokenFrame

FIRST = 100
"""The id of a corpus' first token; the next ones count on, so an id says where it stood."""


def corpus_of(documents: Sequence[Sequence[int]], begins: Sequence[bool] | None = None) -> Corpus:
    """A corpus of documents of sentences of so many tokens; every token begins a word unless told otherwise."""
    lengths = [length for document in documents for length in document]
    total = sum(lengths)
    return Corpus(
        ids=np.arange(FIRST, FIRST + total, dtype=np.int32),
        word_starts=np.ones(total, bool) if begins is None else np.asarray(begins),
        sentence_offsets=np.cumsum([0, *lengths]),
        document_offsets=np.cumsum([0, *map(len, documents)]),
        fingerprint="by hand",
        notes=(),
        facts={},
    )


@pytest.fixture(name="corpus_of")
def _corpus_of() -> Callable[..., Corpus]:
    return corpus_of


def ints(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


@pytest.fixture
def single_frame() -> SpecialTokenFrame:
    """[CLS] A [SEP] with the ids 1 and 2."""
    return SpecialTokenFrame(ints(1), ints(), ints(2), (ints(0), ints(0), ints(), ints(), ints(0)))


@pytest.fixture
def pair_frame() -> SpecialTokenFrame:
    """[CLS] A [SEP] B [SEP] with the ids 1 and 2, segments 0 and 1."""
    return SpecialTokenFrame(ints(1), ints(2), ints(2), (ints(0), ints(0), ints(0), ints(1), ints(1)))
