"""Draws for many keys at once are a published generator's."""

from __future__ import annotations

import numpy as np

from engine import random_streams


def test_draws_are_the_outputs_of_splitmix64() -> None:
    # The reference values that SplitMix64 is commonly checked with: the first five from state 1234567.
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert random_streams.random_bits(np.array([1234567], np.uint64), np.arange(5)).tolist() == expected


def test_keys_are_a_function_of_all_they_are_made_from() -> None:
    first, second = np.divmod(np.arange(10_000), 100)
    keys = random_streams.stream_keys(1, "a", first, second)
    assert len(np.unique(keys)) == 10_000
    assert np.array_equal(random_streams.stream_keys(1, "a", first[7:9], second[7:9]), keys[7:9])
    for other in (
        random_streams.stream_keys(2, "a", first, second),
        random_streams.stream_keys(1, "b", first, second),
    ):
        assert not np.isin(other, keys).any()
    ones = np.unpackbits(keys.view(np.uint8)).mean()
    assert abs(ones - 0.5) < 0.003, "bits are even"
