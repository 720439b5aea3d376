"""Masked words: losses at masked positions only, and heads that survive saving."""

from __future__ import annotations

import pytest
import torch
from safetensors.torch import load_file
from transformers import (
    AutoModel,
    AutoModelForMaskedLM,
    AutoModelForPreTraining,
    AutoTokenizer,
    BertForPreTraining,
)

from engine.errors import UserError
from engine.kernels.tensor_batch import supports_packing, to_tensors
from engine.model.encoders import NEXT_SENTENCE_FAMILIES
from engine.model.masked_lm import HEAD_SPLITTERS, build_masked_lm
from engine.spec.experiment import Encoder
from tests.sampling import nightly_but

LENGTHS = [6, 19, 2, 11]
POSITIONS = torch.tensor([1, 7, 24, 26, 37])


def assert_losses(model, batch, logits: torch.Tensor) -> torch.Tensor | None:
    """The model's losses are those of ``logits``, whichever words are right; return its answers for pairs."""
    with torch.no_grad():
        for targets in (logits.argmax(-1), logits.argmin(-1), torch.arange(len(logits))):
            total, correct, follows = model(batch, POSITIONS, targets)
            expected = torch.nn.functional.cross_entropy(logits, targets, reduction="sum")
            torch.testing.assert_close(total, expected, rtol=1e-3, atol=1e-4)
            assert correct.tolist() == (logits.argmax(-1) == targets).tolist()
    return follows


@pytest.mark.parametrize("packed", nightly_but({0}, [True, False]), ids=["packed", "padded"])
@pytest.mark.parametrize("kind", HEAD_SPLITTERS)
def test_losses_are_the_models_own_at_the_masked_positions(kind, packed, family, texts):
    model = build_masked_lm(family(kind), 0.0, 0).eval()
    packed = packed and supports_packing(model)
    raw = texts(LENGTHS)
    plain = AutoModelForMaskedLM.from_pretrained(family(kind).source, attn_implementation="eager").eval()
    padded = to_tensors(raw, "cpu", False, 0)
    inputs = {"input_ids": padded.ids, "attention_mask": padded.token_mask.long()}
    if getattr(plain.config, "type_vocab_size", 0) > 1:
        inputs["token_type_ids"] = padded.token_types
    with torch.no_grad():
        expected = padded.to_flat(plain(**inputs).logits)[POSITIONS]
    assert expected.std() > 0.01
    assert assert_losses(model, to_tensors(raw, "cpu", packed, 0), expected) is None
    ours = dict(model.encoder.named_parameters())
    assert all(torch.equal(ours[n], p) for n, p in plain.base_model.named_parameters() if n in ours)


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
    model(batch, positions, batch.ids[0, positions]).total.backward()
    without = {name for name, p in model.named_parameters() if p.grad is None}
    assert without == {
        "model.bert.pooler.dense.weight",
        "model.bert.pooler.dense.bias",
        "model.cls.seq_relationship.weight",
        "model.cls.seq_relationship.bias",
    }


@pytest.mark.parametrize("packed", nightly_but({0}, [True, False]), ids=["packed", "padded"])
@pytest.mark.parametrize("kind", NEXT_SENTENCE_FAMILIES)
def test_both_heads_answer_as_the_model_itself(kind, packed, pretraining_family, texts):
    encoder = pretraining_family(kind)
    model = build_masked_lm(encoder, 0.0, 0, next_sentence=True).eval()
    assert model.notes == []
    packed = packed and supports_packing(model)
    plain = AutoModelForPreTraining.from_pretrained(encoder.source, attn_implementation="eager").eval()
    raw = texts(LENGTHS)
    padded = to_tensors(raw, "cpu", False, 0)
    with torch.no_grad():
        expected = plain(
            input_ids=padded.ids, attention_mask=padded.token_mask.long(), token_type_ids=padded.token_types
        )
    logits = padded.to_flat(expected.prediction_logits)[POSITIONS]
    follows = assert_losses(model, to_tensors(raw, "cpu", packed, 0), logits)
    assert follows.shape == (4, 2) and follows.std() > 0.001
    torch.testing.assert_close(follows, expected.seq_relationship_logits, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("kind", ["roberta", "electra", "distilbert", "modernbert", "albert"])
def test_a_family_without_next_sentence_head_is_refused(kind, family):
    with pytest.raises(UserError, match=r"objective: .* has no next-sentence head. Choose masked words only"):
        build_masked_lm(family(kind), 0.1, 0, next_sentence=True)


def test_a_head_that_was_never_taught_is_not_saved(tiny_bert_folder, tmp_path):
    """A checkpoint without pooler and next-sentence head gets none that would pass for a pre-trained one."""
    bare = tmp_path / "bare"
    AutoModelForMaskedLM.from_pretrained(tiny_bert_folder).save_pretrained(bare)
    AutoTokenizer.from_pretrained(tiny_bert_folder).save_pretrained(bare)
    encoder = Encoder(source=str(bare))

    words_only = build_masked_lm(encoder, 0.1, 0)
    assert words_only.notes == [], "what is not asked for is not missed"
    words_only.save(tmp_path / "words")
    saved = load_file(tmp_path / "words" / "model.safetensors")
    assert saved.keys() == load_file(bare / "model.safetensors").keys()

    both = build_masked_lm(encoder, 0.1, 0, next_sentence=True)
    assert "cls.seq_relationship" in both.notes[0] and "bert.pooler.dense" in both.notes[0]
    both.save(tmp_path / "both")
    saved = load_file(tmp_path / "both" / "model.safetensors")
    assert "cls.seq_relationship.weight" in saved and "bert.pooler.dense.weight" in saved

    random = build_masked_lm(Encoder(source=str(tiny_bert_folder), weights="random"), 0.1, 0)
    random.save(tmp_path / "random")
    assert not any("pooler" in name for name in load_file(tmp_path / "random" / "model.safetensors"))
