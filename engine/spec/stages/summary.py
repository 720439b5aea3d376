"""Summaries of stages in few words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.formatting.numbers import TIMES, count, plain
from engine.formatting.phrases import phrase, small
from engine.spec.data import is_generated
from engine.spec.describe import label_of
from engine.spec.features import Features, LinearHead
from engine.spec.truncation import Truncation


@dataclass(frozen=True)
class SummaryFacts:
    """Facts around a stage for its summary.

    Attributes:
        titles: titles of data sets, by their source (``samples:reviews``).
        positions: tokens that the encoder reads at most, 0 if unknown.
        specials: special tokens of an input.
        texts: texts that it trains on, 0 if unknown.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    positions: int = 0
    specials: int = 2
    texts: int = 0

    def data_title(self, source: str) -> str:
        """Return a data set's title where it has one, else the end of its path or id."""
        last = source.replace("\\", "/").rstrip("/").split("/")[-1]
        return self.titles.get(source, last) or phrase("No data set yet")

    def data_text(self, source: str) -> str:
        """Return a data set's title, and how many of its texts train where that is known: ``Reviews, 900 to train``."""
        title = self.data_title(source)
        if not self.texts:
            return title
        if is_generated(source):
            return phrase("{title}, {n} generated to train", title=title, n=count(self.texts))
        return phrase("{title}, {n} to train", title=title, n=count(self.texts))


def batch_text(batch_size: int, length: int) -> str:
    """Return ``24 × 512``, or ``batches of 24`` where the length is not known (0)."""
    return f"{batch_size} {TIMES} {length}" if length else phrase("batches of {n}", n=batch_size)


def rate_text(rate: float) -> str:
    """Return ``rate 2e-5``."""
    return phrase("rate {rate}", rate=plain(rate))


def features_text(features: Features) -> str:
    """Return the features in words (``last layer``, ``pooler, BiLSTM``), with the head where it is not a
    linear one.
    """
    layers = features.layers
    titles = {"pooler": phrase("pooler"), "last": phrase("last layer")}
    words = titles.get(layers) or phrase("{layers} layers", layers=phrase(layers))
    if isinstance(features.head, LinearHead):
        return words
    full = label_of(type(features.head))
    title = phrase(full).with_english(full.partition(" (")[0])
    name = title[1:2].isupper() or title[2:3].isupper()  # BiLSTM stays
    return phrase("{layers}, {head}", layers=words, head=title if name else small(title))


def truncation_text(truncation: Truncation, room: int) -> str:
    """Return the truncation in words: ``Head + tail 128 + 382`` where there is ``room`` for so many tokens,
    ``Head``.
    """
    try:
        head = min(room, truncation.head_tokens(room)) if room > 0 else 0
    except AssertionError:  # a truncation of its own making has no head
        head = 0
    if 0 < head < room:
        return phrase("Head + tail {head} + {tail}", head=head, tail=room - head)
    return phrase(label_of(type(truncation)))
