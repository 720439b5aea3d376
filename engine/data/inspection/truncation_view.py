"""View of one text as the model reads it: which characters are kept and which are truncated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.spec.truncation import Truncation

if TYPE_CHECKING:
    from tokenizers import Tokenizer


@dataclass(frozen=True)
class TruncationSpan:
    """Span of the text, characters ``start`` to ``stop``, of ``tokens`` tokens that are all kept or all truncated."""

    start: int
    stop: int
    tokens: int
    kept: bool


def truncation_spans(
    text: str, tokenizer: Tokenizer, truncation: Truncation, room: int
) -> list[TruncationSpan]:
    """Return the text as consecutive spans that together cover it, when there is room for ``room`` tokens.

    Args:
        tokenizer: the core of a fast tokenizer, neither truncating nor padding
            (``engine.data.special_tokens.tokenizer_core``).
    """
    offsets = tokenizer.encode(text, add_special_tokens=False).offsets
    result: list[TruncationSpan] = []
    ends = [0]
    ranges: list[tuple[int, int, bool]] = []
    for start, stop in truncation.kept_ranges(len(offsets), room):
        if start > ends[-1]:
            ranges.append((ends[-1], start, False))
        ranges.append((start, stop, True))
        ends.append(stop)
    if ends[-1] < len(offsets):
        ranges.append((ends[-1], len(offsets), False))
    for number, (start, stop, is_kept) in enumerate(ranges):
        first = 0 if number == 0 else offsets[start][0]
        last = len(text) if number == len(ranges) - 1 else offsets[stop][0]
        result.append(TruncationSpan(first, last, stop - start, is_kept))
    return result
