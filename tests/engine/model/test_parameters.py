"""Places of parameters, and layers drawn anew."""

from __future__ import annotations

import re

import pytest
import torch
from transformers import BertForPreTraining

from engine.errors import UserError
from engine.model.classifier import layer_stack, prepare_encoder
from engine.model.masked_lm import MaskedLM
from engine.model.parameters import parameter_table, stack_name
from engine.spec.experiment import Encoder
from tests.sampling import nightly_but

pytestmark = pytest.mark.usefixtures("home")


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
    from transformers import BertConfig

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


FAMILIES = ["bert", "roberta", "distilbert", "electra", "deberta-v2", "modernbert", "eurobert"]


@pytest.mark.parametrize("kind", FAMILIES)
@pytest.mark.parametrize("count", nightly_but({1}, [1, 3]))
def test_the_top_layers_and_nothing_else(kind, count, family):
    before, _, _ = prepare_encoder(family(kind), 0.1, 1)
    after, info, notes = prepare_encoder(family(kind), 0.1, 1, reinitialise=count)
    assert notes[-1] == (
        "The top layer starts at random." if count == 1 else "The top 3 layers start at random."
    )
    fresh = {
        id(parameter)
        for layer in layer_stack(after)[info.layers - count :]
        for parameter in layer.parameters()
    }
    old = dict(before.named_parameters())
    for name, parameter in after.named_parameters():
        assert torch.equal(parameter, old[name]) == (id(parameter) not in fresh), name
        assert parameter.requires_grad
    again, _, _ = prepare_encoder(family(kind), 0.1, 1, reinitialise=count)
    other, _, _ = prepare_encoder(family(kind), 0.1, 2, reinitialise=count)
    new = dict(after.named_parameters())
    assert all(torch.equal(p, new[n]) for n, p in again.named_parameters())
    assert any(not torch.equal(p, new[n]) for n, p in other.named_parameters())


def test_they_are_drawn_as_the_architecture_draws(family, tiny_bert_folder):

    torch.manual_seed(0)
    state = torch.get_rng_state()
    encoder, _, notes = prepare_encoder(
        Encoder(source=str(tiny_bert_folder)), 0.1, 1, pooler=True, reinitialise=1
    )
    assert torch.equal(torch.get_rng_state(), state)
    layer = layer_stack(encoder)[-1]
    assert float(layer.intermediate.dense.weight.detach().std()) == pytest.approx(0.02, rel=0.1)
    assert bool((layer.output.LayerNorm.weight == 1).all()) and not layer.output.dense.bias.any()
    plain, _, _ = prepare_encoder(Encoder(source=str(tiny_bert_folder)), 0.1, 1, pooler=True)
    assert not torch.equal(encoder.pooler.dense.weight, plain.pooler.dense.weight)
    assert notes[-1] == "The top layer and the pooler start at random."


def test_more_layers_than_there_are_and_shared_ones(family):
    with pytest.raises(
        UserError, match="4 top layers cannot be re-initialised: the encoder has 3 layers"
    ) as caught:
        prepare_encoder(family("bert"), 0.1, 1, reinitialise=4)
    assert caught.value.place == "reinitialise"
    with pytest.raises(UserError, match="shares the weights"):
        prepare_encoder(family("albert"), 0.1, 1, reinitialise=1)
