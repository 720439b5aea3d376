"""Schedules against independent formulas: the papers' and transformers' own."""

from __future__ import annotations

import itertools
import math

import pytest
import torch
from transformers import (
    get_constant_schedule_with_warmup,
    get_cosine_schedule_with_warmup,
    get_linear_schedule_with_warmup,
)

from engine.spec.schedules import (
    BrokenLineSchedule,
    ConstantSchedule,
    CosineSchedule,
    LinearSchedule,
    SlantedTriangularSchedule,
)

TOTALS = [10, 97, 1000]


@pytest.mark.parametrize("total", TOTALS)
@pytest.mark.parametrize(("fraction", "ratio"), [(0.1, 32), (0.25, 8), (0.5, 100)])
def test_slanted_triangular_is_equation_3(fraction, ratio, total):
    # Howard & Ruder 2018: t is the number of the training iteration. Where the cut is not a whole number of updates,
    # the fall still ends with the stage: (1 / fraction - 1) of the unrounded cut.
    cut = math.floor(total * fraction)
    fall = cut * (1 / fraction - 1) if total * fraction == cut else total - cut
    for t in range(total):
        p = t / cut if t < cut else 1 - (t - cut) / fall
        expected = (1 + max(0.0, p) * (ratio - 1)) / ratio
        assert SlantedTriangularSchedule(cut_fraction=fraction, ratio=ratio).factor(
            t, total
        ) == pytest.approx(expected)


@pytest.mark.parametrize("total", [5, 17, 29, 59, 270])
def test_slanted_triangular_falls_to_the_end_of_a_short_stage(total):
    factors = [SlantedTriangularSchedule().factor(t, total) for t in range(total + 1)]
    assert factors[total] == pytest.approx(1 / 32)
    falling = factors[factors.index(1.0) :]
    assert all(later < earlier for earlier, later in itertools.pairwise(falling))


def test_slanted_triangular_has_a_floor_and_a_peak():
    factors = [SlantedTriangularSchedule().factor(t, 1000) for t in range(1001)]
    assert factors[0] == factors[1000] == pytest.approx(1 / 32)
    assert max(factors) == factors[100] == 1.0
    assert SlantedTriangularSchedule().factor(0, 5) == 1.0, "a cut that rounds to nothing starts at the peak"
    assert [SlantedTriangularSchedule().factor(t, 5) for t in range(5)] == sorted(
        (SlantedTriangularSchedule().factor(t, 5) for t in range(5)), reverse=True
    )


def theirs(make, total: int, **kwargs: int) -> list[float]:
    """What a transformers scheduler multiplies the rate with at updates 0..total-1."""
    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
    scheduler = make(optimizer, **kwargs)
    factors = []
    for _ in range(total):
        factors.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    return factors


@pytest.mark.parametrize("total", TOTALS)
@pytest.mark.parametrize("warmup", [0.0, 0.1, 0.33])
def test_equal_to_transformers(warmup, total):
    rise = math.ceil(total * warmup)
    pairs = [
        (LinearSchedule, get_linear_schedule_with_warmup, {"num_training_steps": total}),
        (CosineSchedule, get_cosine_schedule_with_warmup, {"num_training_steps": total}),
        (ConstantSchedule, get_constant_schedule_with_warmup, {}),
    ]
    for ours, make, options in pairs:
        expected = theirs(make, total, num_warmup_steps=rise, **options)
        found = [ours(warmup=warmup).factor(t, total) for t in range(total)]
        assert found == pytest.approx(expected, abs=1e-9), ours.__name__


@pytest.mark.parametrize("total", TOTALS)
def test_broken_line_is_the_original_code(total):
    # optimization.py: x = step / total; x / warmup if x < warmup else 1 - x.
    for t in range(total):
        x = t / total
        assert BrokenLineSchedule(warmup=0.1).factor(t, total) == pytest.approx(
            x / 0.1 if x < 0.1 else 1.0 - x
        )
    assert BrokenLineSchedule(warmup=0.1).factor(99, 1000) == pytest.approx(0.99)
    assert BrokenLineSchedule(warmup=0.1).factor(100, 1000) == pytest.approx(0.9), "the break"


@pytest.mark.parametrize(
    "schedule",
    [
        SlantedTriangularSchedule(),
        LinearSchedule(),
        BrokenLineSchedule(),
        CosineSchedule(),
        ConstantSchedule(),
    ],
)
@pytest.mark.parametrize("total", [1, 2, 3, 1000])
def test_no_schedule_climbs_or_goes_below_zero(schedule, total):
    for step in range(total + 3):
        assert 0.0 <= schedule.factor(step, total) <= 1.0
