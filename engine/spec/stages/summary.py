"""Short summaries of stages."""

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
    """Facts for the summary of a stage.

    Attributes:
        titles: titles of data sets, by source (``samples:reviews``).
        positions: maximum number of tokens of the encoder, 0 if unknown.
        specials: number of special tokens of an input.
        texts: number of training texts, 0 if unknown.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    positions: int = 0
    specials: int = 2
    texts: int = 0

    def data_title(self, source: str) -> str:
        """Return the title of a data set, else the end of its path or id."""
        last = source.replace("\\", "/").rstrip("/").split("/")[-1]
        return self.titles.get(source, last) or phrase("No data set yet")

    def data_text(self, source: str) -> str:
        """Return the title of a data set and its number of training texts if known: ``Reviews, 900 to train``."""
        title = self.data_title(source)
        if not self.texts:
            return title
        if is_generated(source):
            return phrase("{title}, {n} generated to train", title=title, n=count(self.texts))
        return phrase("{title}, {n} to train", title=title, n=count(self.texts))


def batch_text(batch_size: int, length: int) -> str:
    """Return ``24 × 512``, or ``batches of 24`` for an unknown length (0)."""
    return f"{batch_size} {TIMES} {length}" if length else phrase("batches of {n}", n=batch_size)


def rate_text(rate: float) -> str:
    """Return ``rate 2e-5``."""
    return phrase("rate {rate}", rate=plain(rate))


def features_text(features: Features) -> str:
    """Return the features in words (``last layer``), followed by a non-linear head (``pooler, BiLSTM``)."""
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
    """Return the truncation to ``room`` tokens in words: ``Head + tail 128 + 382``, ``Head``."""
    try:
        head = min(room, truncation.head_tokens(room)) if room > 0 else 0
    except AssertionError:  # a truncation of a plug-in may have no head
        head = 0
    if 0 < head < room:
        return phrase("Head + tail {head} + {tail}", head=head, tail=room - head)
    return phrase(label_of(type(truncation)))
