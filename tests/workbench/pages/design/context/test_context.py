"""What is known, chosen, wrong and said around a draft."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from engine import launch, paths
from engine.analysis.stage_data import StageData
from engine.events import StepMetrics
from engine.spec.checks.cross_field import DataFacts
from engine.spec.data import NOT_DOWNLOADED
from engine.spec.experiment import parse_experiment
from engine.spec.recipes import find_recipe, list_recipes
from engine.spec.sweep import Plan
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests import patience
from tests.workbench.pages.design.drafted import FACTS, TINY, Known, quickstart
from workbench.backend.session import Session
from workbench.pages.design.context.draft_context import DraftContext, MachineInfo
from workbench.pages.design.context.findings import (
    automatic_values,
    blocking_findings,
    card_of,
    find_problems,
    finding_sentence,
    level_of,
)
from workbench.pages.design.context.wording import (
    command_line,
    compute_lines,
    count_of_runs,
    describe_sweep,
    encoder_lines,
    stage_lines,
    stage_title,
)
from workbench.pages.design.draft.draft import Draft, from_plan, from_recipe

ENCODER = Known().encoder


def test_a_length_of_0_is_as_long_as_the_encoder_reads() -> None:
    assert ENCODER is not None
    draft = quickstart().with_value("stages.0.max_length", 0).with_value("compute.threads", 0)
    values = automatic_values(draft, replace(ENCODER, positions=512), 6)
    assert values["stages.0.max_length"] == "512" and values["compute.threads"] == "6"
    assert "stages.0.max_length" not in automatic_values(draft, None, 6), "not known yet"
    assert "compute.threads" not in automatic_values(draft, ENCODER, 0)


def test_what_was_chosen_needs_no_such_number() -> None:
    draft = quickstart().with_value("stages.0.max_length", 64).with_value("compute.threads", 1)
    assert set(automatic_values(draft, ENCODER, 2)) == {"stages.0.head_learning_rate"}


def test_the_head_s_rate_and_a_task_s_length_are_those_of_the_stage() -> None:
    draft = quickstart().with_value("stages.0.learning_rate", 3e-4)
    assert automatic_values(draft, ENCODER, 2)["stages.0.head_learning_rate"] == "3e-4"
    tasks = [{"name": "a", "max_length": 0}, {"name": "b", "max_length": 32}]
    stage = {"kind": "multitask", "max_length": 96, "tasks": tasks}
    draft = replace(draft, table={**draft.table, "stages": [stage]})
    values = automatic_values(draft, ENCODER, 2)
    assert values["stages.0.tasks.0.max_length"] == "96" and "stages.0.tasks.1.max_length" not in values


def test_the_computer_is_named() -> None:
    draft = quickstart()
    assert compute_lines(draft, MachineInfo(cores=2)) == [
        "CPU, 2 cores",
        "1 run at a time",
        "Nothing leaves this computer",
    ]
    gpus = MachineInfo(cores=8, devices=("cuda:0", "cuda:1"))
    assert compute_lines(draft, gpus)[:2] == ["2 GPUs, 8 CPU cores", "2 runs at a time"]
    # A run on several GPUs has them to itself.
    both = draft.with_value("compute.device", "cuda:all")
    assert compute_lines(both, gpus)[:2] == ["cuda:all", "1 run at a time"]
    assert gpus.device_groups() == [("cuda:all", "All 2 GPUs together")]
    four = MachineInfo(devices=("cuda:0", "cuda:1", "cuda:2", "cuda:3"))
    assert [value for value, _ in four.device_groups()] == ["cuda:all", "cuda:0,1", "cuda:2,3"]
    assert (
        MachineInfo(devices=("cuda:0",)).device_groups()
        == MachineInfo(devices=("cpu",)).device_groups()
        == []
    )
    hub = draft.with_value("stages.0.data.source", "hub:imdb")
    assert "Nothing leaves this computer" not in compute_lines(hub, MachineInfo())


def test_earlier_runs_on_own_files_with_an_encoder_of_a_run_are_found(
    qtbot: QtBot, open_session: Session, tmp_path: Path
) -> None:
    """Runs have recorded full paths and contents; a draft says run:1, and knows no content."""
    own = tmp_path / "films.csv"
    own.write_text("text,label\n" + "good film,a\nbad film,b\n" * 20, encoding="utf-8")
    first = parse_experiment({"stages": [{"kind": "further_pretrain", "data": [str(own)], "steps": 10}]})
    second = first.model_copy(update={"encoder": first.encoder.model_copy(update={"source": "run:1"})})
    with Store(paths.default_store()) as store:
        for number, speed in ((1, 1000.0), (2, 250.0)):
            launch.enqueue(store, [first if number == 1 else second], launcher="cli")
            with RunWriter(store.path, number) as writer:
                writer.write(StepMetrics(10, {"speed/tokens_per_second": speed}))
            folder = runs.get_run(store, number).folder
            (folder / "stage-1" / "encoder").mkdir(parents=True)
            row = {
                "run_id": number,
                "kind": "stage",
                "path": "stage-1",
                "step": 10,
                "bytes": 0,
                "created": 1.0,
            }
            store.upsert("artefacts", row)
            runs.set_run_columns(store, [number], status="finished")
    known = DraftContext(open_session, open_session.tasks)
    known.follow(from_plan(Plan(second)))
    known.start()
    wait = patience.milliseconds(60)
    qtbot.waitUntil(lambda: known.speed is not None and known.speed.run_count == 1, timeout=wait)
    assert known.speed is not None and known.speed.tokens_per_second == 250.0


def test_all_kinds_of_trouble_are_found_at_their_fields() -> None:
    draft = (
        quickstart()
        .with_value("stages.0.max_length", 512)
        .with_value("stages.0.features.layers", "9")
        .with_axis("stages.0.dropout", [0.1, 1.5])
    )
    known = Known(data=StageData(problem="reviews.csv: there is no such file. Check the path."))
    found = find_problems(draft, known, {"stages.0.epochs": "Enter a number."})
    assert set(blocking_findings(found)) == {"stages.0.epochs", "stages.0.dropout", "stages.0.data.source"}
    assert found["stages.0.data.source"].message == "there is no such file. Check the path."
    valid = find_problems(draft.with_axis("stages.0.dropout", None), Known(), {})
    assert set(blocking_findings(valid)) == {"stages.0.max_length", "stages.0.features.layers"}
    assert level_of(valid, "stages.0") == "error" and level_of(valid, "encoder") == ""


def test_a_set_of_the_hub_that_has_yet_to_be_fetched_does_not_block() -> None:
    known = Known(data=StageData(problem=f"paper:imdb: {NOT_DOWNLOADED} Read it once on the Data page."))
    found = find_problems(quickstart(), known, {})
    assert not blocking_findings(found)
    assert "will download it" in found["stages.0.data.source"].message


def test_a_warning_does_not_block() -> None:
    facts = DataFacts(2880, 320, 800, {"a": 1, "b": 1}, shared=3)
    found = find_problems(quickstart(), Known(data=StageData(facts=facts)), {})
    assert blocking_findings(found) == {} and level_of(found, "stages.0") == "warning"


def test_a_test_split_that_says_nothing_is_told_for_each_of_several_tasks() -> None:
    few = StageData(facts=DataFacts(2880, 320, 49, {"a": 1, "b": 1}))
    words = "The test split has 49 texts: too few for a conclusion (at least 50 are needed)."
    assert find_problems(quickstart(), Known(data=few), {})["stages.0.data.source"].message == words
    tasks = [{"data": "samples:reviews"}, {"data": "samples:questions"}]
    several = Plan(parse_experiment({"stages": [{"kind": "multitask", "tasks": tasks}]}))
    known = Known(data=StageData(parts=(StageData(facts=FACTS), few)))
    found = find_problems(from_plan(several, "Both", "both"), known, {})
    assert {path: each.message for path, each in found.items()} == {"stages.0.tasks.1.data.source": words}


def test_places_in_words_and_cards() -> None:
    draft = quickstart()
    found = find_problems(draft.with_value("stages.0.max_length", 512), Known(), {})
    assert finding_sentence(draft, "stages.0.max_length", found["stages.0.max_length"]).startswith(
        "1 Fine-tuning, length: 512"
    )
    assert card_of(draft, "stages.0.epochs", "encoder") == "stages.0"
    assert card_of(draft, "encoder.source", "stages.0") == "encoder"
    assert card_of(draft, "seed", "encoder") == "stages.0"


def test_very_many_runs_are_mentioned() -> None:
    found = find_problems(quickstart().with_axis("seed", list(range(300))), Known(), {})
    assert not found["seed"].blocks and "300 runs" in found["seed"].message


def test_cards_say_what_will_happen() -> None:
    draft = quickstart()
    assert stage_title(draft, 0) == "1 Fine-tuning"
    assert stage_lines(draft, 0, Known()) == [  # type: ignore[arg-type]
        "Long reviews, 2,880 generated to train",
        "3 epochs, 32 × 128, rate 3e-4",
        "Head + tail 32 + 94, last layer",
    ]
    assert encoder_lines(draft, TINY, "")[:2] == ["palimpsest-tiny", "4 layers × 256, 128 tokens"]
    trouble = "the hub cannot be reached for 'x' (a long story. With dots.). Use a folder when offline."
    assert encoder_lines(draft, None, trouble)[1] == "The hub cannot be reached for 'x'."
    random = draft.with_value("encoder.weights", "random")
    assert encoder_lines(random, None, "") == ["palimpsest-tiny, untrained"]


def test_a_sweep_stands_on_the_card() -> None:
    draft = from_recipe(find_recipe("two-learning-rates"))
    assert describe_sweep(draft, "stages.0.") == "2 learning rates × 3 seeds"
    assert count_of_runs(draft) == "2 × 3 = 6" and count_of_runs(quickstart()) == "1"
    assert count_of_runs(quickstart().with_axis("seed", list(range(1200)))) == "1,200"
    assert (
        count_of_runs(draft, 9) == "2 × 3 = 6, 9 stages reused"
        and count_of_runs(draft, 1)[9:] == ", 1 stage reused"
    )
    assert stage_lines(draft, 0, Known())[2] == "Sweep: 2 learning rates × 3 seeds"  # type: ignore[arg-type]


@pytest.mark.parametrize("known", list_recipes(), ids=lambda r: r.name)
def test_every_recipe_has_cards(known: Any) -> None:
    draft = from_recipe(known)
    for index in range(len(draft.stages)):
        lines = stage_lines(draft, index, Known())  # type: ignore[arg-type]
        assert 1 <= len(lines) <= 3 and all(lines)


@pytest.mark.parametrize(
    "draft",
    [
        quickstart(),
        quickstart().with_value("stages.0.learning_rate", 2e-5).with_value("name", 'My "first", run'),
        quickstart().with_value("stages.0.truncation", {"kind": "head_tail", "head": 64}),
        quickstart().with_value("stages.0.freezing", {"kind": "lowest", "layers": 1}),
        quickstart().with_axis("seed", [1, 2]).with_axis("stages.0.learning_rate", [1e-4, 2.0]),
        quickstart().with_axis("stages.0.truncation", [{"kind": "head"}, {"kind": "tail"}]),
        quickstart()
        .with_value("stages.0.data.source", "C:\\data\\my file.csv")
        .with_value("stages.0.data.text", ["a"]),
        quickstart().with_value("stages.0.data.pair", True).with_value("stages.0.features.layers", "1, 2"),
        from_recipe(find_recipe("two-learning-rates")).with_axis("seed", None),
    ],
)
def test_the_command_makes_the_same_plan(draft: Draft) -> None:
    from engine.spec.sweep import apply_settings

    words = shlex.split(command_line(draft))
    assert words[:3] == ["palimpsest", "run", draft.recipe]
    settings = words[4::2]
    assert all(word == "--set" for word in words[3::2])
    start = Plan(parse_experiment(draft.base), draft.base_axes)
    made = apply_settings(start, settings)
    expected = draft.with_value("recipe", made.experiment.recipe).plan()
    assert made.experiment.model_dump(mode="json") == expected.experiment.model_dump(mode="json")
    assert made.axes == expected.axes


def test_other_stages_need_a_file() -> None:
    with pytest.raises(ValueError, match="save the draft as TOML"):
        command_line(quickstart().with_new_stage("finetune"))
