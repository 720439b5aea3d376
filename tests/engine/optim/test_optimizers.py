"""Optimisers, schedules and clipping against their definitions."""

from __future__ import annotations

import copy
import itertools
import math

import numpy as np
import pytest
import torch
from torch import nn
from transformers import (
    get_constant_schedule_with_warmup,
    get_cosine_schedule_with_warmup,
    get_linear_schedule_with_warmup,
)

from engine.optim.bertadam import BertAdamOptimizer
from engine.optim.clipping import clip_gradients
from engine.spec.schedules import (
    BrokenLineSchedule,
    ConstantSchedule,
    CosineSchedule,
    LinearSchedule,
    SlantedTriangularSchedule,
)

GRADIENTS = [[0.5, -2.0], [1.5, 0.25], [-0.1, 3.0], [0.0, 1.0], [2.0, -1.0]]


def run(rate: float, decay: float) -> np.ndarray:
    weight = torch.tensor([1.0, -0.5], dtype=torch.float64, requires_grad=True)
    optimizer = BertAdamOptimizer([weight], lr=rate, weight_decay=decay)
    path = []
    for gradient in GRADIENTS:
        weight.grad = torch.tensor(gradient, dtype=torch.float64)
        optimizer.step()
        path.append(weight.detach().numpy().copy())
    return np.array(path)


def plain(rate: float, decay: float, eps: float = 1e-6, b1: float = 0.9, b2: float = 0.999) -> np.ndarray:
    """BERT's Adam written out number by number (Kingma & Ba 2015, uncorrected; Devlin et al. 2019, code)."""
    weight, path = [1.0, -0.5], []
    m, v = [0.0, 0.0], [0.0, 0.0]
    for gradient in GRADIENTS:
        for i, g in enumerate(gradient):
            m[i] = b1 * m[i] + (1 - b1) * g
            v[i] = b2 * v[i] + (1 - b2) * g * g
            weight[i] -= rate * (m[i] / (math.sqrt(v[i]) + eps) + decay * weight[i])
        path.append(list(weight))
    return np.array(path)


@pytest.mark.parametrize("decay", [0.0, 0.01, 0.3])
def test_bertadam(decay):
    np.testing.assert_allclose(run(0.1, decay), plain(0.1, decay), rtol=1e-12)


def test_bertadam_is_adamw_without_bias_correction():
    # r(t) = (1 - b1^t) / sqrt(1 - b2^t) turns the corrected step into the uncorrected one (eps and decay aside).
    weight = torch.zeros(1, dtype=torch.float64, requires_grad=True)
    theirs = torch.optim.AdamW([weight], lr=1.0, eps=1e-300, weight_decay=0.0)
    other = torch.zeros(1, dtype=torch.float64, requires_grad=True)
    ours = BertAdamOptimizer([other], lr=1.0, eps=1e-300)
    ratios = []
    for t in range(1, 31):
        gradient = torch.tensor([math.sin(t) + 1.5], dtype=torch.float64)
        before, other_before = weight.item(), other.item()
        weight.grad, other.grad = gradient.clone(), gradient.clone()
        theirs.step()
        ours.step()
        ratios.append((other.item() - other_before) / (weight.item() - before))
        assert ratios[-1] == pytest.approx((1 - 0.9**t) / math.sqrt(1 - 0.999**t), rel=1e-9)
    assert ratios[0] == pytest.approx(3.16, abs=0.01) and max(ratios) == pytest.approx(6.6, abs=0.1)
    assert ratios.index(max(ratios)) + 1 == 12


def test_bertadam_skips_what_has_no_gradient_and_saves_its_moments():
    weight, idle = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    optimizer = BertAdamOptimizer([weight, idle], lr=0.1, weight_decay=0.5)
    weight.grad = torch.ones(2)
    optimizer.step()
    assert torch.equal(idle, torch.ones(2)) and idle not in optimizer.state
    twin_weight = weight.detach().clone().requires_grad_()
    twin = BertAdamOptimizer([twin_weight, torch.ones(2, requires_grad=True)], lr=0.1, weight_decay=0.5)
    twin.load_state_dict(copy.deepcopy(optimizer.state_dict()))
    weight.grad, twin_weight.grad = torch.full((2,), 0.3), torch.full((2,), 0.3)
    optimizer.step()
    twin.step()
    assert torch.equal(weight, twin_weight)


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


def a_model() -> nn.Module:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 7), nn.Linear(7, 3), nn.Linear(3, 2))
    for size, parameter in zip((9.0, 0.01, 2.0, 0.3, 0.5, 4.0), model.parameters(), strict=True):
        parameter.grad = torch.randn_like(parameter) * size
    model[1].bias.grad = None  # frozen
    return model


@pytest.mark.parametrize("limit", [0.0, 0.1, 1.0, 1000.0])
@pytest.mark.parametrize("each", ["all", "tensor"])
def test_equal_to_torch(each, limit):
    ours, theirs = a_model(), a_model()
    whole = torch.nn.utils.get_total_norm([p.grad for p in theirs.parameters() if p.grad is not None])
    assert clip_gradients(ours.parameters(), limit, each) == pytest.approx(float(whole), rel=1e-6)
    if limit and each == "all":
        torch.nn.utils.clip_grad_norm_(theirs.parameters(), limit)
    elif limit:
        # The original's loop, optimization.py: each parameter by itself.
        for parameter in theirs.parameters():
            torch.nn.utils.clip_grad_norm_(parameter, limit)
    for mine, other in zip(ours.parameters(), theirs.parameters(), strict=True):
        if other.grad is None:
            assert mine.grad is None
        else:
            torch.testing.assert_close(mine.grad, other.grad)


@pytest.mark.parametrize("limit", [0.0, 0.5, 1e6])
def test_a_fused_optimizer_clips_in_passing(limit):
    found = []
    for given in (False, True):
        torch.manual_seed(0)
        weights = [torch.nn.Parameter(torch.randn(5, 3)), torch.nn.Parameter(torch.randn(7))]
        optimizer = torch.optim.AdamW(weights, lr=0.1, fused=True)
        for _ in range(3):
            for weight in weights:
                weight.grad = torch.randn_like(weight)
            norm = clip_gradients(weights, limit, "all", optimizer if given else None)
            optimizer.step()
        found.append((norm, *[w.detach() for w in weights]))
        assert given == (getattr(optimizer, "grad_scale", None) is not None) or not limit
    for ours, plain in zip(*found, strict=True):
        torch.testing.assert_close(ours, plain, rtol=1e-5, atol=1e-6)
