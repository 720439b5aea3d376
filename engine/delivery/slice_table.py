"""Write every text of a split with the slices it belongs to, as a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.delivery.result_columns import CONFIDENCE, PREDICTED
from engine.delivery.row_writer import ResultKind, open_writer
from engine.delivery.rows import BATCH_ROWS
from engine.delivery.stored_predictions import GOLD

if TYPE_CHECKING:
    from engine.analysis.errors.report import ErrorReport

_PREFIX = "slice:"


def write_slice_table(
    found: ErrorReport, out: Path, *, keep_formulas: bool = False, overwrite: bool = False
) -> str:
    """Write row, text, gold label, prediction, confidence, what is measured and ``slice:NAME`` of each text.

    Returns what the user should know of how cells were written; empty for nothing. Raises UserError as
    ``open_writer`` does.
    """
    predictions, labels = found.predictions.predictions, found.label_names
    kinds: dict[str, ResultKind] = {
        "row": "integer",
        "text": "text",
        GOLD: "text",
        PREDICTED: "text",
        CONFIDENCE: "number",
        found.measure: "number",
        **{f"{_PREFIX}{feature.name}": "text" for feature, _ in found.features},
    }
    gold, predicted = labels(predictions.labels), labels(predictions.predicted)
    with open_writer(out, list(kinds), kinds, keep_formulas=keep_formulas, overwrite=overwrite) as writer:
        for start in range(0, len(predictions.rows), BATCH_ROWS):
            places = np.arange(start, min(start + BATCH_ROWS, len(predictions.rows)))
            records = [
                {
                    "row": int(predictions.rows[i]),
                    "text": text,
                    GOLD: gold[i],
                    PREDICTED: predicted[i],
                    CONFIDENCE: None
                    if np.isnan(predictions.confidence[i])
                    else float(predictions.confidence[i]),
                    found.measure: float(found.costs[i]),
                    **{
                        f"{_PREFIX}{feature.name}": feature.values[feature.codes[i]]
                        if feature.codes[i] >= 0
                        else ""
                        for feature, _ in found.features
                    },
                }
                for i, text in zip(places.tolist(), found.predictions.texts(places), strict=True)
            ]
            writer.write([{}] * len(records), records)
    return writer.note()
