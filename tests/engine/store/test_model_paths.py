"""Which of a run's folders answers for a task, without training any."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import UserError
from engine.launch.baselines import baseline_experiments
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, model_paths, runs
from engine.store.placed_runs import add_placed_runs

TASKS = {
    "kind": "multitask",
    "tasks": [{"name": "mood", "data": "samples:reviews"}, {"data": "samples:questions"}],
}
PRETRAIN = {"kind": "further_pretrain", "corpus": ["texts.txt"], "keep": "1000"}


def single(source: str) -> dict[str, object]:
    return {"kind": "finetune", "data": source, "start": "1"}


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "s.sqlite") as made:
        yield made


def left(store: Store, experiment: Experiment, stages: int) -> Path:
    """A run that has left its first ``stages`` stages; its folder."""
    number = runs.create_run(store, experiment)
    folder = runs.get_run(store, number).folder
    for stage in range(1, stages + 1):
        (folder / f"stage-{stage}" / "encoder").mkdir(parents=True)
        if experiment.stages[stage - 1].kind == "multitask":
            (folder / f"stage-{stage}" / "tasks").mkdir()
        for step in experiment.stages[stage - 1].kept_steps():
            (folder / f"stage-{stage}" / "steps" / f"{step:08d}" / "encoder").mkdir(parents=True)
        row = {"run_id": number, "kind": "stage", "path": f"stage-{stage}", "step": stage}
        store.upsert("artefacts", row | {"bytes": 0, "created": float(stage)})
    return folder


def test_the_last_stage_that_has_learnt_a_task_answers_for_it(store: Store) -> None:
    stages = [TASKS, single("samples:reviews"), single("samples:headlines")]
    folder = left(store, parse_experiment({"name": "a", "stages": stages}), 3)
    assert model_paths.find_model(store, 1) == (folder / "stage-3", "")
    # The data set of the second stage is called 'mood' in the first.
    assert model_paths.find_model(store, 1, "mood") == (folder / "stage-2", "")
    assert model_paths.find_model(store, 1, "questions") == (folder / "stage-1", "questions")
    assert model_paths.find_model(store, 1, "mood", 1) == (folder / "stage-1", "mood")
    with pytest.raises(UserError, match="no task 'reviews'"):
        model_paths.find_model(store, 1, "reviews")
    with pytest.raises(UserError, match="several tasks") as caught:
        model_paths.find_model(store, 1, stage=1)
    assert "mood, questions" in caught.value.remedy


def test_weights_that_are_not_here_are_fetched_where_a_place_has_them(store: Store) -> None:
    """Nobody is told to train again what lies finished at another machine."""
    number = runs.create_run(
        store, parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]})
    )
    add_placed_runs(store, [number], "gpubox")
    runs.set_run_columns(store, [number], status="finished")
    with pytest.raises(UserError, match="are at gpubox") as caught:
        model_paths.find_model(store, number)
    assert f"palimpsest fetch {number}" in caught.value.remedy
    store.execute("UPDATE placed_runs SET results = 2")  # fetched, and removed here since
    with pytest.raises(UserError, match="not on this disk"):
        model_paths.find_model(store, number)


def test_a_linear_baseline_is_not_said_to_have_lost_its_weights(store: Store) -> None:
    design = parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]})
    number = runs.create_run(store, baseline_experiments([design])[0])
    runs.set_run_columns(store, [number], status="finished")
    with pytest.raises(UserError, match="is a baseline") as caught:
        model_paths.find_model(store, number)
    assert "rerun" not in caught.value.remedy and f"palimpsest predictions {number}" in caught.value.remedy


def test_a_run_that_has_not_come_so_far(store: Store) -> None:
    stages = [PRETRAIN, single("samples:reviews") | {"start": "1@1000"}]
    folder = left(store, parse_experiment({"name": "a", "stages": stages}), 1)
    with pytest.raises(UserError, match="no chosen model"):
        model_paths.find_model(store, 1)
    assert model_paths.find_encoder(store, 1) == folder / "stage-1" / "encoder"
    assert (
        model_paths.find_encoder(store, 1, 1, 1000) == folder / "stage-1" / "steps" / "00001000" / "encoder"
    )
    with pytest.raises(UserError, match="has left no stage 2"):
        model_paths.find_encoder(store, 1, 2)
    with pytest.raises(UserError, match="not kept update 2,000") as caught:
        model_paths.find_encoder(store, 1, 1, 2000)
    assert "1,000" in caught.value.remedy
    left(store, parse_experiment({"name": "b", "stages": [PRETRAIN]}), 1)
    with pytest.raises(UserError, match="learn no classes"):
        model_paths.find_model(store, 2)
    runs.create_run(store, parse_experiment({"name": "c", "stages": [PRETRAIN]}))
    with pytest.raises(UserError, match=r"run 3 has no chosen model \(queued\)"):
        model_paths.find_encoder(store, 3)


def test_an_encoder_beside_whoever_queues_is_a_full_path(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models" / "small").mkdir(parents=True)
    (tmp_path / "palimpsest-tiny").mkdir()  # the bundled one goes before it, here as when it is loaded
    names = ["models/small", "bert-base-uncased", "palimpsest-tiny", "google-bert/bert-base-uncased"]
    stage = {"kind": "finetune", "data": "samples:reviews"}
    wanted = [parse_experiment({"encoder": {"source": name}, "stages": [stage]}) for name in names]
    found = [each.encoder.source for each in model_paths.resolve_encoders(store, wanted)]
    assert found == [str(tmp_path / "models" / "small"), *names[1:]]


def test_encoders_named_by_a_run_become_folders(store: Store) -> None:
    folder = left(
        store, parse_experiment({"name": "2 x/y", "stages": [PRETRAIN, single("samples:reviews")]}), 2
    )

    def named(source: str) -> Path:
        experiment = parse_experiment(
            {"encoder": {"source": source}, "stages": [single("samples:reviews") | {"start": ""}]}
        )
        (found,) = model_paths.resolve_encoders(store, [experiment])
        assert found.stages == experiment.stages
        return Path(found.encoder.source)

    assert named("run:1") == named("run:last") == folder / "stage-2" / "encoder"
    assert named("run:2 x/y/stage-1") == folder / "stage-1" / "encoder"
    assert named("run:1/stage-1@1000") == folder / "stage-1" / "steps" / "00001000" / "encoder"
    assert named("palimpsest-tiny") == Path("palimpsest-tiny")
    assert model_paths.recorded_encoder(store, "run:1/stage-1") == str(folder / "stage-1" / "encoder")
    for wrong, words in (("run:", "names no run"), ("run:9", "no run 9"), ("run:1/stage-1@5", "not kept")):
        with pytest.raises(UserError, match=words):
            named(wrong)
    taught = {"kind": "distil", "teacher": "run:1/stage-1", "corpus": ["texts.txt"]}
    (found,) = model_paths.resolve_encoders(store, [parse_experiment({"stages": [taught]})])
    assert found.stages[0].teachers() == {"teacher": str(folder / "stage-1" / "encoder")}
    assert found.encoder.source == "palimpsest-tiny"
    assert model_paths.list_recent_encoders(store) == [
        (1, "2 x/y", stage, folder / f"stage-{stage}" / "encoder") for stage in (1, 2)
    ]
