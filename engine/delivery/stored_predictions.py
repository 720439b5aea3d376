"""Write a run's stored predictions as a table: each text with its label, prediction and confidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.analysis.errors.predicted_split import choose_split, find_positions, find_task, parse_split
from engine.delivery.predict_rows import CONFIDENCE, PREDICTED, PROBABILITY
from engine.delivery.row_writer import ResultKind, write_table
from engine.delivery.rows import BATCH_ROWS, Record
from engine.errors import UserError
from engine.installation import missing_engine_packages
from engine.progress import ReportProgress, ignore_progress
from engine.spec.data import DataSource
from engine.store import summaries
from engine.store.database import Store
from engine.store.probabilities import read_log_probabilities

GOLD = "gold"
_WITHOUT_ENGINE = "Probabilities of all classes are left out, because reading them requires the engine."


@dataclass(frozen=True)
class ExportedPredictions:
    """Summary of the written predictions.

    Attributes:
        split: the split.
        texts: the number of texts.
        wrong: number of wrong predictions, None if labels are not classes.
        note: a note for the user on the file, or "".
        lacking: omissions with their reason, or "".
    """

    split: str
    texts: int
    wrong: int | None
    note: str
    lacking: str = ""


def export_predictions(
    store: Store,
    run_id: int,
    out: Path,
    split: str = "",
    *,
    with_texts: bool = True,
    keep_formulas: bool = False,
    overwrite: bool = False,
    report: ReportProgress = ignore_progress,
) -> ExportedPredictions:
    """Write the predictions of a run for one split to the new file ``out``. Its suffix determines the format.

    Columns are ``row`` (of the source), ``text`` and for pairs ``second``, ``gold``, ``predicted``, ``correct`` (1 or
    0), ``confidence``, ``loss``, and ``probability:CLASS`` for each class if stored.

    Args:
        split: ``test``, ``validation``, ``test/NAME`` of several tasks, ``stage-1/test`` of an earlier stage. Empty:
            the test split of the run's result, or else the first.
        keep_formulas, overwrite: see ``engine.delivery.row_writer.open_writer``.
        with_texts: whether to include the texts, which requires the data set.

    Raises UserError when there are no such predictions, or the texts have changed.
    """
    name = choose_split(store, run_id, split)
    predictions = summaries.read_predictions(store, run_id, name)
    assert predictions is not None
    probs = _probabilities(store, run_id, name, predictions)
    source = find_task(store, run_id, name, predictions.step)[2].data
    texts, right = _texts(source, name, predictions.rows, report) if with_texts else {}, predictions.right
    show = source.effective.target.show
    numbers: dict[str, ResultKind] = {CONFIDENCE: "number", "loss": "number"}
    correct: dict[str, ResultKind] = {"correct": "integer"} if predictions.classes else {}
    kinds: dict[str, ResultKind] = {
        "row": "integer",
        **dict.fromkeys(texts, "text"),
        GOLD: "text",
        PREDICTED: "text",
        **correct,
        **numbers,
        **dict.fromkeys((PROBABILITY + each for each in predictions.classes if probs is not None), "number"),
    }

    def rows() -> Iterator[Record]:
        for i in range(len(predictions.rows)):
            if i % BATCH_ROWS == 0:
                report("Writing predictions", i, len(predictions.rows))
            yield {
                "row": int(predictions.rows[i]),
                **{column: values[i] for column, values in texts.items()},
                GOLD: show(predictions.labels[i], predictions.classes),
                PREDICTED: show(predictions.predicted[i], predictions.classes),
                **({"correct": int(right[i])} if correct else {}),
                CONFIDENCE: _number(predictions.confidence[i]),
                "loss": _number(predictions.losses[i]),
                **_by_class(predictions.classes, probs, i),
            }

    note = write_table(out, kinds, rows(), keep_formulas=keep_formulas, overwrite=overwrite)
    wrong = int((~right).sum()) if predictions.classes else None
    lacking = _WITHOUT_ENGINE if predictions.classes and "pyarrow" in missing_engine_packages() else ""
    return ExportedPredictions(name, len(predictions.rows), wrong, note, lacking)


def _probabilities(
    store: Store, run_id: int, split: str, predictions: summaries.PredictionSet
) -> np.ndarray | None:
    """Return the probability of each class, float32 [n, C]. None if not stored, or not readable without the engine."""
    if "pyarrow" in missing_engine_packages():
        return None
    log_probs = read_log_probabilities(store, run_id, split) if predictions.classes else None
    return (
        None
        if log_probs is None or log_probs.shape != (len(predictions.rows), len(predictions.classes))
        else np.exp(log_probs)
    )


def _by_class(classes: tuple[str, ...], probs: np.ndarray | None, index: int) -> Record:
    if probs is None:
        return {}
    return {PROBABILITY + name: float(value) for name, value in zip(classes, probs[index], strict=True)}


def _texts(source: DataSource, split: str, rows: np.ndarray, report: ReportProgress) -> dict[str, list[str]]:
    """Return the texts of ``rows`` [n] by column: ``text``, and ``second`` for pairs."""
    from engine.data.dataset import load_dataset

    predicted_split = load_dataset(source, report=report).splits[parse_split(split)[0]]
    try:
        order = find_positions(predicted_split, rows, source.source).tolist()
    except UserError as error:
        raise UserError(
            error.message,
            place=error.place,
            remedy="The file has changed since the run. Leave the texts out with --no-texts.",
        ) from None
    columns = {"text": [predicted_split.texts[index] for index in order]}
    if predicted_split.second_texts is not None:
        columns["second"] = [predicted_split.second_texts[index] for index in order]
    return columns


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
