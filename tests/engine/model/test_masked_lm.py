"""Masked words: logits at masked positions only, and heads that survive saving."""

from __future__ import annotations

import pytest
import torch
from transformers import AutoModel, AutoModelForMaskedLM, BertForPreTraining

from engine.model.masked_lm import HEADS, build_masked_lm
from engine.model.packed import to_tensors
from engine.spec.experiment import Encoder

LENGTHS = [6, 19, 2, 11]


@pytest.mark.parametrize("packed", [True, False], ids=["packed", "padded"])
@pytest.mark.parametrize("kind", HEADS)
def test_logits_are_the_models_own_at_the_masked_positions(kind, packed, family, texts):
    model = build_masked_lm(family(kind), 0.0, 0).eval()
    raw, positions = texts(LENGTHS), torch.tensor([1, 7, 24, 26, 37])
    plain = AutoModelForMaskedLM.from_pretrained(family(kind).source, attn_implementation="eager").eval()
    padded = to_tensors(raw, "cpu", False, 0)
    inputs = {"input_ids": padded.ids, "attention_mask": padded.real.long()}
    if getattr(plain.config, "type_vocab_size", 0) > 1:
        inputs["token_type_ids"] = padded.segments
    with torch.no_grad():
        expected = padded.flat(plain(**inputs).logits)[positions]
        found = model(to_tensors(raw, "cpu", packed, 0), positions)
    assert found.shape == (5, plain.config.vocab_size) and expected.std() > 0.01
    torch.testing.assert_close(found, expected, rtol=1e-3, atol=1e-4)
    ours = dict(model.encoder.named_parameters())
    assert all(torch.equal(ours[n], p) for n, p in plain.base_model.named_parameters() if n in ours)


def test_a_family_without_a_shortcut_computes_all_logits(family, texts):
    model = build_masked_lm(family("albert"), 0.0, 0).eval()
    batch = to_tensors(texts(LENGTHS), "cpu", False, 0)
    with torch.no_grad():
        found = model(batch, torch.tensor([2, 8]))
        plain = model.model(batch.ids, batch.real.long(), batch.segments).logits
    torch.testing.assert_close(found, plain[[0, 1], [2, 2]])


def test_saving_loses_no_head(tiny_bert_folder, tmp_path):
    model = build_masked_lm(Encoder(source=str(tiny_bert_folder)), 0.1, 0)
    assert model.notes == []
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.5)
    model.save(tmp_path)
    saved = BertForPreTraining.from_pretrained(tmp_path).state_dict()
    first = BertForPreTraining.from_pretrained(tiny_bert_folder).state_dict()
    assert saved.keys() == first.keys() and any("seq_relationship" in name for name in saved)
    for name, value in saved.items():
        torch.testing.assert_close(value, first[name] + 0.5, msg=name)
    decoder = BertForPreTraining.from_pretrained(tmp_path).cls.predictions.decoder.weight
    assert torch.equal(decoder, saved["bert.embeddings.word_embeddings.weight"]), "still tied"
    assert AutoModel.from_pretrained(tmp_path).config.hidden_size == 32


def test_an_encoder_without_masked_word_head_says_so(minilm_folder):
    encoder = Encoder(source=str(minilm_folder))
    model = build_masked_lm(encoder, 0.1, seed=4)
    assert len(model.notes) == 1 and "cls.predictions" in model.notes[0] and "random" in model.notes[0]
    twin = build_masked_lm(encoder, 0.1, seed=4)
    name = "model.cls.predictions.transform.dense.weight"
    assert torch.equal(model.state_dict()[name], twin.state_dict()[name])


def test_gradients_reach_encoder_and_head_but_not_the_next_sentence_head(tiny_bert_folder, texts):
    model = build_masked_lm(Encoder(source=str(tiny_bert_folder)), 0.1, 0).train()
    batch, positions = to_tensors(texts(LENGTHS), "cpu", True, 0), torch.tensor([1, 9, 30])
    torch.nn.functional.cross_entropy(model(batch, positions), batch.ids[0, positions]).backward()
    without = {name for name, p in model.named_parameters() if p.grad is None}
    assert without == {
        "model.bert.pooler.dense.weight",
        "model.bert.pooler.dense.bias",
        "model.cls.seq_relationship.weight",
        "model.cls.seq_relationship.bias",
    }
