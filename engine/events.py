"""Events of a run: the process wrapper writes them to the store, tests read them from a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from engine.metrics.base import Outcomes

if TYPE_CHECKING:
    import numpy as np


class PhaseKind(StrEnum):
    """Kind of a phase, and the name of its part in a run's start time (``engine.launch.startup_timeline``)."""

    PREPARING = "preparing"
    DATA = "data"
    ENCODER = "encoder"
    FINGERPRINT = "fingerprint"
    UPDATES = "update"
    EVALUATION = "evaluation"
    PROBES = "measuring"
    SAVING = "saving"
    WAITING = "waiting"


@dataclass(frozen=True)
class PhaseProgress:
    """Present activity of the run ("Reading data"), with progress where it can be counted."""

    text: str
    done: int = 0
    total: int = 0
    kind: PhaseKind = PhaseKind.PREPARING


@dataclass(frozen=True)
class StageStarted:
    """Start of a stage at ``first_step`` of the run's step axis.

    It plans ``steps`` updates, and the whole run has ``run_steps``. ``info`` holds JSON values worth keeping: data
    fingerprint, classes, notes of the reader, texts truncated, encoder, precision, padding, trainable parameters.
    """

    index: int
    kind: str
    title: str
    first_step: int
    steps: int
    run_steps: int
    info: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class StageReused:
    """Stage ``index`` is not trained but taken from run ``run`` (its number), called ``name``."""

    index: int
    run: str
    name: str


@dataclass(frozen=True)
class StepMetrics:
    """Measurements at an update.

    Losses in nats, errors in percent, rates absolute, speeds per second.
    """

    step: int
    values: Mapping[str, float]


@dataclass(frozen=True)
class Predictions:
    """One split's predictions for n texts.

    ``rows`` [n] are row numbers of the source, ``labels`` and ``predicted`` [n] class indices (real numbers
    where the texts have no classes), ``probabilities`` [n, C] of the C ``classes`` ([n, 0] where there are
    none), ``losses`` [n].
    """

    split: str
    rows: np.ndarray
    labels: np.ndarray
    predicted: np.ndarray
    probabilities: np.ndarray
    losses: np.ndarray
    classes: tuple[str, ...] = ()

    @classmethod
    def from_outcomes(cls, split: str, rows: np.ndarray, outcomes: Outcomes) -> Predictions:
        """Return the predictions that ``outcomes`` were measured on, in the same order."""
        targets, predicted, losses = outcomes.targets, outcomes.predicted, outcomes.losses
        assert targets is not None and predicted is not None and losses is not None
        chances = outcomes.probabilities
        if chances is None:
            import numpy as np

            chances = np.zeros((outcomes.count, 0), np.float32)
        return cls(split, rows, targets, predicted, chances, losses, outcomes.classes)


@dataclass(frozen=True)
class Evaluation:
    """Metrics of a whole split after ``step`` updates.

    ``best`` marks the best evaluation so far. ``final``: this is the selected checkpoint of the stage, so the values
    count as those of its selected step, and the probabilities of the predictions are kept.
    """

    split: str
    step: int
    values: Mapping[str, float]
    best: bool = False
    predictions: Predictions | None = None
    final: bool = False

    def as_best(self) -> Evaluation:
        """Return the same evaluation, marked as the best so far."""
        return replace(self, best=True)

    def as_final(self) -> Evaluation:
        """Return the same evaluation as one of the stage's selected weights.

        Of another split than the test split only the predictions remain: its metrics were reported when it was chosen.
        """
        return replace(self, values=self.values if self.split == "test" else {}, final=True)


EvaluationRecord = tuple[int, str, dict[str, float], bool, str]
"""``Evaluation`` as plain values: step counted from the start of its stage, split, values, best, and the split for
which it had predictions ('' for none)."""


@dataclass(frozen=True)
class CheckpointSaved:
    """A checkpoint that is complete on disk.

    ``last`` resumes the run, ``best`` is tested and exported, ``stage`` is the result of a stage, ``kept``
    its state at an update from which a later stage may start.
    """

    slot: Literal["last", "best", "stage", "kept"]
    path: Path
    step: int


@dataclass(frozen=True)
class ProbingStarted:
    """Probes of stage ``index``: what they measure, on which data, and how, as JSON values stored with the stage."""

    index: int
    info: Mapping[str, object]


@dataclass(frozen=True, eq=False)
class ProbeMeasured:
    """Result of one probe of the model after ``step`` updates of the run.

    ``values`` are metrics (``retention/loss``). ``maps`` are arrays of one or two dimensions (``drift/layers`` [L +
    2]), NaN where nothing could be measured. ``seconds`` is the time it took. ``chosen``: this is the selected
    checkpoint of the stage, so the values count as those of its selected step.
    """

    probe: str
    step: int
    values: Mapping[str, float]
    maps: Mapping[str, np.ndarray] = field(default_factory=dict)
    seconds: float = 0.0
    chosen: bool = False


@dataclass(frozen=True, eq=False)
class ExampleForgetting:
    """Example forgetting in stage ``index`` up to ``step`` (Toneva et al. 2019, 2).

    For n texts: ``rows`` [n] of the source, ``task`` their task's name ("" for a stage with one), ``labels``
    [n] class indices, ``seen`` [n] how often each was in an update, ``forgotten`` [n] how often it went from
    right to wrong, ``learnt`` [n] the step at which it was first right, -1 never, ``last`` [n] the step of
    the last forgetting, -1 never, ``right`` [n] whether it was right when last seen.
    """

    index: int
    step: int
    task: str
    classes: tuple[str, ...]
    rows: np.ndarray
    labels: np.ndarray
    seen: np.ndarray
    forgotten: np.ndarray
    learnt: np.ndarray
    last: np.ndarray
    right: np.ndarray


@dataclass(frozen=True)
class RunNotice:
    """Message for the user."""

    level: Literal["info", "warning"]
    text: str


@dataclass(frozen=True)
class RunFinished:
    """End of the run: all stages are done.

    ``values`` are the final metrics (``test/error`` at the best validation step, ...).
    """

    step: int
    values: Mapping[str, float]


Event = (
    PhaseProgress
    | StageStarted
    | StageReused
    | ProbingStarted
    | StepMetrics
    | Evaluation
    | ProbeMeasured
    | ExampleForgetting
    | CheckpointSaved
    | RunNotice
    | RunFinished
)
