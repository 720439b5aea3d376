"""Classify the rows of a file and write them again with what the model says of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.delivery.result_columns import ResultColumns
from engine.delivery.row_stream import RowBatch, RowStream
from engine.delivery.row_writer import RowWriter
from engine.delivery.text_columns import TextColumns
from engine.model.predict import Prediction, predict
from engine.progress import ReportProgress, ignore_progress

if TYPE_CHECKING:
    from engine.model.saved_model import SavedModel

<<<<<<< HEAD
=======
PREDICTED, CONFIDENCE, PROBABILITY = "predicted", "confidence", "probability:"


@dataclass(frozen=True)
class ResultColumns:
    """The columns that a prediction adds to a row, named so that they are not among those of the file.

    Attributes:
        predicted: the prediction in words.
        confidence: its probability; '' where the model has none.
        probabilities: by class, the column of its probability.
    """

    predicted: str
    confidence: str
    probabilities: Mapping[str, str]

    def kinds(self) -> dict[str, ResultKind]:
        """Return all added columns in order, with their kinds."""
        numbers = [*([self.confidence] if self.confidence else []), *self.probabilities.values()]
        return {self.predicted: "text", **dict.fromkeys(numbers, "number")}

    def values(self, found: Prediction | None) -> Record:
        """Return the values of a prediction by column; None for a row without a text."""
        if found is None:
            return dict.fromkeys(self.kinds())
        chances = dict(zip(found.classes, found.probabilities, strict=False))
        sure = {self.confidence: found.confidence} if self.confidence else {}
        return {
            self.predicted: found.label,
            **sure,
            **{column: chances[name] for name, column in self.probabilities.items()},
        }


def name_result_columns(
    columns: Sequence[str], classes: Sequence[str], has_probabilities: bool
) -> ResultColumns:
    """Return names for the added columns that ``columns`` does not have: ``predicted``, or else ``predicted_2``."""
    taken = set(columns)

    def free(name: str) -> str:
        number, found = 1, name
        while found in taken:
            number += 1
            found = f"{name}_{number}"
        taken.add(found)
        return found

    return ResultColumns(
        free(PREDICTED),
        free(CONFIDENCE) if has_probabilities else "",
        {name: free(PROBABILITY + name) for name in classes} if has_probabilities else {},
    )

>>>>>>> 61757d8 (Decisions: temperature, weights or costs of classes, and abstention are tuned on validation and travel with the model)

@dataclass(frozen=True)
class PredictionCount:
    """How many rows were classified, and how many had no text (the first of them by number, 0 for none)."""

    classified: int
    blank: int
    first_blank: int


@dataclass(frozen=True)
class PredictedBatch:
    """Rows with the texts that were read of them and their predictions; None for a row without a text."""

    rows: RowBatch
    texts: list[str]
    predictions: list[Prediction | None]


def predict_batches(
    model: SavedModel, stream: RowStream, columns: TextColumns, report: ReportProgress = ignore_progress
) -> Iterator[PredictedBatch]:
    """Classify all rows of ``stream``, batch by batch; no more than a batch is in memory."""
    done = 0
    report("Classifying", 0, stream.rows)
    for batch in stream.open_batches():
        texts = [columns.read(record) for record in batch.records]
        given = [index for index, text in enumerate(texts) if text.strip()]
        found: list[Prediction | None] = [None] * len(texts)
        if given:
            for index, prediction in zip(given, predict(model, [texts[i] for i in given]), strict=True):
                found[index] = prediction
        yield PredictedBatch(batch, texts, found)
        done += len(texts)
        report("Classifying", done, stream.rows)


def predict_rows(
    model: SavedModel,
    stream: RowStream,
    columns: TextColumns,
    results: ResultColumns,
    writer: RowWriter,
    report: ReportProgress = ignore_progress,
) -> PredictionCount:
    """Classify all rows of ``stream`` and write each with its prediction, rows without a text too."""
    classified = blank = first_blank = 0
    for batch in predict_batches(model, stream, columns, report):
        without = [n for n, each in zip(batch.rows.numbers, batch.predictions, strict=True) if each is None]
        first_blank = first_blank or (without[0] if without else 0)
        classified, blank = classified + len(batch.texts) - len(without), blank + len(without)
        writer.write(batch.rows.records, [results.values(each) for each in batch.predictions])
    return PredictionCount(classified, blank, first_blank)
