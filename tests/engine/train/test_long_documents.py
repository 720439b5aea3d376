"""Long documents and BERT-Feat through the whole loop: trained, saved, loaded, predicted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from engine.events import Evaluation, StageStarted, StepMetrics
from engine.model.predict import predict
from engine.model.saved_model import load_saved_model
from engine.spec.experiment import Experiment
from engine.train.loop import train

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")
FRACTIONS = {"kind": "hierarchical", "overlap": 2, "most": 3}


def test_fractions_are_trained_and_predicted_alike(make: Make, csv_file: Path, tmp_path: Path) -> None:
    """40 words are four to five fractions of twelve tokens; the budget lets three of them be encoded at once."""
    experiment = make(truncation=FRACTIONS, max_length=16, compute={"evaluation_tokens": 64}, epochs=1)
    events = list(train(experiment, tmp_path / "run"))
    (started,) = [e for e in events if isinstance(e, StageStarted)]
    cut = started.info["texts_cut_percent"]
    assert isinstance(cut, float) and cut > 0
    losses = [e.values["train/loss"] for e in events if isinstance(e, StepMetrics)]
    assert np.isfinite(losses).all() and len(losses) == started.steps
    tested = next(e for e in events if isinstance(e, Evaluation) and e.split == "test").predictions
    assert tested is not None
    lines = csv_file.read_text(encoding="utf-8").splitlines()
    texts = [lines[row - 1].partition(",")[2] for row in tested.rows]
    found = predict(load_saved_model(tmp_path / "run" / "stage-1"), texts)
    np.testing.assert_allclose([p.probabilities for p in found], tested.probabilities, atol=1e-4)
    assert [p.label for p in found] == [tested.classes[i] for i in tested.predicted]


def test_bert_feat_leaves_the_encoder_as_it_was(make: Make, tiny_bert_folder: Path, tmp_path: Path) -> None:
    head = {"kind": "bilstm", "hidden": 6, "attention": 5}
    experiment = make(features={"head": head}, freezing="all", truncation=FRACTIONS, max_length=24, epochs=1)
    list(train(experiment, tmp_path / "run"))
    after = load_file(tmp_path / "run" / "stage-1" / "encoder" / "model.safetensors")
    before = load_file(tiny_bert_folder / "model.safetensors")
    assert len(after) > 30
    assert all(np.array_equal(value, before[f"bert.{name}"]) for name, value in after.items())
    native = load_saved_model(tmp_path / "run" / "stage-1")
    assert native.model.sentence.width == 12 and native.model.combine_pieces == "attention"
