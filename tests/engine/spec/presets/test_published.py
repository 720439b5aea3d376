"""Presets: a stage takes the paper's values, says what departs from them, and each value tells whose it is."""

from __future__ import annotations

import math
from typing import Any

import pytest
from pydantic_core import PydanticCustomError

from engine.errors import UserError
from engine.spec.describe import describe_fields, walk_fields
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.presets.published import CODE, TEXT, departures, fill_preset, preset_values, published_values
from engine.spec.recipes import list_recipes
from engine.spec.stages import Stage
from engine.spec.sweep import apply_settings, assign_value, differing_fields
from engine.spec.toml import dumps, loads
from engine.spec.wording import tooltip

KINDS = ("finetune", "further_pretrain", "multitask")
DATA: dict[str, dict[str, Any]] = {
    "finetune": {"data": {"source": "samples:reviews"}},
    "further_pretrain": {"data": [{"source": "samples:reviews"}]},
    "multitask": {"tasks": [{"data": {"source": "samples:reviews"}}]},
}


def stage_of(kind: str, **given: Any) -> Stage:
    return Stage.choose({"kind": kind, **DATA[kind], **given})


@pytest.mark.parametrize("preset", [CODE, TEXT])
@pytest.mark.parametrize("kind", KINDS)
def test_a_stage_that_names_a_preset_has_all_of_its_values(kind: str, preset: str) -> None:
    stage = stage_of(kind, preset=preset)
    table = stage.model_dump(mode="json")
    for path, wanted in preset_values(kind, preset).items():
        value: Any = table
        for part in path.split("."):
            value = value[part]
        assert value == wanted, (
            path
        )  # nothing left out of an option, so that every number is published or said
    assert departures(table) == [] and stage.preset_finding() is None


def test_the_code_of_the_paper_is_told_apart_from_its_text() -> None:
    code, text = stage_of("finetune", preset=CODE), stage_of("finetune", preset=TEXT)
    assert (code.optimizer.kind, text.optimizer.kind) == ("bertadam", "adamw")
    assert (code.clip, code.clip_norm, code.optimizer.epsilon) == ("tensor", 1.0, 1e-6)  # type: ignore[attr-defined]
    # The code's rate drops at the end of the rise from 1 to 1 - warm-up; the text's triangle is continuous.
    total = 1000
    assert code.schedule.factor(99, total) == pytest.approx(0.99)
    assert code.schedule.factor(100, total) == pytest.approx(0.9)
    assert text.schedule.factor(100, total) == pytest.approx(1.0)
    differing = {path for path, each in published_values("finetune").items() if each.disputed}
    assert differing == {"optimizer", "schedule", "features.layers"}
    assert {p for p, each in published_values("further_pretrain").items() if each.disputed} == {"splits"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_value_says_whose_it_is_and_every_difference_is_explained(kind: str) -> None:
    for path, each in published_values(kind).items():
        assert each.by_origin and set(each.by_origin) <= {"text", "code", "ours"}
        assert each.note or not each.disputed, f"{path}: text and code differ, and nothing says how"
        assert each.section or "text" not in each.by_origin, f"{path}: where does the text say so?"
        for preset in (CODE, TEXT):
            assert each.origin(each.value(preset)) != "ours" or "ours" in each.by_origin
    assert published_values("finetune")["dropout"].origin(0.1) == "the paper's text and code"
    assert published_values("finetune")["batch_size"].origin(24) == "the paper's text"
    assert published_values("finetune")["clip"].origin("tensor") == "the paper's code"
    assert published_values("finetune")["clip"].origin("all") == "ours"


@pytest.mark.parametrize(
    ("kind", "path", "value", "origin"),
    [
        ("finetune", "learning_rate", 4e-4, "the paper's text, 5.3.3"),
        ("finetune", "learning_rate", 2.5e-5, "the paper's text, 5.3.4"),
        ("finetune", "learning_rate", 1e-5, "ours"),
        ("finetune", "features.layers", "9..12", "the paper's text, 5.3.2"),
        ("finetune", "features.layers", "last", "the paper's text"),
        ("further_pretrain", "steps", 20_000, "the paper's text, 5.4.1"),
        ("further_pretrain", "steps", 120_000, "the paper's text, 5.7"),
        ("further_pretrain", "steps", 60_000, "ours"),
        ("further_pretrain", "batch_size", 24, "the paper's text, 5.7"),
        ("further_pretrain", "segmentation", {"kind": "full_width"}, "the paper's text, 5.1"),
        ("further_pretrain", "segmentation", {"kind": "rules"}, "ours"),
    ],
)
def test_what_the_paper_has_in_one_of_its_experiments_is_the_paper_s(
    kind: str, path: str, value: object, origin: str
) -> None:
    assert published_values(kind)[path].origin(value) == origin
    assert published_values(kind)[path].value(CODE) != value or path == "features.layers"


def test_of_the_recipes_of_the_paper_s_size_only_what_the_paper_leaves_open_is_ours() -> None:
    ours = set()
    for recipe in list_recipes():
        if recipe.layout is not None:
            for run in recipe.with_size("paper").plan.expand():
                for stage in run.stages:
                    items = departures(stage.model_dump(mode="json"))
                    ours |= {(recipe.name, each.path, each.value) for each in items if each.origin == "ours"}
    assert ours == {
        ("table-6", "learning_rate", 1e-3),
        ("table-7", "learning_rate", 1e-5),
        ("table-7", "epochs", 2.0),
        ("figure-2", "evaluations", 10),
    }


def test_own_values_win_and_are_named_with_their_origin() -> None:
    stage = stage_of("finetune", preset=CODE, batch_size=8, schedule={"kind": "slanted_triangular"})
    assert stage.batch_size == 8
    finding = stage.preset_finding()
    assert finding is not None and not finding.blocks
    assert finding.message == (
        "As the paper's code, except for: Batch size (ours), Schedule (the paper's text)."
    )
    assert fill_preset({"preset": CODE, "features": {"tokens": "mean"}}, "finetune")["features"] == {
        "layers": "pooler",
        "tokens": "mean",
    }


def test_naming_another_preset_replaces_the_values_of_the_former() -> None:
    table = {"stages": [stage_of("finetune", preset=CODE).model_dump(mode="json")]}
    assign_value(table, "preset", TEXT)
    assert departures(table["stages"][0]) == []
    assert table["stages"][0]["optimizer"]["kind"] == "adamw"
    assign_value(table, "preset", "")  # the values stay, only the claim goes
    assert table["stages"][0]["optimizer"]["kind"] == "adamw"


def test_a_sweep_over_both_trains_two_different_things() -> None:
    experiment = Experiment.model_validate({"stages": [{"kind": "finetune", **DATA["finetune"]}]})
    plan = loads(dumps(experiment))
    runs = apply_settings(plan, [f'preset=["{CODE}", "{TEXT}"]']).expand()
    assert [run.stages[0].optimizer.kind for run in runs] == ["bertadam", "adamw"]
    assert "As the paper's text" not in runs[0].name and len({run.identity() for run in runs}) == 2


def test_the_name_itself_changes_no_identity_and_is_kept_in_the_file() -> None:
    with_name = stage_of("finetune", preset=CODE)
    without = with_name.model_copy(update={"preset": ""})
    first, second = (Experiment(stages=[stage]) for stage in (with_name, without))
    assert first.identity() == second.identity() and differing_fields(first, second) == []
    assert loads(dumps(first)).experiment == first
    assert "Paper's text: adamw" in dumps(first).replace("\n# ", " ")


@pytest.mark.parametrize(
    ("stage", "message"),
    [
        (
            {"kind": "finetune", "preset": "paper"},
            "there is no preset 'paper'. Known: paper_code, paper_text",
        ),
        ({"kind": "finetune", "preset": CODE, "epochs": 0}, "epochs"),
    ],
)
def test_mistakes_are_named(stage: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        parse_experiment({"stages": [{**DATA["finetune"], **stage}]})


def test_an_unknown_preset_in_a_setting_is_named() -> None:
    plan = loads(dumps(Experiment.model_validate({"stages": [{"kind": "finetune", **DATA["finetune"]}]})))
    with pytest.raises(UserError, match="no preset 'theirs'"):
        apply_settings(plan, ["preset=theirs"])


@pytest.mark.parametrize("kind", KINDS)
def test_the_form_says_of_each_field_what_is_published(kind: str) -> None:
    stage = Stage.known_options()[kind]
    paths = {meta.path for meta in walk_fields(stage)}
    assert set(published_values(kind)) <= paths
    known = {meta.name: meta for meta in describe_fields(stage)}
    assert "paper's code" in tooltip(known["clip"]).lower()
    assert known["preset"].choices[CODE] == "As the paper's code"
    assert stage.essential.index("preset") < stage.essential.index("learning_rate")  # above what it sets


def test_pre_training_of_the_code_follows_google() -> None:
    stage = stage_of("further_pretrain", preset=CODE)
    assert (stage.clip, stage.batch_size, stage.max_length) == ("all", 32, 128)
    assert stage.duplication == 5 and stage.most_masked == 20  # type: ignore[attr-defined]
    rises = [stage.schedule.factor(step, 100_000) for step in (0, 5_000, 9_999, 10_000, 50_000)]
    assert rises == pytest.approx([0.0, 0.5, 0.9999, 0.9, 0.5])
    assert math.isclose(stage.schedule.factor(99_999, 100_000), 1e-5)


def test_a_stage_of_which_nothing_is_published_offers_no_preset_and_refuses_one() -> None:
    for kind, stage in Stage.known_options().items():
        names = {meta.name for meta in describe_fields(stage)}
        assert ("preset" in names) == (kind in KINDS), kind
    with pytest.raises(PydanticCustomError, match="no published preset for a stage of kind 'distillation'"):
        preset_values("distillation", CODE)
