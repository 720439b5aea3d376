"""Nothing but values that do not exist is left out where a model is built before its weights are read."""

from __future__ import annotations

import torch
from torch import nn

from engine.kernels.meta_init import skip_meta_init


def test_models_on_the_meta_device_have_the_same_shapes() -> None:
    def built() -> dict[str, tuple[torch.Size, torch.dtype, torch.device]]:
        with torch.device("meta"):
            model = nn.Sequential(nn.Embedding(11, 6, padding_idx=0), nn.Linear(6, 3))
        return {name: (each.shape, each.dtype, each.device) for name, each in model.state_dict().items()}

    expected = built()
    with skip_meta_init():
        assert built() == expected


def test_real_tensors_are_drawn_as_ever() -> None:
    torch.manual_seed(3)
    expected = nn.init.normal_(torch.empty(5, 4), 1.0, 2.0)
    torch.manual_seed(3)
    with skip_meta_init():
        with torch.device("meta"):
            nn.Embedding(100, 8)
        drawn = nn.init.normal_(torch.empty(5, 4), 1.0, 2.0)
    assert torch.equal(drawn, expected)


def test_memory_is_taken_for_what_has_a_shape_only() -> None:
    meta = torch.empty(2, 3, dtype=torch.int64, device="meta")
    with skip_meta_init():
        real, still = torch.empty_like(meta, device="cpu"), torch.empty_like(meta)
        turned = torch.empty_like(meta.T, device="cpu")
        assert torch.empty_like(torch.ones(2), device="cpu").device.type == "cpu"
    assert (real.shape, real.dtype, real.device.type) == (meta.shape, torch.int64, "cpu")
    assert still.is_meta
    assert turned.stride() == torch.empty_like(meta.T, device="cpu").stride()
