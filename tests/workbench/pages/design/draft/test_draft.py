"""The draft: plain operations, what counts as a change, undo, and what is kept between two starts."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import UserError
from engine.spec.experiment import parse_experiment
from engine.spec.recipes import list_recipes
from engine.spec.sweep import Plan
from workbench.pages.design.draft.draft import Draft, UndoHistory, from_json, from_plan, from_recipe


def quickstart() -> Draft:
    """A draft that begins with a plan of our own: what the bundled recipes hold may change."""
    stage = {
        "kind": "finetune",
        "data": "samples:reviews",
        "learning_rate": 3e-4,
        "epochs": 3,
        "batch_size": 32,
    }
    return from_plan(Plan(parse_experiment({"name": "Start", "stages": [stage]})), "Start", "start")


@pytest.mark.parametrize("known", list_recipes(), ids=lambda r: r.name)
def test_a_fresh_draft_is_its_recipe_and_survives_being_kept(known: Any) -> None:
    draft = from_recipe(known)
    assert draft.plan() == known.plan
    assert draft.changes() == [] and draft.runs == known.plan.run_count
    back = from_json(draft.to_json())
    assert back == draft and back.plan() == known.plan


def test_a_changed_field_is_one_change() -> None:
    draft = quickstart().with_value("stages.0.epochs", 5.0)
    assert draft.changes() == ["stages.0.epochs"]
    assert draft.with_value("stages.0.epochs", 3.0).changes() == []
    assert quickstart().with_value("name", "Mine").changes() == []


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


def test_a_sweep_is_a_change() -> None:
    draft = quickstart().with_axis("seed", [1, 2, 3])
    assert draft.runs == 3 and draft.changes() == ["seed"]
    assert draft.with_axis("seed", None) == quickstart()


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
    draft = quickstart().with_new_stage("finetune")
    assert draft.stages[1]["data"] == draft.stages[0]["data"]
    assert parse_experiment(draft.table).stages[1].kind == "finetune"
    assert quickstart().without_stage(0) == quickstart()
    assert quickstart().with_moved_stage(0, 1) == quickstart()


def test_changing_one_draft_leaves_the_others_alone() -> None:
    first = quickstart()
    first.with_value("stages.0.data.source", "elsewhere")
    first.with_new_stage("finetune").with_value("stages.0.epochs", 1.0)
    assert first == quickstart()


def test_undo_goes_back_draft_by_draft() -> None:
    history = UndoHistory(quickstart())
    history.put(history.draft.with_value("seed", 1), "seed", now=0.0)
    history.put(history.draft.with_value("stages.0.epochs", 5.0), "stages.0.epochs", now=0.1)
    assert history.undo() and history.draft.table["seed"] == 1
    assert history.draft.table["stages"][0]["epochs"] == 3.0
    assert history.redo() and history.draft.table["stages"][0]["epochs"] == 5.0
    assert not history.redo()
    assert history.undo() and history.undo() and history.draft == quickstart()
    assert not history.undo()


def test_typing_a_number_is_one_step_back() -> None:
    history = UndoHistory(quickstart())
    for at, value in enumerate((1, 12, 123)):
        history.put(history.draft.with_value("seed", value), "seed", now=at * 0.3)
    history.put(history.draft.with_value("seed", 7), "seed", now=60.0)
    assert history.undo() and history.draft.table["seed"] == 123
    assert history.undo() and history.draft == quickstart()


def test_a_new_change_forgets_the_way_forward() -> None:
    history = UndoHistory(quickstart())
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
