"""Top layers drawn anew: which, how, and from what."""

from __future__ import annotations

import pytest
import torch

from engine.errors import UserError
from engine.model.classifier import prepare_encoder
from engine.model.reinitialise import layer_stack
from tests.sampling import nightly_but

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
    from engine.spec.experiment import Encoder

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


@pytest.mark.parametrize("layers", nightly_but({1, 3}, [1, 2, 6, 12, 24]))
@pytest.mark.parametrize("kind", ["bert", "distilbert", "deberta", "modernbert"])
def test_the_layers_are_found_at_any_depth(kind, layers):
    from transformers import AutoConfig, AutoModel

    sizes = {"dim": 8, "n_layers": layers, "n_heads": 2, "hidden_dim": 8} if kind == "distilbert" else {
        "hidden_size": 8, "num_hidden_layers": layers, "num_attention_heads": 2, "intermediate_size": 8,
    }  # fmt: skip
    config = AutoConfig.for_model(kind, vocab_size=30, pad_token_id=0, **sizes)
    with torch.device("meta"):
        encoder = AutoModel.from_config(config)
    stack = layer_stack(encoder)
    assert len(stack) == layers
    # Four matrices of attention and two of the feed-forward part at least, in every one.
    assert all(sum(p.numel() for p in layer.parameters()) >= 6 * 8 * 8 for layer in stack)
