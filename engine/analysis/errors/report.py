"""Errors of a run: slices of a split, the worst slices, and the most confident errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.analysis.errors.features import split_features
from engine.analysis.errors.predicted_split import PredictedSplit, answer_words, open_predicted_split
from engine.analysis.errors.slices import (
    MAX_SLICES,
    Floats,
    SliceFeature,
    SliceResult,
    WorstSlice,
    find_worst_slices,
    measure_slices,
    measure_texts,
)
from engine.json_types import JsonObject
from engine.metrics.base import display_error, display_metric
from engine.progress import ReportProgress, ignore_progress
from engine.store.database import Store


@dataclass(frozen=True)
class ConfidentError:
    """Wrongly predicted text with the probability of its prediction (None: not stored)."""

    row: int
    text: str
    label: str
    predicted: str
    confidence: float | None
    loss: float | None


@dataclass(frozen=True, eq=False)
class ErrorReport:
    """Error analysis of a run.

    Attributes:
        run: its number.
        predictions: the texts and their predictions.
        measure: ``error`` for classes, ``mae`` (mean absolute error) for numbers.
        costs: the measure of each text, float64 [n], see ``engine.analysis.errors.slices``.
        overall: the result over all texts.
        features: features of the texts, each with its slices.
        worst: slices worse than the other texts.
        confident: the wrong texts with the highest confidence; for numbers those with the largest error.
        notes: notes for the user.
    """

    run: int
    predictions: PredictedSplit
    measure: str
    costs: Floats
    overall: SliceResult
    features: tuple[tuple[SliceFeature, tuple[SliceResult, ...]], ...]
    worst: tuple[WorstSlice, ...]
    confident: tuple[ConfidentError, ...]
    notes: tuple[str, ...]

    def as_json(self, members: bool = False) -> JsonObject:
        """Return everything as JSON values. ``members`` adds the slice of every text for each feature."""
        values: JsonObject = {
            "run": self.run,
            "split": self.predictions.name,
            "measure": self.measure,
            "texts": self.overall.texts,
            "value": self.overall.mean,
            "interval": [self.overall.low, self.overall.high],
            "features": [
                {
                    "name": feature.name,
                    "title": feature.title,
                    "searched": feature.searched,
                    "slices": [
                        {"value": s.value, "texts": s.texts, "mean": s.mean, "interval": [s.low, s.high]}
                        for s in results
                    ],
                }
                for feature, results in self.features
            ],
            "worst": [worst.as_json() for worst in self.worst],
            "confident_errors": [error.__dict__ for error in self.confident],
            "notes": list(self.notes),
        }
        return values | ({"members": self._members()} if members else {})

    def title(self) -> str:
        """Return the name and unit of the measure, as results are displayed."""
        return f"{display_metric('error')}, %" if self.measure == "error" else "mean absolute error"

    def display_value(self, value: float) -> float:
        """Return a mean of the measure as results are displayed."""
        return display_error(value) if self.measure == "error" else value

    def _members(self) -> JsonObject:
        predictions = self.predictions.predictions
        return {
            "fingerprint": self.predictions.data.fingerprint,
            "data_split": self.predictions.split.name,
            "positions": self.predictions.positions.tolist(),
            "labels": self.label_names(predictions.labels),
            "predicted": self.label_names(predictions.predicted),
            "confidence": [_finite(value) for value in predictions.confidence],
            "costs": self.costs.tolist(),
            "features": {
                feature.name: {"values": list(feature.values), "codes": feature.codes.tolist()}
                for feature, _ in self.features
            },
        }

    def label_names(self, values: np.ndarray) -> list[str]:
        """Return labels or predictions [n] as text."""
        return answer_words(values, self.predictions.predictions.classes)


def report_errors(
    store: Store,
    run_id: int,
    split: str = "",
    names: Sequence[str] = (),
    *,
    max_slices: int = MAX_SLICES,
    max_errors: int = 10,
    report: ReportProgress = ignore_progress,
) -> ErrorReport:
    """Return the error analysis of a run on a split.

    Args:
        names: names of features and columns. Empty: all that divide the texts.
        max_slices: largest number of worst slices.
        max_errors: number of confident errors listed.

    Raises UserError without predictions, and if texts, features or columns do not exist.
    """
    predicted = open_predicted_split(store, run_id, split, report)
    name, costs = _costs(predicted)
    features, notes = split_features(predicted, names, report)
    are_errors = name == "error"
    worst = find_worst_slices(features, costs, are_errors, max_slices=max_slices)
    return ErrorReport(
        run_id,
        predicted,
        name,
        costs,
        measure_texts("all", costs, are_errors),
        tuple((feature, tuple(measure_slices(feature, costs, are_errors))) for feature in features),
        tuple(worst),
        tuple(_confident(predicted, costs, max_errors)),
        tuple(notes),
    )


def _costs(predicted: PredictedSplit) -> tuple[str, Floats]:
    """Return the name of the measure, and its value for each text."""
    predictions = predicted.predictions
    if predictions.classes:
        return "error", 100.0 * ~predictions.right
    return "mae", np.asarray(np.abs(predictions.predicted - predictions.labels), np.float64)


def _confident(predicted: PredictedSplit, costs: Floats, count: int) -> list[ConfidentError]:
    predictions = predicted.predictions
    if predictions.classes:
        wrong = np.flatnonzero(~predictions.right)
        severity = np.nan_to_num(predictions.confidence[wrong])
    else:
        wrong = np.arange(len(costs))
        severity = np.abs(predictions.predicted - predictions.labels)
    rows = wrong[np.argsort(-severity, kind="stable")][:count]
    labels = answer_words(predictions.labels[rows], predictions.classes)
    answers = answer_words(predictions.predicted[rows], predictions.classes)
    return [
        ConfidentError(
            int(predictions.rows[i]),
            text,
            label,
            answer,
            _finite(predictions.confidence[i]),
            _finite(predictions.losses[i]),
        )
        for i, text, label, answer in zip(rows, predicted.texts(rows), labels, answers, strict=True)
    ]


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
