"""Drift against sums by hand, in every family; what did not move stays at nought."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
import torch
from torch import nn

from engine.model.adapters import add_adapters, merged_state_dict
from engine.model.encoders import load_encoder
from engine.probes.drift import KINDS, OriginalWeights
from engine.spec.experiment import Encoder
from engine.spec.mitigation import LoRA
from tests.engine.encoder_families import built

FAMILIES = ("bert", "roberta", "distilbert", "electra", "modernbert", "mpnet", "deberta-v2")


@pytest.fixture(scope="module")
def family(tiny_bert_folder, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Encoder]:
    from transformers import AutoModelForMaskedLM

    @cache
    def build(kind: str) -> Encoder:
        return built(kind, tiny_bert_folder, tmp_path_factory.mktemp(kind), AutoModelForMaskedLM)

    return build


def loaded(encoder: Encoder, pooler: bool = False) -> nn.Module:
    return load_encoder(encoder, None, 1, pooler=pooler)[0].eval()


@torch.no_grad()
def nudge(model: nn.Module, scale: float, only: str = "") -> None:
    draw = torch.Generator().manual_seed(3)
    for name, parameter in model.named_parameters():
        if only in name:
            parameter.add_(scale * torch.randn(parameter.shape, generator=draw))


def stacked(model: nn.Module, names: list[str]) -> np.ndarray:
    """All values of some parameters as one vector in double precision."""
    values = dict(model.named_parameters())
    return np.concatenate([values[name].detach().double().numpy().ravel() for name in names])


LAYER = {
    "attention": [f"attention.{part}.weight" for part in ("self.query", "self.key", "self.value", "output.dense")],
    "feedforward": ["intermediate.dense.weight", "output.dense.weight"],
    "norms": [f"{part}.LayerNorm.{leaf}" for part in ("attention.output", "output") for leaf in ("weight", "bias")],
    "biases": [
        f"{part}.bias"
        for part in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
                     "intermediate.dense", "output.dense")
    ],
}  # fmt: skip
"""The parameters of one BERT layer, written out."""
EMBEDDED = [f"embeddings.{part}_embeddings.weight" for part in ("word", "position", "token_type")]
EMBEDDED_NORM = ["embeddings.LayerNorm.weight", "embeddings.LayerNorm.bias"]


@pytest.mark.parametrize("scale", [1e-4, 1e-2, 1.0])
def test_distance_and_cosine_are_those_of_all_tensors_of_a_layer_laid_end_to_end(scale, family):
    encoder = family("bert")
    before, after = loaded(encoder), loaded(encoder)
    nudge(after, scale)
    found = OriginalWeights(encoder).measure_drift(merged_state_dict(after))

    def distance(names: list[str]) -> float:
        old, new = stacked(before, names), stacked(after, names)
        return float(np.linalg.norm(new - old) / np.linalg.norm(old))

    def angle(names: list[str]) -> float:
        old, new = stacked(before, names), stacked(after, names)
        old, new = old / np.linalg.norm(old), new / np.linalg.norm(new)
        return float(np.square(old - new).sum() / 2)  # 1 - cosine, without cancellation

    layers = [
        [f"encoder.layer.{index}.{name}" for names in LAYER.values() for name in names] for index in range(3)
    ]
    groups = [EMBEDDED + EMBEDDED_NORM, *layers]
    np.testing.assert_allclose(found.layers[:4], [distance(names) for names in groups], rtol=1e-5)
    assert np.isnan(found.layers[4]), "what is compared here has no pooler"
    np.testing.assert_allclose(1 - found.cosine[:4], [angle(names) for names in groups], rtol=1e-4)
    np.testing.assert_allclose(
        found.values["all"], distance([n for names in groups for n in names]), rtol=1e-5
    )
    np.testing.assert_allclose(found.values["embeddings"], distance(groups[0]), rtol=1e-5)
    for column, kind in enumerate(KINDS):
        own = [[f"encoder.layer.{index}.{name}" for name in LAYER[kind]] for index in range(3)]
        norms = EMBEDDED_NORM if kind == "norms" else []
        np.testing.assert_allclose(found.kinds[1:4, column], [distance(names) for names in own], rtol=1e-5)
        np.testing.assert_allclose(found.values[kind], distance(norms + own[0] + own[1] + own[2]), rtol=1e-5)
    assert np.isnan(found.kinds[0, :2]).all()


@pytest.mark.parametrize("kind", FAMILIES)
def test_only_the_layer_that_moved_has_moved(kind, family):
    encoder = family(kind)
    model = loaded(encoder)
    stack = {"distilbert": "transformer.layer", "modernbert": "layers"}.get(kind, "encoder.layer")
    nudge(model, 0.01, f"{stack}.1.")
    found = OriginalWeights(encoder).measure_drift(merged_state_dict(model))
    assert found.layers[2] > 0
    assert (found.cosine[[0, 1, 3]] == 1).all()
    assert (found.layers[[0, 1, 3]] == 0).all()
    assert (found.kinds[2, :3] > 0).all(), "attention, feed-forward and norms are all found"
    assert np.isnan(found.kinds[2, 3]) == (kind == "modernbert"), "ModernBERT has no biases"
    assert np.nansum(found.kinds[[0, 1, 3]]) == 0
    assert found.values["embeddings"] == 0
    assert found.values["all"] > 0


def test_shared_layers_stand_together(family):
    encoder = family("albert")
    model = loaded(encoder)
    nudge(model, 0.01, "ffn")
    found = OriginalWeights(encoder).measure_drift(merged_state_dict(model))
    assert np.isnan(found.layers[[1, 2]]).all()
    assert found.layers[3] > 0
    assert found.layers[0] == 0
    assert found.kinds[3, 0] == 0
    assert found.kinds[3, 1] > 0


def test_a_pooler_counts_where_the_checkpoint_has_one(tiny_bert_folder, family):
    encoder = Encoder(source=str(tiny_bert_folder))
    model = loaded(encoder, pooler=True)
    nudge(model, 0.01, "pooler")
    found = OriginalWeights(encoder).measure_drift(merged_state_dict(model))
    assert found.layers[3] > 0
    assert found.layers[:3].tolist() == [0, 0, 0]

    lacking = family("roberta")  # a masked-word model is saved without: what is drawn for it has no past
    assert np.isnan(
        OriginalWeights(lacking).measure_drift(merged_state_dict(loaded(lacking, pooler=True))).layers[-1]
    )


def test_an_adapter_moves_what_it_adds_to(tiny_bert_folder):
    encoder = Encoder(source=str(tiny_bert_folder))
    original, model = OriginalWeights(encoder), loaded(encoder)
    add_adapters(model, LoRA(rank=2), seed=1)
    assert original.measure_drift(merged_state_dict(model)).values["all"] == 0, (
        "LoRA begins with nothing added"
    )
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "lora_B" in name:
                parameter.fill_(0.1)
    found = original.measure_drift(merged_state_dict(model))
    assert (found.kinds[1:3, 0] > 0).all()
    assert (found.kinds[1:3, 1:3] == 0).all()
    assert found.values["embeddings"] == 0


def test_what_was_nought_has_no_relative_distance(tiny_bert_folder):
    encoder = Encoder(source=str(tiny_bert_folder))  # untrained: all its biases are nought
    model = loaded(encoder)
    nudge(model, 0.01, "query.bias")
    found = OriginalWeights(encoder).measure_drift(merged_state_dict(model))
    assert np.isnan(found.kinds[:, 3]).all()
    assert "biases" not in found.values
    assert found.values["all"] > 0
