"""Devices of runs, the data that a queued run names, and baselines of a design."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import launch
from engine.data.paper.copies import examine_copy
from engine.errors import UserError
from engine.launch import devices
from engine.launch.baselines import baseline_experiments, has_baseline
from engine.launch.process_log import log_tail
from engine.spec.describe import describe_fields
from engine.spec.experiment import Experiment, find_problems, parse_experiment
from engine.spec.recipes import find_recipe
from engine.spec.stages.baseline import BaselineKind, LinearBaseline, PrototypeBaseline, readable_class_name
from engine.spec.sweep import apply_settings
from engine.spec.toml import dumps, loads
from engine.store import Store, runs
from engine.store.datasets import add_dataset

GPUS = ("cuda:0", "cuda:1")


@pytest.mark.parametrize(
    ("asked", "takers"),
    [
        ("auto", ["cuda:0", "cuda:1"]),
        ("cuda", ["cuda:0", "cuda:1"]),
        ("cuda:1", ["cuda:1"]),
        ("cpu", ["cuda:0"]),
        ("cuda:7", ["cuda:0"]),  # it will fail and say why
        ("mps", ["cuda:0"]),
        ("cuda:0,1", ["cuda:0"]),
        ("cuda:1,0", ["cuda:1"]),
        ("cuda:all", ["cuda:0"]),
        ("cuda:0,7", ["cuda:0"]),
        ("cpu:2", ["cuda:0"]),
    ],
)
def test_every_run_has_a_runner(asked: str, takers: list[str]) -> None:
    assert [device for device in GPUS if devices.accepts_request(device, asked, GPUS)] == takers
    assert devices.accepts_request("cpu", asked, ("cpu",))


def test_a_process_sees_only_its_gpus() -> None:
    assert devices.process_environment("cuda:1", 0, {})["CUDA_VISIBLE_DEVICES"] == "1"
    # Numbers count within what this process itself may see.
    assert (
        devices.process_environment("cuda:1", 0, {"CUDA_VISIBLE_DEVICES": "4,6"})["CUDA_VISIBLE_DEVICES"]
        == "6"
    )
    assert "CUDA_VISIBLE_DEVICES" not in devices.process_environment("cpu", 0, {})
    found = devices.process_environment("auto", 3, {"A": "b"})
    assert (found["A"], found["OMP_NUM_THREADS"]) == ("b", "3")
    # With a backtrace a panic of Rust may wait for ever for memory, as a run with 32 MB to spare did.
    assert devices.process_environment("cpu", 1, {"RUST_BACKTRACE": "1"})["RUST_BACKTRACE"] == "0"
    assert devices.process_environment("cuda:2,3", 0, {})["CUDA_VISIBLE_DEVICES"] == "2,3"
    visible = {"CUDA_VISIBLE_DEVICES": "4,6,7"}
    assert devices.process_environment("cuda:0,2", 0, visible)["CUDA_VISIBLE_DEVICES"] == "4,7"
    assert devices.process_environment("cuda:all", 0, visible)["CUDA_VISIBLE_DEVICES"] == "4,6,7"


def test_what_a_run_on_several_devices_takes() -> None:
    assert devices.devices_of_request("cuda:all", GPUS) == GPUS
    assert devices.devices_of_request("cuda:1,0,1", GPUS) == ("cuda:1", "cuda:0")
    assert devices.devices_of_request("cpu:3", ("cpu",)) == ("cpu",)
    assert devices.join_gpu_names(("cuda:0", "cuda:3")) == "cuda:0,3"
    counts = {"auto": 1, "cpu": 1, "mps": 1, "cuda": 1, "cuda:5": 1, "cuda:0,1,5": 3, "cpu:4": 4}
    assert {device: devices.process_count(device) for device in counts} == counts
    assert [devices.process_count("cuda:all", gpus) for gpus in (0, 1, 8)] == [1, 1, 8]


def test_gpus_are_those_of_the_driver_that_are_visible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.platform == "win32":
        pytest.skip("the stand-in for nvidia-smi is a shell script")
    tool = tmp_path / "nvidia-smi"
    tool.write_text("#!/bin/sh\nprintf '0\\n1\\n2\\n'\n", encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    assert devices.local_devices() == ("cuda:0", "cuda:1", "cuda:2")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1")
    assert devices.local_devices() == ("cuda:0",)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    assert devices.local_devices() in (("cpu",), ("mps",))
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    monkeypatch.setenv("PATH", "/nowhere")
    assert devices.local_devices() in (("cpu",), ("mps",))


Make = Callable[..., Experiment]


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
    assert last.exit_code == 0, runs.read_log_tail(last.row.folder) + log_tail(
        last.row.folder / "rank-1.log", 20
    )
    with Store(path) as store:
        assert runs.data_fingerprints(store, number) == {"0": copy.fingerprint}
        assert last.row.data == "paper:trec"


BASELINE = {"kind": "linear_baseline", "data": {"source": "samples:reviews"}}


@pytest.fixture(autouse=True)
def without_setfit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "setfit", None)


def test_a_sweep_has_one_baseline_per_data_set_and_classifier() -> None:
    plan = apply_settings(find_recipe("quickstart").plan, ["seed=[1,2]", "learning_rate=[1e-4,3e-4]"])
    made = baseline_experiments(plan.expand())
    words = [each.stages[0] for each in made if isinstance(each.stages[0], LinearBaseline)]
    assert [stage.classifier for stage in words] == ["logistic_regression", "naive_bayes"]
    assert [each.stages[0].kind for each in made[2:]] == ["frozen_baseline"]
    (own,) = plan.experiment.stages[0].sources().values()
    assert all(each.stages[0].sources() == {"data": own} for each in made)
    shares = baseline_experiments(
        apply_settings(find_recipe("quickstart").plan, ["data.train_rows=[20,50]"]).expand(), ["bag_of_words"]
    )
    assert [each.stages[0].data.train_rows for each in shares] == [20, 20, 50, 50]  # type: ignore[attr-defined]


def test_a_design_of_several_tasks_has_a_baseline_for_each() -> None:
    plan = find_recipe("table-7").plan
    sources = {each.stages[0].data.source for each in baseline_experiments(plan.expand())}  # type: ignore[attr-defined]
    assert sources == {"samples:reviews", "samples:headlines", "samples:questions"}


def test_a_design_without_validation_labels_has_a_baseline_without() -> None:
    plan = apply_settings(find_recipe("quickstart").plan, ["checkpoint=last"])
    made = baseline_experiments(plan.expand(), ["bag_of_words"])
    assert {each.stages[0].select for each in made} == {"fixed"}  # type: ignore[attr-defined]


def test_a_design_without_labels_has_none() -> None:
    corpus = {"kind": "further_pretrain", "data": [{"source": "samples:reviews"}]}
    with pytest.raises(UserError, match="no stage learns labels that a baseline can learn"):
        baseline_experiments([parse_experiment({"stages": [corpus]})])


@pytest.mark.parametrize(
    ("target", "objective", "kinds"),
    [
        ("class", "single_label", ["linear_baseline", "linear_baseline", "frozen_baseline"]),
        ("number", "regression", ["linear_baseline", "frozen_baseline"]),
        ("labels", "multi_label", ["linear_baseline", "frozen_baseline"]),
        ("rank", "ordinal", ["linear_baseline", "frozen_baseline"]),
        ("distribution", "soft_label", []),
    ],
)
def test_each_kind_of_label_has_the_baselines_that_learn_it(
    target: str, objective: str, kinds: list[str]
) -> None:
    """Naive Bayes learns one class for each text; nothing linear here learns distributions."""
    data = {"source": "samples:reviews", "target": {"kind": target}}
    design = parse_experiment({"stages": [{"kind": "finetune", "data": data, "objective": objective}]})
    assert has_baseline(design.stages) == bool(kinds)
    if kinds:
        assert [each.stages[0].kind for each in baseline_experiments([design])] == kinds


def test_class_names_are_asked_of_encoders_that_compare_sentences(tmp_path: Path) -> None:
    stage = {"kind": "finetune", "data": {"source": "samples:reviews"}, "max_length": 64}

    def kinds(source: str, *asked: BaselineKind) -> list[str]:
        design = parse_experiment({"encoder": {"source": source}, "stages": [stage]})
        return [each.stages[0].kind for each in baseline_experiments([design], asked)]

    assert "prototype_baseline" not in kinds(str(tmp_path))
    assert kinds(str(tmp_path), "prototypes") == ["prototype_baseline"]
    (tmp_path / "modules.json").write_text("[]", encoding="utf-8")
    assert kinds(str(tmp_path))[-2:] == ["frozen_baseline", "prototype_baseline"]
    (made,) = baseline_experiments([parse_experiment({"stages": [stage]})], ["frozen"])
    assert made.stages[0].max_length == 64, "it reads as much of a text as the design does"
    assert made.is_seedless and not made.trains_encoder and made.reads_encoder


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("card_not_working", "card not working"),
        ("lost-or-stolen", "lost or stolen"),
        ("pinBlocked", "pin blocked"),
        ("NASA", "NASA"),
        ("Sci/Tech", "sci tech"),
        ("+++", "+++"),
    ],
)
def test_class_names_are_read_as_words(name: str, words: str) -> None:
    assert readable_class_name(name) == words
    stage = PrototypeBaseline.model_validate({"data": "samples:reviews", "template": "On {class}."})
    assert stage.prototype(name) == f"On {words}."


def test_a_template_without_the_name_is_refused() -> None:
    table = {"kind": "prototype_baseline", "data": {"source": "samples:reviews"}, "template": "a text"}
    (problem,) = find_problems({"stages": [table]}).values()
    assert "needs {class} once" in problem


def test_what_only_an_encoder_has_is_neither_set_nor_stored_nor_counted() -> None:
    (stage,) = parse_experiment({"stages": [BASELINE]}).stages
    names = {meta.name for meta in describe_fields(LinearBaseline)}
    assert names == {"data", "classifier", "terms", "ngrams", "most_terms", "select"}
    assert set(stage.model_dump()) == set(json.loads(stage.model_dump_json())) == names | {"kind"}
    assert set(stage.identity_fields()) == names | {"kind"}
    (problem,) = find_problems({"stages": [BASELINE | {"learning_rate": 1e-3}]}).values()
    assert "no field 'learning_rate'" in problem
    schema: Any = Experiment.model_json_schema()
    assert "learning_rate" not in schema["$defs"]["LinearBaseline"]["properties"]
    assert "learning_rate" in schema["$defs"]["Finetune"]["properties"]


def test_it_goes_through_a_toml_file() -> None:
    for made in baseline_experiments([find_recipe("quickstart").plan.experiment]):
        again = loads(dumps(made)).experiment
        assert again == made
        assert again.identity() == made.identity()


def test_it_shares_no_run_with_an_encoder() -> None:
    tuned = {"kind": "finetune", "data": {"source": "samples:reviews"}}
    (problem,) = find_problems({"stages": [tuned, BASELINE]}).values()
    assert "stage 2 trains no encoder" in problem
    assert not find_problems({"stages": [BASELINE, BASELINE]})
