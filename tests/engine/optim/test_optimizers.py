"""Update rules against plain arithmetic."""

from __future__ import annotations

import copy
import math

import numpy as np
import pytest
import torch

from engine.optim.bertadam import BertAdamOptimizer

GRADIENTS = [[0.5, -2.0], [1.5, 0.25], [-0.1, 3.0], [0.0, 1.0], [2.0, -1.0]]


def run(optimizer_class, rate: float, decay: float, **options: object) -> np.ndarray:
    weight = torch.tensor([1.0, -0.5], dtype=torch.float64, requires_grad=True)
    optimizer = optimizer_class([weight], lr=rate, weight_decay=decay, **options)
    path = []
    for gradient in GRADIENTS:
        weight.grad = torch.tensor(gradient, dtype=torch.float64)
        optimizer.step()
        path.append(weight.detach().numpy().copy())
    return np.array(path)


def plain(
    rate: float, decay: float, eps: float, corrected: bool, b1: float = 0.9, b2: float = 0.999
) -> np.ndarray:
    """Adam written out number by number (Kingma & Ba 2015; Loshchilov & Hutter 2019; Devlin et al. 2019, code)."""
    weight, path = [1.0, -0.5], []
    m, v = [0.0, 0.0], [0.0, 0.0]
    for t, gradient in enumerate(GRADIENTS, 1):
        for i, g in enumerate(gradient):
            m[i] = b1 * m[i] + (1 - b1) * g
            v[i] = b2 * v[i] + (1 - b2) * g * g
            first = m[i] / (1 - b1**t) if corrected else m[i]
            second = v[i] / (1 - b2**t) if corrected else v[i]
            weight[i] -= rate * (first / (math.sqrt(second) + eps) + decay * weight[i])
        path.append(list(weight))
    return np.array(path)


@pytest.mark.parametrize("decay", [0.0, 0.01, 0.3])
def test_bertadam(decay):
    np.testing.assert_allclose(
        run(BertAdamOptimizer, 0.1, decay), plain(0.1, decay, 1e-6, corrected=False), rtol=1e-12
    )


@pytest.mark.parametrize("fused", [True, False])
@pytest.mark.parametrize("decay", [0.0, 0.3])
def test_adamw(decay, fused):
    found = run(torch.optim.AdamW, 0.1, decay, eps=1e-8, fused=fused)
    np.testing.assert_allclose(found, plain(0.1, decay, 1e-8, corrected=True), rtol=1e-9)


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
