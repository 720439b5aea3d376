"""Numbers as text."""

from __future__ import annotations

import math

import pytest

from engine.formatting.numbers import count, plain, plural


@pytest.mark.parametrize(
    ("number", "words"), [(1, "1 epoch"), (2.5, "2.5 epochs"), (10_000, "10,000 epochs")]
)
def test_plurals(number: float, words: str) -> None:
    assert plural(number, "epoch") == words


@pytest.mark.parametrize(
    "value", [0, 24, -3, 0.1, 2e-5, 0.0002, 1e6, 1_500_000.5, 1e-300, math.inf, -math.inf]
)
def test_plain_numbers_are_read_back_exactly(value: float) -> None:
    assert float(plain(value)) == value


def test_what_is_not_there_is_empty() -> None:
    assert plain(None) == plain(math.nan) == count(None) == count(math.nan) == ""
    assert count(-18204.2) == "\N{MINUS SIGN}18,204"
