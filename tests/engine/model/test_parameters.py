"""Depths by architecture, for every family and whatever is frozen."""

from __future__ import annotations

import re

import pytest

from engine.model.masked_lm import MaskedLM
from engine.model.parameters import parameter_table, stack_name

LAYER_PATH = {
    "bert": r"encoder\.encoder\.layer\.(\d+)\.",
    "roberta": r"encoder\.encoder\.layer\.(\d+)\.",
    "electra": r"encoder\.encoder\.layer\.(\d+)\.",
    "mpnet": r"encoder\.encoder\.layer\.(\d+)\.",
    "deberta-v2": r"encoder\.encoder\.layer\.(\d+)\.",
    "distilbert": r"encoder\.transformer\.layer\.(\d+)\.",
    "modernbert": r"encoder\.layers\.(\d+)\.",
    "eurobert": r"encoder\.layers\.(\d+)\.",
}


@pytest.mark.parametrize("layers", [1, 3])
@pytest.mark.parametrize("kind", LAYER_PATH)
def test_every_parameter_has_its_place(kind, layers, classifier):
    fields = {"embedding_size": 4} if kind == "electra" else {}
    model = classifier(layers, kind, **fields)
    table = parameter_table(model)
    assert [row.name for row in table] == [name for name, _ in model.named_parameters()]
    assert sum(row.size for row in table) == sum(p.numel() for p in model.parameters())
    for row in table:
        number = re.match(LAYER_PATH[kind], row.name)
        if number:
            assert (row.depth, row.part) == (int(number[1]) + 1, "layer"), row.name
        elif row.name.startswith("head."):
            assert (row.depth, row.part) == (layers + 1, "head"), row.name
        elif "pooler" in row.name:
            assert (row.depth, row.part) == (layers + 1, "pooler"), row.name
        elif row.name in ("encoder.final_norm.weight", "encoder.norm.weight"):
            assert (row.depth, row.part) == (layers, "layer")
        elif row.name == "encoder.encoder.LayerNorm.weight" or row.name == "encoder.encoder.LayerNorm.bias":
            assert (row.depth, row.part) == (layers, "layer")  # DeBERTa normalises its relative positions
        else:
            assert (row.depth, row.part) == (0, "embeddings"), row.name
    assert {row.depth for row in table if row.part == "layer"} == set(range(1, layers + 1))
    assert stack_name(model.encoder) is not None


def test_usual_exclusions_from_weight_decay(classifier):
    for row in parameter_table(classifier(2, layers_read="pooler")):
        excluded = row.name.endswith("bias") or "LayerNorm" in row.name
        assert row.decays == (not excluded), row.name


def test_an_own_pooler_is_a_pooler(classifier):
    places = {
        row.name: (row.depth, row.part)
        for row in parameter_table(classifier(2, "distilbert", layers_read="pooler"))
    }
    assert places["pooler.dense.weight"] == (3, "pooler")


@pytest.mark.parametrize(("layers", "groups", "depths"), [(4, 1, {4}), (6, 2, {3, 6}), (1, 1, {1})])
def test_shared_layers_stand_at_the_highest_depth_that_uses_them(layers, groups, depths, classifier):
    model = classifier(layers, "albert", embedding_size=4, num_hidden_groups=groups)
    table = parameter_table(model)
    assert {row.depth for row in table if "albert_layer" in row.name} == depths
    assert {row.depth for row in table if "embedding" in row.name} == {0}
    assert (stack_name(model.encoder) is None) == (layers > groups)


def test_frozen_layers_shift_no_depth(classifier):
    model = classifier(3)
    before = parameter_table(model)
    model.encoder.encoder.layer[0].requires_grad_(False)
    assert parameter_table(model) == before


def test_tied_decoder_counts_once_and_as_embedding():
    from transformers import BertConfig, BertForPreTraining

    config = BertConfig(
        vocab_size=20, hidden_size=8, num_hidden_layers=2, num_attention_heads=2, intermediate_size=12,
        max_position_embeddings=16,
    )  # fmt: skip
    model = MaskedLM(BertForPreTraining(config), [])
    table = {row.name: row for row in parameter_table(model)}
    assert table["model.bert.embeddings.word_embeddings.weight"].depth == 0
    assert "model.cls.predictions.decoder.weight" not in table
    assert table["model.cls.predictions.transform.dense.weight"].part == "head"
    assert table["model.cls.seq_relationship.weight"].depth == 3
    assert table["model.bert.pooler.dense.weight"].part == "pooler"
    assert sum(row.size for row in table.values()) == sum(p.numel() for p in model.parameters())
