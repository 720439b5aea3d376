"""Runs whose encoder learns through adapters: exact resuming, plain results, untouched weights."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from engine.events import StageStarted
from engine.model.adapters import merged_state_dict
from engine.spec.experiment import Experiment
from engine.train.loop import train
from tests.engine.trainings import assert_same, run_until
from tests.sampling import nightly_but

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")


RUNS: list[dict[str, Any]] = [
    {"adapter": {"kind": "lora", "rank": 2}, "compute": {"micro_batches": 2}},
    {
        "adapter": {"kind": "lora", "variant": "dora", "where": "all"},
        "freezing": {"kind": "gradual", "every": 2},
    },
    {"adapter": "ia3", "features": {"layers": "pooler"}},
    {"kind": "further_pretrain", "adapter": "lora", "keep": "4"},
]


@pytest.mark.parametrize("options", nightly_but({0, 3}, RUNS), ids=["lora", "dora", "ia3", "pretrain"])
def test_resumes_exactly_and_leaves_plain_folders(
    options: dict[str, Any], make: Make, tmp_path: Path, tiny_bert_folder: Path
) -> None:
    experiment = make(**options)
    started = [e for e in train(experiment, tmp_path / "whole") if isinstance(e, StageStarted)]
    info = started[0].info
    assert 0 < info["trainable"] < info["parameters"]  # type: ignore[operator]
    run_until(experiment, tmp_path / "parts", 3, resume=False)
    saved = load_file(next((tmp_path / "parts" / "checkpoints").glob("last-*")) / "model.safetensors")
    assert any("lora_" in name or "ia3_" in name for name in saved)
    list(train(experiment, tmp_path / "parts", resume=True))
    assert_same(tmp_path / "whole" / "stage-1", tmp_path / "parts" / "stage-1")

    original = load_file(tiny_bert_folder / "model.safetensors")
    encoder = load_file(tmp_path / "whole" / "stage-1" / "encoder" / "model.safetensors")
    assert not any("lora_" in name or "ia3_" in name or "base_layer" in name for name in encoder)
    pre = "" if options.get("kind") else "bert."
    for name, value in encoder.items():
        if "embeddings" in name or ("LayerNorm" in name and "cls" not in name) or "pooler" in name:
            assert torch.equal(value, original[pre + name]), name
        if name.endswith("layer.1.attention.self.value.weight"):
            assert not torch.equal(value, original[pre + name]), name


def test_the_saved_model_answers_as_the_trained_one(make: Make, tmp_path: Path) -> None:
    from engine.compute.device import choose_device
    from engine.model.saved_model import load_saved_model
    from engine.stages.base import StageContext, prepare_stage
    from engine.stages.outputs import starting_encoder

    experiment = make(adapter={"kind": "lora", "where": "all"})
    folder = tmp_path / "run"
    events = train(experiment, folder)
    best: dict[str, torch.Tensor] = {}
    for _ in events:
        for file in (folder / "checkpoints").glob("best-*/model.safetensors"):
            best = load_file(file)
    device = choose_device(experiment.compute)
    context = StageContext(experiment, 0, starting_encoder(experiment, 0, folder), device, folder)
    task: Any = prepare_stage(experiment.stages[0], context, lambda *_: None)
    task.model.load_state_dict(best)
    native = load_saved_model(folder / "stage-1")
    merged = merged_state_dict(task.model.encoder)
    assert all(torch.equal(value, merged[name]) for name, value in native.model.encoder.state_dict().items())
    task.model.eval()
    part = task.texts.encoded["test"].batch(range(5))
    with torch.no_grad():
        mine, _ = task._forward(part)
        task.model = native.model.eval()
        theirs, _ = task._forward(part)
    torch.testing.assert_close(mine, theirs, rtol=1e-4, atol=1e-5)
