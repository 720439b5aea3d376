"""Which tokens of a long text are kept (Sun et al. 2019, 5.3.1).

``keep(length, room)`` gives half-open ranges of token positions, in order, that together hold at most ``room`` tokens;
``room`` is the maximal length less the special tokens. Encoding a text in several pieces (hierarchical methods) is a
further option of the same family: it would return its ranges through ``pieces``.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.spec.base import Choice, field

Range = tuple[int, int]


class Truncation(Choice):
    """What is kept of a text that is longer than the encoder reads."""

    noun: ClassVar[str] = "truncation"

    def keep(self, length: int, room: int) -> list[Range]:
        """The kept ranges of a text of ``length`` tokens when there is room for ``room``."""
        if length <= room:
            return [(0, length)]
        head = min(room, self.head_tokens(room))
        ranges = [(0, head), (length - (room - head), length)]
        return [(start, stop) for start, stop in ranges if stop > start]

    def head_tokens(self, room: int) -> int:
        """How many of the ``room`` tokens come from the start of the text."""
        raise AssertionError(f"{type(self).__name__} defines no head")

    def problem(self, room: int) -> str:
        """What is wrong with this choice when there is room for ``room`` tokens; empty when nothing is."""
        return ""


class Head(Truncation):
    """The first tokens."""

    title: ClassVar[str] = "Head"
    kind: Literal["head"] = "head"

    def head_tokens(self, room: int) -> int:
        return room


class Tail(Truncation):
    """The last tokens."""

    title: ClassVar[str] = "Tail"
    kind: Literal["tail"] = "tail"

    def head_tokens(self, room: int) -> int:
        return 0


class HeadTail(Truncation):
    """The first tokens by count, and as many of the last as there is room for: 128 + 382 at length 512."""

    title: ClassVar[str] = "Head + tail"
    kind: Literal["head_tail"] = "head_tail"
    head: int = field(
        128,
        label="Head",
        unit="tokens",
        help="Tokens kept from the start; the tail fills the rest of the length.",
        source="Sun et al. 2019, 5.3.1",
        ge=1,
    )

    def head_tokens(self, room: int) -> int:
        return self.head

    def problem(self, room: int) -> str:
        return (
            f"a head of {self.head} tokens leaves no tail: there is room for {room}"
            if self.head >= room
            else ""
        )


class HeadTailShare(Truncation):
    """The first and last tokens in a fixed proportion, whatever the length: 25 % head is 128 + 382 at length 512."""

    title: ClassVar[str] = "Head + tail by share"
    kind: Literal["head_tail_share"] = "head_tail_share"
    head: float = field(
        0.25,
        label="Head share",
        help="The share of the length that is kept from the start.",
        source="Sun et al. 2019, 5.3.1 (128 of 510)",
        gt=0.0,
        lt=1.0,
    )

    def head_tokens(self, room: int) -> int:
        return round(room * self.head)
