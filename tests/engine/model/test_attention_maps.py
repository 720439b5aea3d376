"""What heads attend to is exactly what transformers' own attention computes, and asking changes nothing."""

from __future__ import annotations

import copy

import pytest
import torch

from engine.errors import UserError
from engine.kernels.tensor_batch import to_tensors
from engine.model.attention_maps import attention_maps
from engine.model.encoders import load_encoder
from engine.model.forward import hidden_states

LENGTHS = [9, 2, 30, 17, 5]
KINDS = (
    "bert",
    "roberta",
    "distilbert",
    "electra",
    "camembert",
    "albert",
    "mpnet",
    "deberta-v2",
    "modernbert",
    "eurobert",
)


@torch.no_grad()
@pytest.mark.parametrize("kind", KINDS)
def test_maps_are_the_librarys_own(kind, family, texts):
    encoder = family(kind)
    model = load_encoder(encoder, None, 1)[0].eval()
    batch = to_tensors(texts(LENGTHS), "cpu", False, 0)
    maps = attention_maps(model, batch)

    theirs = load_encoder(encoder, None, 1)[0].eval()
    theirs.set_attn_implementation("eager")
    typed = kind not in ("distilbert", "modernbert", "mpnet", "deberta-v2", "eurobert")
    more = {"token_type_ids": batch.token_types} if typed else {}
    expected = theirs(
        input_ids=batch.ids, attention_mask=batch.token_mask.long(), output_attentions=True, **more
    ).attentions
    assert len(maps) == len(expected) == 3
    for ours, other in zip(maps, expected, strict=True):
        assert ours.shape == (5, 4, 30, 30)
        rows = batch.token_mask[:, None, :].expand(ours.shape[:3])
        torch.testing.assert_close(ours[rows], other[rows], rtol=0, atol=0)
        torch.testing.assert_close(ours[rows].sum(-1), torch.ones(int(rows.sum())), rtol=1e-5, atol=1e-5)
        hidden = ~batch.token_mask[:, None, None, :].expand(ours.shape)
        assert float(ours[rows][hidden[rows]].abs().max()) < 1e-6, "nobody attends to padding"


@torch.no_grad()
@pytest.mark.parametrize("kind", ["bert", "roberta", "distilbert", "electra"])
def test_the_model_computes_afterwards_what_it_computed_before(kind, family, texts):
    model = load_encoder(family(kind), 0.0, 1)[0].eval()
    batch = texts(LENGTHS)
    packed, padded = (to_tensors(batch, "cpu", how, 0) for how in (True, False))
    before, how = hidden_states(model, packed, (3,))[3], model.config._attn_implementation
    weights = copy.deepcopy(model.state_dict())
    attention_maps(model, padded)
    assert model.config._attn_implementation == how
    assert torch.equal(hidden_states(model, packed, (3,))[3], before)
    assert all(torch.equal(value, weights[name]) for name, value in model.state_dict().items())


@torch.no_grad()
def test_attention_of_a_layer_mixes_its_values(family, texts):
    """softmax(QKᵀ/√d) by hand from the layer's own projections."""
    model = load_encoder(family("bert"), None, 1)[0].eval()
    batch = to_tensors(texts([12, 7]), "cpu", False, 0)
    below = hidden_states(model, batch, (0, 1, 2, 3))
    for index, maps in enumerate(attention_maps(model, batch)):
        own = model.encoder.layer[index].attention.self
        q, k = (layer(below[index]).view(2, 12, 4, 8).transpose(1, 2) for layer in (own.query, own.key))
        scores = (q @ k.transpose(2, 3) / 8**0.5).masked_fill(~batch.token_mask[:, None, None], float("-inf"))
        torch.testing.assert_close(
            maps[batch.token_mask[:, None].expand(2, 4, 12)],
            scores.softmax(-1)[batch.token_mask[:, None].expand(2, 4, 12)],
        )


def test_families_that_keep_it_to_themselves_are_named(family, texts):
    model = load_encoder(family("bert"), None, 1)[0].eval()
    batch = to_tensors(texts([4]), "cpu", False, 0)
    model.config.model_type = "secretive"
    model.forward = lambda **inputs: type("Output", (), {"attentions": None})()
    with pytest.raises(UserError, match="secretive"):
        attention_maps(model, batch)
    assert model.config._attn_implementation == "palimpsest", "put back after a failure too"
    with pytest.raises(ValueError, match="padded"):
        attention_maps(model, to_tensors(texts([4]), "cpu", True, 0))
