"""Attention by plain products, and dropout with cheap bits, against torch's own."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from engine.kernels.attention_products import attention_products
from engine.kernels.dropout import CheapDropout, draw_keep_mask, use_cheap_dropout


def inputs(dtype: torch.dtype = torch.float64) -> list[torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    return [torch.randn(2, 3, 5, 4, generator=generator, dtype=dtype).requires_grad_() for _ in range(3)]


def test_dropped_attention_is_right_on_average():
    q, k, v = inputs(torch.float32)
    torch.manual_seed(0)
    with torch.no_grad():
        exact = attention_products(q, k, v, None, 0.0, 1.0)
        draws = torch.stack([attention_products(q, k, v, None, 0.3, 1.0) for _ in range(4000)])
    assert (draws[0] - draws[1]).abs().max() > 0.1
    error = draws.std(0) / 4000**0.5
    assert ((draws.mean(0) - exact).abs() < 5 * error + 1e-6).all()


@pytest.mark.parametrize("probability", [0.1, 0.5, 0.9])
def test_share_of_zeros_and_factor(probability):
    torch.manual_seed(0)
    mask, factor = draw_keep_mask((1000, 1001), probability, torch.float32)
    assert set(mask.unique().tolist()) == {0.0, 1.0}
    spread = (probability * (1 - probability) / mask.numel()) ** 0.5
    assert abs(float(1 - mask.mean()) - probability) < 5 * spread + 1 / 65536
    assert factor == pytest.approx(1 / (1 - probability), rel=2e-4)
    # Neighbours share a 64-bit draw; they must not share their fate.
    a, b = mask[:, :-1].flatten(), mask[:, 1:].flatten()
    assert abs(torch.corrcoef(torch.stack([a, b]))[0, 1]) < 0.01


def test_dropout_module_behaves_as_torchs():
    layer, x = CheapDropout(0.25), torch.ones(64, 63)
    torch.manual_seed(1)
    dropped = layer(x)
    torch.manual_seed(1)
    assert torch.equal(layer(x), dropped), "the draws come from torch's generator"
    values = dropped.unique().tolist()
    assert values[0] == 0.0 and values[1:] == pytest.approx([4 / 3], rel=1e-4)
    assert torch.equal(layer.eval()(x), x)
    assert torch.equal(CheapDropout(0.0)(x), x)


def test_every_dropout_is_replaced_and_keeps_its_rate():
    model = nn.Sequential(nn.Linear(2, 2), nn.Sequential(nn.Dropout(0.3), nn.ReLU()), nn.Dropout(0.1))
    use_cheap_dropout(model)
    found = [m for m in model.modules() if isinstance(m, nn.Dropout)]
    assert [type(m) for m in found] == [CheapDropout, CheapDropout] and [m.p for m in found] == [0.3, 0.1]
