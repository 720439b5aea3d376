"""Objectives and metrics that fit their labels, and choices that do not."""

from __future__ import annotations

from engine.spec.checks.cross_field import check_experiment
from engine.spec.checks.findings import DataFacts
from engine.spec.checks.unfit_choices import unfit_choices
from engine.spec.experiment import Experiment, parse_experiment


def findings(stage: dict[str, object]) -> dict[str, str]:
    experiment = parse_experiment({"stages": [stage]})
    return {place: str(finding) for place, finding in check_experiment(experiment).items() if finding.blocks}


NUMBERS = {"source": "samples:reviews", "target": "number"}


def test_an_objective_that_fits_its_labels_chooses_by_its_main_metric() -> None:
    stage = {"kind": "finetune", "data": NUMBERS, "objective": "regression"}
    assert findings(stage) == {}
    assert parse_experiment({"stages": [stage]}).stages[0].best_on == "rmse"  # type: ignore[attr-defined]


def test_labels_of_another_kind_are_told_at_the_labels() -> None:
    messages = findings({"kind": "finetune", "data": "samples:reviews", "objective": "regression"})
    assert "Read them as a number" in messages["stages.0.data.target"]


def test_labels_that_the_data_declare_ask_for_their_objective() -> None:
    tasks = [{"data": "samples:reviews"}, {"name": "other", "data": NUMBERS}]
    messages = findings({"kind": "multitask", "tasks": tasks})
    assert list(messages) == ["stages.0.tasks.1.objective"]
    assert "Learn regression" in messages["stages.0.tasks.1.objective"]
    # What a name of the catalogue stands for is known once it has been looked up, or inspected.
    experiment = parse_experiment({"stages": [{"kind": "finetune", "data": "catalogue:topics"}]})
    assert "stages.0.objective" not in check_experiment(experiment)
    seen = DataFacts(90, 10, 9, {"a": 50, "b": 40}, target="labels")
    finding = check_experiment(experiment, None, {0: seen})["stages.0.objective"]
    assert (
        finding.fix == ("stages.0.objective", {"kind": "multi_label"}) and "several labels" in finding.message
    )


def test_a_metric_of_another_objective_is_told_where_it_was_chosen() -> None:
    messages = findings(
        {"kind": "finetune", "data": NUMBERS, "objective": "regression", "best_on": "accuracy"}
    )
    assert messages == {"stages.0.best_on": "regression has no accuracy. Choose by its RMSE."}


def test_what_was_there_before_passes() -> None:
    for metric in ("error", "loss", "accuracy"):
        assert findings({"kind": "finetune", "data": "samples:reviews", "best_on": metric}) == {}


def design(*stages: dict[str, object]) -> Experiment:
    own = {"kind": "finetune", "data": {"source": "own.csv"}}
    return parse_experiment(
        {"encoder": {"source": "palimpsest-tiny"}, "stages": [own | each for each in stages]}
    )


def test_metrics_and_losses_follow_the_labels() -> None:
    numbers = design({"objective": "regression", "data": {"source": "own.csv", "target": "number"}})
    unfit = unfit_choices(numbers)
    metrics, losses = unfit["stages.0.best_on"], unfit["stages.0.objective"]
    assert "error" in metrics and "Regression" in metrics["macro_f1"] and "rmse" not in metrics
    assert "single_label" in losses and "multi_label" in losses and "regression" not in losses
    for name in metrics:
        wrong = numbers.model_dump(mode="json")
        wrong["stages"][0]["best_on"] = name
        try:
            checked = parse_experiment(wrong)
        except Exception:
            continue  # no metric that may choose at all
        assert check_experiment(checked)["stages.0.best_on"].blocks, f"{name} is greyed out for nothing"


def test_labels_that_may_be_read_otherwise_grey_nothing_out() -> None:
    unfit = unfit_choices(design({}))
    assert "stages.0.objective" not in unfit and "macro_f1" not in unfit["stages.0.best_on"]
    named = {"data": {"source": "catalogue:own"}}
    facts = DataFacts(10, 2, 2, {}, target="labels")
    assert "single_label" in unfit_choices(design(named), {0: facts})["stages.0.objective"]
    assert "stages.0.objective" not in unfit_choices(design(named))


def test_strategies_that_would_ask_an_earlier_task_for_what_it_has_not() -> None:
    first = {"objective": "regression", "data": {"source": "own.csv", "target": "number"}}
    second = {"consolidation": {"kind": "ewc"}, "distillation": {"kind": "lwf", "of": "words"}}
    unfit = unfit_choices(design(first, second))
    assert unfit["stages.1.consolidation.of"].keys() == {"earlier"}
    assert unfit["stages.1.distillation.of"].keys() == {"auto"}
    assert "learnt regression" in unfit["stages.1.distillation.of"]["auto"].lower()
    assert (
        not {"stages.1.consolidation.of", "stages.1.distillation.of"}
        & unfit_choices(design({}, second)).keys()
    )
