"""Clipping against torch's own, over all tensors and over each by itself."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from engine.optim.clipping import clip_gradients


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
