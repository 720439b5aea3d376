"""A run whose layers are compiled: it trains, says so, and saves an encoder like any other."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from transformers import AutoModel

from engine.events import RunFinished, RunNotice, StepMetrics
from engine.spec.experiment import Experiment
from engine.train.loop import train

pytestmark = [
    pytest.mark.nightly,  # compiling takes most of it; tests/engine/model/test_compilation.py compiles in every suite
    pytest.mark.usefixtures("home"),
    pytest.mark.skipif(not (shutil.which("g++") or shutil.which("clang++")), reason="no compiler"),
]


def test_a_compiled_run_gives_a_plain_encoder(make: Callable[..., Experiment], tmp_path: Path) -> None:
    losses, notes = {}, {}
    for choice in ("off", "on"):
        experiment = make(compute={"compile": choice, "precision": "fp32"}, dropout=0.0)
        events = list(train(experiment, tmp_path / choice))
        assert isinstance(events[-1], RunFinished)
        losses[choice] = [e.values["train/loss"] for e in events if isinstance(e, StepMetrics)]
        notes[choice] = [e.text for e in events if isinstance(e, RunNotice)]
    assert any(text.startswith("The encoder's layers were compiled") for text in notes["on"])
    assert not any("compiled" in text for text in notes["off"])
    assert losses["on"] == pytest.approx(losses["off"], rel=1e-3)
    found, report = AutoModel.from_pretrained(
        tmp_path / "on" / "stage-1" / "encoder", output_loading_info=True
    )
    assert not report["unexpected_keys"] and found.config.model_type == "bert"
