"""Runs without an encoder: their events, and the same through the queue, in a process without torch."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from engine import launch
from engine.events import Evaluation, RunFinished, StageStarted
from engine.launch.baselines import baseline_experiments
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, runs, summaries
from engine.train.fit import fit

DATA = {"source": "samples:headlines", "train_rows": 120, "validation_rows": 60, "test_rows": 80}


def design() -> Experiment:
    return parse_experiment({"stages": [{"kind": "finetune", "data": DATA}]})


def test_the_events_are_those_of_a_run(home: Path, tmp_path: Path) -> None:
    experiment = baseline_experiments([design()])[0]
    (folder := tmp_path / "run").mkdir()
    events = list(fit(experiment, folder))
    (started,) = [event for event in events if isinstance(event, StageStarted)]
    assert (started.kind, started.first_step, started.steps, started.run_steps) == (
        "linear_baseline",
        0,
        7,
        7,
    )
    assert started.info["rows"] == {"train": 120, "validation": 60, "test": 80}
    (test,) = [event for event in events if isinstance(event, Evaluation) and event.split == "test"]
    assert events[-1] == RunFinished(7, dict(test.values))
    assert not any(folder.iterdir())  # nothing to go on from, nothing to load


def test_several_baselines_share_one_axis_of_steps(home: Path, tmp_path: Path) -> None:
    stages = [
        {"kind": "linear_baseline", "data": DATA, "classifier": "naive_bayes"},
        {"kind": "linear_baseline", "data": DATA, "select": "fixed"},
    ]
    events = list(fit(parse_experiment({"stages": stages}), tmp_path))
    assert [(e.first_step, e.steps) for e in events if isinstance(e, StageStarted)] == [(0, 6), (6, 1)]
    assert [
        e.step for e in events if isinstance(e, Evaluation) and e.split == "validation" and not e.final
    ] == [
        1,
        2,
        3,
        4,
        5,
        6,
        7,
    ]


def test_through_the_queue_it_is_stored_like_any_run(home: Path) -> None:
    path = home / "palimpsest.sqlite"
    logistic, bayes = launch.enqueue(path, baseline_experiments([design()], ["bag_of_words"]))
    launch.run_queue(path, "cpu", lambda: False, until_empty=True)
    with Store(path, read_only=True) as store:
        rows = [runs.get_run(store, number) for number in (logistic, bayes)]
        predicted = [summaries.read_predictions(store, number, "test") for number in (logistic, bayes)]
        (stage,) = runs.list_stages(store, logistic)
    for row in rows:
        assert row.status == "finished", runs.read_log_tail(row.folder)
        assert (row.encoder, row.precision, row.data) == ("", "", "samples:headlines")
        assert row.validation_best is not None
    for row, answers in zip(rows, predicted, strict=True):
        assert answers is not None
        assert len(answers.labels) == 80
        assert row.test == 100 * (answers.predicted != answers.labels).mean()
    assert stage.info["classifier"] == "logistic_regression"
    assert stage.info["processor_seconds"] > 0


def test_neither_fitting_nor_reading_its_data_imports_torch(home: Path) -> None:
    program = """
import sys
from pathlib import Path
from engine.preflight import preflight
from engine.launch.baselines import baseline_experiments
from engine.spec.experiment import parse_experiment
from engine.train.fit import fit
data = {"source": "samples:headlines", "train_rows": 60, "validation_rows": 40, "test_rows": 40}
made = baseline_experiments([parse_experiment({"stages": [{"kind": "finetune", "data": data}]})], ["bag_of_words"])
preflight(made)
for each in made:
    for event in fit(each, Path()): pass
print(sorted({"torch", "transformers"} & set(sys.modules)), event.step)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.split("\n")[0] == "[] 6"
