"""The draft: operations, changes, undo, stages, what is kept, and what a stage begins with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from engine.analysis.estimate import TokenLengths
from engine.analysis.stage_data import StageData, merge_stage_data
from engine.analysis.sweeps import preview_combinations
from engine.errors import UserError
from engine.spec.checks.cross_field import DataFacts
from engine.spec.experiment import find_problems as find_spec_problems
from engine.spec.experiment import parse_experiment
from engine.spec.recipes import list_recipes
from engine.spec.sweep import Plan, Variant
from tests.workbench.conftest import owned
from tests.workbench.pages.design.drafted import Known, quickstart
from workbench.pages.design.context.findings import find_problems
from workbench.pages.design.context.wording import stage_lines
from workbench.pages.design.draft.draft import Draft, from_json, from_plan, from_recipe
from workbench.pages.design.draft.editor import DraftEditor
from workbench.pages.design.form.guide import VariantRows


@pytest.mark.parametrize("known", list_recipes(), ids=lambda r: r.name)
def test_a_fresh_draft_is_its_recipe_and_survives_being_kept(known: Any) -> None:
    draft = from_recipe(known)
    assert draft.plan() == known.plan
    assert draft.changes() == [] and draft.runs == known.plan.run_count
    back = from_json(draft.to_json())
    assert back == draft and back.plan() == known.plan


def test_a_preset_changes_what_it_sets_and_its_name_alone_is_no_change() -> None:
    draft = quickstart().with_value("stages.0.preset", "paper_code")
    assert draft.table["stages"][0]["optimizer"]["kind"] == "bertadam"
    assert {"stages.0.learning_rate", "stages.0.optimizer", "stages.0.clip"} <= set(draft.changes())
    assert "stages.0.preset" not in draft.changes()
    (stage,) = draft.plan().experiment.stages
    assert stage.preset == "paper_code" and stage.preset_finding() is None


def test_another_option_is_one_change_and_its_fields_count_when_they_are_not_its_defaults() -> None:
    draft = quickstart().with_value("stages.0.freezing", {"kind": "lowest", "layers": 2})
    assert draft.changes() == ["stages.0.freezing"]
    draft = draft.with_value("stages.0.freezing.layers", 1)
    assert draft.changes() == ["stages.0.freezing", "stages.0.freezing.layers"]


def test_sweeps_move_with_their_stage() -> None:
    draft = quickstart().with_axis("stages.0.learning_rate", [1e-4, 2e-4]).with_axis("seed", [1, 2])
    longer = draft.with_new_stage("further_pretrain")
    assert [s["kind"] for s in longer.stages] == ["further_pretrain", "finetune"]
    assert set(longer.axes) == {"stages.1.learning_rate", "seed"}
    assert longer.without_stage(0) == draft
    assert set(longer.without_stage(1).axes) == {"seed"}
    moved = longer.with_moved_stage(1, -1)
    assert set(moved.axes) == {"stages.0.learning_rate", "seed"}
    assert moved.with_moved_stage(0, 1) == longer


def test_a_stage_that_was_added_makes_the_others_no_different() -> None:
    longer = quickstart().with_new_stage("further_pretrain")
    assert longer.reshaped and longer.changes() == ["stages"]
    edited = longer.with_value("stages.1.epochs", 9.0).with_value("stages.0.steps", 7)
    assert edited.changes() == ["stages", "stages.1.epochs"]
    base, _ = edited.aligned()
    assert base["stages"][1]["epochs"] == 3.0 and base["stages"][0]["steps"] == 7


def test_a_new_stage_learns_from_the_same_data_and_the_last_one_stays() -> None:
    draft = quickstart().with_value("stages.0.seed", 5).with_new_stage("finetune")
    assert draft.stages[1]["data"] == draft.stages[0]["data"] and draft.stages[1]["seed"] is None
    assert parse_experiment(draft.table).stages[1].kind == "finetune"
    assert quickstart().without_stage(0) == quickstart()
    assert quickstart().with_moved_stage(0, 1) == quickstart()


def test_changing_one_draft_leaves_the_others_alone() -> None:
    first = quickstart()
    first.with_value("stages.0.data.source", "elsewhere")
    first.with_new_stage("finetune").with_value("stages.0.epochs", 1.0)
    assert first == quickstart()


def edited(draft: Draft) -> DraftEditor:
    editor = DraftEditor()
    editor.start(draft)
    return editor


def test_typing_a_number_is_one_step_back() -> None:
    history = edited(quickstart())
    for at, value in enumerate((1, 12, 123)):
        history.put(history.draft.with_value("seed", value), "seed", now=at * 0.3)
    history.put(history.draft.with_value("seed", 7), "seed", now=60.0)
    assert history.undo() and history.draft.table["seed"] == 123
    assert history.undo() and history.draft == quickstart()


def test_a_new_change_forgets_the_way_forward() -> None:
    history = edited(quickstart())
    history.put(history.draft.with_value("seed", 1))
    history.undo()
    history.put(history.draft.with_value("seed", 2))
    assert not history.can_redo


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"version": 2}', '{"version": 1, "table": {"stages": [{"kind": "gone"}]}, "base": {}}'],
)
def test_a_draft_that_cannot_be_read_says_so(text: str) -> None:
    with pytest.raises(UserError, match="saved draft"):
        from_json(text)


def test_a_kept_draft_need_not_be_valid() -> None:
    draft = quickstart().with_value("stages.0.data.source", "")
    assert from_json(draft.to_json()) == draft
    with pytest.raises(UserError):
        draft.plan()


SAMPLES = ["samples:headlines", "samples:questions", "samples:reviews"]


def draft(*stages: dict[str, Any]) -> Draft:
    return from_plan(Plan(parse_experiment({"name": "Start", "stages": list(stages)})), "Start")


def single(**more: Any) -> Draft:
    return draft(
        {"kind": "finetune", "data": "samples:reviews", "learning_rate": 3e-4, "batch_size": 32, **more}
    )


def unread(data: StageData | None = None) -> Known:
    """What is known where neither encoder nor data were looked at."""
    return Known(None, names={"samples:headlines": "Headlines"}, data=data or StageData())


# -- new stages --------------------------------------------------------------------------------------------


def test_pretraining_reads_the_texts_of_the_stage_after_it_and_comes_first() -> None:
    made = single().with_new_stage("further_pretrain")
    assert [s["kind"] for s in made.stages] == ["further_pretrain", "finetune"]
    assert [source.source for source in made.specs[0].sources().values()] == ["samples:reviews"]
    assert find_spec_problems(made.table) == {}


def test_distillation_reads_the_same_texts_and_asks_for_a_teacher() -> None:
    made = single().with_new_stage("distil")
    assert [s["kind"] for s in made.stages] == ["distil", "finetune"]
    assert [source.source for source in made.specs[0].sources().values()] == ["samples:reviews"]
    (place, problem), *others = find_spec_problems(made.table).items()
    assert place == "stages.0.teacher" and "names no teacher" in problem and not others
    assert made.specs[0].summary()[2] == "Teacher not chosen"


def test_several_tasks_begin_with_two_data_sets_and_the_rates_of_what_is_there() -> None:
    made = single().with_new_stage("multitask", SAMPLES)
    shared, own = made.stages
    assert {path: source.source for path, source in made.specs[0].sources().items()} == {
        "tasks.0.data": "samples:reviews",
        "tasks.1.data": "samples:headlines",
    }
    assert shared["learning_rate"] == own["learning_rate"] == 3e-4 and shared["batch_size"] == 32
    assert find_spec_problems(made.table) == {}


def test_the_next_fine_tuning_learns_the_other_task_from_the_same_start() -> None:
    made = single().with_new_stage("multitask", SAMPLES).with_new_stage("finetune")
    assert [s["kind"] for s in made.stages] == ["multitask", "finetune", "finetune"]
    assert made.stages[2]["data"]["source"] == "samples:headlines" and made.stages[2]["start"] == "1"
    assert made.specs[1].origin(1) == (1, None) and made.specs[2].origin(2) == (1, None)
    lines = stage_lines(made, 2, unread())  # type: ignore[arg-type]
    assert lines[0] == "Headlines" and lines[2] == "From stage 1 Multi-task fine-tuning"
    # A stage put before all others moves the numbers of those that are named.
    longer = made.with_new_stage("further_pretrain")
    assert [s["start"] for s in longer.stages] == ["", "", "", "2"]
    assert longer.without_stage(0) == made
    assert [s["start"] for s in longer.without_stage(1).stages] == ["", "", ""]


# -- sweeps over named alternatives ------------------------------------------------------------------------


def test_named_alternatives_are_kept_moved_and_drawn(qtbot: QtBot) -> None:
    pretrained = single().with_new_stage("further_pretrain")
    axis = [Variant(name="without", without=(1,)), Variant(name="with", set={"stages.1.epochs": 1.0})]
    made = pretrained.with_axis("strategy", axis)
    assert made.runs == 2 and from_json(made.to_json()) == made
    first, second = preview_combinations(made.table, made.axes)
    assert first.stage_indices == (1,) and len(first.experiment.stages) == 1
    assert second.stage_indices == (0, 1) and second.experiment.stages[1].epochs == 1.0  # type: ignore[attr-defined]
    moved = made.with_moved_stage(0, 1)
    assert moved.axes["strategy"][0].without == (2,)
    assert moved.axes["strategy"][1].set == {"stages.0.epochs": 1.0}

    rows = owned(qtbot, VariantRows())
    rows.show_axes(made.axes, made.axes)
    assert rows.chips() == {"strategy": ["without", "with"]}
    told: list[Any] = []
    rows.changed.connect(lambda path, values: told.append((path, values)))
    rows._chips["strategy"]._remove("without")
    assert told == [("strategy", [axis[1]])]


# -- what is read ------------------------------------------------------------------------------------------


def part(train: int, lengths: list[int], single: float | None = None) -> StageData:
    facts = DataFacts(train, 10, 20, {"a": train})
    return StageData(facts, TokenLengths(np.array(lengths)), single=single)


def test_pairs_of_single_sentences_and_test_texts_are_said_with_their_mending() -> None:
    made = draft(
        {"kind": "further_pretrain", "data": ["samples:headlines"], "objective": "mlm_nsp", "splits": "all"},
        {"kind": "finetune", "data": "samples:headlines"},
    )
    found = find_problems(made, unread(merge_stage_data([part(100, [9], single=97.0)])), {})
    assert found["stages.0.objective"].fix == ("stages.0.objective", {"kind": "mlm"})
    assert found["stages.0.splits"].fix == ("stages.0.splits", "train")
    assert not found["stages.0.objective"].blocks
    path, value = found["stages.0.objective"].fix
    mended = made.with_value(path, value).with_value("stages.0.splits", "train")
    assert not {"stages.0.objective", "stages.0.splits"} & find_problems(mended, unread(), {}).keys()
