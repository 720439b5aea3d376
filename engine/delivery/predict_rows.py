"""Classify the rows of a file and write them with the model's predictions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.delivery.finished_model import compare_with_32_bits
from engine.delivery.row_writer import ResultKind, RowWriter
from engine.delivery.rows import Record, RowBatch, TextColumns, row_batches
from engine.progress import ReportProgress, ignore_progress

if TYPE_CHECKING:
    from engine.data.records import Records
    from engine.model.predict import Prediction
    from engine.model.saved_model import SavedModel


PREDICTED, CONFIDENCE, PROBABILITY = "predicted", "confidence", "probability:"


@dataclass(frozen=True)
class ResultColumns:
    """The columns that a prediction adds to a row, with names that the file does not use.

    Attributes:
        predicted: the prediction in words.
        confidence: its probability, '' if the model has none.
        probabilities: by class, the column of its probability.
    """

    predicted: str
    confidence: str
    probabilities: Mapping[str, str]

    def kinds(self) -> dict[str, ResultKind]:
        """Return all added columns in order, with their kinds."""
        numbers = [*([self.confidence] if self.confidence else []), *self.probabilities.values()]
        return {self.predicted: "text", **dict.fromkeys(numbers, "number")}

    def values(self, prediction: Prediction | None) -> Record:
        """Return the values of a prediction by column, None for a row without a text."""
        if prediction is None:
            return dict.fromkeys(self.kinds())
        probs = dict(zip(prediction.classes, prediction.probabilities, strict=False))
        confidence = {self.confidence: prediction.confidence} if self.confidence else {}
        return {
            self.predicted: prediction.label,
            **confidence,
            **{column: probs[name] for name, column in self.probabilities.items()},
        }


def name_result_columns(
    columns: Sequence[str], classes: Sequence[str], has_probabilities: bool
) -> ResultColumns:
    """Return unused names for the added columns: ``predicted``, or else ``predicted_2``."""
    taken_names = set(columns)

    def unused(name: str) -> str:
        number, candidate = 1, name
        while candidate in taken_names:
            number += 1
            candidate = f"{name}_{number}"
        taken_names.add(candidate)
        return candidate

    return ResultColumns(
        unused(PREDICTED),
        unused(CONFIDENCE) if has_probabilities else "",
        {name: unused(PROBABILITY + name) for name in classes} if has_probabilities else {},
    )


def ignore_note(_: str) -> None:
    """Ignore a note."""


@dataclass(frozen=True)
class PredictionCount:
    """Number of classified rows, and of rows without a text (and the number of the first of them, 0 for none)."""

    classified: int
    blank: int
    first_blank: int


@dataclass(frozen=True)
class PredictedBatch:
    """Rows with their texts and predictions, None for a row without a text."""

    rows: RowBatch
    texts: list[str]
    predictions: list[Prediction | None]


def predict_batches(
    model: SavedModel,
    rows: Records,
    columns: TextColumns,
    report: ReportProgress = ignore_progress,
    notify: Callable[[str], object] = ignore_note,
) -> Iterator[PredictedBatch]:
    """Classify all rows, batch by batch. Only one batch is in memory.

    ``notify`` is called if the precision of the model changes predictions for the first texts.
    """
    from engine.model.predict import predict

    classified, is_compared = 0, False
    report("Classifying", 0, len(rows))
    for batch in row_batches(rows):
        texts = [columns.read(record) for record in batch.records]
        with_text = [index for index, text in enumerate(texts) if text.strip()]
        predictions: list[Prediction | None] = [None] * len(texts)
        if with_text:
            inputs = [texts[i] for i in with_text]
            if not is_compared and (note := compare_with_32_bits(model, inputs)):
                notify(note)
            is_compared = True
            for index, prediction in zip(with_text, predict(model, inputs), strict=True):
                predictions[index] = prediction
        yield PredictedBatch(batch, texts, predictions)
        classified += len(texts)
        report("Classifying", classified, len(rows))


def predict_rows(
    model: SavedModel,
    rows: Records,
    columns: TextColumns,
    results: ResultColumns,
    writer: RowWriter,
    report: ReportProgress = ignore_progress,
    notify: Callable[[str], object] = ignore_note,
) -> PredictionCount:
    """Classify all rows and write each with its prediction, including rows without a text."""
    classified = blank = first_blank = 0
    for batch in predict_batches(model, rows, columns, report, notify):
        blanks = [n for n, each in zip(batch.rows.numbers, batch.predictions, strict=True) if each is None]
        first_blank = first_blank or (blanks[0] if blanks else 0)
        classified, blank = classified + len(batch.texts) - len(blanks), blank + len(blanks)
        writer.write(batch.rows.records, [results.values(each) for each in batch.predictions])
    return PredictionCount(classified, blank, first_blank)
