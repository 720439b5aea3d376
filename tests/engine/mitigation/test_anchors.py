"""Springs, consolidation and mixout against their formulas."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch import nn
from torch.func import functional_call

from engine.mitigation import fisher
from engine.mitigation.ewc import EWCRegulariser
from engine.mitigation.l2sp import L2SPRegulariser
from engine.mitigation.mixout import MixoutRegulariser, linear_weights
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


def test_the_gradient_of_consolidation_is_that_of_the_graph(miniature: Any) -> None:
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


def drawing(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


@pytest.fixture
def linear() -> tuple[nn.Linear, torch.Tensor]:
    """A linear classifier of four classes and fifty inputs of six features."""
    torch.manual_seed(3)
    return nn.Linear(6, 4), torch.randn(50, 6)


def test_exact_it_is_the_closed_form_of_a_linear_softmax(linear: tuple[nn.Linear, torch.Tensor]) -> None:
    layer, inputs = linear
    samples = (fisher.class_sample(layer(x), 0, "exact", drawing()) for x in inputs)
    weight, bias = fisher.fisher_diagonal([layer.weight, layer.bias], samples)
    # E_y (1[y = c] − p_c)² = p_c (1 − p_c), times x_k² for the weights.
    p = layer(inputs).softmax(-1).detach().double().numpy()
    spread = p * (1 - p)
    np.testing.assert_allclose(bias.numpy(), spread.mean(0), rtol=1e-4)
    expected = spread.T @ inputs.double().numpy() ** 2 / len(inputs)
    np.testing.assert_allclose(weight.numpy(), expected, rtol=1e-4)


def test_drawn_labels_give_it_on_average(linear: tuple[nn.Linear, torch.Tensor]) -> None:
    layer, inputs = linear
    exact = fisher.fisher_diagonal(
        [layer.weight], (fisher.class_sample(layer(x), 0, "exact", drawing()) for x in inputs)
    )
    draw = drawing(1)
    many = (fisher.class_sample(layer(x), 0, "sampled", draw) for _ in range(150) for x in inputs)
    sampled = fisher.fisher_diagonal([layer.weight], many)
    np.testing.assert_allclose(sampled[0].numpy(), exact[0].numpy(), rtol=0.12)
    wrong = fisher.fisher_diagonal(
        [layer.weight], (fisher.class_sample(layer(x), 2, "empirical", drawing()) for x in inputs)
    )
    assert not np.allclose(wrong[0].numpy(), exact[0].numpy(), rtol=0.12)


@pytest.mark.parametrize("how", ["exact", "empirical"])
def test_it_agrees_with_a_loop_over_texts(miniature: Any, how: Any) -> None:
    task = miniature()
    task.model.eval()
    parameters = [
        p for n, p in task.model.named_parameters() if n.startswith("encoder.") and "pooler" not in n
    ]
    seeds, total = range(4), [torch.zeros_like(p) for p in parameters]
    for seed in seeds:
        logits, label = task.logits(seed)
        logs = logits.log_softmax(-1)
        for place in range(3) if how == "exact" else [label]:
            task.model.zero_grad()
            logs[place].backward(retain_graph=True)
            share = float(logs[place].detach().exp()) if how == "exact" else 1.0
            for one, parameter in zip(total, parameters, strict=True):
                one += share * parameter.grad.square()
    samples = (fisher.class_sample(*task.logits(seed), how, drawing()) for seed in seeds)
    for found, expected in zip(fisher.fisher_diagonal(parameters, samples), total, strict=True):
        torch.testing.assert_close(found, expected / 4, rtol=1e-4, atol=1e-9)


def test_hidden_words_of_a_text_are_one_answer() -> None:
    logits = torch.randn(3, 7, generator=drawing(2))
    targets = torch.tensor([1, 5, 0])
    logs, weights = fisher.masked_word_sample(logits, targets, "empirical", drawing())
    picked = logits.log_softmax(-1)[range(3), targets]
    torch.testing.assert_close(logs, picked.sum()[None])
    assert weights.tolist() == [1.0]
    sure = torch.full((3, 7), -100.0)
    sure[range(3), [2, 2, 6]] = 100.0
    drawn, _ = fisher.masked_word_sample(sure, targets, "sampled", drawing())
    assert float(drawn) == pytest.approx(0.0, abs=1e-6)


def test_the_model_is_left_as_it_was(miniature: Any) -> None:
    model = miniature().model
    model.train()
    names = {name for name, _ in model.named_parameters() if ".layer.0." in name}
    for name, parameter in model.named_parameters():
        parameter.requires_grad_(name not in names)
    chosen = [parameter for name, parameter in model.named_parameters() if name in names]
    with fisher.train_only(model, chosen):
        assert not model.training
        assert {n for n, p in model.named_parameters() if p.requires_grad} == names
    assert model.training
    assert {n for n, p in model.named_parameters() if not p.requires_grad} == names


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
