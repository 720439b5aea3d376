"""The columns that predictions add to rows, and the values they take. No torch: stored predictions need none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.delivery.row_writer import ResultKind
from engine.delivery.rows import Record

if TYPE_CHECKING:
    from engine.model.predict import Prediction

PREDICTED, CONFIDENCE, PROBABILITY = "predicted", "confidence", "probability:"


@dataclass(frozen=True)
class ResultColumns:
    """The columns that a prediction adds to a row, named so that they are not among those of the file.

    Attributes:
        predicted: the prediction in words.
        confidence: its probability, '' where the model has none.
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
        chances = dict(zip(prediction.classes, prediction.probabilities, strict=False))
        sure = {self.confidence: prediction.confidence} if self.confidence else {}
        return {
            self.predicted: prediction.label,
            **sure,
            **{column: chances[name] for name, column in self.probabilities.items()},
        }


def name_result_columns(
    columns: Sequence[str], classes: Sequence[str], has_probabilities: bool
) -> ResultColumns:
    """Return names for the added columns that ``columns`` does not have: ``predicted``, or else ``predicted_2``."""
    taken_names = set(columns)

    def free(name: str) -> str:
        number, candidate = 1, name
        while candidate in taken_names:
            number += 1
            candidate = f"{name}_{number}"
        taken_names.add(candidate)
        return candidate

    return ResultColumns(
        free(PREDICTED),
        free(CONFIDENCE) if has_probabilities else "",
        {name: free(PROBABILITY + name) for name in classes} if has_probabilities else {},
    )
