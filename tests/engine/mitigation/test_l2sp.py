"""L2-SP against the gradient of its formula, written out, and against finite differences."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from engine.mitigation.l2sp import L2SPRegulariser
from engine.mitigation.reference_weights import newly_initialised_parameters, snapshot_weights
from engine.optim.groups import build_optimizer
from engine.spec.mitigation import L2SP


def springs(task: Any, choice: L2SP) -> L2SPRegulariser:
    return L2SPRegulariser(choice, snapshot_weights(task), newly_initialised_parameters(task))


def penalty(task: Any, start: dict[str, torch.Tensor], alpha: float, beta: float) -> torch.Tensor:
    """α/2 ‖w − w⁰‖² over the encoder, β/2 ‖w‖² over the head, as a graph."""
    total = torch.zeros((), dtype=torch.float64)
    for name, value in task.model.named_parameters():
        if name.startswith("encoder."):
            total = total + alpha / 2 * (value.double() - start[name].double()).square().sum()
        else:
            total = total + beta / 2 * value.double().square().sum()
    return total


def test_the_gradient_is_that_of_the_penalty_in_the_loss(miniature: Any) -> None:
    task = miniature()
    start, guard = task.weights(), springs(task, L2SP(alpha=0.3, beta=0.07))
    task.move(1)
    task.loss().backward()
    shown = guard.after_backward(0)
    found = task.gradients()
    task.model.zero_grad()
    explicit = penalty(task, start, 0.3, 0.07)
    (task.loss() + explicit.float()).backward()
    for name, gradient in task.gradients().items():
        if "pooler" not in name or name in found:
            torch.testing.assert_close(found[name], gradient, rtol=1e-4, atol=1e-6)
    assert float(shown["l2_sp"]) == pytest.approx(explicit.item(), rel=1e-5)


def test_the_gradient_agrees_with_finite_differences(miniature: Any) -> None:
    task = miniature()
    start, guard = task.weights(), springs(task, L2SP(alpha=2.0, beta=0.5))
    task.move(2, 0.1)
    task.loss().backward()
    before = task.gradients()
    guard.after_backward(0)
    named = dict(task.model.named_parameters())
    head = next(name for name, value in named.items() if "encoder." not in name and value.ndim == 2)
    for name in ("encoder.encoder.layer.1.output.dense.weight", head):
        weight = named[name]
        found = task.gradients()[name] - before[name]
        for place in ((0, 0), (1, 5), (2, 17)):
            around = []
            for by in (1e-2, -1e-2):
                with torch.no_grad():
                    weight[place] += by
                around.append(penalty(task, start, 2.0, 0.5).item())
                with torch.no_grad():
                    weight[place] -= by
            assert float(found[place]) == pytest.approx((around[0] - around[1]) / 2e-2, rel=1e-2, abs=1e-4)


def test_decoupled_it_goes_the_rate_times_alpha_of_the_way_back(miniature: Any) -> None:
    task = miniature(anchor={"kind": "l2_sp", "alpha": 4.0, "beta": 2.0, "form": "decoupled"})
    start, guard = task.weights(), springs(task, task.stage.anchor)
    optimizer = build_optimizer(task.model, task.parameter_table, task.stage, task.layers)
    for number, group in enumerate(optimizer.param_groups):
        group["lr"] = 0.01 * number
    rate = {id(p): group["lr"] for group in optimizer.param_groups for p in group["params"]}
    task.move(3)
    moved = task.weights()
    task.loss().backward()
    before = task.gradients()
    guard.after_backward(0)
    assert all(torch.equal(gradient, before[name]) for name, gradient in task.gradients().items())
    guard.after_update(optimizer)
    assert len(set(rate.values())) > 2
    for name, value in task.model.named_parameters():
        eta, was = rate[id(value)], moved[name]
        if name.startswith("encoder."):
            expected = was - eta * 4.0 * (was - start[name])
        else:
            expected = was - eta * 2.0 * was
        torch.testing.assert_close(value.detach(), expected)


def test_frozen_layers_feel_no_spring(miniature: Any) -> None:
    task = miniature(freezing={"kind": "lowest", "layers": 1})
    guard = springs(task, L2SP(alpha=0.5, beta=0.1))
    names = {id(value): name for name, value in task.model.named_parameters()}
    kept = {names[id(parameter)] for parameter in guard.reference.parameters}
    assert kept
    assert all(".layer.1." in name or ".pooler." in name for name in kept)
    for name, value in task.model.named_parameters():
        value.requires_grad_(name in kept or not name.startswith("encoder."))
    task.loss().backward()
    guard.after_backward(0)
    assert not any(".layer.0." in name or ".embeddings." in name for name in task.gradients())


def test_it_takes_the_place_of_weight_decay(miniature: Any) -> None:
    def decays(task: Any) -> set[float]:
        optimizer = build_optimizer(task.model, task.parameter_table, task.stage, task.layers)
        return {group["weight_decay"] for group in optimizer.param_groups}

    assert decays(miniature(weight_decay=0.05)) == {0.0, 0.05}
    assert decays(miniature(weight_decay=0.05, anchor="l2_sp")) == {0.0}
