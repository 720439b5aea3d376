"""EWC's pull against finite differences of its penalty, and on runs."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from engine.mitigation.ewc import EWCRegulariser
from engine.mitigation.reference_weights import snapshot_weights


def test_the_gradient_agrees_with_finite_differences_and_the_graph(miniature: Any) -> None:
    task = miniature()
    old, draw = snapshot_weights(task), torch.Generator().manual_seed(1)
    information = [torch.rand(start.shape, generator=draw) for start in old.values]
    guard = EWCRegulariser(50.0, old, information)
    task.move(2, 0.05)

    def penalty() -> torch.Tensor:
        parts = zip(old.parameters, old.values, information, strict=True)
        return sum(25.0 * (f.double() * (p.double() - s.double()) ** 2).sum() for p, s, f in parts)

    task.loss().backward()
    before = task.gradients()
    shown = guard.after_backward(0)["ewc"]
    explicit = penalty()
    assert float(shown) == pytest.approx(explicit.item(), rel=1e-5)
    named = dict(task.model.named_parameters())
    found = {name: gradient - before[name] for name, gradient in task.gradients().items()}
    graph = torch.autograd.grad(explicit, old.parameters)
    expected = {id(p): g for p, g in zip(old.parameters, graph, strict=True)}
    for name, by in found.items():
        if id(named[name]) in expected:
            torch.testing.assert_close(by, expected[id(named[name])], rtol=1e-3, atol=1e-5)
        else:
            assert not by.any()  # the head
    weight, place = named["encoder.encoder.layer.0.intermediate.dense.weight"], (3, 4)
    around = []
    for by in (1e-2, -1e-2):
        with torch.no_grad():
            weight[place] += by
        around.append(penalty().item())
        with torch.no_grad():
            weight[place] -= by
    slope = (around[0] - around[1]) / 2e-2
    assert float(found["encoder.encoder.layer.0.intermediate.dense.weight"][place]) == pytest.approx(
        slope, rel=1e-2, abs=1e-4
    )
