"""Random bits: a function of torch's state and of nothing else, uniform, and what is cleared by them."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from engine.kernels import random_bits
from engine.kernels.random_bits import (
    apply_keep_bits,
    apply_keep_bits_,
    draw_keep_bits,
    draw_random_words,
    dropout_scale,
)

MANY = 3 * random_bits.WORDS_PER_THREAD + 5


@pytest.mark.parametrize(
    "count", [1, 7, random_bits.MIN_THREADED_WORDS, random_bits.MIN_THREADED_WORDS + 1, MANY]
)
def test_the_same_state_gives_the_same_words(count):
    torch.manual_seed(3)
    first, then = draw_random_words(count), draw_random_words(count)
    torch.manual_seed(3)
    assert torch.equal(draw_random_words(count), first) and first.shape == (count,)
    assert count == 1 or not torch.equal(first, then)


def test_words_do_not_depend_on_the_number_of_threads():
    threads, found = torch.get_num_threads(), []
    try:
        for number in (1, 3):
            torch.set_num_threads(number)
            torch.manual_seed(4)
            found.append(draw_random_words(MANY))
    finally:
        torch.set_num_threads(threads)
    assert torch.equal(*found)


@pytest.mark.parametrize("count", [random_bits.MIN_THREADED_WORDS, MANY])
def test_words_are_uniform_and_neighbours_independent(count):
    torch.manual_seed(0)
    words = draw_random_words(count).numpy()
    counts = np.bincount((words.astype(np.int64) + 32768) >> 8, minlength=256)
    expected = count / 256
    # Chi-squared with 255 degrees of freedom: mean 255, standard deviation 22.6.
    assert ((counts - expected) ** 2 / expected).sum() < 255 + 5 * 22.6
    for lag in (1, 2, 4, random_bits.WORDS_PER_THREAD):
        if lag < count:
            assert abs(np.corrcoef(words[:-lag], words[lag:])[0, 1]) < 5 / (count - lag) ** 0.5


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32, torch.float64])
@pytest.mark.parametrize("probability", [0.1, 0.75])
def test_the_right_share_is_cleared_and_made_up_for(dtype, probability):
    torch.manual_seed(1)
    values = torch.full((300, 400), -2.5, dtype=dtype)
    keep = draw_keep_bits(values.shape, probability, dtype)
    found = apply_keep_bits(values, keep)
    share = float((found == 0).float().mean())
    assert abs(share - probability) < 5 * (probability * (1 - probability) / values.numel()) ** 0.5
    assert set(found.float().unique().tolist()) == {0.0, -2.5}, "what is kept is untouched"
    assert dropout_scale(probability) == pytest.approx(1 / (1 - probability), rel=1e-4)
    assert torch.equal(apply_keep_bits_(values, keep), found) and torch.equal(values, found)
    nothing = torch.tensor([float("nan"), float("inf")], dtype=dtype)
    assert not apply_keep_bits(nothing, torch.zeros(2, dtype=keep.dtype)).any(), (
        "a product would leave them as they are"
    )


def test_a_generator_of_ones_own_leaves_the_global_state_alone():
    torch.manual_seed(5)
    state = torch.get_rng_state()
    one = draw_random_words(MANY, torch.Generator().manual_seed(9))
    two = draw_random_words(MANY, torch.Generator().manual_seed(9))
    assert torch.equal(one, two) and torch.equal(torch.get_rng_state(), state)
