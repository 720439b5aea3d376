"""Features of an encoder and the heads that read them."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy.special import erf
from torch import nn
from transformers import AutoModel

from engine import random_streams
from engine.errors import UserError
from engine.kernels.tensor_batch import to_tensors
from engine.model.classifier import (
    build_classifier,
    build_head,
    compute_logits,
    prepare_encoder,
    text_features,
)
from engine.spec.experiment import Encoder
from engine.spec.stages import BiLSTMHead, Features, MLPHead
from tests.sampling import nightly_but

LENGTHS = [6, 19, 1, 11]
WAYS = pytest.mark.parametrize("packed", [True, False], ids=["packed", "padded"])


def states_by_hand(encoder, batch, layers: list[int]) -> list[list[torch.Tensor]]:
    """For each text alone, without padding: its states [L, H] of each layer."""
    model = AutoModel.from_pretrained(encoder.source, attn_implementation="eager").eval()
    ends, rows = np.cumsum(batch.lengths), []
    for start, end in zip(ends - batch.lengths, ends, strict=True):
        inputs = {"input_ids": torch.tensor(batch.ids[None, start:end])}
        if getattr(model.config, "type_vocab_size", 0) > 1 and model.config.model_type == "bert":
            inputs["token_type_ids"] = torch.tensor(batch.token_types[None, start:end])
        with torch.no_grad():
            states = model(**inputs, output_hidden_states=True).hidden_states
        rows.append([states[layer][0] for layer in layers])
    return rows


def spread(model: nn.Module) -> None:
    """As if trained: small initial weights would make every slip invisible."""
    with torch.no_grad(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(5)
        for name, parameter in model.named_parameters():
            if not name.startswith("encoder."):
                parameter.add_(0.3 * torch.randn_like(parameter))


def built(family, batch, packed: bool, features: Features):
    model = build_classifier(family("bert"), features, 3, 0.1, seed=0).eval()
    spread(model)
    tensors = to_tensors(batch, "cpu", packed, 0)
    with torch.no_grad():
        return model, text_features(model.encoder, model, tensors), model(tensors)


def additive(attention: nn.Module, rows: torch.Tensor) -> torch.Tensor:
    """v · tanh(W x + b), softmax over the rows, weighted sum; in NumPy."""
    w, b = (p.detach().numpy() for p in attention.dense.parameters())
    v, x = attention.score.weight.detach().numpy()[0], rows.numpy()
    assert w.shape[0] == 128
    scores = np.tanh(x @ w.T + b) @ v
    weights = np.exp(scores) / np.exp(scores).sum()
    assert weights.std() > 0.01, "equal weights would prove nothing"
    return torch.tensor(weights @ x)


@WAYS
@pytest.mark.parametrize("tokens", ["cls", "cls_mean_max"])
def test_attention_over_layers(tokens, packed, family, texts):
    batch = texts(LENGTHS)
    features = Features(layers="all", combine="attention", tokens=tokens)
    model, vectors, _ = built(family, batch, packed, features)
    expected = []
    for states in states_by_hand(family("bert"), batch, [1, 2, 3]):
        rows = [s[0] if tokens == "cls" else torch.cat([s[0], s.mean(0), s.amax(0)]) for s in states]
        expected.append(additive(model.layer_attention, torch.stack(rows)))
    torch.testing.assert_close(vectors, torch.stack(expected), rtol=1e-4, atol=2e-5)


def test_one_layer_needs_no_attention(family):
    model = build_classifier(family("bert"), Features(combine="attention"), 3, 0.1, seed=0)
    assert not hasattr(model, "layer_attention")


@pytest.mark.parametrize(
    ("activation", "function"),
    [
        ("tanh", np.tanh),
        ("relu", lambda z: np.maximum(z, 0)),
        ("gelu", lambda z: z * (1 + erf(z / 2**0.5)) / 2),  # the exact one
    ],
)
def test_a_hidden_layer(activation, function, family, texts):
    head = MLPHead(hidden=11, activation=activation)
    model, features, logits = built(family, texts(LENGTHS), True, Features(tokens="mean", head=head))
    w1, b1, w2, b2 = (p.detach().numpy() for p in model.head.parameters())
    assert w1.shape == (11, 32)
    expected = function(features.numpy() @ w1.T + b1) @ w2.T + b2
    np.testing.assert_allclose(logits.numpy(), expected, rtol=1e-4, atol=2e-5)


def lin_2017(sentence: nn.Module, states: torch.Tensor) -> torch.Tensor:
    """The sentence embedding of one text's states [L, W]: two LSTMs step by step, then equations 5 to 7."""
    lstm, half = sentence.lstm, sentence.lstm.hidden_size

    def run(rows: torch.Tensor, suffix: str) -> torch.Tensor:
        w, u, b, c = (
            getattr(lstm, f"{n}_l0{suffix}") for n in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        )
        h, cell, read = torch.zeros(half), torch.zeros(half), []
        for row in rows:
            i, f, g, o = (w @ row + b + u @ h + c).split(half)
            cell = torch.sigmoid(f) * cell + torch.sigmoid(i) * torch.tanh(g)
            h = torch.sigmoid(o) * torch.tanh(cell)
            read.append(h)
        return torch.stack(read)

    read = torch.cat([run(states, ""), run(states.flip(0), "_reverse").flip(0)], dim=-1)
    attention = torch.softmax(sentence.score.weight @ torch.tanh(sentence.dense.weight @ read.T), dim=-1)
    return (attention @ read).flatten()


@WAYS
@pytest.mark.parametrize(
    ("layers", "combine", "hops"), [("last", "concat", 1), ("2, 3", "concat", 3), ("all", "mean", 2)]
)
def test_the_head_of_bert_feat(layers, combine, hops, packed, family, texts):
    batch = texts(LENGTHS)
    head = BiLSTMHead(hidden=5, attention=6, hops=hops)
    features = Features(layers=layers, combine=combine, tokens="mean", head=head)
    model, vectors, classes = built(family, batch, packed, features)
    numbers = {"last": [3], "2, 3": [2, 3], "all": [1, 2, 3]}[layers]
    expected = []
    for states in states_by_hand(family("bert"), batch, numbers):
        rows = torch.cat(states, dim=-1) if combine == "concat" else torch.stack(states).mean(0)
        with torch.no_grad():
            expected.append(lin_2017(model.sentence, rows))
    assert vectors.shape == (4, 2 * 5 * hops)
    torch.testing.assert_close(vectors, torch.stack(expected), rtol=1e-4, atol=2e-5)
    torch.testing.assert_close(classes, model.head(vectors))


def test_the_lstm_learns_under_bfloat16(family, texts):
    model = build_classifier(family("bert"), Features(head=BiLSTMHead(hidden=5)), 3, 0.1, seed=0).train()
    with torch.autocast("cpu", torch.bfloat16):
        model(to_tensors(texts(LENGTHS), "cpu", True, 0)).float().sum().backward()
    assert all(p.grad is not None and p.grad.isfinite().all() for p in model.sentence.parameters())


def test_a_frozen_encoder_gives_features_only(family, texts):
    features = Features(head=BiLSTMHead(hidden=5))
    model = build_classifier(family("bert"), features, 3, 0.5, seed=0, frozen=True).train()
    batch = to_tensors(texts(LENGTHS), "cpu", True, 0)
    first, second = (text_features(model.encoder, model, batch, frozen=True) for _ in range(2))
    assert torch.equal(first, second), "no dropout in the encoder"
    assert not torch.equal(model(batch), model(batch)), "but before the head"
    model(batch).sum().backward()
    assert all(p.grad is None for p in model.encoder.parameters())
    assert all(p.grad is not None for n, p in model.named_parameters() if not n.startswith("encoder."))
    other = build_classifier(family("bert"), features, 3, 0.5, seed=0).train()
    assert not torch.equal(*(text_features(other.encoder, other, batch) for _ in range(2)))


def test_weights_are_drawn_part_by_part(family):
    features = Features(layers="all", combine="attention", head=MLPHead(hidden=300))
    encoder, info, _ = prepare_encoder(family("bert"), 0.1, 1)

    def drawn(seed: int, name: str = "") -> dict[str, torch.Tensor]:
        reader, notes = build_head(encoder, info, features, 4, 0.1, seed, task=name)
        assert notes == []
        return reader.state_dict()

    torch.manual_seed(0)
    before, first = torch.get_rng_state(), drawn(1)
    assert torch.equal(torch.get_rng_state(), before)
    torch.manual_seed(9)
    assert all(torch.equal(value, first[name]) for name, value in drawn(1).items())
    for other in (drawn(2), drawn(1, "topics")):
        assert not any(torch.equal(v, first[n]) for n, v in other.items() if n.endswith("weight"))
    assert float(first["head.dense.weight"].std()) == pytest.approx(0.02, rel=0.05)
    assert not first["head.dense.bias"].any() and not first["layer_attention.dense.bias"].any()


def test_a_linear_head_is_the_one_of_earlier_versions(family):
    model = build_classifier(family("distilbert"), Features(layers="pooler"), 3, 0.0, seed=4)
    names = [name for name in model.state_dict() if not name.startswith("encoder.")]
    assert names == ["pooler.dense.weight", "pooler.dense.bias", "head.weight", "head.bias"]
    for stream, weight in (("head", model.head.weight), ("pooler", model.pooler.dense.weight)):
        generator = torch.Generator().manual_seed(random_streams.derive_seed(4, stream))
        assert torch.equal(weight, torch.empty_like(weight).normal_(0.0, 0.02, generator=generator))


def test_lstm_weights_are_torchs_kind(family):
    model = build_classifier(family("bert"), Features(head=BiLSTMHead(hidden=100)), 3, 0.0, seed=4)
    for parameter in (p.detach() for p in model.sentence.lstm.parameters()):
        assert 0.09 < parameter.abs().max() <= 0.1 and abs(float(parameter.mean())) < 0.01


def test_two_readers_share_one_encoder(family, texts):
    encoder, info, _ = prepare_encoder(family("bert"), 0.0, 1, pooler=True)
    readers = [
        build_head(encoder, info, Features(layers="pooler"), classes, 0.0, 1, task=str(classes))[0]
        for classes in (2, 5)
    ]
    batch = to_tensors(texts(LENGTHS), "cpu", True, 0)
    assert [compute_logits(encoder, reader.eval(), batch).shape for reader in readers] == [(4, 2), (4, 5)]
    assert not any(
        name.startswith(("encoder", "pooler")) for r in readers for name, _ in r.named_parameters()
    )


def test_the_pooler_has_no_tokens_for_an_lstm(family):
    with pytest.raises(UserError, match="LSTM reads all tokens"):
        build_classifier(family("bert"), Features(layers="pooler", head=BiLSTMHead()), 2, 0.1, seed=0)


def by_hand(encoder: Encoder, batch, layers: list[int], combine: str, tokens: str) -> np.ndarray:
    """[B, W] features, one text at a time through a model that never heard of padding or packing."""
    read = {"cls": lambda s: s[0], "mean": lambda s: s.mean(0), "max": lambda s: s.max(0)}
    read["cls_mean_max"] = lambda s: np.concatenate([read[part](s) for part in ("cls", "mean", "max")])
    whole = {"concat": np.concatenate, "mean": lambda v: np.mean(v, 0), "max": lambda v: np.max(v, 0)}
    texts = states_by_hand(encoder, batch, layers)
    return np.stack([whole[combine]([read[tokens](state.numpy()) for state in states]) for states in texts])


CHOICES = [
    ("last", [3], "concat", "cls"),
    ("0", [0], "concat", "mean"),
    ("all", [1, 2, 3], "concat", "cls"),
    ("-1, 1", [3, 1], "concat", "max"),
    ("2..3", [2, 3], "mean", "mean"),
    ("0, last", [0, 3], "max", "cls"),
    ("1..-1", [1, 2, 3], "max", "max"),
    ("2, last", [2, 3], "concat", "cls_mean_max"),
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
