"""Rows of runs: creating, finding, sorting and searching in SQL, editing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.launch.baselines import baseline_experiments
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, metrics, model_paths, runs
from engine.store.placed_runs import add_placed_runs


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "s.sqlite") as db:
        yield db


def experiment(name: str = "one", **changes: object) -> Experiment:
    return parse_experiment(
        {"name": name, "stages": [{"kind": "finetune", "data": "samples:reviews"}], **changes}
    )


def names(rows: list[runs.RunRow]) -> list[str]:
    return [row.name for row in rows]


def test_a_run_is_frozen_when_it_is_made(store: Store) -> None:
    design = experiment("first", seed=7, tags=["a", "ü"], recipe="quickstart", compute={"device": "cpu"})
    sweep = runs.create_sweep(store, "sweep")
    row = runs.get_run(store, runs.create_run(store, design, sweep))
    assert (row.status, row.name, row.seed, row.tags) == ("queued", "first", 7, ("a", "ü"))
    assert (row.recipe, row.group_name, row.sweep_id, row.device) == ("quickstart", "sweep", sweep, "cpu")
    assert (row.encoder, row.data) == ("palimpsest-tiny", "samples:reviews")
    assert (row.identity, row.group_identity) == (design.identity(), design.group_identity())
    assert row.folder.is_dir()
    assert row.folder.parent == store.path.parent / "s-runs"
    assert runs.get_experiment(store, row.id) == design


def test_sweeps_of_one_name_stay_apart_and_go_with_their_last_run(store: Store) -> None:
    first, second = runs.create_sweep(store, "rates"), runs.create_sweep(store, "rates")
    one, two, other = (runs.create_run(store, experiment(), sweep) for sweep in (first, first, second))
    assert {row.id: row.sweep_id for row in runs.list_runs(store)} == {one: first, two: first, other: second}
    runs.delete_runs(store, [one])
    assert store.execute("SELECT count(*) FROM sweeps").fetchone()[0] == 2
    runs.delete_runs(store, [two])
    assert [row[0] for row in store.execute("SELECT id FROM sweeps")] == [second]
    assert runs.create_sweep(store, "rates") > second  # a number is never used twice


def test_repetitions_share_their_precision_too(store: Store) -> None:
    one, two, three = (runs.create_run(store, experiment(seed=seed)) for seed in (1, 2, 3))
    for number, precision in ((one, "fp32"), (two, "fp32"), (three, "bf16")):
        runs.set_run_columns(store, [number], precision=precision)
    keys = [runs.get_run(store, number).repetition_key for number in (one, two, three)]
    assert keys[0] == keys[1] != keys[2]
    forced = runs.create_run(store, experiment(compute={"precision": "bf16"}))
    assert runs.get_run(store, forced).precision == "bf16"  # known before it starts


def test_a_new_store_does_not_take_over_folders_of_a_deleted_one(store: Store) -> None:
    leftover = store.path.parent / "s-runs" / "000001"
    leftover.mkdir(parents=True)
    assert runs.create_run(store, experiment()) == 2


def test_numbers_are_never_given_twice(store: Store) -> None:
    first = runs.create_run(store, experiment())
    runs.delete_runs(store, [first])
    assert runs.create_run(store, experiment()) == first + 1


def test_colours_are_the_least_used_of_recent_runs_in_sight(store: Store) -> None:
    numbers = [runs.create_run(store, experiment()) for _ in range(10)]
    assert [runs.get_run(store, number).slot for number in numbers] == [1, 2, 3, 4, 5, 6, 7, 8, 1, 2]
    runs.set_archived(store, [numbers[4]], True)
    assert runs.get_run(store, runs.create_run(store, experiment())).slot == 5
    # Runs of one colour differ in their dashes: no two of 32 runs in a row look alike.
    looks = [runs.get_run(store, number).style for number in numbers]
    assert looks == list(range(1, 11)) and looks[8] != looks[0]
    runs.set_slot(store, numbers[0], 8)
    # The seven before it, without the archived one, have 5, 2, 1, 8, 7, 6 and 4; of the colours 1 and 3 are least used.
    assert runs.get_run(store, runs.create_run(store, experiment())).slot == 3


def test_colours_of_runs_in_a_row_differ_whatever_was_deleted(store: Store) -> None:
    numbers = [runs.create_run(store, experiment()) for _ in range(12)]
    runs.delete_runs(store, numbers[2:8])
    numbers = [runs.create_run(store, experiment()) for _ in range(8)]
    assert len({runs.get_run(store, number).slot for number in numbers}) == 8


def test_search_takes_signs_literally_and_all_words(store: Store) -> None:
    for name in ("lr 2e-5, 100% head", "lr_2e-5 100 head", "other \\ one", "Größe"):
        runs.create_run(store, experiment(name))
    assert names(runs.list_runs(store, "100%")) == ["lr 2e-5, 100% head"]
    assert names(runs.list_runs(store, "lr_")) == ["lr_2e-5 100 head"]
    assert names(runs.list_runs(store, "\\")) == ["other \\ one"]
    assert names(runs.list_runs(store, "head 2E-5 lr_")) == ["lr_2e-5 100 head"]
    assert names(runs.list_runs(store, "größe")) == ["Größe"]
    assert runs.list_runs(store, "' OR 1=1 --") == []
    assert runs.count_runs(store, "samples:reviews") == 4
    assert runs.count_runs(store, "queued other") == 1


def test_sorting_by_any_field_puts_unknown_values_last(store: Store) -> None:
    for name, error in (("b", 5.0), ("A", None), ("c", 3.0)):
        number = runs.create_run(store, experiment(name))
        if error is not None:
            metrics.add_points(store, number, [("validation/error", 1, 0.1, error)])
    assert names(runs.list_runs(store, order_by="validation_best", descending=False)) == ["c", "b", "A"]
    assert names(runs.list_runs(store, order_by="validation_best", descending=True)) == ["b", "c", "A"]
    assert names(runs.list_runs(store, order_by="name", descending=False)) == ["A", "b", "c"]
    assert names(runs.list_runs(store, order_by="name", descending=False, limit=1, offset=1)) == ["b"]
    for field in runs.RunRow.__dataclass_fields__:
        assert len(runs.list_runs(store, order_by=field)) == 3
    with pytest.raises(UserError, match="has no 'name; DROP"):
        runs.list_runs(store, order_by="name; DROP TABLE runs")


def test_what_a_run_forgot_is_known_and_sorted_by(store: Store) -> None:
    ids = [
        runs.create_run(store, experiment(name)) for name in ("chosen", "running", "never", "no beginning")
    ]
    for number, rise in zip(ids[:2], (0.5, 0.7), strict=True):
        points = [("retention/loss", 0, 0.0, 2.0), ("retention/loss", 10, 1.0, 2.0 + rise)]
        metrics.add_points(store, number, points)
    metrics.set_best_checkpoint_value(
        store, ids[0], 0, "retention/loss", 2.25
    )  # the weights handed on are not the last ones
    metrics.add_points(store, ids[3], [("retention/loss", 10, 1.0, 2.5)])
    rows = {row.name: row for row in runs.list_runs(store)}
    assert rows["chosen"].retention_rise == 0.25
    assert rows["chosen"].forgot == pytest.approx(np.exp(0.25))
    assert rows["running"].forgot == pytest.approx(np.exp(0.7))
    assert rows["never"].forgot is None
    assert rows["no beginning"].forgot is None
    assert names(runs.list_runs(store, order_by="retention_rise", descending=False))[:2] == [
        "chosen",
        "running",
    ]
    assert names(runs.list_runs(store, order_by="retention_rise"))[:2] == ["running", "chosen"]
    plan = store.execute(f"EXPLAIN QUERY PLAN {runs._select()}").fetchall()
    assert not any("SCAN" in row["detail"] for row in plan[1:])  # indexed look-ups per run


def test_a_run_is_found_by_number_name_or_last(store: Store) -> None:
    first, second, third = (runs.create_run(store, experiment(name)) for name in ("a", "b", "b"))
    assert runs.find_run(store, str(first)).id == first
    assert runs.find_run(store, "a").id == first
    assert runs.find_run(store, "last").id == third
    with pytest.raises(UserError, match=f"2 runs are called 'b'.*{second}, {third}"):
        runs.find_run(store, "b")
    with pytest.raises(UserError, match="no run called 'c'"):
        runs.find_run(store, "c")
    with pytest.raises(UserError, match="no run 99"):
        runs.find_run(store, "99")


def test_editing(store: Store) -> None:
    number = runs.create_run(store, experiment())
    before = runs.change_counter(store)
    runs.rename_run(store, number, "  new name ")
    runs.set_notes(store, number, "seen")
    runs.set_tags(store, number, ["x", " x ", "", "y"])
    row = runs.get_run(store, number)
    assert (row.name, row.notes, row.tags) == ("new name", "seen", ("x", "y"))
    assert runs.change_counter(store) > before
    before = runs.change_counter(store)
    runs.set_run_columns(store, [number], step=5, heartbeat=1.0, phase="x")
    assert runs.change_counter(store) == before  # progress is not a change of the list
    with pytest.raises(UserError, match="needs a name"):
        runs.rename_run(store, number, " ")


def test_deleting_removes_all_traces_but_no_running_run(store: Store) -> None:
    remaining, gone = runs.create_run(store, experiment()), runs.create_run(store, experiment())
    for number in (remaining, gone):
        metrics.add_points(store, number, [("train/loss", 1, 0.1, 0.5)])
    folder = runs.get_run(store, gone).folder
    runs.set_run_columns(store, [remaining], status="running")
    with pytest.raises(UserError, match="is running"):
        runs.delete_runs(store, [gone, remaining])
    assert runs.count_runs(store) == 2
    runs.delete_runs(store, [gone])
    assert not folder.exists()
    for table in ("runs", "metrics", "summary"):
        assert store.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 1


def test_the_log_tail_is_bounded_and_absent_logs_are_empty(store: Store) -> None:
    folder = runs.get_run(store, runs.create_run(store, experiment())).folder
    assert runs.read_log_tail(folder) == ""
    (folder / "run.log").write_bytes(b"".join(b"line %d\n" % n for n in range(1000)) + b"\xff broken\n")
    assert runs.read_log_tail(folder, 2) == "line 999\n\N{REPLACEMENT CHARACTER} broken"


# -- which of a run's folders answers for a task, without training any


TASKS = {
    "kind": "multitask",
    "tasks": [{"name": "mood", "data": "samples:reviews"}, {"data": "samples:questions"}],
}
PRETRAIN = {"kind": "further_pretrain", "corpus": ["texts.txt"], "keep": "1000"}


def single(source: str) -> dict[str, object]:
    return {"kind": "finetune", "data": source, "start": "1"}


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
    with pytest.raises(UserError, match="has stored no stage 2"):
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
    designs = [parse_experiment({"encoder": {"source": name}, "stages": [stage]}) for name in names]
    sources = [each.encoder.source for each in model_paths.resolve_encoders(store, designs)]
    assert sources == [str(tmp_path / "models" / "small"), *names[1:]]


def test_encoders_named_by_a_run_become_folders(store: Store) -> None:
    folder = left(
        store, parse_experiment({"name": "2 x/y", "stages": [PRETRAIN, single("samples:reviews")]}), 2
    )

    def named(source: str) -> Path:
        experiment = parse_experiment(
            {"encoder": {"source": source}, "stages": [single("samples:reviews") | {"start": ""}]}
        )
        (resolved,) = model_paths.resolve_encoders(store, [experiment])
        assert resolved.stages == experiment.stages
        return Path(resolved.encoder.source)

    assert named("run:1") == named("run:last") == folder / "stage-2" / "encoder"
    assert named("run:2 x/y/stage-1") == folder / "stage-1" / "encoder"
    assert named("run:1/stage-1@1000") == folder / "stage-1" / "steps" / "00001000" / "encoder"
    assert named("palimpsest-tiny") == Path("palimpsest-tiny")
    assert model_paths.canonical_encoder(store, "run:1/stage-1") == str(folder / "stage-1" / "encoder")
    for wrong, words in (("run:", "names no run"), ("run:9", "no run 9"), ("run:1/stage-1@5", "not kept")):
        with pytest.raises(UserError, match=words):
            named(wrong)
    taught = {"kind": "distil", "teacher": "run:1/stage-1", "corpus": ["texts.txt"]}
    (resolved,) = model_paths.resolve_encoders(store, [parse_experiment({"stages": [taught]})])
    assert resolved.stages[0].teachers() == {"teacher": str(folder / "stage-1" / "encoder")}
    assert resolved.encoder.source == "palimpsest-tiny"
    assert model_paths.list_recent_encoders(store) == [
        (1, "2 x/y", stage, folder / f"stage-{stage}" / "encoder") for stage in (1, 2)
    ]
