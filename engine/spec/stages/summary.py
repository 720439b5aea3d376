"""Stages in a few words: what is known around one when it is summarised, and how its parts are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.number_text import TIMES, plain
from engine.spec.describe import label_of
from engine.spec.features import Features, LinearHead
from engine.spec.truncation import Truncation


@dataclass(frozen=True)
class SummaryFacts:
    """What is known around a stage.

    Attributes:
        titles: what data sets are called, by their source (``samples:reviews``).
        positions: tokens that the encoder reads at most; 0: not known.
        specials: special tokens of an input.
        texts: texts of its data set over all splits; 0: not known.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    positions: int = 0
    specials: int = 2
    texts: int = 0

    def data_title(self, source: str) -> str:
        """Return a data set's title where it has one, else the end of its path or id."""
        last = source.replace("\\", "/").rstrip("/").split("/")[-1]
        return self.titles.get(source, last) or "No data set yet"


def capital(text: str) -> str:
    """``text`` with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """``text`` with a small letter at its beginning."""
    return text[:1].lower() + text[1:]


def batch_text(batch_size: int, length: int) -> str:
    """``24 × 512``, or ``batches of 24`` where the length is not known (0)."""
    return f"{batch_size} {TIMES} {length}" if length else f"batches of {batch_size}"


def rate_text(rate: float) -> str:
    """``rate 2e-5``."""
    return f"rate {plain(rate)}"


def features_text(features: Features) -> str:
    """``last layer``, ``pooler, BiLSTM``: what the head sees, and the head where it is another than a linear one."""
    layers = features.layers
    words = "pooler" if layers == "pooler" else layers + (" layer" if layers == "last" else " layers")
    if isinstance(features.head, LinearHead):
        return words
    title = label_of(type(features.head)).partition(" (")[0]
    name = title[1:2].isupper() or title[2:3].isupper()  # BiLSTM stays
    return f"{words}, {title if name else small(title)}"


def truncation_text(truncation: Truncation, room: int) -> str:
    """``Head + tail 128 + 382`` where there is ``room`` for so many tokens, ``Head``."""
    try:
        head = min(room, truncation.head_tokens(room)) if room > 0 else 0
    except AssertionError:  # a truncation of its own making has no head
        head = 0
    if 0 < head < room:
        return f"Head + tail {head} + {room - head}"
    return label_of(type(truncation))
