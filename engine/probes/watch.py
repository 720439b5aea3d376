"""Who measures when: the one thing between the loop and the probes."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from torch import nn

from engine.model.encoders import load_encoder
from engine.probes import (  # noqa: F401 - probes register
    attention,
    drift,
    earlier,
    forward,
    knowledge,
    retention,
    similarity,
)
from engine.probes.base import Bench, Moment, Probe, Reading, When, failure, probes
from engine.probes.examples import ExampleLedger
from engine.probes.readings import Readings
from engine.spec.experiment import Encoder
from engine.train.background import with_progress
from engine.train.events import Event, ExampleForgetting, Note, Probed, Watching
from engine.train.task import Context, Task

MEASURING = "Measuring forgetting"
COST = "cost"
"""The name under which the watch tells what it has cost itself."""


@contextmanager
def untouched(model: nn.Module) -> Iterator[None]:
    """Within: evaluation mode and no gradients. After: modes and random states are what they were, bit for bit."""
    modes = {name: module.training for name, module in model.named_modules()}
    devices = list(range(torch.cuda.device_count())) if torch.cuda.is_initialized() else []
    try:
        with torch.random.fork_rng(devices=devices), torch.inference_mode(False), torch.no_grad():
            model.eval()
            yield
    finally:
        for name, module in model.named_modules():
            module.training = modes[name]


def carried(state: dict[str, Any]) -> dict[str, Any]:
    """What the watch of the next stage goes on from, of the ``state`` of this one's."""
    return {name: state[name] for name in ("seconds", "run", "must", "told") if name in state}


class Watch:
    """The probes of one stage and their timetable.

    Measured are the beginning of the run, the weights that each stage hands on and, where those are others, the end of
    the stage; in between, ``points`` evenly spread moments and every evaluation, as many as the budget has room for.
    The room grows with the updates, so the points that are left out are spread as evenly as those that are taken:

        seconds of points so far + one more  <=  (budget x expected seconds of the stage - fixed) x share of its updates

    where the stage's seconds are those its updates will take at the pace so far, and what is measured besides;
    ``fixed`` is its beginning, with all preparations but fitting a head (which is kept for later runs), and one more
    measure at its end. A later stage begins with weights that were measured when another chose them.

    Args:
        clock: seconds from anywhere.
    """

    def __init__(
        self, task: Task, context: Context, origin: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.task, self.context, self.origin, self._clock = task, context, origin, clock
        self.spec = context.experiment.probes
        self.on = self.spec.on
        self._ledger = ExampleLedger(task, context.index, origin) if self.on and self.spec.examples else None
        self._bench: Bench | None = None
        self._probes: list[Probe] = []
        self.probed = -1
        """Updates of the stage at the last moment that was measured whole, -1 before any."""
        self._asked: list[str] = []
        self._dropped: list[str] = []
        self._told: list[str] = []
        self.seconds: dict[str, float] = {}
        """What each probe has cost in this run."""
        self._run = self._stage = 0.0
        self._fixed = self._points = self._last = self._must = self._once = 0.0
        self._began = clock()
        self._reached = 0
        self.readings = Readings()
        self.listed: dict[str, ExampleForgetting] = {}
        """What was last told of the training texts, by task."""
        self.info: dict[str, Any] = {}
        steps, points = task.steps, self.spec.points
        spread = {round(steps * k / points) for k in range(1, points + 1)}
        # At every evaluation too, where the task's own error has just been told.
        self._moments = (spread | {step for step in range(steps) if task.due(step)}) - {0, steps}

    def due(self, step: int, *, over: bool = False, chosen: int = -1) -> bool:
        """Whether to measure after ``step`` updates of the stage.

        ``over``: these were its last; ``chosen``: then, the step whose weights it hands on, which are measured once.
        """
        self._reached = step
        if not self.on or step <= self.probed:
            return False
        if over:
            return step != chosen
        return step == 0 or (step in self._moments and self._affordable(step))

    def measure(self, step: int, model: nn.Module, when: When) -> Iterator[Event]:
        """Asks every probe about the stage's model as it stands, or stood, after ``step`` updates."""
        if not self.on:
            return
        if self._bench is None:
            yield from self._open(model)
        later = when == "start" and self.origin > 0
        moment, spent = Moment(self.origin + step, self.context.index, when), self._spent()
        for probe in list(self._probes):
            if probe.name in self._asked or (later and not getattr(probe, "at_start", False)):
                continue
            began = self._clock()
            reading, problem = self._ask(probe, moment, model)
            seconds = self._clock() - began
            self._pay(probe.name, seconds)
            # What is kept is settled before each event: the consumer may stop at any of them.
            self._asked.append(probe.name)
            if problem:
                self._probes.remove(probe)
                self._dropped.append(probe.name)
                yield Note("warning", f"Not measured any more: {probe.name}. {problem}")
            if reading.values or reading.maps:
                found = Probed(
                    probe.name, moment.step, reading.values, reading.maps, seconds, chosen=when == "chosen"
                )
                self._keep(found)
                yield found
        self._settle(step, when, self._spent() - spent)
        if self._probes and not later:
            # Where the stage stands, not where the weights it hands on come from.
            yield Probed(COST, self.origin + max(self._reached, step), self._cost())
        if when == "chosen" and self._is_last() and (note := self._over_budget()):
            yield note

    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps, as JSON values."""
        return {
            "probed": self.probed,
            "asked": list(self._asked),
            "dropped": list(self._dropped),
            "told": list(self._told),
            "seconds": dict(self.seconds),
            "run": self._elapsed(),
            "stage": self._stage + self._clock() - self._began,
            "fixed": self._fixed,
            "points": self._points,
            "last": self._last,
            "must": self._must,
            "once": self._once,
            "readings": self.readings.state(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Goes on from what a checkpoint kept, or from what was ``carried`` from the stage before."""
        self.probed = int(state.get("probed", -1))
        self._asked, self._dropped = list(state.get("asked", [])), list(state.get("dropped", []))
        self._told, self.seconds = list(state.get("told", [])), dict(state.get("seconds", {}))
        self._run, self._stage = float(state.get("run", 0.0)), float(state.get("stage", 0.0))
        self._fixed, self._points = float(state.get("fixed", 0.0)), float(state.get("points", 0.0))
        self._last, self._must = float(state.get("last", 0.0)), float(state.get("must", 0.0))
        self._once = float(state.get("once", 0.0))
        self.readings = Readings(state.get("readings", []))

    def tensors(self) -> dict[str, torch.Tensor]:
        """What a checkpoint keeps, as tensors."""
        return (self._ledger.tensors() if self._ledger else {}) | self.readings.tensors()

    def restore_tensors(self, tensors: dict[str, torch.Tensor]) -> None:
        """Goes on from the tensors a checkpoint kept."""
        if self._ledger:
            self._ledger.restore_tensors(tensors)
        self.readings.restore_tensors(tensors)

    def learnt(self, step: int, part: Any, hits: torch.Tensor | None) -> None:
        """Told of every micro-batch of update ``step`` which of its texts were classified rightly."""
        if self._ledger:
            self._ledger.learnt(step, part, hits)

    def examples(self, step: int) -> Iterator[Event]:
        """What became of each training text so far."""
        for event in self._ledger.examples(step) if self._ledger else ():
            if isinstance(event, Probed):
                self._keep(event)
            elif isinstance(event, ExampleForgetting):
                self.listed[event.task] = event
            yield event

    def afresh(self, chosen: int, reached: int, stage: Path) -> Iterator[Event]:
        """Measures a stage that was not trained here: the weights it began with and those in its folder ``stage``.

        ``chosen``: the update these are of; ``reached``: how many the stage took.
        """
        if not self.on:
            return
        self._reached = reached
        steps: tuple[tuple[int, When, Encoder], ...] = (
            (0, "start", self.context.encoder),
            (chosen, "chosen", Encoder(source=str(stage / "encoder"))),
        )
        for step, when, encoder in steps:
            loaded, _ = load_encoder(encoder, None, 0)
            model: nn.Module = loaded.to(self.context.device.torch)  # type: ignore[arg-type]
            if self._bench is None:
                yield from self._open(model)
            assert self._bench is not None
            self._bench.stand_in = model
            yield from self.measure(step, model, when)

    def retold(self, readings: Readings, info: dict[str, Any]) -> Iterator[Event]:
        """What another run found when it trained this very stage."""
        yield Watching(self.context.index, info)
        yield from readings.told(self.origin)

    def _open(self, model: nn.Module) -> Generator[Event, None, None]:
        """Builds the probes; told of as it goes, because a head may have to be fitted."""
        began = self._clock()

        def work(say: Any) -> tuple[Bench, list[Probe]]:
            with untouched(model):
                bench = Bench(self.task, self.context, say)
                return bench, probes(bench, self._dropped)

        self._bench, self._probes = yield from with_progress(work)
        bench = self._bench
        for name, seconds in bench.setup.items():
            self._pay(name, seconds)
        seconds = max(0.0, self._clock() - began - bench.once)
        self._fixed, self._must, self._once = (
            self._fixed + seconds,
            self._must + seconds,
            self._once + bench.once,
        )
        for note in bench.notes:
            if note not in self._told:  # once a run
                self._told.append(note)
                yield Note("info", note)
        self.info = bench.info | {"setup_seconds": {name: round(s, 3) for name, s in bench.setup.items()}}
        yield Watching(self.context.index, self.info)

    def _keep(self, found: Probed) -> None:
        # Only stages that other runs may take; a run's last is always trained.
        if self.context.experiment.compute.reuse and not self._is_last():
            self.readings.add(found, self.origin)

    def _ask(self, probe: Probe, moment: Moment, model: nn.Module) -> tuple[Reading, str]:
        """What ``probe`` found, or what went wrong: no run fails for a measure."""
        try:
            with untouched(model):
                return probe.measure(moment), ""
        except Exception as error:
            if torch.cuda.is_initialized():
                torch.cuda.empty_cache()
            return Reading(), failure(error)

    def _pay(self, name: str, seconds: float) -> None:
        self.seconds[name] = self.seconds.get(name, 0.0) + seconds

    def _spent(self) -> float:
        return sum(self.seconds.values())

    def _settle(self, step: int, when: When, seconds: float) -> None:
        self._asked = []
        self._last = seconds or self._last
        if when == "point":
            self._points += seconds
        else:
            self._must += seconds
            self._fixed += seconds if when == "start" else 0.0
        if when != "chosen":
            self.probed = step

    def _affordable(self, step: int) -> bool:
        if self.spec.budget >= 100:
            return True
        share, measured = step / self.task.steps, self._fixed + self._points
        trained = self._stage + self._clock() - self._began - measured - self._once
        room = self.spec.budget / 100 * (trained / share + measured + self._last) - self._fixed - self._last
        return self._points + self._last <= room * share

    def _elapsed(self) -> float:
        """Seconds of the run so far, but for preparations of stages, over all its sessions."""
        return self._run + self._clock() - self._began

    def _cost(self) -> dict[str, float]:
        values = {f"probes/seconds/{name}": seconds for name, seconds in self.seconds.items()}
        return values | {"probes/share": 100 * self._spent() / max(self._elapsed(), 1e-9)}

    def _is_last(self) -> bool:
        return self.context.index + 1 == len(self.context.experiment.stages)

    def _over_budget(self) -> Note | None:
        share = 100 * self._must / max(self._elapsed(), 1e-9)
        if share <= self.spec.budget or self.spec.budget >= 100:
            return None
        return Note(
            "info",
            f"Measuring the beginning and the end of stages alone took {share:.0f} % of the run, which is more than "
            f"the {self.spec.budget:g} % allowed, so few points between them were measured.",
        )
