"""What stands in the way of a draft, and where."""

from __future__ import annotations

from engine.analysis.stage_data import StageData
from engine.spec.checks.cross_field import DataFacts
from engine.spec.data import NOT_DOWNLOADED
from engine.spec.experiment import parse_experiment
from engine.spec.recipes import list_recipes
from engine.spec.sweep import Plan
from tests.workbench.pages.design.drafted import FACTS, Known, quickstart
from workbench.pages.design.context.findings import (
    blocking_findings,
    card_of,
    find_problems,
    finding_sentence,
    level_of,
)
from workbench.pages.design.draft.draft import from_plan, from_recipe


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
