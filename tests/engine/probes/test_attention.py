"""The change of attention against another library's divergence, on real heads."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy.spatial.distance import jensenshannon

from engine.model.encoders import load_encoder, load_tokenizer
from engine.probes import attention
from engine.probes.attention import AttentionReference, attention_result, jensen_shannon
from engine.probes.passages import load_passages
from engine.spec.experiment import Encoder

pytestmark = pytest.mark.usefixtures("home")


def test_the_divergence_is_scipys():
    draw = torch.Generator().manual_seed(0)
    p, q = (torch.softmax(4 * torch.randn(5, 3, 20, generator=draw), -1) for _ in range(2))
    p[0, 0, :10] = 0
    p[0, 0] /= p[0, 0].sum()
    expected = jensenshannon(p.double().numpy(), q.double().numpy(), axis=-1, base=2) ** 2
    np.testing.assert_allclose(jensen_shannon(p, q), expected, atol=1e-6)
    assert (jensen_shannon(p, p) == 0).all()
    left, right = torch.tensor([0.5, 0.5, 0, 0]), torch.tensor([0, 0, 0.9, 0.1])
    assert float(jensen_shannon(left, right)) == pytest.approx(1, abs=1e-6)


@torch.no_grad()
def test_each_head_is_averaged_over_the_tokens_of_all_texts_and_no_padding(tiny_bert_folder):
    encoder = Encoder(source=str(tiny_bert_folder))
    tokenizer = load_tokenizer(encoder)
    model = load_encoder(encoder, None, 0)[0].eval()
    texts = load_passages("", tokenizer, count=7, length=60, role="probe")
    texts = type(texts)(
        texts.name, texts.role, tuple(ids[: 60 - 7 * i] for i, ids in enumerate(texts.ids)), (), 0, ""
    )
    reference = AttentionReference(model, texts, tokenizer.pad_token_id)
    assert reference.passage_count == 7
    assert (reference.divergence(model) == 0).all()

    changed = load_encoder(encoder, None, 0)[0].eval()
    for layer in changed.encoder.layer:
        layer.attention.self.query.weight.mul_(20)
        layer.attention.self.key.weight[:16].neg_()
    plain = [load_encoder(encoder, None, 0)[0].eval(), changed]
    expected, tokens = np.zeros((2, 2)), 0
    for ids in texts.ids:
        maps = []
        for each in plain:
            each.set_attn_implementation("eager")
            maps.append(each(torch.from_numpy(ids)[None], output_attentions=True).attentions)
        for layer, (then, now) in enumerate(zip(*maps, strict=True)):
            bits = jensenshannon(then[0].double(), now[0].double(), axis=-1, base=2) ** 2
            expected[layer] += bits.sum(-1)
        tokens += len(ids)
    changed.set_attn_implementation("palimpsest")
    found = reference.divergence(changed)
    np.testing.assert_allclose(found, expected / tokens, rtol=1e-3, atol=1e-6)
    assert found.shape == (2, 2)
    assert found.max() > 1e-3
    assert attention_result(found).values == {"attention/change": pytest.approx(found.mean())}


def test_long_passages_are_fewer_passages(tiny_bert_folder, monkeypatch):
    encoder = Encoder(source=str(tiny_bert_folder))
    tokenizer = load_tokenizer(encoder)
    model = load_encoder(encoder, None, 0)[0].eval()
    texts = load_passages("", tokenizer, count=20, length=32, role="probe")
    assert AttentionReference(model, texts, 0).passage_count == attention.ATTENTION_PASSAGES
    monkeypatch.setattr(
        attention, "MAX_STORED_WEIGHTS", 5 * 2 * 2 * 32 * 32
    )  # five passages, two layers, two heads
    assert AttentionReference(model, texts, 0).passage_count == 5
    monkeypatch.setattr(attention, "MAX_STORED_WEIGHTS", 1)
    assert AttentionReference(model, texts, 0).passage_count == 1
