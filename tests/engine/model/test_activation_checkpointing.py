"""Recomputing activations: the same numbers from less memory."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from torch import nn
from torch.autograd.graph import saved_tensors_hooks
from transformers import AutoModel, BertConfig, DistilBertConfig, ModernBertConfig, PretrainedConfig

from engine.data.tokens import TokenBatch
from engine.kernels.attention import attention_implementation
from engine.kernels.dropout import use_cheap_dropout
from engine.kernels.tensor_batch import to_tensors
from engine.model.forward import hidden_states
from engine.stages.base import enable_activation_checkpointing

SMALL = {"vocab_size": 60, "hidden_size": 32, "num_hidden_layers": 3, "num_attention_heads": 2}
FAMILIES: dict[str, Callable[[], PretrainedConfig]] = {
    "bert": lambda: BertConfig(**SMALL, intermediate_size=64),
    "distilbert": lambda: DistilBertConfig(vocab_size=60, dim=32, n_layers=3, n_heads=2, hidden_dim=64),
    "modernbert": lambda: ModernBertConfig(
        **SMALL, intermediate_size=64, pad_token_id=0, mlp_dropout=0.1, attention_dropout=0.1
    ),
}


def built(family: str) -> nn.Module:
    torch.manual_seed(0)
    model = AutoModel.from_config(FAMILIES[family](), attn_implementation=attention_implementation(family))
    use_cheap_dropout(model)
    model.train()
    assert isinstance(model, nn.Module)
    return model


def texts() -> TokenBatch:
    draw, lengths = np.random.default_rng(0), np.array([7, 12, 3])
    total = int(lengths.sum())
    return TokenBatch(
        draw.integers(1, 60, total), np.zeros(total, np.int64), lengths, np.zeros(3), np.arange(3)
    )


def gradients(
    model: nn.Module, packed: bool, dtype: torch.dtype | None
) -> tuple[dict[str, torch.Tensor], int]:
    """All gradients of one step with dropout, and the bytes that were kept for the backward pass."""
    batch, kept = to_tensors(texts(), "cpu", packed, 0), [0]

    def keep(tensor: torch.Tensor) -> torch.Tensor:
        kept[0] += tensor.numel() * tensor.element_size()
        return tensor

    model.zero_grad()
    torch.manual_seed(3)
    with saved_tensors_hooks(keep, lambda tensor: tensor):
        with torch.autocast("cpu", torch.bfloat16, enabled=dtype is not None):
            states = hidden_states(model, batch, (3,))[3]
        loss = batch.to_flat(states).float().square().mean()
    loss.backward()
    return {n: p.grad.clone() for n, p in model.named_parameters() if p.grad is not None}, kept[0]


@pytest.mark.parametrize("packed", [True, False], ids=["packed", "padded"])
@pytest.mark.parametrize("dtype", [None, torch.bfloat16], ids=["fp32", "bf16"])
@pytest.mark.parametrize("family", FAMILIES)
def test_gradients_are_the_same_to_the_last_bit(family: str, packed: bool, dtype: torch.dtype | None) -> None:
    model = built(family)
    plain, kept = gradients(model, packed, dtype)
    assert enable_activation_checkpointing(model) == []
    again, less = gradients(model, packed, dtype)
    assert plain.keys() == again.keys() and len(plain) > 10
    for name, gradient in plain.items():
        assert torch.equal(gradient, again[name]), name
    # A layer keeps its input, [22 or 36, 32]; before, more than ten times that.
    assert less < kept / 3


def test_the_next_draw_is_that_of_a_step_without() -> None:
    model = built("bert")
    gradients(model, True, None)
    expected = torch.rand(3)
    enable_activation_checkpointing(model)
    gradients(model, True, None)
    assert torch.equal(torch.rand(3), expected)


def test_a_model_whose_layers_cannot_is_left_alone_and_it_is_said() -> None:
    assert enable_activation_checkpointing(nn.Sequential(nn.Linear(2, 2))) == [
        "Activations cannot be recomputed in this model, so they are kept."
    ]
