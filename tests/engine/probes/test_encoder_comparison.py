"""Two encoders compared without a run say what the run's own probes said."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.errors import UserError
from engine.events import ProbeMeasured
from engine.model.encoders import load_tokenizer
from engine.probes.encoder_comparison import compare_encoders
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder, parse_experiment
from engine.spec.probes import ProbingTask
from engine.train.loop import train

pytestmark = pytest.mark.usefixtures("home")


def table(file: Path, words: tuple[str, str], seed: int) -> str:
    draw = random.Random(seed)
    rest = "the a film book plot actor story team match goal city river and it was of in".split()
    lines = ["label,text"]
    for number in range(80):
        text = " ".join(draw.choice(rest) for _ in range(draw.choice([2, 5, 11])))
        lines.append(f"{('no', 'yes')[number % 2]},{text} {words[number % 2]}")
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


def copied(source: Path, folder: Path, change: str = "", scale: float = 1.0) -> Encoder:
    """A copy of an encoder's folder with some of its weights multiplied."""
    shutil.copytree(source, folder)
    state = load_file(folder / "model.safetensors")
    state = {name: value * scale if change and change in name else value for name, value in state.items()}
    save_file(state, folder / "model.safetensors", metadata={"format": "pt"})
    return Encoder(source=str(folder))


@pytest.mark.parametrize("adapter", ["none", "lora"])
def test_a_pair_says_what_the_run_said(adapter, tmp_path, tiny_bert_folder):
    mood = table(tmp_path / "mood.csv", ("bad", "good"), 1)
    topic = table(tmp_path / "topic.csv", ("city", "goal"), 2)
    known = [{"data": {"source": topic}, "texts": 20}]
    probes: dict[str, Any] = {"points": 1, "texts": 12, "length": 40, "known": known}
    stage = {"kind": "finetune", "data": {"source": mood}, "epochs": 1, "batch_size": 8, "max_length": 32}
    stage |= {"learning_rate": 5e-3, "adapter": {"kind": adapter}}
    compute = {"device": "cpu", "precision": "fp32", "threads": 1, "reuse": False}
    encoder = {"source": str(tiny_bert_folder)}
    experiment = parse_experiment(
        {"encoder": encoder, "stages": [stage], "probes": probes, "compute": compute}
    )
    said = [event for event in train(experiment, tmp_path / "run") if isinstance(event, ProbeMeasured)]
    chosen = [event for event in said if event.chosen]

    after = Encoder(source=str(tmp_path / "run" / "stage-1" / "encoder"))
    tasks = [ProbingTask(data=DataSource(source=topic), texts=20)]
    found = compare_encoders(Encoder(source=str(tiny_bert_folder)), after, count=12, length=40, known=tasks)
    for probe in ("drift", "similarity", "attention", "retention", "knowledge"):
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
    for key, value in found.values_before.items():
        assert first[key] == pytest.approx(value, rel=1e-5), key
    assert {"retention/loss", "knowledge/topic/error"} <= set(found.values_before)


def test_a_part_that_changed_is_found(tmp_path, tiny_bert_folder):
    before = Encoder(source=str(tiny_bert_folder))
    after = copied(tiny_bert_folder, tmp_path / "after", "layer.1.attention.self.query", 3.0)
    random_state = torch.get_rng_state()
    found = compare_encoders(before, after, count=8, length=40, retention=False)
    assert torch.equal(torch.get_rng_state(), random_state)
    assert found.maps["drift/layers"][:2].tolist() == [0, 0]
    assert found.maps["drift/layers"][2] > 0
    assert found.maps["drift/layers"][3] == 0, "the pooler is there and has not moved"
    assert (found.maps["attention/heads"][0] == 0).all()
    assert (found.maps["attention/heads"][1] > 0).all()
    np.testing.assert_allclose(found.maps["similarity/cka"][:2], 1, atol=1e-5)
    assert found.values_before == {}
    assert found.notes == ()


def test_encoders_of_different_kinds_are_refused_with_what_differs(tmp_path, tiny_bert_folder):
    tiny = Encoder(source=str(tiny_bert_folder))
    with pytest.raises(UserError, match=r"layers \(2 and 4\).*width \(32 and 256\)"):
        compare_encoders(tiny, Encoder(source="palimpsest-tiny"))
    other = copied(tiny_bert_folder, tmp_path / "other")
    words = load_tokenizer(tiny)
    file = tmp_path / "other" / "tokenizer.json"
    text = file.read_text(encoding="utf-8")
    assert '"film"' in text and "film" in words.get_vocab()
    file.write_text(text.replace('"film"', '"filn"'), encoding="utf-8")
    with pytest.raises(UserError, match="different vocabularies: 1 entries"):
        compare_encoders(tiny, other)
    with pytest.raises(UserError, match="no encoder"):
        compare_encoders(tiny, Encoder(source=str(tmp_path / "nowhere at all")))
