"""Objective, labels and the metric that chooses fit each other, or the field at fault is named with a remedy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import pytest

from engine.metrics import base as metrics
from engine.metrics.base import Needs, Outcomes, known_metrics, register_metric
from engine.objectives.base import LabelObjective
from engine.spec.checks.cross_field import check_experiment
from engine.spec.checks.findings import DataFacts
from engine.spec.experiment import parse_experiment
from engine.spec.targets import Target


@pytest.fixture
def regression(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An objective for numbers with a metric of its own, known while the test runs."""
    monkeypatch.setattr(metrics, "_METRICS", dict(known_metrics()))

    class CheckedNumber(Target):
        """A number."""

        title: ClassVar[str] = "Numbers"
        kind: Literal["checked_number"] = "checked_number"

    class CheckedRegression(LabelObjective):
        """Learns a number."""

        title: ClassVar[str] = "Regression"
        kind: Literal["checked_regression"] = "checked_regression"
        target: ClassVar[str] = "checked_number"
        provides: ClassVar[Needs] = "predictions"
        main_metric: ClassVar[str] = "checked_rmse"

    @register_metric(title="RMSE", direction="min", targets=("checked_number",))
    def checked_rmse(outcomes: Outcomes) -> float:
        return 0.0

    yield
    del Target.options["checked_number"], LabelObjective.options["checked_regression"]


def findings(stage: dict[str, object]) -> dict[str, str]:
    experiment = parse_experiment({"stages": [stage]})
    return {place: str(finding) for place, finding in check_experiment(experiment).items() if finding.blocks}


NUMBERS = {"source": "samples:reviews", "target": "checked_number"}


def test_an_objective_that_fits_its_labels_chooses_by_its_main_metric(regression: None) -> None:
    stage = {"kind": "finetune", "data": NUMBERS, "objective": "checked_regression"}
    assert findings(stage) == {}
    assert parse_experiment({"stages": [stage]}).stages[0].best_on == "checked_rmse"  # type: ignore[attr-defined]


def test_labels_of_another_kind_are_told_at_the_labels(regression: None) -> None:
    messages = findings({"kind": "finetune", "data": "samples:reviews", "objective": "checked_regression"})
    assert "Read them as numbers" in messages["stages.0.data.target"]


def test_labels_that_the_data_declare_ask_for_their_objective(regression: None) -> None:
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


def test_a_metric_of_another_objective_is_told_where_it_was_chosen(regression: None) -> None:
    messages = findings(
        {"kind": "finetune", "data": NUMBERS, "objective": "checked_regression", "best_on": "accuracy"}
    )
    assert messages == {"stages.0.best_on": "regression has no accuracy. Choose by its RMSE."}


def test_what_was_there_before_passes() -> None:
    for metric in ("error", "loss", "accuracy"):
        assert findings({"kind": "finetune", "data": "samples:reviews", "best_on": metric}) == {}
