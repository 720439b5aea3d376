"""Choices that do not serve a design: losses for other labels, metrics it has not, answers that are not there."""

from __future__ import annotations

from engine.spec.checks.cross_field import check_experiment
from engine.spec.checks.findings import DataFacts
from engine.spec.checks.unfit_choices import unfit_choices
from engine.spec.experiment import Experiment, parse_experiment


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
