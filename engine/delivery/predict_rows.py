"""Classify the rows of a file and write them again with the model's predictions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.delivery.arithmetic import compare_with_32_bits
from engine.delivery.result_columns import ResultColumns
from engine.delivery.row_writer import RowWriter
from engine.delivery.rows import RowBatch, row_batches
from engine.delivery.text_columns import TextColumns
from engine.model.predict import Prediction, predict
from engine.progress import ReportProgress, ignore_progress

if TYPE_CHECKING:
    from engine.data.records import Records
    from engine.model.saved_model import SavedModel


def ignore_sentence(_: str) -> None:
    """Take no notice."""


@dataclass(frozen=True)
class PredictionCount:
    """How many rows were classified, and how many had no text (the first of them by number, 0 for none)."""

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
    say: Callable[[str], object] = ignore_sentence,
) -> Iterator[PredictedBatch]:
    """Classify all rows of ``rows``, batch by batch. Only one batch is in memory.

    ``say`` is called if the precision of the model changes answers to the first texts.
    """
    classified, compared = 0, False
    report("Classifying", 0, len(rows))
    for batch in row_batches(rows):
        texts = [columns.read(record) for record in batch.records]
        with_text = [index for index, text in enumerate(texts) if text.strip()]
        predictions: list[Prediction | None] = [None] * len(texts)
        if with_text:
            if not compared and (note := compare_with_32_bits(model, [texts[i] for i in with_text])):
                say(note)
            compared = True
            for index, prediction in zip(
                with_text, predict(model, [texts[i] for i in with_text]), strict=True
            ):
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
    say: Callable[[str], object] = ignore_sentence,
) -> PredictionCount:
    """Classify all rows of ``rows`` and write each with its prediction, rows without a text too."""
    classified = blank = first_blank = 0
    for batch in predict_batches(model, rows, columns, report, say):
        without = [n for n, each in zip(batch.rows.numbers, batch.predictions, strict=True) if each is None]
        first_blank = first_blank or (without[0] if without else 0)
        classified, blank = classified + len(batch.texts) - len(without), blank + len(without)
        writer.write(batch.rows.records, [results.values(each) for each in batch.predictions])
    return PredictionCount(classified, blank, first_blank)
