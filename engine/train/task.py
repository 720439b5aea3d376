"""A task is a stage made ready: data, model and objective. The loop sees nothing else of a stage.

A new kind of stage is one spec class and one module that registers its ``plan`` and ``prepare``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from torch import nn

from engine.optim.table import Row
from engine.spec.experiment import Encoder, Experiment
from engine.spec.stages import Stage
from engine.train.background import Say
from engine.train.device import Device
from engine.train.events import Evaluated, Note
from engine.train.portions import Portions


@dataclass(frozen=True)
class Context:
    """What a stage needs to know of the run it belongs to."""

    experiment: Experiment
    index: int
    encoder: Encoder
    device: Device
    folder: Path


@dataclass(frozen=True)
class Loss:
    """One micro-batch's part of an update: the sum of its losses and what to report of it (sums too).

    ``shown`` are sums reported as ``train/NAME``: of a loss of several terms each by itself, one of them as ``loss``.
    ``hits`` [B] is true for texts that were classified rightly; None where texts are not classified.
    """

    total: torch.Tensor
    wrong: torch.Tensor
    shown: Mapping[str, torch.Tensor] = field(default_factory=dict)
    hits: torch.Tensor | None = None


class Task(Protocol):
    """One stage, ready for the loop.

    ``parts(step)`` is a pure function of the update's number and of ``portions``, so a resumed run sees the batches it
    would have seen.
    """

    model: nn.Module
    table: list[Row]
    layers: int
    steps: int
    info: dict[str, Any]
    notes: list[str | Note]
    portions: Portions

    @property
    def stage(self) -> Stage:
        """What was asked for."""
        ...

    def parts(self, step: int) -> list[Any]:
        """The micro-batches of update ``step``, split as ``portions`` says. May be called from another thread."""
        ...

    def ahead(self, part: Any) -> None:
        """Brings ``part`` to the device before its turn comes."""
        ...

    def lengths(self, part: Any) -> np.ndarray:
        """Tokens of each text (of each piece, where texts are in several) of ``part``, int64."""
        ...

    def items(self, part: Any) -> int:
        """How many terms the loss of ``part`` sums (texts, masked tokens)."""
        ...

    def tokens(self, part: Any) -> tuple[int, int]:
        """(texts, real tokens) of ``part``, for the speed display."""
        ...

    def loss(self, part: Any) -> Loss:
        """Forward pass and summed loss of ``part``."""
        ...

    def name(self, part: Any) -> str:
        """Where the texts of ``part`` stand in the source, for an error message."""
        ...

    def epoch(self, step: int) -> float:
        """How many passes over the data ``step`` updates are."""
        ...

    def due(self, step: int) -> bool:
        """Whether to evaluate after ``step`` updates."""
        ...

    def evaluate(self, step: int) -> Evaluated:
        """Measures the held-out split after ``step`` updates."""
        ...

    def criterion(self, evaluated: Evaluated) -> float:
        """The number that chooses the best checkpoint; smaller is better."""
        ...

    def finish(self, step: int) -> Iterator[Evaluated]:
        """The final measurements of the chosen model (the test split, once)."""
        ...

    def save(self, folder: Path) -> None:
        """Saves the stage's result: ``encoder/`` in Hugging Face layout, from which the next stage starts, and more."""
        ...


@singledispatch
def plan(stage: Stage, experiment: Experiment, say: Say) -> int:
    """How many updates ``stage`` will take. Raises UserError when its data cannot be read."""
    raise TypeError(f"no module plans stages of kind '{stage.kind}'")


@singledispatch
def prepare(stage: Stage, context: Context, say: Say) -> Task:
    """Makes ``stage`` ready to train: reads data, builds the model. Raises UserError before anything is trained."""
    raise TypeError(f"no module prepares stages of kind '{stage.kind}'")
