"""What is kept of long texts: the original's option by option, and fractions against a plain loop."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.spec.truncation import (
    HeadTailShareTruncation,
    HeadTailTruncation,
    HeadTruncation,
    HierarchicalTruncation,
    TailTruncation,
    Truncation,
)


def trunc_medium(k: int, length: int, room: int) -> list[int]:
    """The positions that Sun et al.'s --trunc_medium keeps of a text, restated from their code."""
    tokens = list(range(length))
    if length <= room:
        return tokens
    if k == -2:
        return tokens[:room]
    if k == -1:
        return tokens[-room:]
    if k == 0:
        return tokens[: room // 2] + tokens[-(room // 2) :]
    assert 0 < k < room
    return tokens[:k] + tokens[k - room :]


def positions(option: Truncation, length: int, room: int) -> list[int]:
    return [p for start, stop in option.kept_ranges(length, room) for p in range(start, stop)]


ROOMS = [510, 509, 126, 62, 61, 3, 2]
LENGTHS = [0, 1, 2, 3, 60, 61, 62, 63, 125, 126, 127, 508, 509, 510, 511, 512, 1019, 1020, 1021, 5000]


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("length", LENGTHS)
def test_the_originals_table(length, room):
    assert positions(HeadTruncation(), length, room) == trunc_medium(-2, length, room)
    assert positions(TailTruncation(), length, room) == trunc_medium(-1, length, room)
    for k in {1, room // 3, 128, room - 1}:
        if 0 < k < room:
            assert not HeadTailTruncation(head=k).problem(room)
            assert positions(HeadTailTruncation(head=k), length, room) == trunc_medium(k, length, room)
        elif k >= room:  # the original fails at the first long text
            assert "leaves no tail" in HeadTailTruncation(head=k).problem(room)
    half, theirs = positions(HeadTailShareTruncation(head=0.5), length, room), trunc_medium(0, length, room)
    if room % 2 == 0 or length <= room:
        assert half == theirs
    else:  # the original loses a token of an odd room; ours is used in full
        assert len(half) == room and set(theirs) < set(half)


def test_128_and_382_of_510():
    assert HeadTailTruncation().kept_ranges(1000, 510) == [(0, 128), (618, 1000)]


def windows(length: int, room: int, overlap: int) -> list[tuple[int, int]]:
    """Fractions one after the other, until one reaches the end."""
    ranges, start = [], 0
    while True:
        ranges.append((start, min(length, start + room)))
        if start + room >= length:
            return ranges
        start += room - overlap


@given(
    length=st.integers(0, 400), room=st.integers(1, 60), overlap=st.integers(0, 59), most=st.integers(0, 9)
)
def test_fractions_are_those_of_a_plain_loop(length, room, overlap, most):
    option = HierarchicalTruncation(overlap=overlap, most=most)
    if overlap >= room:
        assert "nothing new to read" in option.problem(room)
        return
    assert not option.problem(room)
    every = windows(length, room, overlap)
    if most == 0 or len(every) <= most:
        read = every
    else:
        read = every[:1] if most == 1 else [*every[: most - 1], every[-1]]
    assert option.segments(length, room) == [[piece] for piece in read]
    ranges = option.kept_ranges(length, room)
    assert [p for a, b in ranges for p in range(a, b)] == sorted({p for a, b in read for p in range(a, b)})
    assert all(before[1] < after[0] for before, after in pairwise(ranges))


def test_an_article_of_48000_tokens():
    assert len(HierarchicalTruncation(most=0).segments(48_000, 510)) == 95
    assert HierarchicalTruncation(most=3).kept_ranges(48_000, 510) == [(0, 1020), (47_940, 48_000)]


@pytest.mark.parametrize(
    "option",
    [HeadTruncation(), TailTruncation(), HeadTailTruncation(), HeadTailShareTruncation()],
    ids=lambda each: each.kind,
)
def test_all_others_read_one_piece(option):
    assert option.segments(900, 510) == [option.kept_ranges(900, 510)] and option.combine_segments is None
    assert not option.pair_problem()


def test_fractions_of_pairs_are_refused():
    assert "pairs of texts" in HierarchicalTruncation().pair_problem()
    assert HierarchicalTruncation(combine="max").combine_segments == "max"
