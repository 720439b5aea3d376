"""The probe scheduler, which runs probes at selected moments within a time budget."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import torch
from torch import nn

from engine.events import Event, ExampleForgetting, PhaseKind, ProbeMeasured, ProbingStarted, RunNotice
from engine.json_types import ParsedJson
from engine.model.encoders import load_encoder
from engine.probes.base import (
    Probe,
    ProbeEnvironment,
    ProbeMoment,
    ProbeOccasion,
    ProbeResult,
    build_probes,
    describe_failure,
    runs_at_start,
)
from engine.probes.example_forgetting import ExampleTracker
from engine.probes.record import ProbeRecord
from engine.progress import ReportProgress, with_progress
from engine.spec.experiment import Encoder
from engine.stages.base import MicroBatch, StageContext, StageTask

for _name in (
    "attention",
    "drift",
    "earlier_tasks",
    "knowledge",
    "forward_transfer",
    "retention",
    "similarity",
):
    importlib.import_module(f"engine.probes.{_name}")  # the import registers it; probes run in this order

MEASURING_PHASE = "Measuring forgetting"
COST_PROBE = "cost"
"""The probe name under which the scheduler reports its own cost."""
_SUMS = ("run", "stage", "fixed", "points", "last", "must", "once")
"""Sums of seconds: ``run`` and ``stage`` in earlier sessions, ``fixed`` for building the probes and the start of the
stage, ``points`` for its points so far. ``last`` is the last measurement, ``must`` all mandatory ones of the run.
``once`` are preparations that are cached for later runs.
"""


@contextmanager
def preserve_state(model: nn.Module) -> Iterator[None]:
    """Switch to evaluation mode without gradients, and restore modes and random states exactly afterwards."""
    modes = {name: module.training for name, module in model.named_modules()}
    devices = list(range(torch.cuda.device_count())) if torch.cuda.is_initialized() else []
    try:
        with torch.random.fork_rng(devices=devices), torch.inference_mode(False), torch.no_grad():
            model.eval()
            yield
    finally:
        for name, module in model.named_modules():
            module.training = modes[name]


def carry_over(state: ParsedJson) -> ParsedJson:
    """Return the entries of a scheduler's ``state`` that carry over to the next stage."""
    return {name: state[name] for name in ("seconds", "run", "must", "told", "initial") if name in state}


def planned_points(steps: int, count: int, evaluations: Iterable[int]) -> list[int]:
    """Return the updates of a stage after which to measure, ascending, without its start and its end.

    They are ``count`` evenly spaced ones and those of ``evaluations``, where the error on the task is measured too.
    """
    spread = {round(steps * k / count) for k in range(1, count + 1)}
    return sorted((spread | {*evaluations}) - {0, steps})


def has_room(budget: float, share: float, trained: float, fixed: float, spent: float, last: float) -> bool:
    """Return whether one more point keeps the cost of measuring within the budget.

    The allowance grows with the updates, so skipped points are spread as evenly as measured ones:

        seconds of points so far + one more  <=  (budget x expected seconds of the stage - fixed) x share of its updates

    where ``fixed`` has one more measurement added, at the stage's end.

    Args:
        budget: percent of the stage's time that measuring may take. 100: no limit.
        share: share of the stage's updates that are done, above 0.
        trained: seconds of the stage so far without measuring.
        fixed: seconds for building the probes and for the start of the stage.
        spent: seconds of the points so far.
        last: seconds of the last measurement, the estimate for the next.
    """
    if budget >= 100:
        return True
    allowance = budget / 100 * (trained / share + fixed + spent + last) - fixed - last
    return spent + last <= allowance * share


class ProbeScheduler:
    """The probes of one stage and their schedule.

    The start of the run, the selected checkpoint of each stage and, if different, the end of the stage are always
    measured. In between, ``points`` evenly spaced moments and every evaluation are measured, as far as the budget
    allows (``has_room``). The cost of a point is that of the last measurement.

    The expected seconds of a stage are those of its updates at the pace so far, plus those of measuring. Its fixed
    seconds are those of its start, with all preparations except fitting a head (which is cached for later runs). The
    initial weights of a later stage were already measured by an earlier one.

    Args:
        task: the stage task.
        context: the stage's run.
        origin: step of the run at which the stage begins.
        clock: a monotonic clock in seconds.
        is_main: whether this process measures. Of several processes only the first one does.
    """

    def __init__(
        self,
        task: StageTask,
        context: StageContext,
        origin: int,
        clock: Callable[[], float] = time.monotonic,
        *,
        is_main: bool = True,
    ) -> None:
        self.task, self.context, self.origin, self._clock = task, context, origin, clock
        self.spec = context.experiment.probes
        self.enabled = self.spec.on and is_main
        self._tracker = (
            ExampleTracker(task, context.index, origin) if self.enabled and self.spec.examples else None
        )
        self._environment: ProbeEnvironment | None = None
        self._probes: list[Probe] = []
        self.last_probed_step = -1
        """Number of updates of the stage at the last completed measurement, -1 before any."""
        self._done_probes: list[str] = []
        self._failed_probes: list[str] = []
        self._shown_notices: list[str] = []
        self.seconds: dict[str, float] = {}
        """Seconds that each probe has taken in this run."""
        self._sums = dict.fromkeys(_SUMS, 0.0)
        self._start = clock()
        self._last_step = 0
        self.record = ProbeRecord()
        self.example_events: dict[str, ExampleForgetting] = {}
        """The last reported example forgetting, by task."""
        self.initial: dict[str, float] = {}
        """Measurements before the run's first update, by key."""
        self.latest: dict[str, float] = {}
        """Measurements of the last moment, by key."""
        self.info: dict[str, object] = {}
        evaluations = (step for step in range(task.steps) if task.is_evaluation_due(step))
        self._scheduled_steps = set(planned_points(task.steps, self.spec.points, evaluations))

    def is_due(self, step: int, *, is_end: bool = False, selected_step: int = -1) -> bool:
        """Return whether to measure after ``step`` updates of the stage.

        ``is_end``: whether the stage is over. ``selected_step`` is then the step of the selected checkpoint, which is
        measured separately.
        """
        self._last_step = step
        if not self.enabled or step <= self.last_probed_step:
            return False
        if is_end:
            return step != selected_step
        return step == 0 or (step in self._scheduled_steps and self._fits_budget(step))

    def measure(self, step: int, model: nn.Module, occasion: ProbeOccasion) -> Iterator[Event]:
        """Run every probe on the stage's model, which has the weights after ``step`` updates."""
        if not self.enabled:
            return
        if self._environment is None:
            yield from self._build_probes(model)
        is_later_start = occasion == "start" and self.origin > 0
        if not self._done_probes:
            self.latest = {}  # so that a failing probe leaves no value of an earlier moment
        moment, before = ProbeMoment(self.origin + step, self.context.index, occasion), self._total_seconds()
        for probe in list(self._probes):
            if probe.name in self._done_probes or (is_later_start and not runs_at_start(probe.name)):
                continue
            start = self._clock()
            result, failure = self._run_probe(probe, moment, model)
            seconds = self._clock() - start
            self._add_seconds(probe.name, seconds)
            # Update the state before each event, since the consumer may stop at any of them.
            self._done_probes.append(probe.name)
            if failure:
                self._probes.remove(probe)
                self._failed_probes.append(probe.name)
                yield RunNotice("warning", f"Not measured any more: {probe.name}. {failure}")
            if result.values or result.maps:
                event = ProbeMeasured(
                    probe.name, moment.step, result.values, result.maps, seconds, chosen=occasion == "chosen"
                )
                self._update_latest(event)
                self._record_result(event)
                yield event
        self._finish_moment(step, occasion, self._total_seconds() - before)
        if self._probes and not is_later_start:
            # At the current step of the stage, not at that of the selected weights.
            yield ProbeMeasured(COST_PROBE, self.origin + max(self._last_step, step), self._cost_metrics())
        if occasion == "chosen" and self._is_last() and (note := self._budget_notice()):
            yield note

    def state(self) -> ParsedJson:
        """Return the state of the scheduler for a checkpoint, as JSON values."""
        return {
            "probed": self.last_probed_step,
            "asked": list(self._done_probes),
            "dropped": list(self._failed_probes),
            "told": list(self._shown_notices),
            "seconds": dict(self.seconds),
            **self._sums,
            "run": self._elapsed("run"),
            "stage": self._elapsed("stage"),
            "readings": self.record.state(),
            "initial": dict(self.initial),
            "latest": dict(self.latest),
        }

    def restore(self, state: ParsedJson) -> None:
        """Restore the state from a checkpoint, or from ``carry_over`` of the previous stage."""
        self.last_probed_step = int(state.get("probed", -1))
        self._done_probes, self._failed_probes = list(state.get("asked", [])), list(state.get("dropped", []))
        self._shown_notices, self.seconds = list(state.get("told", [])), dict(state.get("seconds", {}))
        self._sums = {name: float(state.get(name, 0.0)) for name in _SUMS}
        self.initial, self.latest = dict(state.get("initial", {})), dict(state.get("latest", {}))
        self.record = ProbeRecord(state.get("readings", []))

    def tensors(self) -> dict[str, torch.Tensor]:
        """Return the tensors for a checkpoint."""
        return (self._tracker.tensors() if self._tracker else {}) | self.record.tensors()

    def restore_tensors(self, tensors: dict[str, torch.Tensor]) -> None:
        """Restore the tensors from a checkpoint."""
        if self._tracker:
            self._tracker.restore_tensors(tensors)
        self.record.restore_tensors(tensors)

    def record_examples(self, step: int, micro_batch: MicroBatch, correct: torch.Tensor | None) -> None:
        """Record which texts of a micro-batch of update ``step`` were classified correctly."""
        if self._tracker:
            self._tracker.record(step, micro_batch, correct)

    def report_examples(self, step: int) -> Iterator[Event]:
        """Yield the example forgetting up to ``step``."""
        for event in self._tracker.report(step) if self._tracker else ():
            if isinstance(event, ProbeMeasured):
                self._record_result(event)
            elif isinstance(event, ExampleForgetting):
                self.example_events[event.task] = event
            yield event

    def measure_reused(self, selected_step: int, total_steps: int, stage: Path) -> Iterator[Event]:
        """Measure a reused stage: its initial weights and those in its folder ``stage``.

        ``selected_step``: the update of the selected checkpoint. ``total_steps``: the number of updates of the stage.
        """
        if not self.enabled:
            return
        self._last_step = total_steps
        steps: tuple[tuple[int, ProbeOccasion, Encoder], ...] = (
            (0, "start", self.context.encoder),
            (selected_step, "chosen", Encoder(source=str(stage / "encoder"))),
        )
        for step, occasion, encoder in steps:
            loaded, _ = load_encoder(encoder, None, 0)
            model: nn.Module = loaded.to(self.context.device.torch)  # type: ignore[arg-type]
            if self._environment is None:
                yield from self._build_probes(model)
            assert self._environment is not None
            self._environment.substitute_encoder = model
            yield from self.measure(step, model, occasion)

    def replay(self, record: ProbeRecord, info: ParsedJson) -> Iterator[Event]:
        """Yield the probe results that another run recorded when it trained the same stage."""
        yield ProbingStarted(self.context.index, info)
        for event in record.as_events(self.origin):
            self._update_latest(event)
            yield event

    def _update_latest(self, event: ProbeMeasured) -> None:
        self.latest.update(event.values)
        if event.step == 0:
            self.initial.update(event.values)

    def _build_probes(self, model: nn.Module) -> Generator[Event, None, None]:
        """Build the probes, yielding progress events, since fitting a head takes time."""
        start = self._clock()

        def work(report: ReportProgress) -> tuple[ProbeEnvironment, list[Probe]]:
            with preserve_state(model):
                environment = ProbeEnvironment(self.task, self.context, report)
                return environment, build_probes(environment, self._failed_probes)

        self._environment, self._probes = yield from with_progress(work, PhaseKind.PROBES)
        environment = self._environment
        for name, seconds in environment.setup_seconds.items():
            self._add_seconds(name, seconds)
        seconds = max(0.0, self._clock() - start - environment.one_time_seconds)
        for name, extra in (("fixed", seconds), ("must", seconds), ("once", environment.one_time_seconds)):
            self._sums[name] += extra
        for note in environment.notes:
            if note not in self._shown_notices:  # once a run
                self._shown_notices.append(note)
                yield RunNotice("info", note)
        self.info = environment.info | {
            "setup_seconds": {name: round(s, 3) for name, s in environment.setup_seconds.items()}
        }
        yield ProbingStarted(self.context.index, self.info)

    def _record_result(self, event: ProbeMeasured) -> None:
        # Only for stages that other runs may reuse. The last stage of a run is never reused.
        if self.context.experiment.compute.reuse and not self._is_last():
            self.record.add(event, self.origin)

    def _run_probe(self, probe: Probe, moment: ProbeMoment, model: nn.Module) -> tuple[ProbeResult, str]:
        """Return the result of ``probe``, or a description of its failure, since no measurement may end a run."""
        try:
            with preserve_state(model):
                return probe.measure(moment), ""
        except Exception as error:
            if torch.cuda.is_initialized():
                torch.cuda.empty_cache()
            return ProbeResult(), describe_failure(error)

    def _add_seconds(self, name: str, seconds: float) -> None:
        self.seconds[name] = self.seconds.get(name, 0.0) + seconds

    def _total_seconds(self) -> float:
        return sum(self.seconds.values())

    def _finish_moment(self, step: int, occasion: ProbeOccasion, seconds: float) -> None:
        self._done_probes = []
        sums = self._sums
        sums["last"] = seconds or sums["last"]
        sums["points" if occasion == "point" else "must"] += seconds
        sums["fixed"] += seconds if occasion == "start" else 0.0
        if occasion != "chosen":
            self.last_probed_step = step

    def _fits_budget(self, step: int) -> bool:
        sums = self._sums
        fixed, spent, last = sums["fixed"], sums["points"], sums["last"]
        trained = self._elapsed("stage") - fixed - spent - sums["once"]
        return has_room(self.spec.budget, step / self.task.steps, trained, fixed, spent, last)

    def _elapsed(self, scope: Literal["run", "stage"] = "run") -> float:
        """Return the seconds of the run or stage over all its sessions, without the preparation of stages."""
        return self._sums[scope] + self._clock() - self._start

    def _cost_metrics(self) -> dict[str, float]:
        values = {f"probes/seconds/{name}": seconds for name, seconds in self.seconds.items()}
        return values | {"probes/share": 100 * self._total_seconds() / max(self._elapsed(), 1e-9)}

    def _is_last(self) -> bool:
        return self.context.index + 1 == len(self.context.experiment.stages)

    def _budget_notice(self) -> RunNotice | None:
        share = 100 * self._sums["must"] / max(self._elapsed(), 1e-9)
        if share <= self.spec.budget or self.spec.budget >= 100:
            return None
        return RunNotice(
            "info",
            f"Measuring the beginning and the end of stages alone took {share:.0f} % of the run, more than the "
            f"{self.spec.budget:g} % allowed. Few points between them were measured.",
        )
