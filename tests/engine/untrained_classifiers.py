"""Classifiers of any depth, untrained."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from engine.model.classifier import Classifier
from engine.spec.stages import Features


@pytest.fixture
def classifier() -> Callable[..., Classifier]:
    """``classifier(12)``: a BERT of 12 layers x 8 with a head; ``kind`` and config fields make other families."""
    from transformers import AutoConfig, AutoModel

    sizes: dict[str, Any] = {
        "hidden_size": 8,
        "num_attention_heads": 2,
        "intermediate_size": 12,
        "max_position_embeddings": 16,
        "vocab_size": 20,
        "pad_token_id": 0,
    }

    def build(layers: int, kind: str = "bert", layers_read: str = "last", **fields: Any) -> Classifier:
        depth: dict[str, Any] = {"num_hidden_layers": layers}
        if kind == "distilbert":
            depth = {"n_layers": layers, "dim": 8, "hidden_dim": 12, "n_heads": 2}
        if kind in ("modernbert", "eurobert"):
            depth |= {"bos_token_id": 1, "cls_token_id": 1, "eos_token_id": 2, "sep_token_id": 2}
        config = AutoConfig.for_model(kind, **(sizes | depth | fields))
        torch.manual_seed(0)
        return Classifier(AutoModel.from_config(config), Features(layers=layers_read), layers, 8, 3, 0.1)

    return build
