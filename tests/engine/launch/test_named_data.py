"""Runs on data sets that only the store knows by name, queued from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine import launch
from engine.cli.app import app
from engine.data.dataset import load_dataset
from engine.data.paper.copies import examine_copy
from engine.launch.process_log import log_ending
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from engine.store.data_names import get_resolved_experiment
from engine.store.datasets import add_dataset, get_dataset, remove_dataset

Make = Callable[..., Experiment]


def head(encoder: Path) -> str:
    return f"""[encoder]
source = {json.dumps(str(encoder))}
[compute]
device = "cpu"
precision = "fp32"
threads = 1
[probes]
on = false
[[stages]]
"""


@pytest.mark.parametrize("how", ["--queue", "--json"])
def test_a_run_on_a_name_of_the_catalogue(
    path: Path, reviews: Path, tiny_bert_folder: Path, tmp_path: Path, how: str
) -> None:
    """The same from the queue and in the foreground; what the name stands for later is of no account."""
    with Store(path) as store:
        number = add_dataset(store, "films", {"source": str(reviews), "validation_share": 0.25})
    spec = tmp_path / "films.toml"
    spec.write_text(
        head(tiny_bert_folder)
        + """kind = "finetune"
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


def test_a_corpus_is_that_of_the_folder_in_which_the_run_was_queued(
    path: Path, tiny_bert_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another file of the same name lies where the queue is run."""
    lines = {
        "here": "The good film was long and quiet. It ended well.",
        "there": "Something else altogether.",
    }
    for folder, line in lines.items():
        (tmp_path / folder).mkdir()
        for name, many in (("corpus.txt", 60), ("held.txt", 6)):
            texts = (f"{line} Number {n}." for n in range(many if folder == "here" else 3))
            (tmp_path / folder / name).write_text("\n\n".join(texts), encoding="utf-8")
    (tmp_path / "here" / "spec.toml").write_text(
        head(tiny_bert_folder)
        + """kind = "further_pretrain"
corpus = ["corpus.txt"]
held_out = ["held.txt"]
batch_size = 4
max_length = 24
steps = 2
""",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path / "here")
    answer = CliRunner().invoke(app, ["run", "spec.toml", "--queue", "--store", str(path)])
    assert answer.exit_code == 0, answer.output
    monkeypatch.chdir(tmp_path / "there")
    launch.run_queue(path, "cpu", lambda: False, until_empty=True)
    with Store(path) as store:
        (row,) = runs.list_runs(store)
        assert row.status == "finished", runs.read_log_tail(row.folder)
        (stage,) = runs.list_stages(store, row.id)
        (wanted,) = runs.get_experiment(store, row.id).stages
    corpus = wanted.model_dump()["corpus"]
    assert corpus == [str(tmp_path / "here" / "corpus.txt")]
    assert stage.info["documents"] == 60 - 6, "those that are held out are left out"


def copy_of_trec(folder: Path) -> Path:
    """A small copy laid out as TREC is published."""
    folder.mkdir()
    names = ("DESC:def", "ENTY:animal", "HUM:ind", "NUM:date", "LOC:city", "ABBR:exp")
    for file, count in (("train_5500.label", 120), ("TREC_10.label", 30)):
        lines = [
            f"{names[n % 6]} What is the number {n} of {names[n % 6][:4].lower()} ?" for n in range(count)
        ]
        (folder / file).write_text("\n".join(lines) + "\n", encoding="latin-1")
    return folder


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_two_processes_read_the_registered_copy(path: Path, experiment: Make, tmp_path: Path) -> None:
    """Were the second process to look the name up by itself, it would find the hub's set: other texts."""
    copy = examine_copy("trec", copy_of_trec(tmp_path / "trec"))
    with Store(path) as store:
        add_dataset(store, "paper:trec", copy.source.model_dump(mode="json"), copy.fingerprint)
    made: Any = experiment(data={"source": "paper:trec"}, epochs=1.0)
    made = made.model_copy(update={"compute": made.compute.model_copy(update={"device": "cpu:2"})})
    (number,) = launch.enqueue(path, [made], launcher="cli")
    last = list(launch.run_foreground(path, number))[-1]
    assert last.exit_code == 0, runs.read_log_tail(last.row.folder) + log_ending(
        last.row.folder / "rank-1.log", 20
    )
    with Store(path) as store:
        assert runs.data_fingerprints(store, number) == {"0": copy.fingerprint}
        assert last.row.data == "paper:trec"
