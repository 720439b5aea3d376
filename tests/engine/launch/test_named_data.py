"""Runs on data sets that only the store knows by name, queued from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine import launch
from engine.cli.app import app
from engine.data.dataset import load_dataset
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from engine.store.data_names import get_resolved_experiment
from engine.store.datasets import add_dataset, get_dataset, remove_dataset

Make = Callable[..., Experiment]


@pytest.mark.parametrize("how", ["--queue", "--json"])
def test_a_run_on_a_name_of_the_catalogue(
    path: Path, reviews: Path, tiny_bert_folder: Path, tmp_path: Path, how: str
) -> None:
    """The same from the queue and in the foreground; what the name stands for later is of no account."""
    with Store(path) as store:
        number = add_dataset(store, "films", {"source": str(reviews), "validation_share": 0.25})
    spec = tmp_path / "films.toml"
    spec.write_text(
        f"""[encoder]
source = {json.dumps(str(tiny_bert_folder))}
[compute]
device = "cpu"
precision = "fp32"
threads = 1
[probes]
on = false
[[stages]]
kind = "finetune"
data = "catalogue:films"
batch_size = 8
max_length = 24
epochs = 1
""",
        encoding="utf-8",
    )
    answer = CliRunner().invoke(app, ["run", str(spec), how, "--store", str(path)])
    assert answer.exit_code == 0, answer.output
    with Store(path) as store:
        used = get_dataset(store, "films").used
        assert used is not None, "the catalogue says when a run has used a data set"
    if how == "--queue":
        with Store(path) as store:
            remove_dataset(store, number)
        launch.run_queue(path, "cpu", lambda: False, until_empty=True)
    with Store(path) as store:
        (row,) = runs.list_runs(store)
        assert (row.status, row.data) == ("finished", "catalogue:films"), runs.read_log_tail(row.folder)
        (stage,) = get_resolved_experiment(store, row.id).stages
        data = load_dataset(stage.data)  # type: ignore[attr-defined]
        assert runs.data_fingerprints(store, row.id) == {"0": data.fingerprint}
    assert data.source.validation_share == 0.25
