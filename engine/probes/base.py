"""A probe is one measure of forgetting; the watch calls it at chosen moments and hands its readings on.

A new probe is one module here with a builder decorated by ``probe``, a switch in ``engine.spec.probes``, and a row in
``engine.analysis.measures``; its curves and maps appear by their keys.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol

import numpy as np
import torch
from torch import nn

from engine.errors import UserError
from engine.model.encoders import load_encoder, load_tokenizer
from engine.spec.probes import Probes
from engine.train.background import Say
from engine.train.task import Context, Task

When = Literal["start", "point", "end", "chosen"]
"""Before a stage's first update; on the way; after its last; and the weights the stage hands on."""


@dataclass(frozen=True)
class Moment:
    """When a probe is asked: ``step`` on the run's axis, of stage ``index``."""

    step: int
    index: int
    when: When

    @property
    def first(self) -> bool:
        """Before anything of the run was trained."""
        return self.index == 0 and self.when == "start"


@dataclass(frozen=True)
class Reading:
    """What a probe found, as in ``events.Probed``."""

    values: dict[str, float] = field(default_factory=dict)
    maps: dict[str, np.ndarray] = field(default_factory=dict)


class Probe(Protocol):
    """One measure of forgetting."""

    name: str

    def measure(self, moment: Moment) -> Reading:
        """Measures the stage's model as it stands; called in evaluation mode, without gradient, and with the random
        state kept (``engine.probes.watch.untouched``)."""
        ...


class Bench:
    """What probes of one stage share.

    Attributes:
        spec: what is asked for.
        task: the stage, with the model as it trains.
        context: the stage's run.
        notes: what the user should know (a masked-word head that had to be fitted); probes may add.
        info: JSON values kept with the stage; probes may add.
    """

    def __init__(self, task: Task, context: Context, say: Say) -> None:
        self.spec: Probes = context.experiment.probes
        self.task, self.context, self.say = task, context, say
        self.notes: list[str] = []
        self.info: dict[str, Any] = {}

    @property
    def encoder(self) -> nn.Module:
        """The encoder as it stands."""
        found = self.task.model.encoder
        assert isinstance(found, nn.Module)
        return found

    @property
    def device(self) -> torch.device:
        """Where the model is."""
        return self.context.device.torch

    @cached_property
    def tokenizer(self) -> Any:
        """The tokenizer of the run's encoder."""
        return load_tokenizer(self.context.experiment.encoder)

    def original(self) -> nn.Module:
        """The run's encoder as it was before anything was trained, freshly loaded, in evaluation mode on ``device``.

        The caller drops it when it has what it needs: two encoders need not stay in memory.
        """
        experiment = self.context.experiment
        loaded, _ = load_encoder(experiment.encoder, None, experiment.stream_seed("init"))
        model: nn.Module = loaded
        return model.to(self.device).eval()


Builder = Callable[[Bench], Probe | None]
_BUILDERS: dict[str, Builder] = {}


def probe(name: str) -> Callable[[Builder], Builder]:
    """Registers a builder, which answers None when the measure is not asked for or means nothing in this stage."""

    def register(builder: Builder) -> Builder:
        _BUILDERS[name] = builder
        return builder

    return register


def probes(bench: Bench) -> list[Probe]:
    """The probes of a stage. One that cannot be built is left out with a note: no run fails for a measure."""
    made = []
    for name, builder in _BUILDERS.items():
        try:
            found = builder(bench)
        except UserError as error:
            bench.notes.append(f"Not measured: {name}. {error}")
            continue
        if found is not None:
            made.append(found)
    return made
