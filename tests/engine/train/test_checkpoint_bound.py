"""The best checkpoint within a bound: which one is chosen, when a stage ends for it, what resume changes."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.errors import UserError
from engine.events import CheckpointSaved, Evaluation, Event, ProbeMeasured, RunNotice
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.stages.checkpoint_bound import LeastBound, MostBound
from engine.train.loop import train
from tests.sampling import nightly_but

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")

PROBES: dict[str, object] = {
    "texts": 6, "length": 24, "points": 1, "similarity": False, "attention": False, "examples": False,
}  # fmt: skip


def bounded(make: Make, within: dict[str, object], probes: dict[str, object] = PROBES) -> Experiment:
    design = make(epochs=3, learning_rate=3e-3, evaluations=2, within=within)
    return parse_experiment(design.model_dump(mode="json") | {"probes": probes})


class Course(NamedTuple):
    """What a run has shown: by step the error and the measures of each evaluation, and the step it handed on."""

    errors: dict[int, float]
    measures: dict[str, dict[int, float]]
    chosen: int
    notices: list[str]


def course(events: list[Event]) -> Course:
    checked = [e for e in events if isinstance(e, Evaluation) and e.split == "validation" and not e.final]
    measures: dict[str, dict[int, float]] = {}
    for event in events:
        if isinstance(event, ProbeMeasured) and not event.chosen:
            for key, value in event.values.items():
                measures.setdefault(key, {})[event.step] = value
    chosen = next(e.step for e in events if isinstance(e, Evaluation) and e.final)
    notices = [e.text for e in events if isinstance(e, RunNotice)]
    return Course({e.step: e.values["validation/error"] for e in checked}, measures, chosen, notices)


def run(experiment: Experiment, folder: Path) -> Course:
    folder.mkdir()
    return course(list(train(experiment, folder)))


@pytest.fixture
def free(make: Make, tmp_path: Path) -> Course:
    """The run with a bound that nothing reaches: every evaluation is measured and may be chosen."""
    return run(bounded(make, {"kind": "most", "measure": "drift/all", "value": 1e9}), tmp_path / "free")


def test_every_evaluation_is_measured_and_the_best_within_the_bound_is_chosen(
    make: Make, free: Course, tmp_path: Path
) -> None:
    drift = free.measures["drift/all"]
    steps = sorted(free.errors)
    assert set(steps) <= set(drift), "an evaluation was not measured"
    # A bound between the drift of the first evaluation and that of the second: only the first keeps to it.
    assert drift[steps[0]] < drift[steps[1]], "this design does not drift at once"
    middle = (drift[steps[0]] + drift[steps[1]]) / 2
    held = run(
        bounded(make, {"kind": "most", "measure": "drift/all", "value": middle, "patience": 0}),
        tmp_path / "held",
    )
    inside = [step for step in steps if drift[step] <= middle]
    assert held.errors == free.errors  # the training is the same
    assert held.chosen == min(inside, key=lambda step: (free.errors[step], step))
    assert not any("No evaluation keeps" in each for each in held.notices)


def test_a_stage_ends_once_it_has_stayed_outside_and_keeps_the_nearest(make: Make, tmp_path: Path) -> None:
    found = run(
        bounded(make, {"kind": "most", "measure": "drift/all", "value": 0.0, "patience": 2}), tmp_path / "run"
    )
    steps = sorted(found.errors)
    assert len(steps) == 2, "it went on"
    drift = found.measures["drift/all"]
    assert found.chosen == min(steps, key=lambda step: drift[step])
    assert "Stopped early: 2 evaluations in a row violated drift/all at most 0." in found.notices
    assert any(each.startswith("No evaluation satisfies drift/all at most 0,") for each in found.notices)


def test_language_lost_is_counted_from_the_run_s_beginning(make: Make, free: Course, tmp_path: Path) -> None:
    loss = free.measures["retention/loss"]
    factors = {step: math.exp(loss[step] - loss[0]) for step in free.errors}
    bound = sorted(factors.values())[1]
    held = run(
        bounded(make, {"kind": "most", "measure": "retention/factor", "value": bound + 1e-9, "patience": 0}),
        tmp_path / "held",
    )
    inside = [step for step in sorted(factors) if factors[step] <= bound + 1e-9]
    assert 0 < len(inside) < len(factors)
    assert held.chosen == min(inside, key=lambda step: (free.errors[step], step))


@pytest.mark.parametrize("slot", nightly_but({1}, ["best", "last"]))
def test_stopped_and_resumed_it_chooses_the_same(make: Make, free: Course, tmp_path: Path, slot: str) -> None:
    drift = free.measures["drift/all"]
    steps = sorted(free.errors)
    within = {"kind": "most", "measure": "drift/all", "value": drift[steps[2]], "patience": 0}
    whole = run(bounded(make, within), tmp_path / "whole")
    folder = tmp_path / "parts"
    folder.mkdir()
    events, first = train(bounded(make, within), folder), list[Event]()
    for event in events:
        first.append(event)
        # Between the measure of forgetting and the evaluation that it decides on, or right after that.
        measured = isinstance(event, ProbeMeasured) and event.probe == "drift" and event.step == steps[1]
        if measured if slot == "last" else isinstance(event, CheckpointSaved) and event.slot == "best":
            break
    events.close()  # type: ignore[attr-defined]
    resumed = course([*first, *train(bounded(make, within), folder, resume=True)])
    assert (resumed.chosen, resumed.errors) == (whole.chosen, whole.errors)


def test_a_bound_on_a_validation_metric_needs_no_probes(make: Make, free: Course, tmp_path: Path) -> None:
    worst = max(free.errors.values())
    found = run(
        bounded(
            make,
            {"kind": "least", "measure": "validation/error", "value": worst, "patience": 0},
            {"on": False},
        ),
        tmp_path / "run",
    )
    assert found.errors[found.chosen] == worst


def test_what_is_not_measured_is_said_before_training_or_at_the_first_evaluation(
    make: Make, tmp_path: Path
) -> None:
    lost = {"kind": "most", "measure": "retention/factor", "value": 1.5}
    with pytest.raises(
        UserError, match="retention/factor should choose the checkpoint, but it is not measured"
    ):
        list(train(bounded(make, lost, {"on": False}), tmp_path))
    with pytest.raises(UserError, match=r"drift/oll.*was not measured.*drift/all"):
        list(train(bounded(make, {"kind": "most", "measure": "drift/oll", "value": 1}), tmp_path))
    with pytest.raises(UserError, match="when the last update is tested"):
        list(train(make(within=lost, checkpoint="last"), tmp_path))


def test_excess_counts_from_the_bound_and_a_measure_that_is_no_number_is_outside() -> None:
    assert MostBound(value=1.5).excess(2.0) == 0.5 and LeastBound(value=90.0).excess(80.0) == 10.0
    assert MostBound(value=1.5).excess(1.5) == 0.0
    assert MostBound().excess(math.nan) == LeastBound().excess(math.nan) == math.inf
    assert MostBound(measure="drift/all", value=2).words == "drift/all at most 2"


def test_passages_count_for_the_identity_only_where_they_decide(make: Make) -> None:
    within = {"kind": "most", "measure": "retention/factor", "value": 1.5}
    one, other = (bounded(make, within, PROBES | {"texts": number}) for number in (6, 7))
    assert one.identity() != other.identity()
    free = [bounded(make, {"kind": "none"}, PROBES | {"texts": number}) for number in (6, 7)]
    assert (
        free[0].identity()
        == free[1].identity()
        == make(epochs=3, learning_rate=3e-3, evaluations=2).identity()
    )
