"""Several tasks and stages through the command line: one run that branches, and one that starts from its result."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from safetensors.torch import load_file

from engine.store import Store, model_paths, runs, summaries
from tests.engine.cli.test_app import palimpsest
from tests.engine.malformed.cases import Answer
from tests.engine.small_experiments import sentence

SPEC = """name = "Branches"
[encoder]
source = {encoder}
[compute]
device = "cpu"
precision = "fp32"
threads = 1
[[stages]]
kind = "further_pretrain"
data = [{mood}, {size}]
steps = 6
evaluate_every = 6
batch_size = 8
max_length = 24
keep = "3"
[[stages]]
kind = "multitask"
start = "1@3"
tasks = [{{ name = "mood", data = {mood} }}, {{ name = "size", data = {size}, max_length = 16 }}]
sampling = "uniform"
epochs = 1
batch_size = 8
max_length = 24
learning_rate = 1e-3
[[stages]]
kind = "finetune"
start = "2"
data = {mood}
epochs = 1
batch_size = 8
max_length = 24
[[stages]]
kind = "finetune"
start = "2"
data = {size}
epochs = 1
batch_size = 8
max_length = 24
"""


class Branches:
    """A finished run of four stages in a store of its own."""

    def __init__(self, folder: Path, encoder: Path) -> None:
        draw = random.Random(3)
        rows = [(draw.random() < 0.5, draw.choice([5, 14])) for _ in range(60)]
        files = {}
        for name, label in (("mood", lambda p, n: p), ("size", lambda p, n: n > 9)):
            lines = ["label,text", *(f"{int(label(p, n))},{sentence(draw, p, n)}" for p, n in rows)]
            files[name] = folder / f"{name}.csv"
            files[name].write_text("\n".join(lines) + "\n", encoding="utf-8")
        sources = {name: f"{{ source = {json.dumps(str(file))} }}" for name, file in files.items()}
        self.folder, self.store, self.files = folder, folder / "s.sqlite", files
        self.spec = folder / "branches.toml"
        self.spec.write_text(SPEC.format(encoder=json.dumps(str(encoder)), **sources), encoding="utf-8")
        self.said = self("run", self.spec, "--json")

    def __call__(self, *arguments: str | Path) -> Answer:
        return palimpsest(*arguments, "--store", self.store)

    def record(self, run: str = "1") -> Any:
        return self("show", run, "--json").json


@pytest.fixture(scope="module")
def branches(tmp_path_factory: pytest.TempPathFactory, tiny_bert_folder: Path) -> Branches:
    return Branches(tmp_path_factory.mktemp("branches"), tiny_bert_folder)


def test_results_of_every_stage_and_task(branches: Branches) -> None:
    assert branches.said.code == 0, branches.said.err
    record = branches.record()
    assert record["status"] == "finished"
    assert [(s["kind"], s["first_step"]) for s in record["stages"]][:2] == [
        ("further_pretrain", 0),
        ("multitask", 6),
    ]
    found = {(each["stage"], each["task"]): each for each in record["results"]}
    assert list(found) == [(2, ""), (2, "mood"), (2, "size"), (3, "mood"), (4, "size")]
    assert found[2, ""]["test"] == pytest.approx((found[2, "mood"]["test"] + found[2, "size"]["test"]) / 2)
    # The run's headline is the last stage's, its best validation error too.
    assert record["summary"]["test_error_at_best_validation"] == found[4, "size"]["test"]
    assert record["summary"]["validation_error"]["best"] == found[4, "size"]["validation_best"]
    assert record["stages"][1]["info"]["tasks"]["size"]["classes"] == ["0", "1"]
    text = branches("show", "1").out
    assert "mean of its tasks" in text
    with Store(branches.store) as store:
        splits = summaries.prediction_splits(store, 1)
        assert {"test", "stage-3/test", "test/mood", "test/size"} <= set(splits)
        for split, key in (("test/mood", (2, "mood")), ("stage-3/test", (3, "mood")), ("test", (4, "size"))):
            kept = summaries.read_predictions(store, 1, split)
            assert kept is not None
            wrong = 100 * (1 - kept.right.mean())
            assert wrong == pytest.approx(found[key]["test"])


def test_a_task_is_answered_by_the_last_stage_that_learnt_it(branches: Branches) -> None:
    text = ("--text", "the good film", "--json")
    with Store(branches.store) as store:
        folder = runs.get_run(store, 1).folder
        assert model_paths.find_model(store, 1) == (folder / "stage-4", "")
        assert model_paths.find_model(store, 1, "mood") == (folder / "stage-3", "")
        assert model_paths.find_model(store, 1, "mood", 2) == (folder / "stage-2", "mood")
    for options in (
        (),
        ("--task", "mood"),
        ("--task", "mood", "--stage", "2"),
        ("--task", "size", "--stage", "2"),
    ):
        (found,) = branches("predict", "1", *options, *text).json
        assert set(found["probabilities"]) == {"0", "1"}
        assert sum(found["probabilities"].values()) == pytest.approx(1, abs=1e-5)
    shared = branches("predict", "1", "--task", "mood", "--stage", "2", *text).json
    assert shared != branches("predict", "1", "--task", "mood", *text).json


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--stage", "2"), "several tasks"),
        (("--task", "weather"), "no task 'weather'. It has mood, size"),
        (("--stage", "1"), "stage 1 learns no classes"),
        (("--task", "size", "--stage", "3"), "no task 'size'. It has mood"),
    ],
)
def test_a_model_that_is_not_there(options: tuple[str, ...], words: str, branches: Branches) -> None:
    said = branches("predict", "1", "--text", "x", *options)
    assert said.code == 2
    assert words in " ".join(said.err.split())


def test_one_head_is_exported_and_the_encoder_of_any_stage(branches: Branches, tmp_path: Path) -> None:
    from engine.model.predict import predict_logits
    from engine.model.saved_model import load_saved_model

    said = branches("export", "1", tmp_path / "mood", "--task", "mood", "--stage", "2")
    assert said.code == 0, said.err
    with Store(branches.store) as store:
        folder = runs.get_run(store, 1).folder
    texts = ["the good film", "a dull story of the city"]
    ours, exported = load_saved_model(folder / "stage-2", "mood"), load_saved_model(tmp_path / "mood")
    assert float((predict_logits(ours, texts) - predict_logits(exported, texts)).abs().max()) < 1e-4


def test_a_run_starts_from_what_another_has_left(branches: Branches) -> None:
    file = branches.folder / "next.toml"
    stage = branches.spec.read_text(encoding="utf-8").rpartition("[[stages]]")[2].replace('start = "2"\n', "")
    file.write_text(
        'name = "Next"\n[encoder]\nsource = "run:Branches/stage-1@3"\n[compute]\ndevice = "cpu"\nprecision = "fp32"\n'
        f'threads = 1\n[[stages]]{stage}freezing = {{ kind = "lowest", layers = 2 }}\n',
        encoding="utf-8",
    )
    said = branches("run", file, "--json")
    assert said.code == 0, said.err
    (row,) = said.json
    with Store(branches.store) as store:
        start = runs.get_run(store, 1).folder / "stage-1" / "steps" / "00000003" / "encoder"
    spec = branches.record(str(row["id"]))["spec"]
    assert Path(spec["encoder"]["source"]) == start
    before = load_file(start / "model.safetensors")
    after = load_file(Path(row["folder"]) / "stage-1" / "encoder" / "model.safetensors")
    frozen = [name for name in after if "layer." in name]
    assert len(frozen) == 32
    assert all(before[f"bert.{name}"].equal(after[name]) for name in frozen)
    # The comparison has a column for each task.
    text = branches("compare", "1", str(row["id"]), "--format", "csv").out
    first, second = csv.DictReader(io.StringIO(text))
    results = {each["task"]: each["test"] for each in branches.record()["results"] if each["stage"] > 2}
    for task in ("mood", "size"):
        assert float(first[f"Test error, {task}, %"]) == pytest.approx(results[task])
    assert second["Test error, mood, %"] == ""
    assert float(second["Test error, size, %"]) == pytest.approx(float(second["Test error at best, %"]))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("run:Branches/stage-7", "has stored no stage 7. It has stored: 1, 2, 3, 4"),
        ("run:1/stage-1@5", "has not kept update 5. Kept: 3"),
        ("run:nobody", "there is no run called 'nobody'"),
    ],
)
def test_a_start_that_is_not_there(source: str, words: str, branches: Branches) -> None:
    count: Callable[[], int] = lambda: len(branches("runs", "--json").json)  # noqa: E731
    before = count()
    said = branches("run", branches.spec, "--set", f"encoder.source={source}")
    assert said.code == 2
    assert words in " ".join(said.err.split())
    assert count() == before
