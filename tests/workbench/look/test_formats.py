"""Numbers as text."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.look import formats


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (formats.count(18204), "18,204"),
        (formats.count(-1500), "−1,500"),
        (formats.fixed(4.857), "4.86"),
        (formats.fixed(-0.001), "0.00"),
        (formats.fixed(-3.14159, 1), "−3.1"),
        (formats.fixed(math.inf), "∞"),
        (formats.signed(0.35), "+0.35"),
        (formats.signed(-0.62), "−0.62"),
        (formats.signed(0.001), "0.00"),
        (formats.percent(0.0485), "4.9"),
        (formats.times(1.58), "× 1.58"),
        (formats.plain(2e-5), "2e-5"),
        (formats.plain(0.0003), "3e-4"),
        (formats.plain(2.5e-5), "2.5e-5"),
        (formats.plain(0.1), "0.1"),
        (formats.plain(24.0), "24"),
        (formats.plain(1e6), "1e6"),
        (formats.plain(-0.5), "-0.5"),
        (formats.short(0.0823), "0.0823"),
        (formats.short(0.5), "0.500"),
        (formats.short(1.07e-5), "1.07e-5"),
        (formats.short(12400), "12,400"),
        (formats.short(0), "0"),
        (formats.clock(398), "6:38"),
        (formats.clock(3723), "1:02:03"),
        (formats.duration(75), "75 s"),
        (formats.duration(400), "6 min 40 s"),
        (formats.duration(88 * 60), "1 h 28 min"),
        (formats.duration(7200), "2 h"),
        (formats.duration(51 * 3600), "2 d 3 h"),
        (formats.times_in_words(1), "once"),
        (formats.times_in_words(2), "twice"),
        (formats.times_in_words(1200), "1,200 times"),
        (formats.size(34e6), "34 MB"),
        (formats.size(5.3e9), "5.3 GB"),
        (formats.size(999), "999 B"),
        (formats.size(1.2e12), "1.2 TB"),
    ],
)
def test_spelling(made: str, wanted: str) -> None:
    assert made == wanted


@pytest.mark.parametrize(
    "write",
    [formats.count, formats.fixed, formats.signed, formats.percent, formats.times, formats.plain, formats.short,
     formats.clock, formats.duration, formats.size],
)  # fmt: skip
def test_nothing_is_written_as_nothing(write: object) -> None:
    assert write(None) == "" and write(math.nan) == ""  # type: ignore[operator]


@given(st.floats(allow_nan=False))
def test_plain_is_read_back_exactly(value: float) -> None:
    assert float(formats.plain(value)) == value


@given(st.integers(0, 10**7))
def test_clock_is_the_number_of_seconds(seconds: int) -> None:
    parts = [int(part) for part in formats.clock(seconds).split(":")]
    assert sum(part * 60**i for i, part in enumerate(reversed(parts))) == seconds
