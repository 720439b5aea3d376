"""How far an encoder has moved: distances, attention, and weights without a run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from scipy.spatial.distance import jensenshannon
from torch import nn

from engine.errors import UserError
from engine.events import ProbeMeasured
from engine.model.adapters import add_adapters, merged_state_dict
from engine.model.encoders import load_encoder, load_tokenizer
from engine.probes import attention
from engine.probes.attention import AttentionReference, attention_result, jensen_shannon
from engine.probes.drift import KINDS, OriginalWeights
from engine.probes.encoder_monitor import EncoderMonitor
from engine.probes.passages import load_passages
from engine.spec.experiment import Encoder, parse_experiment
from engine.spec.mitigation import LoRA
from engine.train.loop import train
from tests.engine.probes.conftest import table

pytestmark = pytest.mark.usefixtures("home")


FAMILIES = ("bert", "roberta", "distilbert", "electra", "modernbert", "mpnet", "deberta-v2")


def loaded(encoder: Encoder, pooler: bool = False) -> nn.Module:
    return load_encoder(encoder, None, 1, pooler=pooler)[0].eval()


@torch.no_grad()
def nudge(model: nn.Module, scale: float, only: str = "") -> None:
    draw = torch.Generator().manual_seed(3)
    for name, parameter in model.named_parameters():
        if only in name:
            parameter.add_(scale * torch.randn(parameter.shape, generator=draw))


def stacked(model: nn.Module, names: list[str]) -> np.ndarray:
    """All values of some parameters as one vector in double precision."""
    values = dict(model.named_parameters())
    return np.concatenate([values[name].detach().double().numpy().ravel() for name in names])


LAYER = {
    "attention": [f"attention.{part}.weight" for part in ("self.query", "self.key", "self.value", "output.dense")],
    "feedforward": ["intermediate.dense.weight", "output.dense.weight"],
    "norms": [f"{part}.LayerNorm.{leaf}" for part in ("attention.output", "output") for leaf in ("weight", "bias")],
    "biases": [
        f"{part}.bias"
        for part in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
                     "intermediate.dense", "output.dense")
    ],
}  # fmt: skip
"""The parameters of one BERT layer, written out."""
EMBEDDED = [f"embeddings.{part}_embeddings.weight" for part in ("word", "position", "token_type")]
EMBEDDED_NORM = ["embeddings.LayerNorm.weight", "embeddings.LayerNorm.bias"]


@pytest.mark.parametrize("scale", [1e-4, 1e-2, 1.0])
def test_distance_and_cosine_are_those_of_all_tensors_of_a_layer_laid_end_to_end(scale, family):
    encoder = family("bert")
    before, after = loaded(encoder), loaded(encoder)
    nudge(after, scale)
    found = OriginalWeights(encoder).measure_drift(merged_state_dict(after))

    def distance(names: list[str]) -> float:
        old, new = stacked(before, names), stacked(after, names)
        return float(np.linalg.norm(new - old) / np.linalg.norm(old))

    def angle(names: list[str]) -> float:
        old, new = stacked(before, names), stacked(after, names)
        old, new = old / np.linalg.norm(old), new / np.linalg.norm(new)
        return float(np.square(old - new).sum() / 2)  # 1 - cosine, without cancellation

    layers = [
        [f"encoder.layer.{index}.{name}" for names in LAYER.values() for name in names] for index in range(3)
    ]
    groups = [EMBEDDED + EMBEDDED_NORM, *layers]
    np.testing.assert_allclose(found.layers[:4], [distance(names) for names in groups], rtol=1e-5)
    assert np.isnan(found.layers[4]), "what is compared here has no pooler"
    np.testing.assert_allclose(1 - found.cosine[:4], [angle(names) for names in groups], rtol=1e-4)
    np.testing.assert_allclose(
        found.values["all"], distance([n for names in groups for n in names]), rtol=1e-5
    )
    np.testing.assert_allclose(found.values["embeddings"], distance(groups[0]), rtol=1e-5)
    for column, kind in enumerate(KINDS):
        own = [[f"encoder.layer.{index}.{name}" for name in LAYER[kind]] for index in range(3)]
        norms = EMBEDDED_NORM if kind == "norms" else []
        np.testing.assert_allclose(found.kinds[1:4, column], [distance(names) for names in own], rtol=1e-5)
        np.testing.assert_allclose(found.values[kind], distance(norms + own[0] + own[1] + own[2]), rtol=1e-5)
    assert np.isnan(found.kinds[0, :2]).all()


@pytest.mark.parametrize("kind", FAMILIES)
def test_only_the_layer_that_moved_has_moved(kind, family):
    encoder = family(kind)
    model = loaded(encoder)
    stack = {"distilbert": "transformer.layer", "modernbert": "layers"}.get(kind, "encoder.layer")
    nudge(model, 0.01, f"{stack}.1.")
    found = OriginalWeights(encoder).measure_drift(merged_state_dict(model))
    assert found.layers[2] > 0
    assert (found.cosine[[0, 1, 3]] == 1).all()
    assert (found.layers[[0, 1, 3]] == 0).all()
    assert (found.kinds[2, :3] > 0).all(), "attention, feed-forward and norms are all found"
    assert np.isnan(found.kinds[2, 3]) == (kind == "modernbert"), "ModernBERT has no biases"
    assert np.nansum(found.kinds[[0, 1, 3]]) == 0
    assert found.values["embeddings"] == 0
    assert found.values["all"] > 0


def test_shared_layers_stand_together(family):
    encoder = family("albert")
    model = loaded(encoder)
    nudge(model, 0.01, "ffn")
    found = OriginalWeights(encoder).measure_drift(merged_state_dict(model))
    assert np.isnan(found.layers[[1, 2]]).all()
    assert found.layers[3] > 0
    assert found.layers[0] == 0
    assert found.kinds[3, 0] == 0
    assert found.kinds[3, 1] > 0


def test_a_pooler_counts_where_the_checkpoint_has_one(tiny_bert_folder, family):
    encoder = Encoder(source=str(tiny_bert_folder))
    model = loaded(encoder, pooler=True)
    nudge(model, 0.01, "pooler")
    found = OriginalWeights(encoder).measure_drift(merged_state_dict(model))
    assert found.layers[3] > 0
    assert found.layers[:3].tolist() == [0, 0, 0]

    lacking = family("roberta")  # a masked-word model is saved without: what is drawn for it has no past
    assert np.isnan(
        OriginalWeights(lacking).measure_drift(merged_state_dict(loaded(lacking, pooler=True))).layers[-1]
    )


def test_an_adapter_moves_what_it_adds_to(tiny_bert_folder):
    encoder = Encoder(source=str(tiny_bert_folder))
    original, model = OriginalWeights(encoder), loaded(encoder)
    add_adapters(model, LoRA(rank=2), seed=1)
    assert original.measure_drift(merged_state_dict(model)).values["all"] == 0, (
        "LoRA begins with nothing added"
    )
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "lora_B" in name:
                parameter.fill_(0.1)
    found = original.measure_drift(merged_state_dict(model))
    assert (found.kinds[1:3, 0] > 0).all()
    assert (found.kinds[1:3, 1:3] == 0).all()
    assert found.values["embeddings"] == 0


def test_what_was_nought_has_no_relative_distance(tiny_bert_folder):
    encoder = Encoder(source=str(tiny_bert_folder))  # untrained: all its biases are nought
    model = loaded(encoder)
    nudge(model, 0.01, "query.bias")
    found = OriginalWeights(encoder).measure_drift(merged_state_dict(model))
    assert np.isnan(found.kinds[:, 3]).all()
    assert "biases" not in found.values
    assert found.values["all"] > 0


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


@pytest.mark.parametrize("adapter", ["none", "lora"])
def test_a_monitor_says_what_the_run_said(adapter, tmp_path, tiny_bert_folder):
    mood = table(tmp_path / "mood.csv", {"no": "bad", "yes": "good"}, 1, count=80)
    probes: dict[str, Any] = {"points": 1, "texts": 12, "length": 40}
    stage = {"kind": "finetune", "data": {"source": mood}, "epochs": 1, "batch_size": 8, "max_length": 32}
    stage |= {"learning_rate": 5e-3, "adapter": {"kind": adapter}}
    compute = {"device": "cpu", "precision": "fp32", "threads": 1, "reuse": False}
    encoder = {"source": str(tiny_bert_folder)}
    experiment = parse_experiment(
        {"encoder": encoder, "stages": [stage], "probes": probes, "compute": compute}
    )
    said = [event for event in train(experiment, tmp_path / "run") if isinstance(event, ProbeMeasured)]
    chosen = [event for event in said if event.chosen]

    random_state = torch.get_rng_state()
    monitor = EncoderMonitor(Encoder(source=str(tiny_bert_folder)), count=12, length=40)
    before = monitor.retention(monitor.encoder)
    found = monitor.measure(load_file(tmp_path / "run" / "stage-1" / "encoder" / "model.safetensors"))
    assert torch.equal(torch.get_rng_state(), random_state) and monitor.notes == []
    for probe in ("drift", "similarity", "attention", "retention"):
        (event,) = [each for each in chosen if each.probe == probe]
        for key, value in event.values.items():
            assert found.values[key] == pytest.approx(value, rel=1e-4, abs=1e-5), key
        for key, map_ in event.maps.items():
            if key not in ("retention/reset", "retention/passages"):  # of runs only
                np.testing.assert_allclose(found.maps[key], map_, rtol=1e-3, atol=1e-4, err_msg=key)
    assert found.values["drift/all"] > 1e-4
    assert found.values["attention/change"] > 0
    assert found.maps["similarity/cka"][2] < (0.999 if adapter == "none" else 1.0)
    first = {key: value for event in said if event.step == 0 for key, value in event.values.items()}
    for key, value in before.items():
        assert first[key] == pytest.approx(value, rel=1e-5), key
    assert "retention/loss" in before


def test_a_part_that_changed_is_found(tiny_bert_folder):
    state = load_file(tiny_bert_folder / "model.safetensors")
    state = {
        name.removeprefix("bert."): value * (3 if "layer.1.attention.self.query" in name else 1)
        for name, value in state.items()
    }
    monitor = EncoderMonitor(Encoder(source=str(tiny_bert_folder)), count=8, length=40, retention=False)
    found = monitor.measure(state)
    assert found.maps["drift/layers"][:2].tolist() == [0, 0]
    assert found.maps["drift/layers"][2] > 0
    assert found.maps["drift/layers"][3] == 0, "the pooler is there and has not moved"
    assert (found.maps["attention/heads"][0] == 0).all()
    assert (found.maps["attention/heads"][1] > 0).all()
    np.testing.assert_allclose(found.maps["similarity/cka"][:2], 1, atol=1e-5)
    with pytest.raises(UserError, match="has no "):
        monitor.measure(dict(list(state.items())[1:]))
