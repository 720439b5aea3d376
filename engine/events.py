"""Events of a run. The process wrapper writes them to the store, and tests collect them in a list."""

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
    """Kind of a phase. Its value names the part of the startup timeline (``engine.launch.startup_timeline``)."""

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
    """Current activity of the run ("Reading data"), with progress where it can be counted."""

    text: str
    done: int = 0
    total: int = 0
    kind: PhaseKind = PhaseKind.PREPARING


@dataclass(frozen=True)
class StageStarted:
    """Start of a stage at ``first_step`` of the run's step axis.

    The stage plans ``steps`` updates, the run ``run_steps``. ``info`` holds JSON values to store: data fingerprint,
    classes, notes of the reader, truncated texts, encoder, precision, padding, trainable parameters.
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
    """Reuse of a trained stage: stage ``index`` comes from run ``run`` (its number), called ``name``."""

    index: int
    run: str
    name: str


@dataclass(frozen=True)
class StepMetrics:
    """Metrics after an update.

    Losses are in nats, errors in percent, speeds per second. Learning rates are absolute.
    """

    step: int
    values: Mapping[str, float]


@dataclass(frozen=True)
class Predictions:
    """Predictions for n texts of a split.

    ``rows`` [n] are row numbers of the source. ``labels`` and ``predicted`` [n] are class indices, or real numbers if
    there are no classes. ``probabilities`` is [n, C] for the C ``classes``, [n, 0] without classes. ``losses`` is [n].
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
        """Return the predictions of ``outcomes``, in the same order."""
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

    ``best`` marks the best evaluation so far. ``final`` marks an evaluation of the stage's selected checkpoint: its
    values count for the selected step, and the probabilities of its predictions are kept.
    """

    split: str
    step: int
    values: Mapping[str, float]
    best: bool = False
    predictions: Predictions | None = None
    final: bool = False

    def as_best(self) -> Evaluation:
        """Return this evaluation marked as the best so far."""
        return replace(self, best=True)

    def as_final(self) -> Evaluation:
        """Return this evaluation as one of the stage's selected checkpoint.

        Except for the test split only the predictions remain, because the metrics were reported when the checkpoint was
        selected.
        """
        return replace(self, values=self.values if self.split == "test" else {}, final=True)


EvaluationRecord = tuple[int, str, dict[str, float], bool, str]
"""``Evaluation`` as plain values: step within its stage, split, values, best, and the split of its predictions ('' for
none).
"""


@dataclass(frozen=True)
class CheckpointSaved:
    """A checkpoint that is complete on disk.

    Slots: ``last`` resumes the run, ``best`` is tested and exported, ``stage`` is the result of a stage, ``kept`` is a
    state from which a later stage may start.
    """

    slot: Literal["last", "best", "stage", "kept"]
    path: Path
    step: int


@dataclass(frozen=True)
class ProbingStarted:
    """Description of the probes of stage ``index`` (measures, data, method) as JSON values to store with the stage."""

    index: int
    info: Mapping[str, object]


@dataclass(frozen=True, eq=False)
class ProbeMeasured:
    """Result of one probe after ``step`` updates of the run.

    ``values`` are metrics (``retention/loss``). ``maps`` are arrays of one or two dimensions (``drift/layers`` [L +
    2]), NaN where nothing could be measured. ``seconds`` is the time it took. ``chosen`` marks the selected checkpoint
    of the stage: its values count for the selected step.
    """

    probe: str
    step: int
    values: Mapping[str, float]
    maps: Mapping[str, np.ndarray] = field(default_factory=dict)
    seconds: float = 0.0
    chosen: bool = False


@dataclass(frozen=True, eq=False)
class ExampleForgetting:
    """Example forgetting in stage ``index`` up to ``step`` (Toneva et al. 2019, section 2).

    Every array has a value for each of n texts. ``rows`` are rows of the source, and ``labels`` class indices. ``task``
    names the task of the texts, "" if the stage has only one. ``seen`` counts the updates with the text, ``forgotten``
    its changes from correct to wrong. ``learnt`` is the step of the first correct prediction, ``last`` that of the last
    forgetting, both -1 for never. ``right`` says whether the last prediction was correct.
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
    """End of the run after all stages.

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
