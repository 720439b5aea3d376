"""The diagonal of the Fisher information: the importance of each weight for a model's outputs.

F_i = E_x E_y (∂ log p(y|x) / ∂w_i)², text by text. The variants differ in y (van de Ven 2025): all classes, weighted by
their probability (exact), one drawn from the model (sampled), which is unbiased, or the true one (empirical), which
gives a different matrix. Squaring the gradient of a whole batch would be wrong, so texts are processed one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

import torch
from torch import nn

FisherLabels = Literal["exact", "sampled", "empirical"]
FisherSample = tuple[torch.Tensor, torch.Tensor]
"""For one text: log p(y|x) of K labels y [K], with its graph, and the weight of each label [K]."""


def fisher_diagonal(
    parameters: Sequence[nn.Parameter], samples: Iterable[FisherSample]
) -> list[torch.Tensor]:
    """Compute the mean over ``samples`` of Σ_k weight_k (∂ log p_k / ∂w)², for each of ``parameters``.

    The result is zero for unused parameters. ``samples`` may be a generator: each graph is freed before the next sample
    is drawn.
    """
    total = [torch.zeros_like(parameter, requires_grad=False) for parameter in parameters]
    count = 0
    for logs, weights in samples:
        count += 1
        for k in range(len(logs)):
            gradients = torch.autograd.grad(
                logs[k], parameters, retain_graph=k + 1 < len(logs), allow_unused=True
            )
            for sum_of_squares, gradient in zip(total, gradients, strict=True):
                if gradient is not None:
                    sum_of_squares.addcmul_(gradient, gradient, value=float(weights[k]))
    return [sum_of_squares / max(1, count) for sum_of_squares in total]


def class_sample(
    logits: torch.Tensor, label: int, labels: FisherLabels, generator: torch.Generator
) -> FisherSample:
    """Return the Fisher sample of one text with logits [C] and true class ``label``. ``labels`` is the variant."""
    logs = logits.log_softmax(-1)
    if labels == "exact":
        return logs, logs.detach().exp()
    if labels == "sampled":
        label = int(_sample_answers(logs[None], generator))
    return logs[label][None], logs.new_ones(1)


def masked_word_sample(
    logits: torch.Tensor, targets: torch.Tensor, labels: FisherLabels, generator: torch.Generator
) -> FisherSample:
    """Return the Fisher sample of a text with M masked words: the joint log p of one answer, from logits [M, V].

    ``targets`` [M] are the true words. Of all V^M answers only one is used, a sampled one or the true one.
    """
    logs = logits.log_softmax(-1)
    words = _sample_answers(logs, generator).to(logs.device) if labels == "sampled" else targets
    return logs.gather(1, words[:, None]).sum()[None], logs.new_ones(1)


def _sample_answers(logs: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Draw a word for each row of log-probabilities [M, V], on the CPU so that all devices draw the same."""
    return torch.multinomial(logs.detach().float().cpu().exp(), 1, generator=generator)[:, 0]


@contextmanager
def train_only(model: nn.Module, parameters: Sequence[nn.Parameter]) -> Iterator[None]:
    """Set ``model`` to evaluation mode with gradients for ``parameters`` only, and restore it afterwards."""
    training = model.training
    states = [(parameter, parameter.requires_grad) for parameter in model.parameters()]
    trained = {id(parameter) for parameter in parameters}
    try:
        model.eval()
        for parameter, _ in states:
            parameter.requires_grad_(id(parameter) in trained)
        yield
    finally:
        model.train(training)
        for parameter, required in states:
            parameter.requires_grad_(required)
