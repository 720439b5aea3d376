"""Masked language models, maps of attention and the files of an encoder."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from transformers import (
    AutoConfig,
    AutoModel,
    AutoModelForMaskedLM,
    AutoModelForPreTraining,
    AutoTokenizer,
    BertForPreTraining,
)

from engine.errors import UserError
from engine.kernels.tensor_batch import supports_packing, to_tensors
from engine.model.attention_maps import attention_maps
from engine.model.encoder_files import write_encoder_files
from engine.model.encoders import NEXT_SENTENCE_FAMILIES, load_encoder
from engine.model.forward import hidden_states
from engine.model.masked_lm import HEAD_SPLITTERS, build_masked_lm
from engine.spec.experiment import Encoder
from tests.engine.encoder_families import SIZE, SPECIAL
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
def test_losses_and_gradients_are_the_models_own_at_the_masked_positions(kind, packed, family, texts):
    model = build_masked_lm(family(kind), 0.0, 0).eval()
    packed = packed and supports_packing(model)
    raw = texts(LENGTHS)
    plain = AutoModelForMaskedLM.from_pretrained(family(kind).source, attn_implementation="eager").eval()
    padded = to_tensors(raw, "cpu", False, 0)
    inputs = {"input_ids": padded.ids, "attention_mask": padded.token_mask.long()}
    if getattr(plain.config, "type_vocab_size", 0) > 1:
        inputs["token_type_ids"] = padded.token_types
    expected = padded.to_flat(plain(**inputs).logits)[POSITIONS]
    assert expected.std() > 0.01
    assert assert_losses(model, to_tensors(raw, "cpu", packed, 0), expected.detach()) is None
    ours = dict(model.encoder.named_parameters())
    assert all(torch.equal(ours[n], p) for n, p in plain.base_model.named_parameters() if n in ours)
    targets = torch.from_numpy(raw.ids).flip(0)[POSITIONS]
    torch.nn.functional.cross_entropy(expected, targets, reduction="sum").backward()
    model(padded, POSITIONS, targets).total.backward()
    ours, compared = dict(model.model.named_parameters()), 0
    for name, parameter in plain.named_parameters():
        if parameter.grad is not None and name in ours:
            found = ours[name].grad / len(POSITIONS)
            torch.testing.assert_close(found, parameter.grad / len(POSITIONS), rtol=1e-3, atol=2e-6, msg=name)
            compared += 1
    assert compared > 20


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


MAPPED = [9, 2, 30, 17, 5]
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
    batch = to_tensors(texts(MAPPED), "cpu", False, 0)
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
    batch = texts(MAPPED)
    packed, padded = (to_tensors(batch, "cpu", how, 0) for how in (True, False))
    before, how = hidden_states(model, packed, (3,))[3], model.config._attn_implementation
    weights = copy.deepcopy(model.state_dict())
    attention_maps(model, padded)
    assert model.config._attn_implementation == how
    assert torch.equal(hidden_states(model, packed, (3,))[3], before)
    assert all(torch.equal(value, weights[name]) for name, value in model.state_dict().items())


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


FAMILIES = (
    "bert",
    "distilbert",
    "electra",
    "modernbert",
    "roberta",
    "albert",
    "mpnet",
    "deberta-v2",
    "eurobert",
)


def same_folder(ours: Path, theirs: Path) -> None:
    config, other = (
        json.loads((folder / "config.json").read_text(encoding="utf-8")) for folder in (ours, theirs)
    )
    assert config == other
    tensors, others = (load_file(folder / "model.safetensors") for folder in (ours, theirs))
    assert tensors.keys() == others.keys()
    assert all(torch.equal(tensors[name], others[name]) for name in tensors)


@pytest.mark.parametrize("auto", [AutoModel, AutoModelForMaskedLM], ids=["encoder", "with its head"])
@pytest.mark.parametrize("family", FAMILIES)
def test_it_leaves_what_transformers_would(family: str, auto: type, tmp_path: Path) -> None:
    config = AutoConfig.for_model(family, vocab_size=50, pad_token_id=0, **SPECIAL.get(family, SIZE))
    model = auto.from_config(config)  # type: ignore[attr-defined]
    write_encoder_files(tmp_path / "ours", model)
    model.save_pretrained(tmp_path / "theirs")
    same_folder(tmp_path / "ours", tmp_path / "theirs")
    again = auto.from_pretrained(tmp_path / "ours")  # type: ignore[attr-defined]
    assert all(
        torch.equal(a, b)
        for a, b in zip(model.state_dict().values(), again.state_dict().values(), strict=True)
    )
