"""Retention against transformers' own loss, and against encoders changed by hand."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoModelForMaskedLM

from engine.compute.device import choose_device
from engine.errors import UserError
from engine.model.encoders import load_encoder, load_tokenizer
from engine.probes import masked_head
from engine.probes.base import ProbeEnvironment, ProbeMoment
from engine.probes.masked_head import load_original_head, standard_masking, states_at_masks
from engine.probes.passages import load_passages
from engine.probes.retention import RetentionProbe
from engine.spec.experiment import Encoder, parse_experiment
from engine.stages.base import StageContext

pytestmark = pytest.mark.usefixtures("home")
START, CHOSEN = ProbeMoment(0, 0, "start"), ProbeMoment(5, 0, "chosen")
CPU = torch.device("cpu")


@pytest.fixture
def environment(tiny_bert_folder: Path, tmp_path: Path) -> Callable[..., ProbeEnvironment]:
    def build(**probes: Any) -> ProbeEnvironment:
        encoder = Encoder(source=str(tiny_bert_folder))
        experiment = parse_experiment(
            {
                "encoder": {"source": encoder.source},
                "stages": [{"kind": "finetune", "data": "samples:reviews"}],
                "probes": {"texts": 12, "length": 40} | probes,
                "compute": {"device": "cpu", "precision": "fp32"},
            }
        )
        loaded, _ = load_encoder(encoder, None, 0)
        task = SimpleNamespace(model=SimpleNamespace(encoder=loaded.eval()), layers=2)
        device = choose_device(experiment.compute)
        context = StageContext(experiment, 0, encoder, device, tmp_path)
        return ProbeEnvironment(task, context, lambda text, done, total: None)  # type: ignore[arg-type]

    return build


def by_transformers(folder: Path, length: int = 40, count: int = 12) -> tuple[float, float]:
    """Loss and accuracy of ``BertForMaskedLM`` itself, one padded passage after the other."""
    encoder = Encoder(source=str(folder))
    tokenizer = load_tokenizer(encoder)
    model = AutoModelForMaskedLM.from_pretrained(folder).eval()
    read = load_passages("", tokenizer, count=count, length=length, role="probe")
    masking = standard_masking(encoder, tokenizer)
    total, right, hidden = 0.0, 0, 0
    for index in range(len(read)):
        one = read.mask_passage(index, masking)
        ids, labels = torch.from_numpy(one.texts.ids)[None], torch.full((1, len(one.texts.ids)), -100)
        labels[0, one.positions] = torch.from_numpy(one.targets)
        with torch.no_grad():
            output = model(input_ids=ids, attention_mask=torch.ones_like(ids), labels=labels)
        total += float(output.loss) * len(one.positions)
        right += int((output.logits.argmax(-1) == labels).sum())
        hidden += len(one.positions)
    return total / hidden, 100 * right / hidden


def test_before_training_it_is_the_loss_of_transformers(
    environment: Callable[..., ProbeEnvironment], tiny_bert_folder: Path
) -> None:
    made = environment()
    found = RetentionProbe(made).measure(START)
    loss, accuracy = by_transformers(tiny_bert_folder)
    assert found.values["retention/loss"] == pytest.approx(loss, abs=1e-5)
    assert found.values["retention/accuracy"] == pytest.approx(accuracy)
    assert set(found.maps) == {"retention/passages"}
    losses, counts = found.maps["retention/passages"]
    assert losses.sum() / counts.sum() == pytest.approx(loss, abs=1e-5)
    assert (len(counts), counts.sum()) == (
        made.info["retention"]["passages"],
        made.info["retention"]["hidden_tokens"],
    )
    assert made.info["retention"]["fitted"] is False and made.notes == []


def test_the_decoder_is_the_original_one(environment: Callable[..., ProbeEnvironment]) -> None:
    """Words that stand in no input are still answers: a decoder tied to present embeddings would show them drift."""
    made = environment()
    probe = RetentionProbe(made)
    before = probe.measure(START).values
    table = made.encoder.get_input_embeddings().weight  # type: ignore[operator]
    shown = {int(i) for batch in probe._masked_batches for i in batch.texts.ids}
    unseen = [word for word in range(len(table)) if word not in shown]
    assert unseen
    with torch.no_grad():
        table[unseen] += 5.0
    assert probe.measure(START).values == before
    with torch.no_grad():
        table[sorted(shown)] += torch.randn(len(shown), table.shape[1])
    assert probe.measure(START).values != before


@pytest.mark.parametrize("damaged", [1, 2])
def test_putting_layers_back_undoes_what_was_done_to_them(
    damaged: int, environment: Callable[..., ProbeEnvironment]
) -> None:
    made = environment()
    probe = RetentionProbe(made)
    intact = probe.measure(CHOSEN).maps["retention/reset"]
    assert np.ptp(intact) < 1e-6  # nothing to put back
    generator = torch.Generator().manual_seed(damaged)  # an unlucky draw may change the loss by too little
    with torch.no_grad():
        for parameter in made.encoder.encoder.layer[damaged - 1].parameters():  # type: ignore[union-attr]
            parameter += 0.5 * torch.randn(parameter.shape, generator=generator)
    kept = {name: value.clone() for name, value in made.encoder.state_dict().items()}
    reset = probe.measure(CHOSEN).maps["retention/reset"]
    recovered = 3 - damaged  # layer 2 is put back with k = 1, layer 1 with k = 2
    assert reset[recovered:] == pytest.approx(intact[recovered:], abs=1e-6)
    assert np.all(np.abs(reset[:recovered] - intact[:recovered]) > 1e-3)
    for name, value in made.encoder.state_dict().items():
        assert torch.equal(value, kept[name])


def test_embeddings_stay_the_trained_ones(environment: Callable[..., ProbeEnvironment]) -> None:
    made = environment()
    probe = RetentionProbe(made)
    with torch.no_grad():
        for parameter in made.encoder.parameters():
            parameter += 0.1 * torch.randn_like(parameter)
    reset = probe.measure(CHOSEN).maps["retention/reset"]
    expected = made.load_original()
    expected.embeddings.load_state_dict(made.encoder.embeddings.state_dict())  # type: ignore[union-attr,operator]
    assert reset[2] == pytest.approx(probe.evaluate_passages(expected, probe._reset_batches).loss, abs=1e-6)
    assert reset[0] == pytest.approx(
        probe.evaluate_passages(made.encoder, probe._reset_batches).loss, abs=1e-6
    )


@pytest.fixture
def headless(tmp_path: Path) -> Path:
    """palimpsest-tiny without its heads, as sentence encoders come."""
    source = Path(load_tokenizer(Encoder(source="palimpsest-tiny")).name_or_path)
    folder = tmp_path / "headless"
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("make"))
    weights = load_file(folder / "model.safetensors")
    kept = {name: value for name, value in weights.items() if not name.startswith("cls.")}
    assert len(kept) < len(weights)
    save_file(kept, folder / "model.safetensors", metadata={"format": "pt"})
    return folder


def test_a_weak_heads_factor_chooses_no_checkpoint(
    headless: Path, environment: Callable[..., ProbeEnvironment], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "engine.store.metrics.MIN_HEAD_GAIN", 9.0
    )  # no head is so much better than frequencies
    given = environment()
    within = {"kind": "most", "measure": "retention/factor", "value": 1.5}
    data = "samples:reviews"
    for stage in ({"kind": "finetune", "data": data}, {"kind": "finetune", "data": data, "within": within}):
        made = given.context.experiment.model_dump(mode="json") | {"encoder": {"source": str(headless)}}
        experiment = parse_experiment(made | {"stages": [stage]})
        model, _ = load_encoder(experiment.encoder, None, 0)
        task = SimpleNamespace(model=SimpleNamespace(encoder=model.eval()), layers=4)
        context = StageContext(experiment, 0, experiment.encoder, given.context.device, given.context.folder)
        there = ProbeEnvironment(task, context, lambda text, done, total: None)  # type: ignore[arg-type]
        if "within" not in stage:
            RetentionProbe(there)
            assert "hardly better than word frequencies" in there.notes[-1]
            continue
        with pytest.raises(UserError, match="is undefined for the encoder.*hardly better") as caught:
            RetentionProbe(there)
        assert caught.value.place == "stages.0.within" and "drift/all" in caught.value.remedy


def test_a_missing_head_is_fitted_once(headless: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = {"tokens": 8192.0, "epochs": 3.0}
    monkeypatch.setattr(masked_head, "_FIT_SETTINGS", masked_head._FIT_SETTINGS | quick)
    encoder, said = Encoder(source=str(headless)), list[str]()
    tokenizer = load_tokenizer(encoder)
    head = load_original_head(encoder, tokenizer, CPU, report=lambda text, done, total: said.append(text))
    assert head.is_fitted and head.info["fitted"] and head.fit_seconds > 0
    assert masked_head.FITTING_PHASE in said
    assert head.info["held_out_loss"] < head.info["frequency_loss"] - 0.3
    states = torch.randn(7, 256)
    again = load_original_head(
        encoder, tokenizer, CPU, report=lambda text, done, total: pytest.fail("fitted again")
    )
    assert again.fit_seconds == 0 and again.info == head.info
    assert torch.equal(again(states), head(states))
    assert head(states).shape == (7, 8192)
    # The real head knows more, under the same encoder, and its decoder is the same matrix.
    real = load_original_head(Encoder(source="palimpsest-tiny"), tokenizer, CPU)
    assert not real.is_fitted
    model, _ = load_encoder(encoder, None, 0)
    read, masking = (
        load_passages("", tokenizer, count=16, length=64, role="probe"),
        standard_masking(encoder, tokenizer),
    )
    losses = []
    for one in (real, head):
        probe = [read.mask_passage(index, masking) for index in range(16)]
        with torch.no_grad():
            answers = [
                torch.nn.functional.cross_entropy(
                    one(states_at_masks(model.eval(), each, CPU, 0)),
                    torch.from_numpy(each.targets),
                    reduction="sum",
                )
                for each in probe
            ]
        losses.append(float(sum(answers)) / sum(len(each.targets) for each in probe))
    assert losses[0] < losses[1] < np.log(8192)
    assert torch.equal(head.parts.decoder, model.get_input_embeddings().weight)


def test_the_head_is_frozen_and_lets_gradients_through(tiny_bert_folder: Path) -> None:
    encoder = Encoder(source=str(tiny_bert_folder))
    head = load_original_head(encoder, load_tokenizer(encoder), CPU)
    assert not any(parameter.requires_grad for parameter in head.parameters())
    states = torch.randn(3, 32, requires_grad=True)
    head(states).square().sum().backward()
    assert states.grad is not None and float(states.grad.abs().sum()) > 0
