"""Stored predictions of a run for one split, together with the texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.errors import UserError, printable
from engine.metrics.base import Outcomes
from engine.progress import ReportProgress, ignore_progress
from engine.spec.experiment import Experiment, result_splits
from engine.spec.stages.base import Stage
from engine.spec.stages.labelled_task import LabelledTask
from engine.store import runs, summaries
from engine.store.data_names import get_resolved_experiment
from engine.store.database import Store
from engine.store.metrics import StageLookup
from engine.store.summaries import PredictionSet, answer_names

if TYPE_CHECKING:
    from engine.data.dataset import Dataset, Split


NO_LABEL = "(no label)"
"""Answer of a multi-label text without labels."""


@dataclass(frozen=True)
class PredictedSplit:
    """Predictions and their texts.

    Attributes:
        name: name of the predictions: ``test``, ``test/NAME``, ``stage-1/test``.
        predictions: predictions for n texts.
        experiment: the experiment of the run, with names resolved.
        stage: the evaluated stage.
        task: the data set, and the options for reading its texts.
        data: the data set.
        split: the split of ``data``.
        positions: position of each text in ``split``, int64 [n].
    """

    name: str
    predictions: PredictionSet
    experiment: Experiment
    stage: Stage
    task: LabelledTask
    data: Dataset
    split: Split
    positions: NDArray[np.int64]

    def texts(self, indices: NDArray[np.intp]) -> list[str]:
        """Return the texts of the predictions at ``indices``. A tab separates the segments of a pair."""
        return [self.split.whole_text(position) for position in self.positions[indices].tolist()]


def answer_words(values: np.ndarray, classes: Sequence[str]) -> list[str]:
    """Return labels or predictions as text: classes [n], label sets [n, C], or numbers [n] without classes.

    Example: with classes a, b and c, [[1, 0, 1], [0, 0, 0]] gives ``a, c`` and ``(no label)``.
    """
    if not classes:
        return [f"{value:.6g}" for value in values.tolist()]
    if values.ndim == 1:
        return [classes[int(value)] for value in values]
    names = np.array(list(classes), object)
    return [", ".join(names[row > 0]) or NO_LABEL for row in values]


def choose_split(store: Store, run_id: int, requested: str = "") -> str:
    """Return ``requested``, else the test split of a run's result, else its first stored split.

    Raises UserError if there is none, or the choice is ambiguous.
    """
    stored = summaries.prediction_splits(store, run_id)
    if not stored:
        raise UserError(
            f"run {run_id} has no stored predictions.", remedy="They are stored when a run has been tested."
        )
    tests = [split for split in result_splits(runs.get_experiment(store, run_id)) if split in stored]
    name = requested or (tests or stored)[0]
    if name not in stored:
        raise missing_split(stored, run_id, name)
    if not requested and len(tests) > 1:
        raise UserError(
            f"run {run_id} was tested in several tasks.",
            place="--split",
            remedy=f"Name one: {', '.join(tests)}.",
        )
    return name


def missing_split(stored: Sequence[str], run_id: int, requested: str) -> UserError:
    """Return the error for a run without predictions for a split. The remedy lists the stored splits.

    Trials of a search do not evaluate the test split.
    """
    options = " or ".join(f"--split {name}" for name in stored)
    return UserError(
        f"run {run_id} has no predictions for '{requested}'.",
        place="--split",
        remedy=f"Add {options}."
        if stored
        else "None are stored: the run has not been tested yet, or its data have no test split.",
    )


def parse_split(split: str) -> tuple[str, str]:
    """Return the split of the data set that predictions are for, and the task: ``test``, ``news`` for
    ``stage-1/test/news``.

    Raises UserError for another split, which only a damaged store names.
    """
    part, *task = split.split("/")[1 if split.startswith("stage-") else 0 :] or [""]
    if part not in ("train", "validation", "test"):
        text = f"'{printable(split, 80)}' is not a split of a data set."
        raise UserError(text, remedy="See all damage with: palimpsest store check.")
    return part, "/".join(task)


def find_task(store: Store, run_id: int, split: str, step: int) -> tuple[Experiment, Stage, LabelledTask]:
    """Return the experiment, the stage evaluated after ``step`` updates, and the task of ``split``."""
    experiment = get_resolved_experiment(store, run_id)
    stage = experiment.stages[StageLookup(store, run_id).position_of(step)]
    tasks, name = stage.labelled_tasks(), parse_split(split)[1]
    return experiment, stage, next((task for task in tasks if task.name == name), tasks[0])


def find_positions(split: Split, rows: NDArray[np.int64], source: str) -> NDArray[np.int64]:
    """Return the positions in ``split`` of source ``rows``, int64 [n].

    Raises UserError if a row no longer exists.
    """
    positions = {int(row): position for position, row in enumerate(split.rows)}
    missing = next((int(row) for row in rows if int(row) not in positions), None)
    if missing is not None:
        raise UserError(
            f"the {split.name} split has no row {missing} any more.",
            place=source,
            remedy="The file has changed since the run; train on it again.",
        )
    return np.array([positions[int(row)] for row in rows], np.int64)


def open_predicted_split(
    store: Store, run_id: int, split: str = "", report: ReportProgress = ignore_progress
) -> PredictedSplit:
    """Return the predictions of a run for a split (see ``choose_split``) and their texts.

    Raises UserError if there are none, or the texts no longer exist.
    """
    from engine.data.dataset import load_dataset  # the rest works without the engine

    name = choose_split(store, run_id, split)
    predictions = summaries.read_predictions(store, run_id, name)
    assert predictions is not None
    experiment, stage, task = find_task(store, run_id, name, predictions.step)
    data = load_dataset(task.data, report=report)
    split_data = data.splits[parse_split(name)[0]]
    positions = find_positions(split_data, predictions.rows, task.data.source)
    return PredictedSplit(name, predictions, experiment, stage, task, data, split_data, positions)


Indices = NDArray[np.intp]


def confusion_counts(predictions: PredictionSet) -> np.ndarray:
    """Return the confusion matrix, int64 [C, C]: true classes in rows, predicted classes in columns."""
    outcomes = Outcomes(len(predictions.labels), 0.0, targets=predictions.labels, predicted=predictions.predicted,
                     classes=predictions.classes)  # fmt: skip
    return outcomes.confusion()


def indices_in_cell(predictions: PredictionSet, true: int, predicted: int) -> Indices:
    """Return the indices of the texts of class ``true`` predicted as ``predicted``, most confident first."""
    indices = np.flatnonzero((predictions.labels == true) & (predictions.predicted == predicted))
    return indices[np.argsort(-np.nan_to_num(predictions.confidence[indices]), kind="stable")]


def disagreement_indices(first: PredictionSet | None, second: PredictionSet | None) -> Indices | None:
    """Return the indices of the texts for which two runs predict different classes, or None if their texts differ."""
    if first is None or second is None or not have_same_texts(first, second):
        return None
    first_names, second_names = (answer_names(set_.predicted, set_.classes) for set_ in (first, second))
    return np.flatnonzero(first_names != second_names)


def have_same_texts(first: PredictionSet | None, second: PredictionSet | None) -> bool:
    """Return whether two runs were tested on the same rows with the same classes."""
    if first is None or second is None or len(first.rows) != len(second.rows):
        return False
    if not first.classes or not second.classes:
        return False
    names = [answer_names(set_.labels, set_.classes) for set_ in (first, second)]
    return bool((first.rows == second.rows).all() and (names[0] == names[1]).all())
