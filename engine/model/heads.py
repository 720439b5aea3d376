"""Our linear head in the form of transformers' classification heads: a dense layer, an activation, an output layer.

A pooler with tanh is that form as it stands. A head that reads the top layer's first token directly is brought into it:

- ReLU and GELU: f(z) - f(-z) = z exactly, so the dense layer computes every logit with both signs and the output layer
  takes the difference. It needs twice as many rows as there are classes.
- tanh: tanh(εz)/ε = z (1 - (εz)²/3 + ...); with ε = 1e-4 and logits below 100 the relative error is below 4e-5, for
  ordinary logits it is float32's own rounding.

Other features (several layers, lower layers, means over tokens) have no place in those models.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from engine.model.classifier import Classifier, pooler_of

EPSILON = 1e-4


@dataclass(frozen=True)
class Shape:
    """Where a family keeps the parts of its classification head: dense layer, activation, output layer."""

    dense: Callable[[Any], nn.Linear]
    activation: str
    output: Callable[[Any], nn.Linear]


_INSIDE = Shape(lambda model: model.classifier.dense, "tanh", lambda model: model.classifier.out_proj)
SHAPES: dict[str, Shape] = {
    "bert": Shape(lambda model: model.bert.pooler.dense, "tanh", lambda model: model.classifier),
    "albert": Shape(lambda model: model.albert.pooler, "tanh", lambda model: model.classifier),
    "roberta": _INSIDE,
    "xlm-roberta": _INSIDE,
    "camembert": _INSIDE,
    "mpnet": _INSIDE,
    "electra": Shape(_INSIDE.dense, "odd pair", _INSIDE.output),
    "distilbert": Shape(lambda model: model.pre_classifier, "odd pair", lambda model: model.classifier),
}


def obstacle(model: Classifier) -> str:
    """Why transformers' classifier of this family cannot compute ``model``; empty when it can."""
    config: Any = model.encoder.config
    shape = SHAPES.get(config.model_type)
    if shape is None:
        return f"the head of transformers' classifier for {config.model_type} is another function"
    features, top = model.features, int(config.num_hidden_layers)
    if model.pooled:
        return (
            ""
            if shape.activation == "tanh"
            else f"transformers' classifier for {config.model_type} has no tanh pooler"
        )
    if features.tokens != "cls" or model.indices != (top,):
        return (
            f"it reads {'[CLS]' if features.tokens == 'cls' else f'the {features.tokens} of all tokens'} "
            f"of the layers '{features.layers}', transformers' classifier only [CLS] of the last"
        )
    rows = model.head.out_features * (1 if shape.activation == "tanh" else 2)
    return (
        ""
        if rows <= int(config.hidden_size)
        else f"{model.head.out_features} classes are too many for its head"
    )


@torch.no_grad()
def fill(theirs: nn.Module, model: Classifier) -> None:
    """Sets the head of ``theirs`` (an AutoModelForSequenceClassification) to compute what ``model``'s head does.

    ``obstacle(model)`` must be empty.
    """
    config: Any = model.encoder.config
    shape = SHAPES[config.model_type]
    dense, output, head = shape.dense(theirs), shape.output(theirs), model.head
    if model.pooled:
        pooler = pooler_of(model)
        for ours, copy in ((pooler, dense), (head, output)):
            copy.weight.copy_(ours.weight)
            copy.bias.copy_(ours.bias)
        return
    count = head.out_features
    for layer in (dense, output):
        layer.weight.zero_()
        layer.bias.zero_()
    numbers = torch.arange(count)
    if shape.activation == "tanh":
        dense.weight[:count] = EPSILON * head.weight
        output.weight[numbers, numbers] = 1 / EPSILON
    else:
        dense.weight[:count], dense.weight[count : 2 * count] = head.weight, -head.weight
        output.weight[numbers, numbers], output.weight[numbers, count + numbers] = 1.0, -1.0
    output.bias.copy_(head.bias)
