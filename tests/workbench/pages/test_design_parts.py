"""The pure parts of the Design page: rates, words, findings."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.analysis.stage_data import StageData
from engine.model.encoders import EncoderInfo
from engine.spec.checks.cross_field import DataFacts
from engine.spec.data import NOT_DOWNLOADED
from engine.spec.experiment import parse_experiment
from engine.spec.recipes import find_recipe, list_recipes
from engine.spec.sweep import Plan
from workbench.pages.design.context.draft_context import MachineInfo
from workbench.pages.design.context.findings import (
    blocking_findings,
    card_of,
    find_problems,
    finding_sentence,
    level_of,
)
from workbench.pages.design.context.wording import (
    command_line,
    compute_lines,
    describe_combination,
    describe_recipe,
    describe_sweep,
    encoder_lines,
    run_button_text,
    stage_lines,
    stage_title,
)
from workbench.pages.design.draft.draft import Draft, from_plan, from_recipe

TINY = EncoderInfo("tiny", "bert", 4, 256, 4, 8192, 128, 5_290_000)
FACTS = DataFacts(2880, 320, 800, {"negative": 1440, "positive": 1440})


@dataclass
class Known:
    encoder: EncoderInfo | None = TINY
    encoder_problem: str = ""
    names: dict[str, str] = field(default_factory=lambda: {"samples:reviews": "Long reviews"})
    data: StageData = field(default_factory=lambda: StageData(facts=FACTS))

    def stage(self, index: int) -> StageData:
        return self.data


def quickstart() -> Draft:
    """A draft that begins with a plan of our own: what the bundled recipes hold may change."""
    stage = {
        "kind": "finetune",
        "data": "samples:reviews",
        "learning_rate": 3e-4,
        "epochs": 3,
        "batch_size": 32,
        "truncation": {"kind": "head_tail_share", "head": 0.25},
    }
    return from_plan(Plan(parse_experiment({"name": "Start", "stages": [stage]})), "Start", "start")


# -- words -------------------------------------------------------------------------------------------------


def test_cards_say_what_will_happen() -> None:
    draft = quickstart()
    assert stage_title(draft, 0) == "1 Fine-tuning"
    assert stage_lines(draft, 0, Known()) == [  # type: ignore[arg-type]
        "Long reviews, 4,000 texts",
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
    assert stage_lines(draft, 0, Known())[2] == "Sweep: 2 learning rates × 3 seeds"  # type: ignore[arg-type]


@pytest.mark.parametrize("known", list_recipes(), ids=lambda r: r.name)
def test_every_recipe_has_cards(known: Any) -> None:
    draft = from_recipe(known)
    for index in range(len(draft.stages)):
        lines = stage_lines(draft, index, Known())  # type: ignore[arg-type]
        assert 1 <= len(lines) <= 3 and all(lines)


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
    assert describe_combination(draft, {"stages.0.truncation": tail}) == "keep of long texts tail"


# -- the command -------------------------------------------------------------------------------------------


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


# -- findings ----------------------------------------------------------------------------------------------


def test_nothing_is_wrong_with_a_recipe() -> None:
    for known in list_recipes():
        if not known.plan.experiment.stages[0].max_length:
            assert blocking_findings(find_problems(from_recipe(known), Known(), {})) == {}, known.name


def test_all_kinds_of_trouble_are_found_at_their_fields() -> None:
    draft = (
        quickstart()
        .with_value("stages.0.max_length", 512)
        .with_value("stages.0.features.layers", "9")
        .with_axis("stages.0.dropout", [0.1, 1.5])
    )
    known = Known(data=StageData(problem="reviews.csv: there is no such file. Check the path."))
    found = find_problems(draft, known, {"stages.0.epochs": "A number is needed here."})
    assert set(blocking_findings(found)) == {"stages.0.epochs", "stages.0.dropout", "stages.0.data.source"}
    assert found["stages.0.data.source"].message == "there is no such file. Check the path."
    valid = find_problems(draft.with_axis("stages.0.dropout", None), Known(), {})
    assert set(blocking_findings(valid)) == {"stages.0.max_length", "stages.0.features.layers"}
    assert level_of(valid, "stages.0") == "error" and level_of(valid, "encoder") == ""


def test_a_set_of_the_hub_that_has_yet_to_be_fetched_does_not_block() -> None:
    known = Known(data=StageData(problem=f"paper:imdb: {NOT_DOWNLOADED} Read it once on the Data page."))
    found = find_problems(quickstart(), known, {})
    assert not blocking_findings(found)
    assert "downloads it" in found["stages.0.data.source"].message


def test_an_encoder_that_is_none_blocks() -> None:
    found = find_problems(quickstart(), Known(encoder=None, encoder_problem="that is no model."), {})
    assert list(blocking_findings(found)) == ["encoder.source"]


def test_a_warning_does_not_block() -> None:
    facts = DataFacts(2880, 320, 800, {"a": 1, "b": 1}, shared=3)
    found = find_problems(quickstart(), Known(data=StageData(facts=facts)), {})
    assert blocking_findings(found) == {} and level_of(found, "stages.0") == "warning"


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
