"""Texts in several pieces: combination against a direct computation, chunks against the whole."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import torch
from torch.nn import functional

from engine.data.tokens import TokenBatch
from engine.kernels.tensor_batch import supports_packing, to_tensors
from engine.model import classifier
from engine.model.classifier import build_classifier, text_features
from engine.spec.stages import BiLSTMHead, Features
from tests.engine.model.test_classification_head import additive, spread, states_by_hand

PIECES = [3, 1, 4, 2]
LENGTHS = [9, 9, 5, 12, 30, 30, 30, 2, 7, 16]


@pytest.fixture
def long_texts(texts) -> TokenBatch:
    """Four texts in 3, 1, 4 and 2 pieces."""
    batch = texts(LENGTHS)
    return replace(
        batch, owners=np.repeat(np.arange(4), PIECES), labels=np.array([0, 2, 1, 0]), indices=np.arange(4)
    )


@pytest.mark.parametrize("packed", [True, False], ids=["packed", "padded"])
@pytest.mark.parametrize("combine", ["mean", "max", "attention"])
def test_combining_pieces_against_a_direct_computation(combine, packed, family, texts, long_texts):
    model = build_classifier(family("bert"), Features(), 3, 0.1, seed=0, combine_pieces=combine).eval()
    spread(model)
    with torch.no_grad():
        actual = text_features(model.encoder, model, to_tensors(long_texts, "cpu", packed, 0))
    first = torch.stack([s[0][0] for s in states_by_hand(family("bert"), texts(LENGTHS), [3])])
    rows = {
        "mean": lambda part: part.mean(0),
        "max": lambda part: part.amax(0),
        "attention": lambda part: additive(model.piece_attention, part) if len(part) > 1 else part[0],
    }
    expected = torch.stack([rows[combine](part) for part in first.split(PIECES)])
    torch.testing.assert_close(actual, expected, rtol=1e-4, atol=2e-5)


FAMILIES = ["bert", "roberta", "distilbert", "electra", "deberta", "deberta-v2", "modernbert", "eurobert"]


@pytest.mark.parametrize("kind", FAMILIES)
def test_several_layers_and_pieces_of_every_family(kind, family, texts, long_texts):
    features = Features(layers="1, last", combine="attention", tokens="cls_mean_max")
    model = build_classifier(family(kind), features, 3, 0.0, seed=0, combine_pieces="attention").eval()
    spread(model)
    with torch.no_grad():
        # Every piece alone, so that nothing of packing, padding or chunks is left.
        alone = []
        for start, length in zip(np.cumsum(LENGTHS) - LENGTHS, LENGTHS, strict=True):
            whole = texts(LENGTHS)
            single = TokenBatch(
                whole.ids[start : start + length], whole.token_types[start : start + length], np.array([length]),
                np.zeros(1, np.int64), np.zeros(1, np.int64),
            )  # fmt: skip
            alone.append(text_features(model.encoder, model, to_tensors(single, "cpu", False, 0))[0])
        expected = torch.stack(
            [
                additive(model.piece_attention, part) if len(part) > 1 else part[0]
                for part in torch.stack(alone).split(PIECES)
            ]
        )
        for packed in {False, supports_packing(model)}:
            for budget in (10_000, 40):
                actual = text_features(model.encoder, model, to_tensors(long_texts, "cpu", packed, 0, budget))
                torch.testing.assert_close(actual, expected, rtol=1e-3, atol=5e-5)
    assert supports_packing(model)


def learn(model, batch, packed: bool, budget: int) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    model.zero_grad()
    torch.manual_seed(11)
    tensors = to_tensors(batch, "cpu", packed, 0, budget)
    logits = model(tensors)
    functional.cross_entropy(logits, tensors.labels).backward()
    return logits.detach(), {n: p.grad.clone() for n, p in model.named_parameters() if p.grad is not None}


@pytest.mark.parametrize("packed", [True, False], ids=["packed", "padded"])
@pytest.mark.parametrize("head", ["linear", BiLSTMHead(hidden=4)], ids=["linear", "bilstm"])
def test_chunks_learn_what_the_whole_learns(head, packed, family, long_texts):
    features = Features(layers="2, last", head=head)
    model = build_classifier(family("bert"), features, 3, 0.0, seed=0, combine_pieces="attention").train()
    whole, expected = learn(model, long_texts, packed, 10_000)
    chunked, found = learn(model, long_texts, packed, 40)
    torch.testing.assert_close(chunked, whole, rtol=1e-4, atol=1e-5)
    assert found.keys() == expected.keys() and any("piece_attention" in name for name in found)
    for name, gradient in found.items():
        torch.testing.assert_close(gradient, expected[name], rtol=1e-3, atol=1e-5, msg=name)


@pytest.mark.parametrize("packed", [True, False], ids=["packed", "padded"])
def test_encoding_again_repeats_the_dropout_bit_for_bit(packed, family, long_texts, monkeypatch):
    model = build_classifier(family("bert"), Features(), 3, 0.3, seed=0, combine_pieces="mean").train()
    logits, found = learn(model, long_texts, packed, 40)
    after = torch.get_rng_state()
    monkeypatch.setattr(classifier, "checkpoint", lambda function, *args, use_reentrant: function(*args))
    kept_logits, kept = learn(model, long_texts, packed, 40)
    assert torch.equal(torch.get_rng_state(), after), "what is drawn next does not depend on it"
    assert torch.equal(logits, kept_logits)
    assert found.keys() == kept.keys() and all(torch.equal(found[name], kept[name]) for name in kept)
    model.eval()
    assert not torch.equal(learn(model, long_texts, packed, 40)[0], logits), "there was dropout"


def calls(model) -> list[int]:
    """Tokens, padding included, of each call of the encoder from now on."""
    seen: list[int] = []
    model.encoder.register_forward_pre_hook(
        lambda module, args, kwargs: seen.append(kwargs["input_ids"].numel()), with_kwargs=True
    )
    return seen


@pytest.mark.parametrize("frozen", [False, True])
def test_chunks_keep_to_the_budget(frozen, family, long_texts):
    model = build_classifier(
        family("bert"), Features(), 3, 0.1, seed=0, combine_pieces="max", frozen=frozen
    ).train()
    seen = calls(model)
    learn(model, long_texts, False, 40)
    chunks = [(2 * 9 + 9), 12, 30, 30, 30, 2 * 7, 16]
    # 9, 9, 5 fit as 3 x 9; 30 stands alone; 2 and 7 as 2 x 7 (with 16 it would be 48).
    assert seen == (chunks if frozen else [*chunks, *chunks[::-1]])
    seen.clear()
    with torch.inference_mode():
        model(to_tensors(long_texts, "cpu", False, 0, 40))
    assert seen == chunks
    seen.clear()
    model(to_tensors(long_texts, "cpu", False, 0, 10_000))
    assert seen == [10 * 30], "what fits is encoded at once"


def test_plain_batches_are_never_cut(family, texts):
    assert to_tensors(texts(LENGTHS), "cpu", True, 0, 10).sub_batches == ()


def held(model, batch, budget: int) -> int:
    """Bytes that the forward pass keeps for the backward pass."""
    total = 0

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        nonlocal total
        total += tensor.numel() * tensor.element_size()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        model(to_tensors(batch, "cpu", True, 0, budget)).sum()
    return total


def test_memory_does_not_grow_with_the_text(family, texts):
    model = build_classifier(family("bert"), Features(), 3, 0.1, seed=0, combine_pieces="attention").train()

    def article(tokens: int) -> TokenBatch:
        lengths = [64] * (tokens // 64)
        return replace(
            texts(lengths), owners=np.zeros(len(lengths), np.int64), labels=np.zeros(1, np.int64),
            indices=np.zeros(1, np.int64),
        )  # fmt: skip

    small, large = held(model, article(4_800), 1024), held(model, article(48_000), 1024)
    assert held(model, article(4_800), 10**6) > 50 * small
    # What does grow is a vector per piece, and what the attention over pieces makes of it.
    assert large - small < 43_200 / 64 * 4 * 1024


@pytest.mark.parametrize("budget", [1, 17, 30, 64, 1000])
def test_portions_are_in_order_and_within_the_budget(budget, long_texts):
    batch = to_tensors(long_texts, "cpu", False, 0, budget)
    chunks = batch.sub_batches or (batch,)
    assert [n for chunk in chunks for n in chunk.lengths.tolist()] == LENGTHS
    flat = torch.cat([chunk.to_flat(chunk.ids[..., None])[:, 0] for chunk in chunks])
    assert flat.tolist() == long_texts.ids.tolist()
    sizes = [chunk.token_mask.numel() for chunk in chunks]
    assert all(size <= budget or len(chunk.lengths) == 1 for size, chunk in zip(sizes, chunks, strict=True))
    for chunk, after in pairwise(chunks):  # as few as can be: the next piece would not have fitted
        widest = max(int(chunk.lengths.max()), int(after.lengths[0]))
        assert widest * (len(chunk.lengths) + 1) > budget
