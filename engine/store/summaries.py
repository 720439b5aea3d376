"""Results of runs: best, last and selected values per metric, predictions and confusion matrices."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.objectives.decision import answer_confidence
from engine.store.database import Store
from engine.store.metrics import StageLookup, finite_or_none
from engine.store.rows import require_types, stored_types
from engine.store.test_looks import add_look, fingerprint_texts, is_test_split, read_content, read_labels


@dataclass(frozen=True, slots=True)
class MetricSummary:
    """One metric of one run.

    Attributes:
        key: the metric.
        best: the best value (``engine.metrics.keys.find_direction``), None for metrics without a direction.
        best_step: the step of ``best``, the earliest on a tie.
        last: the value at ``last_step``, None if not finite.
        last_step: the step of the last measurement.
        at_best: the value at the checkpoint selected by validation. Test metrics have only this value.
    """

    key: str
    best: float | None
    best_step: int | None
    last: float | None
    last_step: int
    at_best: float | None


_SUMMARY_TYPES = stored_types(MetricSummary)


@dataclass(frozen=True, slots=True)
class Answers:
    """True labels and predictions of a run for one split, in the order of the split.

    Attributes:
        split: ``test`` or ``validation``, see ``prediction_splits``.
        step: the update after which the predictions were made.
        classes: class names by label. Empty if labels are real numbers.
        rows: int64 [n], row numbers of the source.
        labels: int64 [n], the true classes. Real-valued: float64. Multi-label: rows of 0 and 1, float64 [n, C].
        predicted: same form as ``labels``.
    """

    split: str
    step: int
    classes: tuple[str, ...]
    rows: np.ndarray
    labels: np.ndarray
    predicted: np.ndarray

    @property
    def right(self) -> np.ndarray:
        """Which predictions are correct (multi-label: all labels of the text), bool [n]."""
        return correct_answers(self.labels, self.predicted)


@dataclass(frozen=True, slots=True)
class PredictionSet(Answers):
    """A run's predictions for one split with their confidence.

    Attributes:
        confidence: float64 [n], probability of the predicted class, multi-label that of a text's least certain
            decision. NaN if unknown.
        losses: float64 [n], in nats for classes, NaN if unknown.
    """

    confidence: np.ndarray
    losses: np.ndarray

    @property
    def is_multi_label(self) -> bool:
        """Whether a text may have several labels."""
        return self.labels.ndim == 2


def correct_answers(labels: np.ndarray, predicted: np.ndarray) -> np.ndarray:
    """Return which of n predictions are correct, bool [n], for classes [n] or label sets [n, C]."""
    equal = np.asarray(labels == predicted)
    return equal if equal.ndim == 1 else np.asarray(equal.all(axis=1))


def read_summaries(
    store: Store, run_ids: Iterable[int], keys: Sequence[str] | None = None
) -> dict[int, dict[str, MetricSummary]]:
    """Return the summaries of runs by run and metric. Every requested run is a key, possibly without summaries."""
    numbers = list(run_ids)
    summaries: dict[int, dict[str, MetricSummary]] = {number: {} for number in numbers}
    sql = """SELECT run_id, key, best, best_step, last, last_step, at_best FROM summary
             WHERE run_id IN (SELECT value FROM json_each(?))"""
    for number, *values in store.execute(sql, (json.dumps(numbers),)):
        require_types(values, _SUMMARY_TYPES)
        if keys is None or values[0] in keys:
            summaries[number][values[0]] = MetricSummary(*values)
    return summaries


def read_stage_summaries(
    store: Store, run_ids: Iterable[int]
) -> dict[int, dict[int, dict[str, MetricSummary]]]:
    """Return the summaries of each stage, by run, position of the stage and metric."""
    numbers = list(run_ids)
    summaries: dict[int, dict[int, dict[str, MetricSummary]]] = {number: {} for number in numbers}
    sql = """SELECT run_id, position, key, best, best_step, last, last_step, at_best FROM stage_summary
             WHERE run_id IN (SELECT value FROM json_each(?)) ORDER BY run_id, position, key"""
    for number, position, *values in store.execute(sql, (json.dumps(numbers),)):
        require_types(values, _SUMMARY_TYPES)
        summaries[number].setdefault(position, {})[values[0]] = MetricSummary(*values)
    return summaries


def prediction_splits(store: Store, run_id: int) -> list[str]:
    """Return the splits with predictions of a run: ``test``, ``validation``.

    With several tasks they are called ``test/NAME``, and for all stages but the last ``stage-1/test``.
    """
    sql = "SELECT split FROM prediction_sets WHERE run_id = ? ORDER BY split"
    return [row[0] for row in store.execute(sql, (run_id,))]


def _read_classes(text: str) -> tuple[str, ...]:
    """Return the class names of a prediction set. Raises ValueError if they are not texts."""
    classes = tuple(json.loads(text))
    require_types(classes, [str] * len(classes))
    return classes


def answer_names(values: np.ndarray, classes: Sequence[str]) -> np.ndarray:
    """Return labels or predictions by name, object [n]: a class, or a text's label set as sorted JSON.

    Equal answers have equal names, whatever the order of the classes. Example: [[1, 0, 1]] with classes b, c, a gives
    ``['["a", "b"]']``.
    """
    names = np.array(list(classes), object)
    if values.ndim == 1:
        return np.asarray(names[values], object)
    return np.array([json.dumps(sorted(names[row > 0]), ensure_ascii=False) for row in values], object)


def read_answers(store: Store, run_id: int, split: str = "test") -> Answers | None:
    """Return a run's predictions for one split, or None without predictions or classes."""
    sql = "SELECT step, classes FROM prediction_sets WHERE run_id = ? AND split = ?"
    stored_set = store.execute(sql, (run_id, split)).fetchone()
    classes = _read_classes(stored_set["classes"]) if stored_set is not None else ()
    if not classes:
        return None
    sql = """SELECT source_row, label, predicted FROM predictions
             WHERE run_id = ? AND split = ? ORDER BY position"""
    answers = store.execute(sql, (run_id, split)).fetchall()
    rows = np.array([row[0] for row in answers], np.int64)
    labels, predicted = (read_labels([row[k] for row in answers], classes) for k in (1, 2))
    return Answers(split, stored_set["step"], classes, rows, labels, predicted)


def read_predictions(store: Store, run_id: int, split: str = "test") -> PredictionSet | None:
    """Return the predictions of a run for one split, or None without predictions."""
    stored_set = store.execute(
        "SELECT step, classes FROM prediction_sets WHERE run_id = ? AND split = ?", (run_id, split)
    ).fetchone()
    if stored_set is None:
        return None
    sql = """SELECT source_row, label, predicted, confidence, loss FROM predictions
             WHERE run_id = ? AND split = ? ORDER BY position"""
    rows = store.execute(sql, (run_id, split)).fetchall()
    columns: list[tuple[float | None, ...]] = list(zip(*rows, strict=True)) if rows else [()] * 5
    classes = _read_classes(stored_set["classes"])
    label_arrays = [
        np.array(columns[0], np.int64),
        *(read_labels(column, classes) for column in columns[1:3]),
    ]
    float_arrays = [
        np.array([np.nan if value is None else value for value in column], np.float64)
        for column in columns[3:]
    ]
    return PredictionSet(split, stored_set["step"], classes, *label_arrays, *float_arrays)


def _stored_labels(labels: np.ndarray) -> list[int] | list[float] | list[str]:
    """Return the stored form of labels or predictions, the inverse of ``read_labels``."""
    if labels.ndim == 1:
        stored: list[int] | list[float] = labels.tolist()
        return stored
    return [json.dumps(np.flatnonzero(row > 0).tolist(), separators=(",", ":")) for row in labels]


def _confidence(predicted: np.ndarray, probabilities: np.ndarray) -> np.ndarray:
    """Return the probability of each of n predictions, float [n]. Without classes it is −∞, which means unknown."""
    if not probabilities.shape[1]:
        return np.full(len(predicted), -np.inf)
    return answer_confidence(predicted, probabilities)


def count_predictions(store: Store, run_id: int, split: str = "test") -> int:
    """Return the number of predictions for a split."""
    sql = "SELECT count(*) FROM predictions WHERE run_id = ? AND split = ?"
    return int(store.execute(sql, (run_id, split)).fetchone()[0])


def set_predictions(
    store: Store,
    run_id: int,
    split: str,
    step: int,
    classes: Sequence[str],
    rows: np.ndarray,
    labels: np.ndarray,
    predicted: np.ndarray,
    probabilities: np.ndarray,
    losses: np.ndarray,
) -> None:
    """Replace the predictions of a run for one split. Those of an earlier stage are kept as ``stage-1/test``.

    Real-valued labels are stored without classes. Multi-label rows of 0 and 1 ([n, C]) are stored as a JSON list of
    label numbers. ``probabilities`` is float [n] (of the predicted class) or [n, C]. The other arrays are [n].
    """
    confidence = _confidence(predicted, probabilities) if np.ndim(probabilities) == 2 else probabilities
    names, numbers = list(classes), not np.issubdtype(labels.dtype, np.integer)
    if not names and not numbers:
        count = max([0, *(int(np.max(a)) + 1 for a in (labels, predicted) if len(a))])
        names = [str(number) for number in range(count)]
    with store.transaction():
        _rename_earlier_predictions(store, run_id, split, step)
        store.execute("DELETE FROM prediction_sets WHERE run_id = ? AND split = ?", (run_id, split))
        store.execute(
            "INSERT INTO prediction_sets (run_id, split, step, classes) VALUES (?, ?, ?, ?)",
            (run_id, split, step, json.dumps(names, ensure_ascii=False)),
        )
        store.connection.executemany(
            "INSERT INTO predictions VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    run_id,
                    split,
                    position,
                    int(row),
                    label,
                    answer,
                    finite_or_none(certainty),
                    finite_or_none(loss),
                )
                for position, (row, label, answer, certainty, loss) in enumerate(
                    zip(
                        rows,
                        _stored_labels(labels),
                        _stored_labels(predicted),
                        confidence,
                        losses,
                        strict=True,
                    )
                )
            ),
        )
        if is_test_split(split) and len(rows):
            content = read_content(store.connection, run_id, split, step)
            add_look(store.connection, run_id, split, fingerprint_texts(rows, labels, names), content)


def _rename_earlier_predictions(store: Store, run_id: int, split: str, step: int) -> None:
    """Rename the predictions of ``split`` after their stage if ``step`` belongs to a later stage."""
    sql = "SELECT step FROM prediction_sets WHERE run_id = ? AND split = ?"
    row = store.execute(sql, (run_id, split)).fetchone()
    stages = StageLookup(store, run_id)
    if row is None or stages.position_of(row[0]) >= stages.position_of(step):
        return
    alias = f"stage-{stages.position_of(row[0]) + 1}/{split}"
    store.execute("DELETE FROM prediction_sets WHERE run_id = ? AND split = ?", (run_id, alias))
    sql = """INSERT INTO prediction_sets (run_id, split, step, classes)
             SELECT run_id, ?, step, classes FROM prediction_sets WHERE run_id = ? AND split = ?"""
    store.execute(sql, (alias, run_id, split))
    store.execute("UPDATE predictions SET split = ? WHERE run_id = ? AND split = ?", (alias, run_id, split))
