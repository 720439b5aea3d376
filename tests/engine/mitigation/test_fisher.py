"""The Fisher information against its closed form for a linear model, and against a plain loop over texts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from engine.mitigation import fisher


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
