"""Probes: measures of forgetting, which the probe scheduler runs at selected moments.

A new probe is a builder function decorated with ``register_probe``. Its curves and maps are identified by keys that
begin with its name. A plug-in's probe needs no change to other files, and must import no heavy library at module level,
because the window loads plug-ins too. Built-in probes import torch, so ``engine.probes.scheduler`` imports them, not
``engine.plugins``. They also have a switch in ``engine.spec.probes``, and titles in the window and the report.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Protocol, cast

import numpy as np

from engine.errors import UserError
from engine.model.encoders import load_encoder, load_tokenizer
from engine.spec.probes import Probes

if TYPE_CHECKING:
    import torch
    from torch import nn
    from transformers import PreTrainedTokenizerFast

    from engine.progress import ReportProgress
    from engine.stages.base import StageContext, StageTask

ProbeOccasion = Literal["start", "point", "end", "chosen"]
"""Before a stage's first update, between updates, after its last update, and on its selected checkpoint."""


@dataclass(frozen=True)
class ProbeMoment:
    """The moment of a measurement: ``step`` on the run's axis, in stage ``index``."""

    step: int
    index: int
    occasion: ProbeOccasion

    @property
    def is_first(self) -> bool:
        """Whether the run has not made any update yet."""
        return self.index == 0 and self.occasion == "start"


@dataclass(frozen=True)
class ProbeResult:
    """Metric values and arrays that a probe measured at one moment, as in ``events.ProbeMeasured``."""

    values: dict[str, float] = field(default_factory=dict)
    maps: dict[str, np.ndarray] = field(default_factory=dict)


class Probe(Protocol):
    """One measure of forgetting.

    The initial weights of a later stage were already measured when an earlier stage selected them, so only probes that
    are registered with ``at_start`` run at the start of a later stage.

    Attributes:
        name: the name under which it is registered.
    """

    name: str

    def measure(self, moment: ProbeMoment) -> ProbeResult:
        """Measure the stage's model in its current state.

        Called in evaluation mode, without gradients, and with the random state preserved
        (``engine.probes.scheduler.preserve_state``).
        """
        ...


class ProbeEnvironment:
    """State that the probes of one stage share.

    Attributes:
        spec: the selected probes and their settings.
        task: the stage task, with the model in training.
        context: the stage's run.
        report: progress callback for long preparations.
        notes: messages for the user, for example on a fitted masked-word head. Probes may add some.
        info: JSON values stored with the stage. Probes may add some.
        setup_seconds: seconds that building each probe took.
        one_time_seconds: the part of it that later runs save, because its result is cached (fitting a head).
        substitute_encoder: an encoder to measure instead of the stage's own, if any.
    """

    def __init__(self, task: StageTask, context: StageContext, report: ReportProgress) -> None:
        self.spec: Probes = context.experiment.probes
        self.task, self.context, self.report = task, context, report
        self.notes: list[str] = []
        self.info: dict[str, object] = {}
        self.setup_seconds: dict[str, float] = {}
        self.one_time_seconds = 0.0
        self.substitute_encoder: nn.Module | None = None

    @property
    def encoder(self) -> nn.Module:
        """The encoder in its current state."""
        encoder: object = (
            self.substitute_encoder if self.substitute_encoder is not None else self.task.model.encoder
        )
        return cast("nn.Module", encoder)

    @property
    def device(self) -> torch.device:
        """The device that holds the model."""
        return self.context.device.torch

    @property
    def bf16(self) -> bool:
        """Whether the run evaluates in bfloat16. Encoders are measured in the same precision."""
        return self.context.device.precision == "bf16"

    def autocast(self) -> torch.autocast:
        """Return the autocast context of the run's precision."""
        import torch

        return torch.autocast(self.context.device.torch.type, torch.bfloat16, enabled=self.bf16)

    @cached_property
    def tokenizer(self) -> PreTrainedTokenizerFast:
        """The tokenizer of the run's encoder."""
        return load_tokenizer(self.context.experiment.encoder)

    def load_original(self) -> nn.Module:
        """Load the run's encoder as it was before training, in evaluation mode on ``device``.

        Callers release it as soon as possible, to avoid two encoders in memory.
        """
        experiment = self.context.experiment
        loaded, _ = load_encoder(experiment.encoder, None, experiment.stream_seed("init"))
        model: nn.Module = loaded
        return model.to(self.device).eval()


ProbeBuilder = Callable[[ProbeEnvironment], Probe | None]


@dataclass(frozen=True)
class RegisteredProbe:
    """A probe's builder, and the conditions of its use. See ``register_probe``."""

    build: ProbeBuilder
    pretrained: bool = True
    objectives: tuple[str, ...] = ()
    at_start: bool = False


_REGISTERED: dict[str, RegisteredProbe] = {}


def register_probe(
    name: str, *, pretrained: bool = True, objectives: tuple[str, ...] = (), at_start: bool = False
) -> Callable[[ProbeBuilder], ProbeBuilder]:
    """Register a builder. It returns None when the probe is switched off or meaningless in this stage.

    Args:
        name: the probe's name.
        pretrained: whether it requires an encoder with pre-trained weights.
        objectives: the kinds of objectives whose tasks it can measure. Empty: all, or it does not depend on tasks.
        at_start: whether it also runs at the start of a later stage, because it depends on more than the weights.
    """

    def register(builder: ProbeBuilder) -> ProbeBuilder:
        _REGISTERED[name] = RegisteredProbe(builder, pretrained, objectives, at_start)
        return builder

    return register


def probe_serves(name: str, objective: str) -> bool:
    """Return whether the probe ``name`` can measure tasks with an objective of this kind."""
    objectives = _REGISTERED[name].objectives if name in _REGISTERED else ()
    return not objectives or objective in objectives


def runs_at_start(name: str) -> bool:
    """Return whether the probe ``name`` also runs at the start of a later stage."""
    return name in _REGISTERED and _REGISTERED[name].at_start


def build_probes(environment: ProbeEnvironment, excluded: Collection[str] = ()) -> list[Probe]:
    """Build the probes of a stage except those in ``excluded``.

    A probe that cannot be built is left out with a note, since no run may fail because of a measurement.
    """
    probes = []
    for name, registered in _REGISTERED.items():
        if name in excluded or (
            registered.pretrained and environment.context.experiment.encoder.weights != "pretrained"
        ):
            continue
        start = time.monotonic()
        try:
            probe = registered.build(environment)
        except UserError as error:
            environment.notes.append(f"Not measured: {name}. {error}")
            continue
        except Exception as error:
            environment.notes.append(f"Not measured: {name}. {describe_failure(error)}")
            continue
        if probe is not None:
            probes.append(probe)
            environment.setup_seconds[probe.name] = time.monotonic() - start
    return probes


def describe_failure(error: Exception) -> str:
    """Return an error in one line, and print its traceback to the run's log."""
    traceback.print_exception(error, file=sys.stderr)
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
