"""Conversion of our heads to transformers' classification heads: a dense layer, an activation, an output layer.

A pooler with tanh below a linear head already has that form. So has a head with a hidden layer (MLP) of the same
activation, padded with zeros. A linear head that reads the top layer's first token directly is converted:

- ReLU and GELU: f(z) - f(-z) = z exactly, so the dense layer computes every logit with both signs and the output
layer takes the difference. It needs twice as many rows as there are classes.
- tanh: tanh(εz)/ε = z (1 - (εz)²/3 + ...). With ε = 1e-4 and logits below 100 the relative error is below 4e-5. For
ordinary logits it is within the rounding of float32.

The normalised mean of tokens becomes another layer of the encoder. Its queries and keys are zero, so [CLS] attends
equally to all tokens. Its values are the hidden states, and its output is their mean times ``MEAN_WEIGHT``. The
residual connection adds [CLS], and the layer normalises the sum. Its feed-forward part is zero.

These models cannot express other features (several layers, lower layers, plain means over tokens) or texts in several
segments.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import torch
from torch import nn

from engine.model.classification_head import MEAN_SCALE, MEAN_WEIGHT, MLP
from engine.model.classifier import Classifier, pooler_layer
from engine.model.encoder_config import config_of
from engine.spec.features import TRANSFORMERS_ACTIVATIONS

EPSILON = 1e-4


@dataclass(frozen=True)
class HeadLayout:
    """Names of the layers before and after the activation in a family's classification head."""

    dense: str
    output: str = "classifier"

    def layers(self, model: nn.Module) -> tuple[nn.Linear, nn.Linear]:
        """Return the two layers of ``model``, an AutoModelForSequenceClassification of the family."""
        dense, output = model.get_submodule(self.dense), model.get_submodule(self.output)
        assert isinstance(dense, nn.Linear) and isinstance(output, nn.Linear)
        return dense, output


_ROBERTA_LAYOUT = HeadLayout("classifier.dense", "classifier.out_proj")
HEAD_LAYOUTS: dict[str, HeadLayout] = {
    "bert": HeadLayout("bert.pooler.dense"),
    "albert": HeadLayout("albert.pooler"),
    "roberta": _ROBERTA_LAYOUT,
    "xlm-roberta": _ROBERTA_LAYOUT,
    "camembert": _ROBERTA_LAYOUT,
    "mpnet": _ROBERTA_LAYOUT,
    "electra": _ROBERTA_LAYOUT,
    "distilbert": HeadLayout("pre_classifier"),
}


@torch.no_grad()
def write_mean_layer(base: nn.Module, layer: int) -> None:
    """Set layer ``layer`` (from 0) of an encoder of ``MEAN_LAYER_FAMILIES`` to compute the normalised mean."""
    pattern = re.compile(rf"(encoder|transformer)\.layer\.{layer}\.(?P<name>.*)")
    for path, values in base.named_parameters():
        if not (match := pattern.fullmatch(path)):
            continue
        name = match["name"]
        values.zero_()
        if name in ("attention.self.value.weight", "attention.v_lin.weight"):
            values.fill_diagonal_(1.0)
        elif name in ("attention.output.dense.weight", "attention.out_lin.weight"):
            values.fill_diagonal_(MEAN_WEIGHT)
        elif "norm" in name.lower() and name.endswith(".weight"):
            values.fill_(
                MEAN_SCALE if name.startswith("output") else 1.0
            )  # of the two normalisations only the last has an effect


@torch.no_grad()
def copy_head(target: nn.Module, model: Classifier, scale: float = 1.0, center: float = 0.0) -> None:
    """Set the head of ``target`` (an AutoModelForSequenceClassification) to compute ``scale`` · logits + ``center``.

    ``transformers_obstacle`` must be empty for the model.
    """
    family = str(config_of(model.encoder).model_type)
    dense, output = HEAD_LAYOUTS[family].layers(target)
    for layer in (dense, output):
        layer.weight.zero_()
        layer.bias.zero_()
    _copy_layers(model, dense, output, TRANSFORMERS_ACTIVATIONS[family])
    output.weight.mul_(scale)
    output.bias.mul_(scale).add_(center)


def _copy_layers(model: Classifier, dense: nn.Linear, output: nn.Linear, activation: str) -> None:
    """Set the two zeroed layers so that with ``activation`` between them they return the logits of ``model``."""
    head = model.head
    if isinstance(head, MLP):
        hidden = head.dense.out_features
        dense.weight[:hidden], dense.bias[:hidden] = head.dense.weight, head.dense.bias
        output.weight[:, :hidden] = head.output.weight
        output.bias.copy_(head.output.bias)
        return
    output.bias.copy_(head.bias)
    if model.uses_pooler:
        pooler = pooler_layer(model)
        dense.weight.copy_(pooler.weight)
        dense.bias.copy_(pooler.bias)
        output.weight.copy_(head.weight)
        return
    count = model.class_count
    numbers = torch.arange(count)
    if activation == "tanh":
        dense.weight[:count] = EPSILON * head.weight
        output.weight[numbers, numbers] = 1 / EPSILON
    else:
        dense.weight[:count], dense.weight[count : 2 * count] = head.weight, -head.weight
        output.weight[numbers, numbers], output.weight[numbers, count + numbers] = 1.0, -1.0
