"""Freezing timetables, random cuts and few texts through the whole loop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.errors import UserError
from engine.events import Evaluation, StageStarted
from engine.model.predict import predict
from engine.model.saved_model import load_saved_model
from engine.spec.experiment import Experiment
from engine.train.loop import train
from tests.engine.trainings import assert_same, losses, run_until
from tests.sampling import nightly_but

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")


COMEBACKS: list[dict[str, Any]] = [
    # Head, embeddings, layer 1, layer 2 and everything have two updates each: head and layers freeze and come back.
    {"freezing": {"kind": "chain_thaw", "every": 2}, "epochs": 1.5},
    {"freezing": {"kind": "gradual", "every": 3}, "epochs": 1.5},
    {"augmentation": {"kind": "random_cut", "copies": 2}, "epochs": 0.75},
]


@pytest.mark.parametrize("options", nightly_but({0}, COMEBACKS), ids=["chain_thaw", "gradual", "random_cut"])
def test_resuming_in_any_phase_is_bit_identical(options: dict[str, Any], make: Make, tmp_path: Path) -> None:
    experiment = make(**options, weight_decay=0.1)
    whole = losses(list(train(experiment, tmp_path / "whole")))
    total = max(whole)
    assert total >= 9
    parts: dict[int, float] = {}
    for stop in (2, 5, 8, None):
        parts |= losses(run_until(experiment, tmp_path / "stopped", stop, resume=True))
    assert parts == whole
    assert_same(tmp_path / "whole" / "stage-1", tmp_path / "stopped" / "stage-1")


def test_a_model_trained_on_cut_texts_predicts_as_it_was_measured(make: Make, tmp_path: Path) -> None:
    experiment = make(augmentation={"kind": "random_cut", "copies": 3}, epochs=1, dropout=0.0)
    events = list(train(experiment, tmp_path / "run"))
    started = next(e for e in events if isinstance(e, StageStarted))
    info: dict[str, Any] = dict(started.info)
    assert info["steps_per_epoch"] == -(-3 * info["rows"]["train"] // 8)
    tested = [e for e in events if isinstance(e, Evaluation) and e.split == "test"]
    predictions = tested[0].predictions
    assert predictions is not None
    source = Path(experiment.stages[0].data.source).read_text(encoding="utf-8").splitlines()  # type: ignore[attr-defined]
    texts = [source[row - 1].partition(",")[2] for row in predictions.rows.tolist()]
    found = predict(load_saved_model(tmp_path / "run" / "stage-1"), texts)
    for prediction, measured in zip(found, predictions.probabilities.tolist(), strict=True):
        assert prediction.probabilities == pytest.approx(measured, abs=1e-4)


def test_few_texts_train_for_as_many_updates_as_asked(make: Make, csv_file: Path, tmp_path: Path) -> None:
    data = {"source": str(csv_file), "train_percent": 20, "draw": 1}
    experiment = make(data=data, epochs=2, least_steps=9, evaluations=1)
    events = list(train(experiment, tmp_path / "run"))
    started = next(e for e in events if isinstance(e, StageStarted))
    # 66 sentences less 7 for the test: 20 % of 59 are 12, two updates of 8 an epoch.
    info: dict[str, Any] = dict(started.info)
    assert info["rows"]["train"] == 12 and info["steps_per_epoch"] == 2
    assert max(losses(events)) == started.steps == 9
    measured = [
        e.step for e in events if isinstance(e, Evaluation) and e.split == "validation" and not e.final
    ]
    assert measured == [4, 8, 9], "as often as two epochs would be, spread over the whole"


def test_fewer_texts_than_classes_are_refused_before_training(
    make: Make, csv_file: Path, tmp_path: Path
) -> None:
    experiment = make(data={"source": str(csv_file), "train_percent": 1})
    with pytest.raises(UserError, match=r"train_percent: .* each of the 2 classes. Ask for at least"):
        list(train(experiment, tmp_path / "run"))
    assert not (tmp_path / "run" / "stage-1").exists()


def test_texts_of_two_segments_are_not_cut(make: Make, csv_file: Path) -> None:
    with pytest.raises(UserError, match="two segments cannot be cut"):
        make(
            data={"source": str(csv_file), "text": ["text", "label"], "pair": True}, augmentation="random_cut"
        )
