"""A task in miniature: what strategies see of a stage."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn import functional

from engine.data.tokens import TokenBatch
from engine.kernels.tensor_batch import supports_packing, to_tensors
from engine.model.classifier import build_classifier
from engine.model.parameters import parameter_table
from engine.spec.experiment import Encoder
from engine.spec.stages import Features, Finetune


class Miniature:
    """A classifier of three classes on a two-layer BERT, with the parameters of a stage."""

    def __init__(self, encoder: Path, **fields: Any) -> None:
        self.stage = Finetune.model_validate({"data": "samples:reviews"} | fields)
        self.model: Any = build_classifier(Encoder(source=str(encoder)), Features(), 3, 0.0, 7)
        self.parameter_table, self.layers = parameter_table(self.model), 2

    def loss(self, seed: int = 3) -> torch.Tensor:
        """The mean cross-entropy of four texts of different lengths, read packed."""
        draw, lengths = np.random.default_rng(seed), np.array([4, 9, 6, 12])
        ids = draw.integers(5, 80, lengths.sum())
        batch = TokenBatch(ids, np.zeros_like(ids), lengths, draw.integers(0, 3, 4), np.arange(4))
        found = to_tensors(batch, "cpu", supports_packing(self.model), 0)
        return functional.cross_entropy(self.model(found), found.labels)

    def logits(self, seed: int) -> tuple[torch.Tensor, int]:
        """The logits [3] of one text of ten tokens, and its class."""
        ids = np.random.default_rng(seed).integers(5, 80, 10)
        batch = TokenBatch(ids, np.zeros_like(ids), np.array([10]), np.array([seed % 3]), np.arange(1))
        found = to_tensors(batch, "cpu", supports_packing(self.model), 0)
        return self.model(found)[0], seed % 3

    def weights(self) -> dict[str, torch.Tensor]:
        """Copies of all weights by name."""
        return {name: value.detach().clone() for name, value in self.model.named_parameters()}

    def gradients(self) -> dict[str, torch.Tensor]:
        """Copies of all gradients by name, of those parameters that have one."""
        named = self.model.named_parameters()
        return {name: value.grad.clone() for name, value in named if value.grad is not None}

    def move(self, seed: int, scale: float = 0.01) -> None:
        """Changes every weight a little."""
        draw = torch.Generator().manual_seed(seed)
        with torch.no_grad():
            for parameter in self.model.parameters():
                parameter.add_(scale * torch.randn(parameter.shape, generator=draw))


@pytest.fixture
def miniature(tiny_bert_folder: Path) -> Any:
    """Builds a ``Miniature`` with fields of its stage."""
    return lambda **fields: Miniature(tiny_bert_folder, **fields)
