"""Freezing policies, heads that go on, kernels and long texts in a run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from engine import launch
from engine.cache.manifest import write_manifest
from engine.compute.device import choose_device
from engine.errors import UserError
from engine.events import Evaluation, RunFinished, StageStarted, StepMetrics
from engine.kernels import kernel_selection
from engine.kernels.kernel_selection import SELECTION_FIELDS
from engine.launch.baselines import baseline_experiments
from engine.model.predict import predict
from engine.model.saved_model import load_saved_model
from engine.spec.checks.cross_field import check_experiment
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.recipes import find_recipe
from engine.stages.base import StageContext, StageTask, prepare_stage
from engine.stages.outputs import starting_encoder
from engine.store import Store, runs, summaries
from engine.train.checkpoints import Checkpoints
from engine.train.fit import fit
from engine.train.loop import train
from engine.train.stage_reuse import stage_fingerprint
from tests.engine.trainings import assert_same, losses, notes, run_until
from tests.sampling import nightly_but

pytestmark = pytest.mark.usefixtures("home")


Make = Callable[..., Experiment]


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
    with pytest.raises(UserError, match=r"train_percent: .* each of the 2 classes. Set it to"):
        list(train(experiment, tmp_path / "run"))
    assert not (tmp_path / "run" / "stage-1").exists()


def test_texts_of_two_segments_are_not_cut(make: Make, csv_file: Path) -> None:
    with pytest.raises(UserError, match="two segments cannot be cut"):
        make(
            data={"source": str(csv_file), "text": ["text", "label"], "pair": True}, augmentation="random_cut"
        )


def two_stages(make: Make, **second: Any) -> Experiment:
    """The head alone until validation stops improving, then everything from there."""
    table = make(probes={"on": False}).model_dump(mode="json")
    (stage,) = table["stages"]
    alone = {
        "freezing": {"kind": "all"},
        "learning_rate": 5e-2,
        "epochs": 12,
        "patience": 3,
        "evaluations": 1,
    }
    table["stages"] = [
        stage | alone,
        stage | {"take_head": True, "learning_rate": 1e-4, "epochs": 1} | second,
    ]
    return parse_experiment(table)


def second_stage(experiment: Experiment, folder: Path) -> tuple[StageTask, StageContext]:
    encoder = starting_encoder(experiment, 1, folder)
    context = StageContext(experiment, 1, encoder, choose_device(experiment.compute), folder)
    return prepare_stage(experiment.stages[1], context, lambda *_: None), context


def test_the_second_stage_goes_on_where_the_head_has_ended(make: Make, tmp_path: Path) -> None:
    experiment = two_stages(make)
    events = [event for event in train(experiment, tmp_path) if isinstance(event, Evaluation)]
    task, context = second_stage(experiment, tmp_path)
    saved = load_file(tmp_path / "stage-1" / "head.safetensors")
    own = task.model.state_dict()
    assert saved and all(torch.equal(own[name], value) for name, value in saved.items())
    # Before its first update it makes exactly the errors with which the first stage was chosen.
    best = next(event.values["test/loss"] for event in events if event.split == "test")
    task.model.eval()
    *_, tested = task.evaluate_final(0)
    assert tested.values["test/loss"] == pytest.approx(best, rel=1e-6)
    # A new head makes others.
    fresh, _ = second_stage(two_stages(make, take_head=False), tmp_path)
    fresh.model.eval()
    *_, guessed = fresh.evaluate_final(0)
    assert guessed.values["test/loss"] != pytest.approx(best, rel=1e-3)
    # Two runs whose heads differ share no later stage, though their encoders are equal: the head alone has learnt.
    before = stage_fingerprint(task, context)
    save_file({name: value + 1 for name, value in saved.items()}, tmp_path / "stage-1" / "head.safetensors")
    write_manifest(tmp_path / "stage-1")
    assert stage_fingerprint(*second_stage(experiment, tmp_path)) != before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"start": "encoder"}, "which has no head"),
        ({"data": {"source": "samples:reviews"}}, "another data set"),
        ({"features": {"tokens": "mean"}}, "reads other features"),
    ],
)
def test_a_head_that_does_not_fit_is_refused_before_anything_is_trained(
    change: dict[str, Any], words: str, make: Make
) -> None:
    found = check_experiment(two_stages(make, **change))
    assert found["stages.1.take_head"].blocks and words in found["stages.1.take_head"].message
    assert found["stages.1.take_head"].fix == ("stages.1.take_head", False)


def test_a_damaged_head_is_named(make: Make, tmp_path: Path) -> None:
    experiment = two_stages(make)
    for _ in train(experiment, tmp_path):
        pass
    (tmp_path / "stage-1" / "head.safetensors").write_bytes(b"no head")
    with pytest.raises(UserError, match=r"head\.safetensors has 7 bytes, not"):
        second_stage(experiment, tmp_path)


def test_the_recipe_trains_the_head_to_convergence_and_then_at_a_low_rate() -> None:
    plan = find_recipe("head-first").plan
    runs = {run.name.rpartition(", ")[2]: run for run in plan.expand()}
    alone, everything = runs["Head first"].stages
    assert alone.freezing.kind == "all" and alone.early_stopping == 4
    assert (
        everything.reuses_head
        and everything.learning_rate <= 0.2 * runs["Everything at once"].stages[0].learning_rate
    )
    assert not any(finding.blocks for run in runs.values() for finding in check_experiment(run).values())


def chosen(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """From now on ``name`` is the only kernel found to be right here."""
    monkeypatch.setattr(kernel_selection, "is_correct_here", lambda kernel, *_: kernel.name == name)


def weights(folder: Path) -> torch.Tensor:
    files = sorted((folder / "stage-1").rglob("*.safetensors"))
    return torch.cat([tensor.flatten() for file in files for _, tensor in sorted(load_file(file).items())])


def test_a_resumed_run_keeps_its_kernels(make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = make(epochs=1)
    chosen(monkeypatch, "products")
    list(train(experiment, tmp_path / "others"))
    chosen(monkeypatch, "sdpa")
    list(train(experiment, tmp_path / "whole"))
    assert not torch.equal(weights(tmp_path / "others"), weights(tmp_path / "whole")), "kernels differ"

    first = run_until(experiment, tmp_path / "parts", 3)
    progress = Checkpoints(tmp_path / "parts" / "checkpoints").read()
    assert progress is not None and progress.attention == dict.fromkeys(SELECTION_FIELDS, "sdpa")
    chosen(monkeypatch, "products")
    second = list(train(experiment, tmp_path / "parts", resume=True))
    assert torch.equal(weights(tmp_path / "parts"), weights(tmp_path / "whole"))

    assert "Attention: torch's fused kernel." in notes(first)
    assert "Attention: torch's fused kernel, as the run began." in notes(second)
    (started,) = (event for event in first if isinstance(event, StageStarted))
    assert started.info["attention"] == "torch's fused kernel"


@pytest.mark.parametrize("padding", ["packed", "padded"])
def test_the_kernel_asked_for_computes(padding: str, make: Make, tmp_path: Path) -> None:
    found = {}
    for name in ("products", "sdpa"):
        compute = {"attention": name, "padding": padding}
        said = notes(list(train(make(epochs=1, compute=compute), tmp_path / name)))
        assert f"Attention: {kernel_selection.KERNELS[name].title}." in said
        found[name] = weights(tmp_path / name)
    # With dropout they drop other weights; that they differ shows that the field reaches the arithmetic.
    assert not torch.equal(found["products"], found["sdpa"])


def test_a_kernel_that_is_not_here_is_refused_before_anything_is_trained(make: Make, tmp_path: Path) -> None:
    seen = []
    with pytest.raises(UserError) as error:
        for event in train(make(compute={"attention": "varlen"}), tmp_path):
            seen.append(event)
    assert error.value.place == "compute.attention" and "GPU" in str(error.value)
    assert not any(isinstance(event, StepMetrics | StageStarted) for event in seen)


def test_kernels_are_no_part_of_what_a_run_is(make: Make) -> None:
    one, other = make(compute={"attention": "products"}), make(compute={"attention": "sdpa"})
    assert one.identity() == other.identity()


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
    ] == [1, 2, 3, 4, 5, 6, 7]


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
