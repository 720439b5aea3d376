"""What probes read of an encoder is what the encoder computes, and reading leaves no trace."""

from __future__ import annotations

import copy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from engine.compute.device import Device
from engine.model.encoders import load_encoder
from engine.probes.base import ProbeEnvironment, ProbeMoment, build_probes
from engine.probes.layers import layer_states, load_probe_passages, to_encoder_device
from engine.probes.scheduler import preserve_state
from engine.spec.experiment import parse_experiment
from engine.stages.base import StageContext
from tests.engine.encoder_families import built, texts

pytestmark = pytest.mark.usefixtures("home")


@torch.no_grad()
@pytest.mark.parametrize("kind", ["bert", "roberta", "distilbert", "modernbert", "albert"])
def test_states_are_the_librarys_own(kind, tiny_bert_folder, tmp_path):
    from transformers import AutoModelForMaskedLM

    encoder = built(kind, tiny_bert_folder, tmp_path / kind, AutoModelForMaskedLM)
    model = load_encoder(encoder, None, 1)[0].eval()
    batch = texts([5, 9, 3, 12])
    tensors = to_encoder_device(model, batch, 0)
    assert (tensors.packing is None) == (kind == "albert"), "packed wherever the family allows it"
    found = list(layer_states(model, tensors))
    assert len(found) == 4

    start = 0
    for length in batch.lengths:
        part = slice(start, start + length)
        inputs: dict[str, Any] = {"input_ids": torch.from_numpy(batch.ids[None, part])}
        if kind in ("bert", "roberta", "albert"):
            inputs["token_type_ids"] = torch.from_numpy(batch.token_types[None, part])
        inputs["attention_mask"] = torch.ones_like(inputs["input_ids"])
        alone = model(**inputs, output_hidden_states=True)
        for ours, theirs in zip(found, [*alone.hidden_states[:3], alone.last_hidden_state], strict=True):
            torch.testing.assert_close(ours[part], theirs[0], rtol=1e-4, atol=2e-5)
        start += length


@pytest.fixture
def environment(tiny_bert_folder: Path, tmp_path: Path) -> ProbeEnvironment:
    """A stage in training mode whose encoder has moved on, with every probe of this part switched on."""
    known = [{"data": {"source": "samples:questions"}, "texts": 12}]
    spec = {
        "texts": 6,
        "length": 512,
        "known": known,
        "earlier": False,
        "examples": False,
        "retention": False,
    }
    stages = [{"kind": "finetune", "data": {"source": "samples:reviews"}}]
    experiment = parse_experiment(
        {"encoder": {"source": str(tiny_bert_folder)}, "stages": stages, "probes": spec}
    )
    model = nn.Module()
    model.encoder = load_encoder(experiment.encoder, 0.1, 0)[0].train()
    with torch.no_grad():
        for parameter in model.encoder.parameters():
            parameter.add_(0.01 * torch.randn(parameter.shape, generator=torch.Generator().manual_seed(1)))
    context = StageContext(experiment, 0, experiment.encoder, Device("cpu", "fp32", ""), tmp_path)
    return ProbeEnvironment(SimpleNamespace(model=model, layers=2), context, lambda text, done, total: None)  # type: ignore[arg-type]


def test_the_text_fits_the_encoder(environment):
    read = load_probe_passages(environment)
    assert len(read) == 6
    assert read.lengths.max() <= 64, "so many positions it has"


def test_measuring_leaves_no_trace(environment):
    encoder = environment.encoder
    before, config = copy.deepcopy(encoder.state_dict()), copy.deepcopy(encoder.config.to_dict())
    how, random_state = encoder.config._attn_implementation, torch.get_rng_state()
    numbers = np.random.get_state()[1].tolist()
    with preserve_state(environment.task.model):
        made = {each.name: each for each in build_probes(environment)}
        assert {"drift", "similarity", "attention", "knowledge"} <= set(made)
        readings = {
            name: each.measure(ProbeMoment(0, 0, when))
            for name, each in made.items()
            for when in ("start", "chosen")
        }
    assert all(torch.equal(value, before[name]) for name, value in encoder.state_dict().items())
    assert encoder.config.to_dict() == config
    assert encoder.config._attn_implementation == how
    assert all(module.training for module in encoder.modules())
    assert all(parameter.requires_grad and parameter.grad is None for parameter in encoder.parameters())
    assert torch.equal(torch.get_rng_state(), random_state)
    assert np.random.get_state()[1].tolist() == numbers

    values = {key: value for reading in readings.values() for key, value in reading.values.items()}
    assert values["drift/all"] > 0 and values["attention/change"] > 0 and values["similarity/cka"] < 1
    shapes = {key: value.shape for reading in readings.values() for key, value in reading.maps.items()}
    assert shapes["drift/layers"] == shapes["drift/cosine"] == (4,)
    assert shapes["drift/kinds"] == (4, 4)
    assert (
        shapes["similarity/cka"] == shapes["similarity/procrustes"] == shapes["knowledge/questions"] == (3,)
    )
    assert shapes["similarity/matrix"] == (3, 3)
    assert shapes["attention/heads"] == (2, 2)


def test_an_ability_that_cannot_be_read_is_a_note(environment):
    known = [{"data": {"source": "nowhere.csv"}}, {"data": {"source": "samples:questions"}, "texts": 12}]
    spec = environment.spec.model_validate({"known": known, "texts": 4, "drift": False, "similarity": False})
    environment.spec = spec
    made = [each.name for each in build_probes(environment)]
    assert "knowledge" in made and "drift" not in made and "similarity" not in made
    assert list(environment.info["knowledge"]) == ["questions"]
    assert any("nowhere" in note for note in environment.notes)
