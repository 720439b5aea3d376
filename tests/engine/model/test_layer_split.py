"""An encoder taken apart against the whole: the same hidden states, logits and gradients, for every family."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from torch.nn import functional

from engine.kernels.tensor_batch import PrecomputedStates, to_tensors, with_precomputed_states
from engine.model.classifier import build_classifier, text_features
from engine.model.forward import hidden_states, lower_states
from engine.model.layer_split import SPLITTABLE_FAMILIES, can_split
from engine.spec.stages import Features

LENGTHS = [9, 2, 30, 17, 9, 5]


@pytest.mark.parametrize("packed", [True, False], ids=["packed", "padded"])
@pytest.mark.parametrize("kind", SPLITTABLE_FAMILIES)
def test_halves_give_together_what_the_whole_gives(kind, packed, family, texts):
    model = build_classifier(family(kind), Features(layers="2, last", combine="concat"), 3, 0.0, seed=1)
    assert can_split(model.encoder)
    model.eval()
    for name, parameter in model.encoder.named_parameters():  # embeddings and layer 1 keep their weights
        if "embed" in name or ".0." in name:
            parameter.requires_grad_(False)
    batch = to_tensors(texts(LENGTHS), "cpu", packed, 0)

    def learnt(batch) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        model.zero_grad()
        logits = model(batch)
        functional.cross_entropy(logits, batch.labels).backward()
        return logits.detach(), {n: p.grad.clone() for n, p in model.named_parameters() if p.grad is not None}

    logits, gradients = learnt(batch)
    for depth in (1, 2):
        with torch.no_grad():
            flat = lower_states(model.encoder, batch, depth)
        whole = hidden_states(model.encoder, batch, (depth,))[depth]
        assert flat.shape == (sum(LENGTHS), 32)
        assert torch.equal(flat, batch.to_flat(whole)), depth
        above = learnt(with_precomputed_states(batch, depth, flat))
        torch.testing.assert_close(above[0], logits, rtol=1e-5, atol=1e-6)
        if depth == 1:
            assert above[1].keys() == gradients.keys()
            for name, gradient in above[1].items():
                torch.testing.assert_close(gradient, gradients[name], rtol=1e-4, atol=1e-6, msg=name)
    # The whole is as it was: the halves were views.
    assert torch.equal(model(batch), logits)
    assert len(hidden_states(model.encoder, batch, (0, 1, 2, 3))) == 4


@pytest.mark.parametrize("kind", SPLITTABLE_FAMILIES)
def test_all_layers_may_be_known(kind, family, texts):
    model = build_classifier(family(kind), Features(layers="last", tokens="mean"), 3, 0.0, seed=1).eval()
    batch = to_tensors(texts(LENGTHS), "cpu", True, 0)
    with torch.no_grad():
        known = with_precomputed_states(batch, 3, lower_states(model.encoder, batch, 3))
        torch.testing.assert_close(model(known), model(batch), rtol=1e-5, atol=1e-6)


def test_only_the_upper_layers_run(family, texts):
    model = build_classifier(family("bert"), Features(layers="last"), 3, 0.0, seed=1).eval()
    ran: list[int] = []
    for number, layer in enumerate(model.encoder.encoder.layer):
        layer.register_forward_hook(lambda *_, number=number: ran.append(number))
    batch = to_tensors(texts(LENGTHS), "cpu", True, 0)
    with torch.no_grad():
        flat = lower_states(model.encoder, batch, 2)
        assert ran == [0, 1]
        ran.clear()
        model(with_precomputed_states(batch, 2, flat))
        assert ran == [2]


def test_features_that_are_known_need_no_encoder_at_all(family, texts, monkeypatch):
    model = build_classifier(family("bert"), Features(layers="pooler"), 3, 0.0, seed=1, frozen=True).eval()
    batch = to_tensors(texts(LENGTHS), "cpu", True, 0)
    features, logits = text_features(model.encoder, model, batch), model(batch)
    monkeypatch.setattr(model.encoder, "forward", lambda **_: pytest.fail("the encoder ran"))
    assert torch.equal(model(replace(batch, precomputed=PrecomputedStates(features))), logits)


def test_a_family_whose_layers_share_their_weights_stays_whole(family):
    model = build_classifier(family("albert"), Features(), 3, 0.0, seed=1)
    assert not can_split(model.encoder)
