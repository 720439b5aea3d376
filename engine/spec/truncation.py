"""Truncation: which tokens of a long text are kept (Sun et al. 2019, 5.3.1).

``kept_ranges(length, room)`` returns the half-open ranges of token positions that are kept, in order. ``room`` is the
maximum length minus special tokens. ``segments(length, room)`` returns the inputs of the encoder: one segment of up to
``room`` tokens, or several (hierarchical).
"""

from __future__ import annotations

import math
from typing import ClassVar, Literal

from engine.spec.base import Choice, field

TokenRange = tuple[int, int]


class Truncation(Choice):
    """What is kept of a text that is longer than the encoder reads."""

    noun: ClassVar[str] = "truncation"

    def kept_ranges(self, length: int, room: int) -> list[TokenRange]:
        """Return the kept ranges of a text of ``length`` tokens with room for ``room``."""
        if length <= room:
            return [(0, length)]
        head = min(room, self.head_tokens(room))
        ranges = [(0, head), (length - (room - head), length)]
        return [(start, stop) for start, stop in ranges if stop > start]

    def segments(self, length: int, room: int) -> list[list[TokenRange]]:
        """Return the ranges of each separately encoded segment. By default there is a single segment."""
        return [self.kept_ranges(length, room)]

    @property
    def combine_segments(self) -> Literal["mean", "max", "attention"] | None:
        """Combination of the vectors of several segments. None if every text is one segment."""
        return None

    def head_tokens(self, room: int) -> int:
        """Return the number of ``room`` tokens that are taken from the start of the text."""
        raise AssertionError(f"{type(self).__name__} defines no head")

    def problem(self, room: int) -> str:
        """Return the reason why it does not work with room for ``room`` tokens, or "" if it does."""
        return ""

    def pair_problem(self) -> str:
        """Return the reason why it does not work for segment pairs, which have their own truncation, or ""."""
        return "" if self.combine_segments is None else "pairs of texts cannot be read in fractions"


class HeadTruncation(Truncation):
    """The first tokens."""

    title: ClassVar[str] = "Head"
    kind: Literal["head"] = "head"

    def head_tokens(self, room: int) -> int:
        return room


class TailTruncation(Truncation):
    """The last tokens."""

    title: ClassVar[str] = "Tail"
    kind: Literal["tail"] = "tail"

    def head_tokens(self, room: int) -> int:
        return 0


class HeadTailTruncation(Truncation):
    """The first tokens by count, and as many of the last as there is room for: 128 + 382 at length 512."""

    title: ClassVar[str] = "Head + tail"
    kind: Literal["head_tail"] = "head_tail"
    head: int = field(128, "Head", unit="tokens", source="Sun et al. 2019, 5.3.1", ge=1)
    """Tokens kept from the start; the tail fills the rest of the length."""

    def head_tokens(self, room: int) -> int:
        return self.head

    def problem(self, room: int) -> str:
        return (
            f"a head of {self.head} tokens leaves no tail: there is room for {room}"
            if self.head >= room
            else ""
        )


class HeadTailShareTruncation(Truncation):
    """The first and last tokens in a fixed proportion, whatever the length: 25 % head means 128 + 382 at length 512."""

    title: ClassVar[str] = "Head + tail by share"
    kind: Literal["head_tail_share"] = "head_tail_share"
    head: float = field(0.25, "Head share", source="Sun et al. 2019, 5.3.1 (128 of 510)", gt=0.0, lt=1.0)
    """The share of the length that is kept from the start."""

    def head_tokens(self, room: int) -> int:
        return round(room * self.head)


class HierarchicalTruncation(Truncation):
    """All of the text: fractions of the full length are encoded one by one, then combined into one vector.

    Fraction i starts at token i * (room - overlap), and the last one takes the rest. When a text has more than the cap,
    the first ``most - 1`` fractions and the last one are read (with a cap of 1, the first).
    """

    title: ClassVar[str] = "Hierarchical"
    kind: Literal["hierarchical"] = "hierarchical"
    combine: Literal["mean", "max", "attention"] = field(
        "attention",
        "Combine fractions",
        source="Sun et al. 2019, 5.3.1",
        choices={"mean": "Mean", "max": "Maximum", "attention": "Self-attention"},
    )
    """Combination of the fractions' vectors into one; attention learns a weight for each."""
    most: int = field(8, "At most", unit="fractions", zero="all", ge=0)
    """Of a longer text, only the first fractions and the last are read; 0: all."""
    overlap: int = field(0, "Overlap", unit="tokens", ge=0, same_row=True)
    """Tokens that a fraction shares with the one before it."""

    def segments(self, length: int, room: int) -> list[list[TokenRange]]:
        if length <= room:
            return [[(0, length)]]
        step = room - self.overlap
        count = math.ceil((length - self.overlap) / step)
        numbers = list(range(count))
        if self.most and count > self.most:
            numbers = [*range(self.most - 1), count - 1] if self.most > 1 else [0]
        return [[(n * step, min(length, n * step + room))] for n in numbers]

    @property
    def combine_segments(self) -> Literal["mean", "max", "attention"] | None:
        return self.combine

    def kept_ranges(self, length: int, room: int) -> list[TokenRange]:
        """Return the ranges that any fraction reads."""
        ranges: list[TokenRange] = []
        for ((start, stop),) in self.segments(length, room):
            if ranges and start <= ranges[-1][1]:
                ranges[-1] = (ranges[-1][0], stop)
            else:
                ranges.append((start, stop))
        return ranges

    def head_tokens(self, room: int) -> int:
        return room

    def problem(self, room: int) -> str:
        return (
            f"an overlap of {self.overlap} tokens leaves a fraction of {room} nothing new to read"
            if self.overlap >= room
            else ""
        )
