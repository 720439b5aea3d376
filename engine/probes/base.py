"""A probe is one measure of forgetting; the watch calls it at chosen moments and hands its readings on.

A new probe is one function decorated by ``register_probe``, here or in a plug-in; its curves and maps appear
by their keys,
which begin with its name. Ours have a switch in ``engine.spec.build_probes`` and words in the window
besides. Nothing heavy is imported at module level, because a plug-in's module is loaded by the window too.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

import numpy as np

from engine.errors import UserError
from engine.model.encoders import load_encoder, load_tokenizer
from engine.spec.probes import Probes

if TYPE_CHECKING:
    import torch
    from torch import nn

    from engine.progress import ReportProgress
    from engine.stages.base import StageContext, StageTask

ProbeOccasion = Literal["start", "point", "end", "chosen"]
"""Before a stage's first update; on the way; after its last; and the weights the stage hands on."""


@dataclass(frozen=True)
class ProbeMoment:
    """When a probe is asked: ``step`` on the run's axis, of stage ``index``."""

    step: int
    index: int
    when: ProbeOccasion

    @property
    def first(self) -> bool:
        """Before anything of the run was trained."""
        return self.index == 0 and self.when == "start"


@dataclass(frozen=True)
class ProbeResult:
    """What a probe found, as in ``events.ProbeMeasured``."""

    values: dict[str, float] = field(default_factory=dict)
    maps: dict[str, np.ndarray] = field(default_factory=dict)


class Probe(Protocol):
    """One measure of forgetting.

    A later stage begins with weights that were measured when an earlier one chose them, so its beginning is only asked
    of probes that have an attribute ``at_start`` which is true.
    """

    name: str

    def measure(self, moment: ProbeMoment) -> ProbeResult:
        """Measures the stage's model as it stands; called in evaluation mode, without gradient, and with the random
        state kept (``engine.probes.scheduler.preserve_state``)."""
        ...


class ProbeEnvironment:
    """What probes of one stage share.

    Attributes:
        spec: what is asked for.
        task: the stage, with the model as it trains.
        context: the stage's run.
        notes: what the user should know (a masked-word head that had to be fitted); probes may add.
        info: JSON values kept with the stage; probes may add.
        setup_seconds: seconds that building each probe took.
        one_time_seconds: seconds of it that no later run has to spend again, because the result is kept
            (fitting a head).
        substitute_encoder: measured instead of the stage's own encoder, if there is one.
    """

    def __init__(self, task: StageTask, context: StageContext, report: ReportProgress) -> None:
        self.spec: Probes = context.experiment.probes
        self.task, self.context, self.report = task, context, report
        self.notes: list[str] = []
        self.info: dict[str, Any] = {}
        self.setup_seconds: dict[str, float] = {}
        self.one_time_seconds = 0.0
        self.substitute_encoder: nn.Module | None = None

    @property
    def encoder(self) -> nn.Module:
        """The encoder as it stands."""
        found: Any = (
            self.substitute_encoder if self.substitute_encoder is not None else self.task.model.encoder
        )
        return cast("nn.Module", found)

    @property
    def device(self) -> torch.device:
        """Where the model is."""
        return self.context.device.torch

    @property
    def bf16(self) -> bool:
        """Whether the run's own evaluations take bfloat16 products; encoders are measured in the same precision."""
        return self.context.device.precision == "bf16"

    def autocast(self) -> AbstractContextManager[Any]:
        """The run's precision, for forward passes."""
        import torch

        return torch.autocast(self.context.device.torch.type, torch.bfloat16, enabled=self.bf16)

    @cached_property
    def tokenizer(self) -> Any:
        """The tokenizer of the run's encoder."""
        return load_tokenizer(self.context.experiment.encoder)

    def load_original(self) -> nn.Module:
        """The run's encoder as it was before anything was trained, freshly loaded, in evaluation mode on ``device``.

        The caller drops it when it has what it needs: two encoders need not stay in memory.
        """
        experiment = self.context.experiment
        loaded, _ = load_encoder(experiment.encoder, None, experiment.stream_seed("init"))
        model: nn.Module = loaded
        return model.to(self.device).eval()


ProbeBuilder = Callable[[ProbeEnvironment], Probe | None]
_BUILDERS: dict[str, tuple[bool, ProbeBuilder]] = {}


def register_probe(name: str, *, pretrained: bool = True) -> Callable[[ProbeBuilder], ProbeBuilder]:
    """Registers a builder, which answers None when the measure is not asked for or means nothing in this stage.

    ``pretrained``: it means nothing either where the run's encoder knows nothing yet (random weights).
    """

    def register(builder: ProbeBuilder) -> ProbeBuilder:
        _BUILDERS[name] = (pretrained, builder)
        return builder

    return register


def build_probes(environment: ProbeEnvironment, excluded: Collection[str] = ()) -> list[Probe]:
    """The probes of a stage but those in ``excluded``.

    One that cannot be built is left out with a note: no run fails for a measure.
    """
    made = []
    for name, (pretrained, builder) in _BUILDERS.items():
        if name in excluded or (
            pretrained and environment.context.experiment.encoder.weights != "pretrained"
        ):
            continue
        began = time.monotonic()
        try:
            found = builder(environment)
        except UserError as error:
            environment.notes.append(f"Not measured: {name}. {error}")
            continue
        except Exception as error:
            environment.notes.append(f"Not measured: {name}. {describe_failure(error)}")
            continue
        if found is not None:
            made.append(found)
            environment.setup_seconds[found.name] = time.monotonic() - began
    return made


def describe_failure(error: Exception) -> str:
    """What went wrong, in one line; the whole of it goes to the run's log."""
    traceback.print_exception(error, file=sys.stderr)
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
