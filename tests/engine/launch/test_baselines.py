"""The baselines of a design: one per data set and classifier, whatever else the design varies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import UserError
from engine.launch.baselines import baseline_experiments, has_baseline
from engine.spec.describe import describe_fields
from engine.spec.experiment import Experiment, find_problems, parse_experiment
from engine.spec.recipes import find_recipe
from engine.spec.stages.baseline import BaselineKind
from engine.spec.stages.encoder_baselines import PrototypeBaseline, readable_class_name
from engine.spec.stages.linear_baseline import LinearBaseline
from engine.spec.sweep import apply_settings
from engine.spec.toml import dumps, loads

BASELINE = {"kind": "linear_baseline", "data": {"source": "samples:reviews"}}


def test_a_sweep_has_one_baseline_per_data_set_and_classifier() -> None:
    plan = apply_settings(find_recipe("quickstart").plan, ["seed=[1,2]", "learning_rate=[1e-4,3e-4]"])
    made = baseline_experiments(plan.expand())
    words = [each.stages[0] for each in made if isinstance(each.stages[0], LinearBaseline)]
    assert [stage.classifier for stage in words] == ["logistic_regression", "naive_bayes"]
    assert [each.stages[0].kind for each in made[2:]] == ["frozen_baseline"]
    (own,) = plan.experiment.stages[0].sources().values()
    assert all(each.stages[0].sources() == {"data": own} for each in made)
    shares = baseline_experiments(
        apply_settings(find_recipe("quickstart").plan, ["data.train_rows=[20,50]"]).expand(), ["bag_of_words"]
    )
    assert [each.stages[0].data.train_rows for each in shares] == [20, 20, 50, 50]  # type: ignore[attr-defined]


def test_a_design_of_several_tasks_has_a_baseline_for_each() -> None:
    plan = find_recipe("table-7").plan
    sources = {each.stages[0].data.source for each in baseline_experiments(plan.expand())}  # type: ignore[attr-defined]
    assert sources == {"samples:reviews", "samples:headlines", "samples:questions"}


def test_a_design_without_validation_labels_has_a_baseline_without() -> None:
    plan = apply_settings(find_recipe("quickstart").plan, ["checkpoint=last"])
    made = baseline_experiments(plan.expand(), ["bag_of_words"])
    assert {each.stages[0].select for each in made} == {"fixed"}  # type: ignore[attr-defined]


def test_a_design_without_labels_has_none() -> None:
    corpus = {"kind": "further_pretrain", "data": [{"source": "samples:reviews"}]}
    with pytest.raises(UserError, match="no stage learns labels that a baseline can learn"):
        baseline_experiments([parse_experiment({"stages": [corpus]})])


@pytest.mark.parametrize(
    ("target", "objective", "kinds"),
    [
        ("class", "single_label", ["linear_baseline", "linear_baseline", "frozen_baseline"]),
        ("number", "regression", ["linear_baseline", "frozen_baseline"]),
        ("labels", "multi_label", ["linear_baseline", "frozen_baseline"]),
        ("rank", "ordinal", ["linear_baseline", "frozen_baseline"]),
        ("distribution", "soft_label", []),
    ],
)
def test_each_kind_of_label_has_the_baselines_that_learn_it(
    target: str, objective: str, kinds: list[str]
) -> None:
    """Naive Bayes learns one class for each text; nothing linear here learns distributions."""
    data = {"source": "samples:reviews", "target": {"kind": target}}
    design = parse_experiment({"stages": [{"kind": "finetune", "data": data, "objective": objective}]})
    assert has_baseline(design.stages) == bool(kinds)
    if kinds:
        assert [each.stages[0].kind for each in baseline_experiments([design])] == kinds


def test_class_names_are_asked_of_encoders_that_compare_sentences(tmp_path: Path) -> None:
    stage = {"kind": "finetune", "data": {"source": "samples:reviews"}, "max_length": 64}

    def kinds(source: str, *asked: BaselineKind) -> list[str]:
        design = parse_experiment({"encoder": {"source": source}, "stages": [stage]})
        return [each.stages[0].kind for each in baseline_experiments([design], asked)]

    assert "prototype_baseline" not in kinds(str(tmp_path))
    assert kinds(str(tmp_path), "prototypes") == ["prototype_baseline"]
    (tmp_path / "modules.json").write_text("[]", encoding="utf-8")
    assert kinds(str(tmp_path))[-2:] == ["frozen_baseline", "prototype_baseline"]
    (made,) = baseline_experiments([parse_experiment({"stages": [stage]})], ["frozen"])
    assert made.stages[0].max_length == 64, "it reads as much of a text as the design does"
    assert made.is_seedless and not made.trains_encoder and made.reads_encoder


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("card_not_working", "card not working"),
        ("lost-or-stolen", "lost or stolen"),
        ("pinBlocked", "pin blocked"),
        ("NASA", "NASA"),
        ("Sci/Tech", "sci tech"),
        ("+++", "+++"),
    ],
)
def test_class_names_are_read_as_words(name: str, words: str) -> None:
    assert readable_class_name(name) == words
    (stage,) = parse_experiment(
        {
            "stages": [
                {
                    "kind": "prototype_baseline",
                    "data": {"source": "samples:reviews"},
                    "template": "On {class}.",
                }
            ]
        }
    ).stages
    assert isinstance(stage, PrototypeBaseline)
    assert stage.prototype(name) == f"On {words}."


def test_a_template_without_the_name_is_refused() -> None:
    table = {"kind": "prototype_baseline", "data": {"source": "samples:reviews"}, "template": "a text"}
    (problem,) = find_problems({"stages": [table]}).values()
    assert "needs {class} once" in problem


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
    assert "stage 2 trains no encoder" in problem
    assert not find_problems({"stages": [BASELINE, BASELINE]})
