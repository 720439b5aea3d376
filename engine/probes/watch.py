"""Who measures when: the one thing between the loop and the probes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import nn

from engine.probes import (  # noqa: F401 - probes register
    attention,
    drift,
    earlier,
    forward,
    knowledge,
    similarity,
)
from engine.probes.base import Bench, Moment, Probe, When, probes
from engine.probes.examples import ExampleLedger
from engine.train.events import Event, Note, Probed, Watching
from engine.train.task import Context, Task


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


class Watch:
    """The probes of one stage and their timetable.

    The moments are a function of the specification alone: before the first update of a run, ``points`` evenly spread
    updates, the last update, and the weights the stage hands on. Moments on the way are passed over while measuring
    has taken more than ``budget`` of the time.
    """

    def __init__(self, task: Task, context: Context, origin: int) -> None:
        self.task, self.context, self.origin = task, context, origin
        self.spec = context.experiment.probes
        self.on = self.spec.on and context.experiment.encoder.weights == "pretrained"
        self._ledger = ExampleLedger(task, context.index, origin) if self.on and self.spec.examples else None
        self._probes: list[Probe] | None = None
        self._began = time.monotonic()
        self.probed = -1
        """Updates of the stage at the last measuring, -1 before any."""
        self.seconds: dict[str, float] = {}
        self._trained = 0.0
        points = self.spec.points
        self._moments = {round(task.steps * k / points) for k in range(1, points + 1)} | {task.steps}

    def due(self, step: int) -> bool:
        """Whether to measure after ``step`` updates of the stage."""
        if not self.on or step <= self.probed:
            return False
        if step == self.task.steps or step == 0:
            return True
        return step in self._moments and self._affordable()

    def measure(self, step: int, model: nn.Module, when: When | None = None) -> Iterator[Event]:
        """Asks every probe, at ``step`` updates of the stage; ``when``: ``chosen`` once the stage has chosen."""
        if not self.on:
            return
        said = when or ("start" if step == 0 else "end" if step == self.task.steps else "point")
        moment = Moment(self.origin + step, self.context.index, said)
        with untouched(model):
            if self._probes is None:
                yield from self._open()
            for probe in self._probes or []:
                began = time.monotonic()
                reading = probe.measure(moment)
                seconds = time.monotonic() - began
                self.seconds[probe.name] = self.seconds.get(probe.name, 0.0) + seconds
                yield Probed(
                    probe.name, moment.step, reading.values, reading.maps, seconds, chosen=said == "chosen"
                )
        if said != "chosen":
            self.probed = step

    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps, as JSON values."""
        return {"probed": self.probed, "seconds": dict(self.seconds), "trained": self._elapsed()}

    def restore(self, state: dict[str, Any]) -> None:
        """Goes on from what a checkpoint kept."""
        if state:
            self.probed, self.seconds = int(state["probed"]), dict(state["seconds"])
            self._trained = float(state["trained"])

    def tensors(self) -> dict[str, torch.Tensor]:
        """What a checkpoint keeps, as tensors."""
        return self._ledger.tensors() if self._ledger else {}

    def restore_tensors(self, tensors: dict[str, torch.Tensor]) -> None:
        """Goes on from the tensors a checkpoint kept."""
        if self._ledger:
            self._ledger.restore_tensors(tensors)

    def learnt(self, step: int, part: Any, hits: torch.Tensor | None) -> None:
        """Told of every micro-batch of update ``step`` which of its texts were classified rightly."""
        if self._ledger:
            self._ledger.learnt(step, part, hits)

    def examples(self, step: int) -> Iterator[Event]:
        """What became of each training text so far."""
        if self._ledger:
            yield from self._ledger.examples(step)

    def _open(self) -> Iterator[Event]:
        bench = Bench(self.task, self.context, _silent)
        self._probes = probes(bench)
        for note in bench.notes:
            yield Note("info", note)
        yield Watching(self.context.index, bench.info)

    def _elapsed(self) -> float:
        return self._trained + time.monotonic() - self._began

    def _affordable(self) -> bool:
        return 100 * sum(self.seconds.values()) <= self.spec.budget * max(self._elapsed(), 1e-9)


def _silent(text: str, done: int, total: int) -> None:
    """Probes are built between updates, where nobody waits to be told."""
