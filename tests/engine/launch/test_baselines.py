"""The baselines of a design: one per data set and classifier, whatever else the design varies."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.errors import UserError
from engine.launch.baselines import baseline_experiments, has_baseline
from engine.spec.describe import describe_fields
from engine.spec.experiment import Experiment, find_problems, parse_experiment
from engine.spec.recipes import find_recipe
from engine.spec.stages.linear_baseline import LinearBaseline
from engine.spec.sweep import apply_settings
from engine.spec.toml import dumps, loads

BASELINE = {"kind": "linear_baseline", "data": {"source": "samples:reviews"}}


def test_a_sweep_has_one_baseline_per_data_set_and_classifier() -> None:
    plan = apply_settings(find_recipe("quickstart").plan, ["seed=[1,2]", "learning_rate=[1e-4,3e-4]"])
    made = baseline_experiments(plan.expand())
    assert [each.stages[0].classifier for each in made] == ["logistic_regression", "naive_bayes"]  # type: ignore[attr-defined]
    (own,) = plan.experiment.stages[0].sources().values()
    assert all(each.stages[0].sources() == {"data": own} for each in made)
    shares = baseline_experiments(
        apply_settings(find_recipe("quickstart").plan, ["data.train_rows=[20,50]"]).expand()
    )
    assert [each.stages[0].data.train_rows for each in shares] == [20, 20, 50, 50]  # type: ignore[attr-defined]


def test_a_design_of_several_tasks_has_a_baseline_for_each() -> None:
    plan = find_recipe("table-7").plan
    sources = {each.stages[0].data.source for each in baseline_experiments(plan.expand())}  # type: ignore[attr-defined]
    assert sources == {"samples:reviews", "samples:headlines", "samples:questions"}


def test_a_design_without_validation_labels_has_a_baseline_without() -> None:
    plan = apply_settings(find_recipe("quickstart").plan, ["checkpoint=last"])
    assert {each.stages[0].select for each in baseline_experiments(plan.expand())} == {"fixed"}  # type: ignore[attr-defined]


def test_a_design_without_labels_has_none() -> None:
    corpus = {"kind": "further_pretrain", "data": [{"source": "samples:reviews"}]}
    with pytest.raises(UserError, match="no stage learns one class"):
        baseline_experiments([parse_experiment({"stages": [corpus]})])


@pytest.mark.parametrize(("objective", "has"), [("single_label", True), ("regression", False)])
def test_numbers_have_none(objective: str, has: bool) -> None:
    stage = {"kind": "finetune", "data": {"source": "samples:reviews"}, "objective": objective}
    assert has_baseline(parse_experiment({"stages": [stage]}).stages) == has


def test_what_only_an_encoder_has_is_neither_set_nor_stored_nor_counted() -> None:
    (stage,) = parse_experiment({"stages": [BASELINE]}).stages
    names = {meta.name for meta in describe_fields(LinearBaseline)}
    assert names == {"data", "classifier", "terms", "ngrams", "most_terms", "select"}
    assert set(stage.model_dump()) == set(json.loads(stage.model_dump_json())) == names | {"kind"}
    assert set(stage.identity_fields()) == names | {"kind"}
    (problem,) = find_problems({"stages": [BASELINE | {"learning_rate": 1e-3}]}).values()
    assert "no field 'learning_rate'" in problem
    schema: Any = Experiment.model_json_schema()
    assert "learning_rate" not in schema["$defs"]["LinearBaseline"]["properties"]
    assert "learning_rate" in schema["$defs"]["Finetune"]["properties"]


def test_it_goes_through_a_toml_file() -> None:
    for made in baseline_experiments([find_recipe("quickstart").plan.experiment]):
        again = loads(dumps(made)).experiment
        assert again == made
        assert again.identity() == made.identity()


def test_it_shares_no_run_with_an_encoder() -> None:
    tuned = {"kind": "finetune", "data": {"source": "samples:reviews"}}
    (problem,) = find_problems({"stages": [tuned, BASELINE]}).values()
    assert "stage 2 reads no encoder" in problem
    assert not find_problems({"stages": [BASELINE, BASELINE]})
