"""Adapters: their formulas, what learns, and plain folders that hold the merged weights."""

from __future__ import annotations

import copy

import pytest
import torch

from engine.errors import UserError
from engine.kernels.tensor_batch import supports_packing, to_tensors
from engine.model.adapters import add_adapters, has_adapters, merged_state_dict
from engine.model.classifier import build_classifier, prepare_encoder
from engine.model.encoders import load_encoder
from engine.model.masked_lm import build_masked_lm
from engine.model.parameters import parameter_table
from engine.optim.groups import ParameterScheduler, build_optimizer
from engine.spec.mitigation import IA3, LoRA, NoAdapter
from engine.spec.stages import Features, Finetune
from tests.sampling import nightly_but

LENGTHS = [6, 19, 2, 11]
FAMILIES = (
    "bert",
    "roberta",
    "distilbert",
    "electra",
    "modernbert",
    "eurobert",
    "albert",
    "deberta-v2",
    "mpnet",
)
OPTIONS = {
    "lora": LoRA(rank=3, alpha=12.0),
    "all": LoRA(rank=2, where="all"),
    "rslora": LoRA(rank=4, variant="rslora"),
    "dora": LoRA(rank=2, variant="dora"),
    "ia3": IA3(),
}


def moved(encoder: torch.nn.Module) -> torch.nn.Module:
    """The same encoder after its adapters have learnt something."""
    torch.manual_seed(3)
    with torch.no_grad():
        for parameter in encoder.parameters():
            if parameter.requires_grad:
                parameter.add_(0.3 * torch.randn_like(parameter))
    return encoder


def states(encoder: torch.nn.Module, batch) -> torch.Tensor:
    from engine.model.forward import hidden_states

    encoder.eval()
    with torch.no_grad():
        return batch.to_flat(hidden_states(encoder, batch, (3,))[3])


PAIRS = [(kind, name) for kind in FAMILIES for name in OPTIONS]


@pytest.mark.parametrize(("kind", "name"), nightly_but({*range(5), *range(8, len(PAIRS), 4)}, PAIRS))
def test_begins_as_the_plain_encoder_and_merges_to_what_it_computes(kind, name, family, texts):
    plain, _ = load_encoder(family(kind), 0.0, 0)
    encoder = copy.deepcopy(plain)
    notes = add_adapters(encoder, OPTIONS[name], 1)
    plain, encoder = plain.double(), encoder.double()  # rounding must not hide a slip
    assert has_adapters(encoder) and "weights are trained" in notes[0]
    packed = supports_packing(encoder)
    batch = to_tensors(texts(LENGTHS), "cpu", packed, 0)
    before = states(plain, batch)
    torch.testing.assert_close(
        states(encoder, batch), before, rtol=1e-4, atol=1e-5
    )  # DoRA took lengths in float32
    now = states(moved(encoder), batch)
    assert (now - before).abs().max() > 0.01
    padded = to_tensors(texts(LENGTHS), "cpu", False, 0)
    torch.testing.assert_close(states(encoder, padded), now)
    untouched = copy.deepcopy(encoder.state_dict())
    merged = merged_state_dict(encoder)
    assert all(torch.equal(value, untouched[key]) for key, value in encoder.state_dict().items())
    assert list(merged) == list(plain.state_dict())
    plain.load_state_dict(merged)
    torch.testing.assert_close(states(plain, batch), now)


@pytest.mark.parametrize(("variant", "scale"), [("lora", 12 / 3), ("rslora", 12 / 3**0.5)])
def test_lora_adds_a_scaled_product(variant, scale, family):
    encoder, _ = load_encoder(family("bert"), 0.0, 0)
    own = {name: value.clone() for name, value in encoder.state_dict().items()}
    add_adapters(encoder, LoRA(rank=3, alpha=12.0, variant=variant), 1)
    moved(encoder)
    merged, state = merged_state_dict(encoder), encoder.state_dict()
    for layer in range(3):
        for role in ("query", "value"):
            place = f"encoder.layer.{layer}.attention.self.{role}"
            a, b = (state[f"{place}.lora_{x}.default.weight"] for x in "AB")
            assert a.shape == (3, 32) and b.shape == (32, 3)
            torch.testing.assert_close(merged[f"{place}.weight"], own[f"{place}.weight"] + scale * b @ a)
    same = [name for name in own if "query.weight" not in name and "value.weight" not in name]
    assert all(torch.equal(own[name], merged[name]) for name in same)


def test_dora_leaves_alone_what_has_no_direction(family):
    """A row of zeros has a length and no direction; dividing by its length would make every state NaN."""
    encoder, _ = load_encoder(family("bert"), 0.0, 0)
    with torch.no_grad():
        encoder.get_submodule("encoder.layer.1.attention.self.query").weight[2] = 0
    notes = add_adapters(encoder, LoRA(rank=2, variant="dora"), 1)
    assert any(note.startswith("1 of 6 matrices get no adapter") for note in notes)
    adapted = {name.partition(".lora_magnitude")[0] for name in encoder.state_dict() if "magnitude" in name}
    assert "encoder.layer.1.attention.self.query" not in adapted
    assert len(adapted) == 5


def test_ia3_scales_keys_values_and_the_inner_activations(family):
    encoder, _ = load_encoder(family("bert"), 0.0, 0)
    own = {name: value.clone() for name, value in encoder.state_dict().items()}
    add_adapters(encoder, IA3(), 1)
    moved(encoder)
    merged, state = merged_state_dict(encoder), encoder.state_dict()
    layer = "encoder.layer.2"
    for role in ("key", "value"):
        factor = state[f"{layer}.attention.self.{role}.ia3_l.default"]
        for kind, f in (("weight", factor), ("bias", factor[:, 0])):
            name = f"{layer}.attention.self.{role}.{kind}"
            torch.testing.assert_close(merged[name], f * own[name])
    factor = state[f"{layer}.output.dense.ia3_l.default"]
    assert factor.shape == (1, 48)
    torch.testing.assert_close(
        merged[f"{layer}.output.dense.weight"], own[f"{layer}.output.dense.weight"] * factor
    )
    assert torch.equal(merged[f"{layer}.output.dense.bias"], own[f"{layer}.output.dense.bias"])
    changed = {name for name in own if not torch.equal(own[name], merged[name])}
    assert len(changed) == 3 * 5


def test_only_adapters_and_head_learn_and_only_they_have_moments(family, texts):
    stage = Finetune.model_validate(
        {"data": "x.csv", "adapter": "lora", "freezing": {"kind": "lowest", "layers": 1}}
    )
    model = build_classifier(family("bert"), Features(), 3, 0.1, 0, adapter=stage.adapter)
    table = parameter_table(model)
    names = {row.name for row in table}
    assert {name.split(".")[0] for name in names if not name.startswith("encoder.")} == {"head"}
    assert all("lora_" in name for name in names if name.startswith("encoder."))
    assert {row.depth for row in table} == {1, 2, 3, 4}
    before = {name: value.clone() for name, value in model.state_dict().items()}
    course = ParameterScheduler(model, table, stage, 3, 4)
    optimizer = build_optimizer(model, table, stage, 3)
    batch = to_tensors(texts(LENGTHS), "cpu", True, 0)
    for step in range(3):
        course.apply_freezing(step)
        course.set_learning_rates(optimizer, step)
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(batch), batch.labels).backward()
        optimizer.step()
    changed = {name for name, value in model.state_dict().items() if not torch.equal(value, before[name])}
    expected = {row.name for row in table if row.depth > 1}
    assert changed == expected
    held = {id(p) for p in optimizer.state}
    assert held == {id(p) for name, p in model.named_parameters() if name in expected}


def test_factors_are_not_decayed(family):
    model = build_classifier(family("bert"), Features(), 3, 0.1, 0, adapter=IA3())
    table = parameter_table(model)
    assert {row.decays for row in table if "ia3_l" in row.name} == {False}
    model = build_classifier(family("bert"), Features(), 3, 0.1, 0, adapter=LoRA(rank=1))
    assert {row.decays for row in parameter_table(model) if "lora_" in row.name} == {True}


def test_the_seed_draws_them_and_nothing_else_is_drawn(family):
    states = []
    for seed, noise in ((1, 5), (1, 6), (2, 5)):
        encoder, _ = load_encoder(family("bert"), 0.0, 0)
        torch.manual_seed(noise)
        before = torch.get_rng_state()
        add_adapters(encoder, LoRA(), seed)
        assert torch.equal(torch.get_rng_state(), before)
        states.append(encoder.state_dict())
    name = "encoder.layer.0.attention.self.query.lora_A.default.weight"
    assert torch.equal(states[0][name], states[1][name])
    assert not torch.equal(states[0][name], states[2][name])
    assert not states[0][name.replace("_A", "_B")].any()


def test_a_masked_language_model_is_saved_merged_with_its_head(tiny_bert_folder, tmp_path):
    from transformers import BertForPreTraining

    from engine.spec.experiment import Encoder

    model = build_masked_lm(Encoder(source=str(tiny_bert_folder)), 0.0, 0, adapter=LoRA())
    learns = {row.name for row in parameter_table(model)}
    assert any("cls.predictions.transform" in name for name in learns)
    assert not any("embeddings" in name or "decoder.weight" in name for name in learns)
    moved(model.encoder)
    model.save(tmp_path / "encoder")
    loaded, info = BertForPreTraining.from_pretrained(tmp_path / "encoder", output_loading_info=True)
    assert not info["missing_keys"] and not info["unexpected_keys"]
    merged = merged_state_dict(model.model)
    assert loaded.state_dict().keys() == merged.keys()
    assert all(torch.equal(value, merged[name]) for name, value in loaded.state_dict().items())


def test_what_was_drawn_anew_learns_as_it_is(family):
    encoder, _, notes = prepare_encoder(
        family("bert"), 0.1, 0, pooler=True, reinitialise=1, adapter=LoRA(where="all")
    )
    learns = {name for name, p in encoder.named_parameters() if p.requires_grad}
    assert {name for name in learns if "lora_" not in name} == {
        name for name, _ in encoder.named_parameters() if name.startswith(("encoder.layer.2.", "pooler."))
    }
    assert not any("lora_" in name for name in learns if name.startswith("encoder.layer.2."))
    assert any("top layer" in note for note in notes)


def test_no_adapter_changes_nothing_and_nothing_to_adapt_is_said(family):
    encoder, _ = load_encoder(family("bert"), 0.0, 0)
    before = dict(encoder.named_parameters())
    assert add_adapters(encoder, NoAdapter(), 1) == [] and not has_adapters(encoder)
    assert merged_state_dict(encoder).keys() == encoder.state_dict().keys()
    assert all(p.requires_grad for p in before.values())
    with pytest.raises(UserError, match="no matrices"):
        add_adapters(encoder, LoRA(), 1, untrained=list(before))
