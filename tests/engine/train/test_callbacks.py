"""What happens between updates: who is asked when, and that nothing is lost wherever the consumer stops."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from engine.compute.device import choose_device
from engine.compute.process_group import ALONE
from engine.events import (
    CheckpointSaved,
    Evaluation,
    Event,
    PhaseKind,
    PhaseProgress,
    RunNotice,
    StepMetrics,
)
from engine.spec.experiment import Experiment
from engine.stages.base import StageContext, prepare_stage
from engine.train.callbacks import Callback, ReportCallback, stage_callbacks
from engine.train.checkpoints import Checkpoints, RunProgress
from engine.train.loop import run_updates, train
from engine.train.stage_run import StageRun, open_stage
from engine.train.update import UpdateResult

T = TypeVar("T")
Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")


def result_of(generator: Generator[Event, None, T]) -> T:
    while True:
        try:
            next(generator)
        except StopIteration as end:
            returned: T = end.value
            return returned


def opened(experiment: Experiment, folder: Path) -> StageRun:
    """The first stage of ``experiment`` before its first update."""
    context = StageContext(experiment, 0, experiment.encoder, choose_device(experiment.compute), folder)
    task = prepare_stage(experiment.stages[0], context, lambda *_: None)
    progress = RunProgress(identity=experiment.identity(), precision="fp32")
    return result_of(open_stage(task, context, Checkpoints(folder / "checkpoints"), progress, ALONE))


class Logger(Callback):
    """Notes when it is asked, and speaks each time."""

    def __init__(self, name: str, log: list[str]) -> None:
        self.name, self.log = name, log

    def observe(self, run: StageRun, result: UpdateResult) -> None:
        self.log.append(f"{self.name} sees {run.step}: {result.texts} texts")

    def between_updates(self, run: StageRun) -> Iterator[Event]:
        self.log.append(f"{self.name} after {run.step}")
        yield RunNotice("info", f"{self.name} {run.step}")


def test_all_take_an_update_before_the_first_of_them_speaks(make: Make, tmp_path: Path) -> None:
    log: list[str] = []
    run = opened(make(epochs=1), tmp_path)
    events = list(run_updates(run, [Logger("a", log), Logger("b", log)]))
    assert log[:6] == [
        "a after 0", "b after 0", "a sees 1: 8 texts", "b sees 1: 8 texts", "a after 1", "b after 1",
    ]  # fmt: skip
    steps = run.task.steps
    assert log[-2:] == [f"a after {steps}", f"b after {steps}"]
    spoken = [event.text for event in events if isinstance(event, RunNotice)]
    assert spoken == [f"{name} {step}" for step in range(steps + 1) for name in "ab"]
    # That updates are made is said once, since nothing interrupts them.
    assert [e.kind for e in events if isinstance(e, PhaseProgress)] == [PhaseKind.UPDATES]


@pytest.mark.parametrize("name", ["a", "b"])
def test_closed_at_any_callback_the_checkpoint_holds_the_update_before_it(
    name: str, make: Make, tmp_path: Path
) -> None:
    run, log = opened(make(epochs=1), tmp_path), list[str]()
    events = run_updates(run, [ReportCallback(), Logger("a", log), Logger("b", log)])
    for event in events:
        if isinstance(event, RunNotice) and event.text == f"{name} 3":
            break
    events.close()  # type: ignore[attr-defined]
    progress = Checkpoints(tmp_path / "checkpoints").read()
    assert progress is not None and progress.step == 3
    assert not progress.untold, "what was reported is not reported again"


def test_a_pause_delivers_what_was_measured_before_it_begins(make: Make, tmp_path: Path) -> None:
    class Pausing(Callback):
        def between_updates(self, run: StageRun) -> Iterator[Event]:
            if run.step in (2, 3):
                yield from run.pause_for("Thinking", PhaseKind.PREPARING)

    run = opened(make(epochs=1), tmp_path)
    # Asked before the metrics are reported, so they are still to come when the pause begins.
    events = list(run_updates(run, [Pausing(), ReportCallback()]))
    order = [
        event.text if isinstance(event, PhaseProgress) else event.step
        for event in events
        if isinstance(event, PhaseProgress | StepMetrics)
    ]
    title = run.task.stage.title
    assert order[:8] == [title, 1, 2, "Thinking", title, 3, "Thinking", title]


def test_the_order_of_a_stage_is_metrics_checkpoint_evaluation_probes_kept_weights() -> None:
    names = [type(callback).__name__ for callback in stage_callbacks()]
    assert names == [
        "ReportCallback",
        "CheckpointCallback",
        "EvaluationCallback",
        "ProbeCallback",
        "KeepStepCallback",
    ]
    assert [c.on_all_ranks for c in stage_callbacks()] == [False, False, True, False, False]


def test_checkpoints_are_saved_by_the_clock_and_steps_are_kept_once(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.train import callbacks as module

    now = [0.0]

    def tick() -> float:
        now[0] += 1.0
        return now[0]

    monkeypatch.setattr(module.time, "monotonic", tick)
    first = make(kind="further_pretrain", keep="4, 8", compute={"checkpoint_seconds": 5})
    saved = [event for event in train(first, tmp_path) if isinstance(event, CheckpointSaved)]
    assert [event.step for event in saved if event.slot == "kept"] == [4, 8]
    assert len([event for event in saved if event.slot == "last"]) >= 3


def test_the_best_evaluation_is_the_earliest_of_equals(make: Make, tmp_path: Path) -> None:
    # A rate so low that all evaluations are equal.
    events = list(train(make(learning_rate=1e-9, epochs=3), tmp_path))
    best = [
        event.best
        for event in events
        if isinstance(event, Evaluation) and event.split == "validation" and not event.final
    ]
    assert len(best) > 1 and best[0] and not any(best[1:])
