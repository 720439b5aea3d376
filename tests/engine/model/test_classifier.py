"""Features against a hand-written extraction from transformers' own hidden states."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from transformers import AutoModel

from engine.errors import UserError
from engine.kernels.tensor_batch import to_tensors
from engine.model.classifier import build_classifier, text_features
from engine.spec.experiment import Encoder
from engine.spec.stages import Features
from tests.sampling import nightly_but

LENGTHS = [6, 19, 1, 11]


def by_hand(encoder: Encoder, batch, layers: list[int], combine: str, tokens: str) -> np.ndarray:
    """[B, W] features, one text at a time through a model that never heard of padding or packing."""
    model = AutoModel.from_pretrained(encoder.source, attn_implementation="eager").eval()
    ends = np.cumsum(batch.lengths)
    rows = []
    for start, end in zip(ends - batch.lengths, ends, strict=True):
        inputs = {"input_ids": torch.tensor(batch.ids[None, start:end])}
        if model.config.model_type == "bert":
            inputs["token_type_ids"] = torch.tensor(batch.token_types[None, start:end])
        with torch.no_grad():
            states = model(**inputs, output_hidden_states=True).hidden_states
        vectors = []
        for layer in layers:
            state = states[layer][0].numpy()
            vectors.append({"cls": state[0], "mean": state.mean(0), "max": state.max(0)}[tokens])
        whole = {"concat": np.concatenate, "mean": lambda v: np.mean(v, 0), "max": lambda v: np.max(v, 0)}
        rows.append(whole[combine](vectors))
    return np.stack(rows)


CHOICES = [
    ("last", [3], "concat", "cls"),
    ("0", [0], "concat", "mean"),
    ("all", [1, 2, 3], "concat", "cls"),
    ("-1, 1", [3, 1], "concat", "max"),
    ("2..3", [2, 3], "mean", "mean"),
    ("0, last", [0, 3], "max", "cls"),
    ("1..-1", [1, 2, 3], "max", "max"),
]


@pytest.mark.parametrize("packed", [True, False], ids=["packed", "padded"])
@pytest.mark.parametrize(("layers", "numbers", "combine", "tokens"), CHOICES)
@pytest.mark.parametrize("kind", nightly_but({1}, ["bert", "modernbert"]))
def test_features_are_those_of_the_hidden_states(
    kind, layers, numbers, combine, tokens, packed, family, texts
):
    features = Features(layers=layers, combine=combine, tokens=tokens)
    model = build_classifier(family(kind), features, 4, 0.1, seed=0).eval()
    batch = texts(LENGTHS)
    with torch.no_grad():
        actual = text_features(model.encoder, model, to_tensors(batch, "cpu", packed, 0)).numpy()
        logits = model(to_tensors(batch, "cpu", packed, 0)).numpy()
    expected = by_hand(family(kind), batch, numbers, combine, tokens)
    np.testing.assert_allclose(actual, expected, rtol=1e-4, atol=2e-5)
    weight, bias = (p.detach().numpy() for p in model.head.parameters())
    np.testing.assert_allclose(logits, expected @ weight.T + bias, rtol=1e-4, atol=2e-5)


@pytest.mark.parametrize("packed", [True, False], ids=["packed", "padded"])
def test_pooler_is_the_models_own(packed, family, texts, tiny_bert_folder):
    encoder = Encoder(source=str(tiny_bert_folder))
    model = build_classifier(encoder, Features(layers="pooler"), 2, 0.1, seed=0).eval()
    assert model.notes == []
    plain, batch = AutoModel.from_pretrained(tiny_bert_folder).eval(), texts(LENGTHS)
    padded = to_tensors(batch, "cpu", False, 0)
    with torch.no_grad():
        expected = plain(padded.ids, padded.token_mask.long(), padded.token_types).pooler_output
        features = text_features(model.encoder, model, to_tensors(batch, "cpu", packed, 0))
    torch.testing.assert_close(features, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("kind", ["albert", "mpnet", "roberta"])
def test_poolers_of_other_families(kind, family, texts):
    model = build_classifier(family(kind), Features(layers="pooler"), 2, 0.0, seed=0).eval()
    assert model.pooler is None
    padded = to_tensors(texts(LENGTHS), "cpu", False, 0)
    inputs = {"input_ids": padded.ids, "attention_mask": padded.token_mask.long()}
    if kind != "mpnet":
        inputs["token_type_ids"] = padded.token_types
    with torch.no_grad():
        expected = model.encoder(**inputs).pooler_output
        torch.testing.assert_close(
            text_features(model.encoder, model, padded), expected, rtol=1e-4, atol=1e-5
        )


@pytest.mark.parametrize("kind", ["distilbert", "electra", "modernbert"])
def test_a_family_without_pooler_gets_one_and_says_so(kind, family, texts):
    model = build_classifier(family(kind), Features(layers="pooler"), 2, 0.0, seed=5)
    assert any("has no pooler" in note for note in model.notes)
    twin = build_classifier(family(kind), Features(layers="pooler"), 2, 0.0, seed=5)
    assert torch.equal(model.pooler.dense.weight, twin.pooler.dense.weight)
    plain = build_classifier(family(kind), Features(), 2, 0.0, seed=5).eval()
    batch = to_tensors(texts(LENGTHS), "cpu", True, 0)
    with torch.no_grad():
        top = text_features(plain.encoder, plain, batch)
        expected = torch.tanh(top @ model.pooler.dense.weight.T + model.pooler.dense.bias)
        torch.testing.assert_close(text_features(model.eval().encoder, model.eval(), batch), expected)


def test_a_checkpoint_without_pooler_weights_says_so(family):
    model = build_classifier(family("roberta"), Features(layers="pooler"), 2, 0.0, seed=5)
    assert any("pooler" in note and "random" in note for note in model.notes)
    assert build_classifier(family("roberta"), Features(), 2, 0.0, seed=5).notes == []


def test_head_is_drawn_from_its_own_seed(family):
    def head(seed: int, **kwargs: str) -> torch.Tensor:
        return build_classifier(family("bert"), Features(**kwargs), 50, 0.0, seed=seed).head.weight.detach()

    torch.manual_seed(0)
    before = torch.get_rng_state()
    first = head(1, layers="all")
    assert torch.equal(torch.get_rng_state(), before), "building a model leaves the global generator alone"
    torch.manual_seed(99)
    assert torch.equal(head(1, layers="all"), first)
    assert not torch.equal(head(2, layers="all"), first)
    assert float(first.std()) == pytest.approx(0.02, rel=0.05) and abs(float(first.mean())) < 0.002
    assert not build_classifier(family("bert"), Features(), 5, 0.0, seed=1).head.bias.any()


@pytest.mark.parametrize(
    ("features", "message"),
    [
        (Features(layers="4"), "no layer 4"),
        (Features(layers="1..9"), "no layer 9"),
        (Features(layers="-9"), "no layer -9"),
        (Features(layers="pooler, 1"), "pooler cannot be combined"),
        (Features(layers="pooler", tokens="mean"), r"pooler reads the \[CLS\]"),
    ],
)
def test_features_the_encoder_lacks(features, message, family):
    with pytest.raises(UserError, match=message) as caught:
        build_classifier(family("bert"), features, 2, 0.1, seed=0)
    assert caught.value.place == ("features.layers" if features.tokens == "cls" else "features.tokens")
    assert caught.value.remedy
