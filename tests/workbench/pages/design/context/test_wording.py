"""Cards, names and commands of a draft, in words."""

from __future__ import annotations

import shlex
from typing import Any

import pytest

from engine.spec.experiment import parse_experiment
from engine.spec.recipes import find_recipe, list_recipes
from engine.spec.sweep import Plan
from tests.workbench.pages.design.drafted import TINY, Known, quickstart
from workbench.pages.design.context.wording import (
    command_line,
    count_of_runs,
    describe_combination,
    describe_recipe,
    describe_sweep,
    encoder_lines,
    run_button_text,
    stage_lines,
    stage_title,
)
from workbench.pages.design.draft.draft import Draft, from_recipe


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


def test_the_head_says_where_the_draft_came_from() -> None:
    draft = quickstart()
    assert describe_recipe(draft) == "Recipe, unchanged"
    assert describe_recipe(draft.with_value("seed", 1)) == "From recipe Start, 1 change"
    assert run_button_text(draft) == "Run"
    assert run_button_text(draft.with_axis("seed", list(range(12)))) == "Run 12 runs"


def test_combinations_are_told_apart_in_words() -> None:
    draft = quickstart().with_axis("stages.0.learning_rate", [3e-4, 5e-5])
    assert describe_combination(draft, {"stages.0.learning_rate": 5e-5}) == "learning rate 5e-5"
    tail = {"kind": "tail"}
    assert describe_combination(draft, {"stages.0.truncation": tail}) == "truncation tail"


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
