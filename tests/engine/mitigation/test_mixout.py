"""Mixout against its formula: mean, gradient, and weights that come back to the last bit."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import nn
from torch.func import functional_call

from engine.mitigation.mixout import MixoutRegulariser, linear_weights


def mixout(task: Any, probability: float, of: str = "weights", seed: int = 5) -> MixoutRegulariser:
    return MixoutRegulariser(linear_weights(task.model.encoder), probability, of, seed)


def mixed(guard: MixoutRegulariser, step: int) -> list[torch.Tensor]:
    """The weights that update ``step`` sees."""
    guard.before_update(step)
    found = [parameter.detach().clone() for parameter in guard.parameters]
    guard.after_backward(step)
    return found


@pytest.mark.parametrize("of", ["weights", "inputs"])
def test_the_mean_over_many_masks_is_the_weight(of: str) -> None:
    layer = nn.Linear(40, 30)
    guard = MixoutRegulariser([layer.weight], 0.7, of, 1)
    start = layer.weight.detach().clone()
    with torch.no_grad():
        layer.weight += torch.randn(30, 40, generator=torch.Generator().manual_seed(2))
    now, count = layer.weight.detach().clone(), 3000
    found = torch.stack([mixed(guard, step)[0] for step in range(count)])
    # Variance of one draw: (w − w⁰)² p / (1 − p). Five standard errors for each of 1,200 means.
    error = (now - start).abs() * (0.7 / 0.3 / count) ** 0.5
    assert ((found.mean(0) - now).abs() <= 5 * error + 1e-6).all()
    back = found.isclose(start).float().mean()
    assert float(back) == pytest.approx(0.7, abs=0.01)
    # Either where it began, or carried on beyond where it is: w⁰ + (w − w⁰) / (1 − p).
    beyond = start + (now - start) / 0.3
    assert (found.isclose(start) | found.isclose(beyond, rtol=1e-3, atol=1e-4)).all()


def test_inputs_draw_one_mask_for_all_weights_of_an_input() -> None:
    layer = nn.Linear(50, 20)
    guard = MixoutRegulariser([layer.weight], 0.5, "inputs", 3)
    start = layer.weight.detach().clone()
    with torch.no_grad():
        layer.weight += 1
    back = mixed(guard, 0)[0].isclose(start)
    assert ((back.sum(0) == 0) | (back.sum(0) == 20)).all()
    assert 0 < int(back.any(0).sum()) < 50


@pytest.mark.parametrize("of", ["weights", "inputs"])
def test_the_gradient_is_autograds_through_the_formula(miniature: Any, of: str) -> None:
    task = miniature()
    guard = mixout(task, 0.6, of)
    starts = {id(p): p.detach().clone() for p in guard.parameters}
    task.move(4)
    # M is told from what the guard shows: w̃ where the weight moved is w⁰ exactly where M = 0.
    seen = {id(p): value for p, value in zip(guard.parameters, mixed(guard, 9), strict=True)}
    replaced: dict[str, torch.Tensor] = {}
    for name, weight in task.model.named_parameters():
        if id(weight) in seen:
            start = starts[id(weight)]
            mask = (~seen[id(weight)].eq(start)).float()
            replaced[name] = (mask * weight + (1 - mask) * start - 0.6 * start) / (1 - 0.6)
    assert len(replaced) == 2 * 6 + ("encoder.pooler.dense.weight" in replaced)

    class Whole(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = task.model

        def forward(self) -> torch.Tensor:
            return task.loss()

    expected_loss = functional_call(Whole(), {f"model.{k}": v for k, v in replaced.items()}, ())
    expected_loss.backward()
    expected = task.gradients()
    task.model.zero_grad()
    guard.before_update(9)
    loss = task.loss()
    loss.backward()
    guard.after_backward(9)
    assert loss.item() == pytest.approx(expected_loss.item(), rel=1e-4)
    for name, gradient in task.gradients().items():
        torch.testing.assert_close(gradient, expected[name], rtol=1e-3, atol=1e-6)


def test_weights_come_back_to_the_last_bit_and_one_update_sees_one_mask(miniature: Any) -> None:
    task = miniature()
    guard = mixout(task, 0.9)
    task.move(5)
    before, storage = task.weights(), [p.data_ptr() for p in guard.parameters]
    first, again, other = mixed(guard, 1), mixed(guard, 1), mixed(guard, 2)
    assert all(torch.equal(a, b) for a, b in zip(first, again, strict=True))
    assert not any(torch.equal(a, b) for a, b in zip(first, other, strict=True))
    assert all(torch.equal(value, before[name]) for name, value in task.weights().items())
    assert [p.data_ptr() for p in guard.parameters] == storage


def test_weights_that_have_not_moved_are_not_mixed_at_all(miniature: Any) -> None:
    task = miniature()
    guard, before = mixout(task, 0.7), [p.detach().clone() for p in linear_weights(task.model.encoder)]
    assert all(torch.equal(a, b) for a, b in zip(mixed(guard, 0), before, strict=True))


def test_what_is_frozen_is_left_alone(miniature: Any) -> None:
    task = miniature()
    guard = mixout(task, 0.7)
    task.move(6)
    frozen = linear_weights(task.model.encoder.encoder.layer[0])
    for parameter in frozen:
        parameter.requires_grad_(False)
    own = {id(p): p.detach().clone() for p in guard.parameters}
    guard.before_update(0)
    for parameter in guard.parameters:
        same = torch.equal(parameter, own[id(parameter)])
        assert same == any(parameter is other for other in frozen)
    guard.after_backward(0)
